// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <espalier/drawing/progress.h>
#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/sparse/core/context.h>
#include <espalier/training/loop/run_clock.h>
#include <espalier/training/loop/timetable.h>
#include <espalier/training/loop/trainer.h>
#include <espalier/training/runs/run_store.h>
#include <espalier/training/sessions/job.h>
#include <espalier/training/sessions/run_records.h>
#include <espalier/training/sessions/run_state.h>
#include <espalier/training/sessions/start_decision.h>
#include <espalier/training/sessions/training_run_options.h>
#include <espalier/training/tasks/task.h>
#include <espalier/training/tasks/training_task.h>

namespace espalier::training {

/// One session of a run: from the state of its folder to done, stopped or failed. Call `prepare`
/// first. Throws as `run_training`.
class Session {
 public:
  /// Both arguments must outlive the session.
  Session(const RunConfig& config, const TrainingRunOptions& options);

  /// Reads the data and builds the model. Writes nothing, so that a start that fails here leaves no
  /// run. Throws StoppedInPreparation if the run is asked to stop meanwhile and the data take so
  /// long that their task tells how far it is, or that the ranks of a job tell each other.
  void prepare();

  /// Throws if the checkpoint from which such a start goes on cannot be loaded. Writes nothing.
  void check_start(const RunState& state, const StartDecision& decision);

  /// Trains in a folder with this state, which is locked and not done. Calls `begun`, unless empty,
  /// once a step has changed the weights. Returns kDone or kStopped.
  RunStatus run(const RunFolder& folder, const RunState& state, const StartDecision& decision,
                std::function<void()> begun = {});

  /// Gives a run that is done, in a folder with this state, which is locked, this configuration,
  /// whose files lie in another place. Trains nothing. Throws unless they are those that its newest
  /// usable checkpoint tells of; nothing has changed then.
  void move(const RunFolder& folder, const RunState& state, const StartDecision& decision);

  /// The result, once the run has come to its end.
  const RunResult& result() const { return result_; }

 private:
  void say(const std::string& text) const;
  bool is_asked_to_stop() const { return options_.stop != nullptr && *options_.stop; }
  void warn(const std::string& text) const;

  void note_widening() const;
  void note_ranks() const;
  void note_sum_times() const;
  void prepare_task(const AsksToStop& stop);

  void take_origin(const RunState& state, const StartDecision& decision);
  models::LatestCheckpoint newest_checkpoint(const RunState& state,
                                             const StartDecision& decision) const;
  void set_damaged_aside(const models::LatestCheckpoint& latest) const;
  void remove_left_behind(const Manifest& manifest) const;
  void remove_untrained() const;
  void load(const RunState& state, const StartDecision& decision);
  void resume(const RunState& state, const StartDecision& decision);
  void note_places(const StartDecision& decision) const;
  nlohmann::json take_branch(const RunBranch& branch);
  void begin_branch(const RunBranch& branch);
  void begin_replay(const RunReplay& replay);
  void note_session();
  void open_folder();

  RunStatus train();
  std::string option_to_leave_out() const;
  void tell_of_missing_updates() const;
  void tell_of_postponed_updates();
  void require_sound_batch(const TrainingStep& step) const;
  void tell_of_vanished_gradients(const TrainingStep& step);
  void tell_of_forced_masks();
  void validate(drawing::Progress& progress, bool last);
  bool loss_is_too_large() const;
  [[noreturn]] void throw_too_large() const;
  void require_memory_left() const;
  void require_finite_end();
  void save_checkpoint();
  RunResult finish();
  void end(RunStatus status);
  void write_ended_manifest() const;
  void fail(const std::string& message) noexcept;

  const TimeBudget& budget() const { return timetable_.budget(); }
  bool by_hours() const { return budget().seconds > 0; }
  Index amount(double seconds, Index steps) const;

  const RunConfig& config_;
  const TrainingRunOptions& options_;
  Job job_;
  Manifest manifest_;
  const TaskPtr kind_;
  std::unique_ptr<Context> context_;
  std::shared_ptr<const TaskData> data_;
  std::unique_ptr<TrainingTask> task_;
  std::unique_ptr<Trainer> trainer_;
  std::unique_ptr<RunRecords> records_;
  const RunFolder* folder_ = nullptr;
  std::function<void()> begun_;
  std::optional<nlohmann::json> branched_;  ///< of the branch's checkpoint, once loaded
  std::optional<Manifest> earlier_;         ///< of the last session
  const Timetable timetable_;
  RunClock clock_;
  RunResult result_;
  bool told_of_gradients_ = false;
  bool told_of_masks_ = false;
};

}  // namespace espalier::training
