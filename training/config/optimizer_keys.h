// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <espalier/training/config/key.h>
#include <espalier/training/config/run_config.h>

namespace espalier::training {

/// The optimizer of a run: training.optimizer names it, and the settings that it declares are keys
/// of the table training. Several optimizers may share a key; the others refuse it.

/// The names that training.optimizer may have.
std::vector<std::string> optimizer_names();

/// The settings of all optimizers as keys; what several share comes as often. At their defaults
/// they do not change hashes.
std::vector<Key> optimizer_keys();

/// The setting with this name, from the first optimizer that declares it.
Setting optimizer_setting(const std::string& name);

/// Does the optimizer of `config` have this setting? Throws ConfigError if there is no such
/// optimizer.
bool has_optimizer_setting(const RunConfig& config, const std::string& name);

/// Sets the keys of the optimizer `name` to the values of its source. A file that names the
/// optimizer starts from them. Throws ConfigError if there is no such optimizer.
void start_from_optimizer(const std::string& name, RunConfig& config);

/// The settings of the configuration's optimizer, for models::make_optimizer.
SettingValues optimizer_settings(const RunConfig& config);

/// FLOPs of the optimizer for one stored value.
double optimizer_flops_per_value(const RunConfig& config);

/// Do the optimizers of two configurations keep the same state, so that either goes on from the
/// checkpoints of the other?
bool keep_same_state(const RunConfig& a, const RunConfig& b);

/// Number of values that the optimizer keeps for each stored value.
double optimizer_state_per_value(const RunConfig& config);

}  // namespace espalier::training
