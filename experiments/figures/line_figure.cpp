// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/figures/line_figure.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include <espalier/drawing/gnuplot.h>
#include <espalier/drawing/style.h>
#include <espalier/files/atomic_file.h>
#include <espalier/files/csv.h>
#include <espalier/sparse/core/error.h>

namespace espalier::experiments {
namespace {

constexpr int kWidth = 960, kHeight = 600;
constexpr std::size_t kLegendColumns = 3;

void check(const LineFigure& figure, const std::string& name) {
  bool any = false;
  for (const LineCurve& curve : figure.curves) {
    for (const LinePoint& point : curve.points) {
      any = true;
      if (!std::isfinite(point.x) || !std::isfinite(point.y))
        throw ConfigError(fmt::format("figure {}: curve {} has ({}, {}), expected finite values",
                                      name, curve.name, point.x, point.y));
    }
  }
  if (!any) throw ConfigError("figure " + name + ": no points, expected at least one");
}

std::string data_block(const LineFigure& figure, std::size_t number) {
  std::string text = fmt::format("$curve{} << EOD\n", number);
  for (const LinePoint& point : figure.curves[number].points)
    text += fmt::format("{:.9g} {:.9g}\n", point.x, point.y);
  return text + "EOD\n";
}

std::string plot_command(const LineFigure& figure) {
  std::string text = "plot ";
  for (std::size_t i = 0; i < figure.curves.size(); ++i) {
    const LineCurve& curve = figure.curves[i];
    const bool named =
        figure.curves.size() <= kMostLegends || i == 0 || i + 1 == figure.curves.size();
    // A single point makes no line.
    text += fmt::format(
        "{}$curve{} using 1:2 with {} lc rgb '{}' lw {} dt {} {}{}", i == 0 ? "" : ", \\\n     ", i,
        curve.points.size() == 1 ? "points pt 7" : "lines",
        drawing::kCurveColours[curve.hue % drawing::kCurveColours.size()], curve.dashed ? 1.2 : 2.0,
        curve.dashed ? 2 : 1, named ? "title " : "notitle",
        named ? drawing::gnuplot_quoted(curve.name) : std::string());
  }
  return text + '\n';
}

}  // namespace

std::string line_figure_script(const LineFigure& figure, const std::string& name) {
  check(figure, name);
  std::string text = "# Draw again with: gnuplot " + name + ".gp\nset encoding utf8\n";
  for (std::size_t i = 0; i < figure.curves.size(); ++i) text += data_block(figure, i);
  // Below the axis its numbers, its title and the legend, in lines of the font of 13 points: left
  // to itself gnuplot lays the last two over one another.
  const std::size_t named =
      figure.curves.size() <= kMostLegends ? figure.curves.size() : std::size_t{2};
  const std::size_t below = 4 + (named + kLegendColumns - 1) / kLegendColumns;
  for (const auto& [terminal, suffix] : {std::pair{"svg", ".svg"}, {"pngcairo", ".png"}}) {
    text += "reset\n" + drawing::gnuplot_terminal(terminal, kWidth, kHeight);
    text += fmt::format(
        "set output {}\n{}set yrange [0:1.02]\nset offsets graph 0, graph 0.02, 0, 0\n"
        "set key below maxcols {} Left reverse noenhanced font ',11' samplen 3\n"
        "set label 1 {} at screen 0.5,0.96 center font ',16' noenhanced\n"
        "set label 2 {} at screen 0.5,0.915 center font ',11' tc rgb '#555555' noenhanced\n"
        "set tmargin 5\nset bmargin {}\nset xlabel {} noenhanced\nset ylabel {} noenhanced\n",
        drawing::gnuplot_quoted(name + suffix), drawing::kAxes, kLegendColumns,
        drawing::gnuplot_quoted(figure.title), drawing::gnuplot_quoted(figure.subtitle), below,
        drawing::gnuplot_quoted(figure.x_title), drawing::gnuplot_quoted(figure.y_title));
    text += plot_command(figure) + "set output\n";
  }
  return text;
}

std::vector<std::filesystem::path> draw_line_figure(const LineFigure& figure,
                                                    const std::filesystem::path& folder,
                                                    const std::string& name) {
  const std::string script = line_figure_script(figure, name);
  std::string csv = files::csv_line({"curve", figure.x_title, figure.y_title});
  for (const LineCurve& curve : figure.curves)
    for (const LinePoint& point : curve.points)
      csv += files::csv_line({curve.name, fmt::format("{}", point.x), fmt::format("{}", point.y)});
  files::write_file_atomically(folder / (name + ".csv"), csv);
  drawing::run_gnuplot_script(folder, name + ".gp", script);
  return {folder / (name + ".png"), folder / (name + ".svg"), folder / (name + ".csv")};
}

}  // namespace espalier::experiments
