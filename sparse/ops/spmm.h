// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <type_traits>

#include <espalier/sparse/core/context.h>
#include <espalier/sparse/format/panels.h>
#include <espalier/sparse/ops/prepared_weights.h>
#include <espalier/sparse/ops/product_plan.h>
#include <espalier/sparse/ops/product_start.h>

namespace espalier::sparse {

// The products of a sparse layer with its activations, in float or bfloat16 (T), from weights that
// were prepared for it: the owner of the values keeps them and refreshes them when values change.
// The result is of the same type or, of bfloat16 operands, of floats too (Out).

/// Forward product of a sparse layer (SpMM).
///   y[r, t] = start + sum over stored (r, c) of w[r, c] * x[c, t]
/// Shapes: w [out, in], x [in, tokens], y [out, tokens] in panels of equal width. The padding of y
/// becomes zero, whatever that of x holds.
///
/// The sum is made in float. In bfloat16 products of two values are exact in float, and the sum is
/// rounded once, at its end, so that for n terms
///   |y - exact| <= gamma_n M + u (|exact| + gamma_n M),  M = |start| + sum of |w[r, c] * x[c, t]|
/// with gamma_n = n 2^-24 / (1 - n 2^-24) and u = 2^-8, or 0 where y is float. Subnormal operands
/// and results count as zero if the context flushes subnormals, and in bfloat16 always if its
/// kernel is "avx512_bf16" and blocks are larger than 1. Kernel variants may differ within the
/// bound.
///
/// Throws ShapeError if extents or panel widths disagree, if `start` has both a bias and
/// accumulation, or if y overlaps what the product reads, and ConfigError if the weights were
/// prepared for another kernel variant. The result does not depend on the number of threads: each
/// output is one sum in column order, so that the result of a token does not depend on the others
/// either, nor on how many there are (few, in float, have kernels of their own). One exception: the
/// reference kernel on floats, with more than 65,535 block columns (block rows, of the input
/// gradient). It rounds the sums of many tokens to float after so many, and those of few once.
/// Cost: 2 * tokens * stored values FLOP. Source: Gale et al. 2020, "Sparse GPU Kernels for Deep
/// Learning", SpMM.
template <typename T, typename Out>
void spmm(const PreparedWeights<T>& w, const Panels<T>& x, Panels<Out>& y,
          const ProductStart& start, const Context& context);

/// Input gradient of a sparse layer (transposed SpMM).
///   dx[c, t] = start + sum over stored (r, c) of w[r, c] * dy[r, t]
/// Shapes, rounding, errors, determinism and cost as `spmm`, with dy [out, tokens] and dx [in,
/// tokens]. Throws ConfigError too if the weights were prepared for the forward product alone.
template <typename T, typename Out>
void spmm_transposed(const PreparedWeights<T>& w, const Panels<T>& dy, Panels<Out>& dx,
                     const ProductStart& start, const Context& context);

/// The forward product from `values` in the pattern order of `plan`, at any address, prepared for
/// this one call: one pass over the values and memory for a copy of them where the kernel wants
/// another form (the forward product of bfloat16 if kernels convert it), which the calling thread
/// keeps for its next calls. Throws ShapeError too if the number of values disagrees.
template <typename T, typename Out>
void spmm(const ProductPlan& plan, std::span<const std::type_identity_t<T>> values,
          const Panels<T>& x, Panels<Out>& y, const ProductStart& start, const Context& context);

/// The same for the input gradient, for which values are copied unless tokens are few.
template <typename T, typename Out>
void spmm_transposed(const ProductPlan& plan, std::span<const std::type_identity_t<T>> values,
                     const Panels<T>& dy, Panels<Out>& dx, const ProductStart& start,
                     const Context& context);

}  // namespace espalier::sparse
// Tested by tests/sparse/ops/product_test.cpp
