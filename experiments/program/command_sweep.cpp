// SPDX-License-Identifier: Apache-2.0
// The verb sweep: many runs.
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include <espalier/experiments/program/commands.h>
#include <espalier/experiments/program/stop_signal.h>
#include <espalier/experiments/training/sweep.h>

namespace espalier::experiments {
namespace {

struct SweepArguments {
  std::filesystem::path config;
  std::vector<std::string> overrides;
  std::filesystem::path folder;
  Index workers = 0;
  bool quiet = false;
  bool dry_run = false;
};

int run(const SweepArguments& arguments) {
  const Sweep sweep = load_sweep(arguments.config, arguments.overrides, arguments.folder);
  if (arguments.dry_run) {
    for (const RunConfig& config : sweep.runs) std::cout << config.run.name << '\n';
    return kExitDone;
  }
  const SweepOutcome outcome = run_sweep(
      sweep, {.workers = arguments.workers, .quiet = arguments.quiet, .stop = &stop_on_signals()});
  std::cout << sweep.folder.string() << '\n';
  for (const std::string& failure : outcome.failures) std::cerr << "failed: " << failure << '\n';
  if (outcome.stopped) return kExitStopped;
  return outcome.failures.empty() ? kExitDone : kExitFailed;
}

}  // namespace

void add_sweep_command(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("sweep", "Train every combination of some settings");
  auto arguments = std::make_shared<SweepArguments>();
  command->add_option("--config", arguments->config, "TOML file of the sweep")->required();
  command->add_option("--set", arguments->overrides,
                      "Override a key of the base: table.key=value (repeatable)");
  command->add_option("--out", arguments->folder, "Folder of runs, instead of the file's");
  command
      ->add_option("--workers", arguments->workers,
                   "Runs at a time, each on one thread; 0: as many as there are cores")
      ->check(CLI::Range(0, 4096))
      ->capture_default_str();
  command->add_flag("--quiet", arguments->quiet, "No progress");
  command->add_flag("--dry-run", arguments->dry_run, "Check and print the names of the runs");
  command->footer(
      "Prints the folder of the runs. Runs that are done are left alone and stopped ones go on, so "
      "that the\n"
      "same command finishes a sweep. A run that fails is listed at the end (exit code 1) and "
      "stops no other;\n"
      "what each run printed is in logs/NAME.log, attempt by attempt. Ctrl-C makes a checkpoint of "
      "each and exits with "
      "75.\n"
      "\nThe file:\n\n"
      "[sweep]\n"
      "base = \"fashion_mlp_dynamic_s90.toml\"   # beside this file\n"
      "folder = \"runs/fashion_policies\"\n"
      "[[grid]]                                # as many as needed\n"
      "\"topology.policy\" = [\"static\", \"dynamic\"]\n"
      "\"model.density\" = [0.2, 0.1]\n"
      "\"run.seed\" = [1, 2, 3]\n");
  command->callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace espalier::experiments
