// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/sparse/core/context.h>
#include <espalier/sparse/format/activations.h>

namespace espalier::models {

/// Residual sum: y := y + x. Shapes: x and y equal. Throws ShapeError if they are not. Padding is
/// added too: zero stays zero. Results do not depend on the number of threads. Cost: memory bound.
void add_residual(const sparse::Activations& x, sparse::Activations& y, const Context& context);

}  // namespace espalier::models
