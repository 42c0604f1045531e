// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <espalier/schedules/policies/topology_policy.h>

namespace espalier::schedules {

/// Makes a policy from settings. Throws ConfigError if it cannot.
using PolicyFactory = std::function<PolicyPtr(const PolicyOptions&)>;

/// Adds a policy, for instance one from outside the library, under `info.name`.
/// `make_topology_policy` and `topology_policies` then know it. A configuration that names it
/// starts from the settings in `preset`, and from `info.dense_attention`. Throws ConfigError if the
/// name is empty or taken, or the factory is empty. May be called from any thread.
void register_topology_policy(PolicyInfo info, PolicyFactory factory,
                              const PolicyOptions& preset = {});

/// All policies that can be made by name: those of the library, then the registered ones in order
/// of registration.
std::vector<PolicyInfo> topology_policies();

/// One of them. Throws ConfigError if no policy has the name.
PolicyInfo policy_info(std::string_view name);

/// The settings that the publication of a policy gives; the others are those of Dietrich et al.
/// Only the number of steps must be added. Throws ConfigError if no policy has the name.
PolicyOptions policy_preset(std::string_view name);

/// Makes a policy by name. `options` are all of its settings, so begin with its preset: without it
/// "rigl" is the paper's `dynamic` under another name, and "banded" a random pattern.
///
///   PolicyOptions options = policy_preset("rigl");
///   options.steps = 10000;
///   PolicyPtr rigl = make_topology_policy("rigl", options);
///
/// Throws ConfigError if no policy has the name (the message lists them), the settings do not suit
/// it, or its factory returns null.
PolicyPtr make_topology_policy(std::string_view name, const PolicyOptions& options);

/// Makes a policy by name with the settings of its preset, and over them those in `settings`, of
/// the form key=value, of which `steps` must be one if the policy moves patterns:
///
///   PolicyPtr rigl = preset_policy("rigl", {"steps=10000", "every_steps=20"});
///
/// Throws ConfigError as `policy_options_from` and `make_topology_policy` do.
PolicyPtr preset_policy(std::string_view name, std::span<const std::string> settings);
PolicyPtr preset_policy(std::string_view name, std::initializer_list<std::string> settings);

}  // namespace espalier::schedules
// Tested by tests/schedules/policies/policy_table_test.cpp
