// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/sparse/format/block_pattern.h>

namespace espalier::sparse {

/// The pattern of a grouped matrix in full. Outputs and inputs of such a matrix are cut into
/// `groups` parts of equal size, and those of a part see each other only: it is block-diagonal, and
/// `pattern` [out, in / groups] lists the diagonal, one part below the other.
///   block (r, c) of `pattern` -> block (r, floor(r groups / grid rows) * grid columns + c)
/// Shapes: the result is [out, in]. The order of blocks stays, so that values of one are values of
/// the other. Returns `pattern` itself if there is one group. Throws ShapeError if `pattern` is
/// null, `groups` is not positive or does not divide the block rows, and as `BlockPattern` does.
/// Cost: O(blocks).
PatternPtr ungrouped(const PatternPtr& pattern, Index groups);

}  // namespace espalier::sparse
// Tested by tests/models/layers/grouped_linear_test.cpp
