// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include <espalier/sparse/core/matrix.h>
#include <espalier/sparse/format/block_pattern.h>

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

  /// Number of grown blocks. Cost: O(blocks of the new pattern).
  Index grown() const;
  Index dropped() const { return old_blocks - (static_cast<Index>(source.size()) - grown()); }

  /// Writes the values of one per-weight buffer over the new pattern to `moved`: survivors
  /// bit-identical, grown blocks zero. Throws ShapeError, before anything is written, if `old` does
  /// not hold old_blocks * block_values values, `moved` has not room for exactly those of the new
  /// pattern, or a source is outside the old one. The two must not overlap. Cost: one copy.
  void move(std::span<const float> old, std::span<float> moved) const;
};

/// A performed edit.
struct EditResult {
  PatternPtr pattern;
  BlockRemap remap;
};

/// Checks that an edit fits a pattern. A block may be dropped and grown by the same edit. Throws
/// FormatError if a dropped position does not exist, a grown coordinate lies outside the grid or is
/// stored and not dropped, or either list is unordered or has duplicates; the message names the
/// entry. Cost: O(dropped + grown log blocks).
void check_edit(const BlockPattern& pattern, const TopologyEdit& edit);

/// Checks an edit as `check_edit` does and makes the new pattern. A block that is dropped and grown
/// by the same edit counts as grown: its values and moments start anew. Cost: O(blocks + block rows
/// + grown log blocks).
EditResult apply_edit(const BlockPattern& pattern, const TopologyEdit& edit);

}  // namespace espalier::sparse
