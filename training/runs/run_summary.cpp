// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/runs/run_summary.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>
#include <type_traits>
#include <utility>
#include <variant>

#include <espalier/files/atomic_file.h>
#include <espalier/files/csv.h>
#include <espalier/files/folder_lock.h>
#include <espalier/files/number_text.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/build_info.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/config_hash.h>
#include <espalier/training/config/derived_values.h>
#include <espalier/training/config/task_declaration.h>
#include <espalier/training/config/time_budget.h>
#include <espalier/training/runs/run_files.h>
#include <espalier/training/runs/sealed_summary.h>
#include <espalier/training/runs/summary_columns.h>

namespace espalier::training {
namespace {

/// A row takes some hundred bytes: far beyond any real file.
constexpr std::size_t kLargestSummaryBytes = std::size_t{1} << 24;

/// What a column is called now: files of 2026 say `mode` for the policy.
std::string present_name(const std::string& name) { return name == "mode" ? "policy" : name; }

std::optional<SummaryColumn> column_named(const std::string& written) {
  const std::string name = present_name(written);
  for (const SummaryColumn& column : summary_column_list())
    if (name == column.name) return column;
  for (const SummaryColumn& column : metric_columns())
    if (name == column.name) return column;
  return std::nullopt;
}

std::string number_text(double number) {
  return std::isfinite(number) ? fmt::format("{}", number) : std::string();
}

std::string cell_text(const SummarySlot& slot) {
  struct Writer {
    std::string operator()(const std::string* text) const { return *text; }
    std::string operator()(const Index* count) const { return std::to_string(*count); }
    std::string operator()(const double* number) const { return number_text(*number); }
    std::string operator()(const MetricSlot& slot) const {
      return number_text(slot.metrics->value(slot.name));
    }
  };
  return std::visit(Writer{}, slot);
}

void parse_cell(const std::string& text, const SummarySlot& slot, const std::string& where) {
  const auto parse_number = [&](auto* number) {
    const auto found = files::number_in<std::remove_pointer_t<decltype(number)>>(text);
    if (!found)
      throw FormatError(where + ": \"" + files::printable(text) + "\", expected a number");
    *number = *found;
  };
  if (auto* const* string = std::get_if<std::string*>(&slot)) {
    **string = files::without_controls(text);
  } else if (auto* const* count = std::get_if<Index*>(&slot)) {
    parse_number(*count);
  } else if (auto* const* number = std::get_if<double*>(&slot)) {
    if (text.empty()) {
      **number = kUnknown;
    } else {
      parse_number(*number);
    }
  } else if (const auto* metric = std::get_if<MetricSlot>(&slot); metric && !text.empty()) {
    double value = kUnknown;
    parse_number(&value);
    metric->metrics->set(metric->name, value);
  }
}

/// Where the cells of a column of a summary file go.
struct CellTarget {
  std::string name;
  std::optional<SummaryColumn> column;  ///< else to the setting of the key
};

std::vector<CellTarget> cell_targets(const std::vector<std::string>& names,
                                     const std::string& file) {
  std::vector<CellTarget> targets;
  for (const std::string& written : names) {
    const std::string name = present_name(written);
    targets.push_back({.name = name, .column = column_named(name)});
    if (!targets.back().column && !is_setting(name))
      throw FormatError(file + ":1: unknown column \"" + files::printable(name) + '"');
    if (std::ranges::count(targets, name, &CellTarget::name) > 1)
      throw FormatError(fmt::format("{}:1: 2 columns \"{}\", expected one", file, name));
  }
  for (const SummaryColumn& column : summary_column_list())
    if (column.required && std::ranges::count(targets, column.name, &CellTarget::name) == 0)
      throw FormatError(fmt::format(
          "{}:1: no column \"{}\", expected a table of runs, such as summary.csv of a study", file,
          column.name));
  return targets;
}

std::vector<SummaryColumn> all_columns() {
  const std::span<const SummaryColumn> fixed = summary_column_list();
  std::vector<SummaryColumn> columns(fixed.begin(), fixed.end());
  for (SummaryColumn& column : metric_columns()) columns.push_back(std::move(column));
  return columns;
}

/// The columns that every file has, and those of metrics that one of the runs has.
std::vector<SummaryColumn> columns_of(const std::vector<RunSummary>& runs) {
  std::vector<SummaryColumn> columns = all_columns();
  const auto own = columns.begin() + std::ssize(summary_column_list());
  columns.erase(std::remove_if(own, columns.end(),
                               [&](const SummaryColumn& column) {
                                 return std::ranges::none_of(runs, [&](const RunSummary& run) {
                                   return run.metrics.has(column.name);
                                 });
                               }),
                columns.end());
  return columns;
}

std::vector<std::string> names_of(const std::vector<SummaryColumn>& columns) {
  std::vector<std::string> names;
  names.reserve(columns.size());
  for (const SummaryColumn& column : columns) names.push_back(column.name);
  return names;
}

/// Every number of an end record, by name.
MetricValues metrics_in(const nlohmann::json& end) {
  MetricValues metrics;
  for (const auto& [name, value] : end.items())
    if (value.is_number()) metrics.set(name, value.get<double>());
  return metrics;
}

/// How fast a run trains in its present session, by its records.
class Pace {
 public:
  explicit Pace(const Manifest& manifest)
      : first_step_(manifest.sittings.empty() ? 0 : manifest.sittings.back().first_step) {}

  void take(const nlohmann::json& record) {
    const Place place = {number_or_unknown(record, field::kStep),
                         number_or_unknown(record, field::kSeconds)};
    if (!(place.step >= 0 && std::isfinite(place.seconds))) return;
    // What the present session went on from, or else what it recorded first.
    if (place.step <= first_step_ || !std::isfinite(from_.step)) from_ = place;
    last_ = place;
  }

  /// Not known before the second record of a session.
  double seconds_left(const RunConfig& config) const {
    if (!(last_.step > from_.step)) return kUnknown;
    const double per_step = (last_.seconds - from_.seconds) / (last_.step - from_.step);
    const double by_steps =
        std::max(0.0, static_cast<double>(steps(config)) - last_.step) * per_step;
    const double budget = time_budget(config).seconds;
    return budget > 0 ? std::min(by_steps, std::max(0.0, budget - last_.seconds)) : by_steps;
  }

  /// NaN without hours, or before the first record.
  double hours_share(const RunConfig& config) const {
    const TimeBudget budget = time_budget(config);
    return budget.seconds > 0 ? budget.position(last_.seconds) : kUnknown;
  }

 private:
  struct Place {
    double step = kUnknown, seconds = kUnknown;
  };
  double first_step_;
  Place from_, last_;
};

/// Puts the cost so far that a validation tells in place of that in `result`, which stays where the
/// record is of an earlier version and tells none.
void take_cost(const nlohmann::json& record, const std::string& where, RunResult& result) {
  nlohmann::json cost;
  for (const char* name : kCostFields)
    if (const auto found = record.find(name); found != record.end()) cost[name] = *found;
  if (cost.size() < kCostFields.size()) return;
  RunResult so_far = result_in(cost, where);
  so_far.metrics = std::move(result.metrics);
  result = std::move(so_far);
}

/// The end record, or what the last validation tells of a run that is not done. `reading.end` gets
/// the one, the summary the step of the last record and the time used and left.
RunResult result_of(RunReading& reading, const std::filesystem::path& folder,
                    const RecordVisitor& visit) {
  const Manifest& manifest = reading.manifest;
  const RunConfig& config = reading.config;
  Index& completed = reading.summary.completed_steps;
  Pace pace(manifest);
  RunResult result;
  result.feed_forward_density = config.model.density;
  result.attention_density = config.topology.dense_attention ? 1 : config.model.density;
  const TaskDeclarationPtr task = task_declaration(config);
  bool ended = false;
  const auto read = [&](const nlohmann::json& record, const std::string& where) {
    if (visit) visit(record, where);
    pace.take(record);
    if (is_event(record, event::kEnd)) {
      result = result_in(record, where);
      if (result.steps < 1 || static_cast<double>(result.steps) > Domain::kLargestCount ||
          !std::isfinite(result.metrics.value(metric::kValidationLoss)))
        throw FormatError(where + ": an end without steps or validation_loss");
      ended = true;
      completed = result.steps;
      reading.end = record;
    }
    if (const auto step = number_or_unknown(record, field::kStep);
        step >= 0 && step <= Domain::kLargestCount)
      completed = static_cast<Index>(step);
    if (!is_event(record, event::kValidation)) return;
    take_cost(record, where, result);
    for (const Metric& metric : task->info().metrics)
      if (metric.of_validation)
        result.metrics.set(result_name(metric), number_or_unknown(record, metric.name.c_str()));
    const double steps = number_or_unknown(record, field::kStep);
    if (!(steps >= 0 && steps <= Domain::kLargestCount))
      throw FormatError(where + ": a validation without a step");
    result.steps = static_cast<Index>(steps);
    result.sequences = result.steps * config.training.batch;
    if (task->info().unit == field::kTokens)
      result.tokens = result.sequences * task->units_per_sample(config);
  };
  for_each_run_record(folder, manifest, read);
  if (manifest.status == RunStatus::kDone && !ended)
    throw FormatError((folder / run_file::kMetrics).string() +
                      ": no end record, which a run that is done must have");
  if (!ended) reading.summary.seconds_left = pace.seconds_left(config);
  reading.summary.hours_share = pace.hours_share(config);
  return result;
}

/// What begins with a dot is none, such as a run that is being replaced.
bool is_hidden(const std::filesystem::path& path) {
  return path.filename().string().starts_with('.');
}

/// Is a folder a run, as far as it may be looked at? What may not counts as one, so that reading it
/// says why, and no table lacks it without a word.
bool may_be_run(const std::filesystem::path& folder) {
  using std::filesystem::file_type;
  std::error_code ignored;
  const file_type type = std::filesystem::status(folder / run_file::kManifest, ignored).type();
  return type == file_type::regular || type == file_type::none;
}

enum class Depth { kRuns, kFoldersOfRuns };

/// The folders in one that are runs, or that have runs in them, ordered by name.
std::vector<std::filesystem::path> folders_in(const std::filesystem::path& folder, Depth depth,
                                              std::error_code& error) {
  std::vector<std::filesystem::path> found;
  for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end;
       it.increment(error)) {
    if (is_hidden(it->path())) continue;
    std::error_code ignored;  // what cannot be read has no runs to show
    if (depth == Depth::kRuns ? may_be_run(it->path())
                              : !folders_in(it->path(), Depth::kRuns, ignored).empty())
      found.push_back(it->path());
  }
  std::ranges::sort(found);
  return found;
}

}  // namespace

std::optional<std::string> summary_value(const RunSummary& run, const std::string& name) {
  if (const auto column = column_named(name)) {
    RunSummary copy = run;
    return cell_text(column->slot(copy));
  }
  for (const ResultMetric& result : result_metrics())
    if (name == result.name) return number_text(run.metrics.value(name));
  const auto found = run.settings.find(name);
  if (found == run.settings.end())
    return is_setting(name) ? std::optional<std::string>("") : std::nullopt;
  return found->second;
}

std::optional<DifferingValue> differing_data(const RunSummary& a, const RunSummary& b) {
  if (a.task != b.task) return DifferingValue{"run.task", a.task, b.task};
  if (auto windows = differing_windows(a.settings, b.settings)) return windows;
  if (a.corpus_hash != b.corpus_hash)
    return DifferingValue{"corpora", a.corpus_hash, b.corpus_hash};
  if (a.vocabulary_hash != b.vocabulary_hash)
    return DifferingValue{"vocabularies", a.vocabulary_hash, b.vocabulary_hash};
  return std::nullopt;
}

std::vector<std::string> summary_numbers() {
  std::vector<std::string> names;
  RunSummary run;
  for (const SummaryColumn& column : all_columns())
    if (!std::holds_alternative<std::string*>(column.slot(run))) names.push_back(column.name);
  return names;
}

std::vector<std::string> summary_columns() { return names_of(all_columns()); }

std::vector<std::string> summary_columns(const std::vector<RunSummary>& runs) {
  return names_of(columns_of(runs));
}

std::vector<std::string> swept_settings(const std::vector<RunSummary>& runs) {
  std::map<std::string, std::string> seen;
  std::set<std::string> swept;
  for (const RunSummary& run : runs)
    for (const auto& [key, value] : run.settings)
      if (seen.try_emplace(key, value).first->second != value) swept.insert(key);
  return {swept.begin(), swept.end()};
}

RunReading read_run(const std::filesystem::path& folder, const RecordVisitor& visit) {
  return read_run(folder, read_manifest(folder), visit);
}

RunReading read_run(const std::filesystem::path& folder, Manifest its_manifest,
                    const RecordVisitor& visit) {
  RunReading reading;
  reading.manifest = std::move(its_manifest);
  reading.config = read_run_config(folder, reading.manifest);
  const Manifest& manifest = reading.manifest;
  const RunConfig& config = reading.config;
  RunSummary& run = reading.summary;
  const RunResult result = result_of(reading, folder, visit);
  run.name = manifest.name;
  run.folder = folder.string();
  run.status = to_string(manifest.status);
  run.policy = config.topology.policy;
  run.model = model_name(config);
  run.density = config.model.density;
  run.block = config.topology.policy == "dense" ? 1 : config.model.block;
  run.seed = manifest.seed;
  run.learning_rate = std::isfinite(result.peak_learning_rate) ? result.peak_learning_rate
                                                               : config.training.learning_rate;
  run.steps = result.steps;
  run.sequences = result.sequences;
  run.tokens = result.tokens;
  try {
    const RunCost cost = task_declaration(config)->cost(config, result);
    run.encoder_training_flops = cost.encoder_training_flops;
    run.encoder_flops_per_sequence = cost.encoder_flops_per_sequence;
    run.total_training_flops = cost.total_training_flops;
    run.parameters = cost.parameters;
  } catch (const ConfigError& error) {
    throw FormatError((folder / run_file::kMetrics).string() + ": " + error.what());
  }
  run.update_flops = result.update_flops;
  run.peak_bytes = result.peak_bytes;
  run.task = config.run.task;
  run.seconds = result.seconds;
  run.settings_hash = settings_hash(config);
  run.corpus_hash = manifest.corpus_hash;
  run.vocabulary_hash = manifest.vocabulary_hash;
  run.revision = shown_revision(manifest.revision, manifest.dirty);
  run.processor = manifest.processor;
  run.threads = manifest.threads;
  run.changed = what_changed(manifest.sittings);
  run.planned_steps = steps(config);
  run.settings = settings_of(config);
  if (manifest.status == RunStatus::kFailed || manifest.status == RunStatus::kStopped)
    run.message = manifest.message;
  run.metrics = reading.end.is_null() ? result.metrics : metrics_in(reading.end);
  return reading;
}

RunSummary summarise_run(const std::filesystem::path& folder, std::vector<std::string>* notes) {
  if (auto kept = read_sealed_summary(folder, notes)) return *std::move(kept);
  return read_run(folder).summary;
}

double share_done(const RunSummary& run) {
  if (run.planned_steps <= 0) return kUnknown;
  if (run.status == to_string(RunStatus::kDone)) return 1;
  const double of_steps = std::min(
      1.0, static_cast<double>(run.completed_steps) / static_cast<double>(run.planned_steps));
  return std::min(1.0, std::fmax(of_steps, run.hours_share));  // of a number and NaN the number
}

std::string status_now(const RunSummary& run) {
  const bool left =
      run.status == to_string(RunStatus::kRunning) && !files::FolderLock::held(run.folder);
  return left ? "interrupted" : run.status;
}

bool awaits_first_run(const std::filesystem::path& path) {
  std::error_code ignored;
  if (RunFolder::exists(path) || std::filesystem::is_regular_file(path, ignored)) return false;
  for (const Depth depth : {Depth::kRuns, Depth::kFoldersOfRuns}) {
    std::error_code error;
    if (!folders_in(path, depth, error).empty()) return false;
    // What is there and cannot be read would be waited for without end.
    if (error && error != std::errc::no_such_file_or_directory) return false;
  }
  std::filesystem::path whole = std::filesystem::absolute(path).lexically_normal();
  if (!whole.has_filename()) whole = whole.parent_path();
  return std::filesystem::is_directory(whole.parent_path(), ignored);
}

bool has_worker(const std::filesystem::path& folder) {
  // It holds the log of the run that it trains, and the trials while it chooses the next.
  if (files::FolderLock::held(folder / sweep_file::kTrials)) return true;
  std::error_code error;
  for (std::filesystem::directory_iterator it(folder / sweep_file::kLogs, error), end;
       !error && it != end; it.increment(error))
    if (it->path().extension() == ".log" && files::is_locked(it->path())) return true;
  return false;
}

std::vector<std::filesystem::path> run_folders(const std::filesystem::path& path,
                                               const std::string& expected) {
  if (RunFolder::exists(path)) return {path};
  std::error_code error;
  std::vector<std::filesystem::path> folders = folders_in(path, Depth::kRuns, error);
  if (error)
    throw IoError(
        fmt::format("{}: cannot read: {}; expected {}", path.string(), error.message(), expected));
  if (!folders.empty()) return folders;
  std::string message = fmt::format("{}: no runs here, expected {}", path.string(), expected);
  std::vector<std::string> deeper;
  for (const std::filesystem::path& folder : folders_in(path, Depth::kFoldersOfRuns, error))
    deeper.push_back(folder.string());
  constexpr std::size_t kMostNamed = 3;
  const bool more = deeper.size() > kMostNamed;
  if (more) deeper.resize(kMostNamed);
  if (!deeper.empty())
    message +=
        fmt::format("; there are some in {}{}", fmt::join(deeper, ", "), more ? ", ..." : "");
  throw IoError(message);
}

std::vector<RunSummary> read_runs(const std::vector<std::filesystem::path>& paths,
                                  std::vector<std::string>* notes) {
  std::vector<RunSummary> runs;
  for (const std::filesystem::path& path : paths) {
    if (std::filesystem::is_regular_file(path)) {
      for (RunSummary& run : read_summary(path)) runs.push_back(std::move(run));
      continue;
    }
    for (const std::filesystem::path& folder : run_folders(path, kRunsOrSummary))
      runs.push_back(summarise_run(folder, notes));
  }
  return runs;
}

void write_summary(const std::filesystem::path& path, const std::vector<RunSummary>& runs) {
  const std::vector<SummaryColumn> columns = columns_of(runs);
  std::vector<std::string> cells = names_of(columns);
  const std::vector<std::string> swept = swept_settings(runs);
  cells.insert(cells.end(), swept.begin(), swept.end());
  std::string text = files::csv_line(cells);
  for (RunSummary run : runs) {
    cells.clear();
    for (const SummaryColumn& column : columns) cells.push_back(cell_text(column.slot(run)));
    for (const std::string& key : swept) {
      const auto found = run.settings.find(key);
      cells.push_back(found == run.settings.end() ? std::string() : found->second);
    }
    text += files::csv_line(cells);
  }
  files::write_file_atomically(path, text);
}

std::vector<RunSummary> read_summary(const std::filesystem::path& path) {
  const std::string file = path.string();
  std::vector<CellTarget> targets;
  std::vector<RunSummary> runs;
  files::for_each_csv_row(
      files::read_file(path, kLargestSummaryBytes), file, [&](const files::CsvRow& row) {
        if (targets.empty()) {
          targets = cell_targets(row.cells, file);
          return;
        }
        if (row.cells.size() != targets.size()) {
          throw FormatError(fmt::format("{}:{}: {} cells, expected {}", file, row.line,
                                        row.cells.size(), targets.size()));
        }
        RunSummary& run = runs.emplace_back();
        run.is_of_summaries = true;
        for (std::size_t c = 0; c < targets.size(); ++c) {
          const auto& [name, column] = targets[c];
          if (column)
            parse_cell(row.cells[c], column->slot(run),
                       fmt::format("{}:{}: {}", file, row.line, name));
          else
            run.settings[name] = files::without_controls(row.cells[c]);
        }
        if (!(run.density > 0 && run.density <= 1))
          throw FormatError(fmt::format("{}:{}: density: {}, expected a number in (0, 1]", file,
                                        row.line, run.density));
      });
  if (targets.empty()) cell_targets({}, file);
  return runs;
}

}  // namespace espalier::training
