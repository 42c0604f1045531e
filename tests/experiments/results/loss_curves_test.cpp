// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/loss_curves.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include <espalier/files/atomic_file.h>
#include <espalier/sparse/core/error.h>
#include "tests/support/message.h"
#include "tests/support/temporary_folder.h"
#include "tests/training/run_with_losses.h"

namespace espalier::experiments {
namespace {

using espalier::testing::message_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class LossCurveTest : public espalier::testing::FolderTest {};

TEST_F(LossCurveTest, AreReadFromRunsThatAreDone) {
  const auto done = training::run_with_losses(folder_, "done", 4, 1, {6, 5, 4, 3.5});
  const auto half = training::run_with_losses(folder_, "half", 4, 2, {6, 5});
  const LossCurves read = read_loss_curves({done, half});
  ASSERT_EQ(read.curves.size(), 1u);
  EXPECT_THAT(read.notes, ElementsAre("half: left out, not done"));
  const LossCurve& curve = read.curves[0];
  ASSERT_EQ(curve.points.size(), 4u);
  // 40 steps of the usual batch and sequence, a validation after each ten.
  const training::RunConfig usual;
  const double tokens = 10.0 * static_cast<double>(usual.training.batch * usual.data.sequence);
  EXPECT_EQ(curve.points[0].x, tokens);
  EXPECT_EQ(curve.points[3].x, 4 * tokens);
  EXPECT_EQ(curve.points[2].y, 4);
}

// Images have no tokens: beside them a text is drawn over its samples too.
TEST_F(LossCurveTest, OfSeveralTasksAreOverSamples) {
  const auto text = training::run_with_losses(folder_, "text", 4, 1, {6, 5, 4, 3.5});
  const auto images = training::run_with_losses(folder_, "images", 4, 1, {2, 1, 1, 0.5},
                                                training::RunStatus::kRunning, "images");
  const LossCurves read = read_loss_curves({text, images});
  ASSERT_EQ(read.curves.size(), 2u);
  const double samples = 40.0 * static_cast<double>(training::RunConfig().training.batch);
  for (const LossCurve& curve : read.curves)
    EXPECT_EQ(curve.points.back().x, samples) << curve.run.name;
  EXPECT_THAT(loss_curves_markdown(read), HasSubstr("| run | task | model | samples |"));
}

TEST_F(LossCurveTest, LeaveOutValidationsThatWereNotFinite) {
  const auto run = training::run_with_losses(folder_, "diverged", 4, 1,
                                             {6, std::numeric_limits<double>::infinity(), 4, 3.5});
  const LossCurves read = read_loss_curves({run});
  ASSERT_EQ(read.curves.size(), 1u);
  std::vector<double> losses;
  for (const drawing::ChartPoint& point : read.curves[0].points) losses.push_back(point.y);
  EXPECT_THAT(losses, ElementsAre(6, 4, 3.5));
}

LossCurve curve_of(const std::string& name, double loss) {
  LossCurve curve;
  curve.run.name = name;
  curve.run.tokens = 2000;
  curve.run.seconds = 90;
  curve.run.metrics.set(training::metric::kValidationLoss, loss);
  curve.run.metrics.set(training::metric::kUnigramEntropy, 5.4);
  curve.points = {{1000, 5.2}, {2000, loss}};
  return curve;
}

TEST(LossCurveLabels, StandAboveThePanels) {
  LossCurves curves;
  curves.curves = {curve_of("gb_lamb", 3.25), curve_of("c", 5)};
  set_titles(curves, {"gb_lamb=GroupBERT, LAMB = 1"});
  const drawing::Chart chart = loss_curves_chart(curves, "a title");
  EXPECT_EQ(chart.panels[0].title, "GroupBERT, LAMB = 1");
  EXPECT_EQ(chart.panels[1].title, "c");
  EXPECT_THAT(loss_curves_markdown(curves), HasSubstr("| gb_lamb |"));
  EXPECT_EQ(message_of<ConfigError>([&] { set_titles(curves, {"c"}); }),
            "label c, expected RUN=TITLE");
  EXPECT_EQ(message_of<ConfigError>([&] { set_titles(curves, {"d=e"}); }),
            "label d=e: no such run that is done, expected one of gb_lamb, c");
}

// Their rows in curves.csv would be those of one run.
TEST_F(LossCurveTest, OfOneNameHaveTheirFoldersBeforeIt) {
  LossCurves curves;
  curves.curves = {curve_of("a", 4), curve_of("a", 3), curve_of("b", 5)};
  curves.curves[0].run.folder = "runs/one/a";
  curves.curves[1].run.folder = "runs/two/a";
  set_titles(curves, {"two/a=A"});
  const drawing::Chart chart = loss_curves_chart(curves, "");
  EXPECT_EQ(chart.panels[0].title, "one/a");
  EXPECT_EQ(chart.panels[1].title, "A");
  EXPECT_EQ(chart.panels[2].title, "b");
  EXPECT_THAT(loss_curves_markdown(curves), HasSubstr("| two/a |"));
  EXPECT_EQ(message_of<ConfigError>([&] { set_titles(curves, {"a=A"}); }),
            "label a=A: no such run that is done, expected one of one/a, two/a, b");
  write_loss_curves(curves, folder_, "");
  EXPECT_THAT(files::read_file(folder_ / "curves.csv", 1 << 10),
              HasSubstr("one/a,2000,4\ntwo/a,1000,5.2\n"));
}

TEST(LossCurveUnits, AreThoseOfTheTasks) {
  LossCurves curves;
  curves.curves = {curve_of("a", 3)};
  const auto axis = [&] { return loss_curves_chart(curves, "a title").panels[0].y.title; };
  EXPECT_EQ(axis(), "validation loss (nats)");
  curves.curves[0].run.task = "sequence_regression";
  EXPECT_EQ(axis(), "validation loss (squared error)");
  curves.curves.push_back(curve_of("b", 4));
  EXPECT_EQ(axis(), "validation loss (nats or squared error)");
  // Of a task that this program has not.
  for (LossCurve& curve : curves.curves) curve.run.task = "unheard_of";
  EXPECT_EQ(axis(), "validation loss");
}

TEST_F(LossCurveTest, HaveTheirFloorsInTableAndFigure) {
  LossCurves curves;
  curves.curves = {curve_of("a_b", 3.25), curve_of("c", 5)};
  curves.curves[0].run.metrics.set(training::metric::kContextFreeLoss, 4.9);
  EXPECT_THAT(loss_curves_markdown(curves), HasSubstr("1.5 | 5.400 | 4.900 | 3.250 | 1.650 |\n"));
  EXPECT_THAT(loss_curves_markdown(curves), HasSubstr("1.5 | 5.400 | - | 5.000 | - |\n"));
  const drawing::Chart chart = loss_curves_chart(curves, "a title");
  ASSERT_EQ(chart.panels.size(), 2u);
  EXPECT_EQ(chart.panels[0].title, "a_b");
  const auto floor =
      std::ranges::find(chart.panels[0].series, "context-free loss", &drawing::Series::name);
  ASSERT_NE(floor, chart.panels[0].series.end());
  EXPECT_EQ(floor->points[0].y, 4.9);
  EXPECT_EQ(chart.panels[0].x, chart.panels[1].x);
  write_loss_curves(curves, folder_, "a title");
  EXPECT_EQ(files::read_file(folder_ / "curves.csv", 1 << 10),
            "run,tokens,validation_loss\na_b,1000,5.2\na_b,2000,3.25\nc,1000,5.2\nc,2000,5\n");
  const std::string drawn = files::read_file(folder_ / "curves.svg", 1 << 20);
  for (const char* word : {"a title", ">a_b<", ">c<", "context-free loss", "tokens"})
    EXPECT_THAT(drawn, HasSubstr(word));
}

TEST_F(LossCurveTest, RefuseWhatCannotBeDrawn) {
  LossCurves curves;
  const std::string none = "curves: no run is done; name one that is";
  EXPECT_EQ(message_of<ConfigError>([&] { write_loss_curves(curves, folder_ / "none", ""); }),
            none);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "none"));
  EXPECT_EQ(message_of<ConfigError>([&] { set_titles(curves, {"a=A"}); }), none);
  curves.curves = {curve_of("a", training::kUnknown)};
  EXPECT_THAT(message_of<ConfigError>([&] { write_loss_curves(curves, folder_, ""); }),
              HasSubstr("the run has (2000, nan)"));
}

}  // namespace
}  // namespace espalier::experiments
