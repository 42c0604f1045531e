// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/report_page.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include <string_view>

#include <espalier/drawing/style.h>
#include <espalier/experiments/figures/pattern_figure.h>
#include <espalier/experiments/results/key_words.h>
#include <espalier/experiments/results/report_page/page_text.h>
#include <espalier/experiments/results/run_condition.h>
#include <espalier/experiments/results/run_list.h>
#include <espalier/experiments/results/topology_report.h>
#include <espalier/files/atomic_file.h>
#include <espalier/files/plain_text.h>
#include <espalier/schedules/update/edit_log.h>
#include <espalier/sparse/core/build_info.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/config_file.h>
#include <espalier/training/config/settings.h>
#include <espalier/training/config/task_declaration.h>
#include <espalier/training/runs/run_files.h>
#include <espalier/training/runs/run_store.h>
#include <espalier/training/runs/run_summary.h>
#include <espalier/training/runs/topology_record.h>

namespace espalier::experiments {
namespace {

using nlohmann::ordered_json;

/// Points of a curve: a run records some 200 losses, which all stay where the runs are no more than
/// a hundred; what all runs together may have, and what is left of each at least.
constexpr std::size_t kMostPoints = 240, kMostPointsOfAll = 24000, kFewestPoints = 40;
/// At most so many runs have pictures, of so many weights.
constexpr std::size_t kMostPicturedRuns = 200;
constexpr std::size_t kMostPicturedWeights = 12;
/// Cells along a side of a picture, half a byte each, where a page has few runs and where it has
/// more than kFewRuns.
constexpr Index kFineCells = 64, kCoarseCells = 32;
constexpr std::size_t kFewRuns = 50;

/// What is drawn together, by a name of its own, and the curves that it consists of.
struct Quantity {
  std::string name;
  std::vector<std::string> curves;
};

/// Where a curve comes from.
struct CurveSource {
  std::string curve;
  const char* event;
  std::string field;
};

/// Those of all metrics that tasks declare of their validations among them.
std::vector<CurveSource> curve_sources() {
  std::vector<CurveSource> sources = {
      {"training loss", training::event::kTrain, training::field::kLoss}};
  for (const training::ResultMetric& result : training::task_metrics())
    if (result.measured == training::Measured::kByValidation)
      sources.push_back({"validation " + title_of(result.metric), training::event::kValidation,
                         result.metric.name});
  sources.insert(sources.end(),
                 {{"learning rate", training::event::kTrain, training::field::kLearningRate},
                  {"gradient norm", training::event::kTrain, training::field::kGradientNorm},
                  {"positions ever stored", training::event::kTopology, training::field::kExplored},
                  {"blocks of the start still stored", training::event::kTopology,
                   training::field::kOverlapInitial},
                  {"stored density", training::event::kTopology, training::field::kDensity}});
  return sources;
}

std::vector<Quantity> quantities(const std::vector<CurveSource>& sources) {
  const std::string training = sources.front().curve, validation = "validation loss";
  std::vector<Quantity> list = {{"validation and training loss", {training, validation}},
                                {validation, {validation}}};
  for (const CurveSource& source : sources)
    if (source.curve != validation) list.push_back({source.curve, {source.curve}});
  return list;
}

using Curves = std::map<std::string, Curve>;

void add_to_curves(const nlohmann::json& record, const std::vector<CurveSource>& sources,
                   Curves& curves) {
  const double step = training::number_or_unknown(record, training::field::kStep);
  if (!std::isfinite(step)) return;
  for (const CurveSource& source : sources) {
    if (!training::is_event(record, source.event)) continue;
    const double value = training::number_or_unknown(record, source.field.c_str());
    if (std::isfinite(value)) curves[source.curve].emplace_back(step, value);
  }
}

/// A number in as many digits as a figure shows, so that it takes few bytes.
double rounded(double value) {
  if (value == 0) return 0;
  const double scale = std::pow(10, 5 - std::floor(std::log10(std::abs(value))));
  const double result = std::round(value * scale) / scale;
  return std::isfinite(result) ? result : value;
}

ordered_json json_of(const Curves& curves, std::size_t most_points) {
  ordered_json object = ordered_json::object();
  for (const auto& [name, whole] : curves) {
    ordered_json steps = ordered_json::array(), values = ordered_json::array();
    for (const auto& [step, value] : thinned(whole, most_points)) {
      steps.push_back(step == std::floor(step) && std::abs(step) < 1e15
                          ? ordered_json(static_cast<Index>(step))
                          : ordered_json(step));
      values.push_back(rounded(value));
    }
    object[name] = ordered_json::array({std::move(steps), std::move(values)});
  }
  return object;
}

/// What a cell of a picture shows, in three bits.
unsigned shade(int cell) {
  constexpr unsigned kShades = 4, kGrown = 5, kDropped = 6;
  if (cell == PatternRaster::kGrown) return kGrown;
  if (cell == PatternRaster::kDropped) return kDropped;
  return (static_cast<unsigned>(cell) * kShades + 99) / 100;
}

/// Two cells to a letter of base64url, row by row.
std::string letters(const PatternRaster& raster) {
  constexpr std::string_view kLetters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::string text;
  for (std::size_t i = 0; i < raster.cells.size(); i += 2) {
    const unsigned second = i + 1 < raster.cells.size() ? shade(raster.cells[i + 1]) : 0;
    text += kLetters[shade(raster.cells[i]) << 3 | second];
  }
  return text;
}

/// What all pictures of one pattern have in common.
ordered_json picture(const std::string& name, const sparse::BlockPattern& pattern, Index cells) {
  return {{"name", name},
          {"shape", {pattern.rows(), pattern.cols()}},
          {"rows", std::min(pattern.grid_rows(), cells)},
          {"cols", std::min(pattern.grid_cols(), cells)}};
}

/// Pictures of the weights of a run and the animation of one, from its configuration and edit log.
ordered_json patterns_of(const training::RunReading& run, const ReportPageOptions& options,
                         Index cells) {
  const std::filesystem::path folder = run.summary.folder;
  TopologyRun topology = {.name = run.summary.name,
                          .initial = initial_patterns(folder, run.manifest, run.config),
                          .log = {},
                          .points = {}};
  std::vector<training::NamedPattern>& weights = topology.initial;
  ordered_json result = {{"note", ""}, {"pictures", ordered_json::array()}, {"film", nullptr}};
  std::string note;
  const auto mark = run.manifest.files.find(training::run_file::kEdits);
  const bool lost = mark != run.manifest.files.end() && mark->second.bytes > 0 &&
                    !std::filesystem::exists(folder / training::run_file::kEdits);
  if (lost)
    note = "The patterns moved, but edits.log is not beside them: only the start is shown. ";
  else
    topology.log = read_run_edits(folder, run.manifest);
  if (topology.log.damaged_lines > 0)
    note += fmt::format("{} damaged lines of the edit log left out. ", topology.log.damaged_lines);
  if (weights.size() > kMostPicturedWeights)
    note +=
        fmt::format("The first {} of {} sparse weights. ", kMostPicturedWeights, weights.size());
  for (const training::NamedPattern& weight :
       std::span(weights).first(std::min(weights.size(), kMostPicturedWeights))) {
    const sparse::PatternPtr end =
        schedules::replay(weight.pattern, topology.log.entries, weight.name);
    ordered_json entry = picture(weight.name, *weight.pattern, cells);
    entry["caption"] = fmt::format("blocks of {}, density {:.3g}", weight.pattern->block().rows,
                                   weight.pattern->density());
    entry["cells"].push_back(letters(pattern_raster(*weight.pattern, nullptr, cells)));
    if (*end != *weight.pattern)
      entry["cells"].push_back(letters(pattern_raster(*end, nullptr, cells)));
    result["pictures"].push_back(std::move(entry));
  }
  result["note"] = note;
  if (topology.log.entries.empty() || weights.empty()) return result;
  const auto named = std::ranges::find(weights, options.weight, &training::NamedPattern::name);
  const training::NamedPattern& moved = named == weights.end() ? weights.front() : *named;
  ordered_json film = picture(moved.name, *moved.pattern, cells);
  for (const PatternImage& frame : animation_frames(topology, moved, options.frames))
    film["frames"].push_back(ordered_json::array(
        {frame.caption, letters(pattern_raster(*frame.pattern, frame.before.get(), cells))}));
  result["film"] = std::move(film);
  return result;
}

/// A word of a shell's command line.
std::string shell_quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + '\'';
}

/// Where a run comes from, for people.
ordered_json facts_of(const training::RunReading& run) {
  const training::Manifest& manifest = run.manifest;
  ordered_json facts = ordered_json::array();
  const auto add = [&](const char* name, const std::string& value) {
    if (!value.empty()) facts.push_back(ordered_json::array({name, value}));
  };
  add("folder", run.summary.folder);
  add("status", run.summary.status + (manifest.message.empty() ? "" : ": " + manifest.message));
  add("steps", fmt::format("{} of {}", run.summary.completed_steps, run.summary.planned_steps));
  add("started", manifest.started);
  add("ended", manifest.ended);
  add("revision", run.summary.revision);
  add("version", manifest.version);
  add("compiler", manifest.compiler + ' ' + manifest.build_type);
  add("processor", manifest.processor);
  add("threads", std::to_string(manifest.threads));
  add("kernel", manifest.kernel);
  add("dense library", manifest.dense_library);
  add("corpus hash", manifest.corpus_hash);
  add("vocabulary hash", manifest.vocabulary_hash);
  add("encoder", manifest.encoder);
  add("encoder hash", manifest.encoder_hash);
  add("configuration hash", manifest.config_hash);
  add("seed", std::to_string(manifest.seed));
  add("branched from", manifest.branched_from);
  std::string sessions;
  for (const training::SessionFacts& session : manifest.sittings)
    sessions +=
        fmt::format("{}{} from step {}: {} ({}), {}, {}, {} threads", sessions.empty() ? "" : "\n",
                    session.started, session.first_step, session.version, session.revision,
                    session.processor, session.kernel, session.threads);
  if (manifest.sittings.size() > 1) add("sessions", sessions);
  if (!run.summary.changed.empty()) add("sessions differ in", run.summary.changed);
  // A branch would begin where the other run was.
  if (manifest.branched_from.empty())
    add("to train it again",
        "espalier train --config " +
            shell_quoted((std::filesystem::path(run.summary.folder) / training::run_file::kConfig)
                             .string()) +
            " --out again");
  return facts;
}

/// What says how good a run is.
std::vector<training::ResultMetric> qualities() {
  std::vector<training::ResultMetric> found = training::task_metrics();
  std::erase_if(found, [](const training::ResultMetric& result) {
    return result.metric.direction == training::Direction::kNone || !result.metric.summarised;
  });
  return found;
}

/// What a table shows at first: what is known of results, and in what runs differ.
std::vector<std::string> usual_columns(const std::vector<training::RunSummary>& runs,
                                       const std::vector<std::string>& swept) {
  std::vector<std::string> columns = {"name", "status", kProgressColumn};
  std::vector<std::string> results;
  for (const training::ResultMetric& result : qualities()) results.push_back(result.name);
  results.insert(results.end(), {training::metric::kExplored, "tokens", "encoder_training_flops",
                                 "total_training_flops", "seconds"});
  for (const std::string& result : results)
    if (std::ranges::any_of(runs, [&](const training::RunSummary& run) {
          const std::string value = summary_value(run, result).value_or("");
          return !value.empty() && value != "0";
        }))
      columns.push_back(result);
  if (std::ranges::any_of(
          runs, [&](const training::RunSummary& run) { return run.seed != runs[0].seed; }))
    columns.emplace_back("seed");
  columns.insert(columns.end(), swept.begin(), swept.end());
  return columns;
}

/// A column as people read it, with its unit.
std::string column_title(const std::string& column, const std::set<std::string>& tasks) {
  std::string title = metric_in_words(column, tasks);
  if (title != column) return title;
  std::ranges::replace(title, '_', ' ');
  if (const std::size_t at = title.find("flops"); at != std::string::npos)
    title.replace(at, 5, "FLOPs");
  return title;
}

/// JSON that may stand within a script element: the only thing that could end that is "<".
std::string embedded(const ordered_json& data) {
  const std::string text = data.dump(-1, ' ', true, ordered_json::error_handler_t::replace);
  std::string safe;
  safe.reserve(text.size());
  for (const char c : text) {
    if (c == '<')
      safe += "\\u003c";
    else
      safe += c;
  }
  return safe;
}

/// The runs at `paths` on their way into a page.
class Collection {
 public:
  Collection(const ReportPageOptions& options, std::vector<std::string>& notes)
      : options_(options), notes_(notes) {}

  void read(const std::vector<std::filesystem::path>& paths) {
    std::vector<std::filesystem::path> folders;
    for (const std::filesystem::path& path : paths) {
      if (std::filesystem::is_regular_file(path)) {
        for (training::RunSummary& run : training::read_summary(path))
          add(std::move(run), {{"curves", Curves()}});
        continue;
      }
      for (std::filesystem::path& folder : training::run_folders(path, training::kRunsOrSummary))
        folders.push_back(std::move(folder));
      for (const std::string& line : notes_of_unread(path))
        notes_.push_back(files::without_controls(line));
    }
    const Index cells = folders.size() <= kFewRuns ? kFineCells : kCoarseCells;
    const std::size_t points = std::clamp(
        kMostPointsOfAll / std::max<std::size_t>(1, folders.size()), kFewestPoints, kMostPoints);
    for (const std::filesystem::path& folder : folders) {
      try {
        read_folder(folder, cells, points);
      } catch (const Error& error) {
        notes_.push_back("left out: " + files::without_controls(error.what()));
      }
    }
    if (pictured_ > kMostPicturedRuns)
      notes_.push_back(fmt::format("patterns of the first {} of {} runs are shown",
                                   kMostPicturedRuns, pictured_));
    if (!options_.weight.empty() && !animates_weight_)
      notes_.push_back(
          fmt::format("no run moves a sparse weight named '{}', as 'espalier inspect' "
                      "lists them: the first of each run is animated",
                      files::printable(options_.weight)));
  }

  ordered_json data() {
    const std::vector<std::string> swept = swept_settings(runs_);
    std::vector<std::string> columns = summary_columns(runs_);
    columns.insert(columns.begin() + 3, kProgressColumn);  // behind name, folder and status
    columns.insert(columns.end(), swept.begin(), swept.end());
    std::set<std::string> tasks;
    for (const training::RunSummary& run : runs_) tasks.insert(run.task);
    ordered_json values = ordered_json::array(), titles = ordered_json::array();
    for (const std::string& column : columns) {
      values.push_back(fill_column(column));
      titles.push_back(column_title(column, tasks));
    }
    ordered_json list = ordered_json::array();
    ordered_json metrics = ordered_json::array();
    for (const training::ResultMetric& result : qualities())
      metrics.push_back(
          {{"name", result.name},
           {"higher_is_better", result.metric.direction == training::Direction::kHigher}});
    for (const Quantity& quantity : quantities(sources_))
      list.push_back({{"name", quantity.name}, {"curves", quantity.curves}});
    return {{"title", options_.title},
            {"made", training::utc_now()},
            {"version", build_info().version + " (" +
                            shown_revision(build_info().revision, build_info().dirty) + ")"},
            {"colours", drawing::kCurveColours},
            {"grown", drawing::kGreen},
            {"dropped", drawing::kOrange},
            {"columns", columns},
            {"titles", titles},
            {"values", values},
            {"usual", usual_columns(runs_, swept)},
            {"swept", swept},
            {"quantities", list},
            {"metrics", metrics},
            {"notes", notes_},
            {"runs", pages_}};
  }

 private:
  /// The values that runs have in a column, in their order; each run's cell is the place of its
  /// own.
  std::vector<std::string> fill_column(const std::string& column) {
    std::vector<std::string> cells;
    for (const training::RunSummary& run : runs_)
      cells.push_back(run_value(run, column).value_or(""));
    std::vector<std::string> values = cells;
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    std::ranges::stable_sort(values, [](const std::string& a, const std::string& b) {
      return training::value_before(std::string(number_part(a)), std::string(number_part(b)));
    });
    for (std::size_t i = 0; i < cells.size(); ++i)
      pages_[i]["cells"].push_back(std::ranges::find(values, cells[i]) - values.begin());
    return values;
  }

  void read_folder(const std::filesystem::path& folder, Index cells, std::size_t points) {
    Curves curves;
    training::RunReading run =
        training::read_run(folder, [&](const nlohmann::json& record, const std::string&) {
          add_to_curves(record, sources_, curves);
        });
    run.summary.status = status_now(run.summary);
    ordered_json page = {{"curves", json_of(curves, points)},
                         {"facts", facts_of(run)},
                         {"config", to_toml(run.config)}};
    if (run.config.topology.policy != "dense" && ++pictured_ <= kMostPicturedRuns)
      page["patterns"] = patterns_or_reason(run, cells);
    add(std::move(run.summary), std::move(page));
  }

  /// What is wrong with a run's patterns does not keep the rest of it out.
  ordered_json patterns_or_reason(const training::RunReading& run, Index cells) {
    try {
      ordered_json patterns = patterns_of(run, options_, cells);
      const ordered_json& film = patterns["film"];
      animates_weight_ = animates_weight_ || (!film.is_null() && film["name"] == options_.weight);
      return patterns;
    } catch (const std::exception& error) {  // too little memory is one
      return {{"note", std::string("Not shown: ") + files::without_controls(error.what())},
              {"pictures", ordered_json::array()},
              {"film", nullptr}};
    }
  }

  void add(training::RunSummary run, ordered_json page) {
    if (!page.contains("facts")) page["facts"] = ordered_json::array();
    runs_.push_back(std::move(run));
    pages_.push_back(std::move(page));
  }

  const ReportPageOptions& options_;
  const std::vector<CurveSource> sources_ = curve_sources();
  std::vector<std::string>& notes_;
  std::vector<training::RunSummary> runs_;
  ordered_json pages_ = ordered_json::array();
  std::size_t pictured_ = 0;      ///< runs that have patterns
  bool animates_weight_ = false;  ///< that which was asked for
};

}  // namespace

Curve thinned(const Curve& curve, std::size_t most) {
  if (curve.size() <= most) return curve;
  Curve result = {curve.front()};
  const std::size_t buckets = (most - 2) / 2, inner = curve.size() - 2;
  for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
    const auto begin = curve.begin() + static_cast<std::ptrdiff_t>(1 + bucket * inner / buckets);
    const auto end =
        curve.begin() + static_cast<std::ptrdiff_t>(1 + (bucket + 1) * inner / buckets);
    auto [low, high] = std::minmax_element(
        begin, end, [](const auto& a, const auto& b) { return a.second < b.second; });
    if (high < low) std::swap(low, high);
    result.push_back(*low);
    if (high->second != low->second) result.push_back(*high);
  }
  result.push_back(curve.back());
  return result;
}

ReportPage report_page(const std::vector<std::filesystem::path>& paths,
                       const ReportPageOptions& options) {
  if (options.frames < 2)
    throw ConfigError(fmt::format("report: {} frames, expected at least 2", options.frames));
  ReportPage page;
  Collection collection(options, page.notes);
  collection.read(paths);
  page.html = std::string(kPageHead) + embedded(collection.data()) + std::string(kPageTail);
  return page;
}

std::filesystem::path write_report_page(const ReportPage& page,
                                        const std::filesystem::path& folder) {
  files::create_folders(folder);
  std::filesystem::path file = folder / "report.html";
  files::write_file_atomically(file, page.html);
  return file;
}

}  // namespace espalier::experiments
