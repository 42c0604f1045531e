// SPDX-License-Identifier: Apache-2.0
// The verbs that compare runs: pareto and table.
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include <espalier/experiments/program/commands.h>
#include <espalier/experiments/results/pareto.h>
#include <espalier/experiments/results/policy_table.h>
#include <espalier/experiments/runs/run_store.h>
#include <espalier/files/plain_text.h>

namespace espalier::experiments {
namespace {

void note(const std::string& text) {
  std::cerr << "note: " << files::without_controls(text) << '\n';
}

/// Reads runs and tells of those whose figures no single machine and program would repeat.
std::vector<RunSummary> read_runs_to_compare(const std::vector<std::filesystem::path>& paths) {
  std::vector<RunSummary> runs = read_runs(paths);
  for (const RunSummary& run : runs)
    if (!run.changed.empty())
      note(run.name + ": its sittings differ in " + run.changed + ", see its manifest.json");
  return runs;
}

struct ParetoArguments {
  std::vector<std::filesystem::path> runs;
  std::filesystem::path out;
  std::vector<std::filesystem::path> over;
  std::string title;
};

void draw_pareto(const ParetoArguments& arguments) {
  const std::vector<RunSummary> runs = read_runs_to_compare(arguments.runs);
  ParetoOptions options;
  if (!arguments.title.empty()) options.title = arguments.title;
  ParetoTable table;
  if (arguments.over.empty()) {
    table = write_pareto(runs, arguments.out, options);
  } else {
    // The committed curves are the ground; the runs are drawn over them.
    options.overlay = runs;
    table = write_pareto(read_runs_to_compare(arguments.over), arguments.out, options);
  }
  write_summary(arguments.out / "summary.csv", runs);
  std::cout << pareto_markdown(table);
  for (const std::string& text : table.notes) note(text);
  for (const char* file : {"pareto.png", "pareto.svg", "pareto.csv", "pareto.md", "summary.csv"})
    std::cout << (arguments.out / file).string() << '\n';
}

}  // namespace

void add_pareto_command(CLI::App& app, int&) {
  auto* command = app.add_subcommand(
      "pareto", "Draw validation loss against FLOPs, with a table of matched losses");
  auto arguments = std::make_shared<ParetoArguments>();
  command
      ->add_option("runs", arguments->runs,
                   "Folders of runs, folders that hold runs, or summary files")
      ->required();
  command->add_option("--out", arguments->out, "Folder for figure and tables")->required();
  command->add_option("--over", arguments->over,
                      "Draw the runs over these curves, such as a study's summary.csv");
  command->add_option("--title", arguments->title, "Title of the figure");
  command->footer(
      "Writes pareto.svg, .png, .csv and .md, learning_rates.csv and summary.csv. 'Matched' is the "
      "loss of a\n"
      "dense model with as many FLOPs, on the straight line in log(FLOPs)-log(loss) between the "
      "dense runs.");
  command->callback([arguments] { draw_pareto(*arguments); });
}

void add_table_command(CLI::App& app, int&) {
  auto* command = app.add_subcommand(
      "table", "Table and figures of accuracy by topology policy, density and block size");
  auto runs = std::make_shared<std::vector<std::filesystem::path>>();
  auto out = std::make_shared<std::filesystem::path>();
  command->add_option("runs", *runs, "Runs, folders of runs, or summaries (.csv)")->required();
  command->add_option("--out", *out, "Folder of table and figures")->required();
  command->footer(
      "Runs that differ in their seed only share a row. Writes policies.md, policies.csv, "
      "summary.csv\nand the figures accuracy_flops and ranking, each as .svg and .png.");
  command->callback([runs, out] {
    const std::vector<RunSummary> summaries = read_runs_to_compare(*runs);
    const std::vector<PolicyRow> rows = policy_table(summaries);
    write_policy_table(rows, *out);
    write_summary(*out / "summary.csv", summaries);
    std::cout << policy_table_markdown(rows);
    for (const char* file : {"policies.md", "policies.csv", "summary.csv", "accuracy_flops.png",
                             "accuracy_flops.svg", "ranking.png", "ranking.svg"})
      if (std::filesystem::exists(*out / file)) std::cout << (*out / file).string() << '\n';
  });
}

}  // namespace espalier::experiments
