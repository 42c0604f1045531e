// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include <espalier/sparse/core/aligned_memory.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/types.h>

namespace espalier {

/// Non-owning view of a row-major matrix: element (r, c) lies at `data[r * stride + c]`.
/// The viewed storage must outlive the view.
template <typename T>
struct MatrixView {
  T* data = nullptr;
  Index rows = 0;
  Index cols = 0;
  Index stride = 0;  ///< elements from one row to the next, at least `cols`

  MatrixView() = default;
  MatrixView(T* data_, Index rows_, Index cols_) : MatrixView(data_, rows_, cols_, cols_) {}
  MatrixView(T* data_, Index rows_, Index cols_, Index stride_)
      : data(data_), rows(rows_), cols(cols_), stride(stride_) {}
  /// A mutable view is also a read-only one.
  operator MatrixView<const T>() const { return {data, rows, cols, stride}; }

  T& operator()(Index r, Index c) const { return data[r * stride + c]; }
  std::span<T> row(Index r) const { return {data + r * stride, static_cast<std::size_t>(cols)}; }
};

/// Throws ShapeError "PRODUCT: NAME is ...; expected ..." unless the rows of a matrix lie one after
/// another.
inline void check_matrix(const char* product, const char* name, MatrixView<const float> m) {
  if (m.rows < 0 || m.cols < 0 || m.stride < m.cols)
    throw ShapeError(std::string(product) + ": " + name + " is " + std::to_string(m.rows) + "x" +
                     std::to_string(m.cols) + " with rows of " + std::to_string(m.stride) +
                     "; expected no negative extent and rows as long as the columns at least");
}

}  // namespace espalier
