// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/topology_report.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <espalier/drawing/chart.h>
#include <espalier/files/atomic_file.h>
#include <espalier/files/csv.h>
#include <espalier/files/plain_text.h>
#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/schedules/update/topology_statistics.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/task_declaration.h>
#include <espalier/training/loop/training_memory.h>
#include <espalier/training/runs/run_files.h>
#include <espalier/training/sessions/run_state.h>
#include <espalier/training/tasks/encoder_start.h>
#include <espalier/training/tasks/topology_setup.h>

namespace espalier::experiments {
namespace {

using schedules::PatternStatistics;

void check(std::span<const TopologyRun> runs, const TopologyReportOptions& options) {
  if (runs.empty())
    throw ConfigError("topology report: no run has sparse weights; name one that has");
  if (options.frames < 2)
    throw ConfigError(
        fmt::format("topology report: {} frames, expected at least 2", options.frames));
  std::set<std::string> names;
  std::string weights;
  bool found = options.weight.empty();
  for (const TopologyRun& run : runs) {
    if (!names.insert(run.name).second)
      throw ConfigError("topology report: two runs are named " + run.name +
                        "; draw one of them at a time");
    if (run.initial.empty()) throw ConfigError("run " + run.name + " has no sparse weight");
    for (const training::NamedPattern& weight : run.initial) {
      found = found || weight.name == options.weight;
      if (&run == &runs.front()) weights += (weights.empty() ? "" : ", ") + weight.name;
    }
  }
  if (!found)
    throw ConfigError("weight '" + options.weight + "' is in no run, expected one of " + weights);
}

/// Stored share of all sparse weights of a run when training began.
double initial_density(const TopologyRun& run) {
  double stored = 0, values = 0;
  for (const training::NamedPattern& weight : run.initial) {
    stored += static_cast<double>(weight.pattern->values());
    values +=
        static_cast<double>(weight.pattern->rows()) * static_cast<double>(weight.pattern->cols());
  }
  return stored / values;
}

std::string cell(double value) { return fmt::format("{}", value); }

std::vector<std::string> statistic_cells(const PatternStatistics& statistics) {
  return {cell(statistics.density),
          cell(statistics.target_density),
          cell(statistics.explored),
          statistics.expected_explored ? cell(*statistics.expected_explored) : std::string(),
          cell(statistics.removed_new),
          cell(statistics.overlap_initial),
          cell(statistics.overlap_previous),
          std::to_string(statistics.dead_rows),
          std::to_string(statistics.dead_cols)};
}

/// Every statistic; the row of all weights together has no weight.
std::string table(std::span<const TopologyRun> runs) {
  std::string text = files::csv_line(
      {"run", "weight", training::field::kUpdate, training::field::kStep, training::field::kDensity,
       training::field::kTargetDensity, training::field::kExplored,
       training::field::kExpectedExplored, training::field::kRemovedNew,
       training::field::kOverlapInitial, training::field::kOverlapPrevious,
       training::field::kDeadRows, training::field::kDeadCols});
  for (const TopologyRun& run : runs) {
    for (const training::TopologyPoint& point : run.points) {
      const auto row = [&](const std::string& weight, const PatternStatistics& statistics) {
        std::vector<std::string> cells = {run.name, weight, std::to_string(point.update),
                                          std::to_string(point.step)};
        for (std::string& value : statistic_cells(statistics)) cells.push_back(std::move(value));
        text += files::csv_line(cells);
      };
      row("", point.total);
      for (const auto& [weight, statistics] : point.weights) row(weight, statistics);
    }
  }
  return text;
}

/// Whether the updates of a run are there from the first on. Those of a branch begin where it does,
/// and a line from the start of training to there would show what nobody recorded.
bool from_the_start(const TopologyRun& run) {
  return run.points.empty() || run.points.front().update <= 1;
}

/// Shares in [0, 1] over time, of which `add_curve` adds the curves.
drawing::Chart share_chart(const std::string& name, const std::string& title,
                           const std::string& subtitle, const std::string& x_title,
                           const std::string& y_title) {
  drawing::Panel panel = {.x = {.title = x_title, .low = 0, .high = 1},
                          .y = {.title = y_title, .low = 0, .high = 1.02}};
  return {
      .name = name, .title = title, .subtitle = subtitle, .panels = {panel}, .panel_width = 820};
}

/// Each curve has its colour and, after a round of colours, its dashes.
drawing::Series& add_curve(drawing::Chart& chart, const std::string& name, std::size_t number,
                           std::vector<drawing::ChartPoint> points = {}) {
  constexpr std::array kDashes = {1, 4, 5};
  const std::size_t colours = drawing::kCurveColours.size() - 1;  // the last is that of chance
  chart.panels[0].series.push_back({.name = name,
                                    .look = {.colour = drawing::kCurveColours[number % colours],
                                             .dash = kDashes[number / colours % kDashes.size()],
                                             .width = 2},
                                    .points = std::move(points)});
  return chart.panels[0].series.back();
}

drawing::Chart explored_chart(std::span<const TopologyRun> runs) {
  drawing::Chart chart =
      share_chart("explored", "Share of positions ever stored",
                  "dashed: expected if growth is uniformly random", "update", "explored");
  for (std::size_t i = 0; i < runs.size(); ++i) {
    std::vector<drawing::ChartPoint> start;
    if (from_the_start(runs[i])) start.push_back({0, initial_density(runs[i])});
    std::vector<drawing::ChartPoint> expected = start;
    drawing::Series& measured = add_curve(chart, runs[i].name, i, std::move(start));
    for (const training::TopologyPoint& point : runs[i].points) {
      const auto update = static_cast<double>(point.update);
      measured.points.push_back({update, point.total.explored});
      if (point.total.expected_explored)
        expected.push_back({update, *point.total.expected_explored});
    }
    // Dark, so that it shows on the curve that it should lie on.
    if (expected.size() > 1)
      chart.panels[0].series.push_back(
          {.name = runs[i].name + ", expected",
           .look = {.colour = drawing::kDarkGrey, .dash = 2, .width = 1.2},
           .points = std::move(expected)});
  }
  return chart;
}

drawing::Chart overlap_chart(std::span<const TopologyRun> runs) {
  drawing::Chart chart =
      share_chart("overlap", "What is left of the patterns of the start",
                  "share of the blocks of the start that are stored", "optimizer step", "overlap");
  for (std::size_t i = 0; i < runs.size(); ++i) {
    drawing::Series& curve = add_curve(chart, runs[i].name, i);
    if (from_the_start(runs[i])) curve.points.push_back({0, 1});
    for (const training::TopologyPoint& point : runs[i].points)
      curve.points.push_back({static_cast<double>(point.step), point.total.overlap_initial});
  }
  return chart;
}

drawing::Chart survival_chart(std::span<const TopologyRun> runs) {
  drawing::Chart chart = share_chart("survival", "Survival of grown blocks",
                                     "share of the grown blocks that are stored so much later",
                                     "updates since growth", "stored");
  for (std::size_t i = 0; i < runs.size(); ++i) {
    schedules::Survival survival;
    for (const training::NamedPattern& weight : runs[i].initial) {
      try {
        survival.add(
            schedules::survival_of_grown(weight.pattern, runs[i].log.entries, weight.name));
      } catch (const FormatError& error) {
        throw FormatError("run " + runs[i].name + ", weight " + weight.name + ": " + error.what());
      }
    }
    const std::vector<double> shares = survival.shares();
    if (shares.empty() || shares[0] == 0) continue;  // nothing was grown
    drawing::Series& curve = add_curve(chart, runs[i].name, i);
    for (const double share : shares)
      curve.points.push_back({static_cast<double>(curve.points.size()), share});
  }
  return chart;
}

drawing::Chart density_chart(const TopologyRun& run) {
  drawing::Chart chart =
      share_chart("density", "Density of each weight", run.name, "optimizer step", "stored share");
  for (std::size_t i = 0; i < run.initial.size(); ++i) {
    const training::NamedPattern& weight = run.initial[i];
    drawing::Series& curve = add_curve(chart, weight.name, i);
    if (from_the_start(run)) curve.points.push_back({0, weight.pattern->density()});
    for (const training::TopologyPoint& point : run.points)
      for (const auto& [name, statistics] : point.weights)
        if (name == weight.name)
          curve.points.push_back({static_cast<double>(point.step), statistics.density});
  }
  return chart;
}

/// Draws with the numbers beside: NAME.csv has a line for each point of each curve.
std::vector<std::filesystem::path> draw_with_numbers(drawing::Chart chart,
                                                     const std::filesystem::path& folder) {
  drawing::Panel& panel = chart.panels[0];
  std::string csv = files::csv_line({"curve", panel.x.title, panel.y.title});
  for (const drawing::Series& curve : panel.series)
    for (const drawing::ChartPoint& point : curve.points) {
      panel.x.cover(point.x);
      csv += files::csv_line({curve.name, cell(point.x), cell(point.y)});
    }
  files::write_file_atomically(folder / (chart.name + ".csv"), csv);
  std::vector<std::filesystem::path> files = drawing::draw_chart(chart, folder);
  files.push_back(folder / (chart.name + ".csv"));
  return files;
}

std::string percent(const sparse::BlockPattern& pattern) {
  return fmt::format("{:.3g}%", 100 * pattern.density());
}

/// A weight's name without what all of them have.
std::string shown_name(std::string name) {
  constexpr std::string_view kSuffix = ".weight";
  for (const std::string_view prefix : {"bert.encoder.", "gpt.decoder."})
    if (name.starts_with(prefix)) name.erase(0, prefix.size());
  if (name.ends_with(kSuffix)) name.erase(name.size() - kSuffix.size());
  return name;
}

/// Start and end of each weight, and so two weights to a row of four.
std::vector<PatternImage> pictures(const TopologyRun& run) {
  std::vector<PatternImage> images;
  for (const training::NamedPattern& weight : run.initial) {
    const sparse::PatternPtr end = schedules::replay(weight.pattern, run.log.entries, weight.name);
    images.push_back({.title = shown_name(weight.name),
                      .caption = "start, density " + percent(*weight.pattern),
                      .pattern = weight.pattern});
    images.push_back({.title = "", .caption = "end, density " + percent(*end), .pattern = end});
  }
  return images;
}

void report_run(const TopologyRun& run, const std::filesystem::path& folder,
                const TopologyReportOptions& options, TopologyReport& report) {
  files::create_folders(folder);
  const auto add = [&](const std::vector<std::filesystem::path>& files) {
    report.files.insert(report.files.end(), files.begin(), files.end());
  };
  if (run.log.damaged_lines > 0)
    report.notes.push_back(fmt::format("{}: {} damaged lines of the edit log left out", run.name,
                                       run.log.damaged_lines));
  add(draw_with_numbers(density_chart(run), folder));
  add(draw_patterns(pictures(run), run.name, folder, "patterns"));
  if (run.log.entries.empty()) {
    report.notes.push_back(run.name + ": no updates, so no animation");
    return;
  }
  for (const training::NamedPattern& weight : run.initial) {
    if (!options.weight.empty() && weight.name != options.weight) continue;
    add({animate_patterns(animation_frames(run, weight, options.frames), folder, "animation")});
    return;
  }
  report.notes.push_back(run.name + ": has no weight " + options.weight + ", so no animation");
}

/// The configuration in a folder may be of any size.
void require_memory_for_patterns(const std::filesystem::path& folder,
                                 const training::RunConfig& config) {
  const double block = static_cast<double>(config.model.block * config.model.block);
  const double bytes = task_declaration(config)->least_memory(config).weights / block *
                       static_cast<double>(sizeof(BlockIndex));
  const double available = training::available_memory_bytes();
  constexpr double kGigabyte = 1e9;
  if (bytes > available)
    throw ConfigError(fmt::format(
        "{}: its first patterns need at least {:.3g} GB of memory and {:.3g} GB are there",
        folder.string(), bytes / kGigabyte, available / kGigabyte));
}

/// Throws ConfigError if the encoder or the files of patterns that the configuration names are not
/// those that the run began with.
void require_start_unchanged(const std::filesystem::path& folder,
                             const training::Manifest& manifest, const training::RunConfig& config,
                             const training::InitialTopology& topology) {
  std::map<std::string, std::string> began = training::checkpoint_hashes(folder);
  if (!manifest.encoder_hash.empty()) began[training::kEncoderHashKey] = manifest.encoder_hash;
  std::vector<training::DataHash> found = topology.data_hashes();
  if (began.contains(training::kEncoderHashKey))
    found.push_back({training::kEncoderHashKey, "encoder", encoder_hash(config)});
  if (const training::DataHash* changed = training::first_changed(began, found))
    throw ConfigError(fmt::format(
        "{}: began with {} {}, found {}; its first patterns are not known any more",
        folder.string(), changed->what, files::printable(began.at(changed->key)), changed->value));
}

}  // namespace

std::vector<training::NamedPattern> initial_patterns(const std::filesystem::path& folder) {
  const training::Manifest manifest = training::read_manifest(folder);
  return initial_patterns(folder, manifest, read_run_config(folder, manifest));
}

std::vector<training::NamedPattern> initial_patterns(const std::filesystem::path& folder,
                                                     const training::Manifest& manifest,
                                                     const training::RunConfig& config) {
  std::vector<training::NamedPattern> patterns;
  if (!manifest.branched_from.empty()) {
    const auto start = models::latest_checkpoint(folder / training::run_file::kStart).path;
    if (!start)
      throw IoError((folder / training::run_file::kStart).string() +
                    ": no checkpoint, expected the one that the branch began with");
    const models::ModelDeclaration model = declared_model(config);  // no table of words is in it
    for (models::ParameterSummary& parameter : models::inspect_checkpoint(*start))
      if (parameter.pattern != nullptr &&
          std::ranges::find(model.weights, parameter.name, &models::LinearWeight::name) !=
              model.weights.end())
        patterns.push_back({std::move(parameter.name), std::move(parameter.pattern)});
    return patterns;
  }
  require_memory_for_patterns(folder, config);
  training::InitialTopology topology = initial_topology(config);
  require_start_unchanged(folder, manifest, config, topology);
  for (training::InitialWeight& weight : topology.weights)
    if (weight.pattern != nullptr)
      patterns.push_back({std::move(weight.shape.name), std::move(weight.pattern)});
  return patterns;
}

schedules::EditLog read_run_edits(const std::filesystem::path& folder,
                                  const training::Manifest& manifest) {
  const std::filesystem::path edits = folder / training::run_file::kEdits;
  check_edits(folder, manifest);
  if (!std::filesystem::exists(edits)) return {};
  schedules::EditLog log = schedules::read_edit_log(edits);
  if (!log.entries.empty() && !manifest.branched_from.empty()) {
    // Updates count as if the branch's policy had made those before it too; its log begins with it.
    const Index before = log.entries.front().update - 1;  // an update counts from 1
    for (schedules::EditLogEntry& entry : log.entries) entry.update -= before;
  }
  return log;
}

TopologyRun read_topology_run(const std::filesystem::path& folder,
                              std::vector<training::NamedPattern> initial) {
  const training::Manifest manifest = training::read_manifest(folder);
  TopologyRun run = {.name = training::folder_name(folder),
                     .initial = std::move(initial),
                     .log = {},
                     .points = {}};
  for_each_run_record(
      folder, manifest, [&](const nlohmann::json& record, const std::string& where) {
        for (training::TopologyPoint& point : training::topology_points({&record, 1}, where))
          run.points.push_back(std::move(point));
      });
  run.log = read_run_edits(folder, manifest);
  return run;
}

std::vector<PatternImage> animation_frames(const TopologyRun& run,
                                           const training::NamedPattern& weight,
                                           Index most_frames) {
  const auto updates = static_cast<Index>(
      std::ranges::count(run.log.entries, weight.name, &schedules::EditLogEntry::weight));
  const Index steps = std::min(updates, most_frames - 1);
  std::vector<PatternImage> frames = {
      {.title = weight.name, .caption = "start", .pattern = weight.pattern}};
  const auto visit = [&](const schedules::EditLogEntry& entry, const sparse::EditResult& result) {
    // Frame number i shows update i * updates / steps.
    if (entry.update * steps / updates == (entry.update - 1) * steps / updates) return;
    frames.push_back({.title = weight.name,
                      .caption = fmt::format("update {} of {}, step {}", entry.update, updates,
                                             entry.completed_steps),
                      .pattern = result.pattern,
                      .before = frames.back().pattern});
  };
  static_cast<void>(schedules::replay(weight.pattern, run.log.entries, weight.name,
                                      std::numeric_limits<Index>::max(), visit));
  return frames;
}

TopologyReport write_topology_report(std::span<const TopologyRun> runs,
                                     const std::filesystem::path& out,
                                     const TopologyReportOptions& options) {
  check(runs, options);
  files::create_folders(out);
  TopologyReport report;
  files::write_file_atomically(out / "topology.csv", table(runs));
  report.files.push_back(out / "topology.csv");
  const auto draw = [&](const drawing::Chart& chart) {
    const bool moves =
        std::ranges::any_of(chart.panels[0].series,
                            [](const drawing::Series& curve) { return curve.points.size() > 1; });
    if (!moves) {
      report.notes.push_back(chart.name + ": left out, since nothing was grown or moved");
      return;
    }
    for (auto& file : draw_with_numbers(chart, out)) report.files.push_back(std::move(file));
  };
  draw(explored_chart(runs));
  draw(overlap_chart(runs));
  draw(survival_chart(runs));
  for (const TopologyRun& run : runs) report_run(run, out / run.name, options, report);
  return report;
}

}  // namespace espalier::experiments
