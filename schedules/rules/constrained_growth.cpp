// SPDX-License-Identifier: Apache-2.0
#include <espalier/schedules/rules/constrained_growth.h>

#include <algorithm>
#include <iterator>
#include <string>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/topology/select.h>

namespace espalier::schedules {
namespace {

using sparse::BlockCoordinate;
using sparse::BlockPattern;
using sparse::TopologyEdit;

/// The free positions of columns [first, last) of a block row, ascending. `kept` says which stored
/// positions count as stored.
std::vector<BlockIndex> free_columns(const BlockPattern& pattern, Index row, Index first,
                                     Index last, const std::vector<bool>& kept) {
  std::vector<BlockIndex> free;
  const BlockIndex* const columns = pattern.columns().data();
  const Index end = pattern.row_offsets()[static_cast<std::size_t>(row) + 1];
  Index stored = std::lower_bound(columns + pattern.row_offsets()[static_cast<std::size_t>(row)],
                                  columns + end, first) -
                 columns;
  for (Index c = first; c < last; ++c) {
    bool taken = false;
    if (stored < end && columns[stored] == c) taken = kept[static_cast<std::size_t>(stored++)];
    if (!taken) free.push_back(static_cast<BlockIndex>(c));
  }
  return free;
}

/// The best `count` of some columns by the scores of their row, ascending.
std::vector<BlockIndex> best_of(const std::vector<BlockIndex>& columns,
                                std::span<const float> row_scores, Index count) {
  std::vector<double> scores;
  scores.reserve(columns.size());
  for (const BlockIndex c : columns) scores.push_back(row_scores[static_cast<std::size_t>(c)]);
  std::vector<BlockIndex> best;
  for (const Index i : sparse::largest(scores, count))
    best.push_back(columns[static_cast<std::size_t>(i)]);
  return best;
}

/// Throws ShapeError unless `target` blocks are stored afterwards: a row that growth did not visit
/// grows none.
TopologyEdit edit_of(const std::vector<bool>& kept,
                     const std::vector<std::vector<BlockIndex>>& grown, Index target) {
  TopologyEdit edit;
  for (std::size_t i = 0; i < kept.size(); ++i)
    if (!kept[i]) edit.drop.push_back(static_cast<Index>(i));
  for (std::size_t r = 0; r < grown.size(); ++r)
    for (const BlockIndex c : grown[r]) edit.grow.push_back({static_cast<BlockIndex>(r), c});
  const Index stored = std::ssize(kept) - std::ssize(edit.drop) + std::ssize(edit.grow);
  if (stored != target)
    throw ShapeError("growth: " + std::to_string(stored) + " blocks afterwards; expected " +
                     std::to_string(target) + ", from one visit to each row");
  return edit;
}

/// Throws ShapeError unless there is a score for each block, and as many blocks as are to go.
void check_drop(const BlockPattern& pattern, std::span<const double> scores, Index count) {
  if (static_cast<Index>(scores.size()) != pattern.blocks() || count < 0 ||
      count > pattern.blocks())
    throw ShapeError("growth: " + std::to_string(scores.size()) + " scores to drop " +
                     std::to_string(count) + " of " + std::to_string(pattern.blocks()) +
                     " blocks; expected one for each, and no more to drop than there are");
}

/// Throws ShapeError unless growth visits a row of the pattern with a score for each position.
void check_row(const BlockPattern& pattern, Index row, std::span<const float> scores) {
  if (row < 0 || row >= pattern.grid_rows() ||
      static_cast<Index>(scores.size()) != pattern.grid_cols())
    throw ShapeError("growth: " + std::to_string(scores.size()) + " scores of row " +
                     std::to_string(row) + "; expected " + std::to_string(pattern.grid_cols()) +
                     " of rows 0 to " + std::to_string(pattern.grid_rows() - 1));
}

std::vector<bool> kept_after_drop(std::span<const double> scores, Index count) {
  std::vector<bool> kept(scores.size(), true);
  for (const Index i : sparse::smallest(scores, count)) kept[static_cast<std::size_t>(i)] = false;
  return kept;
}

}  // namespace

TopologyEdit exchange_within_groups(const BlockPattern& pattern,
                                    std::span<const double> drop_scores, const GrowthScores& growth,
                                    Index count, Index group) {
  check_drop(pattern, drop_scores, count);
  if (group < 1)
    throw ShapeError("growth: groups of " + std::to_string(group) + " blocks; expected 1 or more");
  std::vector<bool> kept = kept_after_drop(drop_scores, count);
  std::vector<std::vector<BlockIndex>> grown(static_cast<std::size_t>(pattern.grid_rows()));
  const std::vector<bool> stored(drop_scores.size(), true);
  // A row's flags are touched by the visit of that row alone, but flags of several share a word.
  std::vector<std::vector<Index>> kept_again(grown.size());
  growth.for_each_row([&](Index row, std::span<const float> scores) {
    check_row(pattern, row, scores);
    const auto r = static_cast<std::size_t>(row);
    const Index end = pattern.row_offsets()[r + 1];
    Index position = pattern.row_offsets()[r];
    for (Index first = 0; first < pattern.grid_cols(); first += group) {
      const Index last = std::min(first + group, pattern.grid_cols());
      std::vector<Index> lost;
      for (; position < end && pattern.columns()[static_cast<std::size_t>(position)] < last;
           ++position)
        if (!kept[static_cast<std::size_t>(position)]) lost.push_back(position);
      if (lost.empty()) continue;
      const std::vector<BlockIndex> free = free_columns(pattern, row, first, last, stored);
      const Index exchanged =
          std::min(static_cast<Index>(lost.size()), static_cast<Index>(free.size()));
      // Too few free positions: the largest of the dropped stay.
      std::vector<double> lost_scores;
      lost_scores.reserve(lost.size());
      for (const Index i : lost) lost_scores.push_back(drop_scores[static_cast<std::size_t>(i)]);
      for (const Index i :
           sparse::largest(lost_scores, static_cast<Index>(lost.size()) - exchanged))
        kept_again[r].push_back(lost[static_cast<std::size_t>(i)]);
      for (const BlockIndex c : best_of(free, scores, exchanged)) grown[r].push_back(c);
    }
  });
  for (const std::vector<Index>& row : kept_again)
    for (const Index i : row) kept[static_cast<std::size_t>(i)] = true;
  return edit_of(kept, grown, pattern.blocks());
}

TopologyEdit exchange_with_constant_fan_in(const BlockPattern& pattern,
                                           std::span<const double> drop_scores,
                                           const GrowthScores& growth,
                                           const FanInOptions& options) {
  check_drop(pattern, drop_scores, options.count);
  std::vector<bool> kept = kept_after_drop(drop_scores, options.count);
  const auto rows = static_cast<std::size_t>(pattern.grid_rows());
  std::vector<Index> salient(rows, 0);
  Index fan_in = 0;
  for (std::size_t r = 0; r < rows; ++r) {
    const Index begin = pattern.row_offsets()[r];
    const Index end = pattern.row_offsets()[r + 1];
    fan_in = std::max(fan_in, end - begin);
    for (Index i = begin; i < end; ++i) salient[r] += kept[static_cast<std::size_t>(i)] ? 1 : 0;
  }
  const Index free = pattern.grid_size() - pattern.blocks();
  for (const BlockCoordinate c : growth.best(pattern, std::min(options.count, free))) {
    if (c.row < 0 || static_cast<std::size_t>(c.row) >= rows)
      throw ShapeError("growth: a best position in row " + std::to_string(c.row) +
                       "; expected 0 to " + std::to_string(pattern.grid_rows() - 1));
    ++salient[static_cast<std::size_t>(c.row)];
  }

  // Ablate, but leave as many rows as the blocks need.
  std::vector<std::size_t> by_salience(rows);
  for (std::size_t r = 0; r < rows; ++r) by_salience[r] = r;
  std::stable_sort(by_salience.begin(), by_salience.end(),
                   [&](std::size_t a, std::size_t b) { return salient[a] > salient[b]; });
  const Index rows_needed =
      (options.target + pattern.grid_cols() - 1) / std::max<Index>(1, pattern.grid_cols());
  std::vector<bool> active(rows, false);
  Index active_rows = 0;
  for (const std::size_t r : by_salience) {
    const bool enough =
        static_cast<double>(salient[r]) >= options.ablation * static_cast<double>(fan_in);
    if (!enough && active_rows >= rows_needed) continue;
    active[r] = true;
    ++active_rows;
  }

  std::vector<Index> quota(rows, 0);
  Index extra = active_rows == 0 ? 0 : options.target % active_rows;
  for (std::size_t r = 0; r < rows; ++r)
    if (active[r]) quota[r] = options.target / active_rows + (extra-- > 0 ? 1 : 0);

  std::vector<std::vector<BlockIndex>> grown(rows);
  std::vector<std::vector<Index>> also_dropped(rows);
  growth.for_each_row([&](Index row, std::span<const float> scores) {
    check_row(pattern, row, scores);
    const auto r = static_cast<std::size_t>(row);
    std::vector<Index> survivors;
    std::vector<double> survivor_scores;
    for (Index i = pattern.row_offsets()[r]; i < pattern.row_offsets()[r + 1]; ++i)
      if (kept[static_cast<std::size_t>(i)]) {
        survivors.push_back(i);
        survivor_scores.push_back(drop_scores[static_cast<std::size_t>(i)]);
      }
    const Index surplus = static_cast<Index>(survivors.size()) - quota[r];
    if (surplus > 0)
      for (const Index i : sparse::smallest(survivor_scores, surplus))
        also_dropped[r].push_back(survivors[static_cast<std::size_t>(i)]);
    if (surplus < 0)
      grown[r] =
          best_of(free_columns(pattern, row, 0, pattern.grid_cols(), kept), scores, -surplus);
  });
  for (const std::vector<Index>& row : also_dropped)
    for (const Index i : row) kept[static_cast<std::size_t>(i)] = false;
  return edit_of(kept, grown, options.target);
}

}  // namespace espalier::schedules
