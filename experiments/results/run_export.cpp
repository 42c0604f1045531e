// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/run_export.h>

#include <fmt/format.h>

#include <cmath>
#include <ctime>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>

#include <espalier/experiments/results/event_file.h>
#include <espalier/files/atomic_file.h>
#include <espalier/files/csv.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/runs/run_store.h>
#include <espalier/training/runs/run_summary.h>

namespace espalier::experiments {
namespace {

using nlohmann::json;

/// Around the time at which a run began, as TensorBoard wants it; the end tells them from others'.
constexpr std::string_view kEventPrefix = "events.out.tfevents.", kEventSuffix = ".espalier";

/// The numbers of a record, those of objects in it too.
void visit_numbers(const json& object, const std::string& above, RunMetric& metric,
                   const std::function<void(const RunMetric&)>& visit) {
  for (const auto& [key, value] : object.items()) {
    if (above.empty() && (key == training::field::kEvent || key == training::field::kStep))
      continue;
    const std::string name = above + files::without_controls(key);
    if (value.is_object()) {
      visit_numbers(value, name + '/', metric, visit);
    } else if (value.is_number() || value.is_boolean()) {
      metric.name = name;
      metric.value = value.is_boolean() ? (value.get<bool>() ? 1 : 0) : value.get<double>();
      if (std::isfinite(metric.value)) visit(metric);
    }
  }
}

/// Seconds since 1970 of a time as manifests write it; 0 if it is none.
double seconds_of(const std::string& time) {
  std::tm parts{};
  if (::strptime(time.c_str(), "%Y-%m-%dT%H:%M:%SZ", &parts) == nullptr) return 0;
  return static_cast<double>(::timegm(&parts));
}

double start_of(const std::filesystem::path& run) {
  const training::Manifest manifest = training::read_manifest(run);
  return seconds_of(manifest.sittings.empty() ? manifest.started
                                              : manifest.sittings.front().started);
}

}  // namespace

void for_each_metric(const std::filesystem::path& run,
                     const std::function<void(const RunMetric&)>& visit) {
  RunMetric metric;
  training::for_each_run_record(run, [&](const json& record, const std::string&) {
    const auto event = record.find(training::field::kEvent);
    if (event == record.end() || !event->is_string()) return;
    metric.event = files::without_controls(event->get<std::string>());
    const double step = training::number_or_unknown(
        record, metric.event == training::event::kEnd ? "steps" : training::field::kStep);
    constexpr double kMostSteps = 9007199254740992.0;  // 2^53, as checkpoints count
    if (!(step >= 0 && step <= kMostSteps)) return;
    metric.step = static_cast<Index>(step);
    const double seconds = training::number_or_unknown(record, training::field::kSeconds);
    if (std::isfinite(seconds)) metric.seconds = seconds;
    visit_numbers(record, "", metric, visit);
  });
}

std::vector<std::filesystem::path> exported_runs(const std::vector<std::filesystem::path>& paths) {
  std::vector<std::filesystem::path> runs;
  std::set<std::string> names;
  for (const std::filesystem::path& path : paths) {
    for (const std::filesystem::path& run : training::run_folders(path)) {
      if (!names.insert(training::folder_name(run)).second)
        throw IoError(run.string() + ": a second run of this name; export the two apart");
      runs.push_back(run);
    }
  }
  return runs;
}

std::vector<std::filesystem::path> export_tensorboard(
    const std::vector<std::filesystem::path>& runs, const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> written;
  for (const std::filesystem::path& run : runs) {
    const double start = start_of(run);
    EventFile file(start);
    for_each_metric(run, [&](const RunMetric& metric) {
      file.add(metric.event + '/' + metric.name, metric.step, start + metric.seconds, metric.value);
    });
    const std::filesystem::path own = folder / training::folder_name(run);
    files::create_folders(own);
    written.push_back(own / fmt::format("{}{:010.0f}{}", kEventPrefix, start, kEventSuffix));
    files::write_file_atomically(written.back(), file.bytes());
    // One of an earlier start, of a run that was trained anew, would be read as a part of this one.
    for (const std::filesystem::path& other : files::list_folder(own)) {
      const std::string name = other.filename().string();
      if (name.starts_with(kEventPrefix) && name.ends_with(kEventSuffix) && other != written.back())
        std::filesystem::remove(other);
    }
  }
  return written;
}

std::string metrics_csv(const std::vector<std::filesystem::path>& runs) {
  std::string text = files::csv_line({"run", "event", "step", "seconds", "metric", "value"});
  for (const std::filesystem::path& run : runs)
    for_each_metric(run, [&, name = training::folder_name(run)](const RunMetric& metric) {
      text += files::csv_line({name, metric.event, std::to_string(metric.step),
                               fmt::format("{}", metric.seconds), metric.name,
                               fmt::format("{}", metric.value)});
    });
  return text;
}

void export_csv(const std::vector<std::filesystem::path>& runs, const std::filesystem::path& file) {
  if (file.has_parent_path()) files::create_folders(file.parent_path());
  // What a link leads to is written, and the link stays.
  files::write_file_atomically(
      std::filesystem::is_symlink(file) ? std::filesystem::canonical(file) : file,
      metrics_csv(runs));
}

}  // namespace espalier::experiments
