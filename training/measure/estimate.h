// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include <espalier/sparse/core/types.h>
#include <espalier/training/config/run_config.h>

namespace espalier::training {

/// What training with a configuration would cost on this machine.
struct TrainingEstimate {
  Index steps = 0;
  int threads = 1;
  double step_flops = 0;   ///< FLOPs of a step at the start, as runs count them
  double least_bytes = 0;  ///< what training holds at the very least (least_training_bytes)
  double peak_bytes = 0;   ///< the most that this process held during the measurement
  double available_bytes = 0;
  double step_seconds = 0;       ///< median of the measured steps
  double optimizer_seconds = 0;  ///< of a step, on the mean of the measured ones
  Index measured_steps = 0;
  double validation_seconds = 0;
  Index validations = 0;

  double flops() const { return step_flops * static_cast<double>(steps); }
  /// Seconds of steps and validations, without checkpoints and topology updates.
  double seconds() const {
    return step_seconds * static_cast<double>(steps) +
           validation_seconds * static_cast<double>(validations);
  }
};

/// Loads the data, builds the model, trains it for some steps and validates it once. Uses no folder
/// and leaves nothing behind. A branch has completed `first_step` steps, which took
/// `first_seconds`: they are none of its estimate. `say` gets a line for the user before each long
/// part. Throws as a run does before it starts, for instance ConfigError if there is not enough
/// memory.
TrainingEstimate estimate_training(const RunConfig& config,
                                   const std::function<void(const std::string&)>& say,
                                   Index first_step = 0, double first_seconds = 0);

/// The estimate as a few lines for the user.
std::string to_text(const TrainingEstimate& estimate);

}  // namespace espalier::training
