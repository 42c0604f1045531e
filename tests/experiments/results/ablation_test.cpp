// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/ablation.h>
#include <espalier/experiments/results/key_words.h>
#include <espalier/experiments/results/run_keys.h>

#include <gmock/gmock.h>

#include <cmath>
#include <filesystem>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <espalier/sparse/core/error.h>
#include <espalier/training/runs/run_store.h>
#include <espalier/training/runs/run_summary.h>
#include "tests/support/temporary_folder.h"
#include "tests/training/run_with_losses.h"

namespace espalier::experiments {
namespace {

using espalier::testing::message_of;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::StartsWith;

training::RunSummary run_with(const training::Settings& settings, Index seed, double loss) {
  training::RunSummary run;
  for (const auto& [key, value] : settings) run.name += value + ' ';
  run.name += std::to_string(seed);
  run.status = "done";
  run.seed = seed;
  run.settings = settings;
  run.metrics = {{"validation_loss", loss}, {"explored", 0.5}};
  return run;
}

training::RunSummary run(const char* block, const char* policy, const char* tokens, Index seed,
                         double loss, const char* rate = "0.004") {
  return run_with({{"model.block", block},
                   {"topology.policy", policy},
                   {"training.tokens", tokens},
                   {"training.learning_rate", rate},
                   {"training.batch", "32"}},
                  seed, loss);
}

std::vector<training::RunSummary> study() {
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
  ASSERT_EQ(table.differences[0].rows.size(), 1u);
  const AblationRow& row = table.differences[0].rows[0];
  EXPECT_THAT(row.values, ElementsAre("1"));
  EXPECT_EQ(row.samples[0]->values.size(), 1u);
  EXPECT_EQ(row.samples[1]->mean(), 0.75);
}

TEST(Ablation, HoldsEveryOtherValueAgainstOne) {
  std::vector<training::RunSummary> runs = study();
  runs.push_back(run("1", "set", "20000", 1, 2.75));
  AblationOptions options = kOptions;
  options.against = "static";
  const AblationTable table = ablation_table(runs, options);
  ASSERT_EQ(table.differences.size(), 2u);
  EXPECT_EQ(table.differences[0].first, "dynamic");
  EXPECT_EQ(table.differences[0].second, "static");
  EXPECT_EQ(table.differences[0].rows[0].samples[1]->mean(), -0.75);
  EXPECT_EQ(table.differences[1].first, "set");
  EXPECT_EQ(table.differences[1].rows[0].samples[1]->mean(), -0.25);
  EXPECT_THAT(ablation_markdown(table),
              AllOf(HasSubstr("validation loss (nats), dynamic minus static"),
                    HasSubstr("validation loss (nats), set minus static")));
  EXPECT_THAT(ablation_pairs_csv(table), HasSubstr("\n1,20000,set,static,1,-0.25,"));
  const drawing::Chart chart = ablation_chart(table);
  EXPECT_EQ(chart.panels[1].y.title, "others minus static, validation loss (nats)");
  EXPECT_EQ(chart.panels[1].legend_title, "block size, policy");
  EXPECT_EQ(chart.panels[1].series.back().name, "1, SET");
  options.against = "rigl";
  EXPECT_THAT(message_of<ConfigError>([&] { ablation_table(runs, options); }),
              HasSubstr("expected one of them as `against`, which is rigl"));
  options.pair.clear();
  EXPECT_THAT(message_of<ConfigError>([&] { ablation_table(runs, options); }),
              HasSubstr("against rigl; name a `pair` with it"));
}

// Whose losses are means over other text would be subtracted without a word.
TEST(Ablation, RefusesToCompareMetricsOfDifferentData) {
  const auto refusal = [](const std::vector<training::RunSummary>& runs,
                          const AblationOptions& options) {
    return message_of<ConfigError>([&] { ablation_table(runs, options); });
  };
  std::vector<training::RunSummary> runs = {run("1", "static", "1000", 1, 3),
                                            run("1", "dynamic", "1000", 1, 2)};
  runs[0].corpus_hash = "aaaa";
  runs[1].corpus_hash = "bbbb";
  EXPECT_THAT(refusal(runs, kOptions),
              AllOf(HasSubstr(runs[0].name), HasSubstr(runs[1].name),
                    HasSubstr("different corpora ("), HasSubstr("aaaa"), HasSubstr("bbbb"),
                    HasSubstr("expected the same: their metrics cannot be compared")));
  AblationOptions alone = kOptions;
  alone.pair.clear();
  EXPECT_EQ(ablation_table(runs, alone).rows.size(), 2u) << "rows that nothing subtracts";
  runs[1].corpus_hash = "aaaa";
  runs[1].task = "images";
  EXPECT_THAT(refusal(runs, kOptions), HasSubstr("different run.task ("));
  runs[1].task = runs[0].task;
  runs[0].settings["training.validation_sequences"] = "64";
  runs[1].settings["training.validation_sequences"] = "128";
  EXPECT_THAT(refusal(runs, kOptions), HasSubstr("different training.validation_sequences ("));

  // Two of one cell, of which the settings say nothing.
  runs = {run("1", "static", "1000", 1, 3), run("1", "static", "1000", 2, 2)};
  runs[1].vocabulary_hash = "cccc";
  EXPECT_THAT(refusal(runs, alone), HasSubstr("different vocabularies ("));
}

// Two studies fix another decay each, which no column of their summaries has.
TEST(Ablation, PoolsNoRunsThatDifferInWhatTheirSummariesLeaveOut) {
  std::vector<training::RunSummary> runs;
  for (const Index seed : {1, 2, 3, 4}) {
    runs.push_back(run_with({{"topology.policy", "static"}}, seed, 3));
    runs.back().settings_hash = seed < 3 ? "aaaa" : "bbbb";
  }
  const AblationOptions options = {.rows = {"topology.policy"}, .columns = "model.density"};
  const auto refusal = [&] {
    return message_of<ConfigError>([&] { ablation_table(runs, options); });
  };
  EXPECT_THAT(refusal(), AllOf(HasSubstr("differ in settings that are no columns"),
                               HasSubstr("(settings_hash aaaa and bbbb); name the folders")));
  for (training::RunSummary& run : runs) run.settings_hash = "aaaa";
  EXPECT_EQ(ablation_table(runs, options).rows.at(0).samples.at(0)->values.size(), 4u);
  // The hash is without the rate.
  for (training::RunSummary& run : runs) run.learning_rate = run.seed < 3 ? 0.001 : 0.002;
  EXPECT_THAT(refusal(), HasSubstr("one cell, and they differ in training.learning_rate;"));
}

class AblationFolder : public espalier::testing::FolderTest {};

TEST_F(AblationFolder, PoolsNoBranchWithRunsThatBeganByThemselves) {
  std::vector<training::RunSummary> runs;
  for (const Index seed : {1, 2}) {
    const auto folder =
        training::run_with_losses(folder_, std::to_string(seed), 4, seed, {6, 5, 4, 3.5});
    training::Manifest manifest = training::read_manifest(folder);
    if (seed == 2) manifest.branched_from = "fixed@20";
    training::RunFolder::open(folder).write_manifest(manifest);
    runs.push_back(training::summarise_run(folder));
  }
  EXPECT_THAT(message_of<ConfigError>([&] { ablation_table(ablation_runs(runs), {}); }),
              HasSubstr("runs 1 and 2: one cell, and they left other runs at different steps (none "
                        "and 20); leave one of them out"));
}

TEST(Ablation, APairDiffersInItsKeyAlone) {
  const AblationOptions options = {
      .rows = {"topology.policy"}, .columns = "training.tokens", .pair = "topology.policy"};
  std::vector<training::RunSummary> runs = {run("1", "static", "1000", 1, 3),
                                            run("1", "dynamic", "1000", 1, 2, "0.002")};
  runs[1].settings["topology.updates"] = "160";
  EXPECT_EQ(ablation_table(runs, options).differences.size(), 1u) << "each its rate and updates";
  runs[0].settings["training.weight_decay"] = "0.0";
  runs[1].settings["training.weight_decay"] = "0.1";
  EXPECT_THAT(message_of<ConfigError>([&] { ablation_table(runs, options); }),
              HasSubstr("a pair by topology.policy, and they differ in training.weight_decay too"));
  runs[1].seed = 2;
  EXPECT_TRUE(ablation_table(runs, options).differences.empty()) << "no pair of one seed";
}

// A dense model has no pattern to choose.
TEST(Ablation, ADenseModelPairsWithSparseOnes) {
  std::vector<training::RunSummary> runs = {run("1", "dense", "1000", 1, 3),
                                            run("4", "static", "1000", 1, 2)};
  for (training::RunSummary& run : runs) {
    run.policy = run.settings["topology.policy"];
    run.settings["model.density"] = run.policy == "dense" ? "1.0" : "0.1";
  }
  for (const char* pair : {"topology.policy", "model.density"})
    EXPECT_EQ(ablation_table(runs, {.rows = {pair}, .columns = "training.tokens", .pair = pair})
                  .differences.size(),
              1u)
        << pair;
}

TEST(Ablation, OfSummariesReadsPolicyDensityBlockAndExtentsFromTheirColumns) {
  training::RunSummary run = run_with({{"model.hidden", "0"}}, 1, 3);
  run.policy = "dynamic";
  run.density = 0.1;
  run.block = 4;
  run.model = "nano";
  EXPECT_EQ(key_value(run, "topology.policy"), "dynamic");
  EXPECT_EQ(key_value(run, "model.density"), "0.1");
  EXPECT_EQ(key_value(run, "model.block"), "4");
  EXPECT_EQ(key_value(run, "model.hidden"), "64");
  EXPECT_EQ(key_value(run, "model.layers"), "2");
  run.model = "nano_L1_H128_pre";
  EXPECT_EQ(key_value(run, "model.hidden"), "128");
  EXPECT_EQ(key_value(run, "model.layers"), "1");
  run.settings = {{"topology.policy", "static"}, {"model.hidden", "84"}};
  EXPECT_EQ(key_value(run, "topology.policy"), "static") << "a setting comes first";
  EXPECT_EQ(key_value(run, "model.hidden"), "84");
  // Perceptrons have widths, a named one too.
  for (const char* model : {"mlp_784-300-10", "mlp_784-512-256-10"}) {
    run.model = model;
    EXPECT_EQ(key_value(run, "model.layers"), "-") << model;
  }
}

TEST(Ablation, MayPairByWhatMakesTheDataDifferent) {
  std::vector<training::RunSummary> runs = {run("1", "static", "1000", 1, 3),
                                            run("1", "static", "1000", 1, 2)};
  runs[0].settings["data.sequence"] = "64";
  runs[1].settings["data.sequence"] = "128";
  runs[1].corpus_hash = "another text of windows";
  const AblationTable table = ablation_table(
      runs, {.rows = {"data.sequence"}, .columns = "training.tokens", .pair = "data.sequence"});
  EXPECT_EQ(table.differences.at(0).rows.at(0).samples.at(0)->mean(), -1);
}

// Ten settings that each policy brings were ten row keys.
TEST(Ablation, HasNoRowsForTheSettingsOfItsPolicies) {
  std::vector<training::RunSummary> runs;
  for (const auto& [policy, schedule, regrow] :
       {std::tuple("static", "constant", "false"), std::tuple("dynamic", "cosine", "false"),
        std::tuple("rigl", "cosine", "true")})
    for (const char* density : {"0.1", "0.25"})
      for (const Index seed : {1, 2})
        runs.push_back(run_with({{"topology.policy", policy},
                                 {"topology.drop_schedule", schedule},
                                 {"topology.regrow_dropped", regrow},
                                 {"model.density", density}},
                                seed, 3));
  const AblationTable table = ablation_table(runs, {});
  EXPECT_THAT(table.row_keys, ElementsAre("topology.policy"));
  EXPECT_EQ(table.column_key, "model.density");
  EXPECT_THAT(table.followers, ElementsAre("topology.regrow_dropped", "topology.drop_schedule"));
  // Who asks for one has it; one that also varies by itself is a key like any other.
  EXPECT_THAT(ablation_table(runs, {.columns = "topology.drop_schedule"}).row_keys,
              ElementsAre("model.density", "topology.policy"));
  runs.push_back(runs.front());
  runs.back().settings["topology.drop_schedule"] = "cosine";
  EXPECT_THAT(ablation_table(runs, {}).row_keys,
              ElementsAre("topology.policy", "topology.drop_schedule"));
}

// The formula's key has as many values, and stands behind.
TEST(Ablation, HasNoColumnsThatAFormulaMadeOfAnotherKey) {
  std::vector<training::RunSummary> runs;
  for (const char* policy : {"static", "dynamic"})
    for (const auto& [density, deviation] :
         {std::pair("0.1", "0.158"), std::pair("0.25", "0.1"), std::pair("1", "0.05")})
      runs.push_back(run_with({{"topology.policy", policy},
                               {"model.density", density},
                               {"model.initial_deviation", deviation}},
                              1, 3));
  const AblationTable table = ablation_table(runs, {});
  EXPECT_THAT(table.row_keys, ElementsAre("topology.policy"));
  EXPECT_EQ(table.column_key, "model.density");
  EXPECT_THAT(table.followers, ElementsAre("model.initial_deviation"));
  // With the density in the rows, no column that is constant within each.
  const AblationTable rows = ablation_table(runs, {.rows = {"topology.policy", "model.density"}});
  EXPECT_EQ(rows.columns.size(), 1u);
}

// Updates that grow with the tokens: a table of the one by the other has one cell in each row.
TEST(Ablation, ChoosesNoColumnThatIsConstantWithinEachRow) {
  std::vector<training::RunSummary> runs;
  for (const char* batch : {"16", "32"})
    for (const auto& [tokens, updates] :
         {std::pair("1000", "10"), std::pair("2000", "20"), std::pair("4000", "40")})
      runs.push_back(run_with(
          {{"training.batch", batch}, {"training.tokens", tokens}, {"topology.updates", updates}},
          1, 3));
  const AblationTable table = ablation_table(runs, {});
  EXPECT_EQ(table.column_key, "training.batch");
  EXPECT_THAT(table.row_keys, ElementsAre("topology.updates", "training.tokens"))
      << "neither is a main key: both are shown";
}

TEST(Ablation, MayHaveTheSeedAsAKey) {
  AblationOptions options = kOptions;
  options.pair.clear();
  options.columns = "run.seed";
  options.where = {"training.tokens=20000"};
  const AblationTable table = ablation_table(study(), options);
  EXPECT_THAT(table.columns, ElementsAre("1", "2"));
  EXPECT_TRUE(table.has_one_seed());
  EXPECT_EQ(table.rows[1].samples[1]->mean(), 3.5);
  options.rows = {"run.seed", "model.block", "topology.policy"};
  options.columns = "training.tokens";
  options.pair = "run.seed";
  EXPECT_THAT(message_of<ConfigError>([&] { ablation_table(study(), options); }),
              HasSubstr("and not the seed"));
}

TEST(Ablation, LeavesOutWhatTheConditionDoes) {
  std::vector<training::RunSummary> runs = study();
  runs.push_back(run("1", "static", "20000", 1, 9, "0.008"));
  AblationOptions options = kOptions;
  options.where = {"training.learning_rate=4e-3"};
  EXPECT_EQ(ablation_table(runs, options).rows[1].samples[1]->mean(), 3.25);
  // By a column of summaries too, and the seed.
  options.pair.clear();
  options.where = {"validation_loss<4", "run.seed == 2"};
  EXPECT_EQ(ablation_table(runs, options).rows[1].samples[0]->mean(), 3.5);
  options.where = {"seed=2", "loss < 3.2"};
  EXPECT_EQ(ablation_table(runs, options).rows.size(), 1u);
  options.where = {"name=" + runs.front().name};
  EXPECT_EQ(ablation_table(runs, options).columns.size(), 1u);
}

TEST(Ablation, MayHaveEachCellAtItsBestRate) {
  std::vector<training::RunSummary> runs;
  const auto add = [&](const char* policy, Index seed, const char* rate, double loss) {
    runs.push_back(run("1", policy, "1000", seed, loss, rate));
    runs.back().learning_rate = std::stod(rate);
  };
  add("static", 1, "0.004", 3.0);  // of two seeds, though 0.002 has a lower loss
  add("static", 2, "0.004", 3.2);
  add("static", 1, "0.002", 2.9);
  add("dynamic", 1, "0.004", 2.8);
  add("dynamic", 1, "0.002", 2.7);
  AblationOptions options = {.rows = {"topology.policy"},
                             .columns = "training.tokens",
                             .best_rate = true,
                             .pair = "topology.policy"};
  const AblationTable table = ablation_table(runs, options);
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_EQ(table.rows[0].values, std::vector<std::string>{"dynamic"});
  EXPECT_DOUBLE_EQ(table.rows[0].samples[0]->mean(), 2.7);
  EXPECT_DOUBLE_EQ(table.rows[1].samples[0]->mean(), (3.0 + 3.2) / 2);
  EXPECT_DOUBLE_EQ(table.differences[0].rows[0].samples[0]->mean(), 3.0 - 2.7);
  EXPECT_THAT(ablation_markdown(table), HasSubstr("each cell at its best learning rate"));
  EXPECT_THAT(ablation_chart(table).panels[0].title, HasSubstr("each at its best rate"));
  EXPECT_THAT(heatmap_chart(table).subtitle, HasSubstr("each at its best rate"));
  options.rows.push_back("training.learning_rate");
  EXPECT_THAT(message_of<ConfigError>([&] { ablation_table(runs, options); }),
              HasSubstr("each row at its best rate"));
}

// The best rate of the one would leave out the other, which has other settings or data.
TEST(Ablation, ChoosesNoRateAmongRunsThatDifferInMore) {
  const AblationOptions options = {
      .rows = {"topology.policy"}, .columns = "training.tokens", .best_rate = true};
  std::vector<training::RunSummary> runs = {run("1", "static", "1000", 1, 3.0, "0.004"),
                                            run("1", "static", "1000", 1, 2.5, "0.008")};
  runs[0].learning_rate = 0.004;
  runs[1].learning_rate = 0.008;
  const auto refusal = [&] {
    return message_of<ConfigError>([&] { ablation_table(runs, options); });
  };
  EXPECT_DOUBLE_EQ(ablation_table(runs, options).rows[0].samples[0]->mean(), 2.5);
  runs[0].settings_hash = "aaaa";
  runs[1].settings_hash = "bbbb";
  EXPECT_THAT(refusal(), HasSubstr("differ in settings that are no columns of their summaries"));
  runs[1].settings_hash = "aaaa";
  runs[0].corpus_hash = "one";
  runs[1].corpus_hash = "two";
  EXPECT_THAT(refusal(), HasSubstr("different corpora (one and two)"));
}

TEST(Ablation, IsWrittenAsMarkdownLatexAndCsv) {
  const AblationTable table = ablation_table(study(), kOptions);
  EXPECT_EQ(ablation_markdown(table),
            "validation loss (nats): mean ± standard deviation (seeds)\n\n"
            "| block size | policy | tokens 1000 | tokens 20000 |\n"
            "|---|---|---|---|\n"
            "| 1 | dynamic | 5.500 | 2.500 ± 0.707 (2) |\n"
            "| 1 | static | 5.000 | 3.250 ± 0.354 (2) |\n"
            "| 16 | static | - | 4.000 |\n"
            "\nvalidation loss (nats), static minus dynamic, by pairs of one seed: mean ± 95% "
            "interval of it (how many are above zero, p of the sign-flip test)\n\n"
            "| block size | tokens 1000 | tokens 20000 |\n|---|---|---|\n"
            "| 1 | -0.500 | +0.750 ± 3.176 (2 of 2, p 0.5) |\n");
  EXPECT_THAT(ablation_latex(table),
              HasSubstr("\n1 & dynamic & 5.500 & 2.500 $\\pm$ 0.707 (2) \\\\\n"));
  EXPECT_THAT(ablation_latex(table), HasSubstr("\\begin{tabular}{llrr}\n"));
  EXPECT_THAT(ablation_latex(table), HasSubstr("block size & policy & tokens 1000 & tokens 20000"));
  EXPECT_THAT(ablation_csv(table),
              HasSubstr("model.block,topology.policy,training.tokens,seeds,mean,deviation,lowest,"
                        "highest\n1,dynamic,1000,1,5.5,,5.5,5.5\n"));
}

TEST(Ablation, CellsHaveTheDecimalsOfTheLargestMean) {
  const auto cells = [](double factor) {
    AblationTable table = ablation_table(study(), kOptions);
    for (AblationRow& row : table.rows)
      for (auto& sample : row.samples)
        if (sample)
          for (auto& [seed, value] : sample->values) value *= factor;
    return ablation_markdown(table);
  };
  EXPECT_THAT(cells(0.1), HasSubstr("| 1 | dynamic | 0.5500 | 0.2500 ± 0.0707 (2) |\n"));
  EXPECT_THAT(cells(100), HasSubstr("| 1 | dynamic | 550.0 | 250.0 ± 70.7 (2) |\n"));
  EXPECT_THAT(cells(1e4), HasSubstr("| 1 | dynamic | 55000 | 25000 ± 7071 (2) |\n"));
  // FLOPs are too large to be written out, and zeros say nothing of digits.
  EXPECT_THAT(cells(1e12), HasSubstr("| 1 | dynamic | 5.5e+12 | 2.5e+12 ± 7.1e+11 (2) |\n"));
  EXPECT_THAT(cells(0), HasSubstr("| 1 | dynamic | 0 | 0 ± 0 (2) |\n"));
}

TEST(Ablation, WritesItsPairsAsLatexAndCsvToo) {
  const AblationTable table = ablation_table(study(), kOptions);
  EXPECT_THAT(
      ablation_latex(table),
      HasSubstr("\\end{tabular}\n% validation loss (nats), static minus dynamic, by pairs of one "
                "seed: mean, half of its 95% interval (how many are above zero, p of the "
                "sign-flip test)\n\\begin{tabular}{lrr}\n\\toprule\nblock size & "
                "tokens 1000 & tokens 20000 \\\\\n\\midrule\n1 & -0.500 & "
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

// They would be taken for this table's.
TEST(Ablation, LeavesNoFilesOfAnEarlierTable) {
  const espalier::testing::TemporaryFolder folder;
  write_ablation(ablation_table(study(), kOptions), folder.path());
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "heatmap.svg"));
  AblationOptions one = kOptions;
  one.pair.clear();
  one.where = {"topology.policy=static", "model.block=1"};
  write_ablation(ablation_table(study(), one), folder.path());
  for (const char* file : {"ablation_pairs.csv", "heatmap.gp", "heatmap.png", "heatmap.svg"})
    EXPECT_FALSE(std::filesystem::exists(folder.path() / file)) << file;
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "ablation.svg"));
}

// No table of dashes, and no words of intervals that are not there.
TEST(Ablation, SubtractsWhatHasAPairAlone) {
  const AblationTable table =
      ablation_table({run("1", "static", "1000", 1, 4), run("1", "dynamic", "1000", 1, 3),
                      run("1", "rigl", "2000", 1, 3), run("16", "static", "1000", 1, 4),
                      run("16", "dynamic", "2000", 1, 4)},
                     {.rows = kOptions.rows,
                      .columns = kOptions.columns,
                      .pair = kOptions.pair,
                      .against = "static"});
  ASSERT_EQ(table.differences.size(), 1u);
  EXPECT_EQ(table.differences[0].first, "dynamic");
  EXPECT_THAT(ablation_markdown(table),
              HasSubstr("\nvalidation loss (nats), dynamic minus static, of one pair of one seed "
                        "each\n\n| block size | tokens 1000 | tokens 2000 |\n|---|---|---|\n"
                        "| 1 | -1.000 | - |\n"));
}

TEST(Ablation, SaysWhatItCannotCompare) {
  const auto refusal = [](const std::vector<training::RunSummary>& runs,
                          const AblationOptions& options) {
    return message_of<ConfigError>([&] { ablation_table(runs, options); });
  };
  std::vector<training::RunSummary> runs = study();
  EXPECT_THAT(refusal({}, kOptions), HasSubstr("no run is done; name one that is"));
  EXPECT_THAT(refusal(runs, {.rows = {"model.blok"}}),
              HasSubstr("no key model.blok that decides numbers, did you mean model.block?"));
  EXPECT_THAT(refusal(runs, {.where = {"model.blok=1"}}),
              HasSubstr("no column 'model.blok', did you mean model.block?"));
  EXPECT_THAT(refusal(runs, {.metric = "exploded"}),
              HasSubstr("no metric exploded, did you mean explored?"));
  EXPECT_THAT(refusal(runs, {.columns = "run.folder"}), HasSubstr("no key run.folder"));
  EXPECT_THAT(refusal(runs, {.metric = "los"}),
              HasSubstr("no metric los, expected one of explored, validation_loss"));
  EXPECT_THAT(refusal(runs, {.where = {"model.block"}}), HasSubstr("expected KEY=VALUE"));
  EXPECT_THAT(refusal(runs, {.where = {"model.block=3"}}), HasSubstr("leaves no run"));
  EXPECT_THAT(refusal(runs, {.rows = {"model.block"}, .columns = "training.tokens"}),
              HasSubstr("they differ in topology.policy"));
  EXPECT_THAT(refusal(runs, {.pair = "training.batch"}),
              HasSubstr("pair training.batch: all runs have '32'; expected two values"));
  AblationOptions three = kOptions;
  three.pair = "training.tokens";
  EXPECT_THAT(refusal(runs, three), HasSubstr("expected one of the rows"));
  three.pair = kOptions.pair;
  runs.push_back(run("1", "set", "1000", 1, 2));
  EXPECT_THAT(
      refusal(runs, three),
      HasSubstr("the values dynamic, set, static; expected two, or one of them as `against`"));
  runs.back() = runs.front();
  EXPECT_THAT(refusal(runs, kOptions), HasSubstr("one cell and one seed, 1"));
}

TEST(Ablation, OfAFileOfSummariesIsThatOfItsRuns) {
  std::vector<training::RunSummary> runs;
  for (const training::RunSummary& each : study()) runs.push_back(each);
  runs.emplace_back(runs.front()).status = "stopped";
  const espalier::testing::TemporaryFolder folder;
  write_summary(folder.path() / "summary.csv", runs);
  const auto back = ablation_runs(training::read_summary(folder.path() / "summary.csv"));
  EXPECT_EQ(back.size(), study().size());
  EXPECT_EQ(ablation_markdown(ablation_table(back, kOptions)),
            ablation_markdown(ablation_table(ablation_runs(runs), kOptions)));
  std::vector<std::string> notes;
  (void)ablation_runs(runs, &notes);
  EXPECT_THAT(notes, ElementsAre(HasSubstr(": left out, its status is stopped")));
}

// What a reader tells curves apart by.
TEST(Ablation, GivesTwelveCurvesTwelveStyles) {
  std::vector<training::RunSummary> runs;
  for (const char* block : {"1", "2", "4", "8"})
    for (const char* policy : {"dynamic", "rigl", "static"})
      for (const char* tokens : {"1000", "20000"}) runs.push_back(run(block, policy, tokens, 1, 3));
  AblationOptions options = kOptions;
  options.pair.clear();
  const drawing::Panel panel = ablation_chart(ablation_table(runs, options)).panels[0];
  std::set<std::tuple<std::string, int, int>> looks;
  for (const drawing::Series& series : panel.series)
    looks.insert({series.look.colour, series.look.dash, series.look.marker});
  EXPECT_EQ(looks.size(), 12u);
  EXPECT_TRUE(panel.x.logarithmic);
  EXPECT_EQ(panel.x.ticks[1], (drawing::Tick{"20k", 20000}));
}

// Gnuplot leaves out what lies beyond.
TEST(Ablation, KeepsThePointsOfManyRowsOnTheAxis) {
  for (const bool logarithmic : {true, false}) {
    std::vector<training::RunSummary> runs;
    for (int row = 0; row < 24; ++row)
      for (const char* tokens : {"1000", logarithmic ? "20000" : "2000"})
        runs.push_back(run(std::to_string(row).c_str(), "static", tokens, 1, 3));
    const drawing::Panel panel =
        ablation_chart(
            ablation_table(runs, {.rows = {"model.block"}, .columns = "training.tokens"}))
            .panels[0];
    int points = 0;
    for (const drawing::Series& series : panel.series)
      for (const drawing::ChartPoint& point : series.points) {
        ++points;
        EXPECT_GT(point.x, panel.x.low);
        EXPECT_LT(point.x, panel.x.high);
      }
    EXPECT_EQ(points, 48);
  }
}

// Five bare numbers say nothing.
TEST(Ablation, ALegendOfManyKeysNamesOfARowWhatMostHaveNot) {
  std::vector<training::RunSummary> runs;
  for (const auto& [deviation, decay, lasso] :
       std::vector<std::tuple<const char*, const char*, const char*>>{{"0.02", "0.01", "0"},
                                                                      {"0.02", "0", "0"},
                                                                      {"0.1", "0.01", "0.5"},
                                                                      {"0.02", "0.01", "1"},
                                                                      {"0.2", "0.01", "0"}})
    for (const char* policy : {"static", "dynamic"})
      runs.push_back(run_with({{"model.initial_deviation", deviation},
                               {"training.weight_decay", decay},
                               {"training.group_lasso", lasso},
                               {"topology.policy", policy}},
                              1, 3));
  const AblationTable table = ablation_table(
      runs, {.rows = {"model.initial_deviation", "training.weight_decay", "training.group_lasso"},
             .columns = "topology.policy"});
  const drawing::Panel panel = ablation_chart(table).panels[0];
  EXPECT_EQ(panel.legend_title,
            "usual values: first deviation 0.02, weight decay 0.01, group lasso 0");
  std::vector<std::string> names;
  for (const drawing::Series& series : panel.series) names.push_back(series.name);
  EXPECT_THAT(names, ::testing::UnorderedElementsAre("usual values", "weight decay 0",
                                                     "first deviation 0.1, group lasso 0.5",
                                                     "group lasso 1", "first deviation 0.2"));
  std::set<std::string> colours;
  for (const drawing::Series& series : panel.series) colours.insert(series.look.colour);
  EXPECT_EQ(colours.size(), names.size());
  const drawing::Chart heatmap = heatmap_chart(table);
  EXPECT_EQ(heatmap.footnote, panel.legend_title);
  EXPECT_EQ(heatmap.panels[0].y.ticks[0].text, panel.series[0].name);
}

TEST(Ablation, AFigureNamesKeysAndMetricsInWords) {
  const drawing::Chart chart = ablation_chart(ablation_table(study(), kOptions));
  EXPECT_EQ(chart.panels[0].y.title, "validation loss (nats)");
  EXPECT_EQ(chart.panels[0].x.title, "tokens");
  EXPECT_EQ(chart.panels[0].legend_title, "block size, policy");
  EXPECT_EQ(in_words("training.warmup_steps"), "training.warmup_steps");
  const drawing::Chart heatmap = heatmap_chart(ablation_table(study(), kOptions));
  EXPECT_EQ(heatmap.panels[0].x.title, "tokens");
  EXPECT_EQ(heatmap.panels[0].y.title, "");  // too long for three rows
  EXPECT_EQ(heatmap.footnote, "rows: block size, policy");
  EXPECT_EQ(heatmap.title, "validation loss (nats)");
}

TEST(Ablation, ALossHasTheUnitOfTheTask) {
  std::vector<training::RunSummary> runs = study();
  for (training::RunSummary& each : runs) each.task = "sequence_regression";
  const AblationTable table = ablation_table(runs, kOptions);
  const drawing::Chart chart = ablation_chart(table);
  EXPECT_EQ(chart.title, "validation loss (squared error)");
  EXPECT_EQ(chart.panels[0].y.title, "validation loss (squared error)");
  EXPECT_EQ(chart.panels[1].y.title, "static minus dynamic, validation loss (squared error)");
  EXPECT_EQ(heatmap_chart(table).title, "validation loss (squared error)");
  EXPECT_THAT(ablation_markdown(table), StartsWith("validation loss (squared error): mean"));
  EXPECT_THAT(ablation_markdown(table) + ablation_latex(table), Not(HasSubstr("(nats)")));
}

// Cells of a run that has learnt nothing of context would press the others together.
TEST(Ablation, ACellOnThePlateauStretchesNoScale) {
  std::vector<training::RunSummary> runs = study();
  for (training::RunSummary& each : runs) each.metrics.set("unigram_entropy", 9);
  const drawing::Axis losses = ablation_chart(ablation_table(runs, kOptions)).panels[0].y;
  runs.push_back(run("16", "static", "1000", 1, 8.75));
  runs.back().metrics.set("unigram_entropy", 9);
  const AblationTable table = ablation_table(runs, kOptions);
  const drawing::Chart chart = ablation_chart(table);
  EXPECT_EQ(chart.panels[0].y, losses);
  EXPECT_THAT(chart_script(chart), HasSubstr(drawing::kBeyond));
  EXPECT_THAT(chart_script(chart), HasSubstr("\"▲ 8.75\""));
  const drawing::Panel heatmap = heatmap_chart(table).panels[0];
  for (const drawing::Cell& cell : heatmap.cells) EXPECT_EQ(cell.beyond, cell.value == 8.75);
  // Its table marks it, and differences with it.
  const char* note =
      "\n† a run less than 0.5 nats below the unigram entropy, or above the "
      "context-free loss\n";
  EXPECT_THAT(ablation_markdown(table),
              AllOf(HasSubstr("| 16 | static | 8.750 † | 4.000 |\n"), HasSubstr(note)));
  EXPECT_THAT(ablation_latex(table),
              AllOf(HasSubstr("\n16 & static & 8.750 $\\dagger$ & 4.000 \\\\\n"),
                    HasSubstr("\n% dagger: a run less than 0.5 nats")));
  runs.push_back(run("16", "dynamic", "1000", 1, 5.75));
  runs.back().metrics.set("unigram_entropy", 9);
  EXPECT_THAT(
      ablation_markdown(ablation_table(runs, kOptions)),
      AllOf(HasSubstr("| 16 | dynamic | 5.750 | - |\n"), HasSubstr("| 16 | +3.000 † | - |\n")));
  // Of a metric that is no loss the plateau says nothing.
  AblationOptions explored = kOptions;
  explored.metric = "explored";
  EXPECT_THAT(chart_script(ablation_chart(ablation_table(runs, explored))),
              Not(HasSubstr(drawing::kBeyond)));
}

TEST(Ablation, AFigureNamesValuesInWords) {
  std::vector<training::RunSummary> runs = {run("1", "rigl", "1000", 1, 3),
                                            run("1", "static", "1000", 1, 4)};
  const AblationTable table = ablation_table(
      runs, {.rows = {"topology.policy"}, .columns = "training.tokens", .pair = "topology.policy"});
  const drawing::Chart chart = ablation_chart(table);
  EXPECT_EQ(chart.panels[0].series[0].name, "RigL");
  EXPECT_EQ(chart.panels[1].y.title, "static minus RigL, validation loss (nats)");
  EXPECT_THAT(ablation_csv(table), HasSubstr("\nrigl,"));
}

// As the curves of every other figure have.
TEST(Ablation, PoliciesHaveTheColoursOfTheirModes) {
  const drawing::Panel panel = ablation_chart(ablation_table(study(), kOptions)).panels[0];
  ASSERT_THAT(panel.series, SizeIs(3));
  for (const drawing::Series& series : panel.series)
    EXPECT_EQ(series.look.colour,
              series.name.ends_with("static") ? drawing::kVermilion : drawing::kBlue)
        << series.name;
}

// A rate in the place of the policy would take its colours.
TEST(Ablation, PoliciesHaveTheirColoursWhereverTheyStand) {
  const drawing::Panel panel =
      ablation_chart(ablation_table(study(), {.rows = {"topology.policy", "model.block"},
                                              .columns = "training.tokens"}))
          .panels[0];
  ASSERT_THAT(panel.series, SizeIs(3));
  for (const drawing::Series& series : panel.series)
    EXPECT_EQ(series.look.colour,
              series.name.starts_with("static") ? drawing::kVermilion : drawing::kBlue)
        << series.name;
}

// A colour or mark of the left panel would say of a difference what it says of one of the two.
TEST(Ablation, ADifferenceHasNoColourOfEitherOfItsTwo) {
  std::vector<training::RunSummary> runs;
  for (const char* block : {"1", "16"})
    for (const char* policy : {"static", "dynamic"})
      for (const char* tokens : {"1000", "20000"})
        for (const Index seed : {1, 2, 3})
          runs.push_back(run(block, policy, tokens, seed, 3 + 0.25 * static_cast<double>(seed)));
  const drawing::Chart chart = ablation_chart(ablation_table(runs, kOptions));
  // Blocks of 1 dynamic and static, then those of 16: the mark is that of the block.
  const std::vector<drawing::Series>& rows = chart.panels[0].series;
  EXPECT_EQ(rows[0].look.colour, rows[2].look.colour);
  EXPECT_NE(rows[0].look.colour, rows[1].look.colour);
  for (const std::size_t i : {0u, 1u}) {
    const drawing::Look& look = chart.panels[1].series[1 + i].look;  // the zero comes first
    EXPECT_NE(look.colour, rows[0].look.colour);
    EXPECT_NE(look.colour, rows[1].look.colour);
    EXPECT_EQ(look.marker, rows[2 * i].look.marker);
  }
}

// As the tables beside them have.
TEST(Ablation, BarsOfThreePairsAreTheIntervalAndStandOnTheAxis) {
  std::vector<training::RunSummary> runs;
  for (const Index seed : {1, 2, 3}) {
    runs.push_back(run("1", "static", "1000", seed, 3 + 0.25 * static_cast<double>(seed)));
    runs.push_back(run("1", "dynamic", "1000", seed, 3));
  }
  const drawing::Panel panel = ablation_chart(ablation_table(runs, kOptions)).panels[1];
  // 0.25, 0.5, 0.75: mean 0.5, deviation 0.25, of which 4.303 by the root of three.
  const drawing::ChartPoint& point = panel.series[1].points[0];
  EXPECT_EQ(point.x, 1000);
  EXPECT_EQ(point.y, 0.5);
  EXPECT_NEAR(point.low, -0.12108, 1e-4);  // 4.303 is rounded to four digits
  EXPECT_EQ(panel.title, "paired by seed; bars: 95% interval");
  EXPECT_LT(panel.y.low, point.low);
  EXPECT_GT(panel.y.high, point.high);
}

TEST(Ablation, ATableSaysWhatTheNameOfAModelSays) {
  std::vector<training::RunSummary> runs = {
      run_with({{"model.name", "groupbert_nano"}, {"model.hidden", "0"}, {"model.norm", "post"}}, 1,
               2),
      run_with({{"model.name", "nano"}, {"model.hidden", "84"}, {"model.norm", "post"}}, 1, 3),
      run_with({{"model.name", "mine"}, {"model.hidden", "0"}, {"model.norm", "post"}}, 1, 4)};
  const std::string table = ablation_markdown(
      ablation_table(runs, {.rows = {"model.name", "model.norm"}, .columns = "model.hidden"}));
  EXPECT_THAT(table, HasSubstr("| model | placement of norms | width 0 | width 64 | "
                               "width 84 |"));
  EXPECT_THAT(table, AllOf(HasSubstr("| groupbert_nano | pre | - | 2.000 | - |"),
                           HasSubstr("| nano | post | - | - | 3.000 |"),
                           HasSubstr("| mine | post | 4.000 | - | - |")));
}

TEST(Ablation, AHeatMapHasANumberInEachCellThatHasRuns) {
  std::vector<training::RunSummary> runs;
  for (const char* block : {"1", "4"})
    for (const char* tokens : {"1000", "20000"})
      for (const Index seed : {1, 2})
        if (std::string(block) != "4" || std::string(tokens) != "1000")
          runs.push_back(run(block, "static", tokens, seed, 3 + 0.25 * static_cast<double>(seed)));
  const AblationTable table =
      ablation_table(runs, {.rows = {"model.block"}, .columns = "training.tokens"});
  const drawing::Chart chart = heatmap_chart(table);
  const drawing::Panel& panel = chart.panels[0];
  // Columns 0 and 1 of the first row and the second of the other: the deviation of 3.25 and 3.5.
  ASSERT_EQ(panel.cells.size(), 3u);
  EXPECT_EQ(panel.cells[2].x, 1);
  EXPECT_EQ(panel.cells[2].y, 1);
  EXPECT_EQ(panel.cells[2].value, 3.375);
  EXPECT_EQ(panel.cells[2].text, "3.3750 ± 0.1768");
  EXPECT_THAT(panel.x.ticks, ElementsAre(drawing::Tick{"1k", 0}, drawing::Tick{"20k", 1}));
  EXPECT_THAT(panel.y.ticks, ElementsAre(drawing::Tick{"1", 0}, drawing::Tick{"4", 1}));
  EXPECT_THAT(chart.subtitle, HasSubstr("± standard deviation over the seeds"));
  const espalier::testing::TemporaryFolder folder;
  write_ablation(table, folder.path());
  const std::string svg = espalier::testing::read_bytes(folder.path() / "heatmap.svg");
  EXPECT_THAT(svg, HasSubstr("3.3750 ± 0.1768"));
}

TEST(Ablation, OfOneSeedSpeaksOfNoDeviation) {
  std::vector<training::RunSummary> runs;
  for (const char* block : {"1", "4"})
    for (const char* tokens : {"1000", "20000"})
      if (std::string(block) != "4" || std::string(tokens) != "1000")
        runs.push_back(run(block, "static", tokens, 1, 3));
  const AblationOptions options = {.rows = {"model.block"}, .columns = "training.tokens"};
  const AblationTable one = ablation_table(runs, options);
  EXPECT_TRUE(one.has_one_seed());
  EXPECT_THAT(ablation_markdown(one), StartsWith("validation loss (nats), one seed\n"));
  EXPECT_EQ(ablation_chart(one).panels[0].title, "one seed");
  EXPECT_EQ(heatmap_chart(one).subtitle, "one seed");
  runs.push_back(run("4", "static", "20000", 2, 3));
  EXPECT_FALSE(ablation_table(runs, options).has_one_seed());
}

TEST(Ablation, StandsSideBySideWhereValuesAreNoNumbers) {
  const drawing::Panel panel =
      ablation_chart(ablation_table(study(), {.rows = {"model.block", "training.tokens"},
                                              .columns = "topology.policy"}))
          .panels[0];
  EXPECT_THAT(panel.x.ticks, ElementsAre(drawing::Tick{"dynamic", 0}, drawing::Tick{"static", 1}));
  EXPECT_FALSE(panel.x.logarithmic);
  // Between them there is nothing that a line could stand for.
  for (const drawing::Series& series : panel.series) EXPECT_EQ(series.look.dash, 0);
}

}  // namespace
}  // namespace espalier::experiments
