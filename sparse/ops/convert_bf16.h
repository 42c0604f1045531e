// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include <espalier/sparse/core/bfloat16.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/core/matrix.h>
#include <espalier/sparse/format/panels.h>

namespace espalier::sparse {

// Conversions between float and bfloat16. To bfloat16 each value is rounded once, to nearest, ties
// to even, NaN stays NaN (see BFloat16); to float is exact. Neither depends on the floating-point
// mode: subnormals are kept. Each throws ShapeError if shapes differ, and `pack` and `unpack` if
// rows of the matrix are shorter than its columns; operands must not overlap.
// Vectorised and parallel; results do not depend on the number of threads. Cost: one pass over
// memory.

/// Weights, or any array.
void convert(std::span<const float> from, std::span<BFloat16> to, const Context& context);
void convert(std::span<const BFloat16> from, std::span<float> to, const Context& context);

/// A tile of a matrix, on the calling thread.
void convert(MatrixView<const float> from, MatrixView<BFloat16> to, const Context& context);

/// Activations of equal tokens, features and panel width. Padding is converted with the rest, so
/// that it is zero if it was.
void convert(const Panels<float>& from, Panels<BFloat16>& to, const Context& context);
void convert(const Panels<BFloat16>& from, Panels<float>& to, const Context& context);

/// Rounds a row-major [features x tokens] matrix into panels. Padding becomes zero.
void pack(MatrixView<const float> features_by_tokens, Panels<BFloat16>& out,
          const Context& context);
/// Widens panels to a row-major [features x tokens] matrix.
void unpack(const Panels<BFloat16>& x, MatrixView<float> features_by_tokens,
            const Context& context);

}  // namespace espalier::sparse
