// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/sessions/run_replay.h>

#include <fmt/format.h>

#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/config_file.h>
#include <espalier/training/config/config_hash.h>
#include <espalier/training/config/settings.h>
#include <espalier/training/config/time_budget.h>
#include <espalier/training/runs/clock_record.h>
#include <espalier/training/runs/run_files.h>
#include <espalier/training/runs/run_store.h>
#include <espalier/training/runs/run_summary.h>
#include <espalier/training/sessions/run_state.h>

namespace espalier::training {
namespace {

[[noreturn]] void refuse(const std::filesystem::path& run, const std::string& problem) {
  throw ConfigError("--replay " + files::printable(run.string()) + ": " + problem);
}

}  // namespace

RunReplay replay_of(const std::filesystem::path& run) {
  const RunReading reading = read_run(run);
  const Manifest& manifest = reading.manifest;
  if (!follows_clock(reading.config))
    refuse(run, "the run follows no clock; train it again by its configuration");
  if (manifest.status != RunStatus::kDone)
    refuse(run, "the run is " + to_string(manifest.status) + "; train it to its end first");
  if (!manifest.branched_from.empty())
    refuse(run, "the run is a branch of " + files::printable(manifest.branched_from) +
                    "; name one that began by itself");
  const auto mark = manifest.files.find(run_file::kClock);
  if (mark == manifest.files.end())
    refuse(run, "the run has no record of its clock, as those of earlier versions; name another");
  check_clock(run, manifest);
  const std::filesystem::path clock = run / run_file::kClock;
  if (const auto steps = static_cast<Index>(read_clock(clock).size());
      steps != reading.summary.steps)
    throw FormatError(fmt::format("{}: of {} steps, expected {}, those of the run", clock.string(),
                                  steps, reading.summary.steps));
  return {.name = manifest.name,
          .clock = clock,
          .mark = mark->second,
          .corpus_hash = manifest.corpus_hash,
          .vocabulary_hash = manifest.vocabulary_hash,
          .hashes = checkpoint_hashes(run)};
}

RunConfig replay_config(const std::filesystem::path& run,
                        const std::vector<std::string>& overrides) {
  if (override_of(overrides, "run.name") == nullptr)
    refuse(run, "the replay has no name; add --name NAME");
  const RunConfig source = read_run_config(run);
  RunConfig replay = parse_run_config(to_toml(source), "--replay " + run.string(), overrides);
  for (const DifferingValue& value : differing(settings_of(source), settings_of(replay)))
    refuse(run, fmt::format("{} is {}; expected {}, that of the run", value.name,
                            files::printable(value.second), files::printable(value.first)));
  if (config_hash(replay) != config_hash(source))
    refuse(run, fmt::format("run.seed is {}; expected {}, that of the run", replay.run.seed,
                            source.run.seed));
  return replay;
}

}  // namespace espalier::training
