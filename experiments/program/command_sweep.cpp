// SPDX-License-Identifier: Apache-2.0
// The verbs sweep and study: many runs.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <espalier/experiments/program/commands.h>
#include <espalier/experiments/program/run_reports.h>
#include <espalier/experiments/program/slurm_options.h>
#include <espalier/experiments/program/stop_signal.h>
#include <espalier/experiments/results/ablation.h>
#include <espalier/experiments/results/pareto.h>
#include <espalier/experiments/results/policy_table.h>
#include <espalier/experiments/results/run_condition.h>
#include <espalier/experiments/results/run_list.h>
#include <espalier/experiments/studies/study.h>
#include <espalier/experiments/studies/sweep.h>
#include <espalier/experiments/studies/sweep_check.h>
#include <espalier/experiments/studies/sweep_part.h>
#include <espalier/files/file_lock.h>
#include <espalier/files/folder_lock.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/build_info.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/config_hash.h>
#include <espalier/training/config/derived_values.h>
#include <espalier/training/config/settings.h>
#include <espalier/training/config/task_declaration.h>
#include <espalier/training/runs/run_files.h>
#include <espalier/training/runs/run_store.h>
#include <espalier/training/runs/run_summary.h>

namespace espalier::experiments {
namespace {

struct SweepArguments {
  std::filesystem::path config;
  SweepChanges changes;
  SweepOptions options;
  SlurmOptions slurm;
  std::string method;  ///< of searches, which this program has had
  bool dry_run = false;
};

void print_names(const std::vector<training::RunConfig>& runs) {
  for (const training::RunConfig& config : runs) std::cout << config.run.name << '\n';
}

/// The runs of a part, "3/240"; all if it is empty.
Sweep runs_asked_for(Sweep sweep, const std::string& part) {
  return part.empty() ? std::move(sweep) : part_of(sweep, sweep_part_in(part));
}

/// Trains what of the sweep is not done yet, prints the folder, the best run and what failed, and
/// returns the exit code.
int train_all(const Sweep& sweep, SweepOptions options) {
  options.stop = &stop_on_signals();
  if (const std::string local = files::local_locks(sweep.folder); !local.empty())
    note(
        fmt::format("{}: {}: locks hold on this machine alone. Start no other worker elsewhere, "
                    "but for parts of their own (--part)",
                    sweep.folder.string(), local));
  const SweepOutcome outcome = run_sweep(sweep, options);
  std::cout << sweep.folder.string() << '\n';
  if (outcome.best)
    std::cout << fmt::format("best: {}, {} {:.6g}\n", outcome.best->name, sweep.metric.name,
                             outcome.best->value);
  for (const std::string& failure : outcome.failures) std::cerr << "failed: " << failure << '\n';
  if (outcome.stopped) return kExitStopped;
  return outcome.failures.empty() ? kExitDone : kExitFailed;
}

int run_sweep_verb(const SweepArguments& arguments) {
  if (!arguments.method.empty())
    throw ConfigError(
        "--method: a sweep trains a grid; what searches is: python -m espalier.tune " +
        arguments.config.string());
  const Sweep sweep =
      runs_asked_for(load_sweep(arguments.config, arguments.changes), arguments.slurm.part);
  for (const std::string& line : sweep.notes) note(line);
  if (arguments.slurm.write && !arguments.dry_run) {
    hand_to_slurm(sweep, arguments.slurm, arguments.options);
    return kExitDone;
  }
  if (!arguments.dry_run) return train_all(sweep, arguments.options);
  print_names(sweep.runs);
  std::cout.flush();
  note_check(check_sweep(sweep, arguments.options.overwrite));
  return kExitDone;
}

struct StudyArguments {
  std::filesystem::path file;
  std::string scale;
  std::filesystem::path out;
  std::vector<std::filesystem::path> drawn;
  SweepOptions options;
  SlurmOptions slurm;
  Index rounds = 0;
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

/// Draws the figure of a study; an ablation as `ablation` says.
void draw(const Study& study, const AblationOptions& ablation,
          std::vector<std::filesystem::path> runs, const std::filesystem::path& out) {
  if (study.figure == StudyFigure::kTable) return report_policy_table(runs, out);
  if (study.figure == StudyFigure::kAblation) return report_ablation(runs, ablation, out);
  if (study.figure == StudyFigure::kCurves) return report_loss_curves(runs, study.title, {}, out);
  ParetoReport report = {.runs = std::move(runs), .out = out, .over = {}, .title = study.title};
  // Committed again, curves are not drawn over what they were before.
  std::error_code none;
  if (!study.over.empty() && !std::filesystem::equivalent(study.over, out / "summary.csv", none))
    report.over = {study.over};
  report_pareto(report);
}

/// The runs of a scale as they will be when they are done, with every metric that a run may have.
std::vector<training::RunSummary> planned_runs(const StudyScale& scale) {
  training::MetricValues metrics;
  const nlohmann::json record = training::end_record({});
  for (const auto& [name, value] : record.items())
    if (value.is_number()) metrics.set(name, 0);
  for (const training::ResultMetric& result : training::result_metrics())
    metrics.set(result.name, 0);
  for (const std::string& name : training::summary_numbers()) metrics.set(name, 0);
  std::vector<training::RunSummary> runs;
  for (const training::RunConfig& config : scale.runs) {
    training::RunSummary& run = runs.emplace_back();
    run.name = config.run.name;
    run.status = to_string(training::RunStatus::kDone);
    run.policy = config.topology.policy;
    run.model = model_name(config);
    run.density = config.model.density;
    run.block = run.policy == "dense" ? 1 : config.model.block;
    run.seed = config.run.seed;
    run.learning_rate = config.training.learning_rate;
    run.steps = training::steps(config);
    run.sequences = config.training.batch;  // of a step: those of a table have as many steps
    run.task = config.run.task;
    run.settings_hash = settings_hash(config);
    run.settings = settings_of(config);
    run.metrics = metrics;
  }
  return runs;
}

/// The same for `differing_data`: in place of the hashes, which only training knows, the settings
/// that decide them.
void name_data(std::vector<training::RunSummary>& runs) {
  for (training::RunSummary& run : runs) {
    const auto value = [&](const char* key) { return training::setting(run.settings, key); };
    run.corpus_hash = value("data.corpus");
    const std::string file = value("data.vocabulary");
    run.vocabulary_hash =
        file.empty() || file == "-" ? value("data.vocabulary_size") + " pieces" : file;
  }
}

/// Throws ConfigError if the study's figure cannot be drawn of runs with these settings.
void check_figure(const Study& study, const StudyScale& scale) try {
  std::vector<training::RunSummary> runs;
  switch (study.figure) {
    case StudyFigure::kCurves:
      return;
    case StudyFigure::kPareto:
      runs = planned_runs(scale);
      name_data(runs);
      return require_comparable(runs);
    case StudyFigure::kTable:
      static_cast<void>(policy_table(planned_runs(scale)));
      return;
    case StudyFigure::kAblation:
      break;
  }
  const std::vector<std::string>& where = scale.ablation.where;
  keep_where(runs, where);  // throws for a name that no run has
  // Results say which runs the others leave.
  if (!std::ranges::all_of(where, [](const std::string& condition) {
        return training::is_setting(RunCondition(condition).key());
      }))
    return;
  static_cast<void>(ablation_table(planned_runs(scale), scale.ablation));
} catch (const ConfigError& error) {
  throw ConfigError(fmt::format("study {}, scale {}: {}", files::printable(study.name), scale.name,
                                error.what()));
}

/// Whoever trains for days learns first that the records will not name what has trained.
void note_changed_tree() {
  if (build_info().dirty)
    note(
        "this program was built from a tree with uncommitted changes, as the records of its runs "
        "will say. Commit, and build it anew, if they are to name what trained them");
}

/// Waits until no other worker of the study draws: all end together, and write the same files.
/// Nothing where there are no locks, as no two have trained there.
std::optional<files::FolderLock> turn_to_draw(const Sweep& sweep) try {
  return files::FolderLock::after_others(sweep.folder / training::sweep_file::kLogs,
                                         stop_on_signals());
} catch (const IoError&) {
  return std::nullopt;
}

int run_study_verb(const StudyArguments& arguments) {
  const Study study = load_study(arguments.file);
  const StudyScale& scale =
      study.scale(arguments.scale.empty() ? study.scales.front().name : arguments.scale);
  if (!arguments.drawn.empty()) {
    // Runs that are named may be of any scale.
    draw(study, arguments.scale.empty() ? study.ablation : scale.ablation, arguments.drawn,
         arguments.out.empty() ? "figure" : arguments.out);
    return kExitDone;
  }
  if (arguments.data) print_data(study);
  if (arguments.data && !arguments.dry_run) return kExitDone;
  Sweep sweep = {.folder = arguments.out.empty() ? study.folder(scale.name) : arguments.out,
                 .runs = scale.runs,
                 .origins = scale.origins,
                 .kind = "study"};
  for (training::RunConfig& config : sweep.runs) config.run.folder = sweep.folder.string();
  sweep = runs_asked_for(std::move(sweep), arguments.slurm.part);
  check_figure(study, scale);
  if (arguments.dry_run) {
    print_names(sweep.runs);
    std::cout.flush();
    note_check(check_sweep(sweep, arguments.options.overwrite));
    note_changed_tree();
    return kExitDone;
  }
  if (arguments.rounds > 0) {
    report_step_times(scale.runs, arguments.rounds, sweep.folder / "figure",
                      arguments.options.quiet);
    return kExitDone;
  }
  if (arguments.slurm.write) {
    hand_to_slurm(sweep, arguments.slurm, arguments.options);
    return kExitDone;
  }
  if (!arguments.options.quiet && !scale.about.empty())
    std::cerr << scale.name << ": " << files::without_controls(scale.about) << '\n';
  note_changed_tree();
  const int exit_code = train_all(sweep, arguments.options);
  if (exit_code != kExitDone || !arguments.slurm.part.empty()) return exit_code;
  std::vector<std::filesystem::path> runs;
  for (const training::RunConfig& config : sweep.runs)
    runs.push_back(sweep.folder / config.run.name);
  const std::optional<files::FolderLock> turn = turn_to_draw(sweep);
  if (!turn && stop_on_signals()) {
    note("stopped while another worker draws the figure");
    return kExitStopped;
  }
  // First the page, which needs no gnuplot.
  ReportPageOptions page;
  if (!study.title.empty()) page.title = study.title;
  report_as_page(runs, page, sweep.folder / "figure");
  draw(study, scale.ablation, runs, sweep.folder / "figure");
  return exit_code;
}

void add_training_options(CLI::App& command, SweepOptions& options) {
  command
      .add_option("--workers", options.workers,
                  "Runs at a time, each on one thread; 0: as many as there are cores that this "
                  "process may use. Fewer where their memory would not suffice")
      ->transform(whole_number())
      ->check(CLI::Range(0, 4096))
      ->capture_default_str();
  command.add_flag("--overwrite", options.overwrite,
                   "Train runs anew whose folder has another configuration; the old run is removed "
                   "after the first step. Runs of the same configuration are left alone or go on");
  command.add_flag("--quiet", options.quiet, "No progress");
}

}  // namespace

void add_sweep_command(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("sweep", "Train many runs: every combination of settings");
  auto arguments = std::make_shared<SweepArguments>();
  SweepChanges& changes = arguments->changes;
  command->add_option("--config", arguments->config, "TOML file of the sweep, or a study.toml")
      ->required();
  command->add_option(
      "--set", changes.overrides,
      "Override a key of the base that the sweep does not set: table.key=value (repeatable)");
  command->add_option("--out", changes.folder, "Folder of runs, instead of the file's");
  command->add_option("--method", arguments->method, "What chose trials; not shown")->group("");
  command
      ->add_option("--trials", changes.budget.runs,
                   "The first so many runs alone. Default: the file's run_cap, else all")
      ->transform(whole_number())
      ->check(CLI::Range(Index{1}, Index{10000}));
  command
      ->add_option(
          "--flops", changes.budget.flops,
          "Begin no run once those that are done have computed so many. Default: the file's, "
          "else no limit")
      ->check(number_between());
  command
      ->add_option(
          "--hours", changes.budget.hours,
          "Begin no run once those that are done have trained so long, all together. Default: "
          "the file's, else no limit")
      ->check(number_between());
  add_training_options(*command, arguments->options);
  add_slurm_options(*command, arguments->slurm);
  command->add_flag("--dry-run", arguments->dry_run,
                    "Print the runs, and check what the sweep checks before it makes a folder, in "
                    "seconds. Writes nothing; exits with 2 and one line if a run could not start");
  command->footer(
      R"help(Prints the folder of the runs and, by the sweep's metric, the best: that of the least validation
loss, unless the file says otherwise. Before a folder is made, every run's settings and folder, the
memory and each set of data are checked: what could not start ends the sweep at once (exit code 2).
Runs that are done are left alone and stopped ones go on, so that the same command finishes a sweep.
Started several times at once it shares the runs out: each is trained once, and those of a worker
that died are taken up by another. A run that fails is listed at the end (exit code 1) and stops no
other; what each run printed is in logs/NAME.log, attempt by attempt. Ctrl-C makes a checkpoint of
each and exits with 75.

A grid is every combination:

[sweep]
base = "base.toml"                      # a run's configuration, beside this file
folder = "runs/fashion_policies"
[[grid]]                                # as many as needed
"topology.policy" = ["static", "dynamic"]
"model.density" = [0.2, 0.1]
"run.seed" = [1, 2, 3]

The same with the keys of W&B's sweeps, written as TOML:

[sweep]
base = "base.toml"
folder = "runs/grid"
method = "grid"
metric = { name = "validation_loss", goal = "minimize" }      # target = 2.5: no run after that
run_cap = 40                            # the first so many; flops and hours limit it too
[sweep.parameters]
"topology.policy" = { values = ["static", "dynamic"] }
"model.density" = { values = [0.2, 0.1] }

name and description are for people; program, command, project and entity are not used, which a
note says. Any other key is an error.

At random, by what earlier runs have shown, and with runs that are stopped early, python -m espalier.tune FILE
searches, over ranges too, with the same file or W&B's own YAML (docs/python.md).

In a study.toml, [sweep] has the grid over its [base] or, with row = "NAME", that row; base is then
left out.
)help");
  command->callback([arguments, &exit_code] {
    exit_code = run_verb([&] { return run_sweep_verb(*arguments); }, arguments->dry_run);
  });
}

void add_study_command(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("study", "Train the runs of a study and draw its figure");
  auto arguments = std::make_shared<StudyArguments>();
  command->add_option("file", arguments->file, "The study.toml, or its folder")->required();
  command->add_option("--scale", arguments->scale,
                      "Which of its scales, such as smoke, quick or paper. Default: the first");
  command->add_option(
      "--out", arguments->out,
      "Folder of runs and figure. Default: runs/FOLDER-SCALE, where FOLDER is the name of the "
      "file's folder, or runs/FOLDER-FILE-SCALE if the file is not named study.toml. With --draw "
      "it is the folder of the figure alone, by default ./figure");
  add_training_options(*command, arguments->options);
  add_slurm_options(*command, arguments->slurm);
  auto* const dry_run =
      command->add_flag("--dry-run", arguments->dry_run,
                        "Check the settings of every scale, print the names of the runs of one, "
                        "and check their data and folders as the study does before it makes one. "
                        "Writes nothing; exits with 2 and one line if a run could not start");
  auto* const draw = command->add_option(
      "--draw", arguments->drawn,
      "Train nothing: draw the study's figure of these runs, or folders of runs, into "
      "--out; an ablation of the runs that --scale asks for, if it is given");
  draw->excludes(dry_run);
  auto* const rounds =
      command
          ->add_option(
              "--time", arguments->rounds,
              "Train nothing: measure a step of each of its models, on one thread, in so many "
              "rounds (15 are usual), for a figure of loss against seconds")
          ->transform(whole_number())
          ->check(CLI::Range(Index{1}, Index{1000}));
  auto* const data =
      command->add_flag("--data", arguments->data,
                        "Print the folder of the data and the Debian packages that have them");
  // Each is done instead of the others, which would be left out without a word.
  const std::array instead = {command->get_option("--slurm"), command->get_option("--part"), draw,
                              rounds, data};
  for (std::size_t i = 0; i < instead.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) instead[i]->excludes(instead[j]);
  command->footer(
      "Prints the folder of the runs, the best of them by validation loss, the table, and the "
      "files of table\n"
      "and figure. One of them, report.html, shows all of it in a browser. To train one row or run "
      "alone:\n"
      "espalier train --config study.toml --run NAME. A run goes where the study looks for it: if "
      "--set changes it,\n"
      "give --out too, or the study refuses to start there.\n"
      "\nThe study checks everything before it makes a folder, the data and what is in the runs' "
      "folders too. If a\n"
      "run could not start, the study ends at once (exit code 2). Ctrl-C makes a checkpoint of "
      "each run and exits\n"
      "with 75. The same command leaves alone what is done and goes on with the rest. If a run "
      "fails, the others\n"
      "train on and nothing is drawn (exit code 1). logs/NAME.log has what each run printed.\n"
      "\nA figure of loss against FLOPs gets a second one against seconds if step_times.csv lies "
      "in "
      "its folder.\n"
      "--time writes that file; let nothing else run meanwhile. A run's own seconds are not used, "
      "since runs may\n"
      "share the machine. Unless a quarter of the rounds has an update of the topology, the "
      "times leave it out.\n"
      "\nThe file:\n\n"
      "[study]\n"
      "title = \"Validation loss against FLOPs\"\n"
      "figure = \"pareto\"              # or \"table\", \"ablation\", \"curves\"\n"
      "ablation = { rows = [\"model.block\"], columns = \"training.tokens\" }   # of figure "
      "\"ablation\"; it has\n"
      "                               # metric, where, pair, against and best_rate = true too\n"
      "over = \"../summary.csv\"        # optional: a figure to draw over, from this file's "
      "folder\n"
      "data = { folder = \".cache/x\", packages = [\"dict-gcide\"] }   # optional: of Debian\n"
      "[base]                         # what all runs have in common, as in a run's configuration\n"
      "data.sequence = 16\n"
      "[row.tiny_dense]               # what a row changes in it\n"
      "model.name = \"tiny\"\n"
      "[row.moved]                    # goes on from a row, whose keys it has, at a checkpoint\n"
      "from = \"tiny_dense@2000\"      # of its run whose values it shares, as espalier train "
      "--from\n"
      "topology.policy = \"dynamic\"\n"
      "[scale.smoke]\n"
      "runs = [ { row = \"tiny_dense\", \"training.learning_rate\" = 0.001 } ]\n"
      "[[scale.paper.grid]]           # or every combination, as in a sweep\n"
      "row = \"tiny_dense\"\n"
      "\"run.seed\" = [1, 2, 3]\n");
  command->callback([arguments, &exit_code] {
    exit_code = run_verb([&] { return run_study_verb(*arguments); }, arguments->dry_run);
  });
}

}  // namespace espalier::experiments
