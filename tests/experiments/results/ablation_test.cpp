// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/ablation.h>

#include <gmock/gmock.h>

#include <cmath>
#include <regex>
#include <set>

#include <espalier/experiments/runs/run_summary.h>
#include <espalier/sparse/core/error.h>
#include "tests/support/temporary_folder.h"

namespace espalier::experiments {
namespace {

using espalier::testing::message_of;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

AblationRun run(const char* block, const char* policy, const char* tokens, Index seed, double loss,
                const char* rate = "0.004") {
  return {.name = std::string(policy) + block + tokens + std::to_string(seed) + rate,
          .seed = seed,
          .settings = {{"model.block", block},
                       {"topology.policy", policy},
                       {"training.tokens", tokens},
                       {"training.learning_rate", rate},
                       {"training.batch", "32"}},
          .metrics = {{"validation_loss", loss}, {"explored", 0.5}}};
}

std::vector<AblationRun> study() {
  return {run("1", "static", "1000", 1, 5),    run("1", "static", "20000", 1, 3),
          run("1", "static", "20000", 2, 3.5), run("1", "dynamic", "1000", 1, 5.5),
          run("1", "dynamic", "20000", 1, 2),  run("1", "dynamic", "20000", 2, 3),
          run("16", "static", "20000", 1, 4)};
}

const AblationOptions kOptions = {.rows = {"model.block", "topology.policy"},
                                  .columns = "training.tokens",
                                  .pair = "topology.policy"};

TEST(AblationSample, HasMeanDeviationAndStudentsInterval) {
  const Sample sample = {.values = {{1, 1.0}, {2, 2.0}, {3, 4.0}}};
  EXPECT_DOUBLE_EQ(sample.mean(), 7.0 / 3);
  EXPECT_DOUBLE_EQ(sample.deviation(), std::sqrt(7.0 / 3));
  EXPECT_DOUBLE_EQ(sample.half_interval(), 4.303 * std::sqrt(7.0 / 3) / std::sqrt(3.0));
  const Sample one = {.values = {{1, 5.0}}};
  EXPECT_EQ(one.mean(), 5);
  EXPECT_TRUE(std::isnan(one.deviation()) && std::isnan(one.half_interval()));
}

TEST(AblationSample, CountsTheSignsThatMakeAMeanAsLarge) {
  const auto p_of = [](const std::vector<double>& differences) {
    Sample sample;
    for (const double d : differences) sample.values.emplace_back(sample.values.size(), d);
    return sample.sign_flip_p();
  };
  EXPECT_EQ(p_of({1, 2}), 0.5);                                 // ++ and --, of four
  EXPECT_EQ(p_of({1, 2, 4}), 0.25);                             // all or none of eight
  EXPECT_EQ(p_of({-1, 2, 4}), 0.5);                             // 5 and 7, either way
  EXPECT_EQ(p_of({0.1, 0.2, -0.3}), 1);                         // a sum of zero, but for rounding
  EXPECT_EQ(p_of({1, -1, 1, -1, 1}), 1);                        // every sum of five ones is odd
  EXPECT_EQ(p_of({0.1, 0.1, 0.1, 0.1, 0.1, -0.1}), 14.0 / 64);  // sums of 0.4 or more
  EXPECT_EQ(p_of(std::vector<double>(20, 0.5)), std::ldexp(1, -19));
  EXPECT_TRUE(std::isnan(p_of({1})));
  EXPECT_TRUE(std::isnan(p_of(std::vector<double>(21, 0.5))));
}

TEST(Ablation, PutsRunsThatDifferInTheirSeedIntoOneCell) {
  const AblationTable table = ablation_table(study(), kOptions);
  EXPECT_THAT(table.columns, ElementsAre("1000", "20000"));  // numbers by value
  ASSERT_EQ(table.rows.size(), 3u);
  EXPECT_THAT(table.rows[0].values, ElementsAre("1", "dynamic"));
  EXPECT_THAT(table.rows[2].values, ElementsAre("16", "static"));
  EXPECT_EQ(table.rows[0].samples[1]->mean(), 2.5);
  EXPECT_FALSE(table.rows[2].samples[0]);
  // Columns that nobody names are none of the rows.
  EXPECT_EQ(ablation_table(study(), {.rows = {"model.block", "topology.policy"}}).column_key,
            "training.tokens");
}

TEST(Ablation, FindsTheKeysThatDifferByItself) {
  const AblationTable table = ablation_table(study(), {});
  EXPECT_EQ(table.column_key, "training.tokens");
  EXPECT_THAT(table.row_keys, ElementsAre("model.block", "topology.policy"));
}

TEST(Ablation, PairsRunsOfOneSeed) {
  const AblationTable table = ablation_table(study(), kOptions);
  ASSERT_EQ(table.differences.size(), 1u);  // blocks of 16 have one policy
  EXPECT_THAT(table.differences[0].values, ElementsAre("1"));
  EXPECT_EQ(table.differences[0].samples[0]->values.size(), 1u);
  EXPECT_EQ(table.differences[0].samples[1]->mean(), 0.75);
}

TEST(Ablation, LeavesOutWhatTheConditionDoes) {
  std::vector<AblationRun> runs = study();
  runs.push_back(run("1", "static", "20000", 1, 9, "0.008"));
  AblationOptions options = kOptions;
  options.where = {"training.learning_rate=4e-3"};
  EXPECT_EQ(ablation_table(runs, options).rows[1].samples[1]->mean(), 3.25);
}

TEST(Ablation, IsWrittenAsMarkdownLatexAndCsv) {
  const AblationTable table = ablation_table(study(), kOptions);
  EXPECT_EQ(ablation_markdown(table),
            "validation_loss: mean ± standard deviation (seeds)\n\n"
            "| model.block | topology.policy | training.tokens 1000 | training.tokens 20000 |\n"
            "|---|---|---|---|\n"
            "| 1 | dynamic | 5.5 | 2.5 ± 0.71 (2) |\n"
            "| 1 | static | 5 | 3.25 ± 0.35 (2) |\n"
            "| 16 | static | - | 4 |\n"
            "\nvalidation_loss, static minus dynamic, by pairs of one seed: mean ± 95% interval of "
            "it (how many are above zero, p of the sign-flip test)\n\n"
            "| model.block | training.tokens 1000 | training.tokens 20000 |\n|---|---|---|\n"
            "| 1 | -0.500 | +0.750 ± 3.176 (2 of 2, p 0.5) |\n");
  EXPECT_THAT(ablation_latex(table), HasSubstr("\n1 & dynamic & 5.5 & 2.5 $\\pm$ 0.71 (2) \\\\\n"));
  EXPECT_THAT(ablation_latex(table), HasSubstr("\\begin{tabular}{llrr}\n"));
  EXPECT_THAT(ablation_latex(table), HasSubstr("validation\\_loss"));
  EXPECT_THAT(ablation_csv(table),
              HasSubstr("model.block,topology.policy,training.tokens,seeds,mean,deviation,lowest,"
                        "highest\n1,dynamic,1000,1,5.5,,5.5,5.5\n"));
}

TEST(Ablation, WritesItsPairsAsLatexAndCsvToo) {
  const AblationTable table = ablation_table(study(), kOptions);
  EXPECT_THAT(
      ablation_latex(table),
      HasSubstr("\\end{tabular}\n% validation\\_loss, static minus dynamic, by pairs of one "
                "seed: mean, half of its 95% interval (how many are above zero, p of the "
                "sign-flip test)\n\\begin{tabular}{lrr}\n\\toprule\nmodel.block & "
                "training.tokens 1000 & training.tokens 20000 \\\\\n\\midrule\n1 & -0.500 & "
                "+0.750 $\\pm$ 3.176 (2 of 2, p 0.5) \\\\\n\\bottomrule\n"));
  const std::string csv = ablation_pairs_csv(table);
  EXPECT_THAT(csv, HasSubstr("model.block,training.tokens,first,second,pairs,mean,deviation,"
                             "interval_low,interval_high,above_zero,p\n"
                             "1,1000,static,dynamic,1,-0.5,,,,0,\n"
                             "1,20000,static,dynamic,2,0.75,0.35355339059327"));
  EXPECT_THAT(csv, HasSubstr(",2,0.5\n"));

  const espalier::testing::TemporaryFolder folder;
  const auto written = write_ablation(table, folder.path());
  EXPECT_THAT(written, ::testing::Contains(folder.path() / "ablation_pairs.csv"));
  EXPECT_EQ(espalier::testing::read_bytes(folder.path() / "ablation_pairs.csv"), csv);
  AblationOptions alone = kOptions;
  alone.pair.clear();
  const AblationTable unpaired = ablation_table(study(), alone);
  EXPECT_THAT(ablation_latex(unpaired), ::testing::Not(HasSubstr("minus")));
  EXPECT_THAT(write_ablation(unpaired, folder.path()),
              ::testing::Not(::testing::Contains(folder.path() / "ablation_pairs.csv")));
}

TEST(Ablation, SaysWhatItCannotCompare) {
  const auto refusal = [](const std::vector<AblationRun>& runs, const AblationOptions& options) {
    return message_of<ConfigError>([&] { ablation_table(runs, options); });
  };
  std::vector<AblationRun> runs = study();
  EXPECT_THAT(refusal({}, kOptions), HasSubstr("no run that is done"));
  EXPECT_THAT(refusal(runs, {.rows = {"model.blok"}}), HasSubstr("no key model.blok"));
  EXPECT_THAT(refusal(runs, {.rows = {"run.seed"}}), HasSubstr("no key run.seed"));
  EXPECT_THAT(refusal(runs, {.columns = "run.folder"}), HasSubstr("no key run.folder"));
  EXPECT_THAT(refusal(runs, {.metric = "los"}),
              HasSubstr("no metric los, expected one of explored, validation_loss"));
  EXPECT_THAT(refusal(runs, {.where = {"model.block"}}), HasSubstr("expected KEY=VALUE"));
  EXPECT_THAT(refusal(runs, {.where = {"model.block=3"}}), HasSubstr("no run left"));
  EXPECT_THAT(refusal(runs, {.rows = {"model.block"}, .columns = "training.tokens"}),
              HasSubstr("they differ in topology.policy"));
  EXPECT_THAT(refusal(runs, {.pair = "training.batch"}), HasSubstr("expected one of the rows"));
  AblationOptions three = kOptions;
  runs.push_back(run("1", "set", "1000", 1, 2));
  EXPECT_THAT(refusal(runs, three), HasSubstr("the values dynamic, set, static; expected two"));
  runs.back() = runs.front();
  EXPECT_THAT(refusal(runs, kOptions), HasSubstr("one cell and one seed, 1"));
}

TEST(Ablation, OfAFileOfSummariesIsThatOfItsRuns) {
  std::vector<RunSummary> runs;
  for (const AblationRun& each : study()) {
    RunSummary& summary = runs.emplace_back();
    summary.name = each.name;
    summary.status = "done";
    summary.seed = each.seed;
    summary.settings = each.settings;
    summary.metrics = each.metrics;
    summary.validation_loss = each.metrics.at("validation_loss");
  }
  runs.emplace_back(runs.front()).status = "stopped";
  const espalier::testing::TemporaryFolder folder;
  write_summary(folder.path() / "summary.csv", runs);
  const auto back = ablation_runs(read_summary(folder.path() / "summary.csv"));
  EXPECT_EQ(back.size(), study().size());
  EXPECT_EQ(ablation_markdown(ablation_table(back, kOptions)),
            ablation_markdown(ablation_table(ablation_runs(runs), kOptions)));
}

// What a reader tells curves apart by.
TEST(Ablation, GivesTwelveCurvesTwelveStyles) {
  std::vector<AblationRun> runs;
  for (const char* block : {"1", "2", "4", "8"})
    for (const char* policy : {"dynamic", "rigl", "static"})
      for (const char* tokens : {"1000", "20000"}) runs.push_back(run(block, policy, tokens, 1, 3));
  AblationOptions options = kOptions;
  options.pair.clear();
  const std::string script = ablation_script(ablation_table(runs, options));
  std::set<std::string> styles;
  const std::regex style("lc rgb '(#[0-9A-F]{6})' lw 1.8 dt ([0-9]+) pt ([0-9]+)");
  for (std::sregex_iterator it(script.begin(), script.end(), style), end; it != end; ++it)
    styles.insert(it->str());
  EXPECT_EQ(styles.size(), 12u);
  EXPECT_THAT(script, HasSubstr("set logscale x"));
  EXPECT_THAT(script, HasSubstr("'20k' 20000"));
}

TEST(Ablation, ALegendOfManyKeysHasAHeadingOfSeveralLines) {
  AblationTable table = ablation_table(study(), kOptions);
  EXPECT_THAT(ablation_script(table),
              HasSubstr("title \"model.block, topology.policy\" noenhanced"));
  table.row_keys = {"model.initial_deviation", "model.embedding_deviation", "training.beta2"};
  EXPECT_THAT(ablation_script(table),
              HasSubstr("title \"model.initial_deviation, model.embedding_deviation,\\n"
                        "training.beta2\" noenhanced"));
}

TEST(Ablation, AHeatMapHasANumberInEachCellThatHasRuns) {
  std::vector<AblationRun> runs;
  for (const char* block : {"1", "4"})
    for (const char* tokens : {"1000", "20000"})
      for (const Index seed : {1, 2})
        if (std::string(block) != "4" || std::string(tokens) != "1000")
          runs.push_back(run(block, "static", tokens, seed, 3 + 0.25 * static_cast<double>(seed)));
  const AblationTable table =
      ablation_table(runs, {.rows = {"model.block"}, .columns = "training.tokens"});
  const std::string script = heatmap_script(table);
  // Columns 0 and 1 of the first row and the second of the other: the deviation of 3.25 and 3.5.
  EXPECT_THAT(script, HasSubstr("$cells << EOD\n0 0 3.375\n1 0 3.375\n1 1 3.375\nEOD\n"));
  EXPECT_THAT(script, HasSubstr("1 1 \"3.3750 ± 0.1768\""));
  EXPECT_THAT(script, HasSubstr("'1k' 0, '20k' 1"));
  EXPECT_THAT(script, HasSubstr("'1' 0, '4' 1"));
  const espalier::testing::TemporaryFolder folder;
  write_ablation(table, folder.path());
  const std::string svg = espalier::testing::read_bytes(folder.path() / "heatmap.svg");
  EXPECT_THAT(svg, HasSubstr("3.3750 ± 0.1768"));
  EXPECT_THAT(script, HasSubstr("± standard deviation over the seeds"));
}

TEST(Ablation, OfOneSeedSpeaksOfNoDeviation) {
  std::vector<AblationRun> runs;
  for (const char* block : {"1", "4"})
    for (const char* tokens : {"1000", "20000"})
      if (std::string(block) != "4" || std::string(tokens) != "1000")
        runs.push_back(run(block, "static", tokens, 1, 3));
  const AblationOptions options = {.rows = {"model.block"}, .columns = "training.tokens"};
  const AblationTable one = ablation_table(runs, options);
  EXPECT_TRUE(one.has_one_seed());
  EXPECT_THAT(ablation_markdown(one), StartsWith("validation_loss, one seed\n"));
  for (const std::string& script : {ablation_script(one), heatmap_script(one)})
    EXPECT_THAT(script, AllOf(HasSubstr("one seed"), Not(HasSubstr("deviation"))));
  runs.push_back(run("4", "static", "20000", 2, 3));
  EXPECT_FALSE(ablation_table(runs, options).has_one_seed());
}

TEST(Ablation, StandsSideBySideWhereValuesAreNoNumbers) {
  const std::string script = ablation_script(ablation_table(
      study(), {.rows = {"model.block", "training.tokens"}, .columns = "topology.policy"}));
  EXPECT_THAT(script, HasSubstr("'dynamic' 0, 'static' 1"));
  EXPECT_THAT(script, HasSubstr("unset logscale x"));
  // Between them there is nothing that a line could stand for.
  EXPECT_THAT(script, HasSubstr("with yerrorbars"));
  EXPECT_THAT(script, Not(HasSubstr("yerrorlines")));
}

}  // namespace
}  // namespace espalier::experiments
