// SPDX-License-Identifier: Apache-2.0
// The verbs that compare runs: pareto, table, ablation and report.
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <espalier/experiments/program/commands.h>
#include <espalier/experiments/program/run_reports.h>
#include <espalier/experiments/results/run_condition.h>

namespace espalier::experiments {

void add_pareto_command(CLI::App& app, int&) {
  auto* command =
      app.add_subcommand("pareto", "Draw loss against FLOPs, with a table of matched losses");
  auto arguments = std::make_shared<ParetoReport>();
  command
      ->add_option("runs", arguments->runs,
                   "Folders of runs, folders that hold runs, or summary files")
      ->required();
  command->add_option("--out", arguments->out, "Folder for figure and tables")->required();
  command->add_option("--over", arguments->over,
                      "Draw the runs over these curves, such as a study's summary.csv");
  command->add_option("--title", arguments->title, "Title of the figure");
  command->footer(
      "Writes pareto.svg, .png, .csv and .md, learning_rates.csv and summary.csv. The loss is that "
      "of the test\n"
      "data if every run has one (training.test_sequences), else that of the validation data. "
      "Learning rates are\n"
      "chosen by validation loss either way. 'Matched' is the loss of a dense model with as many "
      "FLOPs, on the\n"
      "straight line between the dense runs in log(FLOPs) and log(loss).");
  command->callback([arguments] { report_pareto(*arguments); });
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
  command->add_option(
      "--pair", options.pair,
      "A row key with two values: adds the difference of the two, paired by seed, with its 95% "
      "interval and the p of a sign-flip test");
  command->add_option("--against", options.against,
                      "If --pair has more values: the one that all others are compared with");
  command->add_option("--title", options.title, "Title of the figure");
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
