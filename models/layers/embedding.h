// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include <espalier/models/layers/layer_norm.h>
#include <espalier/models/layers/linear.h>
#include <espalier/models/parameters/parameter.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/format/activations.h>
#include <espalier/sparse/format/block_pattern.h>

namespace espalier::models {

/// Settings of an embedding.
struct EmbeddingOptions {
  std::string name = "bert.embeddings";  ///< prefix of its parameters
  Index vocabulary = 0;
  Index max_positions = 0;
  Index segments = 0;  ///< 0: no table of segments
  Index hidden = 0;
  double initial_deviation = 0.02;
  bool norm = true;
  double norm_epsilon = kNormEpsilon;
  Index block = 4;       ///< of the word table if it is sparse
  double density = 1.0;  ///< of the word table; exactly 1 makes a dense one
  /// The pattern of the word table, which may be full; it replaces block and density. Null: a
  /// random one of `density`, or a dense table.
  sparse::PatternPtr pattern = nullptr;
};

/// Tables of an embedding that somebody else owns.
struct EmbeddingTables {
  const sparse::BlockPattern* pattern = nullptr;  ///< of the words' table; null: it is dense
  std::span<const float> words;                   ///< [vocabulary, hidden], or what is stored
  std::span<const float> positions;               ///< [max_positions, hidden]
  std::span<const float> segments = {};           ///< [segments, hidden]; empty: none
};

/// Sums of table rows for inference, of tokens in any places:
///   y[:, t] = word[tokens[t]] + position[places[t]] + type[segment_ids[t]]
/// Shapes: y [hidden, tokens]; segment_ids as long or empty, for segment 0. Ids and places must be
/// rows of the tables, which the caller has checked. Throws ShapeError unless there are as many ids
/// and places as tokens, a multiple of four. The same bits as in `TokenEmbedding` before its norm.
void embed_tokens(const EmbeddingTables& tables, std::span<const std::int32_t> tokens,
                  std::span<const std::int32_t> segment_ids, std::span<const std::int32_t> places,
                  sparse::Activations& y, const Context& context);

/// What TokenEmbedding keeps from forward to backward, and its scratch. The caller owns it.
struct EmbeddingRecord {
  Index sequence = 0;                      ///< tokens of each sequence
  sparse::Activations normalised;          ///< [hidden, tokens]; without a norm not used
  AlignedVector<float> inverse_deviation;  ///< one for each lane
  sparse::Activations gradient;            ///< of the sum before the norm; scratch of backward
};

/// Input layer of a transformer: y = LayerNorm(word[token] + position[place] + type[segment]), in
/// which the norm and the segments may be missing. Shapes: word [vocabulary, hidden], position
/// [max_positions, hidden], type [segments, hidden]; y [hidden, tokens].
///
/// The word table may be block-sparse: what it does not store is zero and gets no gradient. A block
/// spans as many words as features. Its pattern never moves: policies may ask for the gradient
/// where nothing is stored, and the shares of head and input in that gradient are nowhere together.
///
/// Parameters are `name`.{word_embeddings, position_embeddings, token_type_embeddings}.weight and
/// `name`.LayerNorm.{weight, bias}. The tables start from a normal truncated at two deviations, a
/// pure function of (context.seed(), name). The layer keeps a reference to `context`, which must
/// outlive it. Results do not depend on the number of threads: gradients of a row are added in
/// token order. Source: Devlin et al. 2019, "BERT", section 3; without norm and segments Radford et
/// al. 2018, "Improving language understanding by generative pre-training", section 3.1.
class TokenEmbedding {
 public:
  /// Throws ConfigError if an extent is not positive (segments: negative), the deviation is
  /// negative or the density is not in (0, 1]. Throws ShapeError if a table has more values than an
  /// array can have, or as `Linear` does for a sparse table.
  TokenEmbedding(const EmbeddingOptions& options, const Context& context);
  TokenEmbedding(const EmbeddingOptions& options, const Context&& context) = delete;
  TokenEmbedding(const TokenEmbedding&) = delete;
  TokenEmbedding& operator=(const TokenEmbedding&) = delete;

  Index hidden() const { return words_.in(); }
  /// The word table, as the linear layer without bias that the decoder of a head applies.
  Linear& words() { return words_; }
  const Linear& words() const { return words_; }
  /// Word, position and segment tables, then weight and bias of the norm.
  ParameterList parameters();

  /// Overwrites `y`, which must be [hidden, tokens]. `tokens` holds whole sequences one after
  /// another, a multiple of four tokens in all. `segment_ids` is as long, or empty: all tokens are
  /// then in segment 0. `places` is as long too, or empty: each token then has its place in the
  /// sequence. Throws ShapeError if shapes disagree, the sequence is longer than max_positions, an
  /// id is out of range (naming its position) or a parameter has lost its length. Safe to call
  /// concurrently.
  void forward(std::span<const std::int32_t> tokens, std::span<const std::int32_t> segment_ids,
               Index sequence, sparse::Activations& y, EmbeddingRecord& record,
               std::span<const std::int32_t> places = {}) const;

  /// Adds to the gradients of all its parameters. `tokens`, `segment_ids` and `places` are what
  /// forward was given. Throws ShapeError as forward does.
  void backward(std::span<const std::int32_t> tokens, std::span<const std::int32_t> segment_ids,
                EmbeddingRecord& record, const sparse::Activations& dy,
                std::span<const std::int32_t> places = {});

 private:
  bool has_segments() const { return !segment_.shape.empty(); }
  Index vocabulary() const { return words_.out(); }
  void check(std::span<const std::int32_t> tokens, std::span<const std::int32_t> segment_ids,
             std::span<const std::int32_t> places, Index sequence) const;

  const Context* context_;
  std::string name_;
  Linear words_;
  Parameter position_;
  Parameter segment_;  // no shape: none
  std::optional<LayerNorm> norm_;
};

}  // namespace espalier::models
