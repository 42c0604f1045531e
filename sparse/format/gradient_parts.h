// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <vector>

#include <espalier/sparse/format/activations.h>

namespace espalier::sparse {

/// The gradient of a weight at all its positions, [rows, cols], as what it is computed from:
///   dW = add_others(sum of the parts),  part[r, c] = sum over tokens t of dy[r, t] x[c, t]
/// The parts are those of a batch, as many as a power of two, and are added by a balanced binary
/// tree (`add_by_tree`). Of a batch that several processes share each has its own parts, and
/// `add_others` adds those of the others by the same tree: the gradient is the same, bit for bit,
/// on all of them and for any number.
struct GradientParts {
  struct Part {
    const Activations* dy = nullptr;  ///< [rows, tokens]
    const Activations* x = nullptr;   ///< [cols, tokens]
  };

  std::vector<Part> parts;  ///< none: zero
  /// Adds to values of the gradient what the others have there. Collective: all processes call it
  /// for the same values in the same order. Empty: there are no others.
  std::function<void(std::span<float>)> add_others = {};
};

}  // namespace espalier::sparse
// Tested by tests/sparse/ops/dense_gradient_test.cpp
