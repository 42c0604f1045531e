// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/sessions/follower.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include <espalier/files/json_text.h>
#include <espalier/files/temporary_folder.h>
#include <espalier/machines/gathered.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/config_file.h>
#include <espalier/training/config/time_budget.h>
#include <espalier/training/loop/memory_reserve.h>
#include <espalier/training/loop/trainer.h>
#include <espalier/training/loop/training_memory.h>
#include <espalier/training/sessions/job_messages.h>
#include <espalier/training/sessions/replicas.h>
#include <espalier/training/tasks/task.h>

namespace espalier::training {
namespace {

class Follower {
 public:
  explicit Follower(machines::Machines& machines) : machines_(machines) {}

  int follow() {
    for (;;) {
      const OrderMessage message = pass_on(machines_);
      if (message.order == Order::kEnd) return static_cast<int>(message.number);
      obey(message);
    }
  }

 private:
  void obey(const OrderMessage& message) {
    switch (message.order) {
      case Order::kPrepare:
        return prepare(static_cast<StateOfRank>(message.number));
      case Order::kTakeState:
        return take_state();
      case Order::kStep:
        return step(message.seconds);
      case Order::kLendState:
        return trainer_->lend_state();
      case Order::kValidate:
        return validate(message.number);
      case Order::kTest:
        static_cast<void>(task_->test());
        return;
      case Order::kEnd:
        return;
    }
    throw IoError("rank 0 gives an order that is none");
  }

  void prepare(StateOfRank state) {
    const std::string text = pass_on(machines_, std::string());
    nlohmann::json report;
    try {
      keep_in_touch(machines_, [&](const AsksToStop& stop) { make_trainer(text, state, stop); });
      report = report_of(config_, *context_, *task_);
    } catch (const StoppedInPreparation&) {
      return;  // rank 0, which has stopped too, lets this one go
    } catch (const machines::LostRankError&) {
      throw;
    } catch (const std::exception&) {
      report = report_of_failure();
    }
    // A message may quote bytes of a file that are no text.
    machines::texts_of_all(machines_, files::json_text(report));
    if (trainer_ != nullptr) trainer_->join();  // else rank 0 ends the job
  }

  void make_trainer(const std::string& text, StateOfRank state, const AsksToStop& stop) {
    config_ = parse_run_config(text, "the configuration of rank 0");
    require_memory(config_, available_memory_bytes(), machines_.ranks(), state);
    context_ = std::make_unique<Context>(context_options(config_));
    const TaskPtr kind = task_of(config_);
    data_ = kind->load(config_, [&](const std::string&) {
      if (stop()) throw StoppedInPreparation();
    });
    task_ = task_of_rank(*kind, config_, *data_, *context_, &machines_, state);
    trainer_ = std::make_unique<Trainer>(
        config_, *task_, *context_, [this] { return seconds_; }, &machines_, state);
  }

  void take_state() {
    const files::TemporaryFolder folder;
    const StateToTake state = pass_on(machines_, {}, folder.path());
    if (state.branch)
      trainer_->branch(state.checkpoint, *state.branch);
    else
      trainer_->restore(state.checkpoint, state.extensions);
    trainer_->join();
  }

  void step(double seconds) {
    if (memory_reserve_is_spent())
      throw Error("out of memory; a smaller model, batch or panel_group needs less");
    seconds_ = seconds;
    trainer_->step();
  }

  void validate(Index piece) {
    if (piece >= 0)
      static_cast<void>(task_->validate_share(piece, validation_share().of(config_)));
    else
      static_cast<void>(task_->validate());
    trainer_->lend_norms();
  }

  machines::Machines& machines_;
  RunConfig config_;
  std::unique_ptr<Context> context_;
  std::shared_ptr<const TaskData> data_;
  std::unique_ptr<TrainingTask> task_;
  std::unique_ptr<Trainer> trainer_;
  double seconds_ = 0;  ///< at which the step began
};

}  // namespace

int follow_training(machines::Machines& machines) { return Follower(machines).follow(); }

}  // namespace espalier::training
