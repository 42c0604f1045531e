// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/plateau.h>

#include <algorithm>

namespace espalier::experiments {

std::optional<bool> trained_enough(const training::MetricValues& metrics, double loss) {
  if (!metrics.has(training::metric::kUnigramEntropy)) return std::nullopt;
  const bool off_plateau = !metrics.has(training::metric::kContextFreeLoss) ||
                           loss < metrics.at(training::metric::kContextFreeLoss);
  return off_plateau && metrics.at(training::metric::kUnigramEntropy) - loss >= kTrainedEnoughNats;
}

std::optional<bool> validated_enough(const training::MetricValues& metrics, double loss) {
  return trained_enough(metrics, metrics.has(training::metric::kValidationLoss)
                                     ? metrics.at(training::metric::kValidationLoss)
                                     : loss);
}

void cover_losses(drawing::Axis& axis, const std::vector<ShownLoss>& losses) {
  const bool any_trained = std::ranges::any_of(losses, &ShownLoss::trained_enough);
  for (const bool trained : {true, false}) {
    const drawing::Axis others = axis;
    for (const ShownLoss& loss : losses) {
      if (loss.trained_enough != trained) continue;
      if (any_trained && !trained && !others.is_near(loss.loss)) continue;
      axis.cover(loss.low);
      axis.cover(loss.high);
    }
  }
}

}  // namespace espalier::experiments
