// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include <espalier/sparse/core/bfloat16.h>
#include <espalier/sparse/core/types.h>
#include <espalier/sparse/kernels/line_visit.h>

namespace espalier::sparse::kernels {

/// The number of an input line. Of floats 16 bits, counted from where the inputs of a sweep begin,
/// because the kernels of small blocks spend much of their time on reading these; else as the
/// pattern holds it.
template <typename T>
using InputLine = std::conditional_t<std::is_same_v<T, float>, std::uint16_t, BlockIndex>;

/// Part of a product on one panel, whose activations are of type T: every visit adds its entries to
/// the rows of its line,
///   output[r, t] = start + sum over entries, in order, of w[r, c] * input[c, t]
/// where start is the bias of r, what the output holds, or zero. Every lane of a row is written.
/// For the forward product a line is a block row and its entries read block columns; for the input
/// gradient a line is a block column, its entries read block rows, and blocks are transposed.
///
/// A panel of floats is [features][panel_width], one of bfloat16 [features / 2][panel_width][2].
/// The sum is made in float (in double by the reference) and rounded to Out once, at the end.
template <typename T, typename Weight = T, typename Out = T>
struct PanelProduct {
  Index block = 1;                    ///< extent of the square blocks
  bool transposed = false;            ///< value (i, j) of a block joins output j and input i
  const LineVisit* visits = nullptr;  ///< of different lines
  Index visit_count = 0;
  const InputLine<T>* inputs = nullptr;  ///< line of the input that an entry reads
  /// Blocks in the order of the entries. If both they and the input are bfloat16, rows of a
  /// transposed block lie in pairs, [block / 2][block][2], so that a pair runs along the inputs.
  const Weight* values = nullptr;
  const T* input = nullptr;  ///< panel, from the first input that the visits may read
  Index input_rows = 0;      ///< features of `input` that the visits may read
  Out* output = nullptr;     ///< panel, aligned to a cache line like the input
  Index panel_width = 0;
  const float* bias = nullptr;  ///< one value for each output feature, or null
  bool accumulate = false;      ///< start from what the output holds
  /// Memory that the caller reads and writes next, and how many values; none: 0.
  const T* prefetch_input = nullptr;
  Index prefetch_input_count = 0;
  const Out* prefetch_output = nullptr;
  Index prefetch_output_count = 0;
};

/// The blocks that some visits name, over all panels of activations of type T:
///   gradient[r, c] = start + sum over panels and lanes, in order, of dy[r, t] * x[c, t]
/// The order is a function of block and panel width; it does not depend on the division into tasks,
/// of which each takes whole visits. For variants with `split_pairs` panels of bfloat16 are
/// [features][panel_width] here, so that a vector holds pairs of tokens.
template <typename T>
struct BlockGradient {
  Index block = 1;
  const LineVisit* visits = nullptr;  ///< of block rows
  Index visit_count = 0;
  const BlockIndex* columns = nullptr;  ///< block column of each entry of the pattern
  Index entries = 0;                    ///< of the pattern
  const T* dy = nullptr;
  const T* x = nullptr;
  Index dy_panel_stride = 0;  ///< values from one panel to the next
  Index x_panel_stride = 0;
  Index panels = 0;
  Index panel_width = 0;
  Index first_input = 0;  ///< the features of x that the visits read: what to fetch ahead
  Index inputs = 0;
  float* gradient = nullptr;  ///< in pattern order
  bool accumulate = false;
};

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

/// The panel products with weights of one type: results of the type of the activations, and of
/// floats, where that is another.
template <typename T, typename Weight>
struct PanelKernels {
  void (*run)(const PanelProduct<T, Weight, T>& task) noexcept = nullptr;
  void (*run_to_float)(const PanelProduct<T, Weight, float>& task) noexcept = nullptr;
};

/// The products of activations of type T that a kernel variant implements. Each function runs on
/// the calling thread and writes only what its task names, so that tasks can run concurrently, and
/// every output is one sum in a fixed order, so that the division into tasks does not show in the
/// result. Operands do not overlap; the caller has checked shapes and that blocks are square of
/// size 1, 2, 4, 8 or 16.
template <typename T>
struct ProductKernels {
  /// Of weights of type T or, where there is none, of weights as floats.
  PanelKernels<T, T> panel_product = {};
  PanelKernels<T, float> panel_product_of_wide = {};
  void (*block_gradient)(const BlockGradient<T>& task) noexcept = nullptr;
  /// If not null: makes the rows of two features, of `lanes` values each, out of a row of pairs.
  /// The gradient reads such rows. Rows of pairs are aligned.
  void (*split_pairs)(const T* pairs, Index lanes, T* first, T* second) noexcept = nullptr;
  /// Has no blocks of 1, which read one feature of a pair.
  bool no_singles = false;
  /// Between the visits of a line its sum is a float. A variant that sums in double wants a line's
  /// entries in one visit.
  bool whole_lines = false;
  ProductTiling tiling = {};
  /// Name of the instruction set that these functions use, such as "AVX3", "AVX512_BF16" or
  /// "scalar".
  const char* simd_target = "";
};

/// Plain loops, double accumulation: the definition. Any even block size, and 1.
template <typename T>
ProductKernels<T> reference_products();
template <>
ProductKernels<float> reference_products();
template <>
ProductKernels<BFloat16> reference_products();

}  // namespace espalier::sparse::kernels
