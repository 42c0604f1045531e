// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <espalier/sparse/core/types.h>

namespace espalier::training {

/// The readings of the clock for one step, in microseconds of training over all sessions.
struct StepReadings {
  Index begin = 0;  ///< before the step: decides its learning rate, and whether an update is due
  Index end = 0;    ///< after it: decides records, validations and the end of the run

  bool operator==(const StepReadings&) const = default;
};

/// Seconds of a reading, which every decision uses, here and in a replay; and the nearest reading
/// to a number of seconds.
double seconds_of(Index reading);
Index reading_of(double seconds);

/// A line of a run's clock.log; each step has one, in order:
///   WAITED TOOK\n
/// These are the microseconds from `before`, the end of the last step or 0, to the start of the
/// step, and from there to its end.
std::string clock_line(const StepReadings& step, Index before);

/// Reads a clock.log. Throws IoError, or FormatError naming file and line.
std::vector<StepReadings> read_clock(const std::filesystem::path& path);

}  // namespace espalier::training
