// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <espalier/sparse/core/aligned_memory.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/format/block_pattern.h>

namespace espalier::models {

/// Blocks of 1 in slices of eight rows, for products with one token. Read row by row, each value
/// waits for its own index, input and sum. Side by side, eight rows have eight sums, one load
/// brings eight values and another their columns, in 16 bits each: 6 bytes a value, not 8.
///
/// Rows are ordered by length, those of a slice are stored interleaved as far as the shortest goes,
/// and what is left of each stands behind: nothing is padded. Immutable; safe to share among
/// threads. Source: sliced ELLPACK, Kreutzer et al., SIAM J. Sci. Comput. 36(5), 2014, "SELL-C-s".
class SlicedRows {
 public:
  static constexpr Index kRows = 8;
  static constexpr Index kMostColumns = 65536;  ///< that 16 bits count

  /// Eight rows that are computed together, in [first, ...) of columns and values.
  struct Slice {
    Index first = 0;
    Index together = 0;  ///< columns of each row that are interleaved, [together][kRows]
    Index place = 0;     ///< of its first row in the order by length
    Index rows = 0;      ///< kRows, or fewer in the last slice, of which none is interleaved
  };
  /// What a kernel computes: y[r] = bias[r] + sum over stored (r, c), in order, of w[r, c] x[c].
  struct Task {
    std::span<const Slice> slices;
    const BlockIndex* row = nullptr;     ///< at each place
    const BlockIndex* length = nullptr;  ///< of the row at each place
    const std::uint16_t* columns = nullptr;
    const float* values = nullptr;
    std::span<const float> x;
    std::span<const float> bias;  ///< of each row, or empty
    std::span<float> y;
  };

  /// Whether a pattern can be stored so, and is faster for it in this context: blocks of 1,
  /// kMostColumns columns at most, and a kernel variant with vectors.
  static bool suit(const sparse::BlockPattern& pattern, const Context& context);

  /// `values` in pattern order. Throws ShapeError unless the pattern suits.
  SlicedRows(const sparse::BlockPattern& pattern, std::span<const float> values,
             const Context& context);

  /// Overwrites y [rows] from x [columns] and a bias of `rows` values or none; throws ShapeError if
  /// these are other numbers. The result is that of `linear_plain` to the last bit, for any number
  /// of threads. Cost: 2 FLOP a stored value.
  void multiply(std::span<const float> x, std::span<const float> bias, std::span<float> y,
                const Context& context) const;

  /// Of values and columns.
  std::size_t bytes() const {
    return values_.size() * sizeof(float) + columns_.size() * sizeof(std::uint16_t);
  }

 private:
  std::size_t cols_;
  std::vector<Slice> slices_;
  std::vector<BlockIndex> row_, length_;
  std::vector<std::uint16_t> columns_;
  AlignedVector<float> values_;
};

/// For the widest instruction set that both this processor and the build have.
using SlicedProduct = void (*)(const SlicedRows::Task& task);
SlicedProduct highway_sliced_product();

}  // namespace espalier::models
