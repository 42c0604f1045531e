// SPDX-License-Identifier: Apache-2.0
// An input is the three files of a run, config, manifest and metrics, and a summary of runs, parted
// by zero bytes.
#include <espalier/files/json_text.h>
#include <espalier/training/config/config_file.h>
#include <espalier/training/config/config_hash.h>
#include <espalier/training/runs/run_summary.h>
#include "tests/fuzz/fuzz_target.h"

namespace espalier::fuzz {
namespace {

/// A manifest without a checksum, with the hash of the configuration put in, so that it does not
/// keep inputs away from what is behind it. Any other manifest as it is.
std::string binding(std::string_view manifest, std::string_view config) {
  try {
    nlohmann::json value = files::parse_json_object(manifest, "manifest");
    if (value.contains("xxh3")) return std::string(manifest);
    value["config_hash"] = config_hash(training::parse_run_config(config, "config"));
    return value.dump();
  } catch (const Error&) {
    return std::string(manifest);
  }
}

}  // namespace

void run(std::string_view bytes) {
  std::filesystem::create_directories(scratch_folder() / "run");
  const std::string_view config = take(bytes, '\0'), manifest = take(bytes, '\0');
  scratch_file("run/config.toml", config);
  scratch_file("run/manifest.json", binding(manifest, config));
  scratch_file("run/metrics.jsonl", take(bytes, '\0'));
  const std::filesystem::path summary = scratch_file("summary.csv", bytes);
  may_refuse([&] {
    const auto run = training::summarise_run(scratch_folder() / "run");
    training::write_summary(scratch_folder() / "again.csv", {run});
    const auto again =
        must_accept([] { return training::read_summary(scratch_folder() / "again.csv"); });
    require(again.size() == 1, "what is written is read back");
  });
  may_refuse([&] { training::read_metrics(scratch_folder() / "run" / "metrics.jsonl"); });
  may_refuse([&] { training::read_summary(summary); });
}

}  // namespace espalier::fuzz
