// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include <espalier/sparse/core/bfloat16.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/format/activations_bf16.h>
#include <espalier/sparse/ops/product_plan.h>
#include <espalier/sparse/ops/product_start.h>

namespace espalier::sparse {

/// Forward product of a sparse layer with bfloat16 operands (SpMM).
///   y[r, t] = round(start + sum over stored (r, c) of w[r, c] * x[c, t])
/// Shapes: w [out, in] given as `values` in the pattern order of `plan`, at any address; x [in,
/// tokens], y [out, tokens] in paired panels of equal width. Products of bfloat16 are exact in
/// float, the sum is made in float, and rounded to bfloat16 once, at its end. So for n terms
///   |y - exact| <= gamma_n M + u (|exact| + gamma_n M),  M = |start| + sum of |w[r, c] * x[c, t]|
/// with gamma_n = n 2^-24 / (1 - n 2^-24) and u = 2^-8. Subnormal operands and results count as
/// zero if the context flushes subnormals, and always if its kernel is "avx512_bf16" and blocks
/// are larger than 1. Kernel variants may differ within the bound.
///
/// Padding lanes of y are zero. Throws ShapeError if extents, panel widths or the number of values
/// disagree, or if `start` has both a bias and accumulation. x and y must not overlap. The result
/// does not depend on the number of threads: each output is one sum in column order. Cost: 2 *
/// tokens * stored values FLOP, and one pass over the values where the kernel wants them in another
/// form. Source: Gale et al. 2020, "Sparse GPU Kernels for Deep Learning", SpMM.
void spmm(const ProductPlan& plan, std::span<const BFloat16> values, const ActivationsBf16& x,
          ActivationsBf16& y, const ProductStart& start, const Context& context);

/// Input gradient of a sparse layer with bfloat16 operands (transposed SpMM).
///   dx[c, t] = round(start + sum over stored (r, c) of w[r, c] * dy[r, t])
/// Shapes, rounding, errors and determinism as `spmm`, with dy [out, tokens] and dx [in, tokens].
/// The values are copied in column order on each call.
void spmm_transposed(const ProductPlan& plan, std::span<const BFloat16> values,
                     const ActivationsBf16& dy, ActivationsBf16& dx, const ProductStart& start,
                     const Context& context);

}  // namespace espalier::sparse
