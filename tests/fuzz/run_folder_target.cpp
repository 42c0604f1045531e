// SPDX-License-Identifier: Apache-2.0
// An input is the three files of a run, config, manifest and metrics, and a summary of runs, parted
// by zero bytes.
#include "experiments/run_store.h"
#include "tests/fuzz/fuzz_target.h"

namespace espalier::fuzz {

void run(std::string_view bytes) {
  std::filesystem::create_directories(scratch_folder() / "run");
  for (const char* name : {"run/config.toml", "run/manifest.json", "run/metrics.jsonl"})
    scratch_file(name, take(bytes, '\0'));
  const std::filesystem::path summary = scratch_file("summary.csv", bytes);
  may_refuse([&] {
    const auto run = experiments::summarise_run(scratch_folder() / "run");
    experiments::write_summary(scratch_folder() / "again.csv", {run});
    const auto again =
        must_accept([] { return experiments::read_summary(scratch_folder() / "again.csv"); });
    require(again.size() == 1, "what is written is read back");
  });
  may_refuse([&] { experiments::read_metrics(scratch_folder() / "run" / "metrics.jsonl"); });
  may_refuse([&] { experiments::read_summary(summary); });
}

}  // namespace espalier::fuzz
