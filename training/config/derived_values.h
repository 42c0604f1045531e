// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <espalier/schedules/policies/topology_policy.h>
#include <espalier/schedules/rules/density_distribution.h>
#include <espalier/sparse/core/types.h>
#include <espalier/training/config/run_config.h>

namespace espalier::training {

/// Optimizer steps of the run: `training.steps`, or as many whole batches as `training.tokens` or
/// `training.epochs` need.
Index steps(const RunConfig& config);

/// Groups of `training.panel_group` sequences in a batch, the last of which may be smaller.
Index panel_groups(const RunConfig& config);

/// Name of the model, such as "tiny" or "mlp_784-512-256-10". Throws as the task does.
std::string model_name(const RunConfig& config);

/// The densities in topology.layers, which are written "glob=density glob=density". Throws
/// ConfigError naming the part that is none.
std::vector<schedules::DensityOverride> layer_densities(const RunConfig& config);

/// The policy of a configuration with all its settings. Throws ConfigError if the policy refuses
/// them.
schedules::PolicyPtr topology_policy(const RunConfig& config);

}  // namespace espalier::training
