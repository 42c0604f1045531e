// SPDX-License-Identifier: Apache-2.0
// The verb inspect: what a checkpoint holds.
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include <espalier/experiments/program/commands.h>
#include <espalier/experiments/program/run_reports.h>
#include <espalier/experiments/results/inspection.h>
#include <espalier/experiments/results/topology_report.h>
#include <espalier/files/json_text.h>
#include <espalier/files/plain_text.h>
#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/runs/run_files.h>

namespace espalier::experiments {
namespace {

/// A checkpoint itself, or the newest one of a run's folder or of a folder of checkpoints.
std::filesystem::path find_checkpoint(const std::filesystem::path& path) {
  if (std::filesystem::exists(path / "DONE")) return path;
  const std::filesystem::path folder =
      std::filesystem::exists(path / training::run_file::kCheckpoints)
          ? path / training::run_file::kCheckpoints
          : path;
  std::error_code ignored;  // a folder that cannot be looked into says so itself
  const models::LatestCheckpoint latest = std::filesystem::is_regular_file(folder, ignored)
                                              ? models::LatestCheckpoint()
                                              : models::latest_checkpoint(folder);
  for (const std::string& line : latest.skipped)
    std::cerr << "skipped " << files::without_controls(line) << '\n';
  if (!latest.path)
    throw IoError(path.string() +
                  ": no checkpoint here; expected a step_N folder, or a run's folder");
  return *latest.path;
}

/// The patterns that the checkpoint's run started from; none if it does not lie in a run's folder.
std::vector<training::NamedPattern> patterns_of_the_start(const std::filesystem::path& checkpoint) {
  const std::filesystem::path run =
      std::filesystem::absolute(checkpoint).lexically_normal() / ".." / "..";
  if (!std::filesystem::exists(run / training::run_file::kConfig)) return {};
  try {
    return initial_patterns(run);
  } catch (const Error& error) {
    // The checkpoint itself may still be good.
    note(std::string("no overlap with the start: ") + error.what());
    return {};
  }
}

void inspect(const std::filesystem::path& path, bool json) {
  const std::filesystem::path checkpoint = find_checkpoint(path);
  const Inspection inspection =
      inspect_checkpoint_topology(checkpoint, patterns_of_the_start(checkpoint));
  if (json)
    std::cout << files::json_text(inspection_json(inspection), 2) << '\n';
  else
    std::cout << inspection_text(inspection);
}

}  // namespace

void add_inspect_command(CLI::App& app, int&) {
  auto* command = app.add_subcommand(
      "inspect",
      "Show shapes, densities, blocks, hashes and topology of a checkpoint's parameters");
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
  command->footer(
      "Of each sparse weight:\n"
      "  dead rows, cols  block rows and columns that store nothing: constant outputs, unread "
      "inputs\n"
      "  explored         share of the positions that training has ever stored\n"
      "  overlap          share of the blocks of the start that are still stored; known if the\n"
      "                   checkpoint lies in its run's folder\n"
      "  effective        share of the stored values on a path through consecutive sparse weights\n"
      "                   (needs a build with GraphBLAS); the others do nothing\n"
      "  norms            histogram of the L1 norms of its blocks, a bar for each factor of two");
  command->callback([arguments] { inspect(arguments->path, arguments->json); });
}

}  // namespace espalier::experiments
