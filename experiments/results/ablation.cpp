// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/ablation.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <span>
#include <utility>

#include <espalier/experiments/config/key_list.h>
#include <espalier/experiments/config/settings.h>
#include <espalier/experiments/results/seed_statistics.h>
#include <espalier/experiments/results/table_cells.h>
#include <espalier/experiments/runs/run_condition.h>
#include <espalier/experiments/runs/run_summary.h>
#include <espalier/experiments/training/paired_difference.h>
#include <espalier/files/atomic_file.h>
#include <espalier/files/csv.h>
#include <espalier/files/number_text.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>

namespace espalier::experiments {
namespace {

std::vector<double> numbers_of(const std::vector<std::pair<Index, double>>& by_seed) {
  std::vector<double> numbers;
  numbers.reserve(by_seed.size());
  for (const auto& [seed, value] : by_seed) numbers.push_back(value);
  return numbers;
}

std::vector<std::string> values_of(const std::vector<const AblationRun*>& runs,
                                   const std::string& key) {
  std::set<std::string> found;
  for (const AblationRun* run : runs) found.insert(setting(run->settings, key));
  std::vector<std::string> values(found.begin(), found.end());
  std::ranges::stable_sort(values, value_before);
  return values;
}

void require_key(const std::string& key) {
  if (is_setting(key)) return;
  throw ConfigError("ablation: no key " + files::printable(key) +
                    " that decides numbers, expected one such as model.block");
}

std::vector<const AblationRun*> chosen(const std::vector<AblationRun>& runs,
                                       const std::vector<std::string>& where) {
  std::vector<const AblationRun*> left;
  left.reserve(runs.size());
  for (const AblationRun& run : runs) left.push_back(&run);
  for (const std::string& text : where) {
    const RunCondition condition(text);
    require_key(condition.key());
    std::erase_if(left, [&](const AblationRun* run) {
      return !condition.holds(setting(run->settings, condition.key()));
    });
  }
  if (left.empty())
    throw ConfigError(runs.empty() ? "ablation: no run that is done, expected at least one"
                                   : "ablation: no run left of those that are done, expected that "
                                     "`where` leaves at least one");
  return left;
}

/// Keys in which the runs differ, in the order of the list.
std::vector<std::string> swept_keys(const std::vector<const AblationRun*>& runs) {
  std::vector<std::string> swept;
  for (const Key& key : keys())
    if (values_of(runs, key.path()).size() > 1) swept.push_back(key.path());
  return swept;
}

/// Of the keys whose values are numbers the one that has most of them, the last of several; else
/// the last of all.
std::string usual_columns(const std::vector<const AblationRun*>& runs,
                          const std::vector<std::string>& swept) {
  std::string best = swept.empty() ? "model.density" : swept.back();
  std::size_t most = 0;
  for (const std::string& key : swept) {
    const std::vector<std::string> values = values_of(runs, key);
    const bool numbers = std::ranges::all_of(values, [](const std::string& value) {
      return files::number_in<double>(value).has_value();
    });
    if (!numbers || values.size() < most) continue;
    best = key;
    most = values.size();
  }
  return best;
}

/// Refuses two runs of one cell that are no repetitions of one another.
void require_repetition(const AblationRun& a, const AblationRun& b) {
  std::vector<std::string> differing;
  for (const Key& key : keys())
    if (setting(a.settings, key.path()) != setting(b.settings, key.path()))
      differing.push_back(key.path());
  if (!differing.empty())
    throw ConfigError(fmt::format(
        "runs {} and {}: one cell, and they differ in {}; expected it among rows or columns, or "
        "`where` to choose one value",
        a.name, b.name, fmt::join(differing, ", ")));
  if (a.seed == b.seed)
    throw ConfigError(fmt::format("runs {} and {}: one cell and one seed, {}; expected another",
                                  a.name, b.name, a.seed));
}

using Cells = std::map<std::vector<std::string>, std::vector<const AblationRun*>>;

/// The runs by the values of the row keys and then of the column key.
Cells cells_of(const std::vector<const AblationRun*>& runs, const AblationTable& table) {
  Cells cells;
  for (const AblationRun* run : runs) {
    std::vector<std::string> place;
    for (const std::string& key : table.row_keys) place.push_back(setting(run->settings, key));
    place.push_back(setting(run->settings, table.column_key));
    std::vector<const AblationRun*>& cell = cells[place];
    for (const AblationRun* other : cell) require_repetition(*other, *run);
    cell.push_back(run);
  }
  return cells;
}

Sample sample_of(const std::vector<const AblationRun*>& runs, const std::string& metric) {
  Sample sample;
  for (const AblationRun* run : runs) {
    const auto found = run->metrics.find(metric);
    if (found == run->metrics.end()) {
      std::vector<std::string> names;
      for (const auto& [name, value] : run->metrics) names.push_back(name);
      throw ConfigError(fmt::format("run {}: no metric {}, expected one of {}", run->name,
                                    files::printable(metric), fmt::join(names, ", ")));
    }
    sample.values.emplace_back(run->seed, found->second);
  }
  std::ranges::sort(sample.values);
  return sample;
}

/// First minus second for each seed that both have.
std::optional<Sample> difference(const std::optional<Sample>& first,
                                 const std::optional<Sample>& second) {
  if (!first || !second) return std::nullopt;
  Sample sample;
  for (const auto& [seed, value] : first->values)
    for (const auto& [other_seed, other] : second->values)
      if (seed == other_seed) sample.values.emplace_back(seed, value - other);
  if (sample.values.empty()) return std::nullopt;
  return sample;
}

void add_differences(const std::vector<const AblationRun*>& runs, const std::string& pair,
                     AblationTable& table) {
  const auto key = std::ranges::find(table.row_keys, pair);
  if (key == table.row_keys.end())
    throw ConfigError("ablation: pair " + files::printable(pair) + ", expected one of the rows");
  const std::vector<std::string> values = values_of(runs, pair);
  if (values.size() != 2)
    throw ConfigError(fmt::format("ablation: pair {} has the values {}; expected two", pair,
                                  fmt::join(values, ", ")));
  table.pair_key = pair;
  table.first = values[1];  // static minus dynamic: above zero the one that moves is better
  table.second = values[0];
  const auto at = static_cast<std::size_t>(key - table.row_keys.begin());
  const auto rest_of = [at](std::vector<std::string> list) {
    list.erase(list.begin() + static_cast<std::ptrdiff_t>(at));
    return list;
  };
  table.difference_keys = rest_of(table.row_keys);
  for (const AblationRow& row : table.rows) {
    if (row.values[at] != table.first) continue;
    for (const AblationRow& other : table.rows) {
      if (other.values[at] != table.second || rest_of(other.values) != rest_of(row.values))
        continue;
      AblationRow both = {.values = rest_of(row.values), .samples = {}};
      for (std::size_t c = 0; c < table.columns.size(); ++c)
        both.samples.push_back(difference(row.samples[c], other.samples[c]));
      table.differences.push_back(std::move(both));
    }
  }
}

/// How many of the ways to add or subtract the values have a sum of `least` or more in size, from
/// `sum` on.
Index large_sums(std::span<const std::pair<Index, double>> values, double sum, double least) {
  if (values.empty()) return std::abs(sum) >= least ? 1 : 0;
  const double value = values.front().second;
  return large_sums(values.subspan(1), sum + value, least) +
         large_sums(values.subspan(1), sum - value, least);
}

std::string cell_text(const std::optional<Sample>& sample, const char* plus_minus) {
  if (!sample) return "-";
  if (sample->values.size() == 1) return fmt::format("{:.4g}", sample->mean());
  return fmt::format("{:.4g} {} {:.2g} ({})", sample->mean(), plus_minus, sample->deviation(),
                     sample->values.size());
}

Index above_zero(const Sample& sample) {
  return std::ranges::count_if(sample.values, [](const auto& value) { return value.second > 0; });
}

std::string difference_text(const std::optional<Sample>& sample, const char* plus_minus) {
  if (!sample) return "-";
  if (sample->values.size() == 1) return fmt::format("{:+.3f}", sample->mean());
  const double p = sample->sign_flip_p();
  return fmt::format("{:+.3f} {} {:.3f} ({} of {}{})", sample->mean(), plus_minus,
                     sample->half_interval(), above_zero(*sample), sample->values.size(),
                     std::isfinite(p) ? fmt::format(", p {:.2g}", p) : std::string());
}

template <typename Text>
std::string markdown_table(const std::vector<std::string>& row_keys, const AblationTable& table,
                           const std::vector<AblationRow>& rows, const Text& text) {
  std::string out = "|", rule = "|";
  for (const std::string& key : row_keys) {
    out += ' ' + files::markdown_text(key) + " |";
    rule += "---|";
  }
  for (const std::string& column : table.columns) {
    out += ' ' + files::markdown_text(table.column_key + " " + column) + " |";
    rule += "---|";
  }
  out += '\n' + rule + '\n';
  for (const AblationRow& row : rows) {
    out += '|';
    for (const std::string& value : row.values) out += ' ' + files::markdown_text(value) + " |";
    for (const auto& sample : row.samples) out += ' ' + text(sample) + " |";
    out += '\n';
  }
  return out;
}

/// Text for LaTeX: what it would obey escaped.
std::string latex_text(const std::string& text) {
  std::string out;
  for (const char c : files::without_controls(text)) {
    if (std::string_view("&%$#_{}").find(c) != std::string_view::npos)
      out += std::string("\\") + c;
    else if (c == '\\' || c == '~' || c == '^')
      out += fmt::format("\\char`\\{}{{}}", c);
    else
      out += c;
  }
  return out;
}

template <typename Text>
std::string latex_table(const std::vector<std::string>& row_keys, const AblationTable& table,
                        const std::vector<AblationRow>& rows, const Text& text) {
  std::string out =
      fmt::format("\\begin{{tabular}}{{{}{}}}\n\\toprule\n", std::string(row_keys.size(), 'l'),
                  std::string(table.columns.size(), 'r'));
  const auto line = [&](const std::vector<std::string>& cells) {
    out += fmt::format("{} \\\\\n", fmt::join(cells, " & "));
  };
  std::vector<std::string> cells;
  cells.reserve(row_keys.size() + table.columns.size());
  for (const std::string& key : row_keys) cells.push_back(latex_text(key));
  for (const std::string& column : table.columns)
    cells.push_back(latex_text(table.column_key + " " + column));
  line(cells);
  out += "\\midrule\n";
  for (const AblationRow& row : rows) {
    cells.clear();
    for (const std::string& value : row.values) cells.push_back(latex_text(value));
    for (const auto& sample : row.samples) cells.push_back(text(sample, "$\\pm$"));
    line(cells);
  }
  return out + "\\bottomrule\n\\end{tabular}\n";
}

}  // namespace

double Sample::mean() const { return mean_of(numbers_of(values)); }

double Sample::deviation() const { return deviation_of(numbers_of(values)); }

double Sample::half_interval() const {
  if (values.size() < 2) return kUnknown;
  return student_point(static_cast<Index>(values.size()) - 1) * deviation() /
         std::sqrt(static_cast<double>(values.size()));
}

double Sample::sign_flip_p() const {
  const std::size_t n = values.size();
  if (n < 2 || n > kMostSignFlips) return kUnknown;
  double sum = 0, sizes = 0;
  for (const auto& [seed, value] : values) {
    sum += value;
    sizes += std::abs(value);
  }
  // Sums that are equal but for rounding, at most n epsilon of the sizes, count as equal.
  const double least = std::abs(sum) - 1e-12 * sizes;
  return static_cast<double>(large_sums(values, 0, least)) /
         static_cast<double>(std::size_t{1} << n);
}

std::vector<AblationRun> ablation_runs(const std::vector<RunSummary>& runs) {
  std::vector<AblationRun> done;
  for (const RunSummary& run : runs) {
    if (run.status != to_string(RunStatus::kDone)) continue;
    done.push_back(
        {.name = run.name, .seed = run.seed, .settings = run.settings, .metrics = run.metrics});
    if (!run.metrics.empty()) continue;
    for (const std::string& column : summary_columns())  // of a file of summaries
      if (const auto number = files::number_in<double>(summary_value(run, column).value_or("")))
        done.back().metrics[column] = *number;
  }
  return done;
}

AblationTable ablation_table(const std::vector<AblationRun>& runs, const AblationOptions& options) {
  const std::vector<const AblationRun*> left = chosen(runs, options.where);
  const std::vector<std::string> swept = swept_keys(left);
  AblationTable table;
  table.metric = options.metric;
  table.title = options.title.empty() ? options.metric : options.title;
  table.row_keys = options.rows;
  std::vector<std::string> free = swept;
  std::erase_if(free, [&](const std::string& key) {
    return std::ranges::find(options.rows, key) != options.rows.end();
  });
  table.column_key = options.columns.empty() ? usual_columns(left, free) : options.columns;
  if (table.row_keys.empty())
    std::ranges::copy_if(swept, std::back_inserter(table.row_keys),
                         [&](const std::string& key) { return key != table.column_key; });
  for (const std::string& key : table.row_keys) require_key(key);
  require_key(table.column_key);
  table.columns = values_of(left, table.column_key);

  std::map<std::vector<std::string>, AblationRow> rows;
  for (const auto& [place, cell] : cells_of(left, table)) {
    const std::vector<std::string> values(place.begin(), place.end() - 1);
    AblationRow& row = rows[values];
    row.values = values;
    row.samples.resize(table.columns.size());
    const auto column = std::ranges::find(table.columns, place.back()) - table.columns.begin();
    row.samples[static_cast<std::size_t>(column)] = sample_of(cell, table.metric);
  }
  for (auto& [values, row] : rows) table.rows.push_back(std::move(row));
  std::ranges::stable_sort(table.rows, [](const AblationRow& a, const AblationRow& b) {
    return std::ranges::lexicographical_compare(a.values, b.values, value_before);
  });
  if (!options.pair.empty()) add_differences(left, options.pair, table);
  return table;
}

bool AblationTable::has_one_seed() const {
  return std::ranges::all_of(rows, [](const AblationRow& row) {
    return std::ranges::all_of(
        row.samples, [](const auto& sample) { return !sample || sample->values.size() == 1; });
  });
}

std::string ablation_markdown(const AblationTable& table) {
  std::string text =
      table.metric +
      (table.has_one_seed() ? ", one seed\n\n" : ": mean ± standard deviation (seeds)\n\n");
  text += markdown_table(table.row_keys, table, table.rows,
                         [](const auto& sample) { return cell_text(sample, "±"); });
  if (table.differences.empty()) return text;
  text += fmt::format(
      "\n{}, {} minus {}, by pairs of one seed: mean ± 95% interval of it (how many are above "
      "zero, p of the sign-flip test)\n\n",
      table.metric, files::markdown_text(table.first), files::markdown_text(table.second));
  return text + markdown_table(table.difference_keys, table, table.differences,
                               [](const auto& sample) { return difference_text(sample, "±"); });
}

std::string ablation_latex(const AblationTable& table) {
  std::string text =
      fmt::format("% {}; needs \\usepackage{{booktabs}}\n", latex_text(table.metric));
  text += latex_table(table.row_keys, table, table.rows, cell_text);
  if (table.differences.empty()) return text;
  text += fmt::format(
      "% {}, {} minus {}, by pairs of one seed: mean, half of its 95% interval (how many are "
      "above zero, p of the sign-flip test)\n",
      latex_text(table.metric), latex_text(table.first), latex_text(table.second));
  return text + latex_table(table.difference_keys, table, table.differences, difference_text);
}

std::string ablation_csv(const AblationTable& table) {
  std::vector<std::string> cells = table.row_keys;
  cells.push_back(table.column_key);
  for (const char* name : {"seeds", "mean", "deviation", "lowest", "highest"})
    cells.emplace_back(name);
  std::string text = files::csv_line(cells);
  for (const AblationRow& row : table.rows)
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      if (!row.samples[c]) continue;
      const Sample& sample = *row.samples[c];
      const auto [low, high] =
          std::ranges::minmax_element(sample.values, {}, [](const auto& v) { return v.second; });
      cells = row.values;
      cells.push_back(table.columns[c]);
      cells.push_back(std::to_string(sample.values.size()));
      cells.push_back(fmt::format("{}", sample.mean()));
      cells.push_back(sample.values.size() < 2 ? "" : fmt::format("{}", sample.deviation()));
      cells.push_back(fmt::format("{}", low->second));
      cells.push_back(fmt::format("{}", high->second));
      text += files::csv_line(cells);
    }
  return text;
}

std::string ablation_pairs_csv(const AblationTable& table) {
  std::vector<std::string> cells = table.difference_keys;
  for (const std::string& name : {table.column_key, std::string("first"), std::string("second")})
    cells.push_back(name);
  for (const char* name :
       {"pairs", "mean", "deviation", "interval_low", "interval_high", "above_zero", "p"})
    cells.emplace_back(name);
  std::string text = files::csv_line(cells);
  for (const AblationRow& row : table.differences)
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      if (!row.samples[c]) continue;
      const Sample& sample = *row.samples[c];
      const double mean = sample.mean(), half = sample.half_interval();
      cells = row.values;
      cells.insert(cells.end(), {table.columns[c], table.first, table.second,
                                 std::to_string(sample.values.size()), csv_number(mean),
                                 csv_number(sample.deviation()), csv_number(mean - half),
                                 csv_number(mean + half), std::to_string(above_zero(sample)),
                                 csv_number(sample.sign_flip_p())});
      text += files::csv_line(cells);
    }
  return text;
}

}  // namespace espalier::experiments
