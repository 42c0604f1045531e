// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/sessions/run_claim.h>

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <string>

#include <espalier/files/plain_text.h>
#include <espalier/models/checkpoints/checkpoint_folder.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/config_hash.h>
#include <espalier/training/config/derived_values.h>
#include <espalier/training/config/settings.h>
#include <espalier/training/config/time_budget.h>
#include <espalier/training/loop/timetable.h>
#include <espalier/training/loop/trainer.h>
#include <espalier/training/runs/run_files.h>
#include <espalier/training/sessions/run_extension.h>

namespace espalier::training {
namespace {

std::string how_to_go_on(const std::filesystem::path& folder) {
  return "; restore it from a copy, or move it away and name a checkpoint of " +
         (folder / run_file::kCheckpoints).string() + " with --resume, or choose another run.name";
}

Manifest earlier_manifest(const std::filesystem::path& folder) {
  try {
    return read_manifest(folder);
  } catch (const FormatError& error) {
    throw FormatError(error.what() + how_to_go_on(folder));
  }
}

constexpr const char* kChoose = "; choose another run.name or run.folder, or --overwrite";

[[noreturn]] void refuse_none(const std::filesystem::path& path) {
  throw ConfigError(path.string() + ": no run here has trained; train one without --extend first");
}

/// Throws ConfigError that says how the configuration of the run in a folder is another one.
[[noreturn]] void refuse_other(const std::filesystem::path& folder, const RunConfig& config) {
  const std::string path = folder.string();
  RunConfig earlier;
  try {
    earlier = read_run_config(folder);
  } catch (const Error&) {
    throw ConfigError(path + ": holds a run of another configuration, which cannot be read" +
                      kChoose);
  }
  if (differ_in_budget_only(earlier, config)) {
    static_cast<void>(last_common_step(folder, earlier, config));
    throw ConfigError(fmt::format("{}: a run of {}; add --extend to make it one of {}", path,
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
                    (keys.empty() ? "" : ", with " + keys) + kChoose);
}

/// The steps that a branch had behind it when it began, as the checkpoint that it keeps says.
std::optional<Index> first_step_of(const std::filesystem::path& folder) {
  const std::filesystem::path start = folder / run_file::kStart;
  if (!std::filesystem::exists(start)) return std::nullopt;
  const auto checkpoints = models::checkpoints_in(start);
  if (checkpoints.empty()) return std::nullopt;
  return checkpoints.front().first;
}

/// What a run of equal configuration is, and is not, if it began elsewhere than it is expected to;
/// empty: it did not. Who extends a run or names a checkpoint means the one that is there.
std::string other_origin(const std::filesystem::path& folder, const Manifest& run,
                         const TrainingRunOptions& options) {
  if (options.resume == Resume::kExtend || options.checkpoint) return {};
  const std::string& from = run.branched_from;
  if (!options.branch)
    return !options.began_by_itself || from.empty()
               ? ""
               : fmt::format(
                     "a branch of {}, not a run that began by itself; with its own {} it "
                     "goes on",
                     from, run_file::kConfig);
  const RunBranch& branch = *options.branch;
  const std::string name = files::printable(branch.name);
  if (from.empty()) return "a run that began by itself, not a branch of " + name;
  if (from != branch.name) return fmt::format("a branch of {}, not of {}", from, name);
  const std::string& hash = run.branched_from_hash;
  if (!hash.empty() && !branch.config_hashes.empty() &&
      std::ranges::find(branch.config_hashes, hash) == branch.config_hashes.end())
    return fmt::format("a branch of {}, of another run of that name", from);
  if (first_step_of(folder).value_or(branch.first_step()) == branch.first_step()) return {};
  return branch.start == BranchStart::kThere
             ? fmt::format("a next phase of {}, not a branch of it", from)
             : fmt::format("a branch of {}, not a next phase of it", from);
}

/// Is the run in a folder one of another budget, and nothing else? Throws ConfigError if it cannot
/// go on with this one.
bool may_extend(const std::filesystem::path& folder, const RunConfig& config) {
  const RunConfig earlier = read_run_config(folder);
  if (!differ_in_budget_only(earlier, config)) return false;
  static_cast<void>(last_common_step(folder, earlier, config));
  return true;
}

/// Throws unless the run that is in a folder, if any, may go on.
void check_folder(const std::filesystem::path& path, const RunConfig& config,
                  const TrainingRunOptions& options) {
  if (!RunFolder::has_trained(path)) {
    if (options.resume == Resume::kExtend) refuse_none(path);
    return;
  }
  if (options.resume == Resume::kNever)
    throw ConfigError(path.string() +
                      ": a run of this name exists; resume it or choose another run.name");
  if (options.checkpoint) {
    // What the manifest would say of the configuration, the checkpoint says too.
    if (!RunFolder::exists(path)) return;
  } else if (!RunFolder::exists(path)) {
    throw ConfigError(path.string() + ": files of a run but no manifest.json" + how_to_go_on(path));
  }
  const Manifest earlier = earlier_manifest(path);
  if (earlier.config_hash != config_hash(config)) {
    if (options.resume != Resume::kExtend || !may_extend(path, config)) refuse_other(path, config);
  } else if (options.replay && earlier.replayed_from != options.replay->name) {
    throw ConfigError(
        fmt::format("{}: holds a run that is no replay of {}; choose another run.name",
                    path.string(), files::printable(options.replay->name)));
  } else if (const std::string other = other_origin(path, earlier, options); !other.empty()) {
    throw ConfigError(path.string() + ": holds " + other + kChoose);
  }
}

/// Throws IoError if the folder, or where it is to be made, cannot be written.
void require_writable(const std::filesystem::path& folder) {
  std::filesystem::path there = std::filesystem::absolute(folder);
  std::error_code ignored;
  while (there.has_relative_path() && !std::filesystem::exists(there, ignored))
    there = there.parent_path();
  if (!std::filesystem::is_directory(there, ignored))
    throw IoError(there.string() + ": is no folder, expected one for runs");
  if (::access(there.c_str(), W_OK | X_OK) != 0)
    throw IoError(there.string() + ": cannot be written: " + std::strerror(errno));
}

/// Did a run that nobody trains end, by a failure or a kill, before it had a checkpoint of its own
/// or of another run?
bool ended_without_a_checkpoint(const std::filesystem::path& folder, const Manifest& run) {
  if (run.status != RunStatus::kFailed && run.status != RunStatus::kRunning) return false;
  if (!run.branched_from.empty() || !run.replayed_from.empty()) return false;
  if (std::ranges::any_of(run.sittings, [](const auto& s) { return s.first_step > 0; }))
    return false;
  const std::filesystem::path checkpoints = folder / run_file::kCheckpoints;
  return (!std::filesystem::exists(checkpoints) || models::checkpoints_in(checkpoints).empty()) &&
         !is_past_a_checkpoint(folder, run);
}

/// The folder that a run of this configuration has. Throws as `run_name`.
std::filesystem::path folder_of(const RunConfig& config) {
  return std::filesystem::path(config.run.folder) / run_name(config);
}

}  // namespace

RunFolder claim_run(const RunConfig& config, const TrainingRunOptions& options) {
  const std::filesystem::path path = folder_of(config);
  if (options.resume == Resume::kExtend && !std::filesystem::exists(path)) refuse_none(path);
  RunFolder folder = RunFolder::claim(config.run.folder, run_name(config));
  if (!makes_way(path, config, options)) check_folder(path, config, options);
  return folder;
}

void check_claim(const RunConfig& config, const TrainingRunOptions& options) {
  const std::filesystem::path path = folder_of(config);
  require_writable(path);
  if (!makes_way(path, config, options))
    check_folder(path, config, options);
  else if (std::filesystem::exists(path))
    static_cast<void>(free_aside(path));
}

bool holds_another(const std::filesystem::path& folder, const RunConfig& config,
                   const TrainingRunOptions& options) {
  if (!RunFolder::has_trained(folder) || !RunFolder::exists(folder)) return false;
  try {
    const Manifest run = read_manifest(folder);
    return run.config_hash != config_hash(config) || !other_origin(folder, run, options).empty();
  } catch (const Error&) {
    return false;
  }
}

bool makes_way(const std::filesystem::path& folder, const RunConfig& config,
               const TrainingRunOptions& options) {
  if (options.resume == Resume::kReplace) return true;
  if (options.resume != Resume::kAuto || options.checkpoint ||
      !holds_another(folder, config, options))
    return false;
  try {
    return ended_without_a_checkpoint(folder, read_manifest(folder));
  } catch (const Error&) {
    return false;
  }
}

std::filesystem::path free_aside(const std::filesystem::path& folder) {
  auto aside = folder.parent_path() / ('.' + folder.filename().string() + ".replaced");
  if (std::filesystem::exists(aside))
    throw ConfigError(
        aside.string() +
        ": an earlier run of this name, which a replacement that was killed has left; "
        "remove it, or move it back");
  return aside;
}

bool is_past_a_checkpoint(const std::filesystem::path& folder, const Manifest& run) {
  // Of a run that saves with its validations the first of them tells where.
  Index due = Timetable(read_run_config(folder, run)).checkpoint_interval();
  Index last_step = 0;
  try {
    for_each_run_record(folder, run, [&](const nlohmann::json& record, const std::string&) {
      const auto step = record.find(field::kStep);
      if (step == record.end() || !step->is_number_integer()) return;
      last_step = step->get<Index>();
      if (due == 0 && is_event(record, event::kValidation)) due = last_step;
    });
  } catch (const FormatError&) {
    // A power cut may tear records that no checkpoint knows; the ones before it still tell. Those
    // of a sitting that has ended are on the disk, and damage is damage.
    if (run.files.contains(run_file::kMetrics)) throw;
  }
  return due > 0 && last_step > due && last_step - due > kMaxSkippedSteps;
}

bool is_done(const std::filesystem::path& folder, const RunConfig& config) {
  if (!RunFolder::has_trained(folder) || !RunFolder::exists(folder)) return false;
  const Manifest manifest = read_manifest(folder);
  return manifest.status == RunStatus::kDone && manifest.config_hash == config_hash(config);
}

}  // namespace espalier::training
