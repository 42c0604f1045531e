// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <map>
#include <string>

#include <espalier/training/sessions/follower.h>
#include <espalier/training/sessions/training_run.h>
#include "tests/support/temporary_folder.h"
#include "tests/training/on_ranks.h"

namespace espalier::training {

/// Trains a run on the ranks of a job, without progress. The others must leave with this exit code.
inline TrainingRunOutcome run_on_ranks(int ranks, const RunConfig& config,
                                       TrainingRunOptions options = TrainingRunOptions(),
                                       int exit_code = 0) {
  options.quiet = true;
  TrainingRunOutcome outcome;
  on_ranks(ranks, [&](machines::Machines& machines) {
    if (machines.rank() > 0) {
      EXPECT_EQ(follow_training(machines), exit_code);
      return;
    }
    TrainingRunOptions own = options;
    own.machines = &machines;
    outcome = run_training(config, own);
  });
  return outcome;
}

/// The same for a single step, after which the run is stopped.
inline void a_step_on_ranks(int ranks, const RunConfig& config,
                            TrainingRunOptions options = TrainingRunOptions()) {
  const std::atomic<bool> stop = true;
  options.stop = &stop;
  EXPECT_EQ(run_on_ranks(ranks, config, options, kStoppedExitCode).status, RunStatus::kStopped);
}

/// Every file of a checkpoint with its bytes.
inline std::map<std::string, std::string> checkpoint_files(
    const std::filesystem::path& checkpoint) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(checkpoint))
    files[entry.path().filename().string()] = espalier::testing::read_bytes(entry.path());
  return files;
}

}  // namespace espalier::training
