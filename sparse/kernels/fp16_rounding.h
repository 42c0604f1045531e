// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/sparse/core/types.h>

namespace espalier::sparse::kernels {

/// Rounds `count` floats as `rounded_to_float16` does; any alignment.
using Fp16Rounding = void (*)(const float* from, Index count, float* to) noexcept;

/// Value by value.
Fp16Rounding reference_fp16_rounding();
/// For the widest instruction set that this processor has and its unit was compiled for.
Fp16Rounding highway_fp16_rounding();

}  // namespace espalier::sparse::kernels
