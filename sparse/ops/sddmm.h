// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include <espalier/sparse/core/context.h>
#include <espalier/sparse/format/activations.h>
#include <espalier/sparse/ops/product_plan.h>

namespace espalier::sparse {

/// Weight gradient of a sparse layer, at the stored blocks only (SDDMM).
///   dw[r, c] = start + sum over tokens t of dy[r, t] * x[c, t]      for every stored (r, c)
/// Shapes: dy [out, tokens], x [in, tokens] in panels of equal width; `gradient` holds dw in the
/// pattern order of `plan`. Overwrites, or adds to what `gradient` holds if `accumulate`. Throws
/// ShapeError if extents, panel widths or the number of values disagree or `gradient` overlaps dy
/// or x.
/// The result does not depend on the number of threads: each block is summed in token order.
/// Cost: 2 * tokens * stored values FLOP. Source: Gale et al. 2020, "Sparse GPU Kernels for Deep
/// Learning", SDDMM.
void sddmm(const ProductPlan& plan, const Activations& dy, const Activations& x,
           std::span<float> gradient, bool accumulate, const Context& context);

}  // namespace espalier::sparse
