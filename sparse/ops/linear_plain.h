// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include <espalier/sparse/core/context.h>
#include <espalier/sparse/core/matrix.h>
#include <espalier/sparse/format/activations.h>
#include <espalier/sparse/ops/product_plan.h>

namespace espalier::sparse {

/// Copies row-major [tokens, features] into `panels`, which takes that shape and keeps its panel
/// width (the default one if it has none). Padding lanes are zero. Throws ShapeError if rows of
/// `plain` are shorter than its columns, and as `Panels::reshape_for_overwrite`. Cost: one pass
/// over memory.
void pack_tokens(MatrixView<const float> plain, Activations& panels, const Context& context);
/// Copies panels back. Throws ShapeError if `plain` is not [tokens, features] of the panels.
void unpack_tokens(const Activations& panels, MatrixView<float> plain, const Context& context);

/// Panels that the functions below pack tokens into, kept by the caller so that a layer does not
/// ask the system for memory at each call. Calls of any shape may take turns: memory is made for
/// the largest. One call at a time.
struct PlainScratch {
  Activations input, output;
  AlignedVector<float> narrow_input, narrow_output;
};

/// The three products of a sparse layer on plain activations: row-major [tokens, features], the
/// layout of most frameworks (and of a column-major [features, tokens] matrix). Each thread packs,
/// multiplies and unpacks one panel of tokens at a time, which stays in its cache meanwhile (the
/// weight gradient: a few panels, shared by all threads); activations that are panels already (see
/// Activations) save that work. Forward and in the input gradient, up to 48 tokens make no panel:
/// values are read where they are, in little more time than reading them takes, and threads share
/// the outputs.

/// Forward.
///   y[t, r] = bias[r] + sum over stored (r, c) of w[r, c] * x[t, c]
/// Shapes: w [out, in] given as `values` in the pattern order of `plan`, x [tokens, in], y [tokens,
/// out], bias [out] or empty. Throws ShapeError if extents disagree or y overlaps what is read (x
/// and y may be different columns of one array). The result is that of `spmm` to the last bit: that
/// of a token depends neither on the other tokens, nor on how many they are (but for the reference
/// kernel where `spmm` says so), nor on the number of threads. Cost: 2 * tokens * stored values
/// FLOP and one more pass over x and y.
void linear_plain(const ProductPlan& plan, std::span<const float> values, MatrixView<const float> x,
                  MatrixView<float> y, std::span<const float> bias, PlainScratch& scratch,
                  const Context& context);

/// Input gradient.
///   dx[t, c] = sum over stored (r, c) of w[r, c] * dy[t, r]
/// As above, with dy [tokens, out] and dx [tokens, in]. Unless tokens are few, values are copied
/// first, into memory that the calling thread keeps for its next calls.
void linear_plain_transposed(const ProductPlan& plan, std::span<const float> values,
                             MatrixView<const float> dy, MatrixView<float> dx,
                             PlainScratch& scratch, const Context& context);

/// Weight gradient, in pattern order.
///   gradient[r, c] = start + sum over tokens t of dy[t, r] * x[t, c]      for every stored (r, c)
/// Starts from zero, or from what `gradient` holds with `accumulate`. The result does not depend on
/// the number of threads. Up to 192 tokens it is that of `sddmm` on panels of 64 or, of fewer
/// tokens, of the next multiple of 16.
void linear_plain_gradient(const ProductPlan& plan, MatrixView<const float> dy,
                           MatrixView<const float> x, std::span<float> gradient, bool accumulate,
                           PlainScratch& scratch, const Context& context);

}  // namespace espalier::sparse
