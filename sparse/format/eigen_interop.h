// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>
#include <limits>
#include <string>
#include <utility>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/matrix.h>
#include <espalier/sparse/format/activations.h>
#include <espalier/sparse/format/block_csr_matrix.h>
#include <espalier/sparse/format/convert.h>

namespace espalier::sparse {

/// Eigen's name for a row-major dense matrix, the layout of MatrixView.
using EigenRowMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// A view as an Eigen expression; no copy. The viewed storage must outlive the map.
inline Eigen::Map<EigenRowMajor, Eigen::Unaligned, Eigen::OuterStride<>> as_eigen(
    MatrixView<float> view) {
  return {view.data, view.rows, view.cols, Eigen::OuterStride<>(view.stride)};
}
inline Eigen::Map<const EigenRowMajor, Eigen::Unaligned, Eigen::OuterStride<>> as_eigen(
    MatrixView<const float> view) {
  return {view.data, view.rows, view.cols, Eigen::OuterStride<>(view.stride)};
}

/// A row-major Eigen matrix as a view; no copy. The matrix must outlive the view. Others, such as a
/// column-major MatrixXf or an expression, are refused by the compiler: Eigen would make a
/// row-major copy that ends before the view.
inline MatrixView<float> as_view(EigenRowMajor& matrix) {
  return {matrix.data(), matrix.rows(), matrix.cols(), matrix.outerStride()};
}
inline MatrixView<const float> as_view(const EigenRowMajor& matrix) {
  return {matrix.data(), matrix.rows(), matrix.cols(), matrix.outerStride()};
}
MatrixView<const float> as_view(const EigenRowMajor&&) = delete;

/// Rows of panel `p` as an Eigen expression [features x panel_width], padding included; no copy.
inline Eigen::Map<EigenRowMajor> panel_as_eigen(Activations& x, Index p) {
  return {x.panel(p), x.features(), x.panel_width()};
}
inline Eigen::Map<const EigenRowMajor> panel_as_eigen(const Activations& x, Index p) {
  return {x.panel(p), x.features(), x.panel_width()};
}

/// Every stored value, explicit zeros included, as a compressed Eigen matrix with 32-bit indices.
/// Throws ShapeError if an extent or the number of values does not fit them. Cost: O(values log
/// values).
inline Eigen::SparseMatrix<float, Eigen::RowMajor> to_eigen(const BlockCsrMatrix<float>& matrix) {
  const BlockPattern& pattern = matrix.pattern();
  constexpr Index limit = std::numeric_limits<int>::max();
  if (pattern.rows() > limit || pattern.cols() > limit || pattern.values() > limit)
    throw ShapeError("conversion to Eigen: the matrix is " + std::to_string(pattern.rows()) + "x" +
                     std::to_string(pattern.cols()) + " with " + std::to_string(pattern.values()) +
                     " values; expected at most 2^31 - 1 of each");
  const CsrArrays csr = to_csr(matrix);
  Eigen::SparseMatrix<float, Eigen::RowMajor> out(pattern.rows(), pattern.cols());
  out.resizeNonZeros(pattern.values());
  std::copy(csr.row_offsets.begin(), csr.row_offsets.end(), out.outerIndexPtr());
  std::copy(csr.columns.begin(), csr.columns.end(), out.innerIndexPtr());
  std::copy(csr.values.begin(), csr.values.end(), out.valuePtr());
  return out;
}

/// Stores each block that has an entry of an Eigen sparse matrix or expression. Throws ShapeError
/// if the block does not divide the extents.
template <typename Derived>
BlockCsrMatrix<float> from_eigen(const Eigen::SparseMatrixBase<Derived>& matrix, BlockShape block) {
  const Eigen::SparseMatrix<float, Eigen::RowMajor> rows = matrix.derived();
  std::vector<Triplet> triplets;
  triplets.reserve(static_cast<std::size_t>(rows.nonZeros()));
  for (Eigen::Index r = 0; r < rows.outerSize(); ++r)
    for (Eigen::SparseMatrix<float, Eigen::RowMajor>::InnerIterator it(rows, r); it; ++it)
      triplets.push_back({it.row(), it.col(), it.value()});
  return from_triplets(rows.rows(), rows.cols(), block, std::move(triplets));
}

}  // namespace espalier::sparse
// Tested by tests/sparse/format/convert_test.cpp
