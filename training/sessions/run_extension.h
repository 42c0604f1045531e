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

/// The first difference between two runs that differ in their budget only.
struct Parting {
  Index step = 0;      ///< from 1
  std::string reason;  ///< what depends on the budget, and which setting would not
};

/// The first of `steps` steps at which the two differ in learning rate, topology, records or
/// validations, or at which one of them ends; nothing if there is none. Compares all steps one by
/// one, as training would. `clock` has the readings of each step if the run follows the clock.
std::optional<Parting> parting(const RunConfig& run, const RunConfig& longer, Index steps,
                               std::span<const StepReadings> clock);

/// Do updates of the topology after one of `steps` steps differ between two runs that differ in
/// their budget only: whether there is one, or what it takes from the length of the run? They do
/// too if the policy cannot have the budget of `other`.
bool updates_differ(const RunConfig& run, const RunConfig& other, Index steps);

/// The last step from which the present run can go on with the budget of `longer`, its only
/// difference, and end as a run that had this budget from the start. It is the step of the newest
/// checkpoint, or of the one before if only the end of the run, such as its last validation, would
/// be missing in the longer run. A pure function. Throws the faults of the state, and ConfigError
/// that says what depends on the budget and what can be done instead.
Index last_common_step(const RunState& state, const RunConfig& longer);

}  // namespace espalier::training
