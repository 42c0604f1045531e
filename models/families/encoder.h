// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include <espalier/models/families/encoder_stage.h>
#include <espalier/models/families/model_config.h>
#include <espalier/models/layers/dropout.h>
#include <espalier/models/layers/linear.h>
#include <espalier/models/parameters/parameter.h>
#include <espalier/sparse/format/activations.h>

namespace espalier::models {

/// Settings of an encoder.
struct EncoderOptions {
  ModelConfig config;
  Index block = 4;                  ///< block size of its linear layers if they are sparse
  double density = 1.0;             ///< of every weight that its family declares as possibly sparse
  double embedding_density = 1.0;   ///< of the table of words, with blocks of `block`
  double initial_deviation = 0.02;  ///< of its linear weights
  /// Deviation for the embedding, and for a head that shares it; nothing: that of the linear
  /// weights.
  std::optional<double> embedding_deviation = std::nullopt;

  double embedding_start() const { return embedding_deviation.value_or(initial_deviation); }
  /// Gives each weight its starting pattern in place of block and density. If it gives none for the
  /// table of words, that follows the settings above.
  PatternSource patterns = {};
  double dropout = 0;            ///< of hidden states, in training
  double attention_dropout = 0;  ///< of the probabilities of attention, in training
  /// The part of the encoder that is made, for a pipeline of processes; nothing: all. Families
  /// whose encoders are a `StagedEncoder` have parts.
  std::optional<EncoderStage> stage = std::nullopt;
};

/// Sequences of tokens, as many as one panel group holds.
struct TokenBatch {
  std::span<const std::int32_t> tokens;         ///< [sequences * sequence]
  Index sequence = 0;                           ///< tokens of one sequence, a multiple of 16
  std::span<const Index> lengths = {};          ///< valid tokens of each sequence; empty: all
  std::span<const std::int32_t> segments = {};  ///< of each token; empty: 0
  /// Tokens of each document, one after another, where sequences hold several: a token sees those
  /// of its own document only, and its place is counted from the document's first. None crosses the
  /// border of a sequence; not together with lengths. Empty: each sequence is one document.
  std::span<const Index> documents = {};
  /// Position of the first sequence in training; none: no dropout, as in evaluation.
  std::optional<TrainingPosition> training = {};
};

/// What an encoder keeps of one panel group from forward to backward, and its scratch. Reuse it
/// from group to group, so that memory is allocated once.
struct EncoderRecord {
  EncoderRecord() = default;
  EncoderRecord(const EncoderRecord&) = delete;
  EncoderRecord& operator=(const EncoderRecord&) = delete;
  virtual ~EncoderRecord() = default;
};

/// A model without a head: turns sequences of tokens into hidden states, one for each token. Each
/// family implements it; a head predicts from the hidden states (`Model`). `Model` calls it once
/// for each panel group.
class Encoder {
 public:
  Encoder() = default;
  Encoder(const Encoder&) = delete;
  Encoder& operator=(const Encoder&) = delete;
  virtual ~Encoder() = default;

  virtual const ModelConfig& config() const = 0;
  /// Every parameter, in a fixed order, embeddings first.
  virtual ParameterList parameters() = 0;
  /// The table of word embeddings, dense or block-sparse, [vocabulary, hidden], as a linear layer
  /// without bias, so that the decoder of a head may share it. Throws ConfigError if it is not in
  /// the encoder's stage.
  virtual Linear& word_embedding() = 0;

  virtual std::unique_ptr<EncoderRecord> make_record() const = 0;
  /// Whether this object's `make_record` has made the record.
  virtual bool owns(const EncoderRecord& record) const = 0;
  /// Hidden states of the last layer, [hidden, tokens]. They live in `record`, which `make_record`
  /// must have made. Tokens past the length of their sequence have no influence on the others. Safe
  /// to call concurrently if each call has a record of its own. Throws ShapeError if the tokens are
  /// not whole sequences, a sequence is no multiple of 16 or longer than `max_positions`, an id is
  /// not in its table, lengths or documents do not fit (see `attention_forward`), or the record is
  /// another encoder's.
  virtual const sparse::Activations& forward(const TokenBatch& batch,
                                             EncoderRecord& record) const = 0;
  /// Adds to the gradients of all parameters, given the gradient of the hidden states, whose values
  /// are not specified afterwards. `batch` and `record` are those of forward. Calls `progress`, if
  /// there is one, after each of its parts but the first, whose end is that of the call. Throws
  /// ShapeError as forward does, or if there was none with this record; gradients may then have
  /// changed in part.
  virtual void backward(const TokenBatch& batch, EncoderRecord& record,
                        sparse::Activations& gradient, const BackwardProgress& progress) = 0;
};

}  // namespace espalier::models
// Tested by tests/models/families/packed_documents_test.cpp
