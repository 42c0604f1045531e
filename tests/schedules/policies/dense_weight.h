// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <espalier/sparse/topology/gradient_operands.h>
#include "tests/sparse/topology/owned_weight.h"

namespace espalier::sparse {

/// A weight as papers write it: dense matrices of weights and gradients, [rows, cols] row-major, of
/// which a pattern stores some. The input is the identity, one token for each column, so that the
/// gradient at every position is exactly the one that a test asks for. Must not move while a view
/// is in use.
struct DenseWeight {
  DenseWeight(PatternPtr pattern, const std::vector<float>& weights)
      : owned(std::move(pattern), 1) {
    owned.values = stored(weights);
  }

  /// The values of a dense matrix at the stored positions, in pattern order.
  AlignedVector<float> stored(const std::vector<float>& dense) const {
    AlignedVector<float> values;
    const auto [rows, cols] = owned.pattern->block();
    for (const BlockCoordinate c : owned.pattern->coordinates())
      for (Index i = c.row * rows; i < (c.row + 1) * rows; ++i)
        for (Index j = c.col * cols; j < (c.col + 1) * cols; ++j)
          values.push_back(dense[static_cast<std::size_t>(i * owned.pattern->cols() + j)]);
    return values;
  }

  /// What a layer's backward pass leaves, if it keeps its operands.
  void backward(const std::vector<float>& gradient) {
    const Index rows = owned.pattern->rows();
    const Index cols = owned.pattern->cols();
    owned.gradient = stored(gradient);
    Activations x(cols, cols, kPanelWidthMultiple);
    Activations dy(cols, rows, kPanelWidthMultiple);
    for (Index t = 0; t < cols; ++t) {
      x.at(t, t) = 1;
      for (Index r = 0; r < rows; ++r)
        dy.at(t, r) = gradient[static_cast<std::size_t>(r * cols + t)];
    }
    operands.keep(x, dy);
  }

  std::shared_ptr<WeightBuffers> owner(std::string name = "weight") {
    std::shared_ptr<WeightBuffers> owner = owned.owner(std::move(name));
    owner->attach_operands(operands);
    return owner;
  }
  WeightView view(std::string name = "weight") { return owner(std::move(name))->view(); }

  OwnedWeight owned;
  GradientOperands operands;
};

}  // namespace espalier::sparse
