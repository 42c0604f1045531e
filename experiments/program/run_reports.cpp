// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/program/run_reports.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <initializer_list>
#include <iostream>

#include <espalier/experiments/results/loss_curves.h>
#include <espalier/experiments/results/loss_gap.h>
#include <espalier/experiments/results/pareto.h>
#include <espalier/experiments/results/policy_table.h>
#include <espalier/experiments/results/run_list.h>
#include <espalier/experiments/results/wall_clock.h>
#include <espalier/files/atomic_file.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/measure/step_timing.h>
#include <espalier/training/runs/run_summary.h>
#include <espalier/training/runs/step_times.h>

namespace espalier::experiments {
namespace {

/// Reads runs and tells of those whose figures no single machine and program would repeat.
std::vector<training::RunSummary> read_runs_to_compare(
    const std::vector<std::filesystem::path>& paths) {
  std::vector<std::string> notes;
  std::vector<training::RunSummary> runs = training::read_runs(paths, &notes);
  for (const std::string& text : notes) note(text);
  for (const training::RunSummary& run : runs)
    if (!run.changed.empty())
      note(run.name + ": its sessions differ in " + run.changed + ", see its manifest.json");
  return runs;
}

/// Throws ConfigError if one of the paths that are read is the summary that will be written, of
/// other runs: `why` says of which.
void require_kept(const std::vector<std::filesystem::path>& read,
                  const std::filesystem::path& summary, const std::string& why) {
  for (const std::filesystem::path& path : read)
    if (std::error_code none; std::filesystem::equivalent(path, summary, none))
      throw ConfigError(summary.string() + ": " + why + "; expected another folder as --out");
}

/// What was left out, the table, and the files that were written.
void print(const std::vector<std::string>& notes, const std::string& markdown,
           const std::vector<std::filesystem::path>& written) {
  for (const std::string& text : notes) note(text);
  std::cout << markdown;
  for (const std::filesystem::path& file : written) std::cout << file.string() << '\n';
}

}  // namespace

void note(const std::string& text) {
  std::cerr << "note: " << files::without_controls(text) << '\n';
}

std::optional<files::FolderLock> turn_to_write(const std::filesystem::path& folder) {
  files::create_folders(folder);
  try {
    return files::FolderLock::turn_in(
        folder, [&] { note("waits for another process that writes to " + folder.string()); });
  } catch (const IoError&) {
    return std::nullopt;
  }
}

void note_check(bool complete) {
  if (!complete)
    note(
        "the corpus takes too long to encode for a dry run and is in no cache yet: that it fills "
        "sequences and held-out parts is checked when training starts");
}

void report_pareto(const ParetoReport& report) {
  const std::vector<training::RunSummary> runs = read_runs_to_compare(report.runs);
  const std::filesystem::path summary = report.out / "summary.csv";
  require_kept(report.over, summary,
               "--over draws over these runs, and --out would replace them by those drawn");
  ParetoOptions options;
  if (!report.title.empty()) options.title = report.title;
  // The curves of others are the ground; the runs are drawn over them.
  if (!report.over.empty()) options.overlay = runs;
  const std::vector<training::RunSummary> ground =
      report.over.empty() ? runs : read_runs_to_compare(report.over);
  const auto turn = turn_to_write(report.out);
  // What is wrong with the times shows before anything is written, and where they are of no row
  // before anything is printed.
  std::optional<std::vector<training::StepTime>> times;
  if (const auto file = report.out / training::kStepTimesFile; std::filesystem::exists(file))
    times = training::read_step_times(file);
  const auto [table, markdown, notes] = write_pareto(ground, report.out, options);
  write_summary(summary, runs);
  WallClockTable wall_clock;
  if (times) {
    wall_clock = make_wall_clock_table(table, *times);
    for (const std::string& text : wall_clock.notes) note(text);
    write_wall_clock(wall_clock, report.out, "Loss against training time");
  }
  const auto written = [&](std::initializer_list<const char*> files) {
    std::vector<std::filesystem::path> paths;
    for (const char* file : files) paths.push_back(report.out / file);
    return paths;
  };
  print(notes, markdown,
        written({"pareto.png", "pareto.svg", "pareto.csv", "pareto.md", "summary.csv"}));
  if (times)
    print({}, '\n' + wall_clock_markdown(wall_clock),
          written({"wall_clock.png", "wall_clock.svg", "wall_clock.csv", "wall_clock.md"}));
}

void report_frontier(const std::vector<std::filesystem::path>& runs, const FrontierOptions& options,
                     const std::filesystem::path& out) {
  const Frontier frontier = make_frontier(read_runs_to_compare(runs), options);
  const auto turn = turn_to_write(out);
  const std::vector<std::filesystem::path> written = write_frontier(frontier, out);
  print(frontier.notes, frontier_markdown(frontier), written);
}

void report_policy_table(const std::vector<std::filesystem::path>& runs,
                         const std::filesystem::path& out) {
  const std::vector<training::RunSummary> summaries = read_runs_to_compare(runs);
  const PolicyTable table = policy_table(summaries);
  const auto turn = turn_to_write(out);
  write_policy_table(table, out);
  write_summary(out / "summary.csv", summaries);
  for (const std::string& text : table.notes) note(text);
  std::cout << policy_table_markdown(table);
  const std::string against_flops = table.metric.name + "_flops";
  for (const std::string& file :
       {std::string("policies.md"), std::string("policies.csv"), std::string("summary.csv"),
        against_flops + ".png", against_flops + ".svg", std::string("ranking.png"),
        std::string("ranking.svg")})
    if (std::filesystem::exists(out / file)) std::cout << (out / file).string() << '\n';
}

void report_ablation(const std::vector<std::filesystem::path>& runs, const AblationOptions& options,
                     const std::filesystem::path& out, Summarised summarised) {
  std::vector<training::RunSummary> summaries = read_runs_to_compare(runs);
  std::vector<std::string> notes;
  const AblationTable table = ablation_table(ablation_runs(summaries, &notes), options);
  if (!table.followers.empty())
    notes.push_back(
        fmt::format("no rows of their own for {}, whose values follow from the other keys",
                    fmt::join(table.followers, ", ")));
  if (summarised == Summarised::kChosen && !options.where.empty())
    require_kept(runs, out / "summary.csv",
                 "--where chooses some of these runs, and --out would leave them alone there");
  const auto turn = turn_to_write(out);
  std::vector<std::filesystem::path> written = write_ablation(table, out);
  if (summarised == Summarised::kChosen) keep_where(summaries, options.where);
  write_summary(out / "summary.csv", summaries);
  written.push_back(out / "summary.csv");
  print(notes, ablation_markdown(table), written);
}

void report_forest(const std::vector<std::filesystem::path>& runs, const ForestOptions& options,
                   const std::filesystem::path& out) {
  const Forest forest = make_forest(read_runs_to_compare(runs), options);
  const auto turn = turn_to_write(out);
  const std::vector<std::filesystem::path> written = write_forest(forest, out);
  print(forest.rows.notes, forest_markdown(forest), written);
}

void report_loss_curves(const std::vector<std::filesystem::path>& runs, const std::string& title,
                        const std::vector<std::string>& labels, const std::filesystem::path& out) {
  std::vector<std::filesystem::path> folders;
  for (const std::filesystem::path& path : runs)
    for (const std::filesystem::path& folder : training::run_folders(path))
      folders.push_back(folder);
  LossCurves curves = read_loss_curves(folders);
  set_titles(curves, labels);
  const auto turn = turn_to_write(out);
  std::vector<std::filesystem::path> written =
      write_loss_curves(curves, out, title.empty() ? "Validation loss over training" : title);
  std::vector<training::RunSummary> summaries;
  for (const LossCurve& curve : curves.curves) summaries.push_back(curve.run);
  write_summary(out / "summary.csv", summaries);
  written.push_back(out / "summary.csv");
  print(curves.notes, loss_curves_markdown(curves), written);
}

void report_loss_gaps(const std::vector<std::filesystem::path>& runs, const PairOptions& options,
                      const std::string& title, const std::filesystem::path& out) {
  const LossGaps gaps = loss_gaps(read_runs_to_compare(runs), options);
  const auto turn = turn_to_write(out);
  const std::vector<std::filesystem::path> written = write_loss_gaps(gaps, out, title);
  print(gaps.rows.notes, loss_gaps_markdown(gaps), written);
}

void report_step_times(const std::vector<training::RunConfig>& runs, Index rounds,
                       const std::filesystem::path& out, bool quiet) {
  const std::filesystem::path file = out / training::kStepTimesFile;
  files::create_folders(out);
  files::require_writable(file);
  const std::vector<training::StepTime> times =
      training::measure_step_times(runs, rounds, [quiet](const std::string& line) {
        if (!quiet) std::cerr << files::without_controls(line) << '\n';
      });
  for (const training::StepTime& time : times) {
    if (time.rounds < rounds)
      note(fmt::format("{}: {} of {} rounds, since a run has {} steps only", time.run, time.rounds,
                       rounds, time.steps));
    std::cout << fmt::format("{}: {:.4g} ms a step ({:.4g} to {:.4g})\n",
                             files::without_controls(time.run), 1e3 * time.seconds,
                             1e3 * time.lower, 1e3 * time.upper);
  }
  std::cout.flush();
  const auto turn = turn_to_write(out);
  write_step_times(file, times);
  std::cout << file.string() << '\n';
}

void report_as_page(const std::vector<std::filesystem::path>& runs,
                    const ReportPageOptions& options, const std::filesystem::path& out) {
  const ReportPage page = report_page(runs, options);
  for (const std::string& text : page.notes) note(text);
  const auto turn = turn_to_write(out);
  std::cout << write_report_page(page, out).string() << '\n';
}

}  // namespace espalier::experiments
