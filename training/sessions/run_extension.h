// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include <espalier/sparse/core/types.h>
#include <espalier/training/config/run_config.h>
#include <espalier/training/runs/clock_record.h>
#include <espalier/training/runs/run_store.h>

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

/// The last step of the run in `folder`, of configuration `run`, from which it can go on with the
/// budget of `longer` so that it ends as a run that had it from the start: that of its newest
/// checkpoint, or the one before where only its end, such as its last validation, is none of the
/// longer run. Throws ConfigError, which says what depends on the budget and what can be done
/// instead; FormatError and IoError as `read_clock` and `check_clock`.
Index last_common_step(const std::filesystem::path& folder, const RunConfig& run,
                       const RunConfig& longer);

}  // namespace espalier::training
