// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include <espalier/sparse/core/context.h>
#include <espalier/sparse/format/activations.h>

// Heads look at some of the tokens only. These lie side by side in one compact panel, whose width
// is rounded up to 16. Private to models.
namespace espalier::models {

/// Makes `x` such a panel for `count` tokens. Keeps it if it already has the shape.
void shape_gathered(sparse::Activations& x, Index count, Index features);

/// Token positions[i] of `from` becomes token i of `to`, which has the shape above.
void gather_tokens(const sparse::Activations& from, std::span<const Index> positions,
                   sparse::Activations& to, const Context& context);

/// Inverse of `gather_tokens`: overwrites `to`, which is zero except at the positions.
void scatter_tokens(const sparse::Activations& from, std::span<const Index> positions,
                    sparse::Activations& to, const Context& context);

}  // namespace espalier::models
