// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/layers/regression_loss.h>

#include <string>

#include <espalier/sparse/core/error.h>

namespace espalier::models {
namespace {

using sparse::Activations;

void check_targets(const Activations& outputs, std::span<const float> targets) {
  if (outputs.features() == 1 && static_cast<Index>(targets.size()) == outputs.tokens()) return;
  throw ShapeError("regression_loss: outputs are " + std::to_string(outputs.features()) + " x " +
                   std::to_string(outputs.tokens()) + "; expected 1 x " +
                   std::to_string(targets.size()) + ", one for each target");
}

/// Calls `body(value, target)` for every sample.
template <typename Values, typename Body>
void for_each_sample(Values& outputs, std::span<const float> targets, const Body& body) {
  const Index width = outputs.panel_width();
  for (Index t = 0; t < static_cast<Index>(targets.size()); ++t)
    body(outputs.panel(t / width)[t % width], targets[static_cast<std::size_t>(t)]);
}

}  // namespace

PredictionLoss regression_loss(const Activations& outputs, std::span<const float> targets) {
  check_targets(outputs, targets);
  PredictionLoss loss = {.count = static_cast<Index>(targets.size())};
  for_each_sample(outputs, targets, [&](float output, float target) {
    const double error = static_cast<double>(output) - static_cast<double>(target);
    loss.loss_sum += error * error;
  });
  return loss;
}

void regression_loss_backward(Activations& outputs, std::span<const float> targets, double scale) {
  check_targets(outputs, targets);
  for_each_sample(outputs, targets, [&](float& output, float target) {
    output =
        static_cast<float>(2 * scale * (static_cast<double>(output) - static_cast<double>(target)));
  });
  outputs.clear_padding();
}

}  // namespace espalier::models
