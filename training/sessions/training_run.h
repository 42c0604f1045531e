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

/// The outcome of a run.
struct TrainingRunOutcome {
  RunStatus status = RunStatus::kDone;  ///< kDone or kStopped
  std::filesystem::path folder;         ///< not there if a new run was stopped in preparation
  RunResult result;                     ///< if done
};

/// Trains one run in its folder `run.folder`/`run.name`: prepares the data, trains, validates,
/// writes metrics, the edit log and checkpoints, and at the end the result. If the run is already
/// done, it only returns the result; if its data or encoder lie in another place since then and are
/// the same, that place becomes part of its configuration. A run by the hour ends with the step in
/// which its time is over, and then has a last validation and checkpoint.
///
/// In a job of several ranks this is for rank 0. When it returns, it has let the others go with the
/// exit code of the outcome; after an exception the caller ends the job (`Machines::abort`).
///
/// Progress goes to stderr. Warnings go there even if `quiet`: of damaged checkpoints, which are
/// set aside, and of sessions that were computed differently.
///
/// Throws ConfigError, FormatError, IoError, ShapeError, and Error for a model that has diverged or
/// a validation loss that is too large (training.stop_above_loss; this leaves a checkpoint). A
/// session that had begun to train is then marked as failed, with its last checkpoint intact; one
/// that had not leaves the folder as it was. If a checkpoint or a record of a run was lost, the
/// function throws; it neither starts the run anew nor cuts its records.
TrainingRunOutcome run_training(const RunConfig& config, const TrainingRunOptions& options);

/// How the run would begin, whether or not another process has its folder. Makes and writes
/// nothing. Throws what `run_training` would throw because of the folder.
Start check_start(const RunConfig& config, const TrainingRunOptions& options);

/// Throws ConfigError with what `run_training` would throw before its first step because of the
/// folder, the data, the memory, the model or the source of a branch. Makes no folder and writes
/// nothing, no cache either. Returns false if the data are too long to be encoded within seconds:
/// what the model needs of them is then not checked (`Task::preview`). In a job of several ranks it
/// is for rank 0 alone; a model whose layers lie with them is not made.
bool check_training(const RunConfig& config, const TrainingRunOptions& options);

}  // namespace espalier::training
