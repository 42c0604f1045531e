// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/families/pooled_head.h>

#include <cmath>
#include <string>

#include <espalier/models/families/gathered_tokens.h>
#include <espalier/models/layers/regression_loss.h>
#include <espalier/sparse/core/error.h>

namespace espalier::models {
namespace {

using sparse::Activations;

/// x := tanh(x). One token of each sequence passes here, so that plain loops are fast enough.
void squash(Activations& x) {
  for (float& value : x.values()) value = std::tanh(value);
  x.clear_padding();
}

/// Backward of `squash`, given what it left: dy := dy (1 - y^2).
void squash_backward(const Activations& y, Activations& dy) {
  const auto values = y.values();
  const auto gradient = dy.values();
  for (std::size_t i = 0; i < values.size(); ++i) gradient[i] *= 1 - values[i] * values[i];
}

void check_batch(const Activations& hidden, const ClassificationBatch& batch) {
  if (batch.sequence >= 1 && batch.count() * batch.sequence == hidden.tokens()) return;
  throw ShapeError(std::string("classifier: ") + (batch.targets.empty() ? "labels" : "targets") +
                   " has " + std::to_string(batch.count()) +
                   " values; expected one for each sequence of " + std::to_string(batch.sequence) +
                   " in " + std::to_string(hidden.tokens()) + " tokens");
}

}  // namespace

void PooledHead::declare(Index hidden, Index classes, ModelDeclaration& model,
                         const std::string& classifier) {
  model.pooled_head.push_back({.name = "bert.pooler.dense.weight",
                               .kind = WeightKind::kHead,
                               .rows = hidden,
                               .cols = hidden,
                               .may_be_sparse = false});
  model.pooled_head.push_back({.name = classifier + ".weight",
                               .kind = WeightKind::kHead,
                               .rows = classes,
                               .cols = hidden,
                               .may_be_sparse = false});
  model.other_values += static_cast<double>(hidden + classes);  // biases
}

PooledHead::PooledHead(Index hidden, Index classes, double initial_deviation,
                       const Context& context, const std::string& classifier)
    : context_(&context),
      dense_({.name = "bert.pooler.dense",
              .in = hidden,
              .out = hidden,
              .initial_deviation = initial_deviation},
             context),
      classifier_({.name = classifier,
                   .in = hidden,
                   .out = classes,
                   .initial_deviation = initial_deviation},
                  context) {}

ParameterList PooledHead::parameters() {
  ParameterList list = dense_.parameters();
  for (Parameter* parameter : classifier_.parameters()) list.push_back(parameter);
  return list;
}

PredictionLoss PooledHead::forward(const Activations& hidden, const ClassificationBatch& batch,
                                   PooledRecord& record) const {
  sparse::PanelShape{hidden.tokens(), this->hidden(), hidden.panel_width()}.check(
      "classifier", "hidden", hidden.shape());
  check_batch(hidden, batch);
  const Index count = batch.count();
  if (count == 0) return {};
  record.positions.resize(static_cast<std::size_t>(count));
  for (Index i = 0; i < count; ++i) record.positions[i] = i * batch.sequence;
  shape_gathered(record.gathered, count, this->hidden());
  shape_gathered(record.pooled, count, this->hidden());
  shape_gathered(record.logits, count, classes());

  gather_tokens(hidden, record.positions, record.gathered, *context_);
  dense_.forward(record.gathered, record.pooled);
  squash(record.pooled);
  classifier_.forward(record.pooled, record.logits);
  if (!batch.targets.empty()) return regression_loss(record.logits, batch.targets);
  return classification_loss(record.logits, batch.labels, record.loss, *context_);
}

PredictionLoss PooledHead::forward_backward(const Activations& hidden,
                                            const ClassificationBatch& batch, double gradient_scale,
                                            Activations& dhidden, PooledRecord& record) {
  hidden.shape().check("classifier", "dhidden", dhidden.shape());
  const PredictionLoss result = forward(hidden, batch, record);
  if (result.count == 0) {
    dhidden.clear();
    return result;
  }
  shape_gathered(record.gradient, result.count, this->hidden());
  shape_gathered(record.gathered_gradient, result.count, this->hidden());
  if (batch.targets.empty())
    classification_loss_backward(record.logits, batch.labels, gradient_scale, record.loss,
                                 *context_);
  else
    regression_loss_backward(record.logits, batch.targets, gradient_scale);
  classifier_.backward(record.pooled, record.logits, &record.gradient);
  squash_backward(record.pooled, record.gradient);
  dense_.backward(record.gathered, record.gradient, &record.gathered_gradient);
  scatter_tokens(record.gathered_gradient, record.positions, dhidden, *context_);
  return result;
}

}  // namespace espalier::models
