// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/machines/machines.h>
#include <espalier/sparse/core/context.h>
#include <espalier/training/config/run_config.h>
#include <espalier/training/loop/trainer.h>
#include <espalier/training/sessions/job_messages.h>
#include <espalier/training/tasks/training_task.h>

namespace espalier::training {

/// Throws ConfigError unless so many processes can share a run: its batches, by shards
/// (`require_shards_for`), or its layers (`require_stages_for`, `Stage::require_edits_by_weight`).
void require_ranks(Index ranks, StateOfRank state, const RunConfig& config);

/// The other ranks of a job, as rank 0 has them follow its session (`follow_training` is their
/// side): each trains its shards of every batch and keeps a replica of the whole model. Rank 0
/// alone reads the configuration, the clock and signals, decides, and writes. All functions throw
/// IoError if a rank is lost. Where there are no other ranks they do nothing.
class Job {
 public:
  /// Null: this process is alone.
  explicit Job(machines::Machines* machines)
      : machines_(machines != nullptr && machines->ranks() > 1 ? machines : nullptr) {}

  int ranks() const { return machines_ == nullptr ? 1 : machines_->ranks(); }

  /// Has the others read the data and make the model, while rank 0 does.
  void prepare(const RunConfig& config, StateOfRank state);
  /// Does rank 0's part of that, however long it takes: see `training::keep_in_touch`.
  void keep_in_touch(const StoppableWork& work, const AsksToStop& asked);
  /// Compares what they have. Throws as `training::require_alike` with the reports of all.
  void require_alike(const RunConfig& config, const Context& context, const TrainingTask& task);
  /// Has the others take the state that the trainer of rank 0 has taken. The checkpoint passes
  /// through their temporary files.
  void hand_over(Trainer& trainer, const StateToTake& state);
  /// Has the others do a step that begins after so many seconds of training, while rank 0 does.
  void step(double seconds) { order({Order::kStep, 0, seconds}); }
  /// Has the others give what the trainer of rank 0 saves next and does not have.
  void lend_state(const Trainer& trainer) {
    if (trainer.keeps_part()) order({Order::kLendState});
  }
  /// Has the others take part in a validation, on this piece of the held-out data or on all
  /// (negative), or in the test (`TrainingTask::share_predictions`).
  void validate(Index piece) { order({Order::kValidate, piece}); }
  void test() { order({Order::kTest}); }
  /// Lets the others go, with this exit code.
  void end(int exit_code) { order({Order::kEnd, exit_code}); }

 private:
  void order(const OrderMessage& message);

  machines::Machines* machines_;  ///< null: no other ranks
};

}  // namespace espalier::training
