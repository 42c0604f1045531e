// SPDX-License-Identifier: Apache-2.0
#include <espalier/drawing/chart.h>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <stdlib.h>

#include <cmath>
#include <csignal>
#include <regex>

#include <espalier/sparse/core/error.h>
#include "tests/support/temporary_folder.h"

namespace espalier::drawing {
namespace {

using espalier::testing::FolderTest;
using espalier::testing::message_of;
using espalier::testing::read_bytes;

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// A curve on axes that hold it.
Panel panel_of(Series series, bool logarithmic = false) {
  Panel panel = {.x = {.title = "cost (FLOPs)", .logarithmic = logarithmic},
                 .y = {.title = "loss (nats)"}};
  for (const ChartPoint& point : series.points) {
    panel.x.cover(point.x);
    panel.y.cover(point.y);
  }
  panel.x.pad(0.1, 2);
  panel.y.pad(0.1, 1);
  panel.series.push_back(std::move(series));
  return panel;
}

Chart one_curve() {
  return {.name = "f",
          .title = "It's a title",
          .panels = {panel_of({.name = "dense", .points = {{1, 5}, {2, 4}, {3, 3.5}}})}};
}

std::size_t count(const std::string& text, const std::string& word) {
  std::size_t found = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
    ++found;
  return found;
}

class ChartTest : public FolderTest {};

TEST_F(ChartTest, DrawsASinglePoint) {
  Chart chart = one_curve();
  chart.panels = {panel_of({.name = "dense", .points = {{1e8, 5}}}, true)};
  for (const auto& file : draw_chart(chart, folder_))
    EXPECT_GT(std::filesystem::file_size(file), 0u) << file;
  EXPECT_THAT(read(folder_ / "f.svg"), AllOf(HasSubstr("It’s a title"), HasSubstr("loss (nats)"),
                                             HasSubstr("dense"), HasSubstr("10⁸")));
  // It makes no line, so that it has a mark.
  EXPECT_THAT(chart_script(chart), HasSubstr("$data_0_0 using 1:2 with linespoints"));
}

// Every text of a chart, at every place.
TEST_F(ChartTest, TextCannotLeaveItsStringAndIsShownAsItIs) {
  const std::string hostile = "'; system 'touch stolen'; '`touch stolen`\"\nEOD\na_b^2 {/Bold c}";
  Chart chart = one_curve();
  chart.title = chart.subtitle = chart.footnote = hostile;
  Panel& panel = chart.panels[0];
  panel.title = panel.x.title = panel.y.title = panel.legend_title = hostile;
  panel.x.ticks = {{hostile, 2}};
  panel.series[0].name = hostile;
  chart.panels.push_back({.x = {.low = -0.5, .high = 0.5},
                          .y = {.low = 0.5, .high = -0.5},
                          .cells = {{0, 0, 1, hostile}}});
  for (const bool own : {false, true}) {
    chart.legend_of_each_panel = own;
    draw_chart(chart, folder_);
    EXPECT_FALSE(std::filesystem::exists(folder_ / "stolen"));
    EXPECT_THAT(read(folder_ / "f.svg"), HasSubstr("a_b^2 {/Bold c}"));
  }
}

// To gnuplot such a text is a format: it showed "501f all", or drew nothing.
TEST_F(ChartTest, ATickMayHaveAPercentSign) {
  Chart chart = one_curve();
  std::string accents;
  for (int i = 0; i < 40; ++i) accents += "é";
  chart.panels[0].x.ticks = {{"50% of all", 1}, {"100%", 2}, {"%q%%", 3}};
  chart.panels[0].y.ticks = {{"%" + accents + "end", 4}};
  draw_chart(chart, folder_);
  const std::string svg = read(folder_ / "f.svg");
  EXPECT_THAT(svg, AllOf(HasSubstr(">50% of all<"), HasSubstr(">100%<"), HasSubstr(">%q%%<")));
  EXPECT_THAT(svg, AllOf(HasSubstr(">%éé"), HasSubstr("..éé"), HasSubstr("éend<")));
}

TEST_F(ChartTest, AnAxisThatANeighbourHasTooHasItsTitleOnce) {
  Chart chart = one_curve();
  chart.columns = 2;
  chart.panels.assign(4, chart.panels[0]);
  EXPECT_EQ(count(chart_script(chart), "set ylabel 'loss (nats)'"), 2 * 2u);  // in SVG and PNG
  EXPECT_EQ(count(chart_script(chart), "set xlabel 'cost (FLOPs)'"), 2 * 2u);
  chart.panels[1].y.high += 1;
  EXPECT_EQ(count(chart_script(chart), "set ylabel 'loss (nats)'"), 2 * 3u);
}

TEST_F(ChartTest, EqualEntriesStandInTheLegendOnce) {
  Chart chart = one_curve();
  chart.panels.assign(3, chart.panels[0]);
  EXPECT_EQ(count(chart_script(chart), "title 'dense'"), 2 * 1u);
  chart.legend_of_each_panel = true;
  EXPECT_EQ(count(chart_script(chart), "title 'dense'"), 2 * 3u);
  chart.legend_of_each_panel = false;
  chart.panels[1].series[0].look.dash = 2;
  EXPECT_EQ(count(chart_script(chart), "title 'dense'"), 2 * 2u);
  chart.panels[0].series.assign(30, chart.panels[0].series[0]);
  for (int i = 0; i < 30; ++i)
    chart.panels[0].series[static_cast<std::size_t>(i)].name = "run " + std::to_string(i);
  const std::string script = chart_script(chart);
  EXPECT_THAT(script, AllOf(HasSubstr("title 'run 0'"), Not(HasSubstr("title 'run 1'"))));
}

struct Box {
  double left, top, right, bottom;
  bool meets(const Box& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
};

/// Where each of the texts stands in a picture, by its letters.
std::vector<Box> texts_of(const std::string& svg) {
  std::vector<Box> boxes;
  const std::regex text(
      "translate\\(([0-9.]+),([0-9.]+)\\)\"[^>]*font-size=\"([0-9.]+)\"[^>]*"
      "text-anchor=\"(start|end|middle)\">\\s*<text>\\s*([^<\\s][^<]*)<");
  for (std::sregex_iterator it(svg.begin(), svg.end(), text), end; it != end; ++it) {
    const double x = std::stod((*it)[1]), y = std::stod((*it)[2]), size = std::stod((*it)[3]);
    const double width = 0.5 * size * static_cast<double>((*it)[5].length());
    const double begin = (*it)[4] == "start" ? x : (*it)[4] == "end" ? x - width : x - width / 2;
    boxes.push_back({begin, y - 0.7 * size, begin + width, y + 0.2 * size});
  }
  return boxes;
}

void expect_no_text_on_another(const std::vector<Box>& boxes, const std::string& what) {
  for (std::size_t i = 0; i < boxes.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      EXPECT_FALSE(boxes[i].meets(boxes[j]))
          << i << " and " << j << " of " << what << " at " << boxes[i].left << ' ' << boxes[i].top;
}

// The legend stands between titles and panels, whatever there is of each.
TEST_F(ChartTest, NoTextStandsOnAnother) {
  for (const std::size_t columns : {1u, 2u})
    for (const std::size_t entries : {1u, 9u, 24u})
      for (const bool own : {false, true}) {
        Chart chart = one_curve();
        chart.subtitle = "what it is";
        chart.footnote = "a note";
        for (int word = 0; !own && word < 60; ++word) chart.footnote += " word";
        chart.columns = columns;
        chart.legend_of_each_panel = own;
        Panel panel = chart.panels[0];
        panel.title = "a panel";
        panel.legend_title = own ? "key of the rows, and another" : "";
        for (std::size_t i = 1; i < entries; ++i) {
          panel.series.push_back(panel.series[0]);
          panel.series.back().name = "curve number " + std::to_string(i);
        }
        chart.panels = {panel, panel, panel};
        chart.panels[1].y.high += 1000;
        draw_chart(chart, folder_);
        const std::vector<Box> boxes = texts_of(read(folder_ / "f.svg"));
        EXPECT_GT(boxes.size(), 3 * 6 + entries);
        expect_no_text_on_another(
            boxes, std::to_string(entries) + " entries in " + std::to_string(columns) + " columns");
      }
}

TEST(Chart, ALongWordIsBrokenBetweenItsLetters) {
  for (const std::string letter : {"a", "é"}) {
    std::string word;
    for (int i = 0; i < 30; ++i) {
      for (int j = 0; j < 10; ++j) word += letter;
      word += std::to_string(i);
    }
    Chart chart = one_curve();
    chart.footnote = "short words first, and " + word + " and others behind";
    const std::string script = chart_script(chart);
    const std::regex line("set label ([0-9]+) '([^']*)' at screen [^\n]*right font");
    std::string joined;
    std::size_t lines = 0;
    for (std::sregex_iterator it(script.begin(), script.end(), line), end; it != end; ++it) {
      if (std::stoi((*it)[1]) == 5) {  // of the second picture
        joined.clear();
        lines = 0;
      }
      joined += (*it)[2];
      EXPECT_LE(count((*it)[2], letter), 120u);
      EXPECT_NE(static_cast<unsigned char>((*it)[2].str()[0]) & 0xc0, 0x80) << (*it)[2];
      ++lines;
    }
    EXPECT_GT(lines, 3u);
    const auto no_spaces = [](std::string text) {
      std::erase(text, ' ');
      return text;
    };
    EXPECT_EQ(no_spaces(joined), no_spaces(chart.footnote));
  }
}

// Gnuplot decides how many entries stand side by side, by its own idea of a letter.
TEST_F(ChartTest, NoTextStandsOnALegendOfLongNames) {
  for (const std::size_t letters : {30u, 45u, 50u, 60u, 70u}) {
    Chart chart = one_curve();
    chart.subtitle = std::string(100, 'e');
    chart.columns = 2;
    for (int i = 0; i < 4; ++i) {
      chart.panels[0].series.push_back(chart.panels[0].series[0]);
      chart.panels[0].series.back().name = std::string(letters, static_cast<char>('a' + i));
    }
    chart.panels.push_back(chart.panels[0]);
    draw_chart(chart, folder_);
    expect_no_text_on_another(texts_of(read(folder_ / "f.svg")),
                              std::to_string(letters) + " letters");
  }
}

TEST_F(ChartTest, BarsHaveTheirEndsAndPointsWithoutOneHaveNone) {
  Chart chart = one_curve();
  EXPECT_THAT(chart_script(chart), Not(HasSubstr("errorbars")));
  chart.panels[0].series[0].points[0].low = 4.5;
  chart.panels[0].series[0].points[0].high = 5.5;
  EXPECT_THAT(chart_script(chart), AllOf(HasSubstr("1 5 4.5 5.5\n2 4 NaN NaN\n"),
                                         HasSubstr("using 1:2:3:4 with yerrorbars")));
  draw_chart(chart, folder_);
  // A matrix without an inverse: librsvg shows nothing of such a picture.
  EXPECT_THAT(read(folder_ / "f.svg"), Not(HasSubstr("scale(0.00)")));
  chart.panels[0].series[0].bars_across = true;
  EXPECT_THAT(chart_script(chart), HasSubstr("with xerrorbars"));
}

TEST_F(ChartTest, TicksStandAtRoundValues) {
  Chart chart = one_curve();
  chart.panels[0].x = {.title = "x", .logarithmic = true, .low = 0.9, .high = 2.2e7};
  chart.panels[0].y = {.title = "y", .low = -0.0131, .high = 0.0272};
  const std::string script = chart_script(chart);
  EXPECT_THAT(script, HasSubstr("'1000' 1000"));
  EXPECT_THAT(script, HasSubstr("'10⁶' 1000000"));
  EXPECT_THAT(script, HasSubstr("'-0.010' -0.01, '-0.005' -0.005, '0.000' 0, '0.005' 0.005"));
  chart.panels[0].x = {.title = "x", .logarithmic = true, .low = 2.1e-7, .high = 3e-7};
  EXPECT_THAT(chart_script(chart), HasSubstr("'2.4·10⁻⁷' 2.4e-07"));
}

// Numbers at the ends of two axes side by side would run into each other.
TEST_F(ChartTest, TicksLeaveTheGapBetweenPanelsFree) {
  Chart chart = one_curve();
  chart.columns = 2;
  chart.panel_width = 400;
  chart.panels[0].x = {.title = "x", .logarithmic = true, .low = 9.9e11, .high = 3.1e14};
  chart.panels.push_back(chart.panels[0]);
  const std::string script = chart_script(chart);
  EXPECT_EQ(count(script, "'10¹²' 1e+12"), 2 * 1u);  // in SVG and PNG
  EXPECT_EQ(count(script, "'' 1e+12"), 2 * 1u);
  EXPECT_EQ(count(script, "'10¹³' 1e+13"), 2 * 2u);
  EXPECT_EQ(count(script, "'3·10¹⁴' 3e+14"), 2 * 1u);
  EXPECT_EQ(count(script, "'' 3e+14"), 2 * 1u);
}

TEST(Axis, HoldsWhatItCovers) {
  Axis axis = {.logarithmic = true};
  for (const double value : {0.0, -1.0, HUGE_VAL, std::nan(""), 10.0, 1000.0}) axis.cover(value);
  EXPECT_EQ(axis.low, 10);
  EXPECT_EQ(axis.high, 1000);
  axis.pad(0.5, 2);
  EXPECT_DOUBLE_EQ(axis.low, 1);
  EXPECT_DOUBLE_EQ(axis.high, 10000);
  Axis point;
  point.cover(3);
  point.pad(0, 1);
  EXPECT_EQ(point.low, 2.5);
  EXPECT_EQ(point.high, 3.5);
  Axis same = {.low = 4, .high = 4};  // a difference below the digits of a script is none
  same.pad(0, 1e-9);
  EXPECT_DOUBLE_EQ(same.low, 3.8);
  EXPECT_DOUBLE_EQ(same.high, 4.2);
}

TEST(Axis, KnowsWhatIsNearIt) {
  const Axis axis = {.low = 2, .high = 4};
  for (const double value : {1.5, 3.0, 4.5}) EXPECT_TRUE(axis.is_near(value)) << value;
  for (const double value : {1.4, 4.6}) EXPECT_FALSE(axis.is_near(value)) << value;
  const Axis logarithmic = {.logarithmic = true, .low = 1, .high = 16};
  for (const double value : {0.51, 31.9}) EXPECT_TRUE(logarithmic.is_near(value)) << value;
  for (const double value : {0.49, 32.1}) EXPECT_FALSE(logarithmic.is_near(value)) << value;
}

TEST(Axis, HoldsBarsThatAreNotMuchLongerThanItself) {
  Axis axis;
  for (const double value : {0.0, 1.0}) axis.cover(value);
  EXPECT_TRUE(axis.cover_bars({{-0.5, 1.25}, {0.2, 0.4}}));
  EXPECT_EQ(axis.low, -0.5);
  EXPECT_EQ(axis.high, 1.25);
  EXPECT_FALSE(axis.cover_bars({{-3, 3}, {-1, 1}}));
  EXPECT_EQ(axis.low, -1);
  EXPECT_EQ(axis.high, 1.25);
  EXPECT_TRUE(axis.cover_bars({}));
}

TEST(Chart, PointsBeyondTheAxisStandAtTheFrameIfTheirSeriesSaysSo) {
  Chart chart = one_curve();
  Panel& panel = chart.panels[0];
  panel.series[0].points.push_back({2, 90});
  panel.series[0].points.push_back({3, -7.125});
  EXPECT_THAT(chart_script(chart), Not(HasSubstr("with labels")));
  panel.series[0].beyond = true;
  const std::string script = chart_script(chart);
  EXPECT_THAT(script, HasSubstr(fmt::format("2 {:.9g} \"▲ 90\"", panel.y.high)));
  EXPECT_THAT(script, HasSubstr(fmt::format("3 {:.9g} \"▼ -7.12\"", panel.y.low)));
  panel.series[0].bars_across = true;
  panel.series[0].points = {{2, 4}, {90, 4}, {-5, 4}};
  EXPECT_THAT(chart_script(chart), AllOf(HasSubstr("4 \"90 ▶\""), HasSubstr("4 \"◀ -5\""),
                                         Not(HasSubstr("▲")), Not(HasSubstr(kBeyondAlone))));
  panel.series[0].beyond_values = false;
  EXPECT_THAT(chart_script(chart), AllOf(HasSubstr("4 \"▶\""), HasSubstr("4 \"◀\""),
                                         HasSubstr(kBeyondAlone), Not(HasSubstr(kBeyond))));
}

TEST(Chart, ACellBeyondTheScaleLeavesItToTheOthers) {
  Chart chart = {.name = "f",
                 .panels = {{.x = {.low = -0.5, .high = 2.5}, .y = {.low = 0.5, .high = -0.5}}}};
  chart.panels[0].cells = {{0, 0, 2, "2"}, {1, 0, 3, "3"}, {2, 0, 50, "50", true}};
  EXPECT_THAT(chart_script(chart), HasSubstr("set cbrange [2:3]"));
}

// Of equal values one may be the mean of several, which is rounded. gnuplot draws no empty scale.
TEST(Chart, CellsThatDifferInTheirLastBitsHaveAScale) {
  Chart chart = {.name = "f",
                 .panels = {{.x = {.low = -0.5, .high = 1.5}, .y = {.low = 0.5, .high = -0.5}}}};
  chart.panels[0].cells = {{0, 0, 0.8, "0.8"}, {1, 0, (0.8 + 0.8 + 0.8) / 3, "0.8"}};
  EXPECT_THAT(chart_script(chart), HasSubstr("set cbrange [0.8:1.8]"));
}

TEST(Shortened, LosesItsMiddleAndNoHalfOfALetter) {
  EXPECT_EQ(shortened("abcdefghij", 10), "abcdefghij");
  EXPECT_EQ(shortened("abcdefghij", 8), "abc..hij");
  EXPECT_EQ(shortened("äöüäöüäöü", 8), "äöü..äöü");
  EXPECT_EQ(shortened("abcdefghij", 0), "a..j");
  for (const char* text : {"", "x", "é", "xy"}) EXPECT_EQ(shortened(text, 0), text);
  EXPECT_EQ(shortened("xyz", 0), "x..z");
}

TEST_F(ChartTest, RefusesWhatItCannotShow) {
  EXPECT_THAT(message_of<ConfigError>([&] { (void)chart_script({.name = "f"}); }),
              HasSubstr("figure f: no points, expected at least one"));
  Chart chart = one_curve();
  chart.panels[0].series[0].points[1].y = std::nan("");
  EXPECT_THAT(message_of<ConfigError>([&] { (void)chart_script(chart); }),
              HasSubstr("figure f: dense has (2, nan), expected finite values"));
  chart.panels[0].series[0].points[1] = {0, 1};
  chart.panels[0].x.logarithmic = true;
  EXPECT_THAT(message_of<ConfigError>([&] { (void)chart_script(chart); }),
              HasSubstr("above 0 on a logarithmic axis"));
}

TEST_F(ChartTest, MissingGnuplotNamesThePackageAndKeepsTheScript) {
  const std::string path = ::getenv("PATH");
  ::setenv("PATH", "/nonexistent", 1);
  const std::string message = message_of<IoError>([&] { draw_chart(one_curve(), folder_); });
  ::setenv("PATH", path.c_str(), 1);
  EXPECT_THAT(message, HasSubstr("install the package gnuplot-nox"));
  EXPECT_TRUE(std::filesystem::exists(folder_ / "f.gp"));
}

// gnuplot ends well where a disk is full.
TEST_F(ChartTest, APictureThatIsCutTakesNotThePlaceOfAnEarlierOne) {
  write("f.svg", "an earlier one");
  const auto program = write("bin/gnuplot",
                             "#!/bin/sh\nfor name in svg png; do printf '<svg' > "
                             "f.$name.espalier-partial; done\n");
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  const std::string path = ::getenv("PATH");
  ::setenv("PATH", (folder_ / "bin:").string().append(path).c_str(), 1);
  const std::string message = message_of<IoError>([&] { draw_chart(one_curve(), folder_); });
  ::setenv("PATH", path.c_str(), 1);
  EXPECT_THAT(message, HasSubstr("gnuplot has not drawn all of it"));
  EXPECT_EQ(read_bytes(folder_ / "f.svg"), "an earlier one");
  for (const auto& entry : std::filesystem::directory_iterator(folder_))
    EXPECT_NE(entry.path().extension(), ".espalier-partial") << entry.path();
}

// Then nobody learns how it ended.
TEST_F(ChartTest, WhatGnuplotSaysIsToldWhereItsEndIsNotKnown) {
  const auto program = write("bin/gnuplot", "#!/bin/sh\necho 'line 3: no such terminal'\nexit 1\n");
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  const std::string path = ::getenv("PATH");
  ::setenv("PATH", (folder_ / "bin:").string().append(path).c_str(), 1);
  for (const bool ignored : {false, true}) {
    const auto handler = std::signal(SIGCHLD, ignored ? SIG_IGN : SIG_DFL);
    EXPECT_THAT(message_of<IoError>([&] { draw_chart(one_curve(), folder_); }),
                HasSubstr("line 3: no such terminal"));
    std::signal(SIGCHLD, handler);
  }
  ::setenv("PATH", path.c_str(), 1);
}

// It is for the pictures that they draw by hand.
TEST_F(ChartTest, WhatAUserHasForGnuplotIsNotRead) {
  write("home/.gnuplot", "no command\n");
  const std::string home = ::getenv("HOME") == nullptr ? "/" : ::getenv("HOME");
  ::setenv("HOME", (folder_ / "home").c_str(), 1);
  EXPECT_NO_THROW(draw_chart(one_curve(), folder_));
  ::setenv("HOME", home.c_str(), 1);
}

TEST_F(ChartTest, TextThatIsNoUtf8MakesAnSvgAllTheSame) {
  Chart chart = one_curve();
  chart.title = chart.footnote = chart.panels[0].series[0].name = "x\xffy\xef\xbf\xbf";
  const std::string script = chart_script(chart);
  EXPECT_THAT(script, AllOf(HasSubstr("'x?y?'"), Not(HasSubstr("\xff")), Not(HasSubstr("\xbf"))));
}

TEST_F(ChartTest, LeavesTheFilesOfAUserAlone) {
  for (const char* name : {"f.svg.partial", "f.gp.partial", "precious"}) write(name, "of a user");
  for (const char* name : {"f.svg", "f.gp"})
    std::filesystem::create_symlink("precious",
                                    folder_ / (std::string(name) + ".espalier-partial"));
  draw_chart(one_curve(), folder_);
  for (const char* name : {"f.svg.partial", "f.gp.partial", "precious"})
    EXPECT_EQ(read(folder_ / name), "of a user") << name;
  EXPECT_THAT(read(folder_ / "f.svg"), HasSubstr("</svg>"));
  EXPECT_FALSE(std::filesystem::is_symlink(folder_ / "f.svg"));
}

}  // namespace
}  // namespace espalier::drawing
