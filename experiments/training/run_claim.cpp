// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/training/run_claim.h>

#include <fmt/format.h>

#include <filesystem>
#include <string>

#include <espalier/experiments/config/config_hash.h>
#include <espalier/experiments/config/settings.h>
#include <espalier/experiments/config/time_budget.h>
#include <espalier/experiments/runs/run_files.h>
#include <espalier/experiments/training/run_extension.h>
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

[[noreturn]] void refuse_none(const std::filesystem::path& path) {
  throw ConfigError(path.string() + ": no run that has trained; expected one, to extend it");
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
  if (differ_in_budget_only(earlier, config)) {
    static_cast<void>(last_common_step(folder, earlier, config));
    throw ConfigError(fmt::format("{}: a run of {}; expected --extend to make it one of {}", path,
                                  budget_text(earlier), budget_text(config)));
  }
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

/// Is the run in a folder one of another budget, and nothing else? Throws ConfigError if it cannot
/// go on with this one.
bool may_extend(const RunFolder& folder, const RunConfig& config) {
  const RunConfig earlier = folder.read_config();
  if (!differ_in_budget_only(earlier, config)) return false;
  static_cast<void>(last_common_step(folder, earlier, config));
  return true;
}

/// Throws unless the run that is in a folder, if any, may go on.
void check_claim(const RunFolder& folder, const RunConfig& config,
                 const TrainingRunOptions& options) {
  const std::filesystem::path& path = folder.path();
  if (!RunFolder::has_trained(path)) {
    if (options.resume == Resume::kExtend) refuse_none(path);
    return;
  }
  if (options.resume == Resume::kNever)
    throw ConfigError(path.string() +
                      ": a run of this name exists, resume it or choose another run.name");
  if (options.checkpoint) {
    // What the manifest would say of the configuration, the checkpoint says too.
    if (!RunFolder::exists(path)) return;
  } else if (!RunFolder::exists(path)) {
    throw ConfigError(path.string() + ": files of a run but no manifest.json" + how_to_go_on(path));
  }
  const Manifest earlier = earlier_manifest(folder);
  if (earlier.config_hash != config_hash(config)) {
    if (options.resume != Resume::kExtend || !may_extend(folder, config))
      refuse_other(folder, config);
  } else if (options.replay && earlier.replayed_from != options.replay->name) {
    throw ConfigError(
        fmt::format("{}: holds a run that is no replay of {}; choose another run.name",
                    path.string(), files::printable(options.replay->name)));
  }
}

}  // namespace

RunFolder claim_run(const RunConfig& config, const TrainingRunOptions& options) {
  if (const auto path = std::filesystem::path(config.run.folder) / run_name(config);
      options.resume == Resume::kExtend && !std::filesystem::exists(path))
    refuse_none(path);
  RunFolder folder = RunFolder::claim(config.run.folder, run_name(config));
  check_claim(folder, config, options);
  return folder;
}

bool is_done(const RunFolder& folder, const RunConfig& config) {
  if (!RunFolder::has_trained(folder.path()) || !RunFolder::exists(folder.path())) return false;
  const Manifest manifest = folder.read_manifest();
  return manifest.status == RunStatus::kDone && manifest.config_hash == config_hash(config);
}

}  // namespace espalier::experiments
