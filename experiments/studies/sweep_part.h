// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <espalier/experiments/studies/sweep_file.h>

namespace espalier::experiments {

/// One of `count` parts of a sweep, for one of so many processes that share nothing but the folder:
/// 1 to `count`.
struct SweepPart {
  Index number = 1;
  Index count = 1;
};

/// "3/240". Throws ConfigError if it is anything else, or the number is not from 1 to the count.
SweepPart sweep_part_in(const std::string& text);

/// How many parts a sweep can have: its runs, but one for all that go on from one another.
Index most_parts(const Sweep& sweep);

/// The runs of a part: every `count`th, in the order of the sweep, each with those that go on from
/// it. A part may be empty. All parts together have each run once. Throws ConfigError for a sweep
/// that ends by what its runs have used or found (hours, FLOPs, a target), which no part can know.
Sweep part_of(const Sweep& sweep, const SweepPart& part);

}  // namespace espalier::experiments
