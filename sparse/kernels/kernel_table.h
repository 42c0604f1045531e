// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include <espalier/sparse/core/kernel_variant.h>
#include <espalier/sparse/kernels/conversion_kernels.h>
#include <espalier/sparse/kernels/narrow_kernels.h>
#include <espalier/sparse/kernels/product_kernels.h>

namespace espalier::sparse::kernels {

/// What a kernel variant has for the products: one table for every type of activations.
struct KernelTable {
  ProductKernels<float> of_float;
  ProductKernels<BFloat16> of_bf16;
  Bf16Conversions conversions;
  PanelTranspositions transpositions;
  Fp16Rounding round_to_float16 = nullptr;
  NarrowKernels narrow;
};

/// Its products of activations of type T.
template <typename T>
ProductKernels<T> products_of(const KernelVariant& variant) {
  if constexpr (std::is_same_v<T, float>)
    return variant.table().of_float;
  else
    return variant.table().of_bf16;
}

}  // namespace espalier::sparse::kernels
