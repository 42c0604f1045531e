// SPDX-License-Identifier: Apache-2.0
// The verbs that compare runs: pareto, table, ablation and report.
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <espalier/experiments/program/commands.h>
#include <espalier/experiments/program/run_reports.h>
#include <espalier/experiments/runs/run_condition.h>

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
      "data where every run has one (training.test_sequences), else that of the validation data, "
      "by which learning\n"
      "rates are chosen either way. 'Matched' is the loss of a dense model with as many FLOPs, on "
      "the straight line\n"
      "in log(FLOPs)-log(loss) between the dense runs.");
  command->callback([arguments] { report_pareto(*arguments); });
}

void add_table_command(CLI::App& app, int&) {
  auto* command = app.add_subcommand(
      "table", "Table and figures of accuracy by topology policy, density and block size");
  auto runs = std::make_shared<std::vector<std::filesystem::path>>();
  auto out = std::make_shared<std::filesystem::path>();
  command->add_option("runs", *runs, "Runs, folders of runs, or summaries (.csv)")->required();
  command->add_option("--out", *out, "Folder of table and figures")->required();
  command->footer(
      "Runs that differ in their seed only share a row. The accuracy is that of the validation "
      "data, which of tasks\non images are the test images: table and figures say which. Writes "
      "policies.md, policies.csv, summary.csv\nand the figures accuracy_flops and ranking, each as "
      ".svg and .png.");
  command->callback([runs, out] { report_policy_table(*runs, *out); });
}

void add_ablation_command(CLI::App& app, int&) {
  auto* command = app.add_subcommand(
      "ablation", "Table and figure of any metric over any keys in which runs differ");
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
                   "Keys of the rows, by commas; not given: all that differ but --columns, and but "
                   "those whose values follow from policy, density, block and learning rate")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->add_option("--columns", options.columns,
                      "Key of the columns; not given: the number that has most values");
  command->add_option("--metric", options.metric, "A number of the runs' end records")
      ->capture_default_str();
  command
      ->add_option(
          "--where", options.where,
          "Only runs with KEY=VALUE, or != < <= > >= in place of =, of a key or a column of "
          "summary.csv (repeatable)")
      ->allow_extra_args(false);
  command->add_option(
      "--pair", options.pair,
      "One of the row keys, with two values: adds their difference, paired by seed, "
      "with its 95% interval and the p of a sign-flip test");
  command->add_option("--against", options.against,
                      "Of a --pair with more values: the one that all others are held against");
  command->add_option("--title", options.title, "Title of the figure");
  command->footer(
      "Runs that differ in their seed only share a cell, unless run.seed is a key of rows or "
      "columns: mean, standard\ndeviation and number. Only runs that are done count. Writes "
      "ablation.md, .tex, .csv, .svg, .png, summary.csv, of "
      "pairs "
      "ablation_pairs.csv and,\nof rows and columns, heatmap.svg and .png. The p of n pairs is "
      "exact: the share of the 2^n ways to change\nsigns of their differences whose mean is as far "
      "from zero; of four pairs it is 0.125 at least, of six 0.03; of more than 20 none is "
      "given.\nFor example:\n\n"
      "  espalier ablation runs/mine --rows model.block,topology.policy --columns training.tokens "
      "\\\n      --pair topology.policy --out figure");
  command->callback([arguments] {
    for (std::string& key : arguments->options.rows) key = trimmed(key);
    report_ablation(arguments->runs, arguments->options, arguments->out, Summarised::kChosen);
  });
}

void add_report_command(CLI::App& app, int&) {
  auto* command = app.add_subcommand(
      "report", "One page for a browser: runs filtered, compared, and shown one by one");
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
                      "Weight to animate, by its name in 'espalier inspect'; default the first");
  command->add_option("--frames", options.frames, "At most so many in an animation")
      ->transform(whole_number())
      ->capture_default_str();
  command->footer(
      "Writes report.html, which needs no network and no other file: curves, quality against cost, "
      "the columns of\nsummary.csv, and of each run its configuration, origin, patterns and how "
      "those moved. Runs may be training;\nthe same command makes the page anew, and one that "
      "is open can be told to read it again.\n"
      "Curves are thinned to 240 points: the lowest and the highest of equally many neighbours "
      "each, and both ends.\n"
      "\nWhat is chosen on the page stands in its address, so that a view can be kept:\n"
      "  "
      "report.html#where=model.block==4&where=validation_loss<3&text=seed_2&sort=-validation_loss");
  command->callback(
      [arguments] { report_as_page(arguments->runs, arguments->options, arguments->out); });
}

}  // namespace espalier::experiments
