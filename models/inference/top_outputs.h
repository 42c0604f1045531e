// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <espalier/models/inference/int8_weights.h>
#include <espalier/models/inference/rounded_inputs.h>
#include <espalier/models/inference/top_scratch.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/format/block_csr_matrix.h>
#include <espalier/sparse/ops/product_plan.h>

namespace espalier::models {

/// The largest outputs of a dense layer y = W x for one token, to the last bit, out of a copy of W
/// in 8 bits and the rows that can be meant. The next word needs no more of the words' table, which
/// is most of what a sparse model reads for it: a quarter of the bytes is left.
///
/// With y'[r] from `Int8Weights`, W' the weights and x' the input that it has, and u = 2^-24, the
/// output that float arithmetic gives lies within
///   E[r] = |w[r] - w'[r]| |x| + |w'[r]| |x - x'| + 4 u |w'[r]| |x'| + n u / (1 - n u) |w[r]| |x|
/// of y'[r] (Cauchy and Schwarz; the rounding of y'; that of a sum of n terms), in Euclidean norms.
/// So an output is not among the `count` largest if y'[r] + E[r] is below that many of the
/// y'[s] - E[s]. All others are computed in float. Source of the bound of a sum: Higham,
/// "Accuracy and stability of numerical algorithms", section 3.1.
///
/// Immutable; safe to share among threads. Memory: a byte for each value, and 16 for each row.
class TopOutputs {
 public:
  /// Whether a weight has this form: all of its blocks stored, of 4, 8 or 16.
  static bool suit(const sparse::BlockPattern& pattern);

  /// The first `outputs` rows are outputs; rows behind them are padding. Throws ShapeError unless
  /// the pattern suits. Weights are finite.
  TopOutputs(const sparse::BlockCsrMatrix<float>& weights, Index outputs, const Context& context);

  /// Overwrites `y`, which has an element for each row: where an output may be one of the `count`
  /// largest, it is that of `linear_plain`, and elsewhere -infinity. `values` are those of the
  /// constructor. Returns how many rows it computed; nothing, with `y` unspecified, if it would pay
  /// to compute all of them: where more than one in kFewest may be meant, or x is not finite or
  /// nearly too large or too small for float. Does not depend on the number of threads. Cost: an
  /// `Int8Weights::multiply`, 2 passes over y, and the rows.
  std::optional<Index> find(std::span<const float> values, std::span<const float> x, Index count,
                            std::span<float> y, Int8Inputs& inputs, TopScratch& scratch,
                            const Context& context) const;

  std::size_t bytes() const { return weights_.bytes() + row_bounds_.size() * sizeof(RowBound); }

  /// Tokens that this takes one after another: each reads a quarter of the bytes of the weights, so
  /// that four would read as many as a product that reads each weight once for all of them.
  static constexpr Index kFewTokens = 3;
  /// One output in so many is computed at most. A row is copied and then read, so that twice its
  /// bytes move: with the copy in 8 bits, half of a whole product's.
  static constexpr Index kFewest = 8;

 private:
  /// E[r] <= of_input |x| + of_rounding |x - x'| + least_
  struct RowBound {
    float of_input;
    float of_rounding;
  };

  void compute(std::span<const float> values, std::span<const float> x, std::span<float> y,
               TopScratch& scratch, const Context& context) const;

  sparse::PatternPtr pattern_;
  Index outputs_;
  Int8Weights weights_;
  std::vector<RowBound> row_bounds_;  // of each output
  float least_step_;                  // of a row that is not zero
  double least_ = 0;                  // what is lost where float has no more digits
  sparse::ProductPlan group_plan_;    // of kGroupRows rows
};

}  // namespace espalier::models
