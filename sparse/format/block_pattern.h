// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <vector>

#include <espalier/sparse/core/types.h>

namespace espalier::sparse {

/// Extents of one block: `rows x cols` values.
struct BlockShape {
  Index rows = 1;
  Index cols = 1;

  Index size() const { return rows * cols; }
  bool operator==(const BlockShape&) const = default;
};

/// Position of a block in the grid of blocks of one matrix. Ordered row by row.
struct BlockCoordinate {
  BlockIndex row = 0;
  BlockIndex col = 0;

  auto operator<=>(const BlockCoordinate&) const = default;
};

/// Which blocks of one matrix are stored (block compressed sparse rows, BSR). Immutable; shared by
/// the weight, its gradient and its moments, so that one pointer comparison says that shapes agree.
///
/// A 4x8 matrix of 2x2 blocks that stores (0,1), (0,3) and (1,0):
///
///     . . # # . . # #        row_offsets = 0 2 3
///     . . # # . . # #        columns     = 1 3 0
///     # # . . . . . .
///     # # . . . . . .
///
/// Invariants, checked on construction:
///   I1  row_offsets has grid_rows + 1 entries, starts at 0, never falls, ends at blocks().
///   I2  columns lie in [0, grid_cols).
///   I3  columns ascend strictly within each block row (no duplicates).
///   I4  the block shape divides the extents of the matrix.
/// The order of blocks in this class, row by row, is the order of values everywhere ("pattern
/// order").
///
/// The column-wise traversal is made once with it: `column_offsets`, `column_rows` and
/// `column_blocks` (position in pattern order) list the blocks column by column, rows ascending.
class BlockPattern {
 public:
  /// Takes rows x cols (in values), the block shape and the BSR arrays. Throws ShapeError (I4,
  /// extents negative or more than 2^31 - 1 block rows or columns, or more values than an array
  /// can have) or FormatError (I1 to I3), naming the entry. Cost: O(blocks + block rows + block
  /// columns).
  BlockPattern(Index rows, Index cols, BlockShape block, std::vector<Index> row_offsets,
               std::vector<BlockIndex> columns);

  /// Pattern that stores `coordinates`, in any order. Throws FormatError on a duplicate or a
  /// coordinate outside the grid, and ShapeError as the constructor. Cost: as the constructor, and
  /// sorting.
  static std::shared_ptr<const BlockPattern> from_coordinates(
      Index rows, Index cols, BlockShape block, std::vector<BlockCoordinate> coordinates);

  /// Pattern that stores every block. Throws ShapeError as the constructor.
  static std::shared_ptr<const BlockPattern> full(Index rows, Index cols, BlockShape block);

  /// Copied, never moved from nor assigned to, so that every pattern stays whole.
  BlockPattern(const BlockPattern&) = default;
  BlockPattern& operator=(const BlockPattern&) = delete;

  Index rows() const { return rows_; }
  Index cols() const { return cols_; }
  BlockShape block() const { return block_; }
  Index grid_rows() const { return rows_ / block_.rows; }
  Index grid_cols() const { return cols_ / block_.cols; }
  Index grid_size() const { return grid_rows() * grid_cols(); }

  /// Number of stored blocks.
  Index blocks() const { return static_cast<Index>(columns_.size()); }
  /// Number of stored values.
  Index values() const { return blocks() * block_.size(); }
  /// Stored blocks / all blocks, in [0, 1]; 0 for an empty grid.
  double density() const;

  /// Memory of both traversals, in bytes.
  std::size_t bytes() const {
    return (row_offsets_.size() + column_offsets_.size() + column_blocks_.size()) * sizeof(Index) +
           (columns_.size() + column_rows_.size()) * sizeof(BlockIndex);
  }

  std::span<const Index> row_offsets() const { return row_offsets_; }
  std::span<const BlockIndex> columns() const { return columns_; }
  std::span<const Index> column_offsets() const { return column_offsets_; }
  std::span<const BlockIndex> column_rows() const { return column_rows_; }
  std::span<const Index> column_blocks() const { return column_blocks_; }

  /// Coordinates of all stored blocks in pattern order. Cost: O(blocks).
  std::vector<BlockCoordinate> coordinates() const;
  /// Position of a block in pattern order, or -1 if it is not stored. Cost: O(log blocks in the
  /// row).
  Index find(BlockCoordinate coordinate) const;

  /// Same extents, block shape and stored blocks.
  bool operator==(const BlockPattern& other) const;

 private:
  Index rows_;
  Index cols_;
  BlockShape block_;
  std::vector<Index> row_offsets_;
  std::vector<BlockIndex> columns_;
  std::vector<Index> column_offsets_;
  std::vector<BlockIndex> column_rows_;
  std::vector<Index> column_blocks_;
};

/// How a pattern is handed on: shared and immutable.
using PatternPtr = std::shared_ptr<const BlockPattern>;

/// The pattern of no rows and no columns, of which there is one. Takes memory when it is first
/// asked for, and never after.
const PatternPtr& empty_pattern();

}  // namespace espalier::sparse
