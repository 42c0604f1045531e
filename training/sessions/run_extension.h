// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>

#include <espalier/sparse/core/types.h>
#include <espalier/training/config/run_config.h>
#include <espalier/training/runs/clock_record.h>
#include <espalier/training/sessions/run_state.h>

namespace espalier::training {

/// Where a run and one of another budget, which are the same otherwise, go separate ways.
struct Parting {
  Index step = 0;      ///< from 1
  std::string reason;  ///< what follows from the budget, and what would not
};

/// The first of `steps` steps at which they differ in learning rate, topology, records, validations
/// or in that one of them ends, if there is one. All are compared step by step, as training asks
/// for them; `clock` has the readings of each step where the run follows the clock.
std::optional<Parting> parting(const RunConfig& run, const RunConfig& longer, Index steps,
                               std::span<const StepReadings> clock);

/// The last step of the run that is there from which it can go on with the budget of `longer`,
/// which is all that it differs in, so that it ends as a run that had it from the start: that of
/// its newest checkpoint, or the one before where only its end, such as its last validation, is
/// none of the longer run. A pure function. Throws ConfigError, which says what depends on the
/// budget and what can be done instead, and the faults of the state.
Index last_common_step(const RunState& state, const RunConfig& longer);

}  // namespace espalier::training
