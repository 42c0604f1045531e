// SPDX-License-Identifier: Apache-2.0
#include <espalier/drawing/panel_grid.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include <espalier/drawing/gnuplot.h>

namespace espalier::drawing {
namespace {

/// Room for the title and the legend, for the lowest axis, and for the titles of the first column.
constexpr int kAbove = 120, kBelow = 70, kLeft = 70;
/// Around the axes of a panel: to its neighbours, and below for its title.
constexpr int kGapLeft = 10, kGapRight = 8, kGapBelow = 40;
/// Where the legend stands, from the top.
constexpr double kLegendTop = 45, kLegendBottom = 75;
/// The legend wants the width of so many panels.
constexpr std::size_t kFewestColumns = 3;

}  // namespace

PanelGrid::PanelGrid(std::size_t panels, std::size_t most_columns, Size panel)
    : panels_(panels), columns_(std::clamp<std::size_t>(panels, 1, most_columns)), panel_(panel) {}

int PanelGrid::width() const {
  return kLeft + panel_.width * static_cast<int>(std::max(columns_, kFewestColumns));
}

int PanelGrid::height() const {
  const std::size_t lines = (panels_ + columns_ - 1) / columns_;
  return kAbove + panel_.height * static_cast<int>(lines) + kBelow;
}

std::string PanelGrid::place(std::size_t panel) const {
  const double left = kLeft + panel_.width * static_cast<double>(panel % columns_);
  const double above = kAbove + panel_.height * static_cast<double>(panel / columns_);
  const double page_width = width(), page_height = height();
  return panel_margins(
      (left + kGapLeft) / page_width, (left + panel_.width - kGapRight) / page_width,
      1 - (above + panel_.height - kGapBelow) / page_height, 1 - above / page_height);
}

std::string PanelGrid::legend(const std::vector<std::string>& parts) const {
  const double page_height = height();
  return "unset tics\nunset border\nunset grid\nunset title\nunset xlabel\nunset ylabel\n"
         "unset logscale\nset xrange [0:1]\nset yrange [0:1]\n" +
         panel_margins(0.02, 0.98, 1 - kLegendBottom / page_height, 1 - kLegendTop / page_height) +
         fmt::format(
             "set key center center horizontal maxcols {} Left reverse samplen 2 width 2\n"
             "plot {}\n",
             parts.size(), fmt::join(parts, ", \\\n  "));
}

}  // namespace espalier::drawing
