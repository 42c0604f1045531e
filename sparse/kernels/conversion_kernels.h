// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/sparse/core/bfloat16.h>
#include <espalier/sparse/core/types.h>

namespace espalier::sparse::kernels {

/// A panel [features][panel_width] and the same tokens as rows of a plain matrix [tokens,
/// features]; the one that is written is not const.
template <typename Plain, typename Panel>
struct PanelTransposition {
  Plain* plain = nullptr;
  Index plain_stride = 0;  ///< values from one token to the next
  Panel* panel = nullptr;
  Index panel_width = 0;
  Index tokens = 0;        ///< at most panel_width
  Index tokens_after = 0;  ///< rows that follow in the plain matrix, whose turn comes next
  Index features = 0;
};
using PanelPacking = PanelTransposition<const float, float>;
using PanelUnpacking = PanelTransposition<float, const float>;

/// Copies of the plain matrix to the panel, and back.
struct PanelTranspositions {
  void (*pack)(const PanelPacking& task) noexcept = nullptr;
  void (*unpack)(const PanelUnpacking& task) noexcept = nullptr;
};

/// Conversions between float and bfloat16, rounding as BFloat16 does.
struct Bf16Conversions {
  /// `count` values each; any alignment.
  void (*narrow)(const float* from, Index count, BFloat16* to) noexcept = nullptr;
  void (*widen)(const BFloat16* from, Index count, float* to) noexcept = nullptr;
  /// Two rows of `lanes` values to or from one row of pairs. `second` may be null: zero, or
  /// dropped.
  void (*narrow_pair)(const float* first, const float* second, Index lanes,
                      BFloat16* to) noexcept = nullptr;
  void (*widen_pair)(const BFloat16* from, Index lanes, float* first,
                     float* second) noexcept = nullptr;
};

/// Rounds `count` floats as `rounded_to_float16` does; any alignment.
using Fp16Rounding = void (*)(const float* from, Index count, float* to) noexcept;

/// Value by value: the definition.
PanelTranspositions reference_transpositions();
Bf16Conversions reference_bf16_conversions();
Fp16Rounding reference_fp16_rounding();

}  // namespace espalier::sparse::kernels
