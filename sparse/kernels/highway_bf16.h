// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/sparse/kernels/bf16_kernels.h>

namespace espalier::sparse::kernels {

/// The kernels of one instruction set as function pointers, so that dispatch happens once per call
/// of a product. They convert the operands to float, so that every processor can run them.
/// Blocks of 2 and above.
struct HighwayBf16Product {
  void (*run)(const Bf16PanelProduct& task) noexcept;
  const char* target;
};
struct HighwayBf16Gradient {
  void (*run)(const Bf16BlockGradient& task) noexcept;
};

/// Each picks the widest instruction set that this processor has and this unit was compiled for.
HighwayBf16Product highway_bf16_product();
HighwayBf16Gradient highway_bf16_gradient();
Bf16Conversions highway_bf16_conversions();

}  // namespace espalier::sparse::kernels
