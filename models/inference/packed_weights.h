// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <espalier/models/checkpoints/stored_model.h>
#include <espalier/models/inference/packed_linear.h>
#include <espalier/models/inference/packed_model.h>
#include <espalier/models/layers/embedding.h>
#include <espalier/models/layers/layer_norm.h>
#include <espalier/sparse/core/context.h>

// What a packed model owns. Private to models/inference.
namespace espalier::models {

struct PackedNorm {
  AlignedVector<float> weight, bias;
  double epsilon = 0;

  operator NormWeights() const { return {weight, bias, epsilon}; }
};

struct PackedLayer {
  PackedLinear query_key_value;
  PackedLinear attention_output;
  PackedNorm attention_norm;
  PackedLinear intermediate;
  PackedLinear output;
  PackedNorm output_norm;
};

/// Of a language model: what stands before the decoder is missing in a plain head.
struct PackedLmHead {
  std::optional<PackedLinear> transform = {};
  PackedNorm norm = {};
  PackedLinear decoder;
};

struct PackedWeights {
  std::uint64_t number = next_number();  ///< of these weights and no others of the process
  ModelConfig config;
  HeadKind head = HeadKind::kNone;
  std::vector<std::string> labels;
  bool causal = false;
  StoredTensor words, positions;
  StoredTensor segments = {};  ///< empty: none
  std::optional<PackedNorm> embedding_norm = {};
  std::vector<PackedLayer> layers = {};
  std::optional<PackedNorm> final_norm = {};  ///< of pre-norm layers
  std::optional<PackedLmHead> lm_head = {};
  std::optional<PackedLinear> pooler = {}, classifier = {}, spans = {};
  Index stored_values = 0;  ///< of the linear weights of the layers
  Index all_values = 0;
  std::size_t weight_bytes = 0;

  EmbeddingTables tables() const {
    return {words.pattern.get(), words.values, positions.values, segments.values};
  }

  static std::uint64_t next_number();
};

/// Throws as the constructor of `PackedModel`.
PackedWeights pack_weights(const StoredModel& model, const PackedOptions& options,
                           const Context& context);

}  // namespace espalier::models
