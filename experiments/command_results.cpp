// SPDX-License-Identifier: Apache-2.0
// The verbs that read what training left: pareto and inspect.
#include <filesystem>
#include <iomanip>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "experiments/commands.h"
#include "experiments/pareto.h"
#include "experiments/policy_table.h"
#include "experiments/run_store.h"
#include "models/checkpoint.h"
#include "sparse/core/error.h"

namespace espalier::experiments {
namespace {

struct ParetoArguments {
  std::vector<std::filesystem::path> runs;
  std::filesystem::path out;
  std::vector<std::filesystem::path> over;
  std::string title;
};

void draw_pareto(const ParetoArguments& arguments) {
  const std::vector<RunSummary> runs = read_runs(arguments.runs);
  ParetoOptions options;
  if (!arguments.title.empty()) options.title = arguments.title;
  ParetoTable table;
  if (arguments.over.empty()) {
    table = write_pareto(runs, arguments.out, options);
  } else {
    // The committed curves are the ground; the runs are drawn over them.
    options.overlay = runs;
    table = write_pareto(read_runs(arguments.over), arguments.out, options);
  }
  write_summary(arguments.out / "summary.csv", runs);
  std::cout << pareto_markdown(table);
  for (const std::string& note : table.notes) std::cerr << "note: " << note << '\n';
  for (const char* file : {"pareto.png", "pareto.svg", "pareto.csv", "pareto.md", "summary.csv"})
    std::cout << (arguments.out / file).string() << '\n';
}

/// A checkpoint itself, or the newest one of a run's folder or of a folder of checkpoints.
std::filesystem::path find_checkpoint(const std::filesystem::path& path) {
  if (std::filesystem::exists(path / "DONE")) return path;
  const std::filesystem::path folder =
      std::filesystem::exists(path / "checkpoints") ? path / "checkpoints" : path;
  const models::LatestCheckpoint latest = models::latest_checkpoint(folder);
  for (const std::string& line : latest.skipped) std::cerr << "skipped " << line << '\n';
  if (!latest.path)
    throw IoError(path.string() +
                  ": no checkpoint here; expected a step_N folder, or a run's folder");
  return *latest.path;
}

std::string shape_text(const std::vector<Index>& shape) {
  std::string text;
  for (const Index extent : shape) text += (text.empty() ? "" : "x") + std::to_string(extent);
  return text;
}

void inspect(const std::filesystem::path& path, bool json) {
  const std::filesystem::path checkpoint = find_checkpoint(path);
  const std::vector<models::ParameterSummary> parameters = models::inspect_checkpoint(checkpoint);
  if (json) {
    nlohmann::json list = nlohmann::json::array();
    for (const auto& p : parameters) {
      nlohmann::json entry = {
          {"name", p.name}, {"shape", p.shape}, {"density", p.density}, {"hash", p.values_hash}};
      if (p.sparse) {
        entry["block"] = {p.block.rows, p.block.cols};
        entry["blocks"] = p.blocks;
        entry["empty_block_rows"] = p.empty_block_rows;
        entry["empty_block_cols"] = p.empty_block_cols;
      }
      list.push_back(std::move(entry));
    }
    const nlohmann::json out = {{"checkpoint", checkpoint.string()}, {"parameters", list}};
    std::cout << out.dump(2) << '\n';
    return;
  }
  std::cout << checkpoint.string() << '\n'
            << std::left << std::setw(58) << "parameter" << std::setw(12) << "shape" << std::setw(9)
            << "density" << std::setw(7) << "block" << std::setw(9) << "blocks" << std::setw(13)
            << "empty rows" << std::setw(13) << "empty cols"
            << "hash\n";
  for (const auto& p : parameters) {
    std::cout << std::setw(58) << p.name << std::setw(12) << shape_text(p.shape) << std::setw(9)
              << std::setprecision(4) << p.density;
    if (p.sparse)
      std::cout << std::setw(7) << shape_text({p.block.rows, p.block.cols}) << std::setw(9)
                << p.blocks << std::setw(13) << p.empty_block_rows << std::setw(13)
                << p.empty_block_cols;
    else
      std::cout << std::setw(42) << "dense";
    std::cout << p.values_hash << '\n';
  }
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
    const std::vector<RunSummary> summaries = read_runs(*runs);
    const std::vector<PolicyRow> rows = policy_table(summaries);
    write_policy_table(rows, *out);
    write_summary(*out / "summary.csv", summaries);
    std::cout << policy_table_markdown(rows);
    for (const char* file : {"policies.md", "policies.csv", "summary.csv", "accuracy_flops.png",
                             "accuracy_flops.svg", "ranking.png", "ranking.svg"})
      if (std::filesystem::exists(*out / file)) std::cout << (*out / file).string() << '\n';
  });
}

void add_inspect_command(CLI::App& app, int&) {
  auto* command = app.add_subcommand(
      "inspect", "Show shapes, densities, blocks and hashes of a checkpoint's parameters");
  struct Arguments {
    std::filesystem::path path;
    bool json = false;
  };
  auto arguments = std::make_shared<Arguments>();
  command
      ->add_option("checkpoint", arguments->path,
                   "A step_N folder, or a run's folder for its newest")
      ->required();
  command->add_flag("--json", arguments->json, "Print JSON");
  command->callback([arguments] { inspect(arguments->path, arguments->json); });
}

}  // namespace espalier::experiments
