// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/ops/sddmm_top_k.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>

#include <espalier/sparse/core/balanced_tree.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/matrix.h>
#include <espalier/sparse/ops/gemm.h>
#include <espalier/sparse/ops/operand_check.h>

namespace espalier::sparse {
namespace {

/// Rows of the gradient that one task forms. A constant, since the extents of a product may decide
/// the order in which the library sums, and that must not depend on the number of threads. Tall
/// enough that packing x, done anew for each strip, costs a few percent; 128 rows of 3072 floats
/// fit a second-level cache of 2 MiB.
constexpr Index kStripRows = 128;

/// Values of the gradient that are formed and summed over processes at once: 16 MiB, so that a
/// message is worth its latency. What it holds must be the same on all.
constexpr Index kPieceValues = Index{1} << 22;

/// gradient[r, c] = sum over tokens of dy[first_row + r, t] * x[c, t], for all rows of `gradient`.
/// Panel by panel in order; only the lanes that hold tokens are read.
void form_part(const GradientParts::Part& part, Index first_row, MatrixView<float> gradient,
               const Context& context) {
  const Activations &dy = *part.dy, &x = *part.x;
  if (dy.panels() == 0) std::fill_n(gradient.data, gradient.rows * gradient.cols, 0.0F);
  for (Index p = 0; p < dy.panels(); ++p)
    multiply({dy.row(p, first_row), gradient.rows, dy.used_lanes(p), dy.panel_width()},
             Transpose::kNo, {x.panel(p), x.features(), x.used_lanes(p), x.panel_width()},
             Transpose::kYes, gradient, p > 0, context);
}

/// The same of all parts: their sum by a tree. `gradient` holds zeros.
void form_strip(const std::vector<GradientParts::Part>& parts, Index first_row,
                MatrixView<float> gradient, const Context& context) {
  if (parts.empty()) return;
  const std::span<float> strip(gradient.data,
                               static_cast<std::size_t>(gradient.rows * gradient.cols));
  std::vector<AlignedVector<float>> aside(static_cast<std::size_t>(tree_levels(std::ssize(parts))));
  add_by_tree(
      0, std::ssize(parts),
      [&](Index i) { form_part(parts[static_cast<std::size_t>(i)], first_row, gradient, context); },
      [&](Index level) {
        aside[static_cast<std::size_t>(level)].assign(strip.begin(), strip.end());
      },
      [&](Index level) {
        const float* const from = aside[static_cast<std::size_t>(level)].data();
        for (std::size_t j = 0; j < strip.size(); ++j) strip[j] += from[j];
      });
}

GradientParts as_one_part(const Activations& dy, const Activations& x) {
  return {.parts = {{.dy = &dy, .x = &x}}};
}

/// The larger magnitude, or NaN if either is NaN.
float larger(float a, float b) { return a >= b || std::isnan(a) ? a : b; }

/// Pools one block row of the gradient, `rows` x `scores.size() * block_cols`: down each column
/// first, in place in its first row, then across the columns of each block. Overwrites `rows`.
void pool_block_row(MatrixView<float> rows, Index block_cols, GradientPool pool,
                    std::span<float> scores) {
  const bool max = pool == GradientPool::kMax;
  float* const down = rows.data;
  for (Index c = 0; c < rows.cols; ++c) down[c] = std::abs(down[c]);
  for (Index r = 1; r < rows.rows; ++r) {
    const float* const row = rows.row(r).data();
    if (max)
      for (Index c = 0; c < rows.cols; ++c) down[c] = larger(down[c], std::abs(row[c]));
    else
      for (Index c = 0; c < rows.cols; ++c) down[c] += std::abs(row[c]);
  }
  const auto divisor = static_cast<float>(rows.rows * block_cols);
  for (float& score : scores) {
    const float* const block = down + (&score - scores.data()) * block_cols;
    float total = block[0];
    for (Index c = 1; c < block_cols; ++c) total = max ? larger(total, block[c]) : total + block[c];
    score = pool == GradientPool::kMean ? total / divisor : total;
  }
}

/// The best positions seen so far. Which positions are best is a total order, so that the outcome
/// does not depend on the order in which rows arrive.
class Candidates {
 public:
  // Below every magnitude.
  static constexpr float kNaN = -1, kNothing = -2;

  struct Candidate {
    float score = kNothing;
    BlockCoordinate at;

    bool before(const Candidate& other) const {
      return score != other.score ? score > other.score : at < other.at;
    }
  };

  /// `count` must be positive.
  explicit Candidates(std::size_t count) : count_(count) {}

  /// Considers a block row without the columns that are excluded there (ascending).
  void add(Index block_row, std::span<const float> scores, std::span<const BlockIndex> excluded) {
    // The bound only rises, so that an old one keeps too many candidates but loses none.
    const std::optional<Candidate> bound = worst_kept();
    std::vector<Candidate> better;
    auto next_excluded = excluded.begin();
    for (std::size_t c = 0; c < scores.size(); ++c) {
      const auto col = static_cast<BlockIndex>(c);
      if (next_excluded != excluded.end() && *next_excluded == col) {
        ++next_excluded;
        continue;
      }
      const Candidate candidate{std::isnan(scores[c]) ? kNaN : scores[c],
                                {static_cast<BlockIndex>(block_row), col}};
      if (!bound || candidate.before(*bound)) better.push_back(candidate);
    }
    const std::lock_guard lock(mutex_);
    best_.insert(best_.end(), better.begin(), better.end());
    if (best_.size() >= 2 * count_) cut();
  }

  /// Considers those of all processes, each of which has added other block rows. Collective.
  void merge(GradientPeers& peers) {
    cut();
    best_.resize(count_);  // as many from each, so that nobody need be told how many
    std::vector<Candidate> all(static_cast<std::size_t>(peers.count()) * count_);
    std::ranges::copy(best_, all.begin() + peers.own() * static_cast<Index>(count_));
    std::vector<std::span<std::byte>> slices;
    for (std::size_t first = 0; first < all.size(); first += count_)
      slices.push_back(std::as_writable_bytes(std::span(all).subspan(first, count_)));
    peers.gather(slices);
    best_.swap(all);
  }

  std::vector<BlockCoordinate> in_row_order() {
    cut();
    std::vector<BlockCoordinate> positions;
    positions.reserve(best_.size());
    for (const Candidate& candidate : best_) positions.push_back(candidate.at);
    std::sort(positions.begin(), positions.end());
    return positions;
  }

 private:
  std::optional<Candidate> worst_kept() {
    const std::lock_guard lock(mutex_);
    return worst_;
  }

  /// Leaves the `count_` best, if there are so many, and remembers the worst of them.
  void cut() {
    if (best_.size() < count_) return;
    const auto last = best_.begin() + static_cast<std::ptrdiff_t>(count_) - 1;
    std::nth_element(best_.begin(), last, best_.end(),
                     [](const Candidate& a, const Candidate& b) { return a.before(b); });
    worst_ = *last;
    best_.erase(last + 1, best_.end());
  }

  std::size_t count_;
  std::mutex mutex_;
  std::vector<Candidate> best_;
  std::optional<Candidate> worst_;
};

/// A gradient, cut into strips of block rows.
class Strips {
 public:
  Strips(const GradientParts& gradient, const BlockPattern& grid)
      : gradient_(&gradient),
        grid_(&grid),
        height_(std::max<Index>(1, kStripRows / grid.block().rows)) {}

  Index count() const { return (grid_->grid_rows() + height_ - 1) / height_; }
  /// The first block row of a strip; of number `count()`, the end.
  Index begin(Index strip) const { return std::min(strip * height_, grid_->grid_rows()); }
  /// As many strips of full height as are summed at once.
  Index of_a_piece() const { return std::max<Index>(1, kPieceValues / (height_ * row_values())); }
  /// Values of a block row.
  Index row_values() const { return grid_->block().rows * grid_->cols(); }

  /// The parts of this process. `values` are zeros, for the block rows of the strip.
  void form(Index strip, float* values, const Context& context) const {
    const Index first = begin(strip) * grid_->block().rows;
    const Index end = begin(strip + 1) * grid_->block().rows;
    form_strip(gradient_->parts, first, {values, end - first, grid_->cols()}, context);
  }
  /// Overwrites `values`, of a block row.
  void score(float* values, GradientPool pool, std::span<float> scores) const {
    pool_block_row({values, grid_->block().rows, grid_->cols()}, grid_->block().cols, pool, scores);
  }

 private:
  const GradientParts* gradient_;
  const BlockPattern* grid_;
  Index height_;  // in block rows
};

/// Where the slices of so many processes begin in so many block rows, and where the last one ends.
std::vector<Index> even_borders(Index rows, Index processes) {
  std::vector<Index> borders;
  for (Index i = 0; i <= processes; ++i) borders.push_back(rows * i / processes);
  return borders;
}

/// Whose scores a process visits.
enum class Scores { kOfAll, kOwn };

/// Of a gradient that processes share. The owner of a slice of block rows scores it.
void visit_shared(const GradientParts& gradient, const BlockPattern& grid, GradientPool pool,
                  Scores visited, const BlockRowScores& visit, const Context& context) {
  const Strips strips(gradient, grid);
  GradientPeers& peers = *gradient.peers;
  const auto own = static_cast<std::size_t>(peers.own());
  AlignedVector<float> values;
  std::vector<float> scores;
  const auto scores_of = [&](Index first, Index last) {  // block rows of the piece
    return std::span(scores).subspan(static_cast<std::size_t>(first * grid.grid_cols()),
                                     static_cast<std::size_t>((last - first) * grid.grid_cols()));
  };
  for (Index strip = 0; strip < strips.count(); strip += strips.of_a_piece()) {
    const Index last_strip = std::min(strip + strips.of_a_piece(), strips.count());
    const Index first = strips.begin(strip), rows = strips.begin(last_strip) - first;
    const auto values_of = [&](Index row) { return values.data() + row * strips.row_values(); };
    values.assign(static_cast<std::size_t>(rows * strips.row_values()), 0.0F);
    context.parallel_for(last_strip - strip, [&](Index i) {
      strips.form(strip + i, values_of(strips.begin(strip + i) - first), context);
    });

    const std::vector<Index> borders = even_borders(rows, peers.count());
    std::vector<std::size_t> value_borders;
    value_borders.reserve(borders.size());
    for (const Index row : borders)
      value_borders.push_back(static_cast<std::size_t>(row * strips.row_values()));
    peers.sum_slices(values, value_borders);

    scores.resize(static_cast<std::size_t>(rows * grid.grid_cols()));
    Index begin = borders[own], end = borders[own + 1];
    context.parallel_for(end - begin, [&](Index i) {
      strips.score(values_of(begin + i), pool, scores_of(begin + i, begin + i + 1));
    });
    if (visited == Scores::kOfAll) {
      std::vector<std::span<std::byte>> slices;
      for (std::size_t i = 0; i + 1 < borders.size(); ++i)
        slices.push_back(std::as_writable_bytes(scores_of(borders[i], borders[i + 1])));
      peers.gather(slices);
      begin = 0;
      end = rows;
    }
    context.parallel_for(end - begin, [&](Index i) {
      visit(first + begin + i, scores_of(begin + i, begin + i + 1));
    });
  }
}

/// Of a gradient whose parts are all here.
void visit_alone(const GradientParts& gradient, const BlockPattern& grid, GradientPool pool,
                 const BlockRowScores& visit, const Context& context) {
  const Strips strips(gradient, grid);
  context.parallel_for(strips.count(), [&](Index strip) {
    const Index first = strips.begin(strip), rows = strips.begin(strip + 1) - first;
    AlignedVector<float> values(static_cast<std::size_t>(rows * strips.row_values()));
    std::vector<float> scores(static_cast<std::size_t>(grid.grid_cols()));
    strips.form(strip, values.data(), context);
    for (Index r = 0; r < rows; ++r) {
      strips.score(values.data() + r * strips.row_values(), pool, scores);
      visit(first + r, scores);
    }
  });
}

void visit_scores(const GradientParts& gradient, const BlockPattern& grid, GradientPool pool,
                  Scores visited, const BlockRowScores& visit, const Context& context) {
  if (grid.grid_size() == 0) return;
  if (gradient.peers == nullptr) return visit_alone(gradient, grid, pool, visit, context);
  visit_shared(gradient, grid, pool, visited, visit, context);
}

}  // namespace

void sddmm_block_scores(const Activations& dy, const Activations& x, BlockShape block,
                        GradientPool pool, const BlockRowScores& visit, const Context& context) {
  PanelOperands{"sddmm_block_scores", "dy", dy.shape(), dy.features(), "x", x.shape(), x.features()}
      .check();
  sddmm_block_scores(as_one_part(dy, x), dy.features(), x.features(), block, pool, visit, context);
}

void sddmm_block_scores(const GradientParts& gradient, Index rows, Index cols, BlockShape block,
                        GradientPool pool, const BlockRowScores& visit, const Context& context) {
  check_parts("sddmm_block_scores", gradient, rows, cols);
  // The empty pattern checks that the block divides the extents.
  const PatternPtr grid = BlockPattern::from_coordinates(rows, cols, block, {});
  visit_scores(gradient, *grid, pool, Scores::kOfAll, visit, context);
}

std::vector<BlockCoordinate> sddmm_top_k(const Activations& dy, const Activations& x,
                                         const BlockPattern& excluded, Index count,
                                         GradientPool pool, const Context& context) {
  PanelOperands{"sddmm_top_k", "dy", dy.shape(), excluded.rows(), "x", x.shape(), excluded.cols()}
      .check();
  return sddmm_top_k(as_one_part(dy, x), excluded, count, pool, context);
}

std::vector<BlockCoordinate> sddmm_top_k(const GradientParts& gradient,
                                         const BlockPattern& excluded, Index count,
                                         GradientPool pool, const Context& context) {
  check_parts("sddmm_top_k", gradient, excluded.rows(), excluded.cols());
  const Index open = excluded.grid_size() - excluded.blocks();
  if (count < 0 || count > open)
    throw ShapeError("sddmm_top_k: count is " + std::to_string(count) +
                     "; expected a value from 0 to the " + std::to_string(open) +
                     " positions that are not stored");
  if (count == 0) return {};
  Candidates candidates(static_cast<std::size_t>(count));
  // Whatever is fewer bytes travels.
  const bool merges =
      gradient.peers != nullptr &&
      count * gradient.peers->count() * static_cast<Index>(sizeof(Candidates::Candidate)) <
          excluded.grid_size() * static_cast<Index>(sizeof(float));
  visit_scores(
      gradient, excluded, pool, merges ? Scores::kOwn : Scores::kOfAll,
      [&](Index row, std::span<const float> scores) {
        const Index first = excluded.row_offsets()[row];
        const Index stored = excluded.row_offsets()[row + 1] - first;
        candidates.add(row, scores, excluded.columns().subspan(first, stored));
      },
      context);
  if (merges) candidates.merge(*gradient.peers);
  return candidates.in_row_order();
}

}  // namespace espalier::sparse
