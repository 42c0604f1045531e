// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include <espalier/sparse/core/context.h>
#include <espalier/sparse/format/activations_bf16.h>
#include <espalier/sparse/ops/product_plan.h>

namespace espalier::sparse {

/// Weight gradient of a sparse layer with bfloat16 operands, at the stored blocks only (SDDMM).
///   dw[r, c] = start + sum over tokens t of dy[r, t] * x[c, t]      for every stored (r, c)
/// Shapes: dy [out, tokens], x [in, tokens] in paired panels of equal width; `gradient` holds dw as
/// floats in the pattern order of `plan`. Overwrites, or adds to what `gradient` holds if
/// `accumulate`. The sum is made in float: |dw - exact| <= gamma_n * (|start| + sum of |dy * x|)
/// with n = tokens + 1. Subnormals as in `spmm`. Throws ShapeError if extents, panel widths or the
/// number of values disagree. Operands must not overlap. The result does not depend on the number
/// of threads: the order of each sum is a function of the panel width alone. Cost: 2 * tokens *
/// stored values FLOP. Source: Gale et al. 2020, "Sparse GPU Kernels for Deep Learning", SDDMM.
void sddmm(const ProductPlan& plan, const ActivationsBf16& dy, const ActivationsBf16& x,
           std::span<float> gradient, bool accumulate, const Context& context);

}  // namespace espalier::sparse
