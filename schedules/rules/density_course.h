// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include <espalier/schedules/rules/policy_options.h>
#include <espalier/schedules/rules/update_info.h>
#include <espalier/schedules/timing/schedule.h>
#include <espalier/sparse/topology/weight_view.h>

namespace espalier::schedules {

/// The number of blocks that the weights store in the course of a run:
///   N(t) = N_end + c(t) (N_start - N_end)
/// with N_start and N_end the initial and the target number of `WeightHistory`. One of the rules
/// that `UpdateRules` combines.
struct DensityCourse {
  double start = 0;  ///< density to start from if it is larger than the final one; 0: the final one
  Schedule excess;   ///< c, from 1 to 0
  DensityScope scope = DensityScope::kLayer;

  bool falls() const { return start > 0; }
  /// The density that a weight starts with if it has `density` at the end.
  double initial(double density) const { return std::max(density, start); }
  /// How many blocks each weight sheds at an update because it stores more than N(t); after the
  /// `last` update c is 0. `ranks` has one number for each stored block of each weight. With scope
  /// global the sum of all surpluses is shed among all weights at once, by the mean over a block's
  /// values, but the best block of each weight is safe. A frozen weight sheds nothing. It keeps its
  /// own surplus; what it has too little, other weights may keep in its place.
  std::vector<Index> surplus(std::span<const sparse::WeightView> weights,
                             const std::vector<std::vector<double>>& ranks,
                             const UpdateInfo& update, bool last) const;
};

}  // namespace espalier::schedules
// Tested by tests/schedules/policies/policy_table_test.cpp
