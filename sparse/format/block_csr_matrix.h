// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/matrix.h>
#include <espalier/sparse/format/block_pattern.h>

namespace espalier::sparse {

/// A block-sparse matrix: a shared pattern and the values of its stored blocks. Blocks lie one
/// after the other in pattern order; inside a block values are row-major: value (i, j) of block k
/// is `values()[k * block.size() + i * block.cols + j]`. Stored zeros are kept: the pattern says
/// what is stored, not the values.
template <typename T>
class BlockCsrMatrix {
 public:
  /// A matrix that a copy finds no memory for stays as it was.
  BlockCsrMatrix(const BlockCsrMatrix&) = default;
  BlockCsrMatrix& operator=(const BlockCsrMatrix&) = default;
  /// A matrix that was moved from has no rows and no columns.
  BlockCsrMatrix(BlockCsrMatrix&& other) noexcept
      : values_(std::exchange(other.values_, {})),
        pattern_(std::exchange(other.pattern_, empty_pattern())) {}
  BlockCsrMatrix& operator=(BlockCsrMatrix&& other) noexcept {
    pattern_ = std::exchange(other.pattern_, empty_pattern());
    values_ = std::exchange(other.values_, {});
    return *this;
  }

  /// All stored values zero. Throws ShapeError if `pattern` is null.
  explicit BlockCsrMatrix(PatternPtr pattern) : pattern_(std::move(pattern)) {
    values_.resize(checked_size());
  }

  /// Takes the values. Throws ShapeError if `pattern` is null or their number is not
  /// pattern->values().
  BlockCsrMatrix(PatternPtr pattern, AlignedVector<T> values)
      : values_(std::move(values)), pattern_(std::move(pattern)) {
    if (const std::size_t expected = checked_size(); values_.size() != expected)
      throw ShapeError("block CSR matrix: " + std::to_string(values_.size()) +
                       " values; expected " + std::to_string(expected));
  }

  const BlockPattern& pattern() const { return *pattern_; }
  const PatternPtr& pattern_ptr() const { return pattern_; }
  std::span<T> values() { return values_; }
  std::span<const T> values() const { return values_; }
  /// The values of block `k` in pattern order, row-major.
  std::span<T> block(Index k) {
    const auto size = static_cast<std::size_t>(pattern_->block().size());
    return values().subspan(static_cast<std::size_t>(k) * size, size);
  }
  std::span<const T> block(Index k) const {
    const auto size = static_cast<std::size_t>(pattern_->block().size());
    return values().subspan(static_cast<std::size_t>(k) * size, size);
  }

 private:
  /// The number of values that the pattern stores, if there is one.
  std::size_t checked_size() const {
    if (pattern_ == nullptr) throw ShapeError("block CSR matrix: the pattern is null");
    static_cast<void>(empty_pattern());  // which a move, that must not fail, then finds
    return static_cast<std::size_t>(pattern_->values());
  }

  AlignedVector<T> values_;  // first, as only its copy can fail
  PatternPtr pattern_;
};

}  // namespace espalier::sparse
// Tested by tests/sparse/format/block_pattern_test.cpp
