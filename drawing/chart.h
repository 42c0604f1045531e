// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <espalier/drawing/style.h>
#include <espalier/sparse/core/types.h>

namespace espalier::drawing {

/// Note of a figure whose axis does not hold all bars.
inline constexpr const char* kCutBars = "a bar that ends at the frame reaches beyond it";
/// What a footnote says of points beyond an axis, by itself (see Series::beyond).
inline constexpr const char* kBeyond = "a value beside an arrow lies beyond the axis";
/// The same of points without their values.
inline constexpr const char* kBeyondAlone = "an arrow alone: points beyond the axis";

/// How a series is drawn, in panels and in the legend.
struct Look {
  std::string colour = kBlue;
  int marker = 0;  ///< gnuplot's point type; 0: none
  int dash = 1;    ///< gnuplot's dash type; 0: no line
  double width = 1.8;
  double size = 1;  ///< of the marker

  bool operator==(const Look&) const = default;
};

struct ChartPoint {
  double x = 0, y = 0;
  /// Ends of the bar through the point; NaN: none.
  double low = std::numeric_limits<double>::quiet_NaN(), high = low;
};

struct Series {
  std::string name = {};  ///< in the legend, where equal entries stand once; empty: not there
  Look look = {};
  std::vector<ChartPoint> points = {};
  bool bars_across = false;  ///< bars are ends in x
  /// A point beyond the axis of its bars stands at the frame, as an arrow with its value; of other
  /// series it is left out.
  bool beyond = false;
  bool beyond_values = true;  ///< the arrow has the value
};

struct Tick {
  std::string text;
  double place;

  bool operator==(const Tick&) const = default;
};

struct Axis {
  std::string title = {};  ///< with its unit
  bool logarithmic = false;
  /// Ends, the first on the left or below.
  double low = std::numeric_limits<double>::infinity(), high = -low;
  std::vector<Tick> ticks = {};  ///< empty: round values

  bool operator==(const Axis&) const = default;
  /// Widens the axis to hold a value; one that it cannot show changes nothing.
  void cover(double value);
  /// Is a value on the axis, or beyond it by a quarter of its length at most?
  bool is_near(double value) const;
  /// Widens the axis to hold bars, given by their ends, but those more than twice as long as the
  /// axis was, which would leave what it shows no room. Whether it holds all of them.
  bool cover_bars(const std::vector<std::pair<double, double>>& bars);
  /// Leaves `share` of the axis free at either end, and makes it at least `least` long: a
  /// difference, or a factor on a logarithmic axis.
  void pad(double share, double least);
};

/// A coloured square with text.
struct Cell {
  double x, y, value;
  std::string text;
  bool beyond = false;  ///< the scale of the colours, whose nearer end it has
};

/// Shares in percent from 0 to 100, or 200 and 300, row by row from the top: white is none, darker
/// more, 200 green and 300 orange.
struct Image {
  Index rows = 0, cols = 0;
  std::vector<int> cells = {};
};

/// Series on two axes; or cells, whose axes have a tick each, or an image, whose axes have titles
/// alone.
struct Panel {
  std::string title = {};
  Axis x = {}, y = {};
  std::vector<Series> series = {};
  std::vector<Cell> cells = {};
  Image image = {};
  std::string legend_title = {};  ///< where each panel has its own legend
};

/// A figure. Panels stand in rows from the left; numbers and title of an axis that a neighbour has
/// too stand once, on the left or below. The legend of all stands above them, where it covers
/// nothing; of more than 24 series it names the first and the last. Text is shown as it is; what
/// has no room loses its middle, but a footnote goes on in the next line.
struct Chart {
  std::string name;  ///< of its files
  std::string title = {};
  std::string subtitle = {};
  std::string footnote = {};
  std::vector<Panel> panels = {};
  std::size_t columns = 1;
  int panel_width = 560, panel_height = 380;  ///< of the axes, in pixels of the SVG
  bool legend_of_each_panel = false;
};

/// The gnuplot script of the chart, with its data. It writes NAME.svg and NAME.png into the folder
/// in which it is run. Throws ConfigError naming the chart if nothing is in it, or naming the
/// series if a value is not finite, or not positive on a logarithmic axis.
std::string chart_script(const Chart& chart);

/// Writes NAME.gp to `folder` and runs it there. Returns the pictures. Throws as `chart_script` and
/// `run_gnuplot_script`.
std::vector<std::filesystem::path> draw_chart(const Chart& chart,
                                              const std::filesystem::path& folder);

/// The same with one panel after the other as the animation NAME.gif. Returns its path.
std::filesystem::path animate_chart(const Chart& chart, const std::filesystem::path& folder);

/// The middle of a text that is longer than `letters` left out.
std::string shortened(const std::string& text, std::size_t letters);

}  // namespace espalier::drawing
