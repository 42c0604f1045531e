// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include <espalier/models/families/declaration.h>
#include <espalier/models/families/model_config.h>

namespace espalier::models {

/// A model with a name, and the sample that its FLOPs are counted for (`count_flops`): a sequence
/// of `sequence` tokens with a head that predicts 15% of them (BERT's) or all but the first (that
/// of a causal model), or a perceptron's vector.
struct CountedModel {
  ModelConfig config;
  bool reads_sequences = false;
  ModelDeclaration declaration = {};
  Index sequence = 1;  ///< tokens; a perceptron's sample is one vector
  double predicted = 0;
};

/// Declares the model of this name, with `vocabulary` pieces, for sequences of `sequence` tokens.
/// Throws ConfigError if there is none of this name or an extent does not fit.
CountedModel counted_model(std::string_view name, Index sequence, Index vocabulary);

}  // namespace espalier::models
