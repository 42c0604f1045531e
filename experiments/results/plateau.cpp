// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/plateau.h>

namespace espalier::experiments {

std::optional<bool> trained_enough(const training::MetricValues& metrics, double loss) {
  if (!metrics.has(training::metric::kUnigramEntropy)) return std::nullopt;
  const bool off_plateau = !metrics.has(training::metric::kContextFreeLoss) ||
                           loss < metrics.at(training::metric::kContextFreeLoss);
  return off_plateau && metrics.at(training::metric::kUnigramEntropy) - loss >= kTrainedEnoughNats;
}

}  // namespace espalier::experiments
