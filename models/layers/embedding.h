// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include <espalier/models/layers/layer_norm.h>
#include <espalier/models/parameters/parameter.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/format/activations.h>

namespace espalier::models {

/// What the backward pass of BertEmbedding needs, and its scratch memory. Owned by the caller.
struct EmbeddingRecord {
  Index sequence = 0;                      ///< tokens of each sequence
  sparse::Activations normalised;          ///< [hidden, tokens]
  AlignedVector<float> inverse_deviation;  ///< one for each lane
  sparse::Activations gradient;            ///< of the sum before the norm; scratch of backward
};

/// Input layer of BERT: y = LayerNorm(word[token] + position[index in sequence] + type[segment]).
/// Shapes: word [vocabulary, hidden], position [max_positions, hidden], type [segments, hidden]; y
/// [hidden, tokens].
///
/// Parameters are bert.embeddings.{word_embeddings, position_embeddings,
/// token_type_embeddings}.weight, from a normal truncated at two deviations that is a pure function
/// of (context.seed(), name), and bert.embeddings.LayerNorm.{weight, bias}. The layer keeps a
/// reference to `context`, which must outlive it. Results do not depend on the number of threads:
/// gradients of a row are added in token order. Source: Devlin et al. 2019, "BERT", section 3.
class BertEmbedding {
 public:
  /// Throws ConfigError if an extent is not positive or the deviation is negative, ShapeError if no
  /// array can have the values of a table.
  BertEmbedding(Index vocabulary, Index max_positions, Index segments, Index hidden,
                double initial_deviation, const Context& context);
  BertEmbedding(Index vocabulary, Index max_positions, Index segments, Index hidden,
                double initial_deviation, const Context&& context) = delete;
  BertEmbedding(const BertEmbedding&) = delete;
  BertEmbedding& operator=(const BertEmbedding&) = delete;

  Index hidden() const { return word_.shape[1]; }
  /// The word table, which the head's decoder shares.
  Parameter& word() { return word_; }
  const Parameter& word() const { return word_; }
  /// Word, position and segment tables, then weight and bias of the norm.
  ParameterList parameters();

  /// Overwrites `y`, which must be [hidden, tokens]. `tokens` holds whole sequences one after
  /// another, a multiple of four tokens in all; `segment_ids` is as long, or empty for segment 0
  /// everywhere. Throws ShapeError if shapes disagree, the sequence is longer than max_positions,
  /// an id is out of range (naming its position) or a parameter has lost its length. Safe to call
  /// concurrently.
  void forward(std::span<const std::int32_t> tokens, std::span<const std::int32_t> segment_ids,
               Index sequence, sparse::Activations& y, EmbeddingRecord& record) const;

  /// Adds to the gradients of all five parameters. `tokens` and `segment_ids` are what forward was
  /// given. Throws ShapeError as forward does.
  void backward(std::span<const std::int32_t> tokens, std::span<const std::int32_t> segment_ids,
                EmbeddingRecord& record, const sparse::Activations& dy);

 private:
  void check(std::span<const std::int32_t> tokens, std::span<const std::int32_t> segment_ids,
             Index sequence) const;

  const Context* context_;
  Parameter word_;
  Parameter position_;
  Parameter segment_;
  LayerNorm norm_;
};

}  // namespace espalier::models
