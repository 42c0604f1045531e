// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <vector>

#include <espalier/schedules/rules/criterion.h>
#include <espalier/schedules/rules/drop_rule.h>
#include <espalier/schedules/rules/policy_options.h>
#include <espalier/sparse/topology/topology_edit.h>
#include <espalier/sparse/topology/weight_owner.h>

namespace espalier::schedules {

/// What an update grows, where, and from which values. One of the rules that `UpdateRules`
/// combines.
struct GrowthRule {
  GrowCriterion criterion;
  CriterionSettings settings = {};
  double momentum_decay = 0.9;  ///< of the mean gradient, if it is needed
  bool regrow_dropped = false;  ///< positions that the update drops count as free
  bool keep_regrown = false;    ///< a block that is dropped and grown stays as it is
  bool redistribute = false;    ///< growth goes where the mean momentum is large
  bool first = false;           ///< grows before it drops, by as much as the next update will drop
  GrownValues values = GrownValues::kZero;
  double deviation = 0.01;  ///< of values `normal`
  sparse::GrownMoments moments = sparse::GrownMoments::kZero;

  bool grows() const { return static_cast<bool>(criterion.scores); }
  bool needs_momentum() const { return criterion.needs.momentum || redistribute; }
  /// The number of positions where a weight may grow once an update has dropped so many blocks.
  Index free_positions(const sparse::BlockPattern& pattern, Index dropped) const {
    return pattern.grid_size() - pattern.blocks() + (regrow_dropped ? dropped : 0);
  }
  /// How many blocks each weight grows: as many as it dropped beyond those that it `shed`. If
  /// growth comes first: the share `of_target` of its final number, rounded as `drop` rounds. With
  /// redistribution the sum is shared out by mean momentum. `fixed` weights grow nothing.
  std::vector<Index> counts(std::span<const sparse::WeightView> weights,
                            const std::vector<sparse::TopologyEdit>& edits,
                            const std::vector<Index>& shed, const std::vector<bool>& fixed,
                            const UpdateInfo& update, const DropRule& drop, double of_target) const;
  /// The criterion's scores. Throws ConfigError if there are none.
  std::unique_ptr<GrowthScores> scores(const CriterionInputs& inputs) const;
  /// The `count` best free positions of a weight that drops `drops`. Throws ShapeError if the
  /// criterion finds another number of them.
  std::vector<sparse::BlockCoordinate> choose(const CriterionInputs& inputs,
                                              const std::vector<Index>& drops, Index count) const;
  /// The first values of the blocks that `edit` grows.
  sparse::GrownStart start(const sparse::WeightView& weight, const sparse::TopologyEdit& edit,
                           const UpdateInfo& update) const;
};

/// Removes from both lists of an edit the blocks that it drops and grows again, so that they keep
/// their values and moments. Blocks that were `shed` (ascending) stay on the lists and start anew.
void keep_regrown_blocks(const sparse::BlockPattern& pattern, const std::vector<Index>& shed,
                         sparse::TopologyEdit& edit);

}  // namespace espalier::schedules
// Tested by tests/schedules/policies/update_rules_test.cpp
