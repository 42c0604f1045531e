// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include <espalier/training/config/run_config.h>
#include <espalier/training/runs/run_store.h>
#include <espalier/training/sessions/start_decision.h>
#include <espalier/training/sessions/training_run_options.h>

namespace espalier::training {

/// Exit code of a process whose run was stopped but can go on (EX_TEMPFAIL).
inline constexpr int kStoppedExitCode = 75;

/// What became of a run.
struct TrainingRunOutcome {
  RunStatus status = RunStatus::kDone;  ///< kDone or kStopped
  std::filesystem::path folder;
  RunResult result;  ///< if done
};

/// Trains one run in its folder `run.folder`/`run.name`: prepares the data, trains, validates,
/// writes metrics, the edit log and checkpoints, and the result at the end. A run that is already
/// done is left alone and reported. A run by the hour ends with the step in which its hours are
/// over, and a last validation and checkpoint. Progress goes to stderr, as do warnings, even if
/// `quiet`: of damaged checkpoints, which are set aside, and of sessions that were not computed
/// alike. Throws ConfigError, FormatError, IoError, ShapeError, and Error for a model that has
/// diverged or a validation loss that is too large (training.stop_above_loss; with a checkpoint); a
/// session that had begun to train is then marked as failed, with its last checkpoint intact, and
/// one that had not leaves the folder as it was. No run is started anew, and no record cut, where a
/// checkpoint or record of one was lost: that is an error.
TrainingRunOutcome run_training(const RunConfig& config, const TrainingRunOptions& options);

/// How such a run would begin, whether or not another process has its folder. Makes and writes
/// nothing. Throws what `run_training` would of what lies in the folder.
Start check_start(const RunConfig& config, const TrainingRunOptions& options);

/// Throws ConfigError with what `run_training` would throw before its first step: of the folder,
/// the data, the memory, the model and what a branch goes on from. Makes no folder and writes
/// nothing, no cache either. False if the data are too long to be encoded in some seconds, so that
/// what the model needs of them remains to be seen (`Task::preview`).
bool check_training(const RunConfig& config, const TrainingRunOptions& options);

}  // namespace espalier::training
