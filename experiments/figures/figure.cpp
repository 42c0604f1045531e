// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/figures/figure.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <espalier/drawing/gnuplot.h>
#include <espalier/drawing/style.h>
#include <espalier/sparse/core/error.h>

namespace espalier::experiments {
namespace {

struct Range {
  double low;
  double high;
};

/// A cost, the title of its axis, and its limits.
struct Panel {
  const char* title;
  double FigurePoint::*flops;
};

constexpr std::array kPanels = {
    Panel{"Encoder, training FLOPs per sequence", &FigurePoint::encoder_flops},
    Panel{"Whole run, every counted training FLOP", &FigurePoint::total_flops}};

/// gnuplot's filled point types: square, triangle, circle, diamond, triangle downward, pentagon.
/// The one before each is the same shape, open.
constexpr std::array kFilled = {5, 9, 7, 13, 11, 15};

/// How the curves of a mode look. The first one's marker is `kFilled[marker]`, the next one's the
/// one behind that.
struct Style {
  const char* mode;
  const char* colour;
  std::size_t marker;
  const char* label_offset;
};
constexpr std::array kStyles = {Style{"dense", drawing::kDarkGrey, 0, "left offset 0.7,0.6"},
                                Style{"static", drawing::kVermilion, 1, "left offset 0.7,0.6"},
                                Style{"dynamic", drawing::kBlue, 2, "right offset -0.7,-0.7"}};
constexpr Style kOtherStyle = {"", drawing::kGreen, 3, "left offset 0.7,-0.7"};

const Style& style_of(const std::string& mode) {
  const auto* style = std::ranges::find(kStyles, mode, &Style::mode);
  return style == kStyles.end() ? kOtherStyle : *style;
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
    for (const double value : {point.encoder_flops, point.total_flops, point.loss}) {
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

Range flops_range(const Figure& figure, double FigurePoint::*flops) {
  Range range{HUGE_VAL, 0};
  for_each_point(figure, [&](const FigurePoint& point) {
    range = {std::min(range.low, point.*flops), std::max(range.high, point.*flops)};
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
std::string flops_ticks(Range range) {
  const bool wide = range.high / range.low > 1000;
  std::string ticks;
  for (int exponent = static_cast<int>(std::floor(std::log10(range.low)));
       exponent <= static_cast<int>(std::log10(range.high)); ++exponent) {
    for (const int digit : {1, 2, 5}) {
      const double value = digit * std::pow(10, exponent);
      if (value < range.low || value > range.high || (wide && digit != 1)) continue;
      const std::string factor = digit == 1 ? "" : fmt::format("{}·", digit);
      ticks +=
          fmt::format("{}'{}10^{{{}}}' {:.6e}", ticks.empty() ? "" : ", ", factor, exponent, value);
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

/// Does another curve's point of the same model and cost lie below this one? Then that one carries
/// the name of both: static and dynamic runs of a model cost the same.
bool label_is_below(const Figure& figure, const FigureCurve& curve, const FigurePoint& point) {
  return std::ranges::any_of(figure.curves, [&](const FigureCurve& other) {
    return other.overlay == curve.overlay &&
           std::ranges::any_of(other.points, [&](const FigurePoint& candidate) {
             return candidate.label == point.label && candidate.loss < point.loss &&
                    std::abs(candidate.encoder_flops / point.encoder_flops - 1) < 0.01;
           });
  });
}

std::string point_label(const Figure& figure, const FigureCurve& curve, const FigurePoint& point) {
  const bool hidden = label_is_below(figure, curve, point);
  return (hidden ? "" : point.label) + (point.trained_enough ? "" : " †");
}

std::string data_block(const Figure& figure, std::size_t number) {
  const FigureCurve& curve = figure.curves[number];
  std::string text = fmt::format("$curve{} << EOD\n", number);
  for (const FigurePoint& point : curve.points) {
    text += fmt::format("{:.9e} {:.9e} {:.9e} {:.9e} {}\n", point.encoder_flops, point.total_flops,
                        point.loss, point.spread,
                        drawing::gnuplot_word(point_label(figure, curve, point)));
  }
  return text + "EOD\n";
}

bool has_bars(const FigureCurve& curve) {
  return std::ranges::any_of(curve.points, [](const FigurePoint& p) { return p.spread > 0; });
}

/// How a curve is drawn, in the panels and in the legend. Curves of one colour, as those of several
/// block sizes are, have a marker each.
std::string line_style(const Figure& figure, std::size_t number) {
  const FigureCurve& curve = figure.curves[number];
  const Style& style = style_of(curve.mode);
  const auto before = static_cast<std::size_t>(std::count_if(
      figure.curves.begin(), figure.curves.begin() + static_cast<std::ptrdiff_t>(number),
      [&](const FigureCurve& other) {
        return other.overlay == curve.overlay && &style_of(other.mode) == &style;
      }));
  const int filled = kFilled[(style.marker + before) % kFilled.size()];
  return fmt::format("with linespoints lc rgb '{}' lw {} dt {} pt {} ps {}", style.colour,
                     curve.overlay ? 1.2 : 2.2, curve.overlay ? 3 : 1,
                     curve.overlay ? filled - 1 : filled, curve.overlay ? 2.0 : 1.3);
}

constexpr const char* kUnigramStyle = "with lines lc rgb '#999999' dt 2 lw 1.5";

std::string plot_command(const std::vector<std::string>& parts) {
  return fmt::format("plot {}\n", fmt::join(parts, ", \\\n     "));
}

/// The plot command of one panel. `column` is that of its cost in the data blocks.
std::string panel_plot(const Figure& figure, int column) {
  std::vector<std::string> parts;
  if (figure.unigram_entropy > 0) {
    parts.push_back(fmt::format("{:.6f} {}", figure.unigram_entropy, kUnigramStyle));
  }
  for (std::size_t i = 0; i < figure.curves.size(); ++i) {
    const FigureCurve& curve = figure.curves[i];
    const Style& style = style_of(curve.mode);
    const std::string data = fmt::format("$curve{} using {}:3", i, column);
    if (has_bars(curve)) {
      parts.push_back(
          fmt::format("{}:4 with yerrorbars lc rgb '{}' lw 1.5 ps 0", data, style.colour));
    }
    parts.push_back(data + ' ' + line_style(figure, i));
    parts.push_back(fmt::format("{}:5 with labels {} font ',11' tc rgb '{}' noenhanced", data,
                                style.label_offset, style.colour));
  }
  return plot_command(parts);
}

/// The legend is a plot of its own below the panels: in a panel it would cover points or be too
/// wide.
std::string legend_plot(const Figure& figure) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < figure.curves.size(); ++i) {
    parts.push_back(fmt::format("NaN {} title {}", line_style(figure, i),
                                drawing::gnuplot_quoted(figure.curves[i].name)));
  }
  if (figure.unigram_entropy > 0) {
    parts.push_back(fmt::format("NaN {} title 'unigram entropy'", kUnigramStyle));
  }
  return "unset logscale\nunset xlabel\nunset ylabel\nunset tics\nunset border\nunset grid\n"
         "set xrange [0:1]\nset yrange [0:1]\n"
         "set margins screen 0.02, screen 0.98, screen 0.06, screen 0.15\n"
         "set key center center horizontal maxcols 3 Left reverse noenhanced font ',12' samplen 3 "
         "width 2 spacing 1.2\n" +
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

  std::string text = "# Draw again with: gnuplot pareto.gp\nset encoding utf8\n";
  for (std::size_t i = 0; i < figure.curves.size(); ++i) text += data_block(figure, i);
  for (const auto& [name, file] : {std::pair{"svg", "pareto.svg"}, {"pngcairo", "pareto.png"}}) {
    text += "reset\n" + drawing::gnuplot_terminal(name, 1280, 660);
    text += fmt::format(
        "set output '{}'\nset multiplot\nset logscale xy\nset yrange [{:.6f}:{:.6f}]\n"
        "set ytics ({})\n{}unset mxtics\nunset mytics\nunset key\n",
        file, losses.low, losses.high, loss_ticks(losses), drawing::kAxes);
    text += fmt::format(
        "set label 1 {} at screen 0.5,0.955 center font ',17' noenhanced\n"
        "set label 2 {} at screen 0.5,0.905 center font ',12' tc rgb '#555555' noenhanced\n"
        "set label 3 {} at screen 0.98,0.018 right font ',10' tc rgb '#555555' noenhanced\n",
        drawing::gnuplot_quoted(figure.title), drawing::gnuplot_quoted(figure.subtitle),
        drawing::gnuplot_quoted(footnote));
    std::string loss = figure.loss_name + " (nats per prediction)";
    loss.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(loss.front())));
    text += "set ylabel " + drawing::gnuplot_quoted(loss) + '\n';
    for (std::size_t i = 0; i < kPanels.size(); ++i) {
      const Range range = flops_range(figure, kPanels[i].flops);
      const double left = i == 0 ? 0.08 : 0.56;
      text += fmt::format("set margins screen {:.3f}, screen {:.3f}, screen 0.28, screen 0.86\n",
                          left, i == 0 ? 0.49 : 0.98);
      text +=
          fmt::format("set xrange [{:.6e}:{:.6e}]\nset xtics ({})\nset xlabel {}\n", range.low,
                      range.high, flops_ticks(range), drawing::gnuplot_quoted(kPanels[i].title));
      text += panel_plot(figure, static_cast<int>(i) + 1);
      text += "unset label\nunset ylabel\n";
    }
    text += legend_plot(figure) + "unset multiplot\nset output\n";
  }
  return text;
}

void draw_figure(const Figure& figure, const std::filesystem::path& folder) {
  drawing::run_gnuplot_script(folder, "pareto.gp", figure_script(figure));
}

}  // namespace espalier::experiments
