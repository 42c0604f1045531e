// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include <espalier/schedules/policies/topology_policy.h>

namespace espalier::schedules {

/// Makes a policy from settings; it throws ConfigError if it cannot.
using PolicyFactory = std::function<PolicyPtr(const PolicyOptions&)>;

/// Adds a policy under `info.name` for `make_topology_policy` and `topology_policies`, for instance
/// one from outside the library. `preset` holds the settings that a configuration starts from.
/// Throws ConfigError if the name is empty or taken, or the factory is empty. May be called from
/// any thread.
void register_topology_policy(PolicyInfo info, PolicyFactory factory,
                              const PolicyOptions& preset = {});

/// All policies that can be made by name: those of the library, then the registered ones in order
/// of registration.
std::vector<PolicyInfo> topology_policies();

/// The settings of the source of a policy; what it does not say is the paper's. Only the number of
/// steps must be added. Throws ConfigError if there is no policy of this name.
PolicyOptions policy_preset(std::string_view name);

/// Makes a policy by name. Throws ConfigError if there is none of this name (the message lists
/// them) or the settings do not suit it.
PolicyPtr make_topology_policy(std::string_view name, const PolicyOptions& options);

}  // namespace espalier::schedules
// Tested by tests/schedules/policies/policy_table_test.cpp
