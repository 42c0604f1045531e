// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <new>
#include <span>
#include <vector>

#include "sparse/core/types.h"

namespace espalier {

/// Alignment of every array that kernels touch: one cache line, which is also one AVX-512 vector.
inline constexpr std::size_t kAlignmentBytes = 64;

/// Allocator that aligns to `kAlignmentBytes`, for use with standard containers.
template <typename T>
struct AlignedAllocator {
  using value_type = T;

  AlignedAllocator() = default;
  template <typename U>
  AlignedAllocator(const AlignedAllocator<U>&) noexcept {}

  T* allocate(std::size_t count) {
    return static_cast<T*>(::operator new (count * sizeof(T), std::align_val_t{kAlignmentBytes}));
  }
  void deallocate(T* pointer, std::size_t) noexcept {
    ::operator delete (pointer, std::align_val_t{kAlignmentBytes});
  }
  template <typename U>
  bool operator==(const AlignedAllocator<U>&) const noexcept {
    return true;
  }
};

/// Growable array aligned for kernels; new elements are zero.
template <typename T>
using AlignedVector = std::vector<T, AlignedAllocator<T>>;

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

}  // namespace espalier
