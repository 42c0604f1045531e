// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include <espalier/sparse/core/types.h>
#include <espalier/training/config/run_config.h>

namespace espalier::training {

/// What training with a configuration would take on this machine.
struct TrainingEstimate {
  Index steps = 0;
  int threads = 1;
  double step_flops = 0;   ///< of the model as it starts: its products, as runs count them
  double least_bytes = 0;  ///< what training holds at the very least (least_training_bytes)
  double peak_bytes = 0;   ///< the most that this process held while it was measured
  double available_bytes = 0;
  double step_seconds = 0;  ///< median of those measured
  Index measured_steps = 0;
  double validation_seconds = 0;
  Index validations = 0;

  double flops() const { return step_flops * static_cast<double>(steps); }
  /// Steps and validations, without checkpoints and what updates of the topology cost.
  double seconds() const {
    return step_seconds * static_cast<double>(steps) +
           validation_seconds * static_cast<double>(validations);
  }
};

/// Loads the data, builds the model, trains it for some steps and validates it once, without a
/// folder: nothing is left behind. A branch has `first_step` steps behind it. `say` takes a line
/// for people before something that takes long. Throws as a run does before it starts, ConfigError
/// among others if there is not enough memory.
TrainingEstimate estimate_training(const RunConfig& config,
                                   const std::function<void(const std::string&)>& say,
                                   Index first_step = 0);

/// As a few lines for people.
std::string to_text(const TrainingEstimate& estimate);

}  // namespace espalier::training
