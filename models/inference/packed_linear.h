// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

#include <espalier/models/inference/sliced_rows.h>
#include <espalier/sparse/core/bfloat16.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/core/matrix.h>
#include <espalier/sparse/format/activations.h>
#include <espalier/sparse/format/block_csr_matrix.h>
#include <espalier/sparse/ops/linear_plain.h>
#include <espalier/sparse/ops/prepared_weights.h>
#include <espalier/sparse/ops/product_plan.h>

namespace espalier::models {

/// What a packed layer is made ready for.
enum class PackedUse {
  kPanels,        ///< tokens in panels; rows of tokens too, but blocks of 1 have no form for one
  kSingleTokens,  ///< one token at a time too: blocks of 1 are stored once more, as `SlicedRows`
};

/// A linear layer for inference: y = W x + b with a weight that never changes, prepared once, of
/// several layers that read the same input if there are several.
///
/// Dense weights too are stored in blocks, all of them: so each output of a token is one sum in
/// order of the inputs, whatever lane the token has and whatever panel. In bfloat16 weights and
/// inputs are rounded, sums are float. Immutable; safe to share among threads.
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
  Index rows() const { return plan_.pattern()->rows(); }
  /// Stored values, padding included.
  Index values() const { return plan_.pattern()->values(); }

  /// Overwrites `y`, which takes its shape from `x` and `rows`. `rounded` is scratch, used in
  /// bfloat16 only.
  void forward(const sparse::Activations& x, sparse::Activations& y,
               sparse::Panels<BFloat16>& rounded, const Context& context) const;

  /// The same of few tokens that lie in rows, with the same bits: overwrites y [tokens][rows()]
  /// from x [tokens][in()]. In float32, values of up to 48 tokens are read where they are, of one
  /// token as sliced rows if there are such; in bfloat16 the tokens become a panel.
  void forward_rows(MatrixView<const float> x, MatrixView<float> y, sparse::PlainScratch& scratch,
                    sparse::Panels<BFloat16>& rounded, const Context& context) const;

 private:
  Index in_ = 0;
  Index out_ = 0;
  sparse::ProductPlan plan_;
  AlignedVector<float> values_;
  AlignedVector<BFloat16> narrow_values_;  // of bfloat16
  std::optional<sparse::PreparedWeights<BFloat16>> narrow_;
  std::optional<SlicedRows> sliced_;
  AlignedVector<float> bias_;
};

/// A dense matrix in blocks, all of them, of the largest size that divides its extents.
sparse::BlockCsrMatrix<float> in_blocks(MatrixView<const float> dense);
/// The same of the largest size that divides its columns, with rows of zeros behind its own.
sparse::BlockCsrMatrix<float> in_padded_blocks(MatrixView<const float> dense);

}  // namespace espalier::models
