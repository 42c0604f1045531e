// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <espalier/models/inference/int8_kernels.h>
#include <espalier/models/inference/rounded_inputs.h>
#include <espalier/sparse/core/aligned_memory.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/format/activations.h>
#include <espalier/sparse/format/block_csr_matrix.h>

namespace espalier::models {

/// Weights in 8 bits, for products with inputs that are rounded to 8 bits as they come:
///
///   y[t, r] = bias[r] + s[t] a[r] sum over stored (r, c) of q[r, c] (u[t, c] - z[t])
///
/// where a[r] q[r, c] is w[r, c] rounded, q from -127 to 127, a[r] the largest weight of the row
/// over 127; and s[t] (u[t, c] - z[t]) is x[t, c] rounded, u from 0 to 128, s[t] a 127th of the way
/// from the smallest input of the token to the largest, 0 included, which stays exact. One step for
/// a row serves all its blocks, whose products are one sum of integers. A step for each block would
/// cost a conversion and a multiply-add for every four values of a block of 4, half of what 8 bits
/// gain. Seven bits of an input and not eight, since instructions older than VNNI saturate.
///
/// Sums are exact: so outputs of a token do not depend on what lies beside, on the number of
/// threads or on the order of a sum, and all SIMD targets have the same integers; where there is no
/// fused multiply-add the last step rounds once more. A result is within
///
///   sum over stored (r, c) of |x[t, c]| a[r] / 2 + |w[r, c]| s[t] / 2 + a[r] s[t] / 4
///
/// of the exact product, and the rounding of that step to float. A token with an input that is not
/// finite has outputs of NaN, all of them and no others. A row or a token whose step would be
/// subnormal counts as zeros.
///
/// Immutable; safe to share among threads. Memory: a byte for each value, 8 for each row, and the
/// pattern. Cost for as many tokens as a vector has lanes: one instruction for four values with
/// AVX-512 VNNI, three without.
class Int8Weights {
 public:
  /// Whether a pattern has this form: blocks of 4, 8 or 16, and no row of more than 131072 values,
  /// whose sum might need more than 32 bits.
  static bool suit(const sparse::BlockPattern& pattern);

  /// Throws ShapeError unless the pattern suits. Weights are finite.
  explicit Int8Weights(const sparse::BlockCsrMatrix<float>& weights);

  /// Overwrites `y`, which has the tokens and the panel width of `x` and a feature for each row.
  /// `bias` has as many values, or none. Throws ShapeError if extents differ.
  void multiply(const sparse::Activations& x, std::span<const float> bias, sparse::Activations& y,
                Int8Inputs& inputs, const Context& context) const;
  /// The same of one token, with the same bits. Returns how it was rounded; `inputs.values` has
  /// what became of its values.
  Int8Scale multiply(std::span<const float> x, std::span<const float> bias, std::span<float> y,
                     Int8Inputs& inputs, const Context& context) const;

  /// Tokens that the function above multiplies one after another in less time than the one before
  /// takes for a panel of 16: half a block (measured on a Zen 3).
  static Index few_tokens(const sparse::BlockPattern& pattern) { return pattern.block().rows / 2; }

  /// Of a row: its step, and Euclidean norms.
  struct RowNorms {
    float step;
    double exact;     ///< of the weights
    double rounded;   ///< of what they became
    double rounding;  ///< of the difference
  };
  /// `weights` are those of the constructor.
  RowNorms norms(const sparse::BlockCsrMatrix<float>& weights, Index row) const;

  /// Of values, steps and sums.
  std::size_t bytes() const;

 private:
  Int8Rows rows_with(std::span<const float> bias) const;
  /// Where the value (row, column) of a block is in `values_`; the row counts in the matrix.
  std::size_t place(Index entry, Index row, Index col) const;

  sparse::PatternPtr pattern_;
  AlignedVector<std::int8_t> values_;  // of each block [columns / 4][rows][4]
  AlignedVector<float> steps_;         // of each row
  AlignedVector<std::int32_t> sums_;   // of each row of values
};

}  // namespace espalier::models
