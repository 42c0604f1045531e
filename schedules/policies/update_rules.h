// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <espalier/schedules/policies/topology_policy.h>
#include <espalier/schedules/rules/density_course.h>
#include <espalier/schedules/rules/drop_rule.h>
#include <espalier/schedules/rules/growth_rule.h>
#include <espalier/schedules/rules/structure_rule.h>

namespace espalier::schedules {

/// The rules that `drop_and_grow` composes. Options name them (`rules_of`); a program may also put
/// together its own.
struct UpdateRules {
  DensityCourse density;
  DropRule drop;
  GrowthRule growth;
  StructureRule structure = {};
  bool skip_optimizer = false;     ///< steps with an update leave the optimizer out
  std::string pattern = "random";  ///< patterns to start from

  /// What the rules read, all together.
  PolicyNeeds needs() const;
  /// Their cost, which follows from what they read.
  PolicyCost cost() const;
};

/// The rules that `options` describe, of which `steps` is one: schedules are laid over the run.
/// Throws ConfigError for an option outside its domain and for a criterion that is not registered.
UpdateRules rules_of(const PolicyOptions& options);

/// The cadence that `options` describe. Throws ConfigError for an option outside its domain, such
/// as `steps` that are not given.
Cadence cadence_of(const PolicyOptions& options);

/// Throws ConfigError if one rule would silently undo another, a rule needs an update and there is
/// none, drops have nothing to be chosen by, or a group, an ablation or the decay of a mean
/// gradient that is needed lies outside the domain of its option.
void check_combination(const UpdateRules& rules, const Cadence& cadence);

}  // namespace espalier::schedules
