// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <espalier/sparse/core/matrix.h>
#include <espalier/sparse/format/block_csr_matrix.h>

namespace espalier::sparse {

/// One value and where it stands.
struct Triplet {
  Index row = 0;
  Index col = 0;
  float value = 0;

  bool operator==(const Triplet&) const = default;
};

/// Plain compressed sparse rows: columns ascending in each row, no duplicates.
struct CsrArrays {
  Index rows = 0;
  Index cols = 0;
  std::vector<Index> row_offsets;
  std::vector<Index> columns;
  std::vector<float> values;
};

// Conversions run on the calling thread. Those that make a matrix throw ShapeError too if it is
// none that a BlockPattern can describe. Cost: one pass over a dense matrix, and sorting of the
// values or entries that are stored, for each of which they take some 24 bytes and, to make blocks
// of them, up to as many again.

/// Stores each block that has a non-zero value (NaN counts as non-zero). Throws ShapeError if the
/// block does not divide the extents, or rows are shorter than the columns.
BlockCsrMatrix<float> from_dense(MatrixView<const float> dense, BlockShape block);
/// Row-major [rows x cols] matrix with zeros where nothing is stored. Throws ShapeError if no array
/// can have so many values.
AlignedVector<float> to_dense(const BlockCsrMatrix<float>& matrix);

/// Stores each block that has a triplet; positions without one are zero. Throws FormatError on a
/// triplet outside the matrix or a duplicate, ShapeError if the block does not divide the extents.
BlockCsrMatrix<float> from_triplets(Index rows, Index cols, BlockShape block,
                                    std::vector<Triplet> triplets);
/// Every stored value, explicit zeros included, ordered by row, then column.
std::vector<Triplet> to_triplets(const BlockCsrMatrix<float>& matrix);

/// Stores each block that has an entry. Throws FormatError if the arrays break the rules of CSR,
/// ShapeError if the block does not divide the extents.
BlockCsrMatrix<float> from_csr(const CsrArrays& csr, BlockShape block);
/// Every stored value, explicit zeros included.
CsrArrays to_csr(const BlockCsrMatrix<float>& matrix);

/// The same matrix in other blocks; blocks that hold only zeros are not stored. Throws ShapeError
/// if the block does not divide the extents.
BlockCsrMatrix<float> reblock(const BlockCsrMatrix<float>& matrix, BlockShape block);
/// The pattern in other blocks: stores each block that holds a stored position. Throws ShapeError
/// if the block does not divide the extents.
PatternPtr reblock(const BlockPattern& pattern, BlockShape block);

}  // namespace espalier::sparse
