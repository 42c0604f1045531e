// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/sparse/core/types.h>
#include <espalier/sparse/kernels/line_visit.h>

namespace espalier::sparse::kernels {

/// Part of a product of few tokens, in float. Every visit makes the rows of its line,
///   output[r, t] = start + sum over entries, in order, of w[r, c] * input[c, t]
/// as PanelProduct says, with the same sums to the last bit. Nothing is prepared for it: values are
/// read in pattern order, whatever the direction.
struct NarrowProduct {
  Index block = 1;                    ///< extent of the square blocks
  bool transposed = false;            ///< value (i, j) of a block joins output j and input i
  const LineVisit* visits = nullptr;  ///< of different lines, whole ones
  Index visit_count = 0;
  const BlockIndex* inputs = nullptr;  ///< line of the input that an entry reads
  const Index* blocks = nullptr;       ///< block that an entry reads; null: they are in its order
  const float* values = nullptr;
  const float* input = nullptr;  ///< [features][stride], of which `lanes` are read
  float* output = nullptr;       ///< the same; apart from the input
  Index stride = 1;              ///< 1 if there is one lane
  Index lanes = 1;               ///< tokens side by side: one of kNarrowLanes
  const float* bias = nullptr;   ///< one value for each output feature, or null
  bool accumulate = false;       ///< start from what the output holds
};

/// Numbers of tokens for which there are kernels; fewer are filled up.
inline constexpr Index kNarrowLanes[] = {1, 4, 8, 16};

/// Part of an input gradient of few tokens: every visit adds the entries of its row of blocks, in
/// order, each to the outputs of its column,
///   output[c, t] += w[r, c] * input[r, t]
/// Row by row each output becomes the sum that the transposed NarrowProduct makes, to the last bit,
/// from values that are read as they lie.
struct NarrowScatter {
  Index block = 1;                    ///< extent of the square blocks
  const LineVisit* visits = nullptr;  ///< of block rows, ascending, or of a part of each
  Index visit_count = 0;
  const BlockIndex* outputs = nullptr;  ///< block column of each entry
  const float* values = nullptr;        ///< in pattern order
  const float* input = nullptr;         ///< as in NarrowProduct
  float* output = nullptr;              ///< holds what the sums start from
  Index stride = 1;
  Index lanes = 1;
};

/// Each runs on the calling thread and writes only what its task names.
struct NarrowKernels {
  void (*product)(const NarrowProduct& task) noexcept = nullptr;
  /// Null: the input gradient is made by `product`. Else that is never asked for one.
  void (*scatter)(const NarrowScatter& task) noexcept = nullptr;
};

/// Plain loops, double accumulation: the definition.
NarrowKernels reference_narrow();
/// For the widest instruction set that this processor has.
NarrowKernels highway_narrow();

}  // namespace espalier::sparse::kernels
