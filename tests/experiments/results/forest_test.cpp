// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/forest.h>

#include <gmock/gmock.h>

#include <limits>
#include <string>
#include <vector>

#include <espalier/files/atomic_file.h>
#include <espalier/sparse/core/error.h>
#include "tests/experiments/results/paired_runs.h"
#include "tests/support/message.h"
#include "tests/support/temporary_folder.h"

namespace espalier::experiments {
namespace {

using espalier::testing::message_of;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::SizeIs;

/// Blocks of 1: differences 0.1, 0.2, 0.3 by seeds. Blocks of 4: one pair, on the plateau.
Forest planted() {
  std::vector<training::RunSummary> runs;
  for (const Index seed : {1, 2, 3}) {
    runs.push_back(paired_run("static", seed, 3 + 0.1 * static_cast<double>(seed)));
    runs.push_back(paired_run("dynamic", seed, 3));
  }
  runs.push_back(paired_run("static", 1, 5.0, {.block = "4"}));
  runs.push_back(paired_run("dynamic", 1, 5.1, {.block = "4"}));
  return make_forest(runs, {.pairs = {}, .reference = 0.24, .reference_name = "a_paper"});
}

// Mean 0.2, deviation 0.1; Student's 97.5% point of two degrees is 4.303, so that half of the
// interval is 4.303 * 0.1 / sqrt(3) = 0.248. The p of three differences of one sign is 2 / 2^3.
TEST(Forest, HasMeanIntervalAndPOfEachRow) {
  const std::string table = forest_markdown(planted());
  EXPECT_THAT(table, HasSubstr("| block size 1 | 0.004 | 0.004 | validation loss (nats) | +0.200 ± "
                               "0.248 | 3 of 3 | 0.25 |\n"));
  EXPECT_THAT(table, HasSubstr("| block size 4 † | 0.004 | 0.004 | validation loss (nats) | -0.100 "
                               "| 0 of 1 | - |\n"));
  EXPECT_THAT(table, HasSubstr("4 distinct pairs, 3 of them above zero."));
  EXPECT_THAT(table, HasSubstr("a_paper: +0.24."));
  EXPECT_THAT(table, HasSubstr("† a run less than 0.5 nats below the unigram entropy, or above the "
                               "context-free loss."));
  EXPECT_THAT(forest_latex(planted()),
              HasSubstr("+0.200 $\\pm$ 0.248 & 3 of 3 & 0.25 \\\\\nblock size 4 $\\dagger$ &"));
  EXPECT_THAT(forest_csv(planted()),
              HasSubstr("model.block,first,against,studies,metric,first_rate,against_rate,seeds,"
                        "pairs,mean,deviation,interval_low,interval_high,above_zero,p,"
                        "trained_enough\n1,static,dynamic,,validation_loss,0.004,0.004,1 2 3,3,"));
}

TEST(Forest, ShowsEveryPairTheReferenceAndZero) {
  const drawing::Chart chart = forest_chart(planted());
  ASSERT_THAT(chart.panels, SizeIs(1));
  const drawing::Panel& panel = chart.panels[0];
  EXPECT_LT(panel.x.low, -0.1);    // the pair of blocks of 4
  EXPECT_GT(panel.x.high, 0.448);  // the interval of blocks of 1
  EXPECT_THAT(chart.footnote, ::testing::Not(HasSubstr("beyond")));
  EXPECT_THAT(chart.subtitle, HasSubstr("; all at a rate of 0.004"));
  ASSERT_THAT(panel.y.ticks, SizeIs(2));
  EXPECT_EQ(panel.y.ticks[0].text, "block size 1 (3)");
  EXPECT_GT(panel.y.low, panel.y.high);  // from the top
  // Zero, the reference, four pairs, two means, of which none leaves out zero.
  ASSERT_THAT(panel.series, SizeIs(4));
  EXPECT_EQ(panel.series[1].name, "a_paper: 0.24");
  EXPECT_EQ(panel.series[1].points[0].x, 0.24);
  EXPECT_THAT(panel.series[2].points, SizeIs(4));
  EXPECT_THAT(panel.series[3].points, SizeIs(2));
  EXPECT_TRUE(panel.series[3].bars_across);
}

// Of two pairs, 0.1 and 0.2: the interval is 12.706 * 0.0707 / sqrt(2) = 0.635 to either side.
TEST(Forest, CutsAnIntervalThatWouldLeavePairsNoRoom) {
  std::vector<training::RunSummary> runs;
  for (const Index seed : {1, 2}) {
    runs.push_back(paired_run("static", seed, 3 + 0.1 * static_cast<double>(seed)));
    runs.push_back(paired_run("dynamic", seed, 3));
  }
  const drawing::Chart chart = forest_chart(make_forest(runs, {}));
  EXPECT_LT(chart.panels[0].x.high, 0.3);
  EXPECT_THAT(chart.footnote, HasSubstr("a bar that ends at the frame reaches beyond it"));
}

TEST(Forest, TellsRowsWhoseIntervalLeavesOutZero) {
  std::vector<training::RunSummary> runs;
  for (const Index seed : {1, 2}) {
    runs.push_back(paired_run("static", seed, seed == 1 ? 3.1 : 3.11));
    runs.push_back(paired_run("dynamic", seed, 3));
  }
  // 12.706 * 0.00707 / sqrt(2) = 0.0635 < 0.105
  const drawing::Chart chart = forest_chart(make_forest(runs, {}));
  EXPECT_EQ(chart.panels[0].series.back().name, "mean, 95% interval without zero");
  EXPECT_EQ(chart.title, "validation loss (nats), static minus dynamic");
}

// A run that stands on the plateau ends two nats behind; the others are 0.01 to 0.03 apart.
TEST(Forest, ARowFarOutStandsAtTheFrameWithItsValue) {
  std::vector<training::RunSummary> runs;
  for (const char* block : {"1", "2", "4"}) {
    for (const Index seed : {1, 2, 3})
      runs.push_back(
          paired_run("static", seed, 3 + 0.01 * static_cast<double>(seed), {.block = block}));
    for (const Index seed : {1, 2, 3})
      runs.push_back(paired_run("dynamic", seed, 3, {.block = block}));
  }
  const drawing::Chart whole = forest_chart(make_forest(runs, {}));
  EXPECT_THAT(chart_script(whole), ::testing::Not(HasSubstr("arrow")));
  runs.push_back(paired_run("static", 1, 5, {.block = "8"}));
  runs.push_back(paired_run("dynamic", 1, 3, {.block = "8"}));
  const drawing::Chart chart = forest_chart(make_forest(runs, {}));
  EXPECT_EQ(chart.panels[0].x, whole.panels[0].x);
  EXPECT_THAT(chart_script(chart), HasSubstr("a value beside an arrow"));
  // The pair itself is an arrow below that of the mean.
  EXPECT_THAT(chart_script(chart), HasSubstr("3.28 \"▶\"\n"));
  EXPECT_THAT(chart_script(chart), HasSubstr("an arrow alone"));
  EXPECT_THAT(chart_script(chart), HasSubstr("\"2 ▶\""));
}

TEST(Forest, NamesPoliciesAsTheirAuthorsDo) {
  std::vector<training::RunSummary> runs;
  for (const char* policy : {"rigl", "small_world", "dynamic", "mine"})
    runs.push_back(paired_run(policy, 1, 3));
  const Forest forest = make_forest(runs, {.pairs = {.first = ""}});
  EXPECT_EQ(row_labels(forest.rows), (std::vector<std::string>{"mine", "RigL", "small-world"}));
  EXPECT_THAT(forest_csv(forest), HasSubstr("\nrigl,dynamic,"));  // as a configuration names it
  const Forest one = make_forest(runs, {.pairs = {.first = "rigl"}});
  EXPECT_EQ(forest_chart(one).panels[0].x.title, "validation loss (nats), RigL minus dynamic");
}

TEST(Forest, HasTheUnitOfTheTask) {
  std::vector<training::RunSummary> runs = {paired_run("static", 1, 3),
                                            paired_run("dynamic", 1, 2)};
  for (training::RunSummary& run : runs)
    run.task = run.settings["run.task"] = "sequence_regression";
  EXPECT_EQ(forest_chart(make_forest(runs, {})).panels[0].x.title,
            "validation loss (squared error), static minus dynamic");
  // A row of another task has its own in the table, and the axis has both.
  for (const char* policy : {"static", "dynamic"}) {
    runs.push_back(paired_run(policy, 1, 3));
    runs.back().settings["run.task"] = runs.back().task;
  }
  const Forest both = make_forest(runs, {});
  EXPECT_EQ(forest_chart(both).panels[0].x.title,
            "validation loss (nats or squared error), static minus dynamic");
  EXPECT_THAT(forest_markdown(both),
              AllOf(HasSubstr("| validation loss (nats) | +0.000 |"),
                    HasSubstr("| validation loss (squared error) | +1.000 |")));
}

TEST(Forest, RefusesAReferenceThatIsNoNumber) {
  EXPECT_THAT(message_of<ConfigError>([] {
                make_forest({paired_run("static", 1, 3), paired_run("dynamic", 1, 3)},
                            {.pairs = {}, .reference = std::numeric_limits<double>::infinity()});
              }),
              HasSubstr("reference inf, expected a finite number"));
}

class ForestFiles : public espalier::testing::FolderTest {};

TEST_F(ForestFiles, AreTablesAndAFigure) {
  const auto written = write_forest(planted(), folder_ / "out");
  EXPECT_THAT(written, SizeIs(5));
  for (const auto& file : written) EXPECT_TRUE(std::filesystem::exists(file)) << file;
  EXPECT_EQ(files::read_file(folder_ / "out" / "forest.md", 1 << 20), forest_markdown(planted()));
}

}  // namespace
}  // namespace espalier::experiments
