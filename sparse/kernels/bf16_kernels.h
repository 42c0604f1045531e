// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/sparse/core/bfloat16.h>
#include <espalier/sparse/core/types.h>

namespace espalier::sparse::kernels {

/// Part of a product on one panel of bfloat16 values, features interleaved in pairs
/// ([features / 2][panel_width][2]): for every listed output line
///   output[r, t] = round(start + sum over entries of w[r, c] * input[c, t])
/// where start is the bias of r, what the output holds, or zero. The sum is made in float (in
/// double by the reference) and rounded once, at the end: to bfloat16, in pairs like the input, or
/// to float, one feature in a row. Every lane of a row that is written is.
///
/// A line is a block line of the traversal. Blocks of 1, which only the reference multiplies, are
/// too small to own a pair: an output line l then stands for the block lines 2 l and 2 l + 1.
struct Bf16PanelProduct {
  Index block = 1;                    ///< extent of the square blocks
  bool transposed = false;            ///< value (i, j) of a block joins output j and input i
  const BlockIndex* lines = nullptr;  ///< different output lines
  Index line_count = 0;
  Index output_features = 0;
  const Index* offsets = nullptr;  ///< entries [offsets[l], offsets[l + 1]) belong to block line l
  const BlockIndex* inputs = nullptr;  ///< line of the input that an entry reads
  /// Blocks in the order of the entries, as floats: for variants with `wide_weights`.
  const float* wide_values = nullptr;
  /// Blocks in the order of the entries, for other variants. Rows of a block are interleaved in
  /// pairs if `transposed`, [block / 2][block][2], so that here too a pair runs along the inputs.
  const BFloat16* values = nullptr;
  const BFloat16* input = nullptr;  ///< panel
  BFloat16* output = nullptr;       ///< panel, aligned to a cache line like the input
  float* wide_output = nullptr;     ///< the same of floats, instead of `output`
  Index panel_width = 0;
  const float* bias = nullptr;         ///< one value for each output feature, or null
  bool accumulate = false;             ///< start from what the output holds
  const BFloat16* prefetch = nullptr;  ///< memory that the caller reads next
  Index prefetch_count = 0;            ///< values there; 0: none
};

/// Blocks of block rows [first_row, last_row), over all panels:
///   gradient[r, c] = start + sum over panels and lanes of dy[r, t] * x[c, t]
/// dy and x are panels of pairs of features or, for variants with `split_pairs`, of single
/// features, [features][panel_width], in which a vector holds pairs of tokens.
struct Bf16BlockGradient {
  Index block = 1;
  const Index* row_offsets = nullptr;
  const BlockIndex* columns = nullptr;
  const BFloat16* dy = nullptr;
  const BFloat16* x = nullptr;
  Index dy_panel_stride = 0;  ///< values from one panel to the next
  Index x_panel_stride = 0;
  Index panels = 0;
  Index panel_width = 0;
  Index first_row = 0;
  Index last_row = 0;
  float* gradient = nullptr;  ///< in pattern order
  bool accumulate = false;
};

template <typename T>
struct ProductKernels;

/// The products of bfloat16 operands that a kernel variant implements. Each function runs on the
/// calling thread and writes only what its task names; every output is one sum in an order that
/// neither the list of lines nor the division into tasks changes. Operands do not overlap; the
/// caller has checked shapes and that blocks are square of size 2, 4, 8 or 16, or 1 if the variant
/// has `singles`.
template <>
struct ProductKernels<BFloat16> {
  void (*panel_product)(const Bf16PanelProduct& task) noexcept = nullptr;
  void (*block_gradient)(const Bf16BlockGradient& task) noexcept = nullptr;
  /// If not null: makes the rows of two features, of `lanes` values each, out of a row of pairs.
  /// The gradient reads such rows. Rows of pairs are aligned.
  void (*split_pairs)(const BFloat16* pairs, Index lanes, BFloat16* first,
                      BFloat16* second) noexcept = nullptr;
  bool wide_weights = false;  ///< the product reads `wide_values`, not `values`
  bool singles = false;       ///< also multiplies blocks of 1
  /// Name of the instruction set that these functions use, such as "AVX3", "AVX512_BF16" or
  /// "scalar".
  const char* simd_target = "";
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

/// Plain loops, double accumulation: the definition. Any even block size, and 1.
ProductKernels<BFloat16> reference_bf16_products();
Bf16Conversions reference_bf16_conversions();

}  // namespace espalier::sparse::kernels
