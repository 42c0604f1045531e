// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/format/activations.h>

namespace espalier::models {

/// Extents that an operand of a layer must have. Private to the layers.
struct PanelShape {
  Index tokens;
  Index features;
  Index panel_width;

  PanelShape(Index tokens_, Index features_, Index panel_width_)
      : tokens(tokens_), features(features_), panel_width(panel_width_) {}
  explicit PanelShape(const sparse::Activations& x)
      : PanelShape(x.tokens(), x.features(), x.panel_width()) {}

  std::string text() const {
    return std::to_string(features) + " features of " + std::to_string(tokens) +
           " tokens in panels of " + std::to_string(panel_width);
  }
  /// Throws ShapeError "LAYER: OPERAND has ...; expected ..." unless `x` has this shape.
  void check(const std::string& layer, const char* operand, const sparse::Activations& x) const {
    if (x.tokens() != tokens || x.features() != features || x.panel_width() != panel_width)
      throw ShapeError(layer + ": " + operand + " has " + PanelShape(x).text() + "; expected " +
                       text());
  }
};

}  // namespace espalier::models
