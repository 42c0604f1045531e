// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include <espalier/sparse/core/context.h>
#include <espalier/sparse/format/panels.h>
#include <espalier/sparse/ops/product_plan.h>

namespace espalier::sparse {

/// Weight gradient of a sparse layer, at the stored blocks only (SDDMM).
///   dw[r, c] = start + sum over tokens t of dy[r, t] * x[c, t]      for every stored (r, c)
/// Shapes: dy [out, tokens], x [in, tokens] in panels of equal width, of float or bfloat16 (T);
/// `gradient` holds dw as floats in the pattern order of `plan`. The padding of dy or that of x
/// must be zero and that of the other finite, since lanes past the tokens are summed like all.
/// Overwrites, or adds to what `gradient` holds if `accumulate`. The sum is made in float: |dw -
/// exact| <= gamma_n * (|start| + sum of |dy * x|) with n = tokens + 1. Subnormals as in `spmm`.
/// Throws ShapeError if extents, panel widths or the number of values disagree or `gradient`
/// overlaps dy or x. The result does not depend on the number of threads: the order of each sum is
/// a function of block size and panel width, and of bfloat16 in blocks of 2 with AVX-512 also of
/// the block's place in its row. There four blocks at a time add up their vectors in another order
/// than those that are left over, so that a block may have other last bits in a pattern that stores
/// other blocks before it. Cost: 2 * tokens * stored values FLOP. Source: Gale et al. 2020, "Sparse
/// GPU Kernels for Deep Learning", SDDMM.
template <typename T>
void sddmm(const ProductPlan& plan, const Panels<T>& dy, const Panels<T>& x,
           std::span<float> gradient, bool accumulate, const Context& context);

}  // namespace espalier::sparse
// Tested by tests/sparse/ops/product_test.cpp
