// SPDX-License-Identifier: Apache-2.0
// An input is a record of a clock.
#include <espalier/training/runs/clock_record.h>

#include <string>
#include <vector>

#include "tests/fuzz/fuzz_target.h"

namespace espalier::fuzz {

ESPALIER_FUZZ_TARGET(clock_record)(std::string_view bytes) {
  const std::filesystem::path path = scratch_file("clock.log", bytes);
  may_refuse([&] {
    const std::vector<training::StepReadings> steps = training::read_clock(path);
    std::string text;
    Index before = 0;
    for (const training::StepReadings& step : steps) {
      require(before <= step.begin && step.begin <= step.end, "time does not go back");
      text += training::clock_line(step, before);
      before = step.end;
    }
    const std::filesystem::path again = scratch_file("again.log", text);
    require(must_accept([&] { return training::read_clock(again); }) == steps,
            "what is written is read back");
  });
}

}  // namespace espalier::fuzz
