// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/sparse/kernels/product_kernels.h>

namespace espalier::sparse::kernels {

/// Tokens of a weight gradient that are summed in registers before a reduction: `lanes` lanes of
/// each of `panels` panels.
struct GradientSegment {
  Index first_panel = 0;
  Index panels = 0;
  Index first_lane = 0;
  Index lanes = 0;
  bool accumulate = false;  ///< the gradient holds the start, or the sum of earlier segments
};

// In every unit its own copy: units are compiled for different instruction sets.
namespace {

/// Calls body(segment) for segments of at most `tokens` tokens that cover the panels in order:
/// whole panels if they are narrower, else parts of one. A function of the panel width alone, so
/// that results are too. `tokens` is a multiple of 16.
template <typename Body>
void for_each_segment(const BlockGradient<BFloat16>& task, Index tokens, const Body& body) {
  const Index width = task.panel_width;
  const Index panels = width < tokens ? tokens / width : 1;
  const Index lanes = width < tokens ? width : tokens;
  bool accumulate = task.accumulate;
  for (Index panel = 0; panel < task.panels; panel += panels) {
    for (Index lane = 0; lane < width; lane += lanes) {
      const Index panels_left = task.panels - panel, lanes_left = width - lane;
      body(GradientSegment{panel, panels < panels_left ? panels : panels_left, lane,
                           lanes < lanes_left ? lanes : lanes_left, accumulate});
      accumulate = true;
    }
  }
}

}  // namespace
}  // namespace espalier::sparse::kernels
