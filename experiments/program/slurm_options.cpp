// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/program/slurm_options.h>

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iostream>

#include <espalier/experiments/program/commands.h>
#include <espalier/experiments/program/run_reports.h>
#include <espalier/experiments/studies/slurm_array.h>
#include <espalier/experiments/studies/sweep_check.h>
#include <espalier/experiments/studies/sweep_part.h>
#include <espalier/files/atomic_file.h>
#include <espalier/training/runs/run_files.h>
#include <espalier/training/runs/run_store.h>

namespace espalier::experiments {
namespace {

/// This process's command line, without what hands it to Slurm.
std::vector<std::string> command_of_a_part() {
  std::ifstream arguments("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> command = {std::filesystem::read_symlink("/proc/self/exe").string()};
  std::string word;
  std::getline(arguments, word, '\0');  // the name of the program
  while (std::getline(arguments, word, '\0')) {
    if (word == "--") {  // no option may follow it, and a part has some
      while (std::getline(arguments, word, '\0'))
        command.push_back(word.starts_with('-') ? "./" + word : word);
      break;
    }
    const std::string name = word.substr(0, word.find('='));
    if (name == "--slurm" || name == "--submit") continue;
    if (name == "--slurm-option" || name == "--slurm-tasks" || name == "--workers") {
      if (name == word) std::getline(arguments, word, '\0');
      continue;
    }
    command.push_back(word);
  }
  return command;
}

}  // namespace

void add_slurm_options(CLI::App& command, SlurmOptions& options) {
  auto* write = command.add_flag(
      "--slurm", options.write,
      "Train nothing here: write an array job for Slurm into the folder of the runs, a task for "
      "each run or, with --workers N, for N of them; at most as many tasks as Slurm allows");
  command.add_flag("--submit", options.submit, "Also hand it to sbatch")->needs(write);
  command
      .add_option("--slurm-option", options.options,
                  "An option of sbatch, NAME=VALUE: time=24:00:00, partition=long, mem=8G "
                  "(repeatable)")
      ->allow_extra_args(false)
      ->needs(write);
  command
      .add_option(
          "--slurm-tasks", options.most_tasks,
          "At most so many tasks, each for several runs then. Default: as many as Slurm allows")
      ->transform(whole_number())
      ->check(CLI::Range(Index{1}, Index{4000000}))
      ->needs(write);
  command
      .add_option("--part", options.part,
                  "NUMBER/COUNT: train one of so many parts of the runs, and draw nothing. What a "
                  "task of the array job does")
      ->excludes(write);
}

void hand_to_slurm(const Sweep& sweep, const SlurmOptions& options, const SweepOptions& training) {
  const Index cores = std::max<Index>(1, training.workers);
  const Index most = options.most_tasks > 0 ? options.most_tasks : most_array_tasks();
  static_cast<void>(part_of(sweep, {}));  // that it can be divided
  const Index parts = (most_parts(sweep) + cores - 1) / cores;
  SlurmArray array = {
      .name = "espalier-" + training::folder_name(sweep.folder),
      .folder = std::filesystem::absolute(sweep.folder / training::sweep_file::kSlurm),
      .directory = std::filesystem::current_path(),
      .command = command_of_a_part(),
      .tasks = std::min(parts, most),
      .cores = cores,
      .options = options.options};
  array.command.push_back("--workers");
  array.command.push_back(std::to_string(cores));
  const std::string script = slurm_script(array);
  note_check(check_sweep(sweep, training.overwrite));
  files::create_folders(array.folder);
  const std::filesystem::path path = array.folder / "array.sh";
  files::write_file_atomically(path, script);
  std::cout << path.string() << '\n';
  if (options.submit)
    std::cout << submit(path) << '\n';
  else
    std::cerr << fmt::format("runs: {}, tasks: {}; to submit them: sbatch {}\n", sweep.runs.size(),
                             array.tasks, path.string());
}

}  // namespace espalier::experiments
