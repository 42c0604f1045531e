// SPDX-License-Identifier: Apache-2.0
// The verbs that compare runs: pareto, table, ablation, forest and report.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <espalier/experiments/program/commands.h>
#include <espalier/experiments/program/run_reports.h>
#include <espalier/experiments/results/run_condition.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/runs/step_times.h>

namespace espalier::experiments {

void add_pareto_command(CLI::App& app, int&) {
  auto* command =
      app.add_subcommand("pareto", "Draw loss against FLOPs, with a table of matched losses");
  struct Arguments {
    ParetoReport report;
    bool frontier = false;
    FrontierOptions options;
    std::vector<std::string> costs;
    std::filesystem::path times;
  };
  auto arguments = std::make_shared<Arguments>();
  ParetoReport& report = arguments->report;
  command
      ->add_option("runs", report.runs, "Folders of runs, folders that hold runs, or summary files")
      ->required();
  command->add_option("--out", report.out, "Folder for figure and tables")->required();
  auto* over = command->add_option(
      "--over", report.over, "Draw the runs over these curves, such as a study's summary.csv");
  command->add_option("--title", report.title,
                      "Title of the figure. Default: one that says what it shows");
  auto* frontier = command->add_flag(
      "--frontier", arguments->frontier,
      "Compare the lower hulls of families of runs of all lengths and sizes instead");
  frontier->excludes(over);
  command
      ->add_option("--cost", arguments->costs,
                   "With --frontier, what runs cost: encoder_flops, total_flops, seconds, tokens, "
                   "with commas between. Default: all, seconds with --times alone")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->needs(frontier);
  command
      ->add_option(
          "--times", arguments->times,
          "With --frontier, the step_times.csv of 'espalier runs time' or 'espalier study --time'")
      ->needs(frontier);
  command
      ->add_option("--family", arguments->options.families,
                   "With --frontier, keys whose values make a family, with commas between")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->capture_default_str()
      ->needs(frontier);
  command
      ->add_option("--against", arguments->options.against,
                   "With --frontier, the family that the others are held against")
      ->capture_default_str()
      ->needs(frontier);
  command
      ->add_flag("--any-windows", arguments->options.any_windows,
                 "With --frontier, compare validation losses of studies that validate on different "
                 "windows of one text")
      ->needs(frontier);
  command
      ->add_option("--where", arguments->options.where,
                   "With --frontier, only runs with KEY=VALUE; != < <= > >= may stand for = "
                   "(repeatable)")
      ->allow_extra_args(false)
      ->needs(frontier);
  command->footer(
      "Writes pareto.svg, .png, .csv and .md, learning_rates.csv and summary.csv, with --over "
      "overlay.csv too. The loss is\nthat of the test "
      "data if every run has one (training.test_sequences), else that of the validation data. "
      "Learning rates are\n"
      "chosen by validation loss either way. 'Matched' is the loss of a dense model with as many "
      "FLOPs, on the\n"
      "straight line between the dense runs in log(FLOPs) and log(loss).\n"
      "\nWith --frontier it writes frontier.svg, .png, .csv and .md: what each family is ahead of "
      "the other's hull at\nequal cost, and its share of the cost at equal loss, with 95% "
      "intervals "
      "of resampled seeds. Bit-identical runs\ncount once. For example:\n\n"
      "  espalier pareto runs/* --frontier --times paper_results/pareto/step_times.csv --out "
      "figure");
  command->callback([arguments] {
    if (!arguments->frontier) {
      report_pareto(arguments->report);
      return;
    }
    FrontierOptions& options = arguments->options;
    options.title = arguments->report.title;
    if (!arguments->times.empty()) {
      options.times = training::read_step_times(arguments->times);
      options.costs.insert(options.costs.end() - 1, FrontierCost::kSeconds);
    }
    if (!arguments->costs.empty()) options.costs.clear();
    for (const std::string& cost : arguments->costs)
      options.costs.push_back(frontier_cost(trimmed(cost)));
    if (arguments->times.empty() &&
        std::ranges::find(options.costs, FrontierCost::kSeconds) != options.costs.end())
      throw ConfigError("pareto: --cost seconds; name the times of steps by --times FILE");
    for (std::string& key : options.families) key = trimmed(key);
    report_frontier(arguments->report.runs, options, arguments->report.out);
  });
}

void add_table_command(CLI::App& app, int&) {
  auto* command = app.add_subcommand(
      "table", "Make a table and figures of accuracy by topology policy, density and block size");
  auto runs = std::make_shared<std::vector<std::filesystem::path>>();
  auto out = std::make_shared<std::filesystem::path>();
  command->add_option("runs", *runs, "Runs, folders of runs, or summaries (.csv)")->required();
  command->add_option("--out", *out, "Folder of table and figures")->required();
  command->footer(
      "Runs that differ only in their seed share a row. The accuracy is that of the validation "
      "data. Tasks on images\nvalidate on the test images, and table and figures say so. Writes "
      "policies.md, policies.csv, summary.csv\nand the figures accuracy_flops and ranking, each as "
      ".svg and .png.");
  command->callback([runs, out] { report_policy_table(*runs, *out); });
}

void add_ablation_command(CLI::App& app, int&) {
  auto* command = app.add_subcommand(
      "ablation", "Make a table and a figure of any metric over any keys in which runs differ");
  struct Arguments {
    std::vector<std::filesystem::path> runs;
    std::filesystem::path out;
    AblationOptions options;
  };
  auto arguments = std::make_shared<Arguments>();
  AblationOptions& options = arguments->options;
  command->add_option("runs", arguments->runs, "Runs, folders of runs, or a study's summary.csv")
      ->required();
  command->add_option("--out", arguments->out, "Folder of table and figure")->required();
  command
      ->add_option("--rows", options.rows,
                   "Keys of the rows, with commas between them. Default: all that differ, except "
                   "--columns and those whose values follow from policy, density, block and "
                   "learning rate")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->add_option("--columns", options.columns,
                      "Key of the columns. Default: the number that has most values");
  command
      ->add_option("--metric", options.metric,
                   "A number of the runs' end records, or of summary.csv")
      ->capture_default_str();
  command
      ->add_option(
          "--where", options.where,
          "Only runs with KEY=VALUE, where KEY is a key of the configuration or a column of "
          "summary.csv; != < <= > >= may stand for = (repeatable)")
      ->allow_extra_args(false);
  command->add_flag(
      "--best-rate", options.best_rate,
      "Of runs that differ in seed and learning rate alone, leave out all but those at one rate: "
      "the rate that has most seeds; of several such rates the one with the lowest validation "
      "loss");
  command->add_option(
      "--pair", options.pair,
      "A row key with two values: adds the difference of the two, paired by seed, with its 95% "
      "interval and the p of a sign-flip test");
  command->add_option("--against", options.against,
                      "If --pair has more values: the one that all others are compared with");
  command->add_option("--title", options.title,
                      "Title of the figure. Default: one that says what it shows");
  command->footer(
      "Runs that differ only in their seed share a cell, which has mean, standard deviation and "
      "number, unless\nrun.seed is a key of rows or columns. Only runs that are done count. Writes "
      "ablation.md, .tex, .csv, .svg,\n.png and summary.csv; with --pair ablation_pairs.csv; with "
      "rows and columns heatmap.svg and .png.\n\nThe p of n pairs is exact: the share of the 2^n "
      "ways to change signs of their differences whose mean is as\nfar from zero. The least p is "
      "0.125 of four pairs and 0.03 of six; of more than 20 none is given.\n\nFor example:\n\n"
      "  espalier ablation runs/mine --rows model.block,topology.policy --columns training.tokens "
      "\\\n      --pair topology.policy --out figure");
  command->callback([arguments] {
    for (std::string& key : arguments->options.rows) key = trimmed(key);
    report_ablation(arguments->runs, arguments->options, arguments->out, Summarised::kChosen);
  });
}

void add_forest_command(CLI::App& app, int&) {
  auto* command = app.add_subcommand(
      "forest", "Draw the difference of every pair of runs of all studies, with its interval");
  struct Arguments {
    std::vector<std::filesystem::path> runs;
    std::filesystem::path out;
    ForestOptions options;
    double reference = 0;
  };
  auto arguments = std::make_shared<Arguments>();
  ForestOptions& options = arguments->options;
  command->add_option("runs", arguments->runs, "Runs, or folders of runs")->required();
  command->add_option("--out", arguments->out, "Folder of table and figure")->required();
  auto* pair = command->add_option("--pair", options.pairs.key, "Key whose values are compared")
                   ->capture_default_str();
  auto* against =
      command->add_option("--against", options.pairs.against,
                          "Value of --pair that others are compared with. Default: dynamic, with "
                          "which static is compared");
  command->add_option(
      "--metric", options.pairs.metric,
      "A number of the runs' end records. Default: the loss of the test where every "
      "run of a row has one, else that of the validation");
  command
      ->add_option("--where", options.pairs.where,
                   "Only runs with KEY=VALUE; != < <= > >= may stand for = (repeatable)")
      ->allow_extra_args(false);
  auto* reference = command->add_option("--reference", arguments->reference,
                                        "A difference that others have published, drawn as a line");
  command->add_option("--reference-name", options.reference_name, "Its name")
      ->needs(reference)
      ->capture_default_str();
  command->add_option("--title", options.title,
                      "Title of the figure. Default: one that says what it shows");
  command->footer(
      "A row holds runs that differ in --pair, seed and learning rate alone, and in a policy's own "
      "settings if that is\ncompared, of whatever study; each side has its best rate. Runs with "
      "bit-identical training losses are one, and a\npair counts once. Writes forest.md, .tex, "
      ".csv, .svg and .png. For example:\n\n"
      "  espalier forest runs/* --where 'training.tokens>=50e6' --reference 0.24 --reference-name "
      "'Dietrich et al. 2021' --out figure");
  command->callback([arguments, pair, against, reference] {
    ForestOptions& asked = arguments->options;
    // The usual values are those of the usual key.
    if (pair->count() > 0 && against->count() == 0) asked.pairs.against.clear();
    if (pair->count() + against->count() > 0) asked.pairs.first.clear();
    if (reference->count() > 0) asked.reference = arguments->reference;
    report_forest(arguments->runs, asked, arguments->out);
  });
}

void add_report_command(CLI::App& app, int&) {
  auto* command = app.add_subcommand(
      "report", "Make one page for a browser that filters, compares and shows runs");
  struct Arguments {
    std::vector<std::filesystem::path> runs;
    std::filesystem::path out;
    ReportPageOptions options;
  };
  auto arguments = std::make_shared<Arguments>();
  ReportPageOptions& options = arguments->options;
  command->add_option("runs", arguments->runs, "Runs, folders of runs, or summaries (.csv)")
      ->required();
  command->add_option("--out", arguments->out, "Folder of report.html")->required();
  command->add_option("--title", options.title, "Title of the page")->capture_default_str();
  command->add_option("--weight", options.weight,
                      "Weight to animate, by its name in 'espalier inspect'. Default: the first");
  command->add_option("--frames", options.frames, "The most frames of an animation")
      ->transform(whole_number())
      ->capture_default_str();
  command->footer(
      "Writes report.html, which needs no network and no other file: curves, quality against cost, "
      "the columns of\nsummary.csv, and of each run its configuration, origin, patterns and how "
      "those moved. Runs may be\nstill training: repeat the command to make the page anew, and "
      "have an open page read it again.\n"
      "Curves are thinned to 240 points: the lowest and the highest of equally many neighbours "
      "each, and both ends.\n"
      "\nThe page keeps what you choose in its address, so that you can keep a view:\n"
      "  "
      "report.html#where=model.block==4&where=validation_loss<3&text=seed_2&sort=-validation_loss");
  command->callback(
      [arguments] { report_as_page(arguments->runs, arguments->options, arguments->out); });
}

}  // namespace espalier::experiments
