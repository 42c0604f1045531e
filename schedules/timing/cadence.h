// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <espalier/sparse/core/types.h>

namespace espalier::schedules {

/// When topology updates happen, counted in completed optimizer steps. Never changes once made.
class Cadence {
 public:
  /// Products of two step counts then fit a signed 64-bit integer.
  static constexpr Index kMaxSteps = Index{1} << 31;

  /// `count` equal intervals of a run of `total_steps`, an update between each two of them: update
  /// k after step floor(k total_steps / count), for k = 1 .. count - 1. There are count - 1
  /// updates; the last interval ends the run without one. Throws ConfigError unless 1 <= count <=
  /// total_steps <= 2^31. Source: Dietrich et al. 2021, algorithm 1.
  static Cadence updates(Index count, Index total_steps);

  /// An update after `first` steps and after every further `steps`, while fewer than `last` steps
  /// are completed. `last` is the end of the run, or an earlier step that ends the updates.
  /// Throws ConfigError unless 1 <= steps <= 2^31 and 1 <= first <= last <= 2^31. Source: Evci et
  /// al. 2020 (delta T and T_end).
  static Cadence every(Index steps, Index first, Index last);

  /// One update, after `step` steps. Throws ConfigError unless 1 <= step <= 2^31 - 1.
  static Cadence once(Index step);

  /// An update whenever `seconds` more of training have passed, at most one after each step, while
  /// fewer than `last` steps are completed. Updates that a long step holds up follow later, one
  /// after each step. When updates happen then depends on the machine, and so do the weights; the
  /// edit log records it. Throws ConfigError unless `seconds` is positive and finite and 1 <= last
  /// <= 2^31.
  static Cadence every_seconds(double seconds, Index last);

  /// No update at all.
  static Cadence never();

  /// The number, from 1, of the update that follows step `completed_steps`, if one does. Nothing
  /// for a cadence by time, where the step does not decide.
  std::optional<Index> update_at(Index completed_steps) const;

  /// The number of updates up to and including the one that follows step `completed_steps`; 0 for a
  /// cadence by time.
  Index updates_by(Index completed_steps) const;

  /// `updates_by` for every cadence: one by time counts the intervals in so many `seconds` of
  /// training, but one for each completed step at most.
  Index updates_by(Index completed_steps, double seconds) const;

  /// `update_at` for every cadence. Only one by time uses `updates_done` and the `seconds` of
  /// training.
  std::optional<Index> due(Index completed_steps, Index updates_done, double seconds) const;

  /// The number of updates in all; for a cadence by time the largest number possible.
  Index count() const { return count_; }

  /// Whether the clock decides.
  bool by_time() const { return interval_seconds_ > 0; }

  /// The step at which schedules over the updates end (total_steps or last); 0 for `never`.
  Index end_step() const { return end_step_; }

 private:
  Cadence(Index offset, Index numerator, Index denominator, Index count, Index end_step);

  /// Completed steps at update k: offset + floor(k numerator / denominator).
  Index step_of(Index k) const;

  Index offset_;
  Index numerator_;
  Index denominator_;
  Index count_;
  Index end_step_;
  double interval_seconds_ = 0;
};

}  // namespace espalier::schedules
