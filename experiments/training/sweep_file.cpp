// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/training/sweep_file.h>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <memory>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include <espalier/experiments/config/config_table.h>
#include <espalier/experiments/config/derived_values.h>
#include <espalier/experiments/config/grid.h>
#include <espalier/experiments/config/key_list.h>
#include <espalier/experiments/config/nearest_name.h>
#include <espalier/experiments/config/time_budget.h>
#include <espalier/experiments/config/toml_text.h>
#include <espalier/experiments/runs/run_store.h>
#include <espalier/experiments/runs/run_summary.h>
#include <espalier/experiments/search/proposal.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>

namespace espalier::experiments {
namespace {

using files::printable;

constexpr auto kMostTrials = static_cast<Index>(kMostRuns);
constexpr Index kMostHalvings = 10;

constexpr double kHour = 3600;
constexpr const char* kGrid = "grid";
constexpr const char* kStop = "sweep.early_terminate";

constexpr std::array kMethods = {std::pair{SearchMethod::kRandom, "random"},
                                 std::pair{SearchMethod::kBayes, "bayes"},
                                 std::pair{SearchMethod::kHalving, "halving"}};

/// W&B's keys that say what to run and where to show it.
constexpr std::array kUnused = {"program", "command", "project", "entity"};

/// Keys that a sweep sets in every run.
constexpr std::array<std::string_view, 3> kOwnKeys = {"run.name", "run.folder", "run.threads"};

/// What W&B's name of a distribution stands for.
struct Distribution {
  std::string_view name;
  bool logarithmic = false;
  bool normal = false;  ///< of mu and sigma, instead of min and max
  int exponents = 0;    ///< min and max are logarithms of the ends, or with -1 of their inverses
};
constexpr std::array kDistributions = {
    Distribution{.name = "uniform"},
    Distribution{.name = "int_uniform"},
    Distribution{.name = "q_uniform"},
    Distribution{.name = "log_uniform_values", .logarithmic = true},
    Distribution{.name = "q_log_uniform_values", .logarithmic = true},
    Distribution{.name = "inv_log_uniform_values", .logarithmic = true},
    Distribution{.name = "log_uniform", .logarithmic = true, .exponents = 1},
    Distribution{.name = "q_log_uniform", .logarithmic = true, .exponents = 1},
    Distribution{.name = "inv_log_uniform", .logarithmic = true, .exponents = -1},
    Distribution{.name = "normal", .normal = true},
    Distribution{.name = "q_normal", .normal = true},
    Distribution{.name = "log_normal", .logarithmic = true, .normal = true},
    Distribution{.name = "q_log_normal", .logarithmic = true, .normal = true},
};

/// Validations of a run, its last one included; 0: the clock decides how many.
Index validations(const RunConfig& config) {
  const TimeBudget budget = time_budget(config);
  if (budget.seconds > 0 || budget.validation_seconds > 0) return 0;
  const Index interval = validation_interval(config);
  return (steps(config) + interval - 1) / interval;
}

/// The settings of a trial, whole.
std::vector<std::string> trial_overrides(const Search& search, const Point& point,
                                         const std::string& name) {
  std::vector<std::string> overrides = search.fixed;
  std::ranges::move(overrides_of(search, point), std::back_inserter(overrides));
  overrides.push_back("run.name=" + name);
  overrides.emplace_back("run.threads=1");
  return overrides;
}

/// The overrides that give a run a share of its budget, in the unit that it has.
std::vector<std::string> shortened(const RunConfig& config, double share) {
  const auto& training = config.training;
  if (const double seconds = time_budget(config).seconds; seconds > 0)
    return {fmt::format("training.hours={}", share * seconds / kHour)};
  if (training.epochs > 0) return {fmt::format("training.epochs={}", share * training.epochs)};
  const auto part = [share](Index whole) {
    constexpr double kRounding = 1e-12;  // 0.3 of 60, as 3 * 0.1, is more than 18
    return std::max<Index>(
        1, static_cast<Index>(std::ceil((1 - kRounding) * share * static_cast<double>(whole))));
  };
  if (training.tokens > 0) return {fmt::format("training.tokens={}", part(training.tokens))};
  return {fmt::format("training.steps={}", part(training.steps))};
}

class SweepReader : private TomlReader {
 public:
  SweepReader(const std::filesystem::path& path, const SweepChanges& changes)
      : TomlReader(path), changes_(changes) {
    std::vector<std::string> known = {
        "base",   "row",   "folder", "method",          "metric",     "seed", "run_cap",
        "trials", "flops", "hours",  "early_terminate", "parameters", "name", "description"};
    known.insert(known.end(), kUnused.begin(), kUnused.end());
    const bool study = file_.contains("study");
    for (const auto& [key, node] : file_) {
      if (study || key.str() == "sweep" || key.str() == "grid") continue;
      fail(node, printable(key.str()) + (std::ranges::find(known, key.str()) == known.end()
                                             ? ": unknown, expected [sweep] and [grid]"
                                             : ": expected in a table [sweep], as all of its keys, "
                                               "those of W&B too"));
    }
    head_ = file_["sweep"].as_table();
    if (head_ == nullptr)
      fail(file_, study ? "no table [sweep], expected one with method and parameters"
                        : "no table [sweep] with base and folder");
    require_known(*head_, "sweep", known);
    for (const std::string_view key : kOwnKeys)
      if (is_overridden(key))
        throw ConfigError(fmt::format("{} {}: a sweep sets it in every run; expected another key{}",
                                      kSetOption, key, key == "run.folder" ? ", or --out" : ""));
    if (study)
      read_study_base(path);
    else
      read_base(path);
  }

  Sweep read() {
    read_words();
    sweep_.metric = metric();
    sweep_.budget = budget();
    const std::string method = changes_.method.empty() ? text("method", "grid") : changes_.method;
    if (method == kGrid && !head_->contains("early_terminate")) {
      read_grids();
    } else {
      read_search(method);
      check_trials();
    }
    return std::move(sweep_);
  }

 private:
  /// A sweep would overwrite its own keys, and what it varies would overwrite what a call sets.
  void require_free(const toml::node& node, const std::string& key) const {
    if (std::ranges::find(kOwnKeys, key) != kOwnKeys.end())
      fail(node, key + ": a sweep sets it in every run, expected another key");
    if (is_overridden(key))
      throw ConfigError(fmt::format("{} {}: swept by {}; expected a key that it does not vary",
                                    kSetOption, key, source_));
  }

  /// Does the call set this key?
  bool is_overridden(std::string_view key) const {
    return std::ranges::any_of(changes_.overrides, [&](const std::string& text) {
      return std::string_view(text).substr(0, text.find('=')) == key;
    });
  }

  /// The string of this name in [sweep].
  std::string text(const char* key, const std::string& usual) const {
    const toml::node* node = head_->get(key);
    if (node == nullptr) return usual;
    const auto value = node->value_exact<std::string>();
    if (!value || value->empty()) fail(*node, fmt::format("sweep.{}: expected a string", key));
    return *value;
  }
  std::string required_text(const char* key) const {
    std::string value = text(key, "");
    if (value.empty())
      fail(*head_, fmt::format("sweep.{}: missing or empty, expected a string", key));
    return value;
  }

  /// A number of at least `least` in a table; `usual` if there is none.
  double number(const toml::table& table, const std::string& above, const char* key, double usual,
                double least) const {
    const toml::node* node = table.get(key);
    if (node == nullptr) return usual;
    const auto value = node->is_number() ? node->value<double>() : std::nullopt;
    if (!value || !std::isfinite(*value) || *value < least)
      fail(*node, fmt::format("{}.{}: expected a number of at least {}", above, key, least));
    return *value;
  }
  /// A number in a table; `usual` if there is none, or an error, which then ends with `hint`.
  double real(const toml::table& table, const std::string& above, const char* key,
              std::optional<double> usual, const char* hint = "") const {
    const toml::node* node = table.get(key);
    if (node == nullptr && usual) return *usual;
    const auto value = node != nullptr && node->is_number() ? node->value<double>() : std::nullopt;
    if (!value || !std::isfinite(*value))
      fail(node != nullptr ? *node : table,
           fmt::format("{}.{}: expected a number{}", above, key, hint));
    return *value;
  }
  Index count(const toml::table& table, const std::string& above, const char* key, Index usual,
              Index least, Index most) const {
    const toml::node* node = table.get(key);
    if (node == nullptr) return usual;
    const auto value = whole_number(*node);
    if (!value || *value < least || *value > most)
      fail(*node, fmt::format("{}.{}: expected an integer from {} to {}", above, key, least, most));
    return *value;
  }

  void read_base(const std::filesystem::path& path) {
    if (const toml::node* row = head_->get("row"))
      fail(*row, "sweep.row: not without [study], whose rows it names");
    const std::filesystem::path base = path.parent_path() / required_text("base");
    sweep_.folder =
        changes_.folder.empty() ? std::filesystem::path(required_text("folder")) : changes_.folder;
    auto table = std::make_shared<const toml::table>(read_toml(base));
    base_ = [table, name = base.string(), source = source_,
             overrides = changes_.overrides](const std::vector<std::string>& own) {
      return run_config_of({table.get()}, name, {{kSetOption, overrides}, {source, own}});
    };
  }

  /// A study has base and rows itself.
  void read_study_base(const std::filesystem::path& path) {
    if (const toml::node* base = head_->get("base"))
      fail(*base, "sweep.base: not in a study's file, whose [base] it is; expected row");
    const std::string row = text("row", "");
    if (!row.empty() && file_.at_path("row").as_table() != nullptr &&
        !file_["row"].as_table()->contains(row)) {
      std::vector<std::string> known;
      for (const auto& [name, node] : *file_["row"].as_table()) known.emplace_back(name.str());
      fail(*head_->get("row"),
           fmt::format("sweep.row: '{}' is no row{}", printable(row), nearest_of(row, known)));
    }
    const std::string study =
        std::filesystem::absolute(path).lexically_normal().parent_path().filename().string();
    const std::string folder = text("folder", "runs/" + study + "-sweep");
    sweep_.folder = changes_.folder.empty() ? std::filesystem::path(folder) : changes_.folder;
    auto file = std::make_shared<const toml::table>(file_);
    base_ = [file, row, source = source_,
             overrides = changes_.overrides](const std::vector<std::string>& own) {
      const toml::table* changed = row.empty() ? nullptr : (*file)["row"][row].as_table();
      return run_config_of({(*file)["base"].as_table(), changed}, source,
                           {{kSetOption, overrides}, {source, own}});
    };
  }

  /// What W&B shows and calls.
  void read_words() {
    for (const char* key : {"name", "description"}) static_cast<void>(text(key, ""));
    std::vector<std::string> found;
    for (const char* key : kUnused)
      if (head_->contains(key)) found.push_back(fmt::format("sweep.{}", key));
    if (!found.empty())
      sweep_.notes.push_back(
          fmt::format("{}: {} not used: runs are trained by this program and stay in their folder",
                      source_, fmt::join(found, ", ")));
  }

  SweepMetric metric() const {
    SweepMetric metric;
    const toml::node* node = head_->get("metric");
    if (node == nullptr) return metric;
    const toml::table* table = node->as_table();
    if (table == nullptr) fail(*node, "sweep.metric: expected a table of name and goal");
    require_known(*table, "sweep.metric", {"name", "goal", "target"});
    metric.name = (*table)["name"].value_or(metric.name);
    const std::vector<std::string> columns = summary_numbers();
    if (std::ranges::find(columns, metric.name) == columns.end()) {
      const std::string nearest = nearest_of(metric.name, columns);
      fail(*node, fmt::format(
                      "sweep.metric.name: '{}' is no number of a summary{}", printable(metric.name),
                      nearest.empty() ? ", expected one such as validation_loss" : nearest));
    }
    const auto goal = (*table)["goal"].value_or<std::string>("minimize");
    if (goal != "minimize" && goal != "maximize")
      fail(*node, fmt::format("sweep.metric.goal: '{}', expected 'minimize' or 'maximize'",
                              printable(goal)));
    metric.maximize = goal == "maximize";
    if (table->contains("target"))
      metric.target = real(*table, "sweep.metric", "target", std::nullopt);
    return metric;
  }

  SweepBudget budget() const {
    if (head_->contains("run_cap") && head_->contains("trials"))
      fail(*head_->get("run_cap"), "sweep.run_cap: beside sweep.trials, expected one of them");
    SweepBudget budget = {
        .trials = count(*head_, "sweep", head_->contains("run_cap") ? "run_cap" : "trials", 0, 1,
                        kMostTrials),
        .flops = number(*head_, "sweep", "flops", 0, 1),
        .hours = number(*head_, "sweep", "hours", 0, 0)};
    if (changes_.budget.trials > 0) budget.trials = changes_.budget.trials;
    if (changes_.budget.flops > 0) budget.flops = changes_.budget.flops;
    if (changes_.budget.hours > 0) budget.hours = changes_.budget.hours;
    return budget;
  }

  // Grids.

  void read_grids() {
    std::vector<std::vector<Axis>> grids;
    if (const toml::table* grid = file_["grid"].as_table())
      grids.push_back(read_axes(*grid, source_));
    if (const toml::array* list = file_["grid"].as_array())
      for (const toml::node& node : *list)
        if (const toml::table* grid = node.as_table()) grids.push_back(read_axes(*grid, source_));
    if (!parameters().empty()) grids.push_back(axes_of_parameters());

    std::set<std::string> names;
    for (const std::vector<Axis>& axes : grids) {
      for (const Axis& axis : axes) require_free(file_, axis.key);
      for (const GridRun& run : grid_runs(axes, source_, kMostRuns - sweep_.runs.size())) {
        RunConfig config = config_of(run, base_);
        config.run.folder = sweep_.folder.string();
        if (!names.insert(run_name(config)).second)
          fail(file_, "two runs have the name " + printable(config.run.name));
        sweep_.runs.push_back(std::move(config));
      }
    }
    if (sweep_.runs.empty()) fail(file_, "no runs, expected a [grid] of keys with lists of values");
    const auto most = static_cast<std::size_t>(sweep_.budget.trials);
    if (most > 0 && most < sweep_.runs.size()) sweep_.runs.resize(most);
  }

  std::vector<Axis> axes_of_parameters() const {
    std::vector<Axis> axes;
    for (const auto& [key, node] : parameters()) {
      require_plain_values(key, *node);
      axes.push_back({.key = key, .values = values_of(key, *node)});
    }
    return axes;
  }

  /// What a grid can have.
  void require_plain_values(const std::string& key, const toml::node& node) const {
    const toml::table* table = node.as_table();
    if (table == nullptr) return;
    if (!lists_values(*table))
      fail(node, fmt::format("{}: a range, expected values for method grid", key));
    if (const toml::node* probabilities = table->get("probabilities"))
      fail(*probabilities, key + ".probabilities: not of method grid, which tries every value");
  }

  // Parameters.

  /// The keys that vary, in the order of the file, with what is said of them: "table.key" = {...},
  /// or key = {...} in a table, or as W&B nests them in that table's own `parameters`.
  std::vector<std::pair<std::string, const toml::node*>> parameters() const {
    std::vector<std::pair<std::string, const toml::node*>> found;
    const toml::node* node = head_->get("parameters");
    if (node == nullptr) return found;
    const toml::table* all = node->as_table();
    if (all == nullptr) fail(*node, "sweep.parameters: expected a table of keys");
    for (const auto& [key, value] : *all) {
      const std::string name(key.str());
      if (name.find('.') != std::string::npos) {
        found.emplace_back(name, &value);
        continue;
      }
      const toml::table* table = value.as_table();
      if (table == nullptr || std::ranges::find(keys(), name, &Key::table) == keys().end())
        fail_unknown(value, name);
      if (const toml::table* nested = (*table)["parameters"].as_table()) {
        require_known(*table, "sweep.parameters." + name, {"parameters"});
        table = nested;
      }
      for (const auto& [inner, inner_value] : *table)
        found.emplace_back(name + '.' + std::string(inner.str()), &inner_value);
    }
    // A table's keys come sorted by name.
    std::ranges::stable_sort(found, {}, [](const auto& entry) {
      const toml::source_position place = entry.second->source().begin;
      return std::pair(place.line, place.column);
    });
    for (const auto& [key, value] : found) {
      if (std::ranges::find(keys(), key, &Key::path) == keys().end()) fail_unknown(*value, key);
      require_free(*value, key);
    }
    return found;
  }

  /// No key of a configuration; the same name in some table is the nearest.
  [[noreturn]] void fail_unknown(const toml::node& node, const std::string& parameter) const {
    const std::string name = parameter.substr(parameter.find('.') + 1);
    std::vector<std::string> known;
    for (const Key& key : keys())
      if (key.name == name) known.push_back(key.path());
    std::string nearest = known.empty() ? "" : ", did you mean " + known.front() + '?';
    for (const Key& key : keys()) known.push_back(key.path());
    if (nearest.empty()) nearest = nearest_of(parameter, known);
    fail(node, fmt::format("sweep.parameters.{}: unknown key{}", printable(parameter),
                           nearest.empty() ? ", expected one such as \"training.learning_rate\""
                                           : nearest));
  }

  static bool lists_values(const toml::table& table) {
    return table.contains("value") || table.contains("values");
  }

  std::string where(const std::string& key, const toml::node& node) const {
    return fmt::format("{}:{}: sweep.parameters.{}", source_, node.source().begin.line, key);
  }

  /// The values that are listed for a key: a list, { values = [...] }, { value = x } or x.
  std::vector<std::pair<std::string, std::string>> values_of(const std::string& key,
                                                             const toml::node& node) const {
    const toml::node* listed = &node;
    if (const toml::table* table = node.as_table()) {
      require_known(*table, key, {"values", "value", "probabilities", "distribution"});
      if (const toml::node* named = table->get("distribution")) {
        const auto name = named->value_exact<std::string>();
        if (name != "categorical" && name != "categorical_w_probabilities" && name != "constant")
          fail(*named, fmt::format("{}.distribution: '{}' of values, expected 'categorical'", key,
                                   printable(name.value_or(""))));
      }
      listed = table->get("values");
      if (listed == nullptr) listed = table->get("value");
    }
    std::vector<std::pair<std::string, std::string>> values;
    if (const toml::array* list = listed->as_array()) {
      for (const toml::node& value : *list) values.push_back(value_texts(value, where(key, node)));
    } else {
      values.push_back(value_texts(*listed, where(key, node)));
    }
    if (values.empty()) fail(node, key + ": an empty list, expected at least one value");
    return values;
  }

  /// One of `values` alternatives, with the probabilities that the file may give them.
  Dimension alternatives_of(const std::string& key, const toml::node& node, Index values) const {
    Dimension dimension = {.name = key, .choices = values};
    const toml::table* table = node.as_table();
    const toml::node* given = table == nullptr ? nullptr : table->get("probabilities");
    if (given == nullptr) return dimension;
    const toml::array* list = given->as_array();
    if (list == nullptr) fail(*given, key + ".probabilities: expected a list of numbers");
    for (const toml::node& probability : *list)
      dimension.probabilities.push_back(probability.value<double>().value_or(0));
    dimension.name = where(key, *given);
    validate({dimension});
    dimension.name = key;
    return dimension;
  }

  const Distribution& distribution_of(const std::string& key, const toml::table& table) const {
    const bool whole = table["min"].is_integer() && table["max"].is_integer();
    const auto name =
        table["distribution"].value_or<std::string>(whole ? "int_uniform" : "uniform");
    const auto* const found = std::ranges::find(kDistributions, name, &Distribution::name);
    if (found != kDistributions.end()) return *found;
    std::vector<std::string_view> known;
    known.reserve(kDistributions.size());
    for (const Distribution& distribution : kDistributions) known.push_back(distribution.name);
    fail(table, fmt::format("{}.distribution: '{}', expected {}; or values, a list", key,
                            printable(name), fmt::join(known, ", ")));
  }

  /// { min = a, max = b, distribution = "..." }, or mu and sigma
  Dimension range_of(const std::string& key, const toml::table& table) const {
    const Distribution& distribution = distribution_of(key, table);
    const std::string_view name = distribution.name;
    double low = 0, high = 0;
    if (distribution.normal) {
      require_known(table, key, {"mu", "sigma", "distribution", "q"});
      const double mu = real(table, key, "mu", 0), sigma = real(table, key, "sigma", 1);
      if (!(sigma > 0)) fail(table, key + ".sigma: expected a number above 0");
      std::tie(low, high) = std::pair(mu - kNormalReach * sigma, mu + kNormalReach * sigma);
    } else {
      require_known(table, key, {"min", "max", "distribution", "q"});
      constexpr const char* kOrValues = "; or values, a list";
      low = real(table, key, "min", std::nullopt, kOrValues);
      high = real(table, key, "max", std::nullopt, kOrValues);
    }
    if (distribution.exponents < 0) std::tie(low, high) = std::pair(-high, -low);
    if (distribution.exponents != 0 || (distribution.normal && distribution.logarithmic))
      std::tie(low, high) = std::pair(std::exp(low), std::exp(high));
    Dimension dimension = {.name = where(key, table),
                           .low = low,
                           .high = high,
                           .logarithmic = distribution.logarithmic,
                           .normal = distribution.normal};
    if (name == "int_uniform") dimension.step = 1;
    if (name.starts_with("q_")) dimension.step = 1;  // as W&B's
    if (const toml::node* q = table.get("q")) {
      if (!name.starts_with("q_"))
        fail(*q,
             fmt::format("{}.q: with '{}', expected a distribution such as q_uniform", key, name));
      const auto step = q->is_number() ? q->value<double>() : std::nullopt;
      if (!step || !(*step > 0)) fail(*q, key + ".q: expected a number above 0");
      dimension.step = *step;
    }
    validate({dimension});
    dimension.name = key;
    return dimension;
  }

  // Searches.

  void read_search(const std::string& method) {
    Search search;
    const auto* const found =
        std::ranges::find_if(kMethods, [&](const auto& entry) { return method == entry.second; });
    if (found == kMethods.end() && method != kGrid)
      throw ConfigError(
          fmt::format("{}: sweep.method: '{}', expected 'grid', 'random', 'bayes' or 'halving'",
                      changes_.method.empty() ? source_ : "--method", printable(method)));
    const bool grid = method == kGrid;
    search.method = grid ? SearchMethod::kHalving : found->first;
    if (const toml::node* table = file_.get(kGrid))
      fail(*table, fmt::format("grid: of method grid{}; expected [sweep.parameters]",
                               grid ? " without sweep.early_terminate" : ", not of " + method));
    search.seed = static_cast<std::uint64_t>(
        count(*head_, "sweep", "seed", 1, 0, std::numeric_limits<Index>::max()));
    search.base = base_;
    for (const auto& [key, node] : parameters()) {
      if (grid) require_plain_values(key, *node);
      const toml::table* table = node->as_table();
      if (table != nullptr && !lists_values(*table)) {
        search.space.push_back(range_of(key, *table));
        search.choices.emplace_back();
        continue;
      }
      const auto values = values_of(key, *node);
      const Dimension alternatives = alternatives_of(key, *node, std::ssize(values));
      if (values.size() == 1) {
        search.fixed.push_back(key + '=' + values.front().first);
        continue;
      }
      search.space.push_back(alternatives);
      std::vector<std::string>& choices = search.choices.emplace_back();
      for (const auto& [value, label] : values) choices.push_back(value);
    }
    if (search.space.empty())
      fail(*head_, "sweep.parameters: none with several values, expected some to search");
    if (grid) require_few_points(search.space);
    read_halving(search);
    const SweepBudget& budget = sweep_.budget;
    if (budget.trials == 0 && budget.flops == 0 && budget.hours == 0)
      fail(*head_, "sweep.trials: missing, expected trials (run_cap), flops or hours");
    if (budget.trials == 0) sweep_.budget.trials = kMostTrials;
    sweep_.budget.trials =
        static_cast<Index>(std::min(static_cast<double>(budget.trials), points_in(search.space)));
    search.bracket.trials = sweep_.budget.trials;
    sweep_.search = std::move(search);
  }

  /// Every combination is a trial unless the file says how many are.
  void require_few_points(const Space& space) {
    if (sweep_.budget.trials > 0) return;
    if (points_in(space) > static_cast<double>(kMostTrials))
      fail(*head_, fmt::format("sweep.parameters: more than {} runs", kMostTrials));
    sweep_.budget.trials = kMostTrials;
  }

  void read_halving(Search& search) {
    const toml::node* node = head_->get("early_terminate");
    if (node != nullptr) {
      if (search.method == SearchMethod::kBayes)
        fail(*node,
             "sweep.early_terminate: not of method bayes, which learns from whole trials; expected "
             "method random or grid with it, or bayes without it");
      const toml::table* table = node->as_table();
      if (table == nullptr || (*table)["type"].value_or<std::string>("") != "hyperband")
        fail(*node, "sweep.early_terminate: expected a table with type = 'hyperband'");
      require_known(*table, kStop, {"type", "eta", "s", "min_iter", "max_iter"});
      constexpr Index kLargestFactor = 100;
      search.bracket.eta = count(*table, kStop, "eta", 3, 2, kLargestFactor);
      search.method = SearchMethod::kHalving;
      if (table->contains("min_iter") || table->contains("max_iter"))
        read_brackets(search, *table);
      else
        search.bracket.rungs = 1 + count(*table, kStop, "s", 2, 1, kMostHalvings);
    }
    if (search.method != SearchMethod::kHalving || sweep_.budget.trials > 0) return;
    // As many as leave one for the last rung.
    sweep_.budget.trials = 1;
    for (Index rung = 1; rung < search.bracket.rungs; ++rung)
      sweep_.budget.trials = std::min(kMostTrials, sweep_.budget.trials * search.bracket.eta);
  }

  /// The rungs of brackets that are told in iterations, which are validations of a whole trial:
  /// min_iter eta^i, or s of max_iter / eta^i, as far as they lie between the first validation and
  /// the last.
  void read_brackets(Search& search, const toml::table& table) {
    const bool ascending = table.contains("min_iter");
    if (const toml::node* other = ascending ? table.get("max_iter") : nullptr)
      fail(*other, "sweep.early_terminate.max_iter: beside min_iter, expected one of them");
    if (const toml::node* s = ascending ? table.get("s") : nullptr)
      fail(*s, "sweep.early_terminate.s: of max_iter, not of min_iter");
    if (!ascending && !table.contains("s"))
      fail(table, "sweep.early_terminate.s: missing, expected the number of brackets of max_iter");
    const Point first_point = point_at(search.space, std::vector(search.space.size(), 0.0));
    iterations_ = validations(base_(trial_overrides(search, first_point, "trial")));
    if (iterations_ == 0)
      fail(table,
           "sweep.early_terminate: min_iter and max_iter count validations, which follow the clock "
           "in these runs; expected s alone, how often trials are halved");

    constexpr Index kMost = 1'000'000'000;
    const auto eta = static_cast<double>(search.bracket.eta);
    auto first =
        static_cast<double>(count(table, kStop, ascending ? "min_iter" : "max_iter", 1, 1, kMost));
    Index brackets = kMostHalvings;
    if (!ascending) {
      const Index most = count(table, kStop, "s", 1, 1, kMostHalvings);
      for (brackets = 0; brackets < most && first >= eta; ++brackets) first /= eta;
    }
    search.bracket.first = first / static_cast<double>(iterations_);
    search.bracket.rungs = 1;
    for (double share = search.bracket.first; search.bracket.rungs <= brackets && share < 1;
         share *= eta)
      ++search.bracket.rungs;
    if (search.bracket.rungs == 1)
      fail(table, fmt::format("sweep.early_terminate: no bracket before the end of a trial, which "
                              "has {} validations; expected {}",
                              iterations_,
                              ascending ? "a smaller min_iter"
                                        : "max_iter of eta or more, and less than that of it "
                                          "after s divisions by eta"));
  }

  /// What cannot be is told before anything is trained: every end and value of a parameter with the
  /// others at their first, and the first trials at random.
  void check_trials() const {
    const Search& search = *sweep_.search;
    const Point first = point_at(search.space, std::vector(search.space.size(), 0.0));
    for (std::size_t d = 0; d < search.space.size(); ++d) {
      const Dimension& dimension = search.space[d];
      for (Index v = 0; v < std::max<Index>(2, dimension.choices); ++v) {
        Point point = first;
        const auto value = static_cast<double>(v);
        point[d] = dimension.choices > 0 ? value : point_at({dimension}, {value}).front();
        check_trial(point);
      }
    }
    for (const Point& point :
         random_points(search.space, search.seed, std::min(kCheckedTrials, sweep_.budget.trials)))
      check_trial(point);
  }

  void check_trial(const Point& point) const {
    const Search& search = *sweep_.search;
    const Index rungs = search.method == SearchMethod::kHalving ? search.bracket.rungs : 1;
    try {
      for (Index rung = 0; rung < rungs; ++rung) {
        const RunConfig config = trial_config(sweep_, 0, point, rung);
        if (iterations_ == 0 || rung + 1 < rungs || validations(config) == iterations_) continue;
        throw ConfigError(fmt::format(
            "{}: {}: trials of {} and of {} validations, expected equally many to count min_iter "
            "and max_iter in, or s alone",
            source_, kStop, iterations_, validations(config)));
      }
    } catch (const ConfigError& error) {
      throw ConfigError(fmt::format("{}; in a trial with {}", error.what(),
                                    fmt::join(overrides_of(search, point), " ")));
    }
  }

  const SweepChanges& changes_;
  const toml::table* head_ = nullptr;
  std::function<RunConfig(const std::vector<std::string>&)> base_;
  Index iterations_ = 0;  ///< validations of a trial, if early_terminate counts in them
  Sweep sweep_;
};

}  // namespace

Sweep load_sweep(const std::filesystem::path& path, const SweepChanges& changes) {
  if (path.extension() == ".yaml" || path.extension() == ".yml")
    throw ConfigError(path.string() +
                      ": YAML, expected TOML, with the keys of W&B's sweeps in a table [sweep]");
  return SweepReader(std::filesystem::is_directory(path) ? path / "study.toml" : path, changes)
      .read();
}

std::vector<std::string> overrides_of(const Search& search, const Point& point) {
  std::vector<std::string> overrides;
  for (std::size_t d = 0; d < search.space.size(); ++d) {
    const std::string value = search.choices[d].empty()
                                  ? fmt::format("{}", point[d])
                                  : search.choices[d][static_cast<std::size_t>(point[d])];
    overrides.push_back(search.space[d].name + '=' + value);
  }
  return overrides;
}

std::vector<Point> first_points(const Sweep& sweep, Index most) {
  const Search& search = *sweep.search;
  Index count = std::min(most, sweep.budget.trials);
  if (search.method == SearchMethod::kBayes) count = std::min(count, random_trials(search.space));
  return random_points(search.space, search.seed, count);
}

RunConfig trial_config(const Sweep& sweep, Index trial, const Point& point, Index rung) {
  const Search& search = *sweep.search;
  std::string name = fmt::format("trial_{:04}", trial);
  if (rung > 0) name += fmt::format("-rung_{}", rung);
  std::vector<std::string> overrides = trial_overrides(search, point, name);
  if (search.method == SearchMethod::kHalving && rung + 1 < search.bracket.rungs) {
    const RunConfig whole = search.base(overrides);
    std::ranges::move(shortened(whole, search.bracket.budget_share(rung)),
                      std::back_inserter(overrides));
  }
  RunConfig config = search.base(overrides);
  config.run.folder = sweep.folder.string();
  return config;
}

std::string method_name(const Sweep& sweep) {
  if (!sweep.search) return "grid";
  const auto* const found =
      std::ranges::find(kMethods, sweep.search->method, &decltype(kMethods)::value_type::first);
  return found->second;
}

}  // namespace espalier::experiments
