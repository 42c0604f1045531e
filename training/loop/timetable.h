// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/schedules/timing/learning_rate.h>
#include <espalier/sparse/core/types.h>
#include <espalier/training/config/run_config.h>
#include <espalier/training/config/time_budget.h>

namespace espalier::training {

/// Steps from one train record to the next: `training.record_every`, or a two hundredth of the run.
Index record_interval(const RunConfig& config);

/// Steps from one validation to the next: `training.validate_every`; else an epoch if the run
/// counts in epochs, or a twentieth of the run.
Index validation_interval(const RunConfig& config);

/// Steps from one checkpoint to the next: `training.checkpoint_every`, or the validation interval.
/// A task may declare that its runs save at their end only (`TaskInfo`).
Index checkpoint_interval(const RunConfig& config);

/// The learning rates of a run, and when records, validations and checkpoints are due. All are
/// functions of the configuration, the step and, where hours decide, the seconds of training.
class Timetable {
 public:
  explicit Timetable(const RunConfig& config);

  /// Learning rate of step number `step`, from 1, which begins at `now`.
  double learning_rate(Index step, double now) const;
  /// The peak rate, after any scaling for density.
  double peak_learning_rate() const { return learning_rate_.peak(); }
  /// The last step of the warm-up. In runs by the hour, where it would be if steps decided.
  Index warmup_steps() const { return learning_rate_.warmup_steps(); }

  /// The largest number of steps.
  Index total_steps() const { return learning_rate_.total_steps(); }
  /// Whether a run is over after so many steps: no step is left, or no time.
  bool is_over(Index completed_steps, double now) const {
    return completed_steps >= total_steps() || budget_.is_over(now);
  }

  /// Whether a train record, or a validation, is due after step number `completed_steps`, which
  /// ended at `now`, and the step before it at `before`. The end of a run always has both.
  bool record_is_due(Index completed_steps, double before, double now) const;
  bool validation_is_due(Index completed_steps, double before, double now) const;

  /// Whether a checkpoint is due; `validated`: a validation took place. The end of a run always has
  /// one.
  bool checkpoint_is_due(Index completed_steps, bool validated) const {
    return checkpoint_interval_ > 0 ? completed_steps % checkpoint_interval_ == 0 : validated;
  }
  /// Steps from one checkpoint to the next; 0: one after each validation.
  Index checkpoint_interval() const { return checkpoint_interval_; }

  const TimeBudget& budget() const { return budget_; }

 private:
  schedules::LearningRateShape shape_;
  double warmup_fraction_;
  schedules::LearningRate learning_rate_;
  TimeBudget budget_;
  Index record_interval_;  ///< 0: the clock decides
  Index validation_interval_;
  Index checkpoint_interval_;
};

}  // namespace espalier::training
