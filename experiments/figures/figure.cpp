// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/figures/figure.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include <espalier/drawing/gnuplot.h>
#include <espalier/drawing/style.h>
#include <espalier/experiments/figures/label_placer.h>
#include <espalier/sparse/core/error.h>

namespace espalier::experiments {
namespace {

struct Range {
  double low;
  double high;
};

/// gnuplot's filled point types: square, circle, triangle, diamond, triangle downward, pentagon.
/// The one before each is the same shape, open.
constexpr std::array kFilled = {5, 7, 9, 13, 11, 15};

/// How the curves of a policy look: the marker where it is not that of the block, and where labels
/// stand if there is room.
struct Style {
  const char* policy;
  const char* colour;
  std::size_t marker;
  std::size_t label_place;
};
constexpr std::array kStyles = {Style{"dense", drawing::kDarkGrey, 0, 0},
                                Style{"static", drawing::kVermilion, 2, 0},
                                Style{"dynamic", drawing::kBlue, 1, 1}};
/// Of other policies, in turn.
constexpr std::array kOtherStyles = {
    Style{"", drawing::kGreen, 3, 2}, Style{"", drawing::kPurple, 4, 3},
    Style{"", drawing::kOrange, 5, 2}, Style{"", drawing::kSkyBlue, 0, 3}};

const Style& style_of(const Figure& figure, const std::string& policy) {
  const auto* style = std::ranges::find(kStyles, policy, &Style::policy);
  if (style != kStyles.end()) return *style;
  std::vector<std::string> others;
  for (const FigureCurve& curve : figure.curves)
    if (std::ranges::find(kStyles, curve.policy, &Style::policy) == kStyles.end() &&
        std::ranges::find(others, curve.policy) == others.end())
      others.push_back(curve.policy);
  const auto place = static_cast<std::size_t>(std::ranges::find(others, policy) - others.begin());
  return kOtherStyles[place % kOtherStyles.size()];
}

template <typename Visit>
void for_each_point(const Figure& figure, const Visit& visit) {
  for (const FigureCurve& curve : figure.curves) {
    for (const FigurePoint& point : curve.points) visit(point);
  }
}

void check(const Figure& figure) {
  bool any = false;
  for_each_point(figure, [&](const FigurePoint& point) {
    any = true;
    if (point.costs.size() != figure.panels.size()) {
      throw ConfigError(
          fmt::format("figure: point {} has {} costs, expected one for each panel, {}", point.label,
                      point.costs.size(), figure.panels.size()));
    }
    std::vector<double> values = point.costs;
    values.push_back(point.loss);
    for (const double value : values) {
      if (value > 0 && std::isfinite(value)) continue;
      throw ConfigError(fmt::format("figure: point {} has {}, expected a finite value above 0",
                                    point.label, value));
    }
  });
  if (!any) throw ConfigError("figure: no points, expected at least one");
}

/// The range with a margin on a logarithmic axis, at least `factor` wide.
Range padded(Range range, double share, double factor) {
  const double middle = std::sqrt(range.low * range.high);
  range.low = std::min(range.low, middle / std::sqrt(factor));
  range.high = std::max(range.high, middle * std::sqrt(factor));
  const double margin = std::pow(range.high / range.low, share);
  return {range.low / margin, range.high * margin};
}

Range cost_range(const Figure& figure, std::size_t panel) {
  Range range{HUGE_VAL, 0};
  for_each_point(figure, [&](const FigurePoint& point) {
    range = {std::min(range.low, point.costs[panel]), std::max(range.high, point.costs[panel])};
  });
  return padded(range, 0.14, 2);
}

Range loss_range(const Figure& figure) {
  Range range{HUGE_VAL, 0};
  for_each_point(figure, [&](const FigurePoint& point) {
    // A bar that reaches zero has no place on a logarithmic axis.
    const double low = std::max(point.loss - point.spread, point.loss / 2);
    range = {std::min(range.low, low), std::max(range.high, point.loss + point.spread)};
  });
  if (figure.unigram_entropy > 0) range.high = std::max(range.high, figure.unigram_entropy);
  return padded(range, 0.14, 1.02);
}

/// Ticks at 1, 2 and 5 times powers of ten; over more than three decades at the powers only.
std::string cost_ticks(Range range) {
  const bool wide = range.high / range.low > 1000;
  std::string ticks;
  for (int exponent = static_cast<int>(std::floor(std::log10(range.low)));
       exponent <= static_cast<int>(std::log10(range.high)); ++exponent) {
    for (const int digit : {1, 2, 5}) {
      const double value = digit * std::pow(10, exponent);
      if (value < range.low || value > range.high || (wide && digit != 1)) continue;
      const std::string factor = digit == 1 ? "" : fmt::format("{}·", digit);
      const std::string text = exponent >= 0 && exponent < 4
                                   ? fmt::format("{:.0f}", value)
                                   : fmt::format("{}10^{{{}}}", factor, exponent);
      ticks += fmt::format("{}'{}' {:.6e}", ticks.empty() ? "" : ", ", text, value);
    }
  }
  return ticks;
}

/// About six ticks at round values; the axis is logarithmic, but spans less than a decade.
std::string loss_ticks(Range range) {
  double step = std::pow(10, std::floor(std::log10((range.high - range.low) / 6)));
  for (const double factor : {2.0, 2.5, 2.0}) {
    if ((range.high - range.low) / step > 8) step *= factor;
  }
  const int digits = std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
  std::string ticks;
  for (double i = std::ceil(range.low / step); i * step <= range.high; ++i) {
    ticks +=
        fmt::format("{}'{:.{}f}' {:.6f}", ticks.empty() ? "" : ", ", i * step, digits, i * step);
  }
  return ticks;
}

/// Does another point of the same model and cost lie below this one? Then that one carries the name
/// of both: static and dynamic runs of a model cost the same, and in other blocks nearly so.
bool label_is_below(const Figure& figure, const FigurePoint& point) {
  constexpr double kSameCost = 0.02;  // what rounding to whole blocks changes of it
  bool below = false;
  for_each_point(figure, [&](const FigurePoint& other) {
    below |= other.label == point.label && other.loss < point.loss &&
             std::abs(other.costs[0] / point.costs[0] - 1) < kSameCost;
  });
  return below;
}

std::string point_label(const Figure& figure, const FigurePoint& point) {
  const bool hidden = label_is_below(figure, point);
  return (hidden ? "" : point.label) + (point.trained_enough ? "" : " †");
}

std::string data_block(const Figure& figure, std::size_t number) {
  const FigureCurve& curve = figure.curves[number];
  std::string text = fmt::format("$curve{} << EOD\n", number);
  for (const FigurePoint& point : curve.points) {
    text += fmt::format("{:.9e} {:.9e}", point.loss, point.spread);
    for (const double cost : point.costs) text += fmt::format(" {:.9e}", cost);
    text += '\n';
  }
  return text + "EOD\n";
}

bool has_bars(const FigureCurve& curve) {
  return std::ranges::any_of(curve.points, [](const FigurePoint& p) { return p.spread > 0; });
}

/// How a curve is drawn, in the panels and in the legend.
struct Look {
  const char* colour;
  int marker = 0;
  int dash = 1;

  bool operator==(const Look& other) const {
    return std::string_view(colour) == other.colour && marker == other.marker && dash == other.dash;
  }
};

/// Where there are several blocks, each has its marker, in every colour and every figure; else each
/// policy has one. Curves of a policy that do not say their block have a marker each. Of those that
/// share colour and marker each has dashes of its own.
std::vector<Look> looks_of(const Figure& figure) {
  constexpr std::array kDashes = {1, 2, 4, 5};  // 3 is that of overlays
  std::set<Index> blocks;
  for (const FigureCurve& curve : figure.curves)
    if (curve.block > 0) blocks.insert(curve.block);
  std::map<std::pair<std::string, bool>, std::size_t> unnamed;  // by policy and overlay
  std::vector<Look> looks;
  for (const FigureCurve& curve : figure.curves) {
    const Style& style = style_of(figure, curve.policy);
    std::size_t marker = style.marker;
    if (curve.block == 0) marker += unnamed[{curve.policy, curve.overlay}]++;
    // The square is that of dense models; blocks of 1, 2, 4, 8 and 16 have the five others.
    else if (blocks.size() > 1)
      marker = std::bit_width(static_cast<std::size_t>(curve.block));
    const int filled = kFilled[marker % kFilled.size()];
    Look look = {.colour = style.colour, .marker = curve.overlay ? filled - 1 : filled};
    for (const int dash : kDashes) {
      look.dash = curve.overlay ? 3 : dash;
      if (std::ranges::find(looks, look) == looks.end()) break;
    }
    looks.push_back(look);
  }
  return looks;
}

std::string line_style(const FigureCurve& curve, const Look& look) {
  return fmt::format("with linespoints lc rgb '{}' lw {} dt {} pt {} ps {}", look.colour,
                     curve.overlay ? 1.2 : 2.2, look.dash, look.marker, curve.overlay ? 2.0 : 1.3);
}

/// The curves that a row of panels has: those of a density and the dense ones, or all.
struct Row {
  double density = 0;  ///< 0: all
  std::vector<std::size_t> curves;
};

std::vector<Row> rows_of(const Figure& figure) {
  constexpr std::size_t kMostInOne = 6;
  std::vector<Row> rows;
  for (const FigureCurve& curve : figure.curves)
    if (curve.density > 0 && std::ranges::find(rows, curve.density, &Row::density) == rows.end())
      rows.push_back({.density = curve.density, .curves = {}});
  if (rows.size() < 2 || figure.curves.size() <= kMostInOne) rows = {Row()};
  for (Row& row : rows)
    for (std::size_t i = 0; i < figure.curves.size(); ++i)
      if (row.density == 0 || figure.curves[i].density == 0 ||
          figure.curves[i].density == row.density)
        row.curves.push_back(i);
  return rows;
}

// The layout in pixels of the SVG: titles, rows of panels, legend.
// The least width has room for a subtitle.
constexpr int kPanelWidth = 640, kLeastWidth = 960, kAbove = 92, kPanelHeight = 383,
              kBelowPanel = 86, kLegend = 99;
constexpr int kLegendHeight = 59, kLegendLine = 24, kShortNames = 7, kRowTitle = 34;

constexpr const char* kUnigramStyle = "with lines lc rgb '#999999' dt 2 lw 1.5";

std::string plot_command(const std::vector<std::string>& parts) {
  return fmt::format("plot {}\n", fmt::join(parts, ", \\\n     "));
}

/// The commands of panel `number`, whose cost has the range `costs`.
std::string panel_plot(const Figure& figure, const Row& row, const std::vector<Look>& looks,
                       std::size_t number, LabelPlacer labels) {
  for (const std::size_t i : row.curves) {
    const std::vector<FigurePoint>& points = figure.curves[i].points;
    for (std::size_t j = 0; j < points.size(); ++j) {
      const PlottedPoint point = {points[j].costs[number], points[j].loss};
      labels.avoid_point(point);
      if (j > 0) labels.avoid_line({points[j - 1].costs[number], points[j - 1].loss}, point);
    }
  }
  std::string text;
  std::vector<std::string> parts;
  if (figure.unigram_entropy > 0) {
    parts.push_back(fmt::format("{:.6f} {}", figure.unigram_entropy, kUnigramStyle));
  }
  for (const std::size_t i : row.curves) {
    const FigureCurve& curve = figure.curves[i];
    const std::string data = fmt::format("$curve{} using {}:1", i, number + 3);
    if (has_bars(curve)) {
      parts.push_back(
          fmt::format("{}:2 with yerrorbars lc rgb '{}' lw 1.5 ps 0", data, looks[i].colour));
    }
    parts.push_back(data + ' ' + line_style(curve, looks[i]));
    for (const FigurePoint& point : curve.points) {
      const Style& style = style_of(figure, curve.policy);
      text += labels.label({point.costs[number], point.loss}, point_label(figure, point),
                           style.colour, style.label_place);
    }
  }
  return text + plot_command(parts);
}

/// The legend is a plot of its own below the panels: in a panel it would cover points or be too
/// wide.
std::string legend_plot(const Figure& figure, const std::vector<Look>& looks, double low,
                        double high, int columns) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < figure.curves.size(); ++i) {
    parts.push_back(fmt::format("NaN {} title {}", line_style(figure.curves[i], looks[i]),
                                drawing::gnuplot_quoted(figure.curves[i].name)));
  }
  if (figure.unigram_entropy > 0) {
    parts.push_back(fmt::format("NaN {} title 'unigram entropy'", kUnigramStyle));
  }
  return "unset logscale\nunset xlabel\nunset ylabel\nunset tics\nunset border\nunset grid\n"
         "unset title\nset xrange [0:1]\nset yrange [0:1]\n" +
         fmt::format(
             "set margins screen 0.02, screen 0.98, screen {:.3f}, screen {:.3f}\n"
             "set key center center horizontal maxcols {} Left reverse noenhanced font "
             "',12' samplen 3 width 2 spacing 1.2\n",
             low, high, columns) +
         plot_command(parts);
}

}  // namespace

std::string figure_script(const Figure& figure) {
  check(figure);
  bool dagger = false;
  for_each_point(figure, [&](const FigurePoint& point) { dagger |= !point.trained_enough; });
  const std::string footnote =
      dagger ? "† less than 0.5 nat below unigram entropy: not trained long enough" : "";
  const Range losses = loss_range(figure);
  std::string loss_title = figure.loss_name + " (nats per prediction)";
  loss_title.front() =
      static_cast<char>(std::toupper(static_cast<unsigned char>(loss_title.front())));
  const std::vector<Look> looks = looks_of(figure);
  const std::vector<Row> rows = rows_of(figure);
  const auto count = static_cast<int>(rows.size());
  // The names of many curves are long, and so in two columns; what three lines do not hold moves
  // what is above it.
  const auto entries = static_cast<int>(figure.curves.size()) + 1;
  const auto panels = static_cast<int>(figure.panels.size());
  const int width = std::max(kPanelWidth * panels, kLeastWidth);
  const int columns = panels < 2 || entries > kShortNames ? 2 : 3;
  const int more_lines = std::max(0, (entries + columns - 1) / columns - 3);
  const int legend = kLegend + kLegendLine * more_lines;
  const int gap = kBelowPanel + (count > 1 ? kRowTitle : 0);
  const int height = kAbove + (count > 1 ? kRowTitle : 0) + count * kPanelHeight +
                     (count - 1) * gap + kBelowPanel + legend;
  const auto up = [height](int pixels) { return static_cast<double>(pixels) / height; };

  std::string text =
      fmt::format("# Draw again with: gnuplot {}.gp\nset encoding utf8\n", figure.name);
  for (std::size_t i = 0; i < figure.curves.size(); ++i) text += data_block(figure, i);
  for (const auto& [terminal, ending] : {std::pair{"svg", "svg"}, {"pngcairo", "png"}}) {
    text += "reset\n" + drawing::gnuplot_terminal(terminal, width, height);
    text += fmt::format(
        "set output '{}.{}'\nset multiplot\nset logscale xy\nset yrange [{:.6f}:{:.6f}]\n"
        "set ytics ({})\n{}unset mxtics\nunset mytics\nunset key\n",
        figure.name, ending, losses.low, losses.high, loss_ticks(losses), drawing::kAxes);
    text += fmt::format(
        "set label 1 {} at screen 0.5,{:.3f} center font ',17' noenhanced\n"
        "set label 2 {} at screen 0.5,{:.3f} center font ',12' tc rgb '#555555' noenhanced\n"
        "set label 3 {} at screen 0.98,{:.3f} right font ',10' tc rgb '#555555' noenhanced\n",
        drawing::gnuplot_quoted(figure.title), 1 - up(30), drawing::gnuplot_quoted(figure.subtitle),
        1 - up(63), drawing::gnuplot_quoted(footnote), up(12));
    for (int r = 0; r < count; ++r) {
      const Row& row = rows[static_cast<std::size_t>(r)];
      const int top = legend + kBelowPanel + kPanelHeight + (count - 1 - r) * (kPanelHeight + gap);
      text += "set ylabel " + drawing::gnuplot_quoted(loss_title) + '\n';
      for (std::size_t i = 0; i < figure.panels.size(); ++i) {
        const Range range = cost_range(figure, i);
        const double left = ((panels == 1 ? 0.1 : 0.16) + 0.96 * static_cast<double>(i)) / panels;
        const double right = (0.98 + 0.98 * static_cast<double>(i)) / panels;
        text +=
            fmt::format("set margins screen {:.3f}, screen {:.3f}, screen {:.3f}, screen {:.3f}\n",
                        left, right, up(top - kPanelHeight), up(top));
        if (row.density > 0) text += fmt::format("set title 'density {:.4g}'\n", row.density);
        text +=
            fmt::format("set xrange [{:.6e}:{:.6e}]\nset xtics ({})\nset xlabel {}\n", range.low,
                        range.high, cost_ticks(range), drawing::gnuplot_quoted(figure.panels[i]));
        text +=
            panel_plot(figure, row, looks, i,
                       LabelPlacer({range.low, range.high, (right - left) * width},
                                   {losses.low, losses.high, static_cast<double>(kPanelHeight)}));
        text += "unset label\nunset ylabel\n";
      }
    }
    text += legend_plot(figure, looks, up(kLegend - kLegendHeight), up(legend), columns) +
            "unset multiplot\nset output\n";
  }
  return text;
}

void draw_figure(const Figure& figure, const std::filesystem::path& folder) {
  drawing::run_gnuplot_script(folder, figure.name + ".gp", figure_script(figure));
}

}  // namespace espalier::experiments
