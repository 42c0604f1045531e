// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/sparse/kernels/conversion_kernels.h>
#include <espalier/sparse/kernels/product_kernels.h>

namespace espalier::sparse::kernels {

// The kernels of one instruction set as function pointers, so that dispatch happens once per call
// of a product. Each function picks the widest instruction set that this processor has and its unit
// was compiled for.

/// The products of activations of type T but the weight gradient: bfloat16 is converted to float,
/// so that every processor can run them, with blocks of 2 and above.
template <typename T>
ProductKernels<T> highway_panel_products();
template <>
ProductKernels<float> highway_panel_products();
template <>
ProductKernels<BFloat16> highway_panel_products();

/// The weight gradient.
template <typename T>
using GradientKernel = void (*)(const BlockGradient<T>& task) noexcept;
template <typename T>
GradientKernel<T> highway_block_gradient();
template <>
GradientKernel<float> highway_block_gradient();
template <>
GradientKernel<BFloat16> highway_block_gradient();

PanelTranspositions highway_transpositions();
Bf16Conversions highway_bf16_conversions();
Fp16Rounding highway_fp16_rounding();

}  // namespace espalier::sparse::kernels
