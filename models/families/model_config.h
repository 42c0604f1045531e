// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <espalier/models/layers/activation.h>
#include <espalier/models/layers/attention_layout.h>
#include <espalier/models/layers/layer_norm.h>
#include <espalier/sparse/core/types.h>

namespace espalier::models {

/// The place of the norms in the layers of an encoder.
enum class NormPlacement {
  kPost,  ///< after each residual sum
  kPre,   ///< before attention and the feed-forward layer, and once at the end
};

/// Shape of a model, in the words of its family: a perceptron has `widths`, an encoder has the
/// other fields. `intermediate` is the width inside the feed-forward layer.
struct ModelConfig {
  std::string name = "custom";
  std::string family = "bert";  ///< one of `model_families`
  Index layers = 2;
  Index hidden = 128;
  Index heads = 2;
  Index intermediate = 512;
  Index vocabulary = 8192;
  Index max_positions = 128;  ///< longest sequence
  Index segments = 2;
  NormPlacement norm = NormPlacement::kPost;
  double norm_epsilon = kNormEpsilon;         ///< of all its norms, including those of a head
  Activation activation = Activation::kGelu;  ///< of its feed-forward layers, and of a head
  AttentionLayout attention = {};             ///< which keys a query sees; by default all
  std::vector<Index> widths = {};             ///< inputs, hidden units, outputs

  bool operator==(const ModelConfig&) const = default;
};

}  // namespace espalier::models
// Tested by tests/models/families/family_registry_test.cpp
