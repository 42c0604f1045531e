// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/run_list.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>
#include <utility>

#include <espalier/drawing/progress.h>
#include <espalier/experiments/results/run_condition.h>
#include <espalier/experiments/results/run_keys.h>
#include <espalier/files/csv.h>
#include <espalier/files/json_text.h>
#include <espalier/files/nearest_name.h>
#include <espalier/files/number_text.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/key_list.h>
#include <espalier/training/config/settings.h>
#include <espalier/training/config/task_declaration.h>
#include <espalier/training/runs/run_store.h>
#include <espalier/training/runs/run_summary.h>

namespace espalier::experiments {
namespace {

[[noreturn]] void refuse_name(const std::string& name) {
  const std::vector<std::string> columns = training::summary_columns();
  std::vector<std::string> names = columns;
  for (const training::ResultMetric& result : training::result_metrics())
    names.push_back(result.name);
  names.insert(names.end(), {kProgressColumn, kTimeLeftColumn, kMessageColumn});
  for (const training::Key& key : training::keys()) names.push_back(key.path());
  std::string expected = files::nearest_of(name, names);
  if (expected.empty())
    expected =
        fmt::format(", expected progress, left, message, a key such as model.block, or one of {}",
                    fmt::join(columns, ", "));
  throw ConfigError(fmt::format("runs: no column '{}'{}", files::printable(name), expected));
}

/// The text of a run under a name; throws ConfigError if there is nothing of that name.
std::string value_of(const training::RunSummary& run, const std::string& name) {
  auto value = run_value(run, name);
  if (!value) refuse_name(name);
  return *std::move(value);
}

/// Names that are none are an error even where no run is there to ask.
void require_names(const RunListOptions& options) {
  const training::RunSummary none;
  (void)value_of(none, options.sort);
  for (const std::string& name : options.columns) (void)value_of(none, name);
}

std::vector<training::RunSummary> read_all(const std::vector<std::filesystem::path>& paths,
                                           RunList& list) {
  std::vector<training::RunSummary> runs;
  for (const std::filesystem::path& path : paths) {
    if (std::filesystem::is_regular_file(path)) {
      for (training::RunSummary& run : training::read_summary(path)) runs.push_back(std::move(run));
      continue;
    }
    const std::vector<std::filesystem::path> folders =
        training::run_folders(path, training::kRunsOrSummary);
    std::ranges::move(notes_of_unread(path), std::back_inserter(list.notes));
    for (const std::filesystem::path& folder : folders) {
      try {
        training::RunSummary run = training::summarise_run(folder, &list.notes);
        run.status = status_now(run);
        runs.push_back(std::move(run));
      } catch (const Error& error) {
        list.unreadable.emplace_back(error.what());
      }
    }
  }
  return runs;
}

/// What is known of the time that a run will still take, or NaN.
double seconds_left(const training::RunSummary& run) {
  return run.status == to_string(training::RunStatus::kRunning) ? run.seconds_left
                                                                : training::kUnknown;
}

/// A value by which runs are compared: of a time its seconds, since "2 h" comes after "50 min", and
/// of a share its percent.
std::string compared_value(const training::RunSummary& run, const std::string& name) {
  std::string value = value_of(run, name);
  if (name == kTimeLeftColumn && !value.empty()) return fmt::format("{}", seconds_left(run));
  if (name == kProgressColumn && !value.empty()) value.pop_back();
  return value;
}

/// By a value, ascending or descending; without one at the end.
void sort_runs(std::vector<training::RunSummary>& runs, const RunListOptions& options) {
  std::vector<std::pair<std::string, training::RunSummary>> keyed;
  keyed.reserve(runs.size());
  for (training::RunSummary& run : runs) {
    std::string value = compared_value(run, options.sort);
    keyed.emplace_back(std::move(value), std::move(run));
  }
  std::ranges::stable_sort(keyed, [&](const auto& a, const auto& b) {
    if (a.first.empty() != b.first.empty()) return b.first.empty();
    return options.descending ? training::value_before(b.first, a.first)
                              : training::value_before(a.first, b.first);
  });
  for (std::size_t i = 0; i < runs.size(); ++i) runs[i] = std::move(keyed[i].second);
}

std::vector<std::string> usual_columns(const std::vector<training::RunSummary>& runs) {
  std::vector<std::string> columns = {"name", "status", kProgressColumn};
  std::vector<std::string> results = {kTimeLeftColumn};
  for (const training::ResultMetric& result : training::task_metrics())
    if (result.measured == training::Measured::kByValidation && result.metric.summarised)
      results.push_back(result.name);
  results.insert(results.end(), {training::metric::kExplored, "seconds"});
  for (const std::string& result : results)
    if (std::ranges::any_of(
            runs, [&](const training::RunSummary& run) { return !value_of(run, result).empty(); }))
      columns.push_back(result);
  std::set<Index> seeds;
  for (const training::RunSummary& run : runs) seeds.insert(run.seed);
  if (seeds.size() > 1) columns.emplace_back("seed");
  const std::vector<std::string> swept = swept_settings(runs);
  columns.insert(columns.end(), swept.begin(), swept.end());
  if (std::ranges::any_of(runs,
                          [](const training::RunSummary& run) { return !run.message.empty(); }))
    columns.emplace_back(kMessageColumn);  // the widest
  return columns;
}

/// Is what the column has a text whatever it looks like? A run may be called 1e-3, and a hash has
/// digits.
bool has_texts(const std::string& column) {
  static const std::set<std::string> kTexts = [] {
    std::set<std::string> texts = {kMessageColumn};
    for (const std::string& name : training::summary_columns()) texts.insert(name);
    for (const std::string& name : training::summary_numbers()) texts.erase(name);
    return texts;
  }();
  return kTexts.contains(column);
}

/// Numbers with few digits, and no text that a terminal would obey.
std::string short_text(const std::string& column, const std::string& value) {
  const auto number = has_texts(column) ? std::nullopt : files::number_in<double>(value);
  if (!number || files::number_in<Index>(value)) return files::cell_text(value);
  return fmt::format("{:.5g}", *number);
}

}  // namespace

std::string full_name(const std::string& name) {
  return name == training::metric::kLoss ? training::metric::kValidationLoss : name;
}

std::optional<std::string> run_value(const training::RunSummary& run, const std::string& name) {
  if (name == kProgressColumn) {
    const double share = training::share_done(run);
    return std::isfinite(share) ? fmt::format("{:.0f}%", std::floor(100 * share)) : "";
  }
  if (name == kTimeLeftColumn) {
    const double seconds = seconds_left(run);
    return std::isfinite(seconds) ? drawing::format_duration(seconds) : "";
  }
  if (name == kMessageColumn) return run.message;
  if (name == training::kSeedKey || training::is_setting(name)) {
    std::string value = key_value(run, name);
    return value == "-" ? "" : value;  // not known
  }
  return summary_value(run, full_name(name));
}

std::vector<std::string> notes_of_unread(const std::filesystem::path& path) {
  std::error_code error;
  std::vector<std::string> unread;
  if (training::RunFolder::exists(path)) return unread;
  for (std::filesystem::directory_iterator it(path, error), end; !error && it != end;
       it.increment(error)) {
    std::error_code closed;  // no folder, or one that says so itself when it is read as a run
    static_cast<void>(std::filesystem::directory_iterator(it->path(), closed));
    const bool hidden = it->path().filename().string().starts_with('.');
    if (!hidden && !closed && !training::RunFolder::exists(it->path()) &&
        !training::awaits_first_run(it->path()))
      unread.push_back(it->path().string());
  }
  if (unread.empty()) return unread;
  std::ranges::sort(unread);
  constexpr std::size_t kMostNamed = 3;
  const bool more = unread.size() > kMostNamed;
  if (more) unread.resize(kMostNamed);
  return {fmt::format("{}: it has runs of its own, and those in {}{} were not read; name these too",
                      path.string(), fmt::join(unread, ", "), more ? ", ..." : "")};
}

void keep_where(std::vector<training::RunSummary>& runs, const std::vector<std::string>& where) {
  for (const std::string& text : where) {
    const RunCondition condition(text);
    (void)value_of({}, condition.key());
    std::erase_if(runs, [&](const training::RunSummary& run) {
      return !condition.holds(compared_value(run, condition.key()));
    });
  }
}

RunList list_runs(const std::vector<std::filesystem::path>& paths, const RunListOptions& options) {
  require_names(options);
  RunList list;
  std::vector<training::RunSummary> runs = read_all(paths, list);
  keep_where(runs, options.where);
  sort_runs(runs, options);
  list.columns = options.columns.empty() ? usual_columns(runs) : options.columns;
  for (const training::RunSummary& run : runs) {
    list.any_running = list.any_running || run.status == to_string(training::RunStatus::kRunning);
    std::vector<std::string>& row = list.rows.emplace_back();
    for (const std::string& column : list.columns) row.push_back(value_of(run, column));
  }
  return list;
}

std::string run_list_text(const RunList& list) {
  std::vector<std::size_t> widths;
  for (const std::string& column : list.columns) widths.push_back(column.size());
  for (const auto& row : list.rows)
    for (std::size_t c = 0; c < row.size(); ++c)
      widths[c] = std::max(widths[c], short_text(list.columns[c], row[c]).size());
  const auto line = [&](const std::vector<std::string>& cells) {
    std::string text;
    for (std::size_t c = 0; c < cells.size(); ++c)
      text += fmt::format("{:<{}}  ", short_text(list.columns[c], cells[c]), widths[c]);
    text.erase(text.find_last_not_of(' ') + 1);
    return text + '\n';
  };
  std::string text = line(list.columns);
  for (const auto& row : list.rows) text += line(row);
  return text;
}

std::string run_list_markdown(const RunList& list) {
  const auto line = [&](const std::vector<std::string>& cells) {
    std::string text = "|";
    for (std::size_t c = 0; c < cells.size(); ++c)
      text += ' ' + files::markdown_text(short_text(list.columns[c], cells[c])) + " |";
    return text + '\n';
  };
  std::string text = line(list.columns);
  text += '|';
  for (std::size_t c = 0; c < list.columns.size(); ++c) text += "---|";
  text += '\n';
  for (const auto& row : list.rows) text += line(row);
  return text;
}

std::string run_list_csv(const RunList& list) {
  std::string text = files::csv_line(list.columns);
  for (const auto& row : list.rows) text += files::csv_line(row);
  return text;
}

std::string run_list_json(const RunList& list) {
  nlohmann::ordered_json runs = nlohmann::ordered_json::array();
  for (const auto& row : list.rows) {
    nlohmann::ordered_json run;
    for (std::size_t c = 0; c < row.size(); ++c) {
      if (row[c].empty())
        run[list.columns[c]] = nullptr;
      else if (has_texts(list.columns[c]))
        run[list.columns[c]] = row[c];
      else if (const auto count = files::number_in<Index>(row[c]))
        run[list.columns[c]] = *count;
      else if (const auto number = files::number_in<double>(row[c]))
        run[list.columns[c]] = *number;
      else
        run[list.columns[c]] = row[c];
    }
    runs.push_back(run);
  }
  return files::json_text(runs, 2) + '\n';
}

std::string lines_cut_to(std::size_t width, const std::string& text) {
  std::string cut;
  std::size_t column = 0;
  for (const char c : text) {
    const bool goes_on = (static_cast<unsigned char>(c) & 0xC0) == 0x80;  // within a character
    if (c == '\n')
      column = 0;
    else if (!goes_on)
      ++column;
    if (column <= width) cut += c;
  }
  return cut;
}

}  // namespace espalier::experiments
