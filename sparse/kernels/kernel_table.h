// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/sparse/kernels/bf16_kernels.h>
#include <espalier/sparse/kernels/float_kernels.h>

namespace espalier::sparse::kernels {

/// What a kernel variant has for the products: one table for every type of value.
struct KernelTable {
  ProductKernels<float> of_float;
  ProductKernels<BFloat16> of_bf16;
  Bf16Conversions conversions;
  PanelTranspositions transpositions;
};

}  // namespace espalier::sparse::kernels
