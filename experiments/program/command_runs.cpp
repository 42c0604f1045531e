// SPDX-License-Identifier: Apache-2.0
// The verb runs: what is in folders of runs.
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <espalier/experiments/program/commands.h>
#include <espalier/experiments/program/run_reports.h>
#include <espalier/experiments/results/run_condition.h>
#include <espalier/experiments/results/run_details.h>
#include <espalier/experiments/results/run_difference.h>
#include <espalier/experiments/results/run_export.h>
#include <espalier/experiments/results/run_identity.h>
#include <espalier/experiments/results/run_list.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/runs/run_store.h>
#include <espalier/training/runs/run_summary.h>

namespace espalier::experiments {
namespace {

struct ListArguments {
  std::vector<std::filesystem::path> paths = {"runs"};
  RunListOptions options;
  std::string sort;
  std::string format = "text";
  double seconds = 5;
};

/// "-loss" is descending; spaces after a comma are no part of a name.
RunListOptions options_of(const ListArguments& arguments) {
  RunListOptions options = arguments.options;
  std::string sort = arguments.sort;
  if (sort.starts_with('-')) {
    options.descending = true;
    sort.erase(0, 1);
  }
  if (!sort.empty()) options.sort = sort;
  for (std::string& name : options.columns) name = trimmed(name);
  return options;
}

void tell_of_unreadable(const RunList& list) {
  for (const std::string& line : list.notes) note(line);
  for (const std::string& line : list.unreadable) note("left out: " + line);
}

void print_list(const ListArguments& arguments) {
  // Nothing was trained here yet, and no folder was named.
  const auto unasked = ListArguments().paths;
  if (arguments.paths == unasked && !std::filesystem::exists(unasked.front()))
    throw IoError(unasked.front().string() +
                  ": no such folder; train a run first, or name folders of runs");
  const RunList list = list_runs(arguments.paths, options_of(arguments));
  if (arguments.format == "csv")
    std::cout << run_list_csv(list);
  else if (arguments.format == "json")
    std::cout << run_list_json(list);
  else if (arguments.format == "markdown")
    std::cout << run_list_markdown(list);
  else
    std::cout << run_list_text(list);
  tell_of_unreadable(list);
}

/// What `watch` prints of the moment.
struct View {
  std::string text;
  RunList list;
  bool waits = false;  ///< for a first run
};

View view_of(const ListArguments& arguments) {
  View view;
  std::vector<std::filesystem::path> there;
  std::string awaited;
  for (const std::filesystem::path& path : arguments.paths) {
    if (training::awaits_first_run(path))
      awaited += files::without_controls(path.string()) + ": no runs yet, waiting for the first\n";
    else
      there.push_back(path);
  }
  if (!there.empty()) {
    view.list = list_runs(there, options_of(arguments));
    view.text = run_list_text(view.list);
  }
  view.text += awaited;
  view.waits = !awaited.empty();
  return view;
}

bool any_worker(const std::vector<std::filesystem::path>& paths) {
  return std::ranges::any_of(paths, training::has_worker);
}

/// Prints the list again and again until nothing runs any more; in place on a terminal.
void watch(const ListArguments& arguments) {
  const bool terminal = ::isatty(STDOUT_FILENO) == 1;
  for (;;) {
    const View view = view_of(arguments);
    if (terminal) {
      winsize size{};
      const bool known = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
      // To the corner, and clear.
      std::cout << "\x1b[H\x1b[2J" << (known ? lines_cut_to(size.ws_col, view.text) : view.text)
                << std::flush;
    } else {
      std::cout << view.text << '\n' << std::flush;
    }
    tell_of_unreadable(view.list);
    if (!std::cout) return;
    if (!view.list.any_running && !view.waits && !any_worker(arguments.paths)) {
      // A worker of a sweep lets go of one run a moment before it takes the next.
      constexpr auto kMoment = std::chrono::milliseconds(500);
      std::this_thread::sleep_for(kMoment);
      if (!any_worker(arguments.paths)) return;
    }
    std::this_thread::sleep_for(std::chrono::duration<double>(arguments.seconds));
  }
}

void add_list_options(CLI::App& command, const std::shared_ptr<ListArguments>& arguments) {
  command.add_option("paths", arguments->paths, "Runs, folders of runs, or summaries (.csv)")
      ->capture_default_str();
  // One value each, so that paths may come after it.
  command
      .add_option(
          "--where", arguments->options.where,
          "Only runs with KEY=VALUE; != < <= > >= may stand for = (repeatable). progress is in "
          "percent, left in seconds")
      ->allow_extra_args(false);
  command.add_option("--sort", arguments->sort,
                     "Sort by this column or key; with - before it, from the largest "
                     "(--sort=-loss). Default: name");
  command
      .add_option("--columns", arguments->options.columns,
                  "What to show, with commas between. Default: results, and the keys that differ")
      ->delimiter(',')
      ->allow_extra_args(false);
}

void add_list_subcommand(CLI::App& command) {
  auto* list = command.add_subcommand("ls", "List runs with their settings and results");
  auto listed = std::make_shared<ListArguments>();
  add_list_options(*list, listed);
  list->add_option("--format", listed->format, "text, markdown, csv or json")
      ->check(CLI::IsMember({"text", "markdown", "csv", "json"}))
      ->capture_default_str();
  list->footer(
      "Columns are those of summary.csv, keys of the configuration, progress, message (why a run "
      "failed or stopped),\nand left: how long a run that is running will take yet. A run that "
      "says that it is running though no\nprocess "
      "holds it is shown as interrupted. For example:\n\n"
      "  espalier runs ls runs/mine --where 'model.block==16' --where 'validation_loss<4' --sort "
      "loss");
  list->callback([listed] { print_list(*listed); });
}

void add_show_subcommand(CLI::App& command) {
  auto* show = command.add_subcommand("show", "Show all about one run");
  auto shown = std::make_shared<std::filesystem::path>();
  auto json = std::make_shared<bool>(false);
  show->add_option("run", *shown, "Folder of the run")->required();
  show->add_flag("--json", *json, "Print JSON");
  show->callback([shown, json] {
    std::cout << (*json ? run_details_json(*shown) : run_details_text(*shown));
  });
}

void add_diff_subcommand(CLI::App& command) {
  auto* diff = command.add_subcommand(
      "diff", "Compare two runs: the keys in which they differ, what computed them, their losses");
  auto two = std::make_shared<std::vector<std::filesystem::path>>();
  auto diff_json = std::make_shared<bool>(false);
  diff->add_option("runs", *two, "Folders of two runs")->required()->expected(2);
  diff->add_flag("--json", *diff_json, "Print JSON, with all steps");
  diff->callback([two, diff_json] {
    const RunDifference difference = run_difference(two->at(0), two->at(1));
    std::cout << (*diff_json ? run_difference_json(difference) : run_difference_text(difference));
  });
}

void add_same_subcommand(CLI::App& command) {
  auto* same = command.add_subcommand(
      "same", "Name the runs that are one: those whose training losses agree to the last bit");
  auto compared = std::make_shared<std::vector<std::filesystem::path>>();
  same->add_option("paths", *compared, "Runs, or folders of runs")->required();
  same->footer(
      "Studies that share settings train the same run again. Whoever counts pairs or seeds over "
      "studies counts it once,\nas forest and pareto --frontier do.");
  same->callback(
      [compared] { std::cout << same_runs_markdown(same_runs(training::read_runs(*compared))); });
}

void add_curves_subcommand(CLI::App& command) {
  auto* drawn = command.add_subcommand(
      "curves", "Draw loss over training, a panel for each run, beside the floors of its data");
  struct Curves {
    std::vector<std::filesystem::path> paths;
    std::filesystem::path out;
    std::string title;
    std::vector<std::string> labels, gap;
    PairOptions pairs;
  };
  auto curves = std::make_shared<Curves>();
  drawn->add_option("paths", curves->paths, "Runs, or folders of runs")->required();
  drawn->add_option("--out", curves->out, "Folder of table and figure")->required();
  drawn->add_option("--title", curves->title,
                    "Title of the figure. Default: one that says what it shows");
  auto* gap = drawn
                  ->add_option("--gap", curves->gap,
                               "Two values of --pair, such as static dynamic: draws the losses of "
                               "the first minus those of the second instead")
                  ->expected(2);
  drawn
      ->add_option("--label", curves->labels,
                   "RUN=TITLE: what stands above the panel of a run, in place of its name "
                   "(repeatable)")
      ->allow_extra_args(false)
      ->excludes(gap);
  drawn->add_option("--pair", curves->pairs.key, "With --gap, the key that has the two values")
      ->capture_default_str()
      ->needs(gap);
  drawn
      ->add_option(
          "--where", curves->pairs.where,
          "With --gap, only runs with KEY=VALUE; != < <= > >= may stand for = (repeatable)")
      ->allow_extra_args(false)
      ->needs(gap);
  drawn->footer(
      "Below the unigram entropy a model is better than guessing by frequency; below the "
      "context-free loss\nit has learnt something of context. Writes curves.md, curves.csv, "
      "summary.csv and the figure.\n"
      "\nWith --gap it pairs runs as 'espalier forest' does, and writes gap.md, gap.csv and a "
      "figure: a curve for each row,\nwith 95% intervals over the pairs. For example:\n\n"
      "  espalier runs curves runs/mine --gap static dynamic --out figure");
  drawn->callback([curves] {
    if (curves->gap.empty()) {
      report_loss_curves(curves->paths, curves->title, curves->labels, curves->out);
      return;
    }
    curves->pairs.first = curves->gap[0];
    curves->pairs.against = curves->gap[1];
    report_loss_gaps(curves->paths, curves->pairs, curves->title, curves->out);
  });
}

void add_time_subcommand(CLI::App& command) {
  auto* timed = command.add_subcommand(
      "time", "Measure a training step of the model of each run, on one thread, in turn");
  struct Time {
    std::vector<std::filesystem::path> paths;
    std::vector<std::string> where;
    std::filesystem::path out;
    Index rounds = 15;
    bool quiet = false;
  };
  auto timing = std::make_shared<Time>();
  timed->add_option("paths", timing->paths, "Runs, or folders of runs")->required();
  timed->add_option("--out", timing->out, "Folder of step_times.csv")->required();
  timed
      ->add_option("--where", timing->where,
                   "Only runs with KEY=VALUE; != < <= > >= may stand for = (repeatable)")
      ->allow_extra_args(false);
  timed->add_option("--rounds", timing->rounds, "In each, every model trains a fifth of a second")
      ->transform(whole_number())
      ->check(CLI::Range(Index{1}, Index{1000}))
      ->capture_default_str();
  timed->add_flag("--quiet", timing->quiet, "No progress");
  timed->footer(
      "Trains nothing that is kept; let nothing else run meanwhile. Runs that differ in seed and "
      "learning rate alone\nare measured once. pareto --frontier --times reads the file. Times are "
      "medians over the rounds: unless a quarter\nof these has an update of the topology, they "
      "leave its time out.");
  timed->callback([timing] {
    std::vector<training::RunSummary> runs = training::read_runs(timing->paths);
    keep_where(runs, timing->where);
    if (runs.empty())
      throw ConfigError(timing->where.empty()
                            ? "runs time: no run is there, expected one to measure"
                            : "--where: no run is left, expected one to measure");
    std::vector<training::RunConfig> configs;
    configs.reserve(runs.size());
    for (const training::RunSummary& run : runs)
      configs.push_back(training::read_run_config(run.folder));
    report_step_times(configs, timing->rounds, timing->out, timing->quiet);
  });
}

void add_export_subcommand(CLI::App& command) {
  auto* exported = command.add_subcommand("export", "Write all metrics for other tools");
  struct Export {
    std::vector<std::filesystem::path> paths;
    std::filesystem::path tensorboard, csv;
  };
  auto wanted = std::make_shared<Export>();
  exported->add_option("paths", wanted->paths, "Runs, or folders of runs")->required();
  auto* events = exported->add_option("--tensorboard", wanted->tensorboard,
                                      "Write TensorBoard's event files into this folder, by run");
  auto* csv = exported->add_option(
      "--csv", wanted->csv,
      "Write run, event, step, seconds, metric and value as CSV; - writes to standard "
      "output");
  exported->footer(
      "Writes every number in metrics.jsonl under its name there: validation/loss, "
      "train/learning_rate. Replaces what is\nthere already. Event files hold floats, CSV all "
      "digits.\n"
      "\n  espalier runs export runs/mine --tensorboard events && tensorboard --logdir events");
  exported->callback([wanted, events, csv] {
    if (events->count() + csv->count() == 0)
      throw ConfigError("runs export: nothing to write; add --tensorboard DIR or --csv FILE");
    const auto runs = exported_runs(wanted->paths);
    if (csv->count() > 0) {
      if (wanted->csv == "-") {
        std::cout << metrics_csv(runs);
      } else {
        export_csv(runs, wanted->csv);
        std::cout << wanted->csv.string() << '\n';
      }
    }
    if (events->count() > 0)
      for (const std::filesystem::path& file : export_tensorboard(runs, wanted->tensorboard))
        std::cout << file.string() << '\n';
  });
}

void add_watch_subcommand(CLI::App& command) {
  auto* watched =
      command.add_subcommand("watch", "Show the list again and again until no run is running");
  auto watching = std::make_shared<ListArguments>();
  add_list_options(*watched, watching);
  watched->add_option("--every", watching->seconds, "Seconds between two lists")
      ->check(number_between(0.1, 86400))
      ->capture_default_str();
  watched->footer(
      "The time left is that of the steps to come, at the pace since the run was last started, as "
      "its "
      "records tell it\n"
      "(training.record_every), or what is left of training.hours if that is less. For example:\n"
      "\n"
      "  espalier runs watch runs/mine --every 60\n"
      "\nIt waits for a folder that has no run yet, and for a sweep whose worker is between two "
      "runs. "
      "Lines end where\nthe terminal does.");
  watched->callback([watching] { watch(*watching); });
}

}  // namespace

void add_runs_command(CLI::App& app, int&) {
  auto* command =
      app.add_subcommand("runs", "List runs, show one, compare two, draw, watch and export them");
  command->require_subcommand(1);
  add_list_subcommand(*command);
  add_show_subcommand(*command);
  add_diff_subcommand(*command);
  add_same_subcommand(*command);
  add_curves_subcommand(*command);
  add_time_subcommand(*command);
  add_export_subcommand(*command);
  add_watch_subcommand(*command);
}

}  // namespace espalier::experiments
