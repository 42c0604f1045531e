// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/figures/figure.h>

#include <gmock/gmock.h>
#include <stdlib.h>

#include <cmath>

#include <espalier/sparse/core/error.h>
#include "tests/support/temporary_folder.h"

namespace espalier::experiments {
namespace {

using espalier::testing::FolderTest;
using espalier::testing::message_of;

using ::testing::HasSubstr;
using ::testing::Not;

class FigureTest : public FolderTest {
 protected:
  static Figure one_point() {
    Figure figure;
    figure.title = "It's a title";
    figure.curves.push_back({"dense", "dense", false, {{"tiny", 1e8, 1e12, 5.0}}});
    return figure;
  }
};

TEST_F(FigureTest, DrawsASinglePoint) {
  draw_figure(one_point(), folder_);
  EXPECT_THAT(read(folder_ / "pareto.svg"), HasSubstr("It’s a title"));
}

TEST_F(FigureTest, NamesCannotLeaveTheirString) {
  Figure figure = one_point();
  figure.title = "'; system 'touch stolen'; '";
  figure.curves[0].name = "`touch stolen`'";
  figure.curves[0].points[0].label = "\"\nEOD\nsystem 'touch stolen'\n";
  draw_figure(figure, folder_);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "stolen"));
}

TEST_F(FigureTest, MarksPointsThatWereNotTrainedLongEnough) {
  Figure figure = one_point();
  EXPECT_THAT(figure_script(figure), Not(HasSubstr("†")));
  figure.curves[0].points[0].trained_enough = false;
  EXPECT_THAT(figure_script(figure), HasSubstr("\"tiny †\""));
  EXPECT_THAT(figure_script(figure), HasSubstr("not trained long enough"));
}

TEST_F(FigureTest, CurvesOfOneColourHaveMarkersOfTheirOwn) {
  Figure figure;
  for (const char* block : {"1x1", "4x4", "16x16"})
    figure.curves.push_back({block, "dynamic", false, {{"tiny", 1e8, 1e12, 5.0}}});
  figure.curves.push_back({"again", "dynamic", true, {{"tiny", 1e8, 1e12, 5.0}}});
  figure.curves.push_back({"still", "static", false, {{"tiny", 1e8, 1e12, 5.0}}});
  const std::string script = figure_script(figure);
  // In the legend, with the colours of the modes: circle, diamond, triangle; an open circle; and
  // the first of static.
  for (const char* look : {"'#0072B2' lw 2.2 dt 1 pt 7 ps 1.3 title '1x1'",
                           "'#0072B2' lw 2.2 dt 1 pt 13 ps 1.3 title '4x4'",
                           "'#0072B2' lw 2.2 dt 1 pt 11 ps 1.3 title '16x16'",
                           "'#0072B2' lw 1.2 dt 3 pt 6 ps 2 title 'again'",
                           "'#D55E00' lw 2.2 dt 1 pt 9 ps 1.3 title 'still'"})
    EXPECT_THAT(script, HasSubstr(look));
}

TEST_F(FigureTest, RefusesWhatALogarithmicAxisCannotShow) {
  EXPECT_THROW((void)figure_script(Figure()), ConfigError);
  Figure figure = one_point();
  figure.curves[0].points[0].loss = std::nan("");
  EXPECT_THAT(message_of<ConfigError>([&] { (void)figure_script(figure); }),
              HasSubstr("point tiny has nan"));
  figure.curves[0].points[0].loss = 0;
  EXPECT_THROW((void)figure_script(figure), ConfigError);
}

TEST_F(FigureTest, MissingGnuplotNamesThePackageAndKeepsTheScript) {
  const std::string path = ::getenv("PATH");
  ::setenv("PATH", "/nonexistent", 1);
  const std::string message = message_of<IoError>([&] { draw_figure(one_point(), folder_); });
  ::setenv("PATH", path.c_str(), 1);
  EXPECT_THAT(message, HasSubstr("install the package gnuplot-nox"));
  EXPECT_TRUE(std::filesystem::exists(folder_ / "pareto.gp"));
}

}  // namespace
}  // namespace espalier::experiments
