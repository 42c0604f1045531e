// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

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
  /// The same of a run of another configuration or beginning; one of this is continued.
  kReplaceOther,
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

}  // namespace espalier::training
