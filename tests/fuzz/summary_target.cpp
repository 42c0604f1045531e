// SPDX-License-Identifier: Apache-2.0
// An input is a summary of runs.
#include <espalier/training/runs/run_summary.h>
#include "tests/fuzz/fuzz_target.h"

namespace espalier::fuzz {

ESPALIER_FUZZ_TARGET(summary)(std::string_view bytes) {
  const std::filesystem::path path = scratch_file("summary.csv", with_repetitions(bytes));
  may_refuse([&] {
    const auto runs = training::read_summary(path);
    const std::filesystem::path copy = scratch_folder() / "again.csv";
    training::write_summary(copy, runs);
    const auto again = must_accept([&] { return training::read_summary(copy); });
    require(again.size() == runs.size(), "what is written is read back");
    for (std::size_t i = 0; i < runs.size(); ++i)
      require(again[i].name == runs[i].name && again[i].steps == runs[i].steps,
              "a run that is written is read back");
  });
}

}  // namespace espalier::fuzz
