// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/sessions/run_state.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <system_error>

#include <espalier/files/atomic_file.h>
#include <espalier/files/checked_call.h>
#include <espalier/files/json_text.h>
#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/models/checkpoints/checkpoint_folder.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/config_hash.h>
#include <espalier/training/config/time_budget.h>
#include <espalier/training/loop/timetable.h>
#include <espalier/training/loop/trainer.h>
#include <espalier/training/runs/run_files.h>

namespace espalier::training {
namespace {

template <typename Read>
auto found(const Read& read) -> Found<decltype(read())> {
  try {
    return {.value = read()};
  } catch (const Error&) {
    return {.fault = std::current_exception()};
  }
}

bool has_trained(const std::filesystem::path& folder) {
  std::error_code ignored;
  const auto bytes = std::filesystem::file_size(folder / run_file::kMetrics, ignored);
  if (!ignored && bytes > 0) return true;
  if (!files::is_there(folder / run_file::kCheckpoints)) return false;
  // An unfinished save is no checkpoint, and the next one removes it.
  return std::ranges::any_of(
      files::list_folder(folder / run_file::kCheckpoints),
      [](const auto& path) { return !path.filename().string().starts_with('.'); });
}

/// As `RunState::untrained`.
std::string origin_of_untrained(const std::filesystem::path& folder, const RunConfig& config) try {
  const Manifest run = read_manifest(folder);
  if (run.config_hash != config_hash(config)) return {};
  if (!run.branched_from.empty()) return "a branch of " + run.branched_from;
  return run.replayed_from.empty() ? "" : "a replay of " + run.replayed_from;
} catch (const Error&) {
  return {};  // nothing depends on it
}

std::vector<Index> steps_in(const std::filesystem::path& folder) {
  std::vector<Index> steps;
  if (!files::is_there(folder)) return steps;
  for (const auto& [step, path] : models::checkpoints_in(folder)) steps.push_back(step);
  return steps;
}

bool records_pass_a_checkpoint(const std::filesystem::path& folder, const Manifest& run,
                               const RunConfig& config) {
  // Of a run that saves with its validations the first of them tells where.
  Index due = Timetable(config).checkpoint_interval();
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
    // of a session that has ended are on the disk, and damage is damage.
    if (run.files.contains(run_file::kMetrics)) throw;
  }
  return due > 0 && last_step > due && last_step - due > kMaxSkippedSteps;
}

std::vector<StepReadings> kept_clock(const std::filesystem::path& folder, const Manifest& run) {
  check_clock(folder, run);
  const std::filesystem::path record = folder / run_file::kClock;
  return files::is_there(record) ? read_clock(record) : std::vector<StepReadings>();
}

}  // namespace

RunState read_run_state(const std::filesystem::path& folder, const RunConfig& config) {
  RunState state = {.folder = folder};
  std::error_code ignored;
  state.replaced_there = std::filesystem::exists(replaced_path(folder), ignored);
  state.replaced_has_checkpoint = !steps_in(replaced_path(folder) / run_file::kCheckpoints).empty();
  state.has_trained = has_trained(folder);
  if (!RunFolder::exists(folder)) return state;
  if (!state.has_trained) {
    state.untrained = origin_of_untrained(folder, config);
    return state;
  }
  state.manifest = found([&] { return read_manifest(folder); });
  if (state.manifest.fault) return state;
  const Manifest& run = *state.manifest.value;
  state.config = found([&] { return read_run_config(folder, run); });
  state.checkpoints = found([&] { return steps_in(folder / run_file::kCheckpoints); });
  state.start = found([&] { return steps_in(folder / run_file::kStart); });
  const bool has_none = state.checkpoints.value && state.checkpoints.value->empty();
  if (has_none && run.status != RunStatus::kDone)
    state.past_a_checkpoint =
        found([&] { return records_pass_a_checkpoint(folder, run, state.config.get()); });
  if (state.config.value && run.config_hash != config_hash(config) &&
      follows_clock(*state.config.value) && differ_in_budget_only(*state.config.value, config))
    state.clock = found([&] { return kept_clock(folder, run); });
  return state;
}

std::map<std::string, std::string> checkpoint_hashes(const std::filesystem::path& run) try {
  std::map<std::string, std::string> hashes;
  const auto checkpoints = models::checkpoints_in(run / run_file::kCheckpoints);
  if (checkpoints.empty()) return hashes;
  const std::filesystem::path& newest = checkpoints.front().second;
  const nlohmann::json state =
      files::parse_json_object(models::trainer_state(newest), newest.string());
  for (const auto& [key, value] : state.items())
    if (value.is_string()) hashes[key] = value.get<std::string>();
  return hashes;
} catch (const Error&) {
  return {};
}

const DataHash* first_changed(const std::map<std::string, std::string>& began,
                              const std::vector<DataHash>& hashes) {
  const auto changed = std::ranges::find_if(hashes, [&](const DataHash& hash) {
    const auto known = began.find(hash.key);
    return known != began.end() && known->second != hash.value;
  });
  return changed == hashes.end() ? nullptr : &*changed;
}

std::filesystem::path replaced_path(const std::filesystem::path& folder) {
  return folder.parent_path() / ('.' + folder.filename().string() + ".replaced");
}

}  // namespace espalier::training
