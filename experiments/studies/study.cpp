// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/studies/study.h>

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include <espalier/experiments/studies/grid.h>
#include <espalier/files/nearest_name.h>
#include <espalier/files/number_text.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/config_file.h>
#include <espalier/training/config/config_table.h>
#include <espalier/training/config/derived_values.h>
#include <espalier/training/config/key_list.h>
#include <espalier/training/config/settings.h>
#include <espalier/training/config/toml_text.h>
#include <espalier/training/loop/timetable.h>
#include <espalier/training/runs/run_files.h>
#include <espalier/training/sessions/run_branch.h>

namespace espalier::experiments {
namespace {

constexpr const char* kFileName = "study.toml";

/// What a study makes beside the folders of its runs, which no run may be. Only a row alone can
/// give a run such a name: those of keys have their values behind an underscore.
constexpr std::array<std::string_view, 4> kOwnFolders = {training::sweep_file::kLogs,
                                                         training::sweep_file::kTrials,
                                                         training::sweep_file::kSlurm, "figure"};

/// A run before it is resolved: its row, or "", and what it changes in it.
struct RunText {
  std::string row;
  GridRun change;
};

std::filesystem::path study_file_of(const std::filesystem::path& path) {
  std::error_code ignored;  // what is there and cannot be read says so when it is opened
  const std::filesystem::file_type type = std::filesystem::status(path, ignored).type();
  if (type == std::filesystem::file_type::not_found)
    throw IoError(fmt::format("{}: cannot open: no such file; expected a {} or its folder",
                              path.string(), kFileName));
  return type == std::filesystem::file_type::directory ? path / kFileName : path;
}

class StudyReader : private training::TomlReader {
 public:
  explicit StudyReader(const std::filesystem::path& path)
      : training::TomlReader(study_file_of(path)) {
    // What is wrong with the configuration of one run is not its first key.
    if (!file_.empty() && !file_.contains("study") && !file_.contains("row") &&
        !file_.contains("scale"))
      fail(file_, "no table [study], [row] or [scale], expected the file of a study");
    require_known(file_, "", {"study", "base", "row", "scale", "sweep"});
    if (table_at(file_, "", "row") == nullptr) return;
    for (auto&& [name, node] : *file_["row"].as_table()) {
      toml::table* row = node.as_table();
      if (row == nullptr)
        fail(node, fmt::format("row.{}: expected a table of keys", printable(name)));
      require_plain(node, "row", name);
      if (std::ranges::find(kOwnFolders, name.str()) != kOwnFolders.end())
        fail(node, fmt::format("row.{}: the name of a folder that a study makes beside its runs, "
                               "expected another one",
                               name.str()));
      rows_[std::string(name.str())] = take_origin("row." + std::string(name.str()), *row);
    }
    for (const auto& [name, row] : rows_) {
      const Row* parent = row_of(row.parent);
      if (!row.parent.empty() && (parent == nullptr || !parent->parent.empty()))
        fail(*row.keys, fmt::format("row.{}.from: '{}', expected a row that begins by itself{}",
                                    name, printable_text(row.parent),
                                    parent == nullptr ? nearest_row(row.parent) : ""));
    }
  }

  Study read() const {
    Study study = head();
    if (!study.over.empty())
      require_there(*file_.at_path("study.over").node(), "study.over", study.over,
                    "the summary or the runs of a figure");
    std::size_t count = 0;
    for (const auto& [name, row] : rows_) static_cast<void>(config_of_row(name, {}));  // checks it
    for (const auto& [name, table] : scales_in_order()) {
      StudyScale& scale = study.scales.emplace_back();
      scale.name = name;
      scale.about = text_at(*table, "scale." + name, "about");
      scale.ablation = study.ablation;
      if (const toml::node* where = table->get("where")) {
        if (study.figure != StudyFigure::kAblation)
          fail(*where, fmt::format("scale.{}.where: expected figure = 'ablation'", name));
        scale.ablation.where = texts_at(*table, "scale." + name, "where");
      }
      std::set<std::string> names;
      const std::vector<RunText> runs = runs_of(name, *table);
      count += runs.size();
      if (count > kMostRuns) fail(*table, fmt::format("more than {} runs", kMostRuns));
      for (const RunText& run : runs) {
        if (!names.insert(run.change.name).second)
          fail(*table, fmt::format("scale.{}: two runs have the name {}", printable_text(name),
                                   printable_text(run.change.name)));
        scale.runs.push_back(experiments::config_of(
            run.change, [&](const auto& own) { return config_of(run.row, own, {}); }));
        scale.runs.back().run.folder = study.folder(scale.name).string();
        const Row* row = row_of(run.row);
        if (row != nullptr && !row->parent.empty())
          scale.origins[run.change.name] = {
              .run = origin_of(run, row->parent, runs, *table).change.name, .step = row->step};
      }
      for (const RunText& run : runs)
        if (const auto origin = scale.origins.find(run.change.name); origin != scale.origins.end())
          require_start(scale, run, origin->second, *table);
      if (scale.runs.empty())
        fail(*table,
             fmt::format("scale.{}: no runs, expected runs or a grid", printable_text(name)));
    }
    if (study.scales.empty()) fail(file_, "no scale, expected [scale.NAME] with runs or a grid");
    return study;
  }

  training::RunConfig run(const std::string& name,
                          const std::vector<std::string>& overrides) const {
    const auto alone = [&](const std::string& row) {
      if (row_of(row) == nullptr || row_of(row)->parent.empty()) return row;
      throw ConfigError(fmt::format(
          "{}: {}: goes on from another run; train both by espalier study, or this one by espalier "
          "train --from",
          source_, printable_text(name)));
    };
    if (rows_.contains(name)) return config_of_row(alone(name), overrides);
    std::vector<std::string> known;
    for (const auto& [row, keys] : rows_) known.push_back(row);
    for (const auto& [scale, table] : scales_in_order()) {
      for (const RunText& run : runs_of(scale, *table)) {
        known.push_back(run.change.name);
        if (run.change.name != name) continue;
        std::vector<std::string> own = overrides_of(run.change);
        own.push_back("run.folder=" + head().folder(scale).string());
        return config_of(alone(run.row), own, overrides);
      }
    }
    throw ConfigError(fmt::format("{}: no row or run '{}'{}", source_, printable_text(name),
                                  files::nearest_of(name, known)));
  }

 private:
  struct Row {
    const toml::table* keys = nullptr;
    std::string parent = {};  ///< the row that it goes on from; empty: none
    Index step = 0;
  };

  /// A row without its `from = "ROW@STEP"`, which is no key of a run.
  Row take_origin(const std::string& above, toml::table& keys) const {
    Row row = {.keys = &keys};
    const toml::node* node = keys.get("from");
    if (node == nullptr) return row;
    const std::string from = text_at(keys, above, "from");
    const std::size_t at = from.find('@');
    const auto step = at == std::string::npos
                          ? std::nullopt
                          : files::number_in<Index>(std::string_view(from).substr(at + 1));
    if (!step || *step < 1 || at == 0)
      fail(*node, fmt::format("{}.from: '{}', expected ROW@STEP", above, printable_text(from)));
    row.parent = from.substr(0, at);
    row.step = *step;
    keys.erase("from");
    return row;
  }

  const Row* row_of(const std::string& name) const {
    const auto row = rows_.find(name);
    return row == rows_.end() ? nullptr : &row->second;
  }

  std::string nearest_row(const std::string& name) const {
    std::vector<std::string> known;
    for (const auto& [row, keys] : rows_) known.push_back(row);
    return files::nearest_of(name, known);
  }

  /// Of the runs of row `parent` the one of which `run` has every value; of several the one that
  /// has most values.
  const RunText& origin_of(const RunText& run, const std::string& parent,
                           const std::vector<RunText>& runs, const toml::table& table) const {
    const auto has = [&values = run.change.overrides](const std::string& value) {
      return std::ranges::find(values, value) != values.end();
    };
    std::vector<const RunText*> candidates;
    for (const RunText& each : runs)
      if (each.row == parent && std::ranges::all_of(each.change.overrides, has))
        candidates.push_back(&each);
    const auto name = [](const RunText& each) { return printable_text(each.change.name); };
    if (candidates.empty())
      fail(table,
           fmt::format("{} goes on from row {}, expected a run of that row in the same scale that "
                       "changes no other keys than it does, to the same values",
                       name(run), printable_text(parent)));
    const auto values = [](const RunText* each) { return each->change.overrides.size(); };
    std::ranges::stable_sort(candidates, std::greater(), values);
    if (candidates.size() > 1 && values(candidates[0]) == values(candidates[1]))
      fail(table, fmt::format("{} could go on from {} or {}, expected one of them with more of its "
                              "values",
                              name(run), name(*candidates[0]), name(*candidates[1])));
    return *candidates[0];
  }

  /// Does a run, or its row, set the key itself? What the row that it goes on from sets is not.
  bool sets(const RunText& run, std::string_view key) const {
    const Row* row = row_of(run.row);
    return (row != nullptr && row->keys->at_path(key)) ||
           training::override_of(run.change.overrides, key) != nullptr;
  }

  /// Will the checkpoint that a run goes on from still be there when the other run has ended, with
  /// the model, the patterns, the batches and the state of the optimizer that it has itself?
  void require_start(const StudyScale& scale, const RunText& text, const RunOrigin& origin,
                     const toml::table& table) const {
    const auto named = [&](const std::string& name) {
      return std::ranges::find(scale.runs, name,
                               [](const training::RunConfig& c) { return c.run.name; });
    };
    const std::string& run = text.change.name;
    const auto other = named(origin.run), own = named(run);
    const Index last = steps(*other), every = checkpoint_interval(*other);
    if (origin.step >= last || origin.step % every != 0)
      fail(table,
           fmt::format("{} goes on from step {} of {}, expected a multiple of {}, "
                       "training.checkpoint_every, below {}",
                       printable_text(run), origin.step, printable_text(origin.run), every, last));
    const Index kept = (last - origin.step + every - 1) / every + 1;
    if (other->training.keep_checkpoints < kept)
      fail(table,
           fmt::format("{} goes on from step {} of {}, expected training.keep_checkpoints of "
                       "at least {}, so that it is there when that run has ended",
                       printable_text(run), origin.step, printable_text(origin.run), kept));
    try {
      const std::string where =
          fmt::format("{} goes on from {}", printable_text(run), printable_text(origin.run));
      if ((own->topology.policy == "dense") != (other->topology.policy == "dense"))
        throw ConfigError(
            fmt::format("{}: topology.policy is {} and {} there, expected both dense or neither, "
                        "since weights of a dense run have no blocks",
                        where, own->topology.policy, other->topology.policy));
      require_continuation(*other, *own, where);
      require_patterns_of(
          *other, *own, [&](std::string_view key) { return sets(text, key); }, where);
      require_step_left({.checkpoint = {}, .name = origin.run, .step = origin.step}, *own);
    } catch (const ConfigError& error) {
      fail(table, error.what());
    }
  }

  static std::string printable(const toml::key& key) { return files::printable(key.str()); }
  static std::string printable_text(const std::string& text) { return files::printable(text); }

  /// Names become those of folders.
  void require_plain(const toml::node& node, const char* table, const toml::key& name) const {
    if (name.str().empty() || name.str().front() == '.' ||
        plain_name(std::string(name.str())) != name.str())
      fail(node, fmt::format("{}.{}: expected a name of letters, digits, dots and underscores",
                             table, printable(name)));
  }

  /// The table of this name; null if there is none.
  const toml::table* table_at(const toml::table& table, const std::string& above,
                              const char* key) const {
    const toml::node* node = table.get(key);
    if (node == nullptr) return nullptr;
    if (!node->is_table())
      fail(*node, fmt::format("{}{}: expected a table", above.empty() ? above : above + '.', key));
    return node->as_table();
  }

  /// The string of this name; "" if there is none.
  std::string text_at(const toml::table& table, const std::string& above, const char* key) const {
    const toml::node* node = table.get(key);
    if (node == nullptr) return {};
    const auto text = node->value_exact<std::string>();
    if (!text || text->empty()) fail(*node, fmt::format("{}.{}: expected a string", above, key));
    return *text;
  }

  /// Whether the switch of this name is on; off if there is none.
  bool flag_at(const toml::table& table, const std::string& above, const char* key) const {
    const toml::node* node = table.get(key);
    if (node == nullptr) return false;
    const auto on = node->value_exact<bool>();
    if (!on) fail(*node, fmt::format("{}.{}: expected true or false", above, key));
    return *on;
  }

  /// The strings of a list; none if there is no list.
  std::vector<std::string> texts_at(const toml::table& table, const std::string& above,
                                    const char* key) const {
    std::vector<std::string> texts;
    const toml::node* node = table.get(key);
    if (node == nullptr) return texts;
    const toml::array* list = node->as_array();
    if (list == nullptr) fail(*node, fmt::format("{}.{}: expected a list of strings", above, key));
    for (const toml::node& item : *list) {
      const auto text = item.value_exact<std::string>();
      if (!text) fail(item, fmt::format("{}.{}: expected strings", above, key));
      texts.push_back(*text);
    }
    return texts;
  }

  void require_setting(const toml::table& table, const std::string& where,
                       const std::string& key) const {
    if (training::is_setting(key) || key == training::kSeedKey) return;
    std::vector<std::string> known;
    for (const training::Key& each : training::keys()) known.push_back(each.path());
    fail(table, fmt::format("{}: '{}' is no key of a configuration{}", where, files::printable(key),
                            files::nearest_of(key, known)));
  }

  AblationOptions ablation(const toml::table& study, const Study& head) const {
    AblationOptions options = {.title = head.title};
    const toml::table* table = table_at(study, "study", "ablation");
    if (table == nullptr) return options;
    const std::string above = "study.ablation";
    if (head.figure != StudyFigure::kAblation)
      fail(*table, above + ": expected figure = 'ablation'");
    require_known(*table, above,
                  {"rows", "columns", "metric", "where", "best_rate", "pair", "against"});
    options.best_rate = flag_at(*table, above, "best_rate");
    options.rows = texts_at(*table, above, "rows");
    options.where = texts_at(*table, above, "where");
    options.columns = text_at(*table, above, "columns");
    options.pair = text_at(*table, above, "pair");
    options.against = text_at(*table, above, "against");
    const std::string metric = text_at(*table, above, "metric");
    if (!metric.empty()) options.metric = metric;
    for (const std::string& key : options.rows) require_setting(*table, above + ".rows", key);
    if (!options.columns.empty()) require_setting(*table, above + ".columns", options.columns);
    if (!options.pair.empty()) require_setting(*table, above + ".pair", options.pair);
    return options;
  }

  Study head() const {
    const toml::table* table = table_at(file_, "", "study");
    if (table == nullptr) fail(file_, "no table [study] with title and figure");
    require_known(*table, "study", {"title", "figure", "ablation", "over", "data"});
    Study study;
    study.name = study_name(source_);
    study.title = text_at(*table, "study", "title");
    const std::string figure = text_at(*table, "study", "figure");
    const std::map<std::string, StudyFigure> figures = {{"pareto", StudyFigure::kPareto},
                                                        {"table", StudyFigure::kTable},
                                                        {"ablation", StudyFigure::kAblation},
                                                        {"curves", StudyFigure::kCurves}};
    const auto found = figures.find(figure);
    if (found == figures.end())
      fail(*table,
           fmt::format("study.figure: '{}', expected 'pareto', 'table', 'ablation' or 'curves'",
                       printable_text(figure)));
    study.figure = found->second;
    study.ablation = ablation(*table, study);
    const std::string over = text_at(*table, "study", "over");
    if (!over.empty())
      study.over = (std::filesystem::path(source_).parent_path() / over).lexically_normal();
    if (const toml::table* data = table_at(*table, "study", "data")) {
      require_known(*data, "study.data", {"folder", "packages"});
      study.data_folder = text_at(*data, "study.data", "folder");
      const toml::array* packages = (*data)["packages"].as_array();
      if (study.data_folder.empty() || packages == nullptr)
        fail(*data, "study.data: expected folder, and packages as a list of names");
      for (const toml::node& package : *packages) {
        const auto name = package.value_exact<std::string>();
        if (!name) fail(package, "study.data.packages: expected names");
        study.data_packages.push_back(*name);
      }
    }
    return study;
  }

  /// A table's keys come sorted by name; the file's order is the better one.
  std::vector<std::pair<std::string, const toml::table*>> scales_in_order() const {
    std::vector<std::pair<std::string, const toml::table*>> scales;
    const toml::table* all = table_at(file_, "", "scale");
    if (all == nullptr) return scales;
    for (const auto& [name, node] : *all) {
      const toml::table* scale = node.as_table();
      if (scale == nullptr) fail(node, fmt::format("scale.{}: expected a table", printable(name)));
      require_plain(node, "scale", name);
      require_known(*scale, "scale." + std::string(name.str()), {"about", "where", "runs", "grid"});
      scales.emplace_back(name.str(), scale);
    }
    std::ranges::stable_sort(scales, {},
                             [](const auto& scale) { return scale.second->source().begin.line; });
    return scales;
  }

  std::vector<RunText> runs_of(const std::string& name, const toml::table& scale) const {
    std::vector<RunText> runs;
    if (const toml::node* list = scale.get("runs")) {
      const toml::array* entries = list->as_array();
      if (entries == nullptr)
        fail(*list, fmt::format("scale.{}.runs: expected a list of tables", name));
      if (entries->size() > kMostRuns) fail(*list, fmt::format("more than {} runs", kMostRuns));
      for (const toml::node& entry : *entries) runs.push_back(listed_run(name, entry));
    }
    if (const toml::node* grids = scale.get("grid")) {
      const toml::array* list = grids->as_array();
      if (list == nullptr) {
        add_grid(name, *grids, runs);
      } else {
        for (const toml::node& grid : *list) add_grid(name, grid, runs);
      }
    }
    return runs;
  }

  /// { row = "tiny_dense", "training.learning_rate" = 0.001 }
  RunText listed_run(const std::string& scale, const toml::node& entry) const {
    const toml::table* table = entry.as_table();
    if (table == nullptr) fail(entry, fmt::format("scale.{}.runs: expected tables of keys", scale));
    RunText run;
    const std::vector<Axis> axes = axes_of(*table, run.row);
    run.change.name = run.row;
    for (const Axis& axis : axes) {
      if (axis.values.size() != 1)
        fail(entry, fmt::format("{}: a list, expected a value; a grid has lists",
                                printable_text(axis.key)));
      const auto& [value, label] = axis.values.front();
      run.change.overrides.push_back(axis.key + '=' + value);
      run.change.name +=
          (run.change.name.empty() ? "" : "-") + plain_name(axis.key) + '_' + plain_name(label);
    }
    if (run.change.name.empty()) fail(entry, fmt::format("scale.{}.runs: an empty run", scale));
    run.change.name = short_name(run.change.name);
    return run;
  }

  void add_grid(const std::string& scale, const toml::node& node,
                std::vector<RunText>& runs) const {
    const toml::table* table = node.as_table();
    if (table == nullptr) fail(node, fmt::format("scale.{}.grid: expected tables of keys", scale));
    std::string row;
    const std::vector<Axis> axes = axes_of(*table, row);
    for (GridRun& run : grid_runs(axes, source_, kMostRuns - runs.size())) {
      if (!row.empty()) run.name = short_name(row + '-' + run.name);
      runs.push_back({row, std::move(run)});
    }
  }

  /// All keys of a table but "row", which goes to `row`.
  std::vector<Axis> axes_of(const toml::table& table, std::string& row) const {
    std::vector<Axis> axes = read_axes(table, source_);
    for (const Axis& axis : axes)
      if (is_set_in_every_run(axis.key))
        fail(*table.get(axis.key),
             axis.key + ": a study sets it in every run, expected another key");
    const toml::node* node = table.get("row");
    if (node == nullptr) return axes;
    const auto name = node->value_exact<std::string>();
    if (!name)
      fail(*node, fmt::format("row: {}, expected the name of a row", training::describe(*node)));
    if (!rows_.contains(*name))
      fail(*node, fmt::format("row: '{}' is no row{}", printable_text(*name), nearest_row(*name)));
    row = *name;
    std::erase_if(axes, [](const Axis& axis) { return axis.key == "row"; });
    return axes;
  }

  /// Of a row, what a run changes in it, and then a call. A row that goes on from another has that
  /// one's keys too.
  training::RunConfig config_of(const std::string& name, const std::vector<std::string>& own,
                                const std::vector<std::string>& overrides) const {
    const Row* row = row_of(name);
    const Row* parent = row == nullptr ? nullptr : row_of(row->parent);
    return training::run_config_of(
        {table_at(file_, "", "base"), parent == nullptr ? nullptr : parent->keys,
         row == nullptr ? nullptr : row->keys},
        source_, {{source_, own}, {training::kSetOption, overrides}});
  }

  training::RunConfig config_of_row(const std::string& name,
                                    const std::vector<std::string>& overrides) const {
    try {
      return config_of(name, {}, overrides);
    } catch (const ConfigError& error) {
      throw ConfigError(fmt::format("{}; in the row {}", error.what(), printable_text(name)));
    }
  }

  std::map<std::string, Row> rows_;
};

}  // namespace

std::string study_name(const std::filesystem::path& file) {
  const std::filesystem::path path = std::filesystem::absolute(file).lexically_normal();
  const std::string folder = path.parent_path().filename().string();
  return path.filename() == kFileName ? folder : folder + '-' + path.stem().string();
}

const StudyScale& Study::scale(const std::string& wanted) const {
  const auto found = std::ranges::find(scales, wanted, &StudyScale::name);
  if (found != scales.end()) return *found;
  std::vector<std::string> names;
  for (const StudyScale& other : scales) names.push_back(other.name);
  throw ConfigError(fmt::format("--scale '{}': study {} has {}", files::printable(wanted),
                                files::printable(name), fmt::join(names, ", ")));
}

std::filesystem::path Study::folder(const std::string& scale_name) const {
  return std::filesystem::path("runs") / (name + '-' + scale_name);
}

Study load_study(const std::filesystem::path& path) { return StudyReader(path).read(); }

training::RunConfig load_study_run(const std::filesystem::path& path, const std::string& name,
                                   const std::vector<std::string>& overrides) {
  return StudyReader(path).run(name, overrides);
}

}  // namespace espalier::experiments
