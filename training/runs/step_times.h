// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <espalier/sparse/core/types.h>
#include <espalier/training/runs/run_store.h>

namespace espalier::training {

/// How long a training step takes, for all runs that differ in seed and learning rate only.
struct StepTime {
  std::string run;            ///< name of the run that was measured
  std::string settings_hash;  ///< as RunSummary has it
  Index steps = 0;            ///< of a run
  /// Seconds of one step over the rounds: the median, with the quartiles as its spread.
  double seconds = kUnknown, lower = kUnknown, upper = kUnknown;
  Index rounds = 0;
  double sample_flops = kUnknown;  ///< `TrainingTask::sample_flops` of the measured run
  std::string processor;
  std::string revision;
};

/// Name of the file of step times in a folder of figures.
inline constexpr const char* kStepTimesFile = "step_times.csv";

/// As CSV, one line each under a heading, and back; doubles read back equal. Writing is atomic.
/// Throws IoError, and FormatError naming file, line and column.
void write_step_times(const std::filesystem::path& path, const std::vector<StepTime>& times);
std::vector<StepTime> read_step_times(const std::filesystem::path& path);

}  // namespace espalier::training
