// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include <espalier/schedules/rules/criterion.h>
#include <espalier/schedules/rules/policy_options.h>
#include <espalier/schedules/timing/schedule.h>

namespace espalier::schedules {

/// Which blocks of a weight an update drops, and how many. One of the rules that `UpdateRules`
/// combines.
struct DropRule {
  DropCriterion criterion;
  CriterionSettings settings = {};
  Schedule fraction;  ///< share of the stored blocks, over completed steps
  Rounding rounding = Rounding::kUp;

  /// Scores of all stored blocks. Throws ShapeError if the criterion does not give one for each
  /// block, and whatever the criterion throws.
  std::vector<double> scores(const CriterionInputs& inputs) const;
  /// A share of `total` blocks as a whole number.
  Index share(double of_all, Index total) const;
  /// Chooses the `shed` blocks of smallest score (smallest |score| if the criterion ranks the two
  /// signs separately), and of the rest its share of those of smallest score, at most `room`.
  /// Ascending positions.
  std::vector<Index> choose(const std::vector<double>& scores, Index shed, double of_rest,
                            Index room) const;
};

/// |score|, by which blocks of both signs compare.
std::vector<double> sizes_of(const std::vector<double>& scores);

}  // namespace espalier::schedules
// Tested by tests/schedules/policies/update_rules_test.cpp
