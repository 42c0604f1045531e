// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/tasks/trained_flops.h>

#include <espalier/training/config/optimizer_keys.h>

namespace espalier::training {

RunCost trained_cost(const RunConfig& config, const RunResult& result, double rest) {
  const auto samples = static_cast<double>(result.sequences);
  return {.encoder_training_flops = result.training_flops,
          .encoder_flops_per_sequence = result.training_flops / samples,
          .total_training_flops = result.training_flops + result.update_flops + samples * rest +
                                  static_cast<double>(result.steps) *
                                      (optimizer_flops_per_value(config) * result.parameters),
          .parameters = result.parameters};
}

}  // namespace espalier::training
