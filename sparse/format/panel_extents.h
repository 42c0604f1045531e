// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include <espalier/sparse/core/types.h>

namespace espalier::sparse {

/// Number of values, padding included, of token panels whose features come in groups of
/// `interleaved`. Throws ShapeError if an extent is negative, the panel width is not a positive
/// multiple of 16, or there are more values than an array can have. Private to the panels.
std::size_t checked_panel_values(Index tokens, Index features, Index panel_width,
                                 Index interleaved = 1);

}  // namespace espalier::sparse
