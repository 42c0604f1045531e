// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <utility>
#include <vector>

#include <espalier/models/families/model_config.h>
#include <espalier/models/layers/activation.h>
#include <espalier/sparse/core/types.h>
#include <espalier/training/config/run_config.h>

namespace espalier::training {

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

/// Throws ConfigError if the table of words of `shape` is to be sparse and blocks of model.block do
/// not divide it.
void require_embedding_blocks(const RunConfig& config, const models::ModelConfig& shape);

/// Share of the table of words of `shape` that is stored: model.embedding_density in whole blocks.
double embedding_density(const RunConfig& config, const models::ModelConfig& shape);

}  // namespace espalier::training
