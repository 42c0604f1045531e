// SPDX-License-Identifier: Apache-2.0
// An input is the three files of a run, config, manifest and metrics, a summary of runs, and
// members that take the place of those of the run's own summary, parted by zero bytes.
#include <espalier/files/atomic_file.h>
#include <espalier/files/json_text.h>
#include <espalier/training/config/config_file.h>
#include <espalier/training/config/config_hash.h>
#include <espalier/training/runs/run_store.h>
#include <espalier/training/runs/run_summary.h>
#include <espalier/training/runs/sealed_summary.h>
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

/// A run that can be read keeps a summary that says the same; with other members in it, such as a
/// stranger who makes checksums may put there, it is anything, and no crash.
void keep_summary(const training::RunSummary& run, std::string_view members) {
  const std::filesystem::path folder = scratch_folder() / "run";
  const auto text_of = [](const training::RunSummary& summary) {
    training::write_summary(scratch_folder() / "kept.csv", {summary});
    return files::read_file(scratch_folder() / "kept.csv", std::size_t{1} << 24);
  };
  const auto bytes_of = [&](const char* file) {
    return files::read_file(folder / file, std::size_t{1} << 20);
  };
  training::write_sealed_summary(folder, bytes_of("manifest.json"));
  const auto kept = must_accept([&] { return training::read_sealed_summary(folder); });
  require(kept.has_value() && text_of(*kept) == text_of(run), "the summary is that of the run");
  nlohmann::json value = files::parse_json_object(bytes_of("summary.json"), "kept");
  value.update(files::parse_json_object(members, "members"));
  scratch_file("run/summary.json", training::sealed_text(value));
  must_accept([&] { return training::read_sealed_summary(folder); });
}

}  // namespace

ESPALIER_FUZZ_TARGET(run_folder)(std::string_view bytes) {
  std::filesystem::create_directories(scratch_folder() / "run");
  const std::string_view config = take(bytes, '\0'), manifest = take(bytes, '\0');
  scratch_file("run/config.toml", config);
  scratch_file("run/manifest.json", binding(manifest, config));
  scratch_file("run/metrics.jsonl", take(bytes, '\0'));
  const std::filesystem::path summary = scratch_file("summary.csv", take(bytes, '\0'));
  std::filesystem::remove(scratch_folder() / "run/summary.json");
  may_refuse([&] {
    const auto run = training::summarise_run(scratch_folder() / "run");
    training::write_summary(scratch_folder() / "again.csv", {run});
    const auto again =
        must_accept([] { return training::read_summary(scratch_folder() / "again.csv"); });
    require(again.size() == 1, "what is written is read back");
    keep_summary(run, bytes);
  });
  may_refuse([&] { training::read_metrics(scratch_folder() / "run" / "metrics.jsonl"); });
  may_refuse([&] { training::read_summary(summary); });
}

}  // namespace espalier::fuzz
