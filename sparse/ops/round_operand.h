// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include <espalier/sparse/core/bfloat16.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/core/matrix.h>
#include <espalier/sparse/format/activations.h>

namespace espalier::sparse {

// Rounds what products are to read, each value once, to the nearest: to bfloat16 or, into floats,
// to float16 (see rounded_to_float16). Each throws ShapeError if shapes differ; operands must not
// overlap. Vectorised and parallel; results do not depend on the number of threads. Cost: one pass
// over memory.

/// Weights, or any array.
void round_operand(std::span<const float> from, std::span<BFloat16> to, const Context& context);
void round_operand(std::span<const float> from, std::span<float> to, const Context& context);

/// A tile of a matrix, on the calling thread.
void round_operand(MatrixView<const float> from, MatrixView<BFloat16> to, const Context& context);
void round_operand(MatrixView<const float> from, MatrixView<float> to, const Context& context);

/// Activations of equal tokens, features and panel width. Padding is rounded with the rest.
void round_operand(const Activations& from, Panels<BFloat16>& to, const Context& context);
void round_operand(const Activations& from, Activations& to, const Context& context);

}  // namespace espalier::sparse
