// SPDX-License-Identifier: Apache-2.0
// An input is what `espalier topology` reads of a run: its metrics and, after a zero byte, its edit
// log, to which hashes are added.
#include <espalier/experiments/results/topology_report.h>
#include "tests/fuzz/fuzz_target.h"

namespace espalier::fuzz {

ESPALIER_FUZZ_TARGET(topology_run)(std::string_view bytes) {
  std::filesystem::create_directories(scratch_folder() / "run");
  scratch_file("run/manifest.json", R"({"name": "run"})");
  scratch_file("run/metrics.jsonl", with_repetitions(take(bytes, '\0')));
  scratch_file("run/edits.log", with_edit_hashes(with_repetitions(bytes)));
  const sparse::PatternPtr initial =
      sparse::BlockPattern::from_coordinates(8, 8, {2, 2}, {{0, 1}, {1, 0}, {2, 2}, {3, 0}});
  may_refuse([&] {
    const auto run = experiments::read_topology_run(scratch_folder() / "run", {{"w", initial}});
    may_refuse([&] { schedules::replay(initial, run.log.entries, "w"); });
  });
}

}  // namespace espalier::fuzz
