// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/ablation.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include <espalier/experiments/results/key_words.h>
#include <espalier/experiments/results/plateau.h>
#include <espalier/experiments/results/run_identity.h>
#include <espalier/experiments/results/run_keys.h>
#include <espalier/experiments/results/run_list.h>
#include <espalier/experiments/results/seed_statistics.h>
#include <espalier/experiments/results/table_cells.h>
#include <espalier/files/csv.h>
#include <espalier/files/nearest_name.h>
#include <espalier/files/number_text.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/key_list.h>
#include <espalier/training/config/settings.h>
#include <espalier/training/measure/paired_difference.h>
#include <espalier/training/runs/run_summary.h>

namespace espalier::experiments {
namespace {

std::vector<double> numbers_of(const std::vector<std::pair<Index, double>>& by_seed) {
  std::vector<double> numbers;
  numbers.reserve(by_seed.size());
  for (const auto& [seed, value] : by_seed) numbers.push_back(value);
  return numbers;
}

std::vector<std::string> values_of_key(const std::vector<const training::RunSummary*>& runs,
                                       const std::string& key) {
  std::set<std::string> found;
  for (const training::RunSummary* run : runs) found.insert(key_value(*run, key));
  std::vector<std::string> values(found.begin(), found.end());
  std::ranges::stable_sort(values, training::value_before);
  return values;
}

std::vector<training::RunSummary> chosen(const std::vector<training::RunSummary>& runs,
                                         const std::vector<std::string>& where) {
  std::vector<training::RunSummary> left = runs;
  keep_where(left, where);
  if (left.empty())
    throw ConfigError(runs.empty()
                          ? "ablation: no run is done; name one that is"
                          : "ablation: `where` leaves no run of those that are done; ask for less");
  return left;
}

/// Whether two runs differ in no more than seed and learning rate, as far as is known of both.
/// Files of summaries leave out what all of their own runs have in common.
bool differ_in_rate_alone(const training::RunSummary& a, const training::RunSummary& b) {
  return std::ranges::all_of(differing_keys(a, b), is_rate_key) &&
         (a.settings_hash.empty() || b.settings_hash.empty() ||
          a.settings_hash == b.settings_hash) &&
         branch_step(a) == branch_step(b) && !differing_data(a, b);
}

/// Leaves of runs that differ in seed and learning rate alone those at one rate.
void keep_best_rates(std::vector<const training::RunSummary*>& runs) {
  std::vector<std::vector<const training::RunSummary*>> groups;
  for (const training::RunSummary* run : runs) {
    const auto is_of = [&](const std::vector<const training::RunSummary*>& group) {
      return differ_in_rate_alone(*group.front(), *run);
    };
    const auto group = std::ranges::find_if(groups, is_of);
    if (group == groups.end())
      groups.push_back({run});
    else
      group->push_back(run);
  }
  std::set<const training::RunSummary*> kept;
  for (const auto& group : groups)
    for (const training::RunSummary* run : at_best_rate(group)) kept.insert(run);
  std::erase_if(runs, [&](const training::RunSummary* run) { return !kept.contains(run); });
}

/// Keys but the seed in which the runs differ, in the order of the list.
std::vector<std::string> swept_keys(const std::vector<const training::RunSummary*>& runs) {
  std::vector<std::string> swept;
  for (const training::Key& key : training::keys())
    if (key.path() != training::kSeedKey && values_of_key(runs, key.path()).size() > 1)
      swept.push_back(key.path());
  return swept;
}

/// The keys that distinguish runs, most important first.
constexpr std::array<std::string_view, 4> kMainKeys = {"model.density", "topology.policy",
                                                       "model.block", "training.learning_rate"};

bool is_among(const std::string& key, const std::vector<std::string>& list) {
  return std::ranges::find(list, key) != list.end();
}

std::string value_of_run(const training::RunSummary* run, const std::string& key) {
  return key_value(*run, key);
}

/// Of the swept keys those whose values the main keys say, with those in `kept`: a policy's own
/// settings, or what a formula made of the density. The last are found first, and main keys after
/// all others, by those that are left; the policy and what is in `kept` follow nothing.
std::vector<std::string> followers(const std::vector<const training::RunSummary*>& runs,
                                   const std::vector<std::string>& swept,
                                   const std::vector<std::string>& kept) {
  std::vector<std::string> order(swept.rbegin(), swept.rend());
  const auto main_keys = std::stable_partition(
      order.begin(), order.end(),
      [](const std::string& key) { return std::ranges::find(kMainKeys, key) == kMainKeys.end(); });
  std::vector<std::string> stay(main_keys, order.end()), found;
  stay.insert(stay.end(), kept.begin(), kept.end());
  for (const std::string& key : order) {
    if (key == "topology.policy" || is_among(key, kept)) continue;
    std::vector<std::string> others = stay;
    std::erase(others, key);
    if (!follows(key, others, runs, value_of_run)) continue;
    stay = std::move(others);
    found.push_back(key);
  }
  return found;
}

/// Of the keys whose values are numbers the one that has most of them, the last of several; else
/// the last of all; if there is another, none that is constant within each row. Without any keys,
/// one that all runs have in common.
std::string usual_columns(const std::vector<const training::RunSummary*>& runs,
                          const std::vector<std::string>& free,
                          const std::vector<std::string>& rows) {
  if (free.empty()) {
    for (const std::string_view key : kMainKeys)
      if (values_of_key(runs, std::string(key)).size() == 1) return std::string(key);
    return "run.task";
  }
  std::vector<std::string> telling;
  for (const std::string& key : free) {
    std::vector<std::string> others = rows;
    std::erase(others, key);
    if (!follows(key, others, runs, value_of_run)) telling.push_back(key);
  }
  if (telling.empty()) telling = free;
  std::string best = telling.back();
  std::size_t most = 0;
  for (const std::string& key : telling) {
    const std::vector<std::string> values = values_of_key(runs, key);
    const bool numbers = std::ranges::all_of(values, [](const std::string& value) {
      return files::number_in<double>(value).has_value();
    });
    if (!numbers || values.size() < most) continue;
    best = key;
    most = values.size();
  }
  return best;
}

/// Refuses two runs whose metrics measure different things, but for what `pair_key` decides: of
/// data, corpus and vocabulary too.
void require_one_measure(const training::RunSummary& a, const training::RunSummary& b,
                         const std::string& pair_key = {}) {
  training::RunSummary other = b;
  if (pair_key == "run.task") other.task = a.task;
  if (pair_key.starts_with("data.")) {
    other.corpus_hash = a.corpus_hash;
    other.vocabulary_hash = a.vocabulary_hash;
  }
  if (!pair_key.empty()) other.settings.erase(pair_key);
  if (const auto differing = differing_data(a, other))
    throw ConfigError(
        fmt::format("runs {} and {}: different {} ({} and {}), expected the same: their metrics "
                    "cannot be compared",
                    a.name, b.name, differing->name, files::printable(differing->first),
                    files::printable(differing->second)));
}

/// Refuses two runs of one cell that are no repetitions of one another, but for their rates where
/// each has the best of its own.
void require_repetition(const training::RunSummary& a, const training::RunSummary& b,
                        bool best_rate) {
  std::vector<std::string> differing = differing_keys(a, b);
  if (best_rate) std::erase_if(differing, is_rate_key);
  if (!differing.empty())
    throw ConfigError(
        fmt::format("runs {} and {}: one cell, and they differ in {}; put it among rows or "
                    "columns, or choose one "
                    "value by `where`",
                    a.name, b.name, fmt::join(differing, ", ")));
  // Files of summaries leave out what all of their own runs have in common.
  if (!a.settings_hash.empty() && !b.settings_hash.empty() && a.settings_hash != b.settings_hash)
    throw ConfigError(fmt::format(
        "runs {} and {}: one cell, and they differ in settings that are no columns of "
        "their summaries (settings_hash {} and {}); name the folders of the runs in "
        "place of the summaries, or make a table of each summary",
        a.name, b.name, files::printable(a.settings_hash), files::printable(b.settings_hash)));
  if (const std::string first = branch_step(a), second = branch_step(b); first != second)
    throw ConfigError(fmt::format(
        "runs {} and {}: one cell, and they left other runs at different steps ({} and "
        "{}); leave one of them out",
        a.name, b.name, first.empty() ? "none" : first, second.empty() ? "none" : second));
  require_one_measure(a, b);
  if (a.seed == b.seed)
    throw ConfigError(
        fmt::format("runs {} and {}: one cell and one seed, {}; leave one of them out", a.name,
                    b.name, a.seed));
}

using Cells = std::map<std::vector<std::string>, std::vector<const training::RunSummary*>>;

/// The runs by the values of the row keys and then of the column key.
Cells cells_of(const std::vector<const training::RunSummary*>& runs, const AblationTable& table) {
  Cells cells;
  for (const training::RunSummary* run : runs) {
    std::vector<std::string> place;
    for (const std::string& key : table.row_keys) place.push_back(key_value(*run, key));
    place.push_back(key_value(*run, table.column_key));
    std::vector<const training::RunSummary*>& cell = cells[place];
    for (const training::RunSummary* other : cell)
      require_repetition(*other, *run, table.best_rate);
    cell.push_back(run);
  }
  return cells;
}

Sample sample_of(const std::vector<const training::RunSummary*>& runs, const std::string& metric) {
  Sample sample;
  for (const training::RunSummary* run : runs) {
    if (!run->metrics.has(metric))
      throw ConfigError(fmt::format("run {}: {}", run->name, no_metric(*run, metric)));
    sample.values.emplace_back(run->seed, run->metrics.at(metric));
  }
  std::ranges::sort(sample.values);
  return sample;
}

bool any_on_plateau(const std::vector<const training::RunSummary*>& runs,
                    const std::string& metric) {
  if (metric != training::metric::kTestLoss && metric != training::metric::kValidationLoss)
    return false;
  return !std::ranges::all_of(runs, [&](const training::RunSummary* run) {
    return validated_enough(run->metrics, run->metrics.at(metric)).value_or(true);
  });
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

/// The values of a pair's key, the last one that which the others are held against.
std::vector<std::string> paired_values(std::vector<std::string> values,
                                       const AblationOptions& options) {
  const std::string has = fmt::format("ablation: pair {} has the values {}; expected ",
                                      options.pair, fmt::join(values, ", "));
  if (options.against.empty()) {
    if (values.size() != 2) throw ConfigError(has + "two, or one of them as `against`");
    // Static minus dynamic: above zero the one that moves is better.
    std::ranges::reverse(values);
    return values;
  }
  if (!is_among(options.against, values))
    throw ConfigError(has + "one of them as `against`, which is " +
                      files::printable(options.against));
  std::erase(values, options.against);
  values.push_back(options.against);
  return values;
}

/// May two runs of a pair differ in this key? Each has the best rate of its own, and what follows
/// from the key of the pair: a policy brings its settings, a dense model has no pattern, and a
/// model's name says its extents.
bool may_differ(const std::string& key, const std::string& pair_key, bool one_is_dense) {
  if (key == pair_key || is_rate_key(key)) return true;
  const bool of_pattern = key == "model.density" || key == "model.block";
  if (pair_key == "topology.policy")
    return key.starts_with("topology.") || (one_is_dense && of_pattern);
  if (pair_key == "model.density" && one_is_dense)
    return key.starts_with("topology.") || of_pattern;
  return pair_key == "model.name" && key.starts_with("model.") && !of_pattern;
}

/// Refuses two runs of a pair that differ in more than the key of the pair.
void require_pair(const training::RunSummary& a, const training::RunSummary& b,
                  const std::string& pair_key) {
  require_one_measure(a, b, pair_key);
  const bool one_is_dense = a.policy == "dense" || b.policy == "dense";
  std::vector<std::string> differing = differing_keys(a, b);
  std::erase_if(differing,
                [&](const std::string& key) { return may_differ(key, pair_key, one_is_dense); });
  if (!differing.empty())
    throw ConfigError(
        fmt::format("runs {} and {}: a pair by {}, and they differ in {} too; put it among rows or "
                    "columns, or choose one value by `where`",
                    a.name, b.name, pair_key, fmt::join(differing, ", ")));
}

void require_pairs(const Cells& cells, const std::vector<std::string>& first,
                   const std::vector<std::string>& second, const std::string& pair_key) {
  const auto a = cells.find(first), b = cells.find(second);
  if (a == cells.end() || b == cells.end()) return;
  for (const training::RunSummary* run : a->second)
    for (const training::RunSummary* other : b->second)
      if (run->seed == other->seed) require_pair(*run, *other, pair_key);
}

void add_differences(const std::vector<const training::RunSummary*>& runs, const Cells& cells,
                     const AblationOptions& options, AblationTable& table) {
  const std::string& pair = options.pair;
  std::vector<std::string> values = values_of_key(runs, pair);
  if (values.size() == 1)
    throw ConfigError(fmt::format("ablation: pair {}: all runs have '{}'; expected two values",
                                  pair, values.front()));
  const auto key = std::ranges::find(table.row_keys, pair);
  if (key == table.row_keys.end() || pair == training::kSeedKey)
    throw ConfigError("ablation: pair " + files::printable(pair) +
                      ", expected one of the rows, and not the seed");
  values = paired_values(std::move(values), options);
  const std::string second = values.back();
  values.pop_back();
  table.pair_key = pair;
  const auto at = static_cast<std::size_t>(key - table.row_keys.begin());
  const auto rest_of = [at](std::vector<std::string> list) {
    list.erase(list.begin() + static_cast<std::ptrdiff_t>(at));
    return list;
  };
  table.difference_keys = rest_of(table.row_keys);
  const auto cell_of = [](std::vector<std::string> place, const std::string& column) {
    place.push_back(column);
    return place;
  };
  for (const std::string& first : values) {
    AblationPairs pairs = {.first = first, .second = second, .rows = {}};
    for (const AblationRow& row : table.rows) {
      if (row.values[at] != first) continue;
      for (const AblationRow& other : table.rows) {
        if (other.values[at] != second || rest_of(other.values) != rest_of(row.values)) continue;
        AblationRow both = {.values = rest_of(row.values), .samples = {}};
        for (std::size_t c = 0; c < table.columns.size(); ++c) {
          require_pairs(cells, cell_of(row.values, table.columns[c]),
                        cell_of(other.values, table.columns[c]), pair);
          both.samples.push_back(difference(row.samples[c], other.samples[c]));
          both.on_plateau.push_back(both.samples[c] && (row.on_plateau[c] || other.on_plateau[c]));
        }
        if (std::ranges::any_of(both.samples, &std::optional<Sample>::has_value))
          pairs.rows.push_back(std::move(both));
      }
    }
    if (!pairs.rows.empty()) table.differences.push_back(std::move(pairs));
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

/// Decimals that give the largest mean four digits, the same for every cell, so that columns can be
/// read down; none where means are too large or too small to be written out, as FLOPs are.
std::optional<int> decimals_of(const AblationTable& table) {
  constexpr int kDigits = 4, kMostDecimals = 6;
  double largest = 0;
  for (const AblationRow& row : table.rows)
    for (const auto& sample : row.samples)
      if (sample) largest = std::max(largest, std::abs(sample->mean()));
  const double decimals = kDigits - 1 - std::floor(std::log10(largest));
  if (!(decimals >= -1 && decimals <= kMostDecimals)) return std::nullopt;
  return std::max(0, static_cast<int>(decimals));
}

/// A mean or deviation of a table with those decimals.
std::string cell_number(double value, int digits, std::optional<int> decimals) {
  return decimals ? fixed(value, *decimals) : fmt::format("{:.{}g}", value, digits);
}

std::string cell_text(const std::optional<Sample>& sample, const char* plus_minus,
                      std::optional<int> decimals) {
  if (!sample) return "-";
  const std::string mean = cell_number(sample->mean(), 4, decimals);
  if (sample->values.size() == 1) return mean;
  return fmt::format("{} {} {} ({})", mean, plus_minus,
                     cell_number(sample->deviation(), 2, decimals), sample->values.size());
}

std::string difference_text(const std::optional<Sample>& sample, const char* plus_minus) {
  if (!sample) return "-";
  if (sample->values.size() == 1) return fmt::format("{:+.3f}", sample->mean());
  const double p = sample->sign_flip_p();
  return fmt::format("{:+.3f} {} {:.3f} ({} of {}{})", sample->mean(), plus_minus,
                     sample->half_interval(), sample->above_zero(), sample->values.size(),
                     std::isfinite(p) ? fmt::format(", p {:.2g}", p) : std::string());
}

/// What the numbers of differences are; `interval` is what stands first, where there is one.
std::string what_pairs_are(const AblationPairs& pairs, const char* interval) {
  const auto is_one = [](const auto& sample) { return !sample || sample->values.size() == 1; };
  if (std::ranges::all_of(pairs.rows, [&](const AblationRow& row) {
        return std::ranges::all_of(row.samples, is_one);
      }))
    return "of one pair of one seed each";
  return fmt::format("by pairs of one seed: {} (how many are above zero, p of the sign-flip test)",
                     interval);
}

template <typename Text>
std::string markdown_table(const std::vector<std::string>& row_keys, const AblationTable& table,
                           const std::vector<AblationRow>& rows, const Text& text) {
  std::string out = "|", rule = "|";
  for (const std::string& key : row_keys) {
    out += ' ' + files::markdown_text(in_words(key)) + " |";
    rule += "---|";
  }
  for (const std::string& column : table.columns) {
    out += ' ' + files::markdown_text(in_words(table.column_key) + " " + column) + " |";
    rule += "---|";
  }
  out += '\n' + rule + '\n';
  for (const AblationRow& row : rows) {
    out += '|';
    for (const std::string& value : row.values) out += ' ' + files::markdown_text(value) + " |";
    for (std::size_t c = 0; c < row.samples.size(); ++c)
      out += ' ' + text(row.samples[c]) + (row.on_plateau[c] ? " † |" : " |");
    out += '\n';
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
  for (const std::string& key : row_keys) cells.push_back(latex_text(in_words(key)));
  for (const std::string& column : table.columns)
    cells.push_back(latex_text(in_words(table.column_key) + " " + column));
  line(cells);
  out += "\\midrule\n";
  for (const AblationRow& row : rows) {
    cells.clear();
    for (const std::string& value : row.values) cells.push_back(latex_text(value));
    for (std::size_t c = 0; c < row.samples.size(); ++c)
      cells.push_back(text(row.samples[c], "$\\pm$") + (row.on_plateau[c] ? " $\\dagger$" : ""));
    line(cells);
  }
  return out + "\\bottomrule\n\\end{tabular}\n";
}

}  // namespace

double Sample::mean() const { return mean_of(numbers_of(values)); }

double Sample::deviation() const { return deviation_of(numbers_of(values)); }

double Sample::half_interval() const {
  if (values.size() < 2) return training::kUnknown;
  return training::student_point(static_cast<Index>(values.size()) - 1) * deviation() /
         std::sqrt(static_cast<double>(values.size()));
}

Index Sample::above_zero() const {
  return std::ranges::count_if(values, [](const auto& value) { return value.second > 0; });
}

double Sample::sign_flip_p() const {
  const std::size_t n = values.size();
  if (n < 2 || n > kMostSignFlips) return training::kUnknown;
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

std::string no_metric(const training::RunSummary& run, const std::string& metric) {
  std::vector<std::string> names;
  for (const auto& [name, value] : run.metrics) names.push_back(name);
  const std::string nearest = files::nearest_of(metric, names);
  return fmt::format(
      "no metric {}{}", files::printable(metric),
      nearest.empty() ? fmt::format(", expected one of {}", fmt::join(names, ", ")) : nearest);
}

std::vector<training::RunSummary> ablation_runs(const std::vector<training::RunSummary>& runs,
                                                std::vector<std::string>* notes) {
  const std::vector<std::string> columns = training::summary_columns();
  std::vector<training::RunSummary> done;
  for (const training::RunSummary& run : runs) {
    if (run.status != to_string(training::RunStatus::kDone)) {
      if (notes != nullptr)
        notes->push_back(place_of_run(run) + ": left out, its status is " + status_now(run));
      continue;
    }
    training::RunSummary& found = done.emplace_back(run);
    for (const std::string& column : columns)
      if (const auto number = files::number_in<double>(summary_value(run, column).value_or("")))
        found.metrics.set(column, *number);
  }
  return done;
}

AblationTable ablation_table(const std::vector<training::RunSummary>& runs,
                             const AblationOptions& options) {
  const std::vector<training::RunSummary> found = chosen(runs, options.where);
  std::vector<const training::RunSummary*> left;
  left.reserve(found.size());
  for (const training::RunSummary& run : found) left.push_back(&run);
  std::vector<std::string> asked = options.rows;
  for (const std::string& key : {options.columns, options.pair})
    if (!key.empty()) asked.push_back(key);
  for (const std::string& key : asked) {
    require_key(key, "ablation");
    if (options.best_rate && is_rate_key(key))
      throw ConfigError("ablation: " + key +
                        " among rows or columns, and each row at its best rate; ask for one");
  }
  if (options.best_rate) keep_best_rates(left);
  if (options.pair.empty() && !options.against.empty())
    throw ConfigError("ablation: against " + files::printable(options.against) +
                      "; name a `pair` with it");

  AblationTable table;
  table.metric = full_name(options.metric);
  for (const training::RunSummary* run : left) table.tasks.insert(run->task);
  table.title = options.title.empty() ? table.metric : options.title;
  table.best_rate = options.best_rate;
  table.row_keys = options.rows;
  std::vector<std::string> swept = swept_keys(left);
  const std::vector<std::string> following = followers(left, swept, asked);
  std::erase_if(swept, [&](const std::string& key) { return is_among(key, following); });
  std::vector<std::string> free = swept;
  std::erase_if(free, [&](const std::string& key) { return is_among(key, asked); });
  table.column_key = options.columns.empty()
                         ? usual_columns(left, free, options.rows.empty() ? swept : options.rows)
                         : options.columns;
  if (table.row_keys.empty()) {
    table.followers = following;
    std::ranges::copy_if(swept, std::back_inserter(table.row_keys),
                         [&](const std::string& key) { return key != table.column_key; });
  }
  table.columns = values_of_key(left, table.column_key);

  std::map<std::vector<std::string>, AblationRow> rows;
  const Cells cells = cells_of(left, table);
  for (const auto& [place, cell] : cells) {
    const std::vector<std::string> values(place.begin(), place.end() - 1);
    AblationRow& row = rows[values];
    row.values = values;
    row.samples.resize(table.columns.size());
    row.on_plateau.resize(table.columns.size());
    const auto column = static_cast<std::size_t>(std::ranges::find(table.columns, place.back()) -
                                                 table.columns.begin());
    row.samples[column] = sample_of(cell, table.metric);
    row.on_plateau[column] = any_on_plateau(cell, table.metric);
  }
  for (auto& [values, row] : rows) table.rows.push_back(std::move(row));
  std::ranges::stable_sort(table.rows, [](const AblationRow& a, const AblationRow& b) {
    return std::ranges::lexicographical_compare(a.values, b.values, training::value_before);
  });
  if (!options.pair.empty()) add_differences(left, cells, options, table);
  return table;
}

bool AblationTable::has_plateau() const {
  return std::ranges::any_of(rows, [](const AblationRow& row) {
    return std::ranges::find(row.on_plateau, true) != row.on_plateau.end();
  });
}

bool AblationTable::has_one_seed() const {
  return std::ranges::all_of(rows, [](const AblationRow& row) {
    return std::ranges::all_of(
        row.samples, [](const auto& sample) { return !sample || sample->values.size() == 1; });
  });
}

std::string ablation_markdown(const AblationTable& table) {
  std::string text =
      metric_in_words(table.metric, table.tasks) +
      (table.best_rate ? ", each cell at its best learning rate" : "") +
      (table.has_one_seed() ? ", one seed\n\n" : ": mean ± standard deviation (seeds)\n\n");
  const std::optional<int> decimals = decimals_of(table);
  text += markdown_table(table.row_keys, table, table.rows,
                         [&](const auto& sample) { return cell_text(sample, "±", decimals); });
  for (const AblationPairs& pairs : table.differences) {
    text += fmt::format("\n{}, {} minus {}, {}\n\n", metric_in_words(table.metric, table.tasks),
                        files::markdown_text(pairs.first), files::markdown_text(pairs.second),
                        what_pairs_are(pairs, "mean ± 95% interval of it"));
    text += markdown_table(table.difference_keys, table, pairs.rows,
                           [](const auto& sample) { return difference_text(sample, "±"); });
  }
  if (table.has_plateau()) text += fmt::format("\n† a run {}\n", kNotTrainedEnough);
  return text;
}

std::string ablation_latex(const AblationTable& table) {
  std::string text = fmt::format("% {}; needs \\usepackage{{booktabs}}\n",
                                 latex_text(metric_in_words(table.metric, table.tasks)));
  if (table.has_plateau()) text += fmt::format("% dagger: a run {}\n", kNotTrainedEnough);
  const std::optional<int> decimals = decimals_of(table);
  text += latex_table(table.row_keys, table, table.rows,
                      [&](const auto& sample, const char* plus_minus) {
                        return cell_text(sample, plus_minus, decimals);
                      });
  for (const AblationPairs& pairs : table.differences) {
    text += fmt::format("% {}, {} minus {}, {}\n",
                        latex_text(metric_in_words(table.metric, table.tasks)),
                        latex_text(pairs.first), latex_text(pairs.second),
                        what_pairs_are(pairs, "mean, half of its 95% interval"));
    text += latex_table(table.difference_keys, table, pairs.rows, difference_text);
  }
  return text;
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
  for (const AblationPairs& pairs : table.differences)
    for (const AblationRow& row : pairs.rows)
      for (std::size_t c = 0; c < table.columns.size(); ++c) {
        if (!row.samples[c]) continue;
        const Sample& sample = *row.samples[c];
        const double mean = sample.mean(), half = sample.half_interval();
        cells = row.values;
        cells.insert(cells.end(), {table.columns[c], pairs.first, pairs.second,
                                   std::to_string(sample.values.size()), csv_number(mean),
                                   csv_number(sample.deviation()), csv_number(mean - half),
                                   csv_number(mean + half), std::to_string(sample.above_zero()),
                                   csv_number(sample.sign_flip_p())});
        text += files::csv_line(cells);
      }
  return text;
}

}  // namespace espalier::experiments
