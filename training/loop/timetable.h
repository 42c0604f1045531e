// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/schedules/timing/learning_rate.h>
#include <espalier/sparse/core/types.h>
#include <espalier/training/config/run_config.h>
#include <espalier/training/config/time_budget.h>

namespace espalier::training {

/// The learning rates of a run, and what falls due when, but for its topology: functions of the
/// configuration, the step and, where hours decide, the seconds of training.
class Timetable {
 public:
  explicit Timetable(const RunConfig& config);

  /// Of the step of this number, from 1, which begins at `now`.
  double learning_rate(Index step, double now) const;
  /// After any scaling for density.
  double peak_learning_rate() const { return learning_rate_.peak(); }
  /// The last step of the warm-up; by the hour, only what it would be by steps.
  Index warmup_steps() const { return learning_rate_.warmup_steps(); }

  /// Steps, at most.
  Index total_steps() const { return learning_rate_.total_steps(); }
  /// Whether a run that has done so many steps has none left, or no time.
  bool is_over(Index completed_steps, double now) const {
    return completed_steps >= total_steps() || budget_.is_over(now);
  }

  /// Whether a train record, or a validation, falls due with the step after which so many are
  /// completed and which ended at `now`, the one before it at `before`. The end of the run has both
  /// in any case.
  bool record_is_due(Index completed_steps, double before, double now) const;
  bool validation_is_due(Index completed_steps, double before, double now) const;

  /// Whether a checkpoint does; `validated`: a validation did. The end of the run has one too.
  bool checkpoint_is_due(Index completed_steps, bool validated) const {
    return checkpoint_interval_ > 0 ? completed_steps % checkpoint_interval_ == 0 : validated;
  }
  /// Steps from one checkpoint to the next; 0: each validation has one.
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
