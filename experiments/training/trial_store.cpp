// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/training/trial_store.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include <espalier/experiments/config/config_hash.h>
#include <espalier/experiments/config/settings.h>
#include <espalier/experiments/runs/run_files.h>
#include <espalier/files/atomic_file.h>
#include <espalier/files/json_text.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>

namespace espalier::experiments {
namespace {

using nlohmann::json;

constexpr std::size_t kLargestBytes = 1 << 20;
constexpr const char* kDefinition = "search";
/// Those of the first trial; a hash does not tell them, and older programs did not write them.
constexpr const char* kSettings = "settings";
constexpr const char* kConfigHash = "first_config_hash";

/// A trial to compare searches by.
RunConfig first_trial(const Sweep& sweep) {
  const Space& space = sweep.search->space;
  return trial_config(sweep, 0, point_at(space, std::vector<double>(space.size(), 0.0)));
}

Settings first_settings(const Sweep& sweep) {
  const RunConfig config = first_trial(sweep);
  Settings settings = settings_of(config);
  settings[kSeedKey] = std::to_string(config.run.seed);
  return settings;
}

/// Everything that decides which trials there are, but how many.
json definition(const Sweep& sweep) {
  const Search& search = *sweep.search;
  json parameters = json::array();
  for (std::size_t d = 0; d < search.space.size(); ++d) {
    const Dimension& dimension = search.space[d];
    json& parameter = parameters.emplace_back(json{{"key", dimension.name}});
    if (dimension.choices > 0) {
      parameter["values"] = search.choices[d];
      if (!dimension.probabilities.empty()) parameter["probabilities"] = dimension.probabilities;
    } else {
      parameter["min"] = dimension.low;
      parameter["max"] = dimension.high;
      parameter["logarithmic"] = dimension.logarithmic;
      parameter["q"] = dimension.step;
      if (dimension.normal) parameter["normal"] = true;
    }
  }
  json value = {{"method", method_name(sweep)},
                {"seed", search.seed},
                {"metric", sweep.metric.name},
                {"goal", sweep.metric.maximize ? "maximize" : "minimize"},
                {"parameters", parameters},
                {"fixed", search.fixed},
                {kConfigHash, config_hash(first_trial(sweep))}};
  if (search.method == SearchMethod::kHalving) {
    value["halving"] = {{"eta", search.bracket.eta}, {"rungs", search.bracket.rungs}};
    if (search.bracket.first > 0) value["halving"]["first"] = search.bracket.first;
  }
  return value;
}

void write_json(const std::filesystem::path& path, const json& value) {
  files::write_file_atomically(path,
                               value.dump(2, ' ', false, json::error_handler_t::replace) + '\n');
}

json read_json(const std::filesystem::path& path) {
  return files::parse_json_object(files::read_file(path, kLargestBytes), path.string());
}

bool is_in(const Dimension& dimension, double value) {
  if (dimension.choices > 0)
    return value >= 0 && value < static_cast<double>(dimension.choices) &&
           value == std::floor(value);
  return value >= dimension.low && value <= dimension.high;
}

std::filesystem::path trials_of(const Sweep& sweep) { return sweep.folder / sweep_file::kTrials; }

/// What is searched, in that folder.
constexpr const char* kSearchFile = "sweep.json";

/// What its trials have with other values than those of another search.
std::string other_settings(const json& found, const Sweep& sweep) {
  Settings before, now = first_settings(sweep);
  try {
    before = found.value(kSettings, now);
  } catch (const json::exception&) {
    before = now;  // who changed the file has made it another search's
  }
  std::string text;
  for (const auto& [key, first, second] : differing(before, now))
    text += fmt::format("{}{} ({}, not {})", text.empty() ? "" : ", ", key, files::printable(first),
                        files::printable(second));
  return text.empty() ? "the configuration of its runs" : text;
}

}  // namespace

TrialStore::TrialStore(const Sweep& sweep) : search_(*sweep.search), folder_(trials_of(sweep)) {
  files::create_folders(folder_);
  const std::filesystem::path path = folder_ / kSearchFile;
  // Of workers that begin together one writes it, in a moment.
  constexpr auto kMoment = std::chrono::milliseconds(10);
  while (!std::filesystem::exists(path)) {
    const auto lock = try_lock();
    if (!lock)
      std::this_thread::sleep_for(kMoment);
    else if (!std::filesystem::exists(path))
      write_json(path, {{kDefinition, definition(sweep)}, {kSettings, first_settings(sweep)}});
  }
  require_own(sweep);
}

void TrialStore::require_own(const Sweep& sweep) {
  const std::filesystem::path path = trials_of(sweep) / kSearchFile;
  if (!std::filesystem::exists(path)) return;
  const json file = read_json(path), wanted = definition(sweep);
  json found = file.value(kDefinition, json());
  if (found == wanted) return;
  if (!found.is_object()) found = json::object();
  std::string names;
  for (const auto& [key, value] : wanted.items())
    if (found.value(key, json()) != value)
      names +=
          (names.empty() ? "" : ", ") + (key == kConfigHash ? other_settings(file, sweep) : key);
  throw ConfigError(path.string() + ": the trials here are of another search, which differs in " +
                    names + "; choose another folder with --out");
}

std::optional<files::FolderLock> TrialStore::try_lock() const {
  return files::FolderLock::try_lock(folder_);
}

std::filesystem::path TrialStore::path(Index trial) const {
  return folder_ / fmt::format("trial_{:04}.json", trial);
}

std::optional<Point> TrialStore::point(Index trial) const {
  const std::filesystem::path file = path(trial);
  if (!std::filesystem::exists(file)) return std::nullopt;
  const json value = read_json(file);
  Point point;
  try {
    point = value.at("point").get<Point>();
  } catch (const json::exception& error) {
    throw FormatError(file.string() + ": " + error.what());
  }
  bool sound = point.size() == search_.space.size();
  for (std::size_t d = 0; sound && d < point.size(); ++d) sound = is_in(search_.space[d], point[d]);
  if (!sound)
    throw FormatError(file.string() +
                      ": no point of what is searched, expected one number in the "
                      "range of each parameter");
  return point;
}

void TrialStore::keep(Index trial, const Point& point, const std::vector<Index>& results) const {
  write_json(path(trial), {{"trial", trial},
                           {"point", point},
                           {"values", overrides_of(search_, point)},
                           {"results", results}});
}

}  // namespace espalier::experiments
