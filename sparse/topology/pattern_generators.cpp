// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/topology/pattern_generators.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>
#include <utility>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/number_text.h>
#include <espalier/sparse/format/convert.h>
#include <espalier/sparse/format/matrix_io.h>
#include <espalier/sparse/topology/random_pattern.h>

namespace espalier::sparse {
namespace {

/// The grid of a spec, checked.
struct Grid {
  explicit Grid(const PatternSpec& spec) {
    const PatternPtr empty = BlockPattern::from_coordinates(spec.rows, spec.cols, spec.block, {});
    rows = empty->grid_rows();
    cols = empty->grid_cols();
    if (spec.blocks < 0 || spec.blocks > size())
      throw ShapeError("pattern of " + std::to_string(spec.blocks) +
                       " blocks: expected a number from 0 to the " + std::to_string(size()) +
                       " positions of the grid");
  }
  Index size() const { return rows * cols; }

  Index rows = 0;
  Index cols = 0;
};

BlockCoordinate at(Index row, Index col) {
  return {static_cast<BlockIndex>(row), static_cast<BlockIndex>(col)};
}

PatternPtr pattern_of(const PatternSpec& spec, std::vector<BlockCoordinate> coordinates) {
  return BlockPattern::from_coordinates(spec.rows, spec.cols, spec.block, std::move(coordinates));
}

/// Deals `count` of `total` things out to parts in proportion to their sizes: the first parts
/// together always have their share rounded down.
class EvenShare {
 public:
  EvenShare(Index count, Index total) : count_(count), total_(total) {}

  Index next(Index size) {
    owed_ += size * count_;
    const Index share = owed_ / total_;
    owed_ %= total_;
    return share;
  }

 private:
  Index count_;
  Index total_;
  Index owed_ = 0;  // in parts of 1 / total_
};

Index floor_divided(Index a, Index b) { return (a - ((a % b + b) % b)) / b; }

/// Twice the distance of (r, c) from the stretched diagonal, in parts of 1 / (rows * cols) of it.
Index offset_from_diagonal(const Grid& grid, Index r, Index c) {
  return (2 * r + 1) * grid.cols - (2 * c + 1) * grid.rows;
}

/// An offset in whole positions of the longer side.
Index band_level(const Grid& grid, Index offset) {
  const Index longer = std::max(grid.rows, grid.cols);
  return std::abs(floor_divided(offset + longer, 2 * longer));
}

/// The positions of the lowest levels; `level(r, c)` is at least 0 and small enough to count by.
template <typename Level>
std::vector<BlockCoordinate> lowest(const Grid& grid, Index blocks, const Level& level) {
  std::vector<Index> sizes;
  for (Index r = 0; r < grid.rows; ++r)
    for (Index c = 0; c < grid.cols; ++c) {
      const auto l = static_cast<std::size_t>(level(r, c));
      if (l >= sizes.size()) sizes.resize(l + 1, 0);
      ++sizes[l];
    }
  Index cut = 0, left = blocks;  // the level that does not fit, and what is left for it
  while (cut < static_cast<Index>(sizes.size()) && left >= sizes[static_cast<std::size_t>(cut)])
    left -= sizes[static_cast<std::size_t>(cut++)];
  EvenShare thinned(left, left == 0 ? 1 : sizes[static_cast<std::size_t>(cut)]);
  std::vector<BlockCoordinate> chosen;
  chosen.reserve(static_cast<std::size_t>(blocks));
  for (Index r = 0; r < grid.rows; ++r)
    for (Index c = 0; c < grid.cols; ++c) {
      const Index l = level(r, c);
      if (l < cut || (l == cut && thinned.next(1) == 1)) chosen.push_back(at(r, c));
    }
  return chosen;
}

/// Which of `parts` equal parts of `size` things thing `i` belongs to.
Index part_of(Index i, Index parts, Index size) { return i * parts / size; }

/// Positions of the squares along the diagonal if rows and columns are cut into `parts`.
Index squares_size(const Grid& grid, Index parts) {
  const auto part_size = [&](Index part, Index size) {
    const auto first = [&](Index p) { return (p * size + parts - 1) / parts; };
    return first(part + 1) - first(part);
  };
  Index total = 0;
  for (Index p = 0; p < parts; ++p) total += part_size(p, grid.rows) * part_size(p, grid.cols);
  return total;
}

/// Non-negative weights from which indices are drawn. A Fenwick tree: both operations take
/// logarithmic time.
class Urn {
 public:
  explicit Urn(Index size)
      : sums_(static_cast<std::size_t>(size) + 1, 0),
        top_(static_cast<Index>(std::bit_floor(static_cast<std::uint64_t>(size)))) {}

  Index total() const { return total_; }
  void add(Index index, Index weight) {
    total_ += weight;
    for (Index i = index + 1; i < static_cast<Index>(sums_.size()); i += i & -i)
      sums_[static_cast<std::size_t>(i)] += weight;
  }
  /// The index whose weights, laid end to end, cover `ticket` in [0, total).
  Index find(Index ticket) const {
    Index index = 0;
    for (Index step = top_; step > 0; step /= 2) {
      const auto next = static_cast<std::size_t>(index + step);
      if (next < sums_.size() && sums_[next] <= ticket) {
        ticket -= sums_[next];
        index += step;
      }
    }
    return index;
  }

 private:
  std::vector<Index> sums_;
  Index top_;
  Index total_ = 0;
};

/// The column of this rank among those that `stored` does not hold.
BlockIndex free_column(const std::set<BlockIndex>& stored, Index rank) {
  for (const BlockIndex s : stored) {
    if (s > rank) break;
    ++rank;
  }
  return static_cast<BlockIndex>(rank);
}

PatternPtr random_blocks(const PatternSpec& spec, const Random& random) {
  const Grid grid(spec);
  if (spec.blocks == 0) return pattern_of(spec, {});
  const double density = static_cast<double>(spec.blocks) / static_cast<double>(grid.size());
  return random_pattern(spec.rows, spec.cols, spec.block, density, random);
}

}  // namespace

PatternPtr n_of_m(const PatternSpec& spec, Index group, const Random& random) {
  if (group < 1)
    throw ConfigError("group of " + std::to_string(group) + " blocks: expected at least 1");
  const Grid grid(spec);
  EvenShare share(spec.blocks, std::max<Index>(grid.size(), 1));
  std::vector<BlockCoordinate> chosen;
  for (Index r = 0; r < grid.rows; ++r)
    for (Index first = 0; first < grid.cols; first += group) {
      const Index size = std::min(group, grid.cols - first);
      const Random own(random.seed(), stream_id("group of blocks", random.stream(),
                                                static_cast<std::uint64_t>(r * grid.cols + first)));
      for (const Index c : sample_without_replacement(size, share.next(size), own))
        chosen.push_back(at(r, first + c));
    }
  return pattern_of(spec, std::move(chosen));
}

PatternPtr constant_fan_in(const PatternSpec& spec, const Random& random) {
  return n_of_m(spec, std::max<Index>(Grid(spec).cols, 1), random);
}

PatternPtr banded(const PatternSpec& spec) {
  const Grid grid(spec);
  return pattern_of(spec, lowest(grid, spec.blocks, [&](Index r, Index c) {
                      return band_level(grid, offset_from_diagonal(grid, r, c));
                    }));
}

PatternPtr block_diagonal(const PatternSpec& spec) {
  const Grid grid(spec);
  const Index most = std::min(grid.rows, grid.cols);
  Index parts = 1;
  while (parts < most && squares_size(grid, parts) > spec.blocks) ++parts;
  return pattern_of(spec, lowest(grid, spec.blocks, [&](Index r, Index c) {
                      if (part_of(r, parts, grid.rows) == part_of(c, parts, grid.cols))
                        return Index{0};
                      return 1 + band_level(grid, offset_from_diagonal(grid, r, c));
                    }));
}

PatternPtr butterfly(const PatternSpec& spec) {
  const Grid grid(spec);
  const auto side = std::bit_floor(static_cast<std::uint64_t>(std::min(grid.rows, grid.cols)));
  const int strides = std::bit_width(side) - 1;
  return pattern_of(spec, lowest(grid, spec.blocks, [&](Index r, Index c) -> Index {
                      const auto n = static_cast<Index>(side);
                      const auto differ = static_cast<std::uint64_t>(part_of(r, n, grid.rows) ^
                                                                     part_of(c, n, grid.cols));
                      const int bits = std::popcount(differ);
                      return bits <= 1 ? std::bit_width(differ) : strides + bits - 1;
                    }));
}

PatternPtr small_world(const PatternSpec& spec, double rewire, const Random& random) {
  if (!(rewire >= 0 && rewire <= 1))
    throw ConfigError("rewiring probability " + number_text(rewire) +
                      ": expected a value from 0 to 1");
  const Grid grid(spec);
  const Index turn = 2 * grid.size();  // once around, in the units of the offset
  const std::vector<BlockCoordinate> lattice = lowest(grid, spec.blocks, [&](Index r, Index c) {
    const Index offset = offset_from_diagonal(grid, r, c) + turn / 2;
    return band_level(grid, offset - floor_divided(offset, turn) * turn - turn / 2);
  });
  std::vector<BlockCoordinate> moved;
  moved.reserve(lattice.size());
  for (auto edge = lattice.begin(); edge != lattice.end();) {
    const BlockIndex row = edge->row;
    const auto row_end =
        std::find_if(edge, lattice.end(), [&](BlockCoordinate other) { return other.row != row; });
    std::set<BlockIndex> stored;
    for (auto e = edge; e != row_end; ++e) stored.insert(e->col);
    const Index free = grid.cols - static_cast<Index>(stored.size());
    for (; edge != row_end; ++edge) {
      const auto counter = static_cast<std::uint64_t>(2 * (edge - lattice.begin()));
      if (free == 0 || random.uniform(counter) >= rewire) continue;
      const auto rank =
          static_cast<Index>(random.below(counter + 1, static_cast<std::uint64_t>(free)));
      const BlockIndex target = free_column(stored, rank);
      stored.erase(edge->col);
      stored.insert(target);
    }
    for (const BlockIndex col : stored) moved.push_back({row, col});
  }
  return pattern_of(spec, std::move(moved));
}

PatternPtr scale_free(const PatternSpec& spec, const Random& random) {
  const Grid grid(spec);
  Urn urn(grid.cols);
  std::vector<Index> weights(static_cast<std::size_t>(grid.cols), 1);
  for (Index c = 0; c < grid.cols; ++c) urn.add(c, 1);
  EvenShare share(spec.blocks, std::max<Index>(grid.size(), 1));
  std::vector<BlockCoordinate> chosen;
  chosen.reserve(static_cast<std::size_t>(spec.blocks));
  for (Index r = 0; r < grid.rows; ++r) {
    const std::size_t first = chosen.size();
    for (Index left = share.next(grid.cols); left > 0; --left) {
      const auto ticket =
          static_cast<Index>(random.below(chosen.size(), static_cast<std::uint64_t>(urn.total())));
      const Index col = urn.find(ticket);
      urn.add(col, -weights[static_cast<std::size_t>(col)]);  // once for each row
      chosen.push_back(at(r, col));
    }
    for (std::size_t i = first; i < chosen.size(); ++i)
      urn.add(chosen[i].col, ++weights[static_cast<std::size_t>(chosen[i].col)]);
  }
  return pattern_of(spec, std::move(chosen));
}

namespace {

using Generator = PatternPtr (*)(const PatternSpec&, const PatternOptions&, const Random&);

constexpr std::pair<std::string_view, Generator> kGenerators[] = {
    {"banded", [](const auto& spec, const auto&, const auto&) { return banded(spec); }},
    {"block_diagonal",
     [](const auto& spec, const auto&, const auto&) { return block_diagonal(spec); }},
    {"butterfly", [](const auto& spec, const auto&, const auto&) { return butterfly(spec); }},
    {"constant_fan_in", [](const auto& spec, const auto&,
                           const auto& random) { return constant_fan_in(spec, random); }},
    {"n_of_m", [](const auto& spec, const auto& options,
                  const auto& random) { return n_of_m(spec, options.group, random); }},
    {"random",
     [](const auto& spec, const auto&, const auto& random) { return random_blocks(spec, random); }},
    {"scale_free",
     [](const auto& spec, const auto&, const auto& random) { return scale_free(spec, random); }},
    {"small_world", [](const auto& spec, const auto& options,
                       const auto& random) { return small_world(spec, options.rewire, random); }},
};

}  // namespace

std::vector<std::string_view> pattern_names() {
  std::vector<std::string_view> names;
  for (const auto& [name, make] : kGenerators) names.push_back(name);
  return names;
}

PatternPtr pattern_by_name(std::string_view name, const PatternSpec& spec,
                           const PatternOptions& options, const Random& random) {
  std::string known;
  for (const auto& [candidate, make] : kGenerators) {
    if (candidate == name) return make(spec, options, random);
    known += (known.empty() ? "" : ", ") + std::string(candidate);
  }
  throw ConfigError("pattern '" + std::string(name) + "': expected one of " + known);
}

PatternPtr pattern_from_file(const std::filesystem::path& path, Index rows, Index cols,
                             BlockShape block) {
  const std::string extension = path.extension().string();
  if (extension != ".mtx" && extension != ".smtx")
    throw ConfigError(path.string() + ": a pattern is read from a .mtx or .smtx file");
  const PatternPtr found = extension == ".mtx" ? read_mtx(path).pattern_ptr() : read_smtx(path);
  if (found->rows() != rows || found->cols() != cols)
    throw FormatError(path.string() + ": the matrix is " + std::to_string(found->rows()) + "x" +
                      std::to_string(found->cols()) + "; expected " + std::to_string(rows) + "x" +
                      std::to_string(cols));
  return reblock(*found, block);
}

}  // namespace espalier::sparse
