// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <espalier/drawing/gnuplot.h>
#include <espalier/drawing/style.h>
#include <espalier/experiments/results/ablation.h>
#include <espalier/files/number_text.h>

namespace espalier::experiments {
namespace {

// Of a cell, and of what stands around the cells, in pixels of the SVG.
constexpr int kCellWidth = 108, kCellHeight = 38;
constexpr int kAbove = 120, kBelow = 74, kRight = 130;
constexpr int kCharacterWidth = 8;

std::string row_label(const AblationRow& row) {
  return row.values.empty() ? std::string("all") : fmt::format("{}", fmt::join(row.values, ", "));
}

/// The means from the least to the greatest.
std::pair<double, double> range_of(const AblationTable& table) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const AblationRow& row : table.rows) {
    for (const auto& sample : row.samples) {
      if (!sample || !std::isfinite(sample->mean())) continue;
      low = std::min(low, sample->mean());
      high = std::max(high, sample->mean());
    }
  }
  return {low, high};
}

/// As many digits as tell the means apart in a hundred steps.
int digits_for(double low, double high) {
  constexpr int kMost = 6;
  if (!(high > low)) return 4;
  return std::clamp(static_cast<int>(std::ceil(-std::log10((high - low) / 100))), 0, kMost);
}

/// One seed has no deviation.
std::string cell_text(const Sample& sample, int digits) {
  const double deviation = sample.deviation();
  return std::isfinite(deviation)
             ? fmt::format("{:.{}f} ± {:.{}f}", sample.mean(), digits, deviation, digits)
             : fmt::format("{:.{}f}", sample.mean(), digits);
}

std::string tics_of(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += fmt::format("{}{} {}", i == 0 ? "" : ", ", drawing::gnuplot_quoted(names[i]), i);
  return text;
}

}  // namespace

std::string heatmap_script(const AblationTable& table) {
  const auto [low, high] = range_of(table);
  const int digits = digits_for(low, high);
  const auto columns = static_cast<int>(table.columns.size());
  const auto rows = static_cast<int>(table.rows.size());
  std::vector<std::string> names;
  std::string row_names;
  for (const std::string& key : table.row_keys)
    row_names += (row_names.empty() ? "" : ", ") + figure_name(key);
  std::size_t longest = row_names.size();
  for (const AblationRow& row : table.rows) {
    names.push_back(row_label(row));
    longest = std::max(longest, names.back().size());
  }
  std::vector<std::string> heads;
  for (const std::string& column : table.columns) {
    const auto number = files::number_in<double>(column);
    heads.push_back(number ? short_number(*number) : column);
  }
  // Cells are drawn as boxes, since an image would be blurred and leave no gap for what is missing.
  std::string cells = "$cells << EOD\n", dark = "$dark << EOD\n", light = "$light << EOD\n";
  for (int r = 0; r < rows; ++r) {
    const AblationRow& row = table.rows[static_cast<std::size_t>(r)];
    for (int c = 0; c < columns; ++c) {
      const auto& sample = row.samples[static_cast<std::size_t>(c)];
      if (!sample || !std::isfinite(sample->mean())) continue;
      cells += fmt::format("{} {} {:.9g}\n", c, r, sample->mean());
      // The palette's upper part is so light that text on it is dark.
      constexpr double kLightFrom = 0.55;
      const double share = high > low ? (sample->mean() - low) / (high - low) : 1;
      (share > kLightFrom ? dark : light) +=
          fmt::format("{} {} {}\n", c, r, drawing::gnuplot_word(cell_text(*sample, digits)));
    }
  }
  const int left = 40 + kCharacterWidth * static_cast<int>(longest);
  const int width = left + columns * kCellWidth + kRight;
  const int height = kAbove + rows * kCellHeight + kBelow;
  const auto across = [&](int pixels) { return static_cast<double>(pixels) / width; };
  const auto up = [&](int pixels) { return static_cast<double>(pixels) / height; };
  std::string script = "# Draw again with: gnuplot heatmap.gp\nset encoding utf8\n" + cells +
                       "EOD\n" + dark + "EOD\n" + light + "EOD\n";
  for (const auto& [terminal, suffix] : {std::pair{"svg", "svg"}, {"pngcairo", "png"}}) {
    script += "reset\n" + drawing::gnuplot_terminal(terminal, width, height);
    script += fmt::format(
        "set output 'heatmap.{}'\n"
        "set margins screen {:.4f}, screen {:.4f}, screen {:.4f}, screen {:.4f}\n"
        "set label 1 {} at screen 0.5,{:.4f} center font ',15' noenhanced\n"
        "set label 2 {} at screen 0.5,{:.4f} center font ',11' tc rgb '#555555' noenhanced\n",
        suffix, across(left), across(left + columns * kCellWidth), up(kBelow),
        up(kBelow + rows * kCellHeight), drawing::gnuplot_quoted(figure_name(table.title)),
        1 - up(28),
        drawing::gnuplot_quoted(
            (table.title == table.metric ? "" : figure_name(table.metric) + ": ") +
            (table.has_one_seed() ? "one seed" : "mean ± standard deviation over the seeds")),
        1 - up(54));
    script += fmt::format(
        "set xrange [-0.5:{:.1f}]\nset yrange [{:.1f}:-0.5]\nset xtics ({}) noenhanced\n"
        "set ytics ({}) noenhanced\nset tics scale 0\nunset border\n"
        "set xlabel {} noenhanced\nset label 3 {} at screen {:.4f},{:.4f} right font ',11' "
        "tc rgb '#555555' noenhanced\nunset key\n",
        columns - 0.5, rows - 0.5, tics_of(heads), tics_of(names),
        drawing::gnuplot_quoted(figure_name(table.column_key)), drawing::gnuplot_quoted(row_names),
        across(left - kCharacterWidth), up(kBelow + rows * kCellHeight + kCellHeight / 2));
    // The colours of viridis, which keep their order for colour-blind readers and in grey.
    const double middle = std::isfinite(low) ? low : 0;
    script += fmt::format(
        "set palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')\n"
        "set cbrange [{:.9g}:{:.9g}]\nset cbtics scale 0.5 font ',10'\n"
        "set object 1 rectangle from graph 0,0 to graph 1,1 fc rgb '#eeeeee' fs noborder behind\n"
        "set style fill solid 1 border rgb '#ffffff'\n",
        middle, high > low ? high : middle + 1);
    script +=
        "plot $cells using 1:2:(0.5):(0.5):3 with boxxyerror palette, \\\n"
        "     $dark using 1:2:3 with labels font ',10' tc rgb '#222222' noenhanced, \\\n"
        "     $light using 1:2:3 with labels font ',10' tc rgb '#ffffff' noenhanced\n"
        "set output\n";
  }
  return script;
}

}  // namespace espalier::experiments
