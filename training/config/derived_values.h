// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include <espalier/models/families/model_config.h>
#include <espalier/models/layers/activation.h>
#include <espalier/schedules/policies/topology_policy.h>
#include <espalier/sparse/core/types.h>
#include <espalier/training/config/run_config.h>

namespace espalier::training {

/// Optimizer steps of the run: `training.steps`, or as many whole batches as `training.tokens` or
/// `training.epochs` need.
Index steps(const RunConfig& config);

/// Groups of `training.panel_group` sequences in a batch, the last of which may be smaller.
Index panel_groups(const RunConfig& config);

/// Steps from one train record to the next: `training.record_every`, or a two hundredth of the run.
Index record_interval(const RunConfig& config);

/// Steps from one validation to the next: `training.validate_every`; else an epoch if the run
/// counts in epochs, or a twentieth of the run.
Index validation_interval(const RunConfig& config);

/// Steps from one checkpoint to the next: `training.checkpoint_every`, or the validation interval.
/// A task may declare that its runs save at their end only (`TaskInfo`).
Index checkpoint_interval(const RunConfig& config);

/// Name of the model, such as "tiny" or "mlp_784-512-256-10". Throws as the task does.
std::string model_name(const RunConfig& config);

/// `model.widths` as numbers. Throws ConfigError if they are not two or more numbers from 1 to
/// 65536 with hyphens between them.
std::vector<Index> layer_widths(const RunConfig& config);

/// Names of the activations that a model may have: model.activation.
inline constexpr std::array<std::pair<const char*, models::Activation>, 3> kActivations = {{
    {"gelu", models::Activation::kGelu},
    {"gelu_tanh", models::Activation::kGeluTanh},
    {"relu", models::Activation::kRelu},
}};

/// Shape of the encoder: the named size with the extents that the configuration overrides. Its name
/// then tells what differs: "tiny_L3_H128", "tiny_pre" with pre-norm layers, "tiny_a64" with sparse
/// attention in blocks of 64 tokens, "tiny_e0.25" with a quarter of the table of words. A changed
/// hidden width is cut into heads of 64 features, or else of 32. Throws ConfigError if the extents
/// do not fit together.
models::ModelConfig model_config(const RunConfig& config);

/// The policy of a configuration with all its settings. Throws ConfigError if the policy refuses
/// them.
schedules::PolicyPtr topology_policy(const RunConfig& config);

}  // namespace espalier::training
