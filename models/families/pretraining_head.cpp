// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/families/pretraining_head.h>

#include <string>

#include <espalier/models/layers/residual.h>
#include <espalier/sparse/core/error.h>

namespace espalier::models {
namespace {

constexpr const char* kClassifier = "cls.seq_relationship";

ClassificationBatch next_sentences(const MlmBatch& batch) {
  return {.tokens = batch.tokens, .sequence = batch.sequence, .labels = batch.next_sentence};
}

}  // namespace

void PretrainingHead::declare(Index hidden, Index vocabulary, bool next_sentence,
                              ModelDeclaration& model) {
  LmHead::declare(hidden, vocabulary, model);
  if (next_sentence) PooledHead::declare(hidden, kNextClasses, model, kClassifier);
}

PretrainingHead::PretrainingHead(Linear& tied_embedding, Index hidden, Index vocabulary,
                                 double embedding_deviation, double initial_deviation,
                                 bool next_sentence, const Context& context, Activation activation,
                                 double norm_epsilon)
    : context_(&context),
      masked_(tied_embedding, hidden, vocabulary, embedding_deviation, context,
              LmHeadKind::kTransform, activation, norm_epsilon) {
  if (next_sentence)
    next_sentence_.emplace(hidden, kNextClasses, initial_deviation, context, kClassifier);
}

ParameterList PretrainingHead::parameters() {
  ParameterList list = masked_.parameters();
  if (next_sentence_)
    for (Parameter* parameter : next_sentence_->parameters()) list.push_back(parameter);
  return list;
}

void PretrainingHead::check(const MlmBatch& batch) const {
  if (!next_sentence_ && !batch.next_sentence.empty())
    throw ShapeError("pretraining: next_sentence has " +
                     std::to_string(batch.next_sentence.size()) +
                     " labels; expected none of a model that does not predict it");
}

PretrainingLoss PretrainingHead::forward(const sparse::Activations& hidden, const MlmBatch& batch,
                                         PretrainingRecord& record) const {
  check(batch);
  PretrainingLoss loss = {masked_.forward(hidden, batch, record.masked), {}};
  if (next_sentence_)
    loss.next_sentence =
        next_sentence_->forward(hidden, next_sentences(batch), record.next_sentence);
  return loss;
}

PretrainingLoss PretrainingHead::forward_backward(const sparse::Activations& hidden,
                                                  const MlmBatch& batch, double gradient_scale,
                                                  sparse::Activations& dhidden,
                                                  PretrainingRecord& record, WordGradient words) {
  check(batch);
  PretrainingLoss loss = {
      masked_.forward_backward(hidden, batch, gradient_scale, dhidden, record.masked, words), {}};
  if (!next_sentence_) return loss;
  record.gradient.reshape(hidden.tokens(), hidden.features(), hidden.panel_width());
  loss.next_sentence = next_sentence_->forward_backward(hidden, next_sentences(batch),
                                                        gradient_scale * batch.next_sentence_weight,
                                                        record.gradient, record.next_sentence);
  add_residual(record.gradient, dhidden, *context_);
  return loss;
}

}  // namespace espalier::models
