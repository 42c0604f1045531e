// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/sparse/core/context.h>
#include <espalier/sparse/core/matrix.h>
#include <espalier/sparse/format/gradient_parts.h>

namespace espalier::sparse {

/// Forms the gradient of a weight at all its positions.
///   dw = sum of the parts of all processes, by a balanced binary tree: see `GradientParts`
/// Each part is that of `gemm_weight_gradient`; a single one without peers is the same to the last
/// bit. Shapes: dw [rows, cols] without gaps between rows, dy [rows, tokens], x [cols, tokens].
/// Overwrites `dw`, which must not overlap a part. Throws ShapeError if extents or panel widths
/// disagree or the parts are no power of two, and passes on what the peers throw, or that there is
/// no memory, when what `dw` holds is unspecified. Collective if there are any. The result does not
/// depend on the number of threads. Cost: 2 * tokens * rows * cols FLOP, and rows * cols floats for
/// each doubling of the parts.
void dense_gradient(const GradientParts& gradient, MatrixView<float> dw, const Context& context);

}  // namespace espalier::sparse
