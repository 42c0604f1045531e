// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include <espalier/models/layers/attention_layout.h>
#include <espalier/models/parameters/parameter.h>
#include <espalier/sparse/core/types.h>

namespace espalier::models {

/// What a linear weight does in its model.
enum class WeightKind {
  kQuery,
  kKey,
  kValue,
  kAttentionOutput,  ///< projects the joined outputs of the heads
  kIntermediate,     ///< first half of a feed-forward layer
  kOutput,           ///< second half of a feed-forward layer
  kMixer,            ///< joins the outputs of the groups of a feed-forward layer
  kConvolution,      ///< part of a convolution module
  kHidden,           ///< layer of a perceptron
  kHead,             ///< part of a head
};

/// Is it one of the four weights of attention?
bool belongs_to_attention(WeightKind kind);

/// What a family declares of one of its linear weights.
struct LinearWeight {
  std::string name;  ///< of its parameter, or of the head that shares an embedding
  WeightKind kind = WeightKind::kHidden;
  Index rows = 0;                  ///< outputs
  Index cols = 0;                  ///< inputs, of a grouped weight those of one group
  Index groups = 1;                ///< `LinearOptions::groups`
  bool may_be_sparse = true;       ///< false: dense whatever the density of the model
  bool input_gradient = true;      ///< false: its inputs are data, which need no gradient
  bool tied_to_embedding = false;  ///< shares the values of a table that is counted there

  double values() const { return static_cast<double>(rows) * static_cast<double>(cols); }
};

/// What a model consists of, as its family declares it: accounting, starting patterns, path
/// statistics and checkpoints read this and know no layer themselves. A family declares its
/// encoder; a head adds itself.
struct ModelDeclaration {
  /// Weights applied to every token of a sequence (or to the sample, if it is one vector), in the
  /// order of the model's parameters.
  std::vector<LinearWeight> weights;
  std::vector<LinearWeight> head;         ///< applied to predicted tokens only; dense unless tied
  std::vector<LinearWeight> pooled_head;  ///< applied to one token of each sequence, always dense
  /// Chains of weights by name: each weight reads what the one before writes, and nothing between
  /// them mixes features. Path statistics follow them.
  std::vector<std::vector<std::string>> chains;
  Index attention_features = 0;    ///< width of attention, summed over the layers
  bool causal = false;             ///< a token sees itself and those before it, and no others
  AttentionLayout attention = {};  ///< which of these tokens it sees
  Index embedding_features = 0;    ///< width of the rows that embed a token
  Index embedding_tables = 0;      ///< number of tables whose rows are summed for a token
  double embedding_values = 0;     ///< of the tables of the embedding
  double word_values = 0;          ///< part of these in the table of words, which may be sparse
  double other_values = 0;         ///< biases and norms
  Index kept_features = 0;         ///< fewest values that training keeps of a token until backward
  Index longest_sequence = 1;      ///< tokens
};

/// The number of values that each of `model.weights` stores now, in their order. Throws ShapeError
/// if `parameters` lack one of them or one has other extents.
std::vector<Index> stored_values(const ModelDeclaration& model, const ParameterList& parameters);

}  // namespace espalier::models
// Tested by tests/models/families/family_registry_test.cpp
