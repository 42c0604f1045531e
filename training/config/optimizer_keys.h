// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <espalier/models/optimizers/optimizer_settings.h>
#include <espalier/training/config/key.h>
#include <espalier/training/config/run_config.h>

namespace espalier::training {

/// The optimizer of a run: training.optimizer names it, and the settings that it declares are keys
/// of the table training. Several optimizers may have a key; those without it refuse it.

/// The names that training.optimizer may have.
std::vector<std::string> optimizer_names();

/// The settings that no field of RunConfig holds, as keys. At their defaults they leave hashes
/// alone.
std::vector<Key> optimizer_keys();

/// The setting of this name, as the first optimizer that has it declares it.
models::OptimizerSetting optimizer_setting(const std::string& name);

/// Does the optimizer of `config` have this setting? Throws ConfigError if there is no such
/// optimizer.
bool has_optimizer_setting(const RunConfig& config, const std::string& name);

/// Gives the keys of the optimizer `name` the values of its source: what a file that names it
/// starts from. Throws ConfigError if there is no such optimizer.
void start_from_optimizer(const std::string& name, RunConfig& config);

/// What the configuration says to its optimizer, for models::make_optimizer.
models::SettingValues optimizer_settings(const RunConfig& config);

/// Arithmetic of the optimizer on one stored value.
double optimizer_flops_per_value(const RunConfig& config);

/// Values that the optimizer keeps for each stored value.
double optimizer_state_per_value(const RunConfig& config);

}  // namespace espalier::training
