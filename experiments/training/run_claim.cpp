// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/training/run_claim.h>

#include <fmt/format.h>

#include <filesystem>
#include <string>

#include <espalier/experiments/config/config_hash.h>
#include <espalier/experiments/config/derived_values.h>
#include <espalier/experiments/runs/run_files.h>
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

/// Throws ConfigError if the configuration is that of the run but for the length.
void refuse_other_length(const RunFolder& folder, const RunConfig& config) {
  RunConfig earlier;
  try {
    earlier = folder.read_config();
  } catch (const Error&) {
    return;  // what differs is not known
  }
  RunConfig same = earlier;
  same.training.steps = config.training.steps;
  same.training.tokens = config.training.tokens;
  same.training.epochs = config.training.epochs;
  if (config_hash(same) != config_hash(config)) return;
  throw ConfigError(fmt::format(
      "{}: a run of {} steps, which cannot become one of {}, since learning rate and topology "
      "follow its length from the first step; go on from it as another run, with --from {} --set "
      "training.steps={} --name NAME, or train anew with --overwrite",
      folder.path().string(), steps(earlier), steps(config), folder.path().string(),
      steps(config)));
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
  if (earlier_manifest(folder).config_hash == config_hash(config)) return;
  refuse_other_length(folder, config);
  throw ConfigError(path.string() +
                    ": holds a run of another configuration (see its config.toml); choose another "
                    "run.name or run.folder");
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
