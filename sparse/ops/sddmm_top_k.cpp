// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/ops/sddmm_top_k.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

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

/// Values of the gradient that are summed over processes at once: 16 MiB, so that a message is
/// worth its latency. The strips of a piece must be the same on all.
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
  struct Candidate {
    float score;  // -1 for NaN: below every magnitude
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
      const Candidate candidate{std::isnan(scores[c]) ? -1.0f : scores[c],
                                {static_cast<BlockIndex>(block_row), col}};
      if (!bound || candidate.before(*bound)) better.push_back(candidate);
    }
    const std::lock_guard lock(mutex_);
    best_.insert(best_.end(), better.begin(), better.end());
    if (best_.size() >= 2 * count_) cut();
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
  if (grid->grid_size() == 0) return;
  const Index strip_rows =  // block rows
      std::min(grid->grid_rows(), std::max<Index>(1, kStripRows / block.rows));
  const Index strips = (grid->grid_rows() + strip_rows - 1) / strip_rows;
  const Index strip_values = strip_rows * block.rows * cols;
  // Of a strip, the first block row and a view of its gradient in memory for as many strips.
  const auto strip_in = [&](AlignedVector<float>& values, Index first_strip, Index strip) {
    const Index first = strip * strip_rows;
    const Index last = std::min(first + strip_rows, grid->grid_rows());
    return std::pair(first, MatrixView<float>(values.data() + (strip - first_strip) * strip_values,
                                              (last - first) * block.rows, cols));
  };
  const auto form = [&](std::pair<Index, MatrixView<float>> strip) {
    form_strip(gradient.parts, strip.first * block.rows, strip.second, context);
  };
  const auto score = [&](std::pair<Index, MatrixView<float>> strip) {
    std::vector<float> scores(static_cast<std::size_t>(grid->grid_cols()));
    for (Index r = 0; r < strip.second.rows / block.rows; ++r) {
      pool_block_row({&strip.second(r * block.rows, 0), block.rows, cols}, block.cols, pool,
                     scores);
      visit(strip.first + r, scores);
    }
  };
  if (!gradient.add_others)
    return context.parallel_for(strips, [&](Index i) {
      AlignedVector<float> values(static_cast<std::size_t>(strip_values));
      const auto strip = strip_in(values, i, i);
      form(strip);
      score(strip);
    });

  const Index at_once = std::min(strips, std::max<Index>(1, kPieceValues / strip_values));
  AlignedVector<float> values;
  for (Index begin = 0; begin < strips; begin += at_once) {
    const Index end = std::min(begin + at_once, strips);
    const Index block_rows = std::min(end * strip_rows, grid->grid_rows()) - begin * strip_rows;
    values.assign(static_cast<std::size_t>(block_rows * block.rows * cols), 0.0F);
    context.parallel_for(end - begin, [&](Index i) { form(strip_in(values, begin, begin + i)); });
    gradient.add_others(values);
    context.parallel_for(end - begin, [&](Index i) { score(strip_in(values, begin, begin + i)); });
  }
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
  const Index open = excluded.grid_size() - excluded.blocks();
  if (count < 0 || count > open)
    throw ShapeError("sddmm_top_k: count is " + std::to_string(count) +
                     "; expected a value from 0 to the " + std::to_string(open) +
                     " positions that are not stored");
  if (count == 0) return {};
  Candidates candidates(static_cast<std::size_t>(count));
  sddmm_block_scores(
      gradient, excluded.rows(), excluded.cols(), excluded.block(), pool,
      [&](Index row, std::span<const float> scores) {
        const Index first = excluded.row_offsets()[row];
        const Index stored = excluded.row_offsets()[row + 1] - first;
        candidates.add(row, scores, excluded.columns().subspan(first, stored));
      },
      context);
  return candidates.in_row_order();
}

}  // namespace espalier::sparse
