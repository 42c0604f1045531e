// SPDX-License-Identifier: Apache-2.0
// An input is the file of a sweep and, after a zero byte, its base configuration "base.toml".
#include <espalier/experiments/studies/sweep_file.h>
#include <espalier/training/config/validation.h>
#include "tests/fuzz/fuzz_target.h"

namespace espalier::fuzz {

ESPALIER_FUZZ_TARGET(sweep)(std::string_view input) {
  const std::string expanded = with_repetitions(input);
  std::string_view bytes = expanded;
  const std::filesystem::path path = scratch_file("sweep.toml", take(bytes, '\0'));
  scratch_file("base.toml", bytes);
  may_refuse([&] {
    const experiments::Sweep sweep = experiments::load_sweep(path);
    require(!sweep.runs.empty(), "a sweep has runs");
    for (const training::RunConfig& config : sweep.runs) training::validate(config, "run");
  });
}

}  // namespace espalier::fuzz
