// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/figures/figure.h>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <stdlib.h>

#include <cmath>
#include <regex>
#include <set>

#include <espalier/experiments/figures/label_placer.h>
#include <espalier/sparse/core/error.h>
#include "tests/support/temporary_folder.h"

namespace espalier::experiments {
namespace {

using espalier::testing::FolderTest;
using espalier::testing::message_of;
using espalier::testing::read_bytes;

using ::testing::HasSubstr;
using ::testing::Not;

class FigureTest : public FolderTest {
 protected:
  static Figure empty() {
    Figure figure;
    figure.name = "pareto";
    figure.panels = {"encoder", "all"};
    return figure;
  }

  static Figure one_point() {
    Figure figure = empty();
    figure.title = "It's a title";
    figure.curves.push_back({"dense", "dense", false, {{"tiny", {1e8, 1e12}, 5.0}}});
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
  EXPECT_THAT(figure_script(figure), HasSubstr("'tiny †'"));
  EXPECT_THAT(figure_script(figure), HasSubstr("not trained long enough"));
}

TEST_F(FigureTest, CurvesOfOneColourHaveMarkersOfTheirOwn) {
  Figure figure = empty();
  for (const char* block : {"1x1", "4x4", "16x16"})
    figure.curves.push_back({block, "dynamic", false, {{"tiny", {1e8, 1e12}, 5.0}}});
  figure.curves.push_back({"again", "dynamic", true, {{"tiny", {1e8, 1e12}, 5.0}}});
  figure.curves.push_back({"still", "static", false, {{"tiny", {1e8, 1e12}, 5.0}}});
  const std::string script = figure_script(figure);
  // In the legend, with the colours of the modes: circle, triangle, diamond; an open circle; and
  // the first of static.
  for (const char* look : {"'#0072B2' lw 2.2 dt 1 pt 7 ps 1.3 title '1x1'",
                           "'#0072B2' lw 2.2 dt 1 pt 9 ps 1.3 title '4x4'",
                           "'#0072B2' lw 2.2 dt 1 pt 13 ps 1.3 title '16x16'",
                           "'#0072B2' lw 1.2 dt 3 pt 6 ps 2 title 'again'",
                           "'#D55E00' lw 2.2 dt 1 pt 9 ps 1.3 title 'still'"})
    EXPECT_THAT(script, HasSubstr(look));
}

TEST_F(FigureTest, ABlockHasOneMarkerInEveryColour) {
  Figure figure = empty();
  for (const char* policy : {"static", "dynamic"})
    for (const Index block : {1, 4})
      figure.curves.push_back({.name = fmt::format("{} {}", policy, block),
                               .policy = policy,
                               .overlay = block == 4,
                               .points = {{"tiny", {1e8, 1e12}, 5.0}},
                               .block = block});
  std::string script = figure_script(figure);
  for (const char* look : {"'#D55E00' lw 2.2 dt 1 pt 7 ps 1.3 title 'static 1'",
                           "'#0072B2' lw 2.2 dt 1 pt 7 ps 1.3 title 'dynamic 1'",
                           "'#D55E00' lw 1.2 dt 3 pt 12 ps 2 title 'static 4'",
                           "'#0072B2' lw 1.2 dt 3 pt 12 ps 2 title 'dynamic 4'"})
    EXPECT_THAT(script, HasSubstr(look));
  // Of one block alone the markers are those of the modes.
  figure.curves = {figure.curves[0], figure.curves[2]};
  script = figure_script(figure);
  EXPECT_THAT(script, HasSubstr("pt 9 ps 1.3 title 'static 1'"));
  EXPECT_THAT(script, HasSubstr("pt 7 ps 1.3 title 'dynamic 1'"));
}

// Of points of one model and cost, the overlay's among them, the lowest.
TEST_F(FigureTest, PointsOfOneModelAndCostHaveOneLabel) {
  Figure figure = empty();
  figure.panels = {"encoder"};
  figure.curves.push_back({"static", "static", false, {{"tiny", {1e8}, 5.1}}});
  figure.curves.push_back({"dynamic", "dynamic", false, {{"tiny", {1e8}, 5.0}}});
  figure.curves.push_back({"again", "dynamic", true, {{"tiny", {1.01e8}, 5.05}}});
  const std::string script = figure_script(figure);
  const std::regex label("set label [0-9]+ 'tiny' at first [0-9.e+]+,([0-9.e+]+)");
  std::set<std::string> losses;
  for (std::sregex_iterator it(script.begin(), script.end(), label), end; it != end; ++it)
    losses.insert((*it)[1]);
  EXPECT_THAT(losses, ::testing::ElementsAre("5.000000000e+00"));
}

/// Twelve settings, of three policies, two blocks and two densities, and the dense models.
Figure twelve_settings() {
  Figure figure = {.name = "pareto",
                   .title = "Twelve",
                   .subtitle = "",
                   .panels = {"encoder", "all"},
                   .curves = {},
                   .unigram_entropy = 0};
  const auto add = [&](const std::string& name, const std::string& policy, double cost, double loss,
                       Index block, double density) {
    FigureCurve curve = {.name = name,
                         .policy = policy,
                         .overlay = false,
                         .points = {},
                         .block = block,
                         .density = density};
    double flops = 1e8 * cost;
    for (const char* model : {"nano", "micro", "tiny", "mini"}) {
      curve.points.push_back({model, {flops, 1e4 * flops}, loss});
      flops *= 3;
      loss -= 0.4;
    }
    figure.curves.push_back(curve);
  };
  add("dense", "dense", 1, 5, 0, 0);
  double shift = 0;
  for (const char* policy : {"dynamic", "rigl", "set"})
    for (const double density : {0.2, 0.1})
      for (const Index block : {4, 16})
        add(policy + std::string(", density ") + std::to_string(density) + ", block " +
                std::to_string(block),
            policy, 0.3 + density, 4.9 + (shift += 0.011), block, density);
  return figure;
}

TEST_F(FigureTest, TwelveSettingsHaveTwelveLooksAndARowForEachDensity) {
  const std::string script = figure_script(twelve_settings());
  const std::regex entry(
      "NaN with linespoints (lc rgb '#[0-9A-F]{6}') lw [0-9.]+ (dt [0-9]) (pt [0-9]+)");
  std::set<std::string> looks;
  std::size_t entries = 0;
  for (std::sregex_iterator it(script.begin(), script.end(), entry), end; it != end; ++it) {
    looks.insert((*it)[1].str() + (*it)[2].str() + (*it)[3].str());
    ++entries;
  }
  EXPECT_EQ(entries, 2 * 13u);  // in SVG and PNG
  EXPECT_EQ(looks.size(), 13u);
  EXPECT_THAT(script, HasSubstr("set title 'density 0.2'"));
  EXPECT_THAT(script, HasSubstr("set title 'density 0.1'"));
}

TEST_F(FigureTest, LabelsOfTwelveSettingsDoNotOverlap) {
  draw_figure(twelve_settings(), folder_);
  const std::string svg = read(folder_ / "pareto.svg");
  struct Box {
    double left, right, top, bottom;
  };
  std::vector<Box> boxes;
  const std::regex text(
      "translate\\(([0-9.]+),([0-9.]+)\\)\"[^>]*font-size=\"([0-9.]+)\"[^>]*"
      "text-anchor=\"(start|end)\">\\s*<text>(nano|micro|tiny|mini)<");
  for (std::sregex_iterator it(svg.begin(), svg.end(), text), end; it != end; ++it) {
    const double x = std::stod((*it)[1]), y = std::stod((*it)[2]), size = std::stod((*it)[3]);
    // Of these letters of DejaVu Sans, the widest in the mean is 0.63 of the font's size.
    const double width = 0.63 * size * static_cast<double>((*it)[5].length());
    const bool start = (*it)[4] == "start";
    boxes.push_back(
        {start ? x : x - width, start ? x + width : x, y - 0.75 * size, y + 0.22 * size});
  }
  // Four models, dense and sparse, in four panels; a few may have found no room.
  EXPECT_GE(boxes.size(), 24u);
  for (std::size_t i = 0; i < boxes.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      EXPECT_FALSE(boxes[i].left < boxes[j].right && boxes[j].left < boxes[i].right &&
                   boxes[i].top < boxes[j].bottom && boxes[j].top < boxes[i].bottom)
          << i << " and " << j << " at " << boxes[i].left << ' ' << boxes[i].top;
}

TEST_F(FigureTest, RefusesWhatALogarithmicAxisCannotShow) {
  EXPECT_THROW((void)figure_script(Figure()), ConfigError);
  Figure figure = one_point();
  figure.curves[0].points[0].loss = std::nan("");
  EXPECT_THAT(message_of<ConfigError>([&] { (void)figure_script(figure); }),
              HasSubstr("point tiny has nan"));
  figure.curves[0].points[0].loss = 0;
  EXPECT_THROW((void)figure_script(figure), ConfigError);
  figure.panels.pop_back();
  EXPECT_THAT(message_of<ConfigError>([&] { (void)figure_script(figure); }),
              HasSubstr("point tiny has 2 costs, expected one for each panel, 1"));
}

// A point in the middle of an axis of 100 by 100 pixels.
std::string label_of_the_middle(LabelPlacer placer) {
  return placer.label({10, 10}, "name", "red", 0);
}

TEST(LabelPlacer, MovesOutOfTheWayOfPointsAndLines) {
  const PlottedAxis axis = {1, 100, 100};
  LabelPlacer placer(axis, axis);
  EXPECT_THAT(label_of_the_middle(placer), HasSubstr("left offset 0.7,0.6"));
  placer.avoid_line({10, 10}, {100, 30});  // rises to the right, through the first place
  EXPECT_THAT(label_of_the_middle(placer), HasSubstr("right offset -0.7,-0.7"));
  placer.avoid_point({7, 7});  // below on the left
  EXPECT_THAT(label_of_the_middle(placer), HasSubstr("left offset 0.7,-0.7"));
  placer.avoid_line({10, 10}, {100, 5});
  EXPECT_THAT(label_of_the_middle(placer), HasSubstr("right offset -0.7,0.6"));
  placer.avoid_line({10, 10}, {1, 20});  // now a line is in every place: it covers the fewest
  EXPECT_THAT(label_of_the_middle(placer), HasSubstr("left offset 0.7,0.6"));
  EXPECT_THAT(placer.label({10, 10}, "name", "red", 0), HasSubstr("left offset 0.7,0.6"));
  EXPECT_THAT(label_of_the_middle(placer), HasSubstr("left offset 0.7,-0.7"));
}

TEST_F(FigureTest, MissingGnuplotNamesThePackageAndKeepsTheScript) {
  const std::string path = ::getenv("PATH");
  ::setenv("PATH", "/nonexistent", 1);
  const std::string message = message_of<IoError>([&] { draw_figure(one_point(), folder_); });
  ::setenv("PATH", path.c_str(), 1);
  EXPECT_THAT(message, HasSubstr("install the package gnuplot-nox"));
  EXPECT_TRUE(std::filesystem::exists(folder_ / "pareto.gp"));
}

// gnuplot ends well where a disk is full.
TEST_F(FigureTest, APictureThatIsCutTakesNotThePlaceOfAnEarlierOne) {
  write("pareto.svg", "an earlier one");
  const auto program = write("bin/gnuplot",
                             "#!/bin/sh\nfor name in svg png; do printf '<svg' > "
                             "pareto.$name.partial; done\n");
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  const std::string path = ::getenv("PATH");
  ::setenv("PATH", (folder_ / "bin:").string().append(path).c_str(), 1);
  const std::string message = message_of<IoError>([&] { draw_figure(one_point(), folder_); });
  ::setenv("PATH", path.c_str(), 1);
  EXPECT_THAT(message, HasSubstr("gnuplot has not drawn all of it"));
  EXPECT_EQ(read_bytes(folder_ / "pareto.svg"), "an earlier one");
  for (const auto& entry : std::filesystem::directory_iterator(folder_))
    EXPECT_NE(entry.path().extension(), ".partial") << entry.path();
}

}  // namespace
}  // namespace espalier::experiments
