// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

#include <espalier/machines/machines.h>
#include <espalier/training/loop/zero1.h>
#include <espalier/training/sessions/run_branch.h>
#include <espalier/training/sessions/run_replay.h>
#include <espalier/training/tasks/training_task.h>

namespace espalier::training {

/// What a start does with a run that is already in its folder.
enum class Resume {
  kAuto,   ///< continue it from the newest usable checkpoint; start if there is none
  kNever,  ///< throw
  /// Train anew in its place. The old run is kept as .NAME.replaced until the new one has applied
  /// its first step, and then removed. If the new one fails before, the old one is put back.
  kReplace,
  /// As kReplace if the configuration or the beginning differs, else as kAuto.
  kReplaceOther,
  /// Continue it with another budget, if it would have done the same so far with that budget. The
  /// folder becomes that of the longer run in one step.
  kExtend,
};

struct TrainingRunOptions {
  Resume resume = Resume::kAuto;
  /// Continue from this checkpoint instead of the newest one.
  std::optional<std::filesystem::path> checkpoint;
  /// A new run goes on from this checkpoint of another one. A run that is already there must have
  /// begun so, as its name, step and, if known, hashes tell; it no longer needs that checkpoint.
  std::optional<RunBranch> branch = {};
  /// A run that is already there must not have gone on from another one.
  bool began_by_itself = false;
  /// A new run takes the readings of its clock from the record of another run.
  std::optional<RunReplay> replay = {};
  bool quiet = false;
  /// Data that the caller has already loaded, used instead of what the configuration names.
  std::shared_ptr<const TaskData> data = {};
  /// Returns seconds from any fixed moment; empty: the steady clock.
  std::function<double()> clock = {};
  /// A signal handler sets it to stop the run after the present step, with a checkpoint, or, with
  /// nothing that was not there, while data that take long are prepared. Null: none.
  const std::atomic<bool>* stop = nullptr;
  /// The processes that share the batches, of which this is rank 0; the others are in
  /// `follow_training` meanwhile. Null: this process is alone.
  machines::Machines* machines = nullptr;
  /// What each of these keeps of the optimizer's state.
  StateOfRank state_of_rank = StateOfRank::kAll;
};

}  // namespace espalier::training
