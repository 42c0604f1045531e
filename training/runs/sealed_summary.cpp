// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/runs/sealed_summary.h>

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <type_traits>
#include <variant>

#include <espalier/files/append_log.h>
#include <espalier/files/atomic_file.h>
#include <espalier/files/content_hash.h>
#include <espalier/files/json_text.h>
#include <espalier/files/plain_text.h>
#include <espalier/schedules/policies/policy_registry.h>
#include <espalier/schedules/rules/criterion.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/named_registry.h>
#include <espalier/training/config/key_list.h>
#include <espalier/training/config/task_declaration.h>
#include <espalier/training/runs/run_files.h>
#include <espalier/training/runs/run_store.h>
#include <espalier/training/runs/summary_columns.h>

namespace espalier::training {

using nlohmann::json;

namespace {

/// How a summary is made of files. To be raised when the same files get another one.
constexpr Index kSummaryFormat = 3;

/// Settings and metrics take some KB: far beyond any real file.
constexpr std::size_t kLargestSealedBytes = 1 << 22;

/// What `read_run` reads.
constexpr std::array kSummarySources = {run_file::kManifest, run_file::kConfig,
                                        run_file::kNextConfig, run_file::kMetrics};

namespace member {
constexpr const char* kFormat = "format";
constexpr const char* kKnown = "known";
constexpr const char* kFiles = "files";
constexpr const char* kSummary = "summary";
constexpr const char* kSettings = "settings";
constexpr const char* kMetrics = "metrics";
}  // namespace member

std::string hash_of_names() {
  files::ContentHash hash;
  // Domains name tasks, models and optimizers.
  for (const Key& key : keys())
    hash.update_field(key.table).update_field(key.name).update_field(key.domain.expected);
  const auto add = [&](const auto& list) {
    for (const auto& entry : list) hash.update_field(entry.name);
    hash.update_field("");  // where one list ends
  };
  add(summary_column_list());
  add(result_metrics());
  add(schedules::topology_policies());
  add(schedules::drop_criteria());
  add(schedules::grow_criteria());
  return files::hex(hash.value());
}

/// Hash of the names and domains by which files are read, which other versions and plug-ins change.
/// Made once for each time that something was registered: lists ask for every run.
std::string known_names() {
  static std::mutex mutex;
  static std::map<std::size_t, std::string> hashes;
  const std::lock_guard lock(mutex);
  std::string& hash = hashes[registrations()];
  if (hash.empty()) hash = hash_of_names();
  return hash;
}

/// Calls `visit(name, value)` for each value but metrics, settings and the folder, which may move.
template <typename Visit>
void for_each_value(RunSummary& run, const Visit& visit) {
  for (const SummaryColumn& column : summary_column_list()) {
    const SummarySlot slot = column.slot(run);
    if (slot == SummarySlot(&run.folder)) continue;
    std::visit(
        [&](const auto& place) {
          if constexpr (std::is_pointer_v<std::decay_t<decltype(place)>>)
            visit(column.name, *place);
        },
        slot);
  }
  visit("seconds_left", run.seconds_left);
  visit("hours_share", run.hours_share);
  visit("message", run.message);
}

void read_value(const json& value, std::string& text) { value.get_to(text); }
void read_value(const json& value, Index& count) { value.get_to(count); }
void read_value(const json& value, double& number) {
  number = value.is_null() ? kUnknown : value.get<double>();
}

/// Names and messages come without control characters and a density is a share, as `read_run` has
/// them; checksums keep no stranger from writing others.
bool is_harmless(RunSummary& run) {
  bool harmless = run.density > 0 && run.density <= 1;
  for_each_value(run, [&](const std::string&, const auto& value) {
    if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::string>)
      harmless = harmless && value == files::without_controls(value);
  });
  return harmless;
}

RunSummary summary_in(const json& kept, const std::string& where) {
  RunSummary run;
  for_each_value(run, [&](const std::string& name, auto& value) {
    read_value(kept.at(member::kSummary).at(name), value);
  });
  if (!is_harmless(run)) throw FormatError(where + ": values that no run has");
  kept.at(member::kSettings).get_to(run.settings);
  for (const auto& [name, value] : kept.at(member::kMetrics).items())
    run.metrics.set(name, value.get<double>());
  return run;
}

json json_of(RunSummary run) {
  json values, metrics = json::object();
  for_each_value(run, [&](const std::string& name, const auto& value) { values[name] = value; });
  for (const auto& [name, value] : run.metrics) metrics[name] = value;
  return {{member::kFormat, kSummaryFormat},
          {member::kKnown, known_names()},
          {member::kSummary, std::move(values)},
          {member::kSettings, run.settings},
          {member::kMetrics, std::move(metrics)}};
}

/// As `read_sealed_summary`; throws what is wrong with a damaged one.
std::optional<RunSummary> read_kept(const std::filesystem::path& folder,
                                    const std::filesystem::path& path) {
  const std::string text = files::read_file(path, kLargestSealedBytes);
  const json kept = files::parse_json_object(text, path.string());
  if (kept.value(member::kFormat, json()) != kSummaryFormat) return std::nullopt;
  if (text != sealed_text(kept))
    throw FormatError(path.string() +
                      ": the file was altered: its checksum is not that of its content");
  if (kept.at(member::kKnown) != known_names()) return std::nullopt;
  const json& marks = kept.at(member::kFiles);
  const bool current = std::ranges::all_of(kSummarySources, [&](const char* name) {
    return marks.at(name).get<files::LogMark>() == files::mark_of(folder / name);
  });
  if (!current) return std::nullopt;
  RunSummary run = summary_in(kept, path.string());
  run.folder = folder.string();
  return run;
}

}  // namespace

std::optional<RunSummary> read_sealed_summary(const std::filesystem::path& folder,
                                              std::vector<std::string>* notes) {
  const std::filesystem::path path = folder / run_file::kSummary;
  std::error_code ignored;  // what cannot be looked at is not there
  if (!std::filesystem::exists(path, ignored)) return std::nullopt;
  const auto note = [&](const std::string& reason) {
    if (notes != nullptr) notes->push_back("summary not used: " + reason);
  };
  try {
    return read_kept(folder, path);
  } catch (const json::exception& error) {
    note(path.string() + ": " + error.what());
  } catch (const Error& error) {
    note(error.what());
  }
  return std::nullopt;
}

void write_sealed_summary(const std::filesystem::path& folder, const std::string& manifest) {
  const std::string where = (folder / run_file::kManifest).string();
  json kept = json_of(read_run(folder, parse_manifest(manifest, where)).summary);
  for (const char* name : kSummarySources)
    kept[member::kFiles][name] = files::mark_of(folder / name);
  kept[member::kFiles][run_file::kManifest] = files::LogMark{
      static_cast<Index>(manifest.size()), files::hex(files::content_hash(manifest))};
  const std::string text = sealed_text(std::move(kept));
  if (text.size() > kLargestSealedBytes)
    throw FormatError((folder / run_file::kSummary).string() + ": would be " +
                      std::to_string(text.size()) + " bytes, expected at most " +
                      std::to_string(kLargestSealedBytes));
  files::write_file_atomically(folder / run_file::kSummary, text);
}

}  // namespace espalier::training
