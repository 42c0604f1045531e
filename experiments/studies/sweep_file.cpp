// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/studies/sweep_file.h>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <set>
#include <string_view>
#include <utility>

#include <espalier/experiments/studies/grid.h>
#include <espalier/files/nearest_name.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/config_file.h>
#include <espalier/training/config/config_table.h>
#include <espalier/training/config/key_list.h>
#include <espalier/training/config/toml_text.h>
#include <espalier/training/runs/run_store.h>
#include <espalier/training/runs/run_summary.h>

namespace espalier::experiments {
namespace {

using files::printable;

/// W&B's keys that say what to run and where to show it.
constexpr std::array kUnused = {"program", "command", "project", "entity"};

/// What chooses trials instead of listing them, and the keys of [sweep] that only it has.
constexpr const char* kSearcher = "python -m espalier.tune";
constexpr std::array kOfSearches = {"early_terminate", "seed"};

class SweepReader : private training::TomlReader {
 public:
  SweepReader(const std::filesystem::path& path, const SweepChanges& changes)
      : training::TomlReader(path), changes_(changes) {
    std::vector<std::string> known = {"base",   "row",        "folder", "method",
                                      "metric", "run_cap",    "trials", "flops",
                                      "hours",  "parameters", "name",   "description"};
    known.insert(known.end(), kUnused.begin(), kUnused.end());
    known.insert(known.end(), kOfSearches.begin(), kOfSearches.end());
    const bool study = file_.contains("study");
    if (study) require_known(file_, "", {"study", "base", "row", "scale", "sweep", "grid"});
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
    for (const std::string_view key : kKeysOfEveryRun)
      if (is_overridden(key))
        throw ConfigError(fmt::format("{} {}: a sweep sets it in every run; expected another key{}",
                                      training::kSetOption, key,
                                      key == "run.folder" ? ", or --out" : ""));
    if (study)
      read_study_base(path);
    else
      read_base(path);
  }

  Sweep read() {
    read_words();
    require_grid();
    sweep_.metric = metric();
    sweep_.budget = budget();
    read_grids();
    return std::move(sweep_);
  }

 private:
  /// This program trains what a file lists.
  void require_grid() const {
    const std::string method = text("method", "grid");
    if (method != "grid")
      fail(*head_->get("method"),
           fmt::format("sweep.method: '{}', expected 'grid'; what searches is: {} {}",
                       printable(method), kSearcher, source_));
    for (const char* key : kOfSearches)
      if (const toml::node* node = head_->get(key))
        fail(*node, fmt::format("sweep.{}: not of a grid; what searches is: {} {}", key, kSearcher,
                                source_));
  }

  /// A sweep would overwrite its own keys, and what it varies would overwrite what a call sets.
  void require_free(const toml::node& node, const std::string& key) const {
    if (is_set_in_every_run(key))
      fail(node, key + ": a sweep sets it in every run, expected another key");
    if (is_overridden(key))
      throw ConfigError(fmt::format("{} {}: swept by {}; expected a key that it does not vary",
                                    training::kSetOption, key, source_));
  }

  /// Does the call set this key?
  bool is_overridden(std::string_view key) const {
    return training::override_of(changes_.overrides, key) != nullptr;
  }

  /// The string of this name in a table.
  std::string text_of(const toml::table& table, const char* above, const char* key,
                      const std::string& default_value) const {
    const toml::node* node = table.get(key);
    if (node == nullptr) return default_value;
    const auto value = node->value_exact<std::string>();
    if (!value || value->empty()) fail(*node, fmt::format("{}.{}: expected a string", above, key));
    return *value;
  }
  /// The same in [sweep].
  std::string text(const char* key, const std::string& default_value) const {
    return text_of(*head_, "sweep", key, default_value);
  }
  std::string required_text(const char* key) const {
    std::string value = text(key, "");
    if (value.empty())
      fail(*head_, fmt::format("sweep.{}: missing or empty, expected a string", key));
    return value;
  }

  /// A number of at least `least` in [sweep]; 0 if there is none.
  double number(const char* key, double least) const {
    const toml::node* node = head_->get(key);
    if (node == nullptr) return 0;
    const auto value = node->is_number() ? node->value<double>() : std::nullopt;
    if (!value || !std::isfinite(*value) || *value < least)
      fail(*node, fmt::format("sweep.{}: {}, expected a number of at least {}", key,
                              training::describe(*node), least));
    return *value;
  }
  Index count(const char* key) const {
    const toml::node* node = head_->get(key);
    if (node == nullptr) return 0;
    const auto value = training::whole_number(*node);
    constexpr auto kMost = static_cast<Index>(kMostRuns);
    if (!value || *value < 1 || *value > kMost)
      fail(*node, fmt::format("sweep.{}: {}, expected an integer from 1 to {}", key,
                              training::describe(*node), kMost));
    return *value;
  }

  void read_base(const std::filesystem::path& path) {
    if (const toml::node* row = head_->get("row"))
      fail(*row, "sweep.row: not without [study], whose rows it names");
    const std::filesystem::path base = path.parent_path() / required_text("base");
    require_there(*head_->get("base"), "sweep.base", base, "a run's configuration");
    sweep_.folder =
        changes_.folder.empty() ? std::filesystem::path(required_text("folder")) : changes_.folder;
    auto table = std::make_shared<const toml::table>(training::read_toml(base));
    base_ = [table, name = base.string(), source = source_,
             overrides = changes_.overrides](const std::vector<std::string>& own) {
      return training::run_config_of({table.get()}, name,
                                     {{training::kSetOption, overrides}, {source, own}});
    };
  }

  /// A study has base and rows itself.
  void read_study_base(const std::filesystem::path& path) {
    if (const toml::node* base = head_->get("base"))
      fail(*base, "sweep.base: not in a study's file, whose [base] it is; expected row");
    for (const char* key : {"base", "row"})
      if (const toml::node* node = file_.get(key); node != nullptr && !node->is_table())
        fail(*node, fmt::format("{}: expected a table", key));
    const std::string row = text("row", "");
    if (!row.empty() && file_["row"][row].as_table() == nullptr) {
      std::vector<std::string> known;
      if (const toml::table* rows = file_["row"].as_table())
        for (const auto& [name, node] : *rows) known.emplace_back(name.str());
      fail(*head_->get("row"), fmt::format("sweep.row: '{}' is no row{}", printable(row),
                                           files::nearest_of(row, known)));
    }
    if (!row.empty() && file_["row"][row].as_table()->contains("from"))
      fail(*head_->get("row"),
           fmt::format("sweep.row: '{}' goes on from another run, expected a row that begins by "
                       "itself",
                       printable(row)));
    const std::string folder = text("folder", "runs/" + study_name(path) + "-sweep");
    sweep_.folder = changes_.folder.empty() ? std::filesystem::path(folder) : changes_.folder;
    auto file = std::make_shared<const toml::table>(file_);
    base_ = [file, row, source = source_,
             overrides = changes_.overrides](const std::vector<std::string>& own) {
      const toml::table* changed = row.empty() ? nullptr : (*file)["row"][row].as_table();
      return training::run_config_of({(*file)["base"].as_table(), changed}, source,
                                     {{training::kSetOption, overrides}, {source, own}});
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
    metric.name = text_of(*table, "sweep.metric", "name", metric.name);
    const std::vector<std::string> columns = training::summary_numbers();
    if (std::ranges::find(columns, metric.name) == columns.end()) {
      const std::string nearest = files::nearest_of(metric.name, columns);
      fail(*node, fmt::format(
                      "sweep.metric.name: '{}' is no number of a summary{}", printable(metric.name),
                      nearest.empty() ? ", expected one such as validation_loss" : nearest));
    }
    const std::string goal = text_of(*table, "sweep.metric", "goal", "minimize");
    if (goal != "minimize" && goal != "maximize")
      fail(*node, fmt::format("sweep.metric.goal: '{}', expected 'minimize' or 'maximize'",
                              printable(goal)));
    metric.maximize = goal == "maximize";
    if (const toml::node* target = table->get("target")) {
      const auto value = target->is_number() ? target->value<double>() : std::nullopt;
      if (!value || !std::isfinite(*value))
        fail(*target, fmt::format("sweep.metric.target: {}, expected a number",
                                  training::describe(*target)));
      metric.target = value;
    }
    return metric;
  }

  SweepBudget budget() const {
    if (head_->contains("run_cap") && head_->contains("trials"))
      fail(*head_->get("run_cap"), "sweep.run_cap: beside sweep.trials, expected one of them");
    SweepBudget budget = {.runs = count(head_->contains("run_cap") ? "run_cap" : "trials"),
                          .flops = number("flops", 1),
                          .hours = number("hours", 0)};
    if (changes_.budget.runs > 0) budget.runs = changes_.budget.runs;
    if (changes_.budget.flops > 0) budget.flops = changes_.budget.flops;
    if (changes_.budget.hours > 0) budget.hours = changes_.budget.hours;
    return budget;
  }

  // Grids.

  void read_grids() {
    std::vector<std::pair<const toml::node*, std::vector<Axis>>> grids;  // and where they stand
    const auto add = [&](const toml::node& node) {
      const toml::table* grid = node.as_table();
      if (grid == nullptr) fail(node, "grid: expected a table of keys with lists of values");
      grids.emplace_back(&node, read_axes(*grid, source_));
      for (const Axis& axis : grids.back().second) require_free(*grid->get(axis.key), axis.key);
    };
    if (const toml::node* node = file_.get("grid")) {
      if (const toml::array* list = node->as_array())
        for (const toml::node& grid : *list) add(grid);
      else
        add(*node);
    }
    if (!parameters().empty()) grids.emplace_back(head_->get("parameters"), axes_of_parameters());

    std::set<std::string> names;
    for (const auto& [node, axes] : grids) {
      for (const GridRun& run : grid_runs(axes, source_, kMostRuns - sweep_.runs.size())) {
        training::RunConfig config = config_of(run, base_);
        config.run.folder = sweep_.folder.string();
        if (!names.insert(run_name(config)).second)
          fail(*node, "two runs have the name " + printable(config.run.name));
        sweep_.runs.push_back(std::move(config));
      }
    }
    if (sweep_.runs.empty()) fail(file_, "no runs, expected a [grid] of keys with lists of values");
    const auto most = static_cast<std::size_t>(sweep_.budget.runs);
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
      fail(node,
           fmt::format("{}: a range, expected values for method grid; what searches is: {} {}", key,
                       kSearcher, source_));
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
      if (table == nullptr || std::ranges::find(training::keys(), name, &training::Key::table) ==
                                  training::keys().end())
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
    std::set<std::string> seen;
    for (const auto& [key, value] : found) {
      // Its values would be multiplied, and all but one be in names of runs alone.
      if (!seen.insert(key).second)
        fail(*value,
             fmt::format("sweep.parameters.{}: given twice, expected once", printable(key)));
      if (std::ranges::find(training::keys(), key, &training::Key::path) == training::keys().end())
        fail_unknown(*value, key);
      require_free(*value, key);
    }
    return found;
  }

  /// No key of a configuration; the same name in some table is the nearest.
  [[noreturn]] void fail_unknown(const toml::node& node, const std::string& parameter) const {
    const std::string name = parameter.substr(parameter.find('.') + 1);
    std::vector<std::string> known;
    for (const training::Key& key : training::keys())
      if (key.name == name) known.push_back(key.path());
    std::string nearest = known.empty() ? "" : ", did you mean " + known.front() + '?';
    for (const training::Key& key : training::keys()) known.push_back(key.path());
    if (nearest.empty()) nearest = files::nearest_of(parameter, known);
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
      const toml::node* const one = table->get("value");
      if (listed != nullptr && one != nullptr)
        fail(*one, key + ".value: beside values, expected one of them");
      if (listed == nullptr) listed = one;
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

  const SweepChanges& changes_;
  const toml::table* head_ = nullptr;
  std::function<training::RunConfig(const std::vector<std::string>&)> base_;
  Sweep sweep_;
};

}  // namespace

Sweep load_sweep(const std::filesystem::path& path, const SweepChanges& changes) {
  if (path.extension() == ".yaml" || path.extension() == ".yml")
    throw ConfigError(
        path.string() +
        ": YAML, expected TOML, with the keys of W&B's sweeps in a table [sweep]; what "
        "reads YAML is: " +
        std::string(kSearcher) + ' ' + path.string());
  return SweepReader(std::filesystem::is_directory(path) ? path / "study.toml" : path, changes)
      .read();
}

}  // namespace espalier::experiments
