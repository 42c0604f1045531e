// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/schedules/rules/constrained_growth.h>
#include <espalier/schedules/rules/policy_options.h>

namespace espalier::schedules {

/// A structure that all patterns of a policy keep to; it chooses both what is dropped and what
/// grows. One of the rules that `UpdateRules` combines.
struct StructureRule {
  Structure kind = Structure::kNone;
  Index group = 4;        ///< of groups, in blocks
  double ablation = 0.3;  ///< of a constant fan-in

  bool constrains() const { return kind != Structure::kNone; }
  /// Exchanges `count` blocks of a weight, which stores `target` blocks afterwards, and keeps to
  /// the structure. Must not be called without one.
  sparse::TopologyEdit exchange(const sparse::BlockPattern& pattern,
                                std::span<const double> drop_scores, const GrowthScores& growth,
                                Index count, Index target) const {
    if (kind == Structure::kGroups)
      return exchange_within_groups(pattern, drop_scores, growth, count, group);
    return exchange_with_constant_fan_in(pattern, drop_scores, growth,
                                         {.count = count, .target = target, .ablation = ablation});
  }
};

}  // namespace espalier::schedules
// Tested by tests/schedules/policies/update_rules_test.cpp
