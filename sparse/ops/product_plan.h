// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "sparse/core/context.h"
#include "sparse/format/block_pattern.h"
#include "sparse/kernels/line_visit.h"

namespace espalier::sparse {

/// One sweep of a product over its output lines, in an order that suits the kernels: lines of equal
/// length follow each other, so that trip counts are constant in runs.
using ProductPass = std::vector<kernels::LineVisit>;

/// What the kernels want to know of a pattern besides the pattern itself. Made once for a pattern,
/// owned by the layer, made anew after an edit. Deterministic: a pure function of the pattern and
/// the kernel variant.
///
/// A product runs pass after pass. Each pass reads a range of input lines that stays in the
/// second-level cache; since the entries of a line ascend, the sum of an output keeps its order
/// whatever the passes.
struct ProductPlan {
  PatternPtr pattern;
  /// Block rows, with entries in pattern order.
  std::vector<ProductPass> forward;
  /// Block columns, with entries in the order of the pattern's column-wise traversal.
  std::vector<ProductPass> transposed;
};

/// Makes the plan of a pattern. Throws ShapeError if `pattern` is null or its blocks are not square
/// of size 1, 2, 4, 8 or 16 (the sizes that have kernels). Cost: O(blocks + passes * (grid_rows +
/// grid_cols)).
ProductPlan make_plan(PatternPtr pattern, const Context& context);

}  // namespace espalier::sparse
