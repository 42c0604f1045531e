// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/sparse/kernels/float_kernels.h>

namespace espalier::sparse::kernels {

/// The kernels of one instruction set as function pointers, so that dispatch happens once per call
/// of a product.
struct HighwayProduct {
  void (*run)(const PanelProduct& task) noexcept;
  const char* target;
  ProductTiling tiling;
};
struct HighwayGradient {
  void (*run)(const BlockGradient& task) noexcept;
};

/// Each picks the widest instruction set that this processor has and this unit was compiled for.
HighwayProduct highway_product();
HighwayGradient highway_gradient();
PanelTranspositions highway_transpositions();

}  // namespace espalier::sparse::kernels
