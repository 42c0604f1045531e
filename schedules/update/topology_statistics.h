// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <espalier/schedules/update/edit_log.h>
#include <espalier/schedules/update/topology_updater.h>
#include <espalier/sparse/format/block_pattern.h>

namespace espalier::schedules {

/// The expected share of positions ever stored after an update, if that share was `explored_before`
/// in expectation before it and the update grew uniformly among the positions that were free:
///   c_k = c_(k-1) + g_k (1 - c_(k-1)) N / (N - n)
/// where g_k N blocks are stored in `now` and not in `previous`, n are stored in `previous`, and N
/// is the number of positions: every position that was never stored is free, and each free one is
/// as likely to be grown. `expected_explored` is the same with the shares of the paper's policy
/// instead of whole numbers of blocks. Throws ShapeError if the patterns differ in extents or
/// blocks. Source: derived from Dietrich et al. 2021, algorithm 1.
double expected_explored_after(double explored_before, const sparse::BlockPattern& previous,
                               const sparse::BlockPattern& now);

/// Statistics of one weight's pattern, or of all together, after an update.
struct PatternStatistics {
  double density = 0;         ///< stored / all values
  double target_density = 0;  ///< at the end of training
  double explored = 0;        ///< share of positions ever stored, this update included
  /// Its expectation by chance (`expected_explored_after`); nothing if the policy does not grow
  /// uniformly at random, so that there is no closed form.
  std::optional<double> expected_explored;
  /// Share of the blocks that the previous update grew which this one dropped; 0 if none was grown.
  double removed_new = 0;
  double overlap_initial = 0;   ///< share of the blocks of the start that are stored now
  double overlap_previous = 0;  ///< share of the blocks before the update that are stored now
  Index dead_rows = 0;          ///< block rows that store nothing
  Index dead_cols = 0;          ///< block columns that store nothing
};

/// Statistics of all patterns of a model after one update.
struct TopologyStatistics {
  std::vector<PatternStatistics> weights;  ///< in the order of the report
  /// Shares over all weights, each by its number of values; counts summed.
  PatternStatistics total;
};

/// The patterns of one weight that statistics compare.
struct PatternCourse {
  sparse::PatternPtr initial;   ///< when training began
  sparse::PatternPtr previous;  ///< before the update
  sparse::PatternPtr now;       ///< after it
  /// `expected_explored` after the update before, or the initial density at the first; nothing if
  /// there is no closed form.
  std::optional<double> expected_before;
};

/// Statistics after an update. `courses` are in the order of the report's weights. Throws
/// ShapeError if their number differs from that of the weights, a pattern is null or the patterns
/// of a weight do not fit together. Cost: O(blocks + block rows + block columns).
TopologyStatistics topology_statistics(const UpdateReport& report,
                                       std::span<const PatternCourse> courses);

/// How long grown blocks stay, by their age in updates. grown[j] counts the blocks that all updates
/// grew that had j later ones; stored[j] counts those of them that were stored j updates later.
struct Survival {
  std::vector<Index> grown, stored;

  /// Adds the counts of another weight.
  void add(const Survival& other);
  /// stored[j] / grown[j], 0 where nothing was grown.
  std::vector<double> shares() const;
};

/// A block that is dropped and grown again counts as new. Empty without updates. Throws as
/// `replay`. Cost: O(updates * blocks), and memory of O(updates + blocks).
Survival survival_of_grown(const sparse::PatternPtr& initial, std::span<const EditLogEntry> entries,
                           std::string_view weight);

/// A histogram of non-negative numbers in bins of a factor of two: counts[i] numbers lie in
/// [2^e, 2^(e + 1)), e = lowest_exponent + i.
struct NormHistogram {
  Index zeros = 0;       ///< numbers that are 0, such as the norms of blocks just grown
  Index not_finite = 0;  ///< infinities and NaNs
  int lowest_exponent = 0;
  std::vector<Index> counts;  ///< from the smallest number to the largest; the ends are positive

  bool operator==(const NormHistogram&) const = default;
};

/// Sorts numbers into such a histogram. All histograms have the same bins, so that those of several
/// times and weights compare. Cost: one pass over the numbers.
NormHistogram norm_histogram(std::span<const double> norms);

}  // namespace espalier::schedules
