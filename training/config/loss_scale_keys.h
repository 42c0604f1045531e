// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <espalier/models/optimizers/loss_scaler.h>
#include <espalier/training/config/key.h>
#include <espalier/training/config/run_config.h>

namespace espalier::training {

/// training.loss_scale and the settings of a dynamic one.
std::vector<Key> loss_scale_keys();

/// The settings that these keys give; nothing unless training.precision is float16.
std::optional<models::LossScalerOptions> loss_scaler_options(const RunConfig& config);

/// Throws ConfigError if a key was changed that has no effect beside the others, or if keys
/// contradict each other.
void check_loss_scale(const RunConfig& config, const std::string& source);

}  // namespace espalier::training
