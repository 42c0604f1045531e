// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/loss_gap.h>

#include <gmock/gmock.h>

#include <string>
#include <vector>

#include <espalier/sparse/core/error.h>
#include "tests/experiments/results/paired_runs.h"
#include "tests/support/message.h"
#include "tests/support/temporary_folder.h"
#include "tests/training/run_with_losses.h"

namespace espalier::experiments {
namespace {

using espalier::testing::message_of;
using ::testing::HasSubstr;
using ::testing::SizeIs;

class LossGapTest : public espalier::testing::FolderTest {
 protected:
  /// The records of a run, with the settings that say what it is.
  training::RunSummary recorded(const std::string& policy, Index seed,
                                const std::vector<double>& losses) {
    training::RunSummary run = paired_run(policy, seed, losses.back());
    run.folder =
        training::run_with_losses(folder_, policy + std::to_string(seed), 1, seed, losses).string();
    run.tokens = 5120;
    return run;
  }
};

TEST_F(LossGapTest, IsTheDifferenceAtEachValidationWithItsInterval) {
  const LossGaps gaps = loss_gaps(
      {recorded("static", 1, {4.75, 4.5, 4, 3.5}), recorded("dynamic", 1, {4.75, 4.5, 3.75, 3.25}),
       recorded("static", 2, {4.25, 4.5, 4, 3.5}), recorded("dynamic", 2, {5, 4.5, 3.75, 3.0})},
      {});
  ASSERT_THAT(gaps.gaps, SizeIs(1));
  const std::vector<GapPoint>& points = gaps.gaps[0].points;
  // At the first validation a run has 5, less than half a nat below the unigram entropy of 5.4.
  ASSERT_THAT(points, SizeIs(3));
  EXPECT_DOUBLE_EQ(points[0].differences.mean(), 0);
  EXPECT_DOUBLE_EQ(points[2].differences.mean(), 0.375);
  EXPECT_DOUBLE_EQ(points[2].budget, 2 * points[0].budget);
  // Student's point of one degree: 12.706 * 0.1768 / sqrt(2) = 1.588. What is nearest to a tenth is
  // the first of the three that are left.
  EXPECT_THAT(loss_gaps_markdown(gaps),
              HasSubstr("| all | 2 | +0.000 ± 0.000 (at 50%) | +0.000 ± 0.000 (at 50%) | +0.000 ± "
                        "0.000 (at 50%) | +0.375 ± 1.588 (at 100%) |\n"));
  EXPECT_THAT(loss_gaps_csv(gaps),
              HasSubstr("row,tokens,pairs,mean,deviation,interval_low,interval_high\nall,"));
  const drawing::Chart chart = loss_gaps_chart(gaps, "");
  ASSERT_THAT(chart.panels[0].series, SizeIs(2));
  EXPECT_EQ(chart.title, "Validation loss over training, static minus dynamic");
  EXPECT_NEAR(chart.panels[0].series[1].points[2].high, 0.375 + 1.588, 0.001);
  EXPECT_LT(chart.panels[0].y.high, 0.6);  // every pair, not every interval
  EXPECT_EQ(chart.footnote, drawing::kCutBars);
}

TEST_F(LossGapTest, TheFigureHasWholeIntervalsThatLeaveRoom) {
  const LossGaps gaps = loss_gaps(
      {recorded("static", 1, {4.5, 4, 3.5, 3.5}), recorded("dynamic", 1, {4.5, 4, 3.5, 3.25}),
       recorded("static", 2, {4.5, 4, 3.5, 3.5}), recorded("dynamic", 2, {4.5, 4, 3.5, 3.27})},
      {});
  const drawing::Chart chart = loss_gaps_chart(gaps, "");
  // 0.24 ± 12.706 * 0.01414 / sqrt(2), where the pairs lie between 0.23 and 0.25.
  EXPECT_NEAR(chart.panels[0].series[1].points.back().high, 0.24 + 0.127, 0.001);
  EXPECT_GT(chart.panels[0].y.high, 0.24 + 0.127);
  EXPECT_EQ(chart.footnote, "");
}

TEST_F(LossGapTest, HasTheUnitOfTheTask) {
  std::vector<training::RunSummary> runs = {recorded("static", 1, {4.5, 4.5, 4, 3.5}),
                                            recorded("dynamic", 1, {4.5, 4.5, 4, 3})};
  for (training::RunSummary& run : runs) run.task = "sequence_regression";
  EXPECT_EQ(loss_gaps_chart(loss_gaps(runs, {}), "").panels[0].y.title,
            "validation loss (squared error), static minus dynamic");
}

// Images have no tokens: beside them a text is drawn over its samples too.
TEST_F(LossGapTest, OfSeveralTasksIsOverSamples) {
  const training::RunConfig usual;
  std::vector<training::RunSummary> runs;
  for (const std::string policy : {"static", "dynamic"})
    for (const std::string task : {"mlm", "images"}) {
      const bool text = task == "mlm";
      training::RunSummary& run =
          runs.emplace_back(paired_run(policy, 1, 3, {.block = text ? "1" : "4"}));
      run.folder = training::run_with_losses(folder_, policy + task, 1, 1, {4.5, 4, 3.5, 3},
                                             training::RunStatus::kRunning, task)
                       .string();
      run.sequences = 40 * usual.training.batch;
      if (text) run.tokens = run.sequences * usual.data.sequence;
    }
  const LossGaps gaps = loss_gaps(runs, {});
  EXPECT_EQ(gaps.unit, "samples");
  ASSERT_THAT(gaps.gaps, SizeIs(2));
  for (const LossGap& gap : gaps.gaps)
    EXPECT_DOUBLE_EQ(gap.points.back().budget, static_cast<double>(runs[0].sequences)) << gap.label;
}

TEST_F(LossGapTest, NeedsStepsAtWhichBothValidated) {
  auto shorter = recorded("dynamic", 1, {6, 5, 4, 3});
  auto fixed = paired_run("static", 1, 3.5);
  EXPECT_THAT(message_of<ConfigError>([&] {
                loss_gaps({fixed, shorter}, {});
              }),
              HasSubstr("of a summary, which has no curve"));
}

TEST_F(LossGapTest, WritesTablesAndAFigure) {
  const LossGaps gaps =
      loss_gaps({recorded("static", 1, {6, 5, 4, 3.5}), recorded("dynamic", 1, {6, 5, 4, 3})}, {});
  for (const auto& file : write_loss_gaps(gaps, folder_ / "out", "a title"))
    EXPECT_TRUE(std::filesystem::exists(file)) << file;
}

}  // namespace
}  // namespace espalier::experiments
