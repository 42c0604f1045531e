// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "sparse/core/types.h"

namespace espalier::schedules {

/// When topology updates happen, counted in completed optimizer steps. A frozen value.
class Cadence {
 public:
  /// `count` equal intervals of a run of `total_steps`, an update between each two of them: update
  /// k after step floor(k total_steps / count), for k = 1 .. count - 1. There are count - 1
  /// updates; the last interval ends the run without one. Throws ConfigError unless 1 <= count <=
  /// total_steps <= 2^31. Source: Dietrich et al. 2021, algorithm 1.
  static Cadence updates(Index count, Index total_steps);

  /// An update after `first` steps and after every further `steps`, while fewer than `last` steps
  /// are completed. `last` is the end of the run, or an earlier step that ends the updates.
  /// Throws ConfigError unless steps >= 1 and 1 <= first <= last <= 2^31. Source: Evci et al. 2020
  /// (delta T and T_end).
  static Cadence every(Index steps, Index first, Index last);

  /// No update at all.
  static Cadence never();

  /// The number of the update, from 1, that follows step `completed_steps`, if one does.
  std::optional<Index> update_at(Index completed_steps) const;

  /// Number of updates in all.
  Index count() const { return count_; }

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
};

}  // namespace espalier::schedules
