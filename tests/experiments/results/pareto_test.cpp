// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/pareto.h>

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include <espalier/experiments/results/pareto_figure.h>
#include <espalier/experiments/results/pareto_text.h>
#include <espalier/experiments/results/table_cells.h>
#include <espalier/models/families/family_registry.h>
#include <espalier/models/families/flops.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/runs/run_store.h>
#include "tests/support/temporary_folder.h"
#include "tests/training/run_with_losses.h"

namespace espalier::experiments::pareto_test {
namespace {

using espalier::testing::FolderTest;
using espalier::testing::message_of;

using ::testing::ContainsRegex;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

double flops(const char* model, double density) {
  return models::training_flops(models::declare(models::model_by_name(model)), density, 128);
}

// Dense losses of Dietrich et al. 2021, tables 1, A.8 and A.10.
DenseCurve published_curve() {
  return DenseCurve(
      {{flops("medium", 1), 2.115}, {flops("mini", 1), 2.614}, {flops("small", 1), 2.310}});
}

// Half a unit of the last printed digit is all that rounding allows, here and below.
TEST(DenseCurve, ReproducesThePublishedMatchedLosses) {
  const DenseCurve curve = published_curve();
  const auto base = curve.loss_at(flops("base", 0.1));
  const auto medium = curve.loss_at(flops("medium", 0.1));
  ASSERT_TRUE(base && medium);
  EXPECT_NEAR(base->value, 2.350, 0.0005 + 0.0005);  // the dense losses are rounded too
  EXPECT_NEAR(medium->value, 2.603, 0.0005 + 0.0005);
  EXPECT_NEAR(base->value, 2.3504, 0.00005);
  EXPECT_NEAR(medium->value, 2.6032, 0.00005);
  EXPECT_FALSE(base->extrapolated);
  EXPECT_FALSE(medium->extrapolated);
}

TEST(DenseCurve, ReproducesThePublishedReductionsAtEqualLoss) {
  const DenseCurve curve = published_curve();
  const double sparse = flops("base", 0.1);
  for (const auto& [loss, ratio] :
       {std::pair{2.311, 0.832}, {2.295, 0.787}, {2.272, 0.727}, {2.160, 0.488}}) {
    const auto dense = curve.cost_at(loss);
    ASSERT_TRUE(dense);
    EXPECT_NEAR(sparse / dense->value, ratio, 0.0005) << loss;
    EXPECT_FALSE(dense->extrapolated);
  }
}

TEST(DenseCurve, PassesThroughItsPointsAndIsAPowerLawBetween) {
  const DenseCurve curve({{100, 4}, {1, 8}, {100, 5}, {10000, 2}});
  EXPECT_EQ(curve.points().size(), 3u);  // of two with equal FLOPs the lower loss counts
  EXPECT_DOUBLE_EQ(curve.loss_at(1)->value, 8);
  EXPECT_DOUBLE_EQ(curve.loss_at(100)->value, 4);
  EXPECT_DOUBLE_EQ(curve.loss_at(10)->value, std::sqrt(32.0));
  EXPECT_DOUBLE_EQ(curve.cost_at(4)->value, 100);
  EXPECT_DOUBLE_EQ(curve.cost_at(std::sqrt(8.0))->value, 1000);
}

TEST(DenseCurve, MarksExtrapolation) {
  const DenseCurve curve({{1, 8}, {100, 4}, {10000, 2}});
  const auto beyond = curve.loss_at(1e6);
  EXPECT_TRUE(beyond->extrapolated);
  EXPECT_DOUBLE_EQ(beyond->value, 1);
  EXPECT_TRUE(curve.loss_at(0.01)->extrapolated);
  EXPECT_TRUE(curve.cost_at(16)->extrapolated);
  EXPECT_DOUBLE_EQ(curve.cost_at(16)->value, 0.01);
  // exp(log(1e6)): a few roundings of the exponent, 13.8, each worth 13.8 eps of the result.
  EXPECT_NEAR(curve.cost_at(1)->value, 1e6, 1e6 * 4 * 13.8 * 2.3e-16);
}

TEST(DenseCurve, SaysNothingWhereThereIsNoLine) {
  EXPECT_FALSE(DenseCurve({}).loss_at(1));
  EXPECT_FALSE(DenseCurve({{1, 2}}).loss_at(1));
  EXPECT_FALSE(DenseCurve({{1, 2}}).cost_at(2));
  // The larger model is worse: nothing says what a better one would cost.
  EXPECT_FALSE(DenseCurve({{1, 2}, {10, 3}}).cost_at(1.5));
  EXPECT_FALSE(DenseCurve({{1, 2}, {10, 2}}).cost_at(1));
  EXPECT_THROW(DenseCurve({{1, training::kUnknown}}), ConfigError);
  EXPECT_THROW(DenseCurve({{0, 1}}), ConfigError);
}

training::RunSummary run(const std::string& model, const std::string& mode, double loss,
                         Index seed = 1, double learning_rate = 1e-3) {
  training::RunSummary summary;
  summary.name = model + '-' + mode;
  summary.status = "done";
  summary.model = model;
  summary.policy = mode;
  summary.density = mode == "dense" ? 1 : 0.1;
  summary.block = mode == "dense" ? 1 : 4;
  summary.seed = seed;
  summary.learning_rate = learning_rate;
  summary.sequences = 1000;
  summary.tokens = 128000;
  summary.encoder_flops_per_sequence = flops(model.c_str(), summary.density);
  summary.total_training_flops = 1000 * summary.encoder_flops_per_sequence + 1e12;
  summary.metrics.set(training::metric::kValidationLoss, loss);
  summary.metrics.set(training::metric::kUnigramEntropy, 6.5);
  summary.seconds = 10;
  return summary;
}

TEST(ParetoTable, ChoosesTheRateByTheMeanOverSeeds) {
  const ParetoTable table =
      make_pareto_table({run("mini", "dynamic", 4.0, 1, 1e-3), run("mini", "dynamic", 5.0, 2, 1e-3),
                         run("mini", "dynamic", 4.3, 1, 2e-3), run("mini", "dynamic", 4.5, 2, 2e-3),
                         run("mini", "dynamic", 4.6, 1, 4e-3)});
  ASSERT_EQ(table.rows.size(), 1u);
  const ParetoRow& row = table.rows[0];
  EXPECT_EQ(row.learning_rate, 2e-3);  // although one seed of 1e-3 has the lowest loss of all
  EXPECT_EQ(row.seeds, 2);
  EXPECT_DOUBLE_EQ(row.loss, 4.4);
  EXPECT_NEAR(row.loss_spread, std::sqrt(0.02), 1e-15);
  EXPECT_DOUBLE_EQ(row.below_unigram(), 6.5 - 4.4);
  ASSERT_EQ(table.rates.size(), 3u);
  EXPECT_FALSE(table.rates[0].chosen);
  EXPECT_TRUE(table.rates[1].chosen);
  EXPECT_FALSE(table.rates[1].at_edge);
  EXPECT_TRUE(std::isnan(table.rates[2].loss_spread));
}

TEST(ParetoTable, ComparesRatesOverTheSeedsThatBothHave) {
  const ParetoTable table =
      make_pareto_table({run("mini", "dynamic", 4.0, 1, 1e-3), run("mini", "dynamic", 4.4, 2, 1e-3),
                         run("mini", "dynamic", 4.1, 1, 2e-3)});
  EXPECT_TRUE(table.rates[0].chosen);  // although with its second seed its mean is the highest
  EXPECT_DOUBLE_EQ(table.rows[0].loss, 4.2);
  const ParetoTable strangers = make_pareto_table(
      {run("mini", "dynamic", 4.0, 1, 1e-3), run("mini", "dynamic", 3.9, 2, 2e-3)});
  EXPECT_TRUE(strangers.rates[1].chosen);  // none in common: what there is decides
}

TEST(ParetoTable, ChoosesByValidationAndReportsTheTest) {
  std::vector<training::RunSummary> runs = {run("mini", "dynamic", 4.0, 1, 1e-3),
                                            run("mini", "dynamic", 4.5, 1, 2e-3)};
  runs[0].metrics.set(training::metric::kTestLoss, 4.4);
  EXPECT_FALSE(make_pareto_table(runs).tested);  // one run has none
  runs[1].metrics.set(training::metric::kTestLoss, 4.3);
  const ParetoTable table = make_pareto_table(runs);
  ASSERT_TRUE(table.tested);
  EXPECT_EQ(table.rows[0].learning_rate, 1e-3);
  EXPECT_EQ(table.rows[0].loss, 4.4);
  EXPECT_EQ(table.rates[0].loss, 4.0);
  EXPECT_THAT(pareto_csv(table), HasSubstr("test_loss"));
  EXPECT_THAT(pareto_markdown(table), HasSubstr("| test loss |"));
}

TEST(ParetoTable, SaysWhenTheBestRateIsAtTheEdge) {
  const ParetoTable table =
      make_pareto_table({run("mini", "dense", 4.0, 1, 1e-3), run("mini", "dense", 4.5, 1, 2e-3)});
  EXPECT_TRUE(table.rates[0].chosen && table.rates[0].at_edge);
  EXPECT_THAT(pareto_markdown(table), HasSubstr("chosen, at the edge"));
}

TEST(ParetoTable, MatchesSparseRowsWithDenseOnes) {
  const ParetoTable table =
      make_pareto_table({run("base", "dynamic", 2.311), run("small", "dense", 2.310),
                         run("mini", "dense", 2.614), run("medium", "dense", 2.115)});
  ASSERT_EQ(table.rows.size(), 4u);
  EXPECT_EQ(table.rows[0].model, "mini");  // dense first, by FLOPs
  EXPECT_FALSE(table.rows[0].encoder_match.loss);
  const ParetoRow& sparse = table.rows[3];
  EXPECT_NEAR(sparse.encoder_match.loss->value, 2.3504, 0.00005);
  EXPECT_NEAR(sparse.encoder_match.cost_ratio->value, 0.832, 0.0005);
  // By every FLOP the ratio differs, since the head costs the same in both.
  EXPECT_GT(sparse.total_match.cost_ratio->value, 0.833);
  EXPECT_THAT(pareto_markdown(table), HasSubstr("| 2.350 | 0.832 |"));
}

TEST(ParetoTable, BudgetsAndSettingsAreNeverMixed) {
  training::RunSummary longer = run("small", "dense", 2.0);
  longer.tokens *= 2;
  training::RunSummary other = run("base", "static", 2.5, 2);
  other.settings_hash = "1234567890abcdef";
  const ParetoTable table =
      make_pareto_table({run("mini", "dense", 2.6), longer, run("base", "static", 2.4), other});
  ASSERT_EQ(table.rows.size(), 4u);
  EXPECT_EQ(table.rows[2].seeds, 1);
  EXPECT_FALSE(table.rows[2].encoder_match.loss);  // one dense model of its budget is no curve
  EXPECT_THAT(pareto_markdown(table), HasSubstr("base (settings 12345678)"));
  EXPECT_THAT(pareto_markdown(table), HasSubstr("| block | trained on | seeds |"));
  EXPECT_THAT(pareto_markdown(table), HasSubstr("| small | dense | 1 | - | 0.256 M tokens | 1 |"));
  EXPECT_THAT(pareto_markdown(table), HasSubstr("| small | dense | 1 | - | 256k | 0.001 | 1 |"));
  EXPECT_THAT(pareto_markdown(make_pareto_table({longer})), Not(HasSubstr("tokens |")));
}

// Where layers share a budget of blocks, each seed has FLOPs of its own.
TEST(ParetoTable, SeedsOfOneExperimentAreOneRowWhateverTheirFlops) {
  training::RunSummary one = run("mini", "granet", 2.4), two = run("mini", "granet", 2.6, 2);
  two.encoder_flops_per_sequence *= 1.01;
  const ParetoTable table = make_pareto_table({one, two});
  ASSERT_EQ(table.rows.size(), 1u);
  EXPECT_EQ(table.rows[0].seeds, 2);
  EXPECT_DOUBLE_EQ(table.rows[0].loss, 2.5);
  EXPECT_DOUBLE_EQ(table.rows[0].encoder_flops, 1.005 * one.encoder_flops_per_sequence);
}

TEST(ParetoTable, MatchesWithDenseModelsThatHaveLearntContextAlone) {
  training::RunSummary plateau = run("tiny", "dense", 5.9);
  plateau.metrics.set(training::metric::kContextFreeLoss, 5.8);
  const auto matched = [&](double loss) {
    plateau.metrics.set(training::metric::kValidationLoss, loss);
    const ParetoTable table = make_pareto_table(
        {plateau, run("mini", "dense", 4), run("small", "dense", 3), run("mini", "static", 4.1)});
    const auto sparse = std::ranges::find(table.rows, "static", &ParetoRow::policy);
    return sparse->encoder_match.loss;
  };
  // Below the dense model of least cost that has learnt context, along the segment above it.
  ASSERT_TRUE(matched(5.9));
  EXPECT_TRUE(matched(5.9)->extrapolated);
  EXPECT_EQ(matched(5.9)->value, matched(5.8)->value);
  EXPECT_FALSE(matched(5.7)->extrapolated);
}

TEST(ParetoTable, LeavesOutWhatProvesNothingAndSaysSo) {
  training::RunSummary stopped = run("mini", "dense", 3);
  stopped.status = "stopped";
  stopped.name = "interrupted";
  training::RunSummary empty = run("mini", "dense", training::kUnknown, 2);
  const ParetoTable table =
      make_pareto_table({run("mini", "dense", 6.2), run("mini", "dense", 6.2), stopped, empty});
  ASSERT_EQ(table.rows.size(), 1u);
  EXPECT_EQ(table.rows[0].seeds, 1);
  EXPECT_EQ(table.rows[0].trained_enough(), false);
  ASSERT_EQ(table.notes.size(), 3u);
  const std::string markdown = pareto_markdown(table);
  EXPECT_THAT(markdown, HasSubstr("0.300, not trained long enough"));
  EXPECT_THAT(markdown, HasSubstr("interrupted: left out, its status is stopped"));
  EXPECT_THAT(markdown, HasSubstr("repeats another run"));
  EXPECT_THAT(markdown, HasSubstr("no validation loss"));
  training::RunSummary unknown = run("mini", "dense", 3);
  unknown.metrics.set(training::metric::kUnigramEntropy,
                      training::kUnknown);  // as classification has it: nothing to compare with
  EXPECT_EQ(make_pareto_table({unknown}).rows[0].trained_enough(), std::nullopt);
  EXPECT_THAT(pareto_markdown(make_pareto_table({unknown})),
              Not(HasSubstr(", not trained long enough")));
  unknown.learning_rate =
      training::kUnknown;  // of a table made by hand; it would be no key of a rate
  EXPECT_THAT(make_pareto_table({unknown}).notes,
              ElementsAre(HasSubstr("left out, it has no learning rate")));
}

// The unigram entropy is that of the text to validate on.
TEST(ParetoTable, JudgesTrainingByTheValidationLoss) {
  training::RunSummary enough = run("mini", "dense", 5.98), short_of = run("tiny", "dense", 6.02);
  for (training::RunSummary* each : {&enough, &short_of})
    each->metrics.set(training::metric::kTestLoss, 6.01);
  const ParetoTable one = make_pareto_table({enough});
  ASSERT_TRUE(one.tested);
  EXPECT_EQ(one.rows[0].trained_enough(), true);
  EXPECT_THAT(pareto_markdown(one), HasSubstr("long enough the validation loss says"));
  const ParetoTable other = make_pareto_table({short_of});
  EXPECT_EQ(other.rows[0].trained_enough(), false);
  EXPECT_THAT(pareto_markdown(other), Not(HasSubstr("the validation loss says")));
}

// What the clock lets a run come to differs from one to the next: they are repetitions all the
// same.
TEST(ParetoTable, RunsByTheHourAreOneRowOfTheirHours) {
  const auto by_hours = [](const std::string& model, const std::string& mode, Index seed,
                           Index tokens) {
    training::RunSummary one = run(model, mode, 4.0 + 0.1 * static_cast<double>(seed), seed);
    one.tokens = tokens;
    one.encoder_flops_per_sequence *= 1 + 1e-3 * static_cast<double>(seed);
    one.settings["training.schedule_by"] = "hours";
    one.settings["training.hours"] = "0.5";
    return one;
  };
  const ParetoTable table =
      make_pareto_table({by_hours("mini", "dense", 1, 1000), by_hours("mini", "dense", 2, 1100),
                         by_hours("small", "dense", 1, 500), by_hours("mini", "static", 1, 3000)});
  ASSERT_EQ(table.rows.size(), 3u);
  EXPECT_EQ(table.rows[0].seeds + table.rows[1].seeds, 3);
  EXPECT_EQ(table.rows[0].tokens + table.rows[1].tokens, 1050 + 500);  // on average
  EXPECT_TRUE(table.rows[2].encoder_match.loss);  // of equal hours, though of other tokens
  EXPECT_EQ(budget_label(table.rows[0]), "0.5 hours");
}

TEST(ParetoTable, RefusesToCompareDifferentText) {
  training::RunSummary other = run("mini", "static", 3);
  other.vocabulary_hash = "beef";
  const std::string message = message_of<ConfigError>([&] {
    (void)make_pareto_table({run("mini", "dense", 3), other});
  });
  EXPECT_THAT(message, HasSubstr("mini-dense and mini-static: different vocabularies"));
  const auto refusal = [](const auto& change) {
    training::RunSummary a = run("mini", "dense", 3), b = run("mini", "static", 3);
    a.settings["data.sequence"] = "64";
    change(b);
    return message_of<ConfigError>([&] { (void)make_pareto_table({a, b}); });
  };
  EXPECT_THAT(refusal([](training::RunSummary& r) { r.task = "causal_lm"; }),
              HasSubstr("mini-dense and mini-static: different run.task (mlm and causal_lm)"));
  EXPECT_THAT(refusal([](training::RunSummary& r) { r.settings["data.sequence"] = "128"; }),
              HasSubstr("different data.sequence (64 and 128)"));
}

/// Rows of a policy and block at two costs, and the chart of all.
class ParetoChart : public ::testing::Test {
 protected:
  void add(const std::string& policy, double density = 0.1, Index block = 4) {
    for (const double cost : {2.0, 1.0}) {
      ParetoRow row;
      row.model = cost > 1 ? "mini" : "tiny";
      row.policy = policy;
      row.density = policy == "dense" ? 1 : density;
      row.block = block;
      row.tokens = 1000;
      row.seeds = 2;
      row.loss = 5 - cost;
      row.loss_spread = 0.25;
      row.encoder_flops = 1e8 * cost;
      table_.rows.push_back(row);
    }
  }
  drawing::Chart chart(const ParetoTable& overlay = {}) const {
    return pareto_chart(
        table_, overlay, {},
        {.figure = "f", .titles = {"FLOPs", "seconds"}, .costs = [](const ParetoRow& row) {
           return std::vector<double>{row.encoder_flops, 5e8 / row.encoder_flops};
         }});
  }
  static const drawing::Series& series(const drawing::Panel& panel, const std::string& begin) {
    const auto found = std::ranges::find_if(
        panel.series, [&](const drawing::Series& s) { return s.name.starts_with(begin); });
    EXPECT_NE(found, panel.series.end()) << begin;
    return *found;
  }

  ParetoTable table_;
};

TEST_F(ParetoChart, TheLegendNamesThePointsFromLeftToRight) {
  add("dense");
  add("static");
  for (ParetoRow& row : table_.rows)
    if (row.model == "mini") row.metrics.set(training::metric::kUnigramEntropy, 3.1);
  const drawing::Chart drawn = chart();
  ASSERT_EQ(drawn.panels.size(), 2u);
  const drawing::Series& dense = series(drawn.panels[0], "dense");
  EXPECT_EQ(dense.name, "dense: tiny, mini †");
  EXPECT_THAT(drawn.footnote,
              HasSubstr("from left to right; † not trained long enough: less than"));
  EXPECT_EQ(dense.points[0].x, 1e8);
  EXPECT_EQ(dense.points[0].y, 4);
  EXPECT_EQ(dense.points[0].low, 3.75);
  EXPECT_EQ(drawn.panels[1].y, drawn.panels[0].y);
}

// A line through them would go down and up and say nothing.
TEST_F(ParetoChart, TheSubtitleHasTheRangeOfBudgets) {
  add("dense");
  EXPECT_THAT(chart().subtitle, HasSubstr("0.001 M tokens per run"));
  table_.rows.back().tokens = 2000;
  EXPECT_THAT(chart().subtitle, HasSubstr("0.001 M tokens to 0.002 M tokens per run"));
}

TEST_F(ParetoChart, TheLossHasTheUnitOfTheTask) {
  add("dense");
  training::RunSummary run;
  for (ParetoRow& row : table_.rows) row.runs = {run};
  const ParetoTable of_language = table_;
  EXPECT_EQ(chart().panels[0].y.title, "Validation loss (nats per prediction)");
  run.task = "sequence_regression";
  for (ParetoRow& row : table_.rows) row.runs = {run};
  EXPECT_EQ(chart().panels[0].y.title, "Validation loss (squared error per prediction)");
  EXPECT_EQ(chart(of_language).panels[0].y.title,
            "Validation loss (nats or squared error per prediction)");
}

TEST_F(ParetoChart, DesignsOfEqualCostAreNotJoined) {
  add("dense");
  add("static");
  ParetoRow other = table_.rows[1];
  other.model = "other";
  other.loss += 0.5;
  table_.rows.push_back(other);
  ASSERT_EQ(other.policy, "dense");
  const drawing::Panel panel = chart().panels[0];
  EXPECT_NE(series(panel, "static").look.dash, 0);
  EXPECT_EQ(series(panel, "dense").look.dash, 0);
  EXPECT_EQ(series(panel, "dense").points.size(), 3u);
}

TEST_F(ParetoChart, WhatProvesNothingStandsAloneAndHollow) {
  add("dense");
  for (ParetoRow& row : table_.rows)
    if (row.model == "tiny")
      row.metrics = {{training::metric::kUnigramEntropy, row.loss + 1},
                     {training::metric::kContextFreeLoss, row.loss}};
  const drawing::Panel panel = chart().panels[0];
  ASSERT_EQ(panel.series.size(), 2u);
  EXPECT_EQ(panel.series[0].name, "dense: tiny †, mini");
  EXPECT_EQ(panel.series[0].points.size(), 1u);
  EXPECT_EQ(panel.series[1].name, "");
  EXPECT_EQ(panel.series[1].look.dash, 0);
  EXPECT_EQ(panel.series[1].look.marker, panel.series[0].look.marker - 1);
  ASSERT_EQ(panel.series[1].points.size(), 1u);
  EXPECT_EQ(panel.series[1].points[0].y, 4);
}

TEST_F(ParetoChart, WhatProvesNothingDoesNotStretchTheAxis) {
  add("dense");
  const drawing::Axis losses = chart().panels[0].y;
  ParetoRow plateau = table_.rows[0];
  plateau.model = "base";
  plateau.loss = 9;
  plateau.metrics = {{training::metric::kUnigramEntropy, 9.1}};
  table_.rows.push_back(plateau);
  const drawing::Chart drawn = chart();
  EXPECT_EQ(drawn.panels[0].y, losses);
  EXPECT_THAT(chart_script(drawn), HasSubstr(drawing::kBeyond));
  EXPECT_THAT(chart_script(drawn), HasSubstr("\"▲ 9\""));
  // Where nothing else is there, it is shown.
  table_.rows = {plateau};
  EXPECT_GT(chart().panels[0].y.high, 9);
  EXPECT_THAT(chart_script(chart()), Not(HasSubstr(drawing::kBeyond)));
}

TEST_F(ParetoChart, TheLegendHasWidthsWhereModelsDifferInThemAndInLayersAlone) {
  add("dense");
  add("static");
  for (ParetoRow& row : table_.rows)
    if (row.model == "tiny") row.model = "mini_L4_H64";
  EXPECT_EQ(series(chart().panels[0], "dense").name, "dense, width 64, 256");
  EXPECT_EQ(series(chart().panels[0], "static").name, "static, width 64, 256");
  for (ParetoRow& row : table_.rows)
    if (row.model != "mini") row.model = "mini_L2_H64";
  EXPECT_EQ(series(chart().panels[0], "dense").name, "dense, width 64 (2 layers), 256");
  for (ParetoRow& row : table_.rows)
    if (row.model != "mini") row.model = "mini_L1_H64";
  EXPECT_EQ(series(chart().panels[0], "dense").name, "dense, width 64 (1 layer), 256");
  for (ParetoRow& row : table_.rows)
    if (row.model != "mini") row.model = "mini_L1_H64_pre";
  EXPECT_EQ(series(chart().panels[0], "dense").name, "dense: mini_L1_H64_pre, mini");
}

// Two models of one layer of 64, of which one has a narrow feed-forward layer.
TEST_F(ParetoChart, TheLegendSaysWhatTellsModelsOfOneNameApart) {
  add("dense");
  ParetoRow& usual = table_.rows[1];
  usual.model = "mini_L1_H64";
  usual.runs.resize(1);
  usual.runs[0].settings["model.intermediate"] = "0";
  ParetoRow narrow = usual;
  narrow.encoder_flops *= 1.5;
  narrow.runs[0].settings["model.intermediate"] = "64";
  table_.rows.push_back(narrow);
  EXPECT_EQ(series(chart().panels[0], "dense").name,
            "dense, width 64 (1 layer), 64 (1 layer, feed-forward width 64), 256");
}

TEST_F(ParetoChart, ABlockHasOneMarkerInEveryColourAndAModeOneColourInEveryFigure) {
  for (const char* policy : {"dense", "static", "dynamic"})
    for (const Index block : {1, 4}) add(policy, 0.1, block);
  ParetoTable overlay;
  overlay.rows = {table_.rows[6]};  // static of block 4
  const drawing::Panel panel = chart(overlay).panels[0];
  EXPECT_EQ(series(panel, "static, block 1x1").look.colour, drawing::kVermilion);
  EXPECT_EQ(series(panel, "dynamic, block 4x4").look.colour, drawing::kBlue);
  EXPECT_EQ(series(panel, "static, block 1x1").look.marker,
            series(panel, "dynamic, block 1x1").look.marker);
  EXPECT_NE(series(panel, "static, block 1x1").look.marker,
            series(panel, "static, block 4x4").look.marker);
  EXPECT_EQ(series(panel, "static, block 4x4 (").look.marker,
            series(panel, "static, block 4x4:").look.marker - 1);  // open
  for (const drawing::Series& one : panel.series)
    EXPECT_EQ(std::ranges::count(panel.series, one.look, &drawing::Series::look), 1) << one.name;
}

TEST_F(ParetoChart, ManyCurvesOfSeveralDensitiesHaveARowForEach) {
  add("dense");
  for (const char* policy : {"static", "dynamic", "rigl"})
    for (const double density : {0.2, 0.1}) add(policy, density);
  const drawing::Chart drawn = chart();
  ASSERT_EQ(drawn.panels.size(), 4u);
  EXPECT_EQ(drawn.columns, 2u);
  EXPECT_EQ(drawn.panels[0].title, "density 0.2");
  EXPECT_EQ(drawn.panels[3].title, "density 0.1");
  for (const drawing::Panel& panel : drawn.panels) EXPECT_EQ(panel.series.size(), 4u);
}

TEST_F(ParetoChart, ManyCurvesOfSeveralBlocksHaveARowForEach) {
  add("dense");
  for (const char* policy : {"static", "dynamic"})
    for (const Index block : {1, 2, 4}) add(policy, 0.1, block);
  const drawing::Chart drawn = chart();
  ASSERT_EQ(drawn.panels.size(), 6u);
  EXPECT_EQ(drawn.panels[0].title, "block 1x1");
  EXPECT_EQ(drawn.panels[5].title, "block 4x4");
  for (const drawing::Panel& panel : drawn.panels) {
    ASSERT_EQ(panel.series.size(), 3u);
    EXPECT_TRUE(panel.series[0].name.starts_with("dense"));
    EXPECT_THAT(panel.series[1].name, HasSubstr(panel.title));
  }
}

class WritePareto : public FolderTest {
 protected:
  static std::vector<training::RunSummary> study() {
    std::vector<training::RunSummary> runs;
    for (Index seed = 1; seed <= 3; ++seed) {
      const double noise = 0.01 * static_cast<double>(seed);
      runs.push_back(run("tiny", "dense", 5.2 + noise, seed));
      runs.push_back(run("mini", "dense", 4.8 + noise, seed));
      runs.push_back(run("small", "dense", 4.4 + noise, seed));
      runs.push_back(run("mini", "static", 5.1 + noise, seed));
      runs.push_back(run("small", "static", 4.75 + noise, seed));
      runs.push_back(run("mini", "dynamic", 5.0 + noise, seed));
      runs.push_back(run("small", "dynamic", 4.6 + noise, seed));
    }
    return runs;
  }
};

TEST_F(WritePareto, WritesTablesScriptAndFigure) {
  ParetoOptions options;
  options.overlay = {run("mini", "dynamic", 5.05, 7)};
  const ParetoTable table = write_pareto(study(), folder_ / "out", options).table;
  EXPECT_EQ(table.rows.size(), 7u);
  for (const char* name : {"pareto.csv", "learning_rates.csv", "pareto.md", "summary.csv",
                           "overlay.csv", "pareto.gp"}) {
    EXPECT_GT(std::filesystem::file_size(folder_ / "out" / name), 100u) << name;
  }
  EXPECT_EQ(read(folder_ / "out" / "pareto.png").substr(1, 3), "PNG");
  const std::string svg = read(folder_ / "out" / "pareto.svg");
  EXPECT_THAT(svg, HasSubstr("</svg>"));
  EXPECT_THAT(svg, HasSubstr("sparse: density 0.1, block 4x4"));
  EXPECT_THAT(svg, HasSubstr("3 seeds each"));
  EXPECT_THAT(svg, HasSubstr("these runs"));
  write_pareto(study(), folder_ / "out");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out" / "overlay.csv")) << "of an earlier figure";
}

TEST_F(WritePareto, OfOneModelACurveRunsThroughItsDensities) {
  std::vector<training::RunSummary> runs = {run("tiny", "dense", 5.2), run("mini", "dense", 4.8)};
  for (const char* mode : {"static", "dynamic"})
    for (const double density : {0.5, 0.1, 0.25}) {
      runs.push_back(run("mini", mode, 5 - density));
      runs.back().density = density;
      runs.back().encoder_flops_per_sequence = flops("mini", density);
      runs.back().total_training_flops = 1000 * flops("mini", density) + 1e12;
    }
  write_pareto(runs, folder_ / "out");
  const std::string svg = read(folder_ / "out" / "pareto.svg");
  // By ascending cost, so that its line does not go to and fro.
  for (const char* text : {"sparse: block 4x4; ", "dynamic, mini: density 0.1, density 0.25, ",
                           "static, mini: density 0.1, density 0.25, density 0.5"})
    EXPECT_THAT(svg, HasSubstr(text));
  EXPECT_THAT(read(folder_ / "out" / "pareto.gp"),
              ContainsRegex("[0-9e+.]+ 4.9\n[0-9e+.]+ 4.75\n[0-9e+.]+ 4.5\n"));
}

TEST_F(WritePareto, MatchesRunsWithTheDenseOnesThatTheyAreDrawnOver) {
  const ParetoTable table = write_pareto(study(), folder_ / "alone").table;
  const auto mini = std::ranges::find_if(table.rows, [](const ParetoRow& row) {
    return row.model == "mini" && row.policy == "dynamic";
  });
  ASSERT_NE(mini, table.rows.end());
  const auto overlay_cells = [&](const std::vector<training::RunSummary>& runs) {
    ParetoOptions options;
    options.overlay = runs;
    write_pareto(study(), folder_ / "over", options);
    return read(folder_ / "over" / "overlay.csv");
  };
  ASSERT_TRUE(mini->encoder_match.loss);
  const std::string matched = csv_number(mini->encoder_match.loss->value);
  EXPECT_THAT(overlay_cells({run("mini", "dynamic", 5.05, 7)}), HasSubstr(matched));
  // Dense runs of its own come first, and one of another text says nothing.
  EXPECT_THAT(overlay_cells({run("mini", "dynamic", 5.05, 7), run("mini", "dense", 4.9, 7)}),
              Not(HasSubstr(matched)));
  training::RunSummary other = run("mini", "dynamic", 5.05, 7);
  other.corpus_hash = "another";
  EXPECT_THAT(overlay_cells({other}), Not(HasSubstr(matched)));
  other = run("mini", "dynamic", 5.05, 7);
  other.task = "causal_lm";
  EXPECT_THAT(overlay_cells({other}), Not(HasSubstr(matched)));
  EXPECT_THAT(read(folder_ / "over" / "pareto.md"),
              HasSubstr("Different run.task (causal_lm, above mlm): losses cannot be compared"));
}

TEST_F(WritePareto, TellsWhichRunsItDoesNotDrawOverTheOthers) {
  training::RunSummary failed = run("mini", "static", 5.2, 7);
  failed.status = "failed";
  ParetoOptions options;
  options.overlay = {run("mini", "dynamic", 5.05, 7), failed};
  const WrittenPareto written = write_pareto(study(), folder_ / "out", options);
  EXPECT_THAT(written.notes, ElementsAre(HasSubstr("mini-static: left out, its status is failed")));
  EXPECT_THAT(written.markdown, HasSubstr("## Notes\n\n- mini-static: left out"));
  options.overlay = {failed};
  EXPECT_THAT(
      message_of<ConfigError>([&] { (void)write_pareto(study(), folder_ / "none", options); }),
      HasSubstr("none of the 1 runs to draw over the others is done"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "none"));
}

TEST_F(WritePareto, ReportsOneKindOfLossForAllThatItDraws) {
  std::vector<training::RunSummary> tested = study();
  for (training::RunSummary& one : tested)
    one.metrics.set(training::metric::kTestLoss, one.validation_loss() + 0.5);
  ParetoOptions options;
  options.overlay = {run("mini", "dynamic", 5.05, 7)};
  EXPECT_FALSE(write_pareto(tested, folder_ / "mixed", options).table.tested);
  EXPECT_THAT(read(folder_ / "mixed" / "pareto.gp"), HasSubstr("Validation loss"));
  options.overlay[0].metrics.set(training::metric::kTestLoss, 5.5);
  EXPECT_TRUE(write_pareto(tested, folder_ / "tested", options).table.tested);
}

TEST_F(WritePareto, TheSummaryGivesTheSameTables) {
  const ParetoTable table = write_pareto(study(), folder_ / "a").table;
  write_pareto(training::read_runs({folder_ / "a" / "summary.csv"}), folder_ / "b");
  for (const char* name : {"pareto.csv", "pareto.md", "pareto.gp", "summary.csv"}) {
    EXPECT_EQ(read(folder_ / "a" / name), read(folder_ / "b" / name)) << name;
  }
}

TEST_F(WritePareto, NeedsAFinishedRun) {
  EXPECT_THAT(message_of<ConfigError>([&] { (void)write_pareto({}, folder_); }),
              HasSubstr("none of 0 runs"));
}

class BranchesInTables : public FolderTest {
 protected:
  /// A run of one settings with this seed, which left another one at a step, "fixed@20", or none.
  training::RunSummary run(const std::string& name, Index seed, const std::string& branched_from) {
    const auto folder = training::run_with_losses(folder_, name, 4, seed, {6, 5, 4, 3.5});
    training::Manifest manifest = training::read_manifest(folder);
    manifest.branched_from = branched_from;
    training::RunFolder::open(folder).write_manifest(manifest);
    return training::summarise_run(folder);
  }
};

TEST_F(BranchesInTables, AreNoRepetitionsOfRunsThatBeganByThemselves) {
  const training::RunSummary own = run("own", 1, ""), early = run("early", 2, "fixed@10"),
                             late = run("late", 3, "fixed@20"), later = run("later", 4, "f@20");
  // A run that began by itself counts, wherever it stands.
  ParetoTable table = make_pareto_table({early, own, late});
  ASSERT_EQ(table.rows.size(), 1u);
  EXPECT_EQ(table.rows[0].seeds, 1);
  EXPECT_EQ(table.rows[0].runs[0].name, "own");
  EXPECT_THAT(table.notes,
              ElementsAre(HasSubstr("early: left out, it left another run at step 10, and runs of "
                                    "its settings began by themselves"),
                          HasSubstr("late: left out, it left another run at step 20")));
  // Else those of the first's step.
  table = make_pareto_table({late, early, later});
  ASSERT_EQ(table.rows.size(), 1u);
  EXPECT_EQ(table.rows[0].seeds, 2);
  EXPECT_THAT(table.notes, ElementsAre(HasSubstr("early: left out, it left another run at step 10, "
                                                 "and runs of its settings at 20")));
}

}  // namespace
}  // namespace espalier::experiments::pareto_test
