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

/// Losses of the two objectives; by itself, that of the masked positions.
struct PretrainingLoss : PredictionLoss {
  PredictionLoss next_sentence;  ///< one prediction for each sequence, if there is such a head
};

/// Scratch memory of the head, owned by the caller and reused from call to call.
struct PretrainingRecord {
  MlmRecord masked;
  PooledRecord next_sentence;
  sparse::Activations gradient;  ///< of the hidden states, by the next sentence
};

/// The heads that a BERT is pre-trained with: one of masked words and, if asked for, one that tells
/// from the first token whether the second segment of a sequence goes on with the first:
///   loss = sum over masked positions + MlmBatch::next_sentence_weight * sum over sequences
///
/// Parameters are those of `LmHead`, then bert.pooler.dense.{weight, bias} and
/// cls.seq_relationship.{weight, bias}: the names of Hugging Face's BertForPreTraining. Source:
/// Devlin et al. 2019, "BERT", section 3.1.
class PretrainingHead {
 public:
  using Batch = MlmBatch;
  using Record = PretrainingRecord;

  /// Classes of the next sentence: 0 goes on, 1 is of another document.
  static constexpr Index kNextClasses = 2;

  /// Adds the weights of such heads, and what else they consist of, to `model`.
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

  /// Losses only. Throws ShapeError as the two heads do, or if the batch says what the next
  /// sentences are to a head that cannot tell. Safe to call concurrently with records of their own.
  PretrainingLoss forward(const sparse::Activations& hidden, const MlmBatch& batch,
                          PretrainingRecord& record) const;
  /// Losses and the gradients of gradient_scale times the sum above: overwrites `dhidden`, adds to
  /// those of the parameters.
  PretrainingLoss forward_backward(const sparse::Activations& hidden, const MlmBatch& batch,
                                   double gradient_scale, sparse::Activations& dhidden,
                                   PretrainingRecord& record);

 private:
  void check(const MlmBatch& batch) const;

  const Context* context_;
  LmHead masked_;
  std::optional<PooledHead> next_sentence_;
};

}  // namespace espalier::models
// Tested by tests/models/families/bert_test.cpp
