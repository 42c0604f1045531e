// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/figures/line_figure.h>

#include <gmock/gmock.h>

#include <cmath>

#include <espalier/sparse/core/error.h>
#include "tests/support/temporary_folder.h"

namespace espalier::experiments {
namespace {

using espalier::testing::FolderTest;
using espalier::testing::message_of;
using ::testing::HasSubstr;
using ::testing::Not;

LineFigure two_curves() {
  return {.title = "It's a title",
          .subtitle = "below",
          .x_title = "update",
          .y_title = "explored",
          .curves = {{.name = "a", .points = {{1, 0.25}, {2, 0.5}}},
                     {.name = "b, by chance", .hue = 1, .dashed = true, .points = {{1, 0.25}}}}};
}

class LineFigureTest : public FolderTest {};

TEST_F(LineFigureTest, DrawsItsCurvesWithTheNumbersBeside) {
  for (const auto& file : draw_line_figure(two_curves(), folder_, "explored"))
    EXPECT_GT(std::filesystem::file_size(file), 0u) << file;
  EXPECT_THAT(read(folder_ / "explored.svg"), HasSubstr("It’s a title"));
  EXPECT_EQ(read(folder_ / "explored.csv"),
            "curve,update,explored\na,1,0.25\na,2,0.5\n\"b, by chance\",1,0.25\n");
}

// Left to itself gnuplot writes the legend over the title of the axis.
TEST_F(LineFigureTest, LeavesRoomForTheAxisAndEachLineOfTheLegend) {
  LineFigure figure = two_curves();
  EXPECT_THAT(line_figure_script(figure, "f"), HasSubstr("set bmargin 5\n"));
  figure.curves.assign(7, figure.curves[0]);
  EXPECT_THAT(line_figure_script(figure, "f"), HasSubstr("set bmargin 7\n"));
  figure.curves.assign(kMostLegends + 1, figure.curves[0]);
  EXPECT_THAT(line_figure_script(figure, "f"), HasSubstr("set bmargin 5\n"));
}

TEST_F(LineFigureTest, NamesCannotLeaveTheirString) {
  LineFigure figure = two_curves();
  figure.title = "'; system 'touch stolen'; '";
  figure.curves[0].name = "`touch stolen`'";
  draw_line_figure(figure, folder_, "explored");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "stolen"));
}

TEST_F(LineFigureTest, NamesOnlyTheEndsOfManyCurves) {
  LineFigure figure = two_curves();
  figure.curves.assign(kMostLegends + 1, figure.curves[0]);
  figure.curves[1].name = "middle";
  EXPECT_THAT(line_figure_script(figure, "f"), Not(HasSubstr("'middle'")));
  figure.curves.pop_back();
  EXPECT_THAT(line_figure_script(figure, "f"), HasSubstr("'middle'"));
}

TEST_F(LineFigureTest, RefusesWhatItCannotShow) {
  EXPECT_THROW((void)line_figure_script(LineFigure(), "f"), ConfigError);
  LineFigure figure = two_curves();
  figure.curves[1].points[0].y = std::nan("");
  EXPECT_THAT(message_of<ConfigError>([&] { (void)line_figure_script(figure, "f"); }),
              HasSubstr("curve b, by chance has (1, nan)"));
}

}  // namespace
}  // namespace espalier::experiments
