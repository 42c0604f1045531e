// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sparse/core/error.h"
#include "sparse/format/activations.h"
#include "sparse/ops/product_start.h"

namespace espalier::sparse {

/// Throws ShapeError "PRODUCT: WHAT is FOUND; expected EXPECTED" unless both are equal. Private to
/// the products.
inline void expect_equal(const char* product, const char* what, Index found, Index expected) {
  if (found != expected)
    throw ShapeError(std::string(product) + ": " + what + " is " + std::to_string(found) +
                     "; expected " + std::to_string(expected));
}

/// Extents of token panels of any type of value.
struct PanelShape {
  template <typename Panels>
  PanelShape(const Panels& x)
      : tokens(x.tokens()), features(x.features()), panel_width(x.panel_width()) {}

  Index tokens;
  Index features;
  Index panel_width;
};

/// Checks the two activations of a product against the extents of its matrix and each other.
struct PanelOperands {
  const char* product;
  const char* a_name;
  PanelShape a;
  Index a_features;
  const char* b_name;
  PanelShape b;
  Index b_features;

  void check() const {
    expect_equal(product, (std::string("features of ") + a_name).c_str(), a.features, a_features);
    expect_equal(product, (std::string("features of ") + b_name).c_str(), b.features, b_features);
    expect_equal(product, (std::string("tokens of ") + b_name).c_str(), b.tokens, a.tokens);
    expect_equal(product, (std::string("panel width of ") + b_name).c_str(), b.panel_width,
                 a.panel_width);
  }
};

/// Checks the bias of a product with `outputs` output features.
inline void check_start(const char* product, const ProductStart& start, Index outputs) {
  if (start.bias.empty()) return;
  expect_equal(product, "length of the bias", static_cast<Index>(start.bias.size()), outputs);
  if (start.accumulate)
    throw ShapeError(std::string(product) +
                     ": start has both a bias and accumulation; expected one of them");
}

}  // namespace espalier::sparse
