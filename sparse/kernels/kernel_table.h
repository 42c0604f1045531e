// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "sparse/core/types.h"

namespace espalier::sparse::kernels {

/// The stored blocks of a matrix, grouped by the line of the output that they add to. For the
/// forward product a line is a block row and reads block columns; for the input gradient a line is
/// a block column and reads block rows. Non-owning.
struct BlockLines {
  Index block = 1;                     ///< extent of the square blocks
  const Index* offsets = nullptr;      ///< line l owns entries [offsets[l], offsets[l + 1])
  const BlockIndex* inputs = nullptr;  ///< line of the input that an entry reads, ascending
  const Index* positions = nullptr;    ///< block of an entry in pattern order; null: the entry
  const BlockIndex* order = nullptr;   ///< the order in which lines are visited
  Index lines = 0;
  Index input_lines = 0;
  bool transposed = false;  ///< value (i, j) of a block joins output row j and input row i
};

/// Output lines order[first], ..., order[last - 1] of one panel:
///   output[r, t] = start + sum over entries, in order, of w[r, c] * input[c, t]
/// where start is the bias of r, what the output holds, or zero. Every lane of a row is written.
struct PanelProduct {
  BlockLines blocks;
  const float* values = nullptr;  ///< in pattern order
  const float* input = nullptr;   ///< panel [features][panel_width]
  const float* next_input =
      nullptr;              ///< panel that is likely to follow, worth prefetching; or null
  float* output = nullptr;  ///< panel, aligned to a cache line like the inputs
  Index panel_width = 0;
  Index first = 0;
  Index last = 0;
  const float* bias = nullptr;  ///< one value for each output row, or null
  bool accumulate = false;      ///< start from what the output holds
};

/// Blocks of block rows [first_row, last_row), over all panels:
///   gradient[r, c] = start + sum over panels and lanes, in order, of dy[r, t] * x[c, t]
struct BlockGradient {
  Index block = 1;
  const Index* row_offsets = nullptr;
  const BlockIndex* columns = nullptr;
  const float* dy = nullptr;
  const float* x = nullptr;
  Index dy_panel_stride = 0;  ///< values from one panel to the next
  Index x_panel_stride = 0;
  Index panels = 0;
  Index panel_width = 0;
  Index first_row = 0;
  Index last_row = 0;
  float* gradient = nullptr;  ///< in pattern order
  bool accumulate = false;
};

/// The products that a kernel variant implements. Each function runs on the calling thread and
/// writes only what its task names, so that tasks can run concurrently, and every output is one sum
/// in a fixed order, so that the division into tasks does not show in the result. Operands do not
/// overlap; the caller has checked shapes and that blocks are square of size 1, 2, 4, 8 or 16.
struct KernelTable {
  void (*panel_product)(const PanelProduct& task) noexcept = nullptr;
  void (*block_gradient)(const BlockGradient& task) noexcept = nullptr;
  /// Name of the instruction set that these functions use, such as "AVX3" or "scalar".
  const char* simd_target = "";
};

/// Plain loops, double accumulation: the definition of every product. Any block size.
KernelTable reference_kernels();

/// SIMD through Highway, for the widest instruction set that this processor has.
KernelTable highway_kernels();

/// The table of a variant listed by `kernel_names`.
KernelTable kernel_table(std::string_view name);

}  // namespace espalier::sparse::kernels
