// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <espalier/models/inference/int8_weights.h>
#include <espalier/models/inference/rounded_inputs.h>
#include <espalier/models/inference/sliced_rows.h>
#include <espalier/models/inference/top_outputs.h>
#include <espalier/sparse/core/bfloat16.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/core/matrix.h>
#include <espalier/sparse/format/activations.h>
#include <espalier/sparse/format/block_csr_matrix.h>
#include <espalier/sparse/ops/linear_plain.h>
#include <espalier/sparse/ops/prepared_weights.h>
#include <espalier/sparse/ops/product_plan.h>

namespace espalier::models {

/// What a packed layer is made ready for, beside tokens in panels and in rows.
struct PackedUse {
  bool single_tokens = false;  ///< one token at a time: blocks of 1 are stored again, `SlicedRows`
  bool int8 = false;           ///< in 8 bits, if the pattern suits `Int8Weights`
  bool top_outputs = false;    ///< in float32, the largest outputs by `TopOutputs`, if it suits
};

/// A linear layer for inference: y = W x + b with a weight that never changes, prepared once, of
/// several layers that read the same input if there are several.
///
/// Dense weights too are stored in blocks, all of them: so each output of a token is one sum in
/// order of the inputs, whatever lane the token has and whatever panel. In bfloat16 weights and
/// inputs are rounded, sums are float; in 8 bits they are rounded to integers, which sums are then.
/// Immutable; safe to share among threads.
class PackedLinear {
 public:
  /// The weights stand one below the other; so do the biases, of which there may be none. `out` is
  /// how many of their rows are outputs: those behind are padding. Throws ShapeError if there are
  /// no weights, their columns differ, or biases are neither none nor `out`.
  PackedLinear(std::vector<sparse::BlockCsrMatrix<float>> weights, std::vector<float> bias,
               Index out, PackedUse use, const Context& context);

  PackedLinear(const PackedLinear&) = delete;
  PackedLinear& operator=(const PackedLinear&) = delete;
  PackedLinear(PackedLinear&&) = default;
  PackedLinear& operator=(PackedLinear&&) = default;

  Index in() const { return in_; }
  /// Outputs without padding.
  Index out() const { return out_; }
  /// Features of y: outputs with padding, which is zero.
  Index rows() const { return pattern_->rows(); }
  /// Stored values, padding included.
  Index values() const { return pattern_->values(); }
  bool is_int8() const { return int8_.has_value(); }
  /// Bytes of these values, in all the forms that are kept.
  std::size_t bytes() const;

  /// Overwrites `y`, which takes its shape from `x` and `rows`.
  void forward(const sparse::Activations& x, sparse::Activations& y, RoundedInputs& rounded,
               const Context& context) const;

  /// The same of few tokens that lie in rows, with the same bits: overwrites y [tokens][rows()]
  /// from x [tokens][in()]. In float32, values of up to 48 tokens are read where they are, of one
  /// token as sliced rows if there are such; in 8 bits those of a few tokens one by one; else the
  /// tokens become a panel.
  void forward_rows(MatrixView<const float> x, MatrixView<float> y, sparse::PlainScratch& scratch,
                    RoundedInputs& rounded, const Context& context) const;

  /// The same where of each token the `count` largest outputs are wanted, all if it is 0: those
  /// below may be -infinity, if that takes less time.
  void forward_top(MatrixView<const float> x, MatrixView<float> y, Index count, TopScratch& top,
                   sparse::PlainScratch& scratch, RoundedInputs& rounded,
                   const Context& context) const;

 private:
  Index in_ = 0;
  Index out_ = 0;
  sparse::PatternPtr pattern_;
  std::optional<Int8Weights> int8_;
  // Without them:
  sparse::ProductPlan plan_;
  AlignedVector<float> values_;
  AlignedVector<BFloat16> narrow_values_;  // of bfloat16
  std::optional<sparse::PreparedWeights<BFloat16>> narrow_;
  std::optional<SlicedRows> sliced_;
  std::optional<TopOutputs> top_;
  AlignedVector<float> bias_;
};

/// A dense matrix in blocks, all of them, of the largest size that divides its extents.
sparse::BlockCsrMatrix<float> in_blocks(MatrixView<const float> dense);
/// The same of the largest size that divides its columns, with rows of zeros behind its own.
sparse::BlockCsrMatrix<float> in_padded_blocks(MatrixView<const float> dense);

}  // namespace espalier::models
