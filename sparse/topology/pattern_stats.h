// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/sparse/format/block_pattern.h>

namespace espalier::sparse {

/// Number of block rows that store no block: outputs that are constant. Cost: O(block rows).
Index dead_rows(const BlockPattern& pattern);

/// Number of block columns that store no block: inputs that nothing reads. Cost: O(block columns).
Index dead_cols(const BlockPattern& pattern);

/// Number of blocks that both patterns store. Throws ShapeError if extents or block shapes differ.
/// Cost: O(blocks + block rows).
Index common_blocks(const BlockPattern& a, const BlockPattern& b);

/// Share of the blocks of `a` that `b` stores too: |a and b| / |a|, 1 if `a` stores none. Throws
/// ShapeError if extents or block shapes differ. Cost: as `common_blocks`.
double overlap(const BlockPattern& a, const BlockPattern& b);

}  // namespace espalier::sparse
