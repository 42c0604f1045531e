// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/sparse/core/matrix.h>
#include <espalier/sparse/format/panels.h>

namespace espalier::sparse {

/// What layers exchange: single precision, one feature in a row.
using Activations = Panels<float>;

// These run on the calling thread; `pack_tokens` (ops/linear_plain.h) packs [tokens x features] in
// parallel. All throw ShapeError if rows of the matrix are shorter than its columns. Cost: one pass
// over memory.

/// Copies a row-major [features x tokens] matrix into panels. Padding is zero. Throws ShapeError as
/// `Panels` does.
Activations pack(MatrixView<const float> features_by_tokens,
                 Index panel_width = kDefaultPanelWidth);
/// As above into `out`, which must have the shape of the matrix; throws ShapeError otherwise.
void pack(MatrixView<const float> features_by_tokens, Activations& out);
/// Copies panels back to a row-major [features x tokens] matrix. Throws ShapeError if shapes
/// differ.
void unpack(const Activations& x, MatrixView<float> features_by_tokens);

}  // namespace espalier::sparse
