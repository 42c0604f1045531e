// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

namespace espalier::sparse {

/// What a product's accumulators start from. Starting from a bias or from the output saves a pass
/// over memory.
struct ProductStart {
  /// One value for each output feature, added to every token; empty: no bias.
  std::span<const float> bias = {};
  /// Add to what the output holds, instead of overwriting it. Excludes a bias.
  bool accumulate = false;
};

}  // namespace espalier::sparse
// Tested by tests/sparse/ops/product_test.cpp
