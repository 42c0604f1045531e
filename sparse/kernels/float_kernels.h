// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <espalier/sparse/core/types.h>
#include <espalier/sparse/kernels/line_visit.h>

namespace espalier::sparse::kernels {

/// Part of a product on one panel: every visit adds its entries to the rows of its line,
///   output[r, t] = start + sum over entries, in order, of w[r, c] * input[c, t]
/// where start is the bias of r, what the output holds, or zero. Every lane of a row is written.
/// For the forward product a line is a block row and its entries read block columns; for the input
/// gradient a line is a block column, its entries read block rows, and blocks are transposed.
struct PanelProduct {
  Index block = 1;                    ///< extent of the square blocks
  bool transposed = false;            ///< value (i, j) of a block joins output j and input i
  const LineVisit* visits = nullptr;  ///< of different lines
  Index visit_count = 0;
  const std::uint16_t* inputs = nullptr;  ///< line of the input that an entry reads
  const float* values = nullptr;          ///< blocks in the order of the entries
  const float* input = nullptr;           ///< rows [inputs][panel_width] of a panel
  Index input_rows = 0;                   ///< of `input`, that the visits may read
  float* output = nullptr;                ///< panel, aligned to a cache line like the input
  Index panel_width = 0;
  const float* bias = nullptr;  ///< one value for each output row, or null
  bool accumulate = false;      ///< start from what the output holds
  /// Memory that the caller reads and writes next, and how many floats; none: 0.
  const float* prefetch_input = nullptr;
  Index prefetch_input_count = 0;
  const float* prefetch_output = nullptr;
  Index prefetch_output_count = 0;
};

/// The blocks that some visits name, over all panels:
///   gradient[r, c] = start + sum over panels and lanes, in order, of dy[r, t] * x[c, t]
/// The order is a function of block and panel width; it does not depend on the division into tasks.
struct BlockGradient {
  Index block = 1;
  const LineVisit* visits = nullptr;  ///< of block rows
  Index visit_count = 0;
  const BlockIndex* columns = nullptr;  ///< block column of each entry of the pattern
  Index entries = 0;                    ///< of the pattern
  const float* dy = nullptr;
  const float* x = nullptr;
  Index dy_panel_stride = 0;  ///< values from one panel to the next
  Index x_panel_stride = 0;
  Index panels = 0;
  Index panel_width = 0;
  Index first_input = 0;  ///< the features of x that the visits read: what to fetch ahead
  Index inputs = 0;
  float* gradient = nullptr;  ///< in pattern order
  bool accumulate = false;
};

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

/// Input features that the products of a variant take at a time, chosen for the caches of the
/// processors that it runs on. The sums of an output keep their order whatever these are.
struct ProductTiling {
  /// Of a sweep with blocks of 1 and of 2, which use an input row so little once it is loaded that
  /// it has to come from the first-level cache: 160 features of 64 tokens are 40 KiB.
  Index singles_per_sweep = 160;
  Index pairs_per_sweep = 256;
  /// Of a pass of the weight gradient with blocks of 4 and above, beside which those of the next
  /// group of panels arrive in the second-level cache.
  Index gradient_inputs = 768;
};

template <typename T>
struct ProductKernels;

/// The products of float operands that a kernel variant implements. Each function runs on the
/// calling thread and writes only what its task names, so that tasks can run concurrently, and
/// every output is one sum in a fixed order, so that the division into tasks does not show in the
/// result. Operands do not overlap; the caller has checked shapes and that blocks are square of
/// size 1, 2, 4, 8 or 16.
template <>
struct ProductKernels<float> {
  void (*panel_product)(const PanelProduct& task) noexcept = nullptr;
  void (*block_gradient)(const BlockGradient& task) noexcept = nullptr;
  /// Between the visits of a line its sum is a float. A variant that sums in double wants a line's
  /// entries in one visit.
  bool whole_lines = false;
  ProductTiling tiling = {};
  /// Name of the instruction set that these functions use, such as "AVX3" or "scalar".
  const char* simd_target = "";
};

/// Copies of the plain matrix to the panel, and back.
struct PanelTranspositions {
  void (*pack)(const PanelPacking& task) noexcept = nullptr;
  void (*unpack)(const PanelUnpacking& task) noexcept = nullptr;
};

/// Plain loops, double accumulation: the definition. Any block size.
ProductKernels<float> reference_products();
PanelTranspositions reference_transpositions();

}  // namespace espalier::sparse::kernels
