// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/format/block_pattern.h>

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/extent.h>

namespace espalier::sparse {
namespace {

std::string shape_text(Index rows, Index cols) {
  return std::to_string(rows) + "x" + std::to_string(cols);
}

void check_extents(Index rows, Index cols, BlockShape block) {
  if (block.rows < 1 || block.cols < 1)
    throw ShapeError("block shape " + shape_text(block.rows, block.cols) +
                     ": expected at least 1x1");
  if (rows < 0 || cols < 0)
    throw ShapeError("matrix extents " + shape_text(rows, cols) + ": expected at least 0x0");
  if (rows % block.rows != 0 || cols % block.cols != 0)
    throw ShapeError("block shape " + shape_text(block.rows, block.cols) +
                     " does not divide the matrix extents " + shape_text(rows, cols));
  constexpr Index limit = std::numeric_limits<BlockIndex>::max();
  if (rows / block.rows > limit || cols / block.cols > limit)
    throw ShapeError("matrix " + shape_text(rows, cols) +
                     " has more than 2^31 - 1 block rows or columns");
  checked_product("block shape", {block.rows, block.cols});
}

}  // namespace

BlockPattern::BlockPattern(Index rows, Index cols, BlockShape block, std::vector<Index> row_offsets,
                           std::vector<BlockIndex> columns)
    : rows_(rows),
      cols_(cols),
      block_(block),
      row_offsets_(std::move(row_offsets)),
      columns_(std::move(columns)) {
  check_extents(rows_, cols_, block_);
  const Index grid_row_count = grid_rows();
  const Index grid_col_count = grid_cols();
  const Index count = blocks();
  checked_product("values of a block pattern", {count, block_.rows, block_.cols});
  if (static_cast<Index>(row_offsets_.size()) != grid_row_count + 1)
    throw FormatError("row offsets: " + std::to_string(row_offsets_.size()) +
                      " entries; expected " + std::to_string(grid_row_count + 1));
  if (row_offsets_.front() != 0 || row_offsets_.back() != count)
    throw FormatError("row offsets run from " + std::to_string(row_offsets_.front()) + " to " +
                      std::to_string(row_offsets_.back()) + "; expected 0 to " +
                      std::to_string(count));
  for (Index r = 0; r < grid_row_count; ++r) {
    if (row_offsets_[r + 1] < row_offsets_[r] || row_offsets_[r + 1] > count)
      throw FormatError("row offset " + std::to_string(r + 1) + " is " +
                        std::to_string(row_offsets_[r + 1]) + "; expected a value from " +
                        std::to_string(row_offsets_[r]) + " to " + std::to_string(count));
    for (Index i = row_offsets_[r]; i < row_offsets_[r + 1]; ++i) {
      const Index previous = i == row_offsets_[r] ? -1 : columns_[i - 1];
      if (columns_[i] <= previous || columns_[i] >= grid_col_count)
        throw FormatError("block column " + std::to_string(columns_[i]) + " in block row " +
                          std::to_string(r) + ": expected ascending columns below " +
                          std::to_string(grid_col_count));
    }
  }

  column_offsets_.assign(static_cast<std::size_t>(grid_col_count) + 1, 0);
  column_rows_.resize(columns_.size());
  column_blocks_.resize(columns_.size());
  for (const BlockIndex c : columns_) ++column_offsets_[c + 1];
  for (Index c = 0; c < grid_col_count; ++c) column_offsets_[c + 1] += column_offsets_[c];
  std::vector<Index> next(column_offsets_.begin(), column_offsets_.end() - 1);
  for (Index r = 0; r < grid_row_count; ++r) {
    for (Index i = row_offsets_[r]; i < row_offsets_[r + 1]; ++i) {
      const Index slot = next[columns_[i]]++;
      column_rows_[slot] = static_cast<BlockIndex>(r);
      column_blocks_[slot] = i;
    }
  }
}

PatternPtr BlockPattern::from_coordinates(Index rows, Index cols, BlockShape block,
                                          std::vector<BlockCoordinate> coordinates) {
  check_extents(rows, cols, block);
  std::sort(coordinates.begin(), coordinates.end());
  std::vector<Index> row_offsets(static_cast<std::size_t>(rows / block.rows) + 1, 0);
  std::vector<BlockIndex> columns;
  columns.reserve(coordinates.size());
  for (const BlockCoordinate& c : coordinates) {
    if (c.row < 0 || c.row >= rows / block.rows)
      throw FormatError("block row " + std::to_string(c.row) + ": expected a value from 0 to " +
                        std::to_string(rows / block.rows - 1));
    ++row_offsets[static_cast<std::size_t>(c.row) + 1];
    columns.push_back(c.col);
  }
  for (std::size_t r = 1; r < row_offsets.size(); ++r) row_offsets[r] += row_offsets[r - 1];
  return std::make_shared<const BlockPattern>(rows, cols, block, std::move(row_offsets),
                                              std::move(columns));
}

PatternPtr BlockPattern::full(Index rows, Index cols, BlockShape block) {
  check_extents(rows, cols, block);
  const Index grid_row_count = rows / block.rows;
  const Index grid_col_count = cols / block.cols;
  std::vector<Index> row_offsets;
  std::vector<BlockIndex> columns;
  columns.reserve(static_cast<std::size_t>(
      checked_product("full block pattern", {grid_row_count, grid_col_count})));
  row_offsets.push_back(0);
  for (Index r = 0; r < grid_row_count; ++r) {
    for (Index c = 0; c < grid_col_count; ++c) columns.push_back(static_cast<BlockIndex>(c));
    row_offsets.push_back(static_cast<Index>(columns.size()));
  }
  return std::make_shared<const BlockPattern>(rows, cols, block, std::move(row_offsets),
                                              std::move(columns));
}

double BlockPattern::density() const {
  return grid_size() == 0 ? 0.0 : static_cast<double>(blocks()) / static_cast<double>(grid_size());
}

std::vector<BlockCoordinate> BlockPattern::coordinates() const {
  std::vector<BlockCoordinate> out;
  out.reserve(columns_.size());
  for (Index r = 0; r < grid_rows(); ++r)
    for (Index i = row_offsets_[r]; i < row_offsets_[r + 1]; ++i)
      out.push_back({static_cast<BlockIndex>(r), columns_[i]});
  return out;
}

Index BlockPattern::find(BlockCoordinate coordinate) const {
  if (coordinate.row < 0 || coordinate.row >= grid_rows()) return -1;
  const auto first = columns_.begin() + row_offsets_[coordinate.row];
  const auto last = columns_.begin() + row_offsets_[coordinate.row + 1];
  const auto found = std::lower_bound(first, last, coordinate.col);
  return found != last && *found == coordinate.col ? found - columns_.begin() : -1;
}

bool BlockPattern::operator==(const BlockPattern& other) const {
  return rows_ == other.rows_ && cols_ == other.cols_ && block_ == other.block_ &&
         row_offsets_ == other.row_offsets_ && columns_ == other.columns_;
}

const PatternPtr& empty_pattern() {
  static const PatternPtr empty = BlockPattern::full(0, 0, {});
  return empty;
}

}  // namespace espalier::sparse
