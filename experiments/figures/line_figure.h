// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace espalier::experiments {

struct LinePoint {
  double x = 0;
  double y = 0;
};

struct LineCurve {
  std::string name;     ///< in the legend and in the CSV
  std::size_t hue = 0;  ///< curves of one hue have one colour; see `drawing::kCurveColours`
  bool dashed = false;
  std::vector<LinePoint> points;  ///< by ascending x
};

/// Curves of shares in [0, 1] over time.
struct LineFigure {
  std::string title;
  std::string subtitle;
  std::string x_title;
  std::string y_title;
  std::vector<LineCurve> curves;
};

/// The gnuplot script of the figure, with its data. It writes `name`.svg and `name`.png into the
/// folder in which it is run. A figure of more than `kMostLegends` curves has a legend of the first
/// and the last only. Throws ConfigError if there is no point or a value is not finite.
std::string line_figure_script(const LineFigure& figure, const std::string& name);

inline constexpr std::size_t kMostLegends = 14;

/// Draws the figure into `folder` with its script and `name`.csv, whose columns are curve, x and y.
/// Returns the files that people look at. Throws as `run_gnuplot_script`.
std::vector<std::filesystem::path> draw_line_figure(const LineFigure& figure,
                                                    const std::filesystem::path& folder,
                                                    const std::string& name);

}  // namespace espalier::experiments
