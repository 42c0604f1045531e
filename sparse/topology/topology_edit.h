// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "sparse/core/matrix.h"
#include "sparse/format/block_pattern.h"

namespace espalier::sparse {

/// A proposed change of one pattern, as a value: which stored blocks to drop and which coordinates
/// to grow. Policies make edits, `apply_edit` checks and performs them, an edit log replays a run.
struct TopologyEdit {
  std::vector<Index> drop;            ///< positions in pattern order, ascending, no duplicates
  std::vector<BlockCoordinate> grow;  ///< coordinates, in row order, no duplicates

  bool empty() const { return drop.empty() && grow.empty(); }
  bool operator==(const TopologyEdit&) const = default;
};

/// Where the blocks of a new pattern come from: for each block of the new pattern, in pattern
/// order, its position in the old pattern, or -1 if it was grown.
struct BlockRemap {
  std::vector<Index> source;
  Index block_values = 1;  ///< values of one block
  Index old_blocks = 0;

  Index grown() const;
  Index dropped() const { return old_blocks - (static_cast<Index>(source.size()) - grown()); }

  /// Moves the values of one per-weight buffer to the new pattern: survivors bit-identical, grown
  /// blocks zero. Throws ShapeError if `buffer` does not hold old_blocks * block_values values.
  /// Cost: one copy of the buffer.
  void apply(AlignedVector<float>& buffer) const;
};

/// A performed edit.
struct EditResult {
  PatternPtr pattern;
  BlockRemap remap;
};

/// Checks an edit and makes the new pattern. A block may be dropped and grown by the same edit; it
/// then counts as grown (its values and moments start anew). Throws FormatError if a dropped
/// position does not exist, a grown coordinate lies outside the grid or is stored and not dropped,
/// or either list is unordered or has duplicates; the message names the entry. Cost: O(blocks +
/// grown log grown).
EditResult apply_edit(const BlockPattern& pattern, const TopologyEdit& edit);

}  // namespace espalier::sparse
