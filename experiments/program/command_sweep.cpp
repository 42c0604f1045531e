// SPDX-License-Identifier: Apache-2.0
// The verbs sweep and study: many runs.
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <espalier/experiments/config/study.h>
#include <espalier/experiments/program/commands.h>
#include <espalier/experiments/program/run_reports.h>
#include <espalier/experiments/program/stop_signal.h>
#include <espalier/experiments/training/sweep.h>
#include <espalier/files/plain_text.h>

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

void print_names(const std::vector<RunConfig>& runs) {
  for (const RunConfig& config : runs) std::cout << config.run.name << '\n';
}

/// Trains what is not done yet, prints the folder and what failed, and returns the exit code.
int train_all(const Sweep& sweep, Index workers, bool quiet) {
  const SweepOutcome outcome =
      run_sweep(sweep, {.workers = workers, .quiet = quiet, .stop = &stop_on_signals()});
  std::cout << sweep.folder.string() << '\n';
  for (const std::string& failure : outcome.failures) std::cerr << "failed: " << failure << '\n';
  if (outcome.stopped) return kExitStopped;
  return outcome.failures.empty() ? kExitDone : kExitFailed;
}

int run_sweep_verb(const SweepArguments& arguments) {
  const Sweep sweep = load_sweep(arguments.config, arguments.overrides, arguments.folder);
  if (!arguments.dry_run) return train_all(sweep, arguments.workers, arguments.quiet);
  print_names(sweep.runs);
  return kExitDone;
}

struct StudyArguments {
  std::filesystem::path file;
  std::string scale;
  std::filesystem::path out;
  std::vector<std::filesystem::path> drawn;
  Index workers = 0;
  bool quiet = false;
  bool dry_run = false;
  bool data = false;
};

/// "FOLDER PACKAGE...", for whoever fetches them.
void print_data(const Study& study) {
  if (study.data_packages.empty()) return;
  std::cout << study.data_folder.string();
  for (const std::string& package : study.data_packages) std::cout << ' ' << package;
  std::cout << '\n';
}

void draw(const Study& study, std::vector<std::filesystem::path> runs,
          const std::filesystem::path& out) {
  if (study.figure == StudyFigure::kTable) return report_policy_table(runs, out);
  if (study.figure == StudyFigure::kAblation) return report_ablation(runs, study.ablation, out);
  ParetoReport report = {.runs = std::move(runs), .out = out, .over = {}, .title = study.title};
  if (!study.over.empty()) report.over = {study.over};
  report_pareto(report);
}

int run_study_verb(const StudyArguments& arguments) {
  const Study study = load_study(arguments.file);
  if (!arguments.drawn.empty()) {
    draw(study, arguments.drawn, arguments.out.empty() ? "figure" : arguments.out);
    return kExitDone;
  }
  const StudyScale& scale =
      study.scale(arguments.scale.empty() ? study.scales.front().name : arguments.scale);
  if (arguments.data || arguments.dry_run) {
    if (arguments.data) print_data(study);
    if (arguments.dry_run) print_names(scale.runs);
    return kExitDone;
  }
  Sweep sweep = {.folder = arguments.out.empty() ? study.folder(scale.name) : arguments.out,
                 .runs = scale.runs};
  for (RunConfig& config : sweep.runs) config.run.folder = sweep.folder.string();
  if (!arguments.quiet && !scale.about.empty())
    std::cerr << scale.name << ": " << files::without_controls(scale.about) << '\n';
  const int exit_code = train_all(sweep, arguments.workers, arguments.quiet);
  if (exit_code != kExitDone) return exit_code;
  std::vector<std::filesystem::path> runs;
  for (const RunConfig& config : sweep.runs) runs.push_back(sweep.folder / config.run.name);
  draw(study, std::move(runs), sweep.folder / "figure");
  return exit_code;
}

CLI::Option* add_workers(CLI::App& command, Index& workers) {
  return command
      .add_option("--workers", workers,
                  "Runs at a time, each on one thread; 0: as many as there are cores")
      ->check(CLI::Range(0, 4096))
      ->capture_default_str();
}

}  // namespace

void add_sweep_command(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("sweep", "Train every combination of some settings");
  auto arguments = std::make_shared<SweepArguments>();
  command->add_option("--config", arguments->config, "TOML file of the sweep")->required();
  command->add_option("--set", arguments->overrides,
                      "Override a key of the base: table.key=value (repeatable)");
  command->add_option("--out", arguments->folder, "Folder of runs, instead of the file's");
  add_workers(*command, arguments->workers);
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
      "base = \"base.toml\"                      # a run's configuration, beside this file\n"
      "folder = \"runs/fashion_policies\"\n"
      "[[grid]]                                # as many as needed\n"
      "\"topology.policy\" = [\"static\", \"dynamic\"]\n"
      "\"model.density\" = [0.2, 0.1]\n"
      "\"run.seed\" = [1, 2, 3]\n");
  command->callback([arguments, &exit_code] { exit_code = run_sweep_verb(*arguments); });
}

void add_study_command(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("study", "Train the runs of a study and draw its figure");
  auto arguments = std::make_shared<StudyArguments>();
  command->add_option("file", arguments->file, "The study.toml, or its folder")->required();
  command->add_option("--scale", arguments->scale,
                      "Which of its scales, such as smoke, quick or paper; not given: the first");
  command->add_option("--out", arguments->out,
                      "Folder of runs and figure, instead of runs/STUDY-SCALE");
  add_workers(*command, arguments->workers);
  command->add_flag("--quiet", arguments->quiet, "No progress");
  command->add_flag("--dry-run", arguments->dry_run,
                    "Check every scale and print the names of the runs of one");
  command->add_option("--draw", arguments->drawn,
                      "Train nothing: draw the study's figure of these runs, or folders of runs, "
                      "into --out");
  command->add_flag("--data", arguments->data,
                    "Print the folder of the data and the Debian packages that have them");
  command->footer(
      "Prints the folder of the runs, the table, and the files of table and figure. Everything is "
      "checked before\n"
      "a folder is made. Runs that are done are left alone and stopped ones go on, so that the "
      "same "
      "command\n"
      "finishes a study; Ctrl-C makes a checkpoint of each and exits with 75. If a run fails, the "
      "others train\n"
      "on and nothing is drawn (exit code 1). What each run printed is in logs/NAME.log. One row "
      "or "
      "run alone:\n"
      "espalier train --config study.toml --run NAME.\n"
      "\nThe file:\n\n"
      "[study]\n"
      "title = \"Validation loss against FLOPs\"\n"
      "figure = \"pareto\"              # or \"table\" or \"ablation\"\n"
      "ablation = { rows = [\"model.block\"], columns = \"training.tokens\" }   # of figure "
      "\"ablation\"\n"
      "over = \"../summary.csv\"        # optional: a figure to draw over, from this file's "
      "folder\n"
      "data = { folder = \".cache/x\", packages = [\"dict-gcide\"] }   # optional: of Debian\n"
      "[base]                         # what all runs have in common, as in a run's configuration\n"
      "data.sequence = 16\n"
      "[row.tiny_dense]               # what a row changes in it\n"
      "model.name = \"tiny\"\n"
      "[scale.smoke]\n"
      "runs = [ { row = \"tiny_dense\", \"training.learning_rate\" = 0.001 } ]\n"
      "[[scale.paper.grid]]           # or every combination, as in a sweep\n"
      "row = \"tiny_dense\"\n"
      "\"run.seed\" = [1, 2, 3]\n");
  command->callback([arguments, &exit_code] { exit_code = run_study_verb(*arguments); });
}

}  // namespace espalier::experiments
