// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <espalier/schedules/policies/topology_policy.h>
#include <espalier/schedules/rules/density_course.h>
#include <espalier/schedules/rules/drop_rule.h>
#include <espalier/schedules/rules/growth_rule.h>
#include <espalier/schedules/rules/structure_rule.h>

namespace espalier::schedules {

/// The rules that `drop_and_grow` composes. Most policies are made by naming them
/// (`rules_of(policy_preset("rigl"))`); a program may also put together its own.
struct UpdateRules {
  DensityCourse density;
  DropRule drop;
  GrowthRule growth;
  StructureRule structure = {};
  bool skip_optimizer = false;     ///< steps with an update leave the optimizer out
  std::string pattern = "random";  ///< patterns to start from

  /// What they read, all together.
  PolicyNeeds needs() const;
  /// What they cost, by what they read.
  PolicyCost cost() const;
};

/// The rules that options stand for. Throws ConfigError for an option outside its domain and for a
/// criterion that nobody has registered.
UpdateRules rules_of(const PolicyOptions& options);

/// When options have updates fall due. Throws ConfigError for an option outside its domain.
Cadence cadence_of(const PolicyOptions& options);

/// Throws ConfigError if a rule would silently undo another, or there is no update for one.
void check_combination(const UpdateRules& rules, const Cadence& cadence);

}  // namespace espalier::schedules
