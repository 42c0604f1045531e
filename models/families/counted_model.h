// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include <espalier/models/families/declaration.h>
#include <espalier/models/families/model_config.h>

namespace espalier::models {

/// A model with a name, and the sample for which its FLOPs are counted (`count_flops`): a sequence
/// of `sequence` tokens, of which the head predicts 15% (BERT) or all but the first (a causal
/// model), or one vector of a perceptron.
struct CountedModel {
  ModelConfig config;
  bool reads_sequences = false;
  ModelDeclaration declaration = {};
  Index sequence = 1;  ///< tokens; a perceptron's sample is one vector
  double predicted = 0;
};

/// Declares the model with this name, with `vocabulary` pieces, for sequences of `sequence` tokens.
/// Throws ConfigError if no model has the name or an extent does not fit.
CountedModel counted_model(std::string_view name, Index sequence, Index vocabulary);

}  // namespace espalier::models
