// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/format/convert.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/extent.h>

namespace espalier::sparse {
namespace {

std::string position_text(Index row, Index col) {
  return "(" + std::to_string(row) + ", " + std::to_string(col) + ")";
}

/// Checks extents and block, whatever the entries are.
void check_shape(Index rows, Index cols, BlockShape block) {
  BlockPattern::from_coordinates(rows, cols, block, {});
}

/// Matrix that stores the blocks of `entries`, which lie inside the matrix, each position once.
BlockCsrMatrix<float> assemble(Index rows, Index cols, BlockShape block,
                               const std::vector<Triplet>& entries) {
  std::vector<BlockCoordinate> coordinates;
  coordinates.reserve(entries.size());
  const auto coordinate = [&](const Triplet& t) {
    return BlockCoordinate{static_cast<BlockIndex>(t.row / block.rows),
                           static_cast<BlockIndex>(t.col / block.cols)};
  };
  for (const Triplet& t : entries) coordinates.push_back(coordinate(t));
  std::sort(coordinates.begin(), coordinates.end());
  coordinates.erase(std::unique(coordinates.begin(), coordinates.end()), coordinates.end());
  BlockCsrMatrix<float> matrix(
      BlockPattern::from_coordinates(rows, cols, block, std::move(coordinates)));
  for (const Triplet& t : entries) {
    const Index k = matrix.pattern().find(coordinate(t));
    const Index inside = t.row % block.rows * block.cols + t.col % block.cols;
    matrix.block(k)[static_cast<std::size_t>(inside)] = t.value;
  }
  return matrix;
}

/// Calls visit(row, col, value) for each stored value in pattern order.
template <typename Visit>
void for_each_value(const BlockCsrMatrix<float>& matrix, const Visit& visit) {
  const BlockPattern& pattern = matrix.pattern();
  const BlockShape block = pattern.block();
  const std::vector<BlockCoordinate> coordinates = pattern.coordinates();
  for (Index k = 0; k < pattern.blocks(); ++k) {
    const auto [block_row, block_col] = coordinates[static_cast<std::size_t>(k)];
    const std::span<const float> values = matrix.block(k);
    for (Index i = 0; i < block.rows; ++i)
      for (Index j = 0; j < block.cols; ++j)
        visit(block_row * block.rows + i, block_col * block.cols + j,
              values[static_cast<std::size_t>(i * block.cols + j)]);
  }
}

bool before(const Triplet& a, const Triplet& b) {
  return std::tie(a.row, a.col) < std::tie(b.row, b.col);
}

}  // namespace

BlockCsrMatrix<float> from_dense(MatrixView<const float> dense, BlockShape block) {
  check_matrix("from_dense", "the matrix", dense);
  check_shape(dense.rows, dense.cols, block);
  std::vector<Triplet> entries;
  for (Index r = 0; r < dense.rows; ++r)
    for (Index c = 0; c < dense.cols; ++c)
      if (dense(r, c) != 0.0f) entries.push_back({r, c, dense(r, c)});
  return assemble(dense.rows, dense.cols, block, entries);
}

AlignedVector<float> to_dense(const BlockCsrMatrix<float>& matrix) {
  const Index cols = matrix.pattern().cols();
  AlignedVector<float> dense(
      static_cast<std::size_t>(checked_product("dense matrix", {matrix.pattern().rows(), cols})));
  for_each_value(matrix, [&](Index r, Index c, float value) {
    dense[static_cast<std::size_t>(r * cols + c)] = value;
  });
  return dense;
}

BlockCsrMatrix<float> from_triplets(Index rows, Index cols, BlockShape block,
                                    std::vector<Triplet> triplets) {
  check_shape(rows, cols, block);
  for (const Triplet& t : triplets)
    if (t.row < 0 || t.row >= rows || t.col < 0 || t.col >= cols)
      throw FormatError("triplet at " + position_text(t.row, t.col) +
                        ": expected a position inside the matrix of " + std::to_string(rows) + "x" +
                        std::to_string(cols));
  std::sort(triplets.begin(), triplets.end(), before);
  const auto twin = std::adjacent_find(
      triplets.begin(), triplets.end(),
      [](const Triplet& a, const Triplet& b) { return a.row == b.row && a.col == b.col; });
  if (twin != triplets.end())
    throw FormatError("triplet at " + position_text(twin->row, twin->col) +
                      " occurs more than once; expected each position at most once");
  return assemble(rows, cols, block, triplets);
}

std::vector<Triplet> to_triplets(const BlockCsrMatrix<float>& matrix) {
  std::vector<Triplet> triplets;
  triplets.reserve(static_cast<std::size_t>(matrix.pattern().values()));
  for_each_value(matrix, [&](Index r, Index c, float value) { triplets.push_back({r, c, value}); });
  std::sort(triplets.begin(), triplets.end(), before);
  return triplets;
}

BlockCsrMatrix<float> from_csr(const CsrArrays& csr, BlockShape block) {
  // First, since to check the shape takes memory for each row that is announced.
  if (const auto rows = static_cast<std::size_t>(csr.rows);
      csr.rows >= 0 && csr.row_offsets.size() != rows + 1)
    throw FormatError("row offsets: " + std::to_string(csr.row_offsets.size()) +
                      " entries; expected " + std::to_string(rows + 1));
  check_shape(csr.rows, csr.cols, block);
  if (csr.values.size() != csr.columns.size())
    throw FormatError("CSR values: " + std::to_string(csr.values.size()) + " entries; expected " +
                      std::to_string(csr.columns.size()) + ", one for each column index");
  // A pattern of 1x1 blocks has the rules of CSR, but narrower column indices.
  std::vector<BlockIndex> columns;
  columns.reserve(csr.columns.size());
  for (const Index c : csr.columns) {
    if (c < 0 || c >= csr.cols)
      throw FormatError("CSR column " + std::to_string(c) + ": expected a value from 0 to " +
                        std::to_string(csr.cols - 1));
    columns.push_back(static_cast<BlockIndex>(c));
  }
  const BlockPattern checked(csr.rows, csr.cols, {1, 1}, csr.row_offsets, std::move(columns));
  std::vector<Triplet> entries;
  entries.reserve(csr.values.size());
  for (Index r = 0; r < csr.rows; ++r)
    for (Index e = csr.row_offsets[static_cast<std::size_t>(r)];
         e < csr.row_offsets[static_cast<std::size_t>(r) + 1]; ++e)
      entries.push_back(
          {r, csr.columns[static_cast<std::size_t>(e)], csr.values[static_cast<std::size_t>(e)]});
  return assemble(csr.rows, csr.cols, block, entries);
}

CsrArrays to_csr(const BlockCsrMatrix<float>& matrix) {
  CsrArrays csr;
  csr.rows = matrix.pattern().rows();
  csr.cols = matrix.pattern().cols();
  csr.row_offsets.assign(static_cast<std::size_t>(csr.rows) + 1, 0);
  for (const Triplet& t : to_triplets(matrix)) {
    ++csr.row_offsets[static_cast<std::size_t>(t.row) + 1];
    csr.columns.push_back(t.col);
    csr.values.push_back(t.value);
  }
  for (std::size_t r = 1; r < csr.row_offsets.size(); ++r)
    csr.row_offsets[r] += csr.row_offsets[r - 1];
  return csr;
}

BlockCsrMatrix<float> reblock(const BlockCsrMatrix<float>& matrix, BlockShape block) {
  check_shape(matrix.pattern().rows(), matrix.pattern().cols(), block);
  std::vector<Triplet> entries = to_triplets(matrix);
  std::erase_if(entries, [](const Triplet& t) { return t.value == 0.0f; });
  return assemble(matrix.pattern().rows(), matrix.pattern().cols(), block, entries);
}

PatternPtr reblock(const BlockPattern& pattern, BlockShape block) {
  check_shape(pattern.rows(), pattern.cols(), block);
  const BlockShape old = pattern.block();
  std::vector<BlockCoordinate> coordinates;
  coordinates.reserve(static_cast<std::size_t>(pattern.values()));
  for (const BlockCoordinate& at : pattern.coordinates())
    for (Index r = at.row * old.rows; r < (at.row + 1) * old.rows; ++r)
      for (Index c = at.col * old.cols; c < (at.col + 1) * old.cols; ++c)
        coordinates.push_back(
            {static_cast<BlockIndex>(r / block.rows), static_cast<BlockIndex>(c / block.cols)});
  std::sort(coordinates.begin(), coordinates.end());
  coordinates.erase(std::unique(coordinates.begin(), coordinates.end()), coordinates.end());
  return BlockPattern::from_coordinates(pattern.rows(), pattern.cols(), block,
                                        std::move(coordinates));
}

}  // namespace espalier::sparse
