// SPDX-License-Identifier: Apache-2.0
// The verb topology: how the patterns of runs moved.
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <espalier/experiments/program/commands.h>
#include <espalier/experiments/program/run_reports.h>
#include <espalier/experiments/results/topology_report.h>
#include <espalier/training/runs/run_summary.h>

namespace espalier::experiments {
namespace {

struct TopologyArguments {
  std::vector<std::filesystem::path> runs;
  std::filesystem::path out;
  TopologyReportOptions options;
};

void draw_topology(const TopologyArguments& arguments) {
  std::vector<TopologyRun> runs;
  for (const std::filesystem::path& path : arguments.runs) {
    for (const std::filesystem::path& folder : training::run_folders(path)) {
      std::vector<training::NamedPattern> patterns = initial_patterns(folder);
      if (patterns.empty())
        note(folder.string() + ": every weight is dense, so left out");
      else
        runs.push_back(read_topology_run(folder, std::move(patterns)));
    }
  }
  const auto turn = turn_to_write(arguments.out);
  const TopologyReport report = write_topology_report(runs, arguments.out, arguments.options);
  for (const std::string& text : report.notes) note(text);
  for (const std::filesystem::path& file : report.files) std::cout << file.string() << '\n';
}

}  // namespace

void add_topology_command(CLI::App& app, int&) {
  auto* command = app.add_subcommand("topology", "Draw how the patterns of runs moved");
  auto arguments = std::make_shared<TopologyArguments>();
  command
      ->add_option("runs", arguments->runs,
                   "Folders of runs, or folders that hold runs; dense ones are left out")
      ->required();
  command->add_option("--out", arguments->out, "Folder for figures and tables")->required();
  command->add_option("--weight", arguments->options.weight,
                      "Weight to animate, by its name in 'espalier inspect'. Default: the first");
  command->add_option("--frames", arguments->options.frames, "The most frames of an animation")
      ->transform(whole_number())
      ->capture_default_str();
  command->footer(
      "Writes for all runs together, as .svg, .png and .csv:\n"
      "  explored   share of the positions ever stored, with what chance alone would explore\n"
      "             (dashed; policies that do not grow at random have no such curve)\n"
      "  overlap    share of the blocks of the start that are still stored\n"
      "  survival   share of the grown blocks that are stored so many updates later\n"
      "  topology.csv   every statistic of every weight after each update\n"
      "and into a folder for each run:\n"
      "  density    stored share of each weight over time\n"
      "  patterns   pictures of each weight at start and end\n"
      "  animation.gif   one weight, update by update: green was grown, orange was dropped\n"
      "The patterns are those of the run's configuration, moved by its edits.log.");
  command->callback([arguments] { draw_topology(*arguments); });
}

}  // namespace espalier::experiments
