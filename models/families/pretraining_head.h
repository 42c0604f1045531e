// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <espalier/models/families/lm_head.h>
#include <espalier/models/families/pooled_head.h>
#include <espalier/models/layers/loss.h>
#include <espalier/models/parameters/parameter.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/format/activations.h>

namespace espalier::models {

/// Losses of the two objectives. Used as one loss, it is that of the masked positions.
struct PretrainingLoss : PredictionLoss {
  PredictionLoss next_sentence;  ///< one prediction for each sequence, if there is such a head
};

/// Scratch memory of the head, owned by the caller and reused from call to call.
struct PretrainingRecord {
  MlmRecord masked;
  PooledRecord next_sentence;
  sparse::Activations gradient;  ///< of the hidden states, by the next sentence
};

/// The heads with which a BERT is pre-trained: one for masked words and, optionally, one that
/// predicts from the first token whether the second segment of a sequence continues the first:
///   loss = sum over masked positions + MlmBatch::next_sentence_weight * sum over sequences
///
/// Parameters are those of `LmHead`, then bert.pooler.dense.{weight, bias} and
/// cls.seq_relationship.{weight, bias}: the names of Hugging Face's BertForPreTraining. Source:
/// Devlin et al. 2019, "BERT", section 3.1.
class PretrainingHead {
 public:
  using Batch = MlmBatch;
  using Record = PretrainingRecord;

  /// Classes of the next sentence: 0 continues the first, 1 is from another document.
  static constexpr Index kNextClasses = 2;

  /// Adds to `model` the weights of such heads and whatever else they consist of.
  static void declare(Index hidden, Index vocabulary, bool next_sentence, ModelDeclaration& model);

  /// Throws as `LmHead` and `PooledHead` do.
  PretrainingHead(Linear& tied_embedding, Index hidden, Index vocabulary,
                  double embedding_deviation, double initial_deviation, bool next_sentence,
                  const Context& context, Activation activation = Activation::kGelu,
                  double norm_epsilon = kNormEpsilon);
  PretrainingHead(Linear& tied_embedding, Index hidden, Index vocabulary,
                  double embedding_deviation, double initial_deviation, bool next_sentence,
                  const Context&& context, Activation activation = Activation::kGelu,
                  double norm_epsilon = kNormEpsilon) = delete;

  ParameterList parameters();

  /// Losses only. Throws ShapeError as the two heads do, or if the batch has next-sentence labels
  /// and there is no head for them. Safe to call concurrently if each call has a record of its own.
  PretrainingLoss forward(const sparse::Activations& hidden, const MlmBatch& batch,
                          PretrainingRecord& record) const;
  /// Losses, and the gradients of gradient_scale times the sum above: overwrites `dhidden` and adds
  /// to the gradients of the parameters and, unless `words` is kLater, of the tied embedding.
  PretrainingLoss forward_backward(const sparse::Activations& hidden, const MlmBatch& batch,
                                   double gradient_scale, sparse::Activations& dhidden,
                                   PretrainingRecord& record,
                                   WordGradient words = WordGradient::kNow);
  /// As `LmHead::add_word_gradient`.
  void add_word_gradient(const MlmBatch& batch, const PretrainingRecord& record) {
    masked_.add_word_gradient(batch, record.masked);
  }

 private:
  void check(const MlmBatch& batch) const;

  const Context* context_;
  LmHead masked_;
  std::optional<PooledHead> next_sentence_;
};

}  // namespace espalier::models
// Tested by tests/models/families/bert_test.cpp
