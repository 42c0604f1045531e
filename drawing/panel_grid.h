// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace espalier::drawing {

/// Equal panels in lines on one page, between the page's title with a legend for all and the axis
/// of the lowest. Sizes are in pixels of the terminal.
class PanelGrid {
 public:
  struct Size {
    int width, height;  ///< of a panel, with what stands around its axes
  };

  PanelGrid(std::size_t panels, std::size_t most_columns, Size panel);

  int width() const;
  int height() const;
  bool in_first_column(std::size_t panel) const { return panel % columns_ == 0; }
  /// Is none below it?
  bool is_lowest(std::size_t panel) const { return panel + columns_ >= panels_; }

  /// Commands that place the next plot where this panel is.
  std::string place(std::size_t panel) const;
  /// A plot of its own that shows nothing but the titles of `parts`, since no panel is wide enough
  /// for them: plots of NaN.
  std::string legend(const std::vector<std::string>& parts) const;

 private:
  std::size_t panels_, columns_;
  Size panel_;
};

}  // namespace espalier::drawing
