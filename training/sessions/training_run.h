// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

#include <espalier/training/config/run_config.h>
#include <espalier/training/runs/run_store.h>
#include <espalier/training/sessions/run_branch.h>
#include <espalier/training/sessions/run_replay.h>
#include <espalier/training/tasks/training_task.h>

namespace espalier::training {

/// How a run treats what it finds in its folder.
enum class Resume {
  kAuto,   ///< continue from the newest usable checkpoint, or start if there is no run yet
  kNever,  ///< a run that is there already is an error
  /// Train anew, in place of a run that is there. It is kept as .NAME.replaced, and put back if the
  /// new one fails, until the new one has applied its first step; then it is removed.
  kReplace,
  /// Go on with the run that is there, to a budget other than it had, if it would have done the
  /// same up to there with that one. The folder becomes that of such a run in one step.
  kExtend,
};

struct TrainingRunOptions {
  Resume resume = Resume::kAuto;
  /// Continue from this checkpoint instead of the newest one.
  std::optional<std::filesystem::path> checkpoint;
  /// A new run goes on from the checkpoint of another one. A run that is there must have done so,
  /// of which the name, the step and, if known, the hashes tell: it needs the checkpoint no more.
  std::optional<RunBranch> branch = {};
  /// A run that is there must not have gone on from another one.
  bool began_by_itself = false;
  /// A new run follows the record that another one has of its clock, instead of the clock.
  std::optional<RunReplay> replay = {};
  bool quiet = false;
  /// Used instead of loading what the configuration names, by those who have loaded it already.
  std::shared_ptr<const TaskData> data = {};
  /// Seconds from any fixed moment; the steady clock if empty.
  std::function<double()> clock = {};
  /// Set from a signal handler to stop after the present step, with a checkpoint. Null: never.
  const std::atomic<bool>* stop = nullptr;
};

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
/// `quiet`: of damaged checkpoints, which are set aside, and of sittings that were not computed
/// alike. Throws ConfigError, FormatError, IoError, ShapeError, and Error for a model that has
/// diverged or a validation loss that is too large (training.stop_above_loss; with a checkpoint); a
/// sitting that had begun to train is then marked as failed, with its last checkpoint intact, and
/// one that had not leaves the folder as it was. No run is started anew, and no record cut, where a
/// checkpoint or record of one was lost: that is an error.
TrainingRunOutcome run_training(const RunConfig& config, const TrainingRunOptions& options);

/// Throws ConfigError with what `run_training` would throw before its first step: of the folder,
/// the data, the memory, the model and what a branch goes on from. Makes no folder and writes
/// nothing, no cache either. False if the data are too long to be encoded in some seconds, so that
/// what the model needs of them remains to be seen (`Task::preview`).
bool check_training(const RunConfig& config, const TrainingRunOptions& options);

}  // namespace espalier::training
