// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <espalier/sparse/core/types.h>

namespace espalier::training {

/// What the clock said in a step that followed it, in microseconds of training, over all sessions.
struct StepReadings {
  Index begin = 0;  ///< before the step: its learning rate, and whether an update is due
  Index end = 0;    ///< after it: records, validations and the end of the run

  bool operator==(const StepReadings&) const = default;
};

/// Seconds of a reading, the number that everything follows, here and wherever it is read again;
/// and the nearest reading.
double seconds_of(Index reading);
Index reading_of(double seconds);

/// A line of a run's clock.log, one for each step in order:
///   WAITED TOOK\n
/// the microseconds from `before`, the end of the step before it or 0, to the step's begin, and
/// from there to its end.
std::string clock_line(const StepReadings& step, Index before);

/// What a clock.log says. Throws IoError, or FormatError naming file and line.
std::vector<StepReadings> read_clock(const std::filesystem::path& path);

}  // namespace espalier::training
