// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include <espalier/sparse/core/context.h>
#include <espalier/sparse/format/activations.h>
#include <espalier/sparse/ops/product_plan.h>
#include <espalier/sparse/ops/product_start.h>

namespace espalier::sparse {

/// Forward product of a sparse layer (SpMM).
///   y[r, t] = start + sum over stored (r, c) of w[r, c] * x[c, t]
/// Shapes: w [out, in] given as `values` in the pattern order of `plan`, x [in, tokens], y [out,
/// tokens] in panels of equal width. Padding lanes of y are written as zero if those of x are, and
/// if there is no bias; with a bias they are cleared. Throws ShapeError if extents, panel widths or
/// the number of values disagree, if `start` has both a bias and accumulation, or if y overlaps
/// what the product reads. The result does not depend on the number of threads: each output is one
/// sum in column order. Cost: 2 * tokens * stored values FLOP. Source: Gale et al. 2020, "Sparse
/// GPU Kernels for Deep Learning", SpMM.
void spmm(const ProductPlan& plan, std::span<const float> values, const Activations& x,
          Activations& y, const ProductStart& start, const Context& context);

/// Input gradient of a sparse layer (transposed SpMM).
///   dx[c, t] = start + sum over stored (r, c) of w[r, c] * dy[r, t]
/// Shapes, errors, determinism and cost as `spmm`, with dy [out, tokens] and dx [in, tokens].
void spmm_transposed(const ProductPlan& plan, std::span<const float> values, const Activations& dy,
                     Activations& dx, const ProductStart& start, const Context& context);

}  // namespace espalier::sparse
