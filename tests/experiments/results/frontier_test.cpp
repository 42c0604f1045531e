// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/frontier.h>

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>
#include <espalier/training/runs/metrics_file.h>
#include <espalier/training/runs/run_store.h>
#include "tests/support/message.h"
#include "tests/support/temporary_folder.h"
#include "tests/training/run_with_losses.h"

namespace espalier::experiments {
namespace {

using espalier::testing::message_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

// On double logarithmic axes a power law is straight: 8 / sqrt(cost) goes through (1, 8), (4, 4)
// and (16, 2); what lies above, or on a later piece that rises, is no corner.
TEST(LowerHull, HasTheCornersOfAPlantedHull) {
  EXPECT_THAT(lower_hull({{16, 2}, {1, 8}, {4, 5}, {100, 3}, {3, 9}, {64, 1.9}}),
              ElementsAre(1, 0, 5));
  // Of points on one line only the ends are corners.
  EXPECT_THAT(lower_hull({{1, 8}, {4, 4}, {16, 2}}), ElementsAre(0, 2));
  // A point below the line between its neighbours is one.
  EXPECT_THAT(lower_hull({{1, 8}, {4, 3.9}, {16, 2}}), ElementsAre(0, 1, 2));
}

TEST(LowerHull, FallsAndHasEachCostOnce) {
  EXPECT_THAT(lower_hull({{1, 2}, {2, 3}, {3, 2}}), ElementsAre(0));
  EXPECT_THAT(lower_hull({{1, 3}, {1, 2}, {1, 2}}), ElementsAre(1));
  EXPECT_THAT(lower_hull({}), IsEmpty());
  EXPECT_THAT(message_of<ConfigError>([] {
                lower_hull({{0, 1}});
              }),
              HasSubstr("cost 0 and loss 1, expected finite values above 0"));
}

struct Planted {
  Index width = 64;
  Index tokens = 1000;
  double flops = 1;  ///< of the run
  double loss = 3;
  Index seed = 1;
  std::string rate = "0.004";
};

training::RunSummary planted_run(const std::string& policy, const Planted& planted) {
  training::RunSummary run;
  run.name = policy + std::to_string(planted.width) + '-' + std::to_string(planted.tokens) + '-' +
             std::to_string(planted.seed);
  run.status = "done";
  run.policy = policy;
  run.model = "nano_L2_H" + std::to_string(planted.width);
  run.density = policy == "dense" ? 1 : 0.1;
  run.block = 1;
  run.seed = planted.seed;
  run.learning_rate = std::stod(planted.rate);
  run.tokens = planted.tokens;
  run.sequences = planted.tokens / 10;
  run.steps = planted.tokens / 100;
  run.encoder_flops_per_sequence = planted.flops / static_cast<double>(run.sequences);
  run.total_training_flops = 2 * planted.flops;
  run.settings_hash = run.model + policy + std::to_string(planted.tokens);
  run.settings = {{"model.hidden", std::to_string(planted.width)},
                  {"topology.policy", policy},
                  {"training.batch", "10"}};
  run.metrics = {{"validation_loss", planted.loss}, {"unigram_entropy", 9.5}};
  return run;
}

/// Dense: 8 / sqrt(FLOPs) from 1 to 16 over lengths and sizes, with one point above. Sparse: as
/// good for half of the FLOPs, up to 2 x 16 / 2 and once beyond.
std::vector<training::RunSummary> planted_runs() {
  std::vector<training::RunSummary> runs = {
      planted_run("dense", {.width = 16, .flops = 1, .loss = 8}),
      planted_run("dense", {.width = 32, .flops = 4, .loss = 6}),
      planted_run("dense", {.width = 32, .tokens = 500, .flops = 2, .loss = 8 / std::sqrt(2)}),
      planted_run("dense", {.width = 64, .flops = 16, .loss = 2}),
      planted_run("dynamic", {.flops = 2, .loss = 4}),
      planted_run("dynamic", {.width = 128, .flops = 8, .loss = 2}),
      planted_run("dynamic", {.width = 192, .flops = 32, .loss = 0.9})};
  return runs;
}

const FrontierPoint& point_of(const Frontier& frontier, const std::string& family, Index width) {
  for (const FrontierFamily& each : frontier.costs[0].families)
    for (const FrontierPoint& point : each.points)
      if (each.name == family && point.row.model == "nano_L2_H" + std::to_string(width))
        return point;
  throw ConfigError("no such point");
}

TEST(Frontier, MatchesThePlantedHulls) {
  const Frontier frontier = make_frontier(planted_runs(), {});
  ASSERT_THAT(frontier.costs, SizeIs(3));
  ASSERT_THAT(frontier.costs[0].families, SizeIs(2));
  EXPECT_EQ(frontier.costs[0].families[0].name, "dense");
  EXPECT_FALSE(frontier.costs[0].families[0].points[2].on_hull);  // of 4 FLOPs, above the line
  // At 2 FLOPs the dense hull has 8 / sqrt(2), and it reaches a loss of 4 at 4 FLOPs. A few
  // roundings of logarithms, each worth some eps of the result.
  const FrontierPoint& small = point_of(frontier, "dynamic", 64);
  ASSERT_TRUE(small.on_hull && small.ahead && small.share);
  EXPECT_NEAR(small.ahead->value, 8 / std::sqrt(2) - 4, 1e-14);
  EXPECT_NEAR(small.share->value, 0.5, 1e-15);
  EXPECT_FALSE(small.ahead->extrapolated);
  EXPECT_FALSE(small.share->extrapolated);
  const FrontierPoint& large = point_of(frontier, "dynamic", 192);
  EXPECT_NEAR(large.ahead->value, 8 / std::sqrt(32) - 0.9, 1e-14);
  EXPECT_TRUE(large.ahead->extrapolated);
  EXPECT_TRUE(large.share->extrapolated);
  EXPECT_NEAR(large.share->value, 32 / (64 / 0.81), 1e-14);
  // Every FLOP is twice as many of both, so that shares stay.
  EXPECT_EQ(frontier.costs[1].cost, FrontierCost::kTotalFlops);
  EXPECT_NEAR(frontier.costs[1].families[1].points[0].share->value, 0.5, 1e-15);
  // Nobody has a second seed: there are no intervals.
  EXPECT_EQ(frontier.single, 7);
  EXPECT_TRUE(std::isnan(small.ahead_interval.low) && std::isnan(small.share_interval.high));
  EXPECT_THAT(frontier.without_spread, ElementsAre("dense", "dynamic"));
  EXPECT_THAT(frontier.notes, ElementsAre(HasSubstr("family dense: no row has several seeds"),
                                          HasSubstr("family dynamic: no row has several seeds")));
}

TEST(Frontier, HasTheUnitOfTheTask) {
  std::vector<training::RunSummary> runs = planted_runs();
  EXPECT_THAT(frontier_markdown(make_frontier(runs, {})), HasSubstr(" at equal cost, nats |"));
  for (training::RunSummary& run : runs) run.task = "sequence_regression";
  const Frontier frontier = make_frontier(runs, {});
  EXPECT_THAT(frontier_markdown(frontier), HasSubstr(" at equal cost, squared error |"));
  EXPECT_EQ(frontier_chart(frontier).panels[0].y.title,
            "validation loss (squared error per prediction)");
}

/// The dense hull is that of one model of three seeds at 16 FLOPs, and of one at 1. Seeds of the
/// sparse family do not spread, as two of a model above its hull say.
std::vector<training::RunSummary> spread_runs() {
  std::vector<training::RunSummary> runs = {
      planted_run("dense", {.width = 16, .flops = 1, .loss = 8}),
      planted_run("dynamic", {.flops = 16, .loss = 1.5}),
      planted_run("dynamic", {.width = 32, .flops = 1, .loss = 7}),
      planted_run("dynamic", {.width = 48, .flops = 2, .loss = 7, .seed = 1}),
      planted_run("dynamic", {.width = 48, .flops = 2, .loss = 7, .seed = 2})};
  for (const auto& [seed, loss] : std::vector<std::pair<Index, double>>{{1, 1.9}, {2, 2}, {3, 2.1}})
    runs.push_back(planted_run("dense", {.width = 64, .flops = 16, .loss = loss, .seed = seed}));
  return runs;
}

// The oracle draws the mean of three scaled residuals by itself, from the same random numbers; at
// the cost of the dense model with three seeds what the sparse one is ahead is its mean less 1.5.
TEST(Frontier, CarriesIntervalsThroughByResamplingSeeds) {
  const FrontierOptions options = {.costs = {FrontierCost::kEncoderFlops}, .resamples = 500};
  const Frontier frontier = make_frontier(spread_runs(), options);
  const FrontierPoint& point = point_of(frontier, "dynamic", 64);
  EXPECT_NEAR(point.ahead->value, 0.5, 1e-14);
  std::vector<double> ahead;
  const double scale = std::sqrt(3.0 / 2);
  const std::vector<double> residuals = {scale * (1.9 - 2), 0, scale * (2.1 - 2)};
  for (std::uint64_t b = 0; b < 500; ++b) {
    const Random random(0, stream_id("frontier:dense64-1000-1", b));
    double sum = 0;
    for (std::uint64_t i = 0; i < 3; ++i) sum += residuals[random.below(i, 3)];
    ahead.push_back(2 + sum / 3 - 1.5);
  }
  std::ranges::sort(ahead);
  EXPECT_NEAR(point.ahead_interval.low, ahead[12], 1e-13);    // 0.025 x 499 = 12.48
  EXPECT_NEAR(point.ahead_interval.high, ahead[487], 1e-13);  // 0.975 x 499 = 486.53
  EXPECT_LT(point.ahead_interval.low, 0.45);
  EXPECT_GT(point.ahead_interval.high, 0.55);
  // The same again, bit for bit.
  const Frontier again = make_frontier(spread_runs(), options);
  EXPECT_EQ(frontier_csv(frontier), frontier_csv(again));
  // And whatever other families there are, and whichever keys a later version has.
  std::vector<training::RunSummary> more = {
      planted_run("static", {.width = 16, .flops = 2, .loss = 9})};
  for (training::RunSummary run : spread_runs()) {
    run.settings["topology.dense_attention"] = "false";
    more.push_back(std::move(run));
  }
  const Frontier beside = make_frontier(more, options);
  EXPECT_EQ(point_of(beside, "dynamic", 64).ahead_interval.low, point.ahead_interval.low);
  EXPECT_EQ(point_of(beside, "dynamic", 64).row.settings_hash, point.row.settings_hash);
}

TEST(Frontier, TakesOneSeedForNoMoreCertainThanTheOthersOfItsFamily) {
  std::vector<training::RunSummary> runs = spread_runs();
  runs.push_back(planted_run("dense", {.width = 128, .flops = 64, .loss = 1}));
  runs.push_back(planted_run("dynamic", {.width = 128, .flops = 64, .loss = 0.5}));
  const Frontier frontier = make_frontier(runs, {.costs = {FrontierCost::kEncoderFlops}});
  const FrontierPoint& point = point_of(frontier, "dynamic", 128);
  EXPECT_NEAR(point.ahead->value, 0.5, 1e-14);
  // The only deviation of its family is 0.1, of 1.9, 2 and 2.1.
  std::vector<double> ahead;
  for (std::uint64_t b = 0; b < 2000; ++b)
    ahead.push_back(0.5 + 0.1 * Random(0, stream_id("frontier:dense128-1000-1", b)).normal(0));
  std::ranges::sort(ahead);
  EXPECT_NEAR(point.ahead_interval.low, ahead[50], 1e-13);     // 0.025 x 1999 = 49.98
  EXPECT_NEAR(point.ahead_interval.high, ahead[1949], 1e-13);  // 0.975 x 1999 = 1949.03
}

// Two seeds of 0.01 and 0.0001 have means below zero in a quarter of the draws, for which no hull
// has a place.
TEST(Frontier, ResamplesLossesNearZero) {
  std::vector<training::RunSummary> runs = {
      planted_run("dense", {.width = 16, .flops = 1, .loss = 4}),
      planted_run("dense", {.flops = 16, .loss = 0.5}),
      planted_run("dynamic", {.flops = 16, .loss = 0.01, .seed = 1}),
      planted_run("dynamic", {.flops = 16, .loss = 0.0001, .seed = 2}),
      planted_run("dense", {.flops = 16, .loss = 0.25, .seed = 2})};
  const Frontier frontier = make_frontier(runs, {.costs = {FrontierCost::kEncoderFlops}});
  const FrontierPoint& point = point_of(frontier, "dynamic", 64);
  EXPECT_GT(point.ahead_interval.low, 0);
  EXPECT_TRUE(std::isfinite(point.ahead_interval.high));
  EXPECT_GE(point.share_interval.low, 0);
}

TEST(Frontier, LeavesOutThePlateauAndRepetitions) {
  std::vector<training::RunSummary> runs = planted_runs();
  runs.push_back(planted_run("dense", {.width = 8, .flops = 0.1, .loss = 9.4}));
  runs.push_back(runs.front());
  const Frontier frontier = make_frontier(runs, {});
  EXPECT_EQ(frontier.single, 7);
  ASSERT_THAT(frontier.notes, SizeIs(4));  // and two of families without intervals
  EXPECT_THAT(frontier.notes[0],
              HasSubstr("dense16-1000-1: left out, it is the run dense16-1000-1"));
  EXPECT_THAT(frontier.notes[1], HasSubstr("dense8-1000-1: left out, less than 0.5 nats below"));
}

TEST(Frontier, CountsSecondsOfOtherLengthsByTheStepThatWasMeasured) {
  std::vector<training::RunSummary> runs = planted_runs();
  training::StepTime time;
  time.settings_hash = runs[1].settings_hash;
  time.seconds = 0.5;
  time.sample_flops = runs[1].encoder_flops_per_sequence;
  // Half of the tokens with as many FLOPs for a sequence: a step is the same.
  const Frontier frontier =
      make_frontier(runs, {.costs = {FrontierCost::kSeconds}, .against = "dense", .times = {time}});
  ASSERT_THAT(frontier.costs[0].families, SizeIs(1));
  const std::vector<FrontierPoint>& points = frontier.costs[0].families[0].points;
  ASSERT_THAT(points, SizeIs(2));
  EXPECT_DOUBLE_EQ(points[0].cost, 5 * 0.5);
  EXPECT_DOUBLE_EQ(points[1].cost, 10 * 0.5);
  EXPECT_THAT(frontier.notes, SizeIs(7));

  // In another precision it is not, although it has as many FLOPs.
  runs[2].settings["training.precision"] = "bfloat16";
  const Frontier other =
      make_frontier(runs, {.costs = {FrontierCost::kSeconds}, .against = "dense", .times = {time}});
  EXPECT_THAT(other.costs[0].families[0].points, SizeIs(1));

  // Nor in another study whose file of summaries may leave out that it has another batch.
  runs[2].settings.erase("training.precision");
  for (training::RunSummary& run : runs) {
    run.is_of_summaries = true;
    run.folder = "one/" + run.name;
  }
  for (const std::size_t known : {2u, 1u}) {
    const Frontier of_files = make_frontier(
        runs, {.costs = {FrontierCost::kSeconds}, .against = "dense", .times = {time}});
    EXPECT_THAT(of_files.costs[0].families[0].points, SizeIs(known));
    runs[2].folder = "two/" + runs[2].name;
  }
}

// The step of a policy that starts dense is measured there.
TEST(Frontier, HasNoSecondsOfRunsWhoseStepsComputedSomethingElse) {
  std::vector<training::RunSummary> runs = planted_runs();
  std::vector<training::StepTime> times(2);
  for (const std::size_t i : {0u, 1u}) {
    times[i].settings_hash = runs[i].settings_hash;
    times[i].seconds = 0.5;
    times[i].sample_flops = (i == 0 ? 1 : 1.5) * runs[i].encoder_flops_per_sequence;
  }
  const Frontier frontier =
      make_frontier(runs, {.costs = {FrontierCost::kSeconds}, .against = "dense", .times = times});
  EXPECT_THAT(frontier.costs[0].families[0].points, SizeIs(1));
}

// Of runs that are one the first stays, and one that is not done has no row.
TEST(Frontier, KeepsTheTwinThatIsDone) {
  std::vector<training::RunSummary> runs = planted_runs();
  const auto found = make_frontier(runs, {});
  training::RunSummary stopped = runs.front();
  stopped.status = "training";
  runs.insert(runs.begin(), stopped);
  const Frontier frontier = make_frontier(runs, {});
  EXPECT_EQ(frontier.single, found.single);
}

// Two studies that keep back other parts of a text: refused, unless one asks for it.
TEST(Frontier, ComparesOtherWindowsIfAsked) {
  std::vector<training::RunSummary> runs = planted_runs();
  for (training::RunSummary& run : runs) {
    run.settings["training.test_sequences"] = run.policy == "dense" ? "16384" : "0";
    if (run.policy == "dense") run.metrics.set("test_loss", 1);
  }
  EXPECT_THAT(message_of<ConfigError>([&] { make_frontier(runs, {}); }),
              HasSubstr("different training.test_sequences (16384 and 0)"));
  const Frontier frontier = make_frontier(runs, {.any_windows = true});
  EXPECT_FALSE(frontier.tested);
  EXPECT_NEAR(point_of(frontier, "dynamic", 64).share->value, 0.5, 1e-15);
}

// A run of one rate and seed in each of two studies: one row of two seeds.
TEST(Frontier, JoinsTheSeedsOfStudiesWithEqualSettings) {
  std::vector<training::RunSummary> runs = planted_runs();
  runs.push_back(planted_run("dynamic", {.flops = 2, .loss = 4.2, .seed = 2}));
  runs.back().settings_hash = "of another study";
  const Frontier frontier = make_frontier(runs, {});
  EXPECT_EQ(frontier.repeated, 1);
  EXPECT_DOUBLE_EQ(point_of(frontier, "dynamic", 64).row.loss, 4.1);
}

// Their files do not say what all runs of each have in common, such as the batch.
TEST(Frontier, JoinsRunsOfFilesOfSummariesByTheHashOfTheirSettingsAlone) {
  std::vector<training::RunSummary> runs = planted_runs();
  runs.push_back(planted_run("dynamic", {.flops = 2, .loss = 4.2, .seed = 2}));
  for (training::RunSummary& run : runs) run.is_of_summaries = true;
  EXPECT_EQ(make_frontier(runs, {}).repeated, 1);
  runs.back().settings_hash = "of another study";
  const Frontier frontier = make_frontier(runs, {});
  EXPECT_EQ(frontier.repeated, 0);
  EXPECT_DOUBLE_EQ(point_of(frontier, "dynamic", 64).row.loss, 4);
}

// A file of summaries has one seed, a folder the other: they are one row, whichever is named first.
TEST(Frontier, JoinsRunsOfAFileOfSummariesWithThoseOfAFolderOfTheSameHash) {
  std::vector<training::RunSummary> runs = planted_runs();
  runs.push_back(planted_run("dynamic", {.flops = 2, .loss = 4.2, .seed = 2}));
  runs.back().is_of_summaries = true;
  for (int order = 0; order < 2; ++order) {
    const Frontier frontier = make_frontier(runs, {});
    EXPECT_EQ(frontier.repeated, 1);
    EXPECT_DOUBLE_EQ(point_of(frontier, "dynamic", 64).row.loss, 4.1);
    std::ranges::reverse(runs);
  }
}

TEST(Frontier, RefusesWhatItCannotCompare) {
  EXPECT_THAT(message_of<ConfigError>([] { make_frontier(planted_runs(), {.against = "static"}); }),
              HasSubstr("no row of family static, expected one of dense, dynamic"));
  EXPECT_THAT(message_of<ConfigError>(
                  [] { make_frontier(planted_runs(), {.costs = {FrontierCost::kSeconds}}); }),
              HasSubstr("no row of family dense has seconds; name runs that have"));
  std::vector<training::RunSummary> plateau = planted_runs();
  for (training::RunSummary& run : plateau)
    if (run.policy == "dense") run.metrics.set("validation_loss", 9.4);
  EXPECT_THAT(message_of<ConfigError>([&] { make_frontier(plateau, {}); }),
              HasSubstr("no row of family dense is left: of its 4 none is trained long enough"));
  EXPECT_THAT(
      message_of<ConfigError>([] { make_frontier(planted_runs(), {.families = {"model.blok"}}); }),
      HasSubstr("frontier: no key model.blok"));
  EXPECT_THAT(message_of<ConfigError>([] { frontier_cost("flops"); }),
              HasSubstr("no cost flops, expected encoder_flops, total_flops, seconds, tokens"));
}

TEST(Frontier, IsATableOfHullsAndAFigure) {
  const Frontier frontier = make_frontier(planted_runs(), {});
  const std::string table = frontier_markdown(frontier);
  EXPECT_THAT(table, HasSubstr("## By encoder, training FLOPs\n"));
  EXPECT_THAT(table,
              HasSubstr("| dynamic | width 64, block 1, density 0.1 | 1k | 0.004 | 1 | 2.000e+00 | "
                        "4.000 | 1.657 | 0.50 |\n"));
  EXPECT_THAT(table, Not(HasSubstr("In brackets")));
  EXPECT_THAT(table, HasSubstr("Without a row of several seeds, and so without intervals: dense, "
                               "dynamic. "));
  EXPECT_THAT(table, HasSubstr("| ~0.514"));
  const drawing::Chart chart = frontier_chart(frontier);
  EXPECT_EQ(chart.title, "The lowest loss for a cost, over sizes and lengths");
  EXPECT_THAT(chart.subtitle, HasSubstr("all with one seed"));
  ASSERT_THAT(chart.panels, SizeIs(3));
  std::vector<std::string> names;
  for (const drawing::Series& series : chart.panels[0].series) names.push_back(series.name);
  EXPECT_THAT(names, ElementsAre("dense, extrapolated", "dense, not on its frontier",
                                 "dense, on its frontier", "dynamic, not on its frontier",
                                 "dynamic, on its frontier"));
}

TEST(Frontier, ItsTitleSaysWhatAllWereTrainedOn) {
  std::vector<training::RunSummary> runs;
  for (const Index width : {16, 64})
    for (const Index seed : {1, 2})
      runs.push_back(planted_run("dense", {.width = width,
                                           .tokens = 2'000'000,
                                           .flops = static_cast<double>(width),
                                           .loss = 4 - 0.01 * static_cast<double>(width),
                                           .seed = seed}));
  const drawing::Chart chart = frontier_chart(make_frontier(runs, {}));
  EXPECT_EQ(chart.title, "The lowest loss for a cost, over sizes, each trained on 2 M tokens");
  EXPECT_THAT(chart.subtitle, HasSubstr("all with several seeds"));
}

// Two models of one width are told apart where one has another number of layers.
TEST(Frontier, NamesLayersThatAreNotAsManyAsUsual) {
  std::vector<training::RunSummary> runs = planted_runs();
  for (training::RunSummary& run : runs) run.settings["model.layers"] = "2";
  runs[0].settings["model.layers"] = "1";
  const std::string table = frontier_markdown(make_frontier(runs, {}));
  EXPECT_THAT(table, HasSubstr("| dense | width 16, layers 1 |"));
  EXPECT_THAT(table, HasSubstr("| dense | width 64 |"));
  EXPECT_THAT(table, Not(HasSubstr("layers 2")));
}

TEST(Frontier, OfPerceptronsHasTheirWidthsAndWhatTheyWereTrainedOn) {
  std::vector<training::RunSummary> runs = {planted_run("dense", {}),
                                            planted_run("static", {.flops = 0.1})};
  for (training::RunSummary& run : runs) {
    run.task = "images";
    run.model = "mlp_784-512-256-10";
    run.tokens = 0;
    run.settings.erase("model.hidden");
  }
  const Frontier frontier = make_frontier(runs, {});
  const std::string table = frontier_markdown(frontier);
  EXPECT_THAT(table, HasSubstr("## By images\n\n| family | model | images | rate |"));
  EXPECT_THAT(table, HasSubstr("| static | mlp_784-512-256-10, block 1, density 0.1 | 100 |"));
  EXPECT_EQ(frontier_chart(frontier).panels.back().x.title, "images");
}

// Their hours stood under the heading of tokens.
TEST(Frontier, OfRunsByTheHourHasWhatTheyWereTrainedOnInTheMean) {
  std::vector<training::RunSummary> runs;
  for (const Index seed : {1, 2})
    for (const char* policy : {"dense", "static"}) {
      runs.push_back(planted_run(policy, {.tokens = seed == 1 ? 1000 : 3000, .seed = seed}));
      runs.back().settings["training.schedule_by"] = "hours";
      runs.back().settings["training.hours"] = "0.5";
    }
  const Frontier frontier = make_frontier(runs, {});
  EXPECT_THAT(frontier_markdown(frontier), HasSubstr("| dense | width 64 | 2k | 0.004 | 2 |"));
  EXPECT_THAT(frontier_csv(frontier), HasSubstr(",nano_L2_H64,dense,1,1,2000,0.004,2,"));
  EXPECT_EQ(frontier.costs.back().families[0].points[0].cost, 2000);
}

// Colours come round after seven.
TEST(Frontier, FamiliesOfOneColourHaveMarksOfTheirOwn) {
  std::vector<training::RunSummary> runs;
  for (Index batch = 1; batch <= 9; ++batch) {
    runs.push_back(planted_run("dynamic", {.width = 16 * batch, .flops = 4, .loss = 4}));
    runs.back().settings["training.batch"] = std::to_string(batch);
  }
  const drawing::Chart chart =
      frontier_chart(make_frontier(runs, {.families = {"training.batch"}, .against = "1"}));
  std::set<std::pair<std::string, int>> looks;
  for (const drawing::Series& series : chart.panels[0].series)
    looks.insert({series.look.colour, series.look.marker});
  EXPECT_EQ(looks.size(), 9u);
}

TEST(Frontier, FamiliesOfNumbersAscendAndAreNamedInWords) {
  std::vector<training::RunSummary> runs;
  for (const char* tokens : {"102400000", "12800000", "51200000"}) {
    runs.push_back(planted_run("dense", {.flops = 4, .loss = 4}));
    runs.back().settings["training.tokens"] = tokens;
    runs.back().settings_hash += tokens;
    runs.back().name += tokens;
  }
  const Frontier frontier =
      make_frontier(runs, {.families = {"training.tokens"}, .against = "102400000"});
  const std::vector<FrontierFamily>& families = frontier.costs[0].families;
  ASSERT_THAT(families, SizeIs(3));
  EXPECT_EQ(families[0].name, "102400000");  // which the others are held against
  EXPECT_EQ(families[1].name, "12800000");
  EXPECT_EQ(families[2].name, "51200000");
  const drawing::Chart chart = frontier_chart(frontier);
  EXPECT_EQ(chart.panels[0].series[1].name, "tokens 12.8M, on its frontier");
  EXPECT_THAT(frontier_markdown(frontier), HasSubstr("ahead of tokens 102.4M at equal cost"));
}

class FrontierFiles : public espalier::testing::FolderTest {
 protected:
  /// Gives the run a folder with a record of its training.
  void record(training::RunSummary& run, const std::string& study) {
    const auto folder =
        training::run_with_losses(folder_ / study, run.name, 1, run.seed, {6, 5, 4, 3});
    training::MetricsLog metrics(folder / "metrics.jsonl");
    metrics.append({{training::field::kEvent, training::event::kTrain},
                    {training::field::kStep, 10},
                    {training::field::kLoss, 6.0}});
    run.folder = folder.string();
  }
};

// Two studies train one run. Its step was timed with the settings of one of them, which keeps
// another part of the text back: the time is known whichever study is named first.
TEST_F(FrontierFiles, CountSecondsOfARunThatIsThereTwice) {
  std::vector<training::RunSummary> runs = planted_runs();
  training::RunSummary twin = runs[1];
  record(runs[1], "first");
  record(twin, "second");
  training::StepTime time;
  time.settings_hash = "of the second study";
  time.seconds = 0.5;
  time.sample_flops = twin.encoder_flops_per_sequence;
  twin.settings_hash = time.settings_hash;
  twin.settings["training.test_sequences"] = "16384";
  runs.push_back(twin);
  const FrontierOptions options = {
      .costs = {FrontierCost::kSeconds}, .times = {time}, .any_windows = true};
  for (int order = 0; order < 2; ++order) {
    // As CountsSecondsOfOtherLengthsByTheStepThatWasMeasured.
    const Frontier frontier = make_frontier(runs, options);
    EXPECT_THAT(frontier.costs[0].families[0].points, SizeIs(2));
    EXPECT_THAT(frontier.windows_apart, ElementsAre(0.0));
    std::ranges::reverse(runs);
  }
}

TEST_F(FrontierFiles, AreTablesAndAFigure) {
  const auto written = write_frontier(make_frontier(planted_runs(), {}), folder_ / "out");
  EXPECT_THAT(written, SizeIs(4));
  for (const auto& file : written) EXPECT_TRUE(std::filesystem::exists(file)) << file;
}

}  // namespace
}  // namespace espalier::experiments
