// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include <espalier/schedules/rules/criterion.h>
#include <espalier/schedules/rules/policy_options.h>
#include <espalier/schedules/timing/schedule.h>

namespace espalier::schedules {

/// Which blocks of a weight an update drops, and how many: a value, to be composed with the other
/// rules (`UpdateRules`).
struct DropRule {
  DropCriterion criterion;
  CriterionSettings settings = {};
  Schedule fraction;  ///< share of the stored blocks, over completed steps
  Rounding rounding = Rounding::kUp;

  /// Scores of all stored blocks. Throws what the criterion does, and ShapeError if it does not
  /// give one score for each block.
  std::vector<double> scores(const CriterionInputs& inputs) const;
  /// A share of `total` blocks as a whole number.
  Index share(double of_all, Index total) const;
  /// The `shed` blocks of smallest score (size of it, where its sign parts them), and of the rest a
  /// share of those of smallest score, of which at most `room`. Ascending positions.
  std::vector<Index> choose(const std::vector<double>& scores, Index shed, double of_rest,
                            Index room) const;
};

/// |score|: what blocks are compared by where their sign does not part them.
std::vector<double> sizes_of(const std::vector<double>& scores);

}  // namespace espalier::schedules
// Tested by tests/schedules/policies/update_rules_test.cpp
