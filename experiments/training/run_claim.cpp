// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/training/run_claim.h>

#include <fmt/format.h>

#include <filesystem>
#include <string>

#include <espalier/experiments/config/config_hash.h>
#include <espalier/experiments/config/derived_values.h>
#include <espalier/experiments/config/settings.h>
#include <espalier/experiments/runs/run_files.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>

namespace espalier::experiments {
namespace {

std::string how_to_go_on(const std::filesystem::path& folder) {
  return "; restore it from a copy, or move it away and name a checkpoint of " +
         (folder / run_file::kCheckpoints).string() + " with --resume, or choose another run.name";
}

Manifest earlier_manifest(const RunFolder& folder) {
  try {
    return folder.read_manifest();
  } catch (const FormatError& error) {
    throw FormatError(error.what() + how_to_go_on(folder.path()));
  }
}

/// Throws ConfigError that says how the configuration of the run in a folder is another one.
[[noreturn]] void refuse_other(const RunFolder& folder, const RunConfig& config) {
  const std::string path = folder.path().string();
  const std::string choose = "; choose another run.name or run.folder";
  RunConfig earlier;
  try {
    earlier = folder.read_config();
  } catch (const Error&) {
    throw ConfigError(path + ": holds a run of another configuration, which cannot be read" +
                      choose);
  }
  RunConfig same = earlier;
  same.training.steps = config.training.steps;
  same.training.tokens = config.training.tokens;
  same.training.epochs = config.training.epochs;
  if (config_hash(same) == config_hash(config))
    throw ConfigError(fmt::format(
        "{}: a run of {} steps, which cannot become one of {}, since learning rate and topology "
        "follow its length from the first step; go on from it as another run, with --from {} --set "
        "training.steps={} --name NAME, or train anew with --overwrite",
        path, steps(earlier), steps(config), path, steps(config)));
  Settings before = settings_of(earlier), now = settings_of(config);
  before[kSeedKey] = std::to_string(earlier.run.seed);
  now[kSeedKey] = std::to_string(config.run.seed);
  std::string keys;
  for (const DifferingValue& value : differing(before, now))
    keys += fmt::format("{}{} {}, not {}", keys.empty() ? "" : "; ", value.name,
                        files::printable(value.first), files::printable(value.second));
  throw ConfigError(path + ": holds a run of another configuration" +
                    (keys.empty() ? "" : ", with " + keys) + choose);
}

/// Throws unless the run that is in a folder, if any, may go on.
void check_claim(const RunFolder& folder, const RunConfig& config,
                 const TrainingRunOptions& options) {
  const std::filesystem::path& path = folder.path();
  if (!RunFolder::has_trained(path)) return;
  if (options.resume == Resume::kNever)
    throw ConfigError(path.string() +
                      ": a run of this name exists, resume it or choose another run.name");
  if (options.checkpoint) {
    // What the manifest would say of the configuration, the checkpoint says too.
    if (!RunFolder::exists(path)) return;
  } else if (!RunFolder::exists(path)) {
    throw ConfigError(path.string() + ": files of a run but no manifest.json" + how_to_go_on(path));
  }
  if (earlier_manifest(folder).config_hash != config_hash(config)) refuse_other(folder, config);
}

}  // namespace

RunFolder claim_run(const RunConfig& config, const TrainingRunOptions& options) {
  RunFolder folder = RunFolder::claim(config.run.folder, run_name(config));
  check_claim(folder, config, options);
  return folder;
}

bool is_done(const RunFolder& folder) {
  return RunFolder::has_trained(folder.path()) && RunFolder::exists(folder.path()) &&
         folder.read_manifest().status == RunStatus::kDone;
}

}  // namespace espalier::experiments
