// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "sparse/core/context.h"
#include "sparse/format/block_pattern.h"

namespace espalier::sparse {

/// What the kernels want to know of a pattern besides the pattern itself: the order in which block
/// rows and columns are visited. Made once for a pattern, owned by the layer, made anew after an
/// edit. Deterministic: a pure function of the pattern and the kernel variant.
struct ProductPlan {
  PatternPtr pattern;
  /// Block rows ordered by their number of blocks, so that trip counts are constant in runs.
  std::vector<BlockIndex> row_order;
  /// Block columns likewise, for the input gradient.
  std::vector<BlockIndex> column_order;
};

/// Makes the plan of a pattern. Throws ShapeError if `pattern` is null or its blocks are not square
/// of size 1, 2, 4, 8 or 16 (the sizes that have kernels). Cost: O(grid_rows + grid_cols).
ProductPlan make_plan(PatternPtr pattern, const Context& context);

}  // namespace espalier::sparse
