// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/sparse/kernels/bf16_kernels.h>
#include <espalier/sparse/kernels/float_kernels.h>
#include <espalier/sparse/kernels/fp16_rounding.h>

namespace espalier::sparse::kernels {

/// What a kernel variant has for the products: one table for every type of value.
struct KernelTable {
  ProductKernels<float> of_float;
  ProductKernels<BFloat16> of_bf16;
  Bf16Conversions conversions;
  PanelTranspositions transpositions;
  Fp16Rounding round_to_float16 = nullptr;
};

}  // namespace espalier::sparse::kernels
