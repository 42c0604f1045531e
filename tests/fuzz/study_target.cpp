// SPDX-License-Identifier: Apache-2.0
// An input is the file of a study.
#include <espalier/experiments/studies/study.h>
#include <espalier/training/config/validation.h>
#include "tests/fuzz/fuzz_target.h"

namespace espalier::fuzz {

ESPALIER_FUZZ_TARGET(study)(std::string_view input) {
  const std::filesystem::path path = scratch_file("study.toml", with_repetitions(input));
  may_refuse([&] {
    const experiments::Study study = experiments::load_study(path);
    require(!study.scales.empty(), "a study has a scale");
    for (const experiments::StudyScale& scale : study.scales) {
      require(!scale.runs.empty(), "a scale has a run");
      for (const training::RunConfig& config : scale.runs) training::validate(config, "run");
    }
  });
}

}  // namespace espalier::fuzz
