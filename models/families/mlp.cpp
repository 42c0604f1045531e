// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/families/mlp.h>

#include <cmath>
#include <string>

#include <espalier/models/layers/activation.h>
#include <espalier/sparse/core/error.h>

namespace espalier::models {
namespace {

using sparse::Activations;

LinearOptions layer_options(const MlpOptions& options, std::size_t layer) {
  const bool last = layer + 2 == options.widths.size();
  LinearOptions linear = {.name = mlp_layer_name(layer),
                          .in = options.widths[layer],
                          .out = options.widths[layer + 1],
                          .block = options.block,
                          .density = last && options.dense_output ? 1.0 : options.density};
  double density = linear.density;
  if (options.patterns) {
    linear.density = 1.0;  // unless there is a pattern
    linear.pattern = options.patterns(linear.name + ".weight", linear.out, linear.in);
    density = linear.pattern != nullptr ? linear.pattern->density() : 1.0;
  }
  if (options.initial_scale == InitialScale::kInputs) density = 1.0;
  linear.initial_deviation = std::sqrt(2.0 / (static_cast<double>(linear.in) * density));
  return linear;
}

}  // namespace

Mlp::Mlp(const MlpOptions& options, const Context& context) : context_(&context) {
  if (options.widths.size() < 2)
    throw ConfigError("mlp: " + std::to_string(options.widths.size()) +
                      " widths; expected at least 2, those of the inputs and of the classes");
  for (std::size_t layer = 0; layer + 1 < options.widths.size(); ++layer)
    layers_.push_back(std::make_unique<Linear>(layer_options(options, layer), context));
}

ParameterList Mlp::parameters() {
  ParameterList list;
  for (const auto& layer : layers_)
    for (Parameter* parameter : layer->parameters()) list.push_back(parameter);
  return list;
}

const Activations& Mlp::forward(const Activations& x, MlpRecord& record) const {
  record.outputs.resize(layers_.size());
  for (std::size_t l = 0; l < layers_.size(); ++l) {
    Activations& y = record.outputs[l];
    y.reshape(x.tokens(), layers_[l]->out(), x.panel_width());
    layers_[l]->forward(l == 0 ? x : record.outputs[l - 1], y);
    if (l + 1 < layers_.size()) relu(y, *context_);
  }
  return record.outputs.back();
}

PredictionLoss Mlp::evaluate(const Activations& x, std::span<const std::int32_t> labels,
                             MlpRecord& record) const {
  forward(x, record);
  return classification_loss(record.outputs.back(), labels, record.loss, *context_);
}

PredictionLoss Mlp::train(const Activations& x, std::span<const std::int32_t> labels,
                          double gradient_scale, MlpRecord& record) {
  const PredictionLoss result = evaluate(x, labels, record);
  classification_loss_backward(record.outputs.back(), labels, gradient_scale, record.loss,
                               *context_);
  backward(x, record);
  return result;
}

void Mlp::backward(const Activations& x, MlpRecord& record) {
  record.gradients.resize(layers_.size() - 1);
  for (std::size_t l = layers_.size(); l-- > 0;) {
    const Activations& dy = l + 1 == layers_.size() ? record.outputs[l] : record.gradients[l];
    if (l == 0) {
      layers_[l]->backward(x, dy, nullptr);
      return;
    }
    const Activations& input = record.outputs[l - 1];
    Activations& dx = record.gradients[l - 1];
    dx.reshape(input.tokens(), input.features(), input.panel_width());
    layers_[l]->backward(input, dy, &dx);
    relu_backward(input, dx, *context_);
  }
}

}  // namespace espalier::models
