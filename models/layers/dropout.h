// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include <espalier/sparse/core/context.h>
#include <espalier/sparse/core/matrix.h>
#include <espalier/sparse/format/activations.h>

namespace espalier::models {

/// Where the sequences of a panel group are in training. Random masks are functions of it.
struct TrainingPosition {
  Index step = 0;            ///< of the optimizer
  Index first_sequence = 0;  ///< number of sequences of the batch before the group's first
};

/// The mask of a matrix, as a function of row and column alone.
///   m[r, c] = 0 if u[r, c] < threshold, else scale
///   u[r, c] = 16-bit word r % 8 of Random(seed, stream).words(2^32 * (r / 8) + c), lowest first
struct DropoutMask {
  std::uint64_t seed = 0;
  std::uint64_t stream = 0;
  std::int32_t threshold = 0;  ///< of 2^16
  float scale = 1;
};

/// y[r, c] := x[r, c] m[first_row + r, first_column + c], on the calling thread. Shapes: x and y
/// equal. The caller guarantees that columns are a multiple of 16, data and strides aligned to 64
/// bytes, first_row a multiple of 8, and first_column + columns at most 2^32. `y` may be `x`.
void apply_mask(const DropoutMask& mask, Index first_row, Index first_column,
                MatrixView<const float> x, MatrixView<float> y, const Context& context);

/// Dropout: sets values to zero with probability p and scales the others by 1 / (1 - p).
///   y[f, t] = x[f, t] m[f, t]
/// The mask is a function of (context.seed(), name, step, token in the batch, feature): it does not
/// depend on threads, panels or panel groups, is never stored, and is the same in a resumed run. p
/// is rounded to a multiple of 2^-16, and the scale is that of the rounded p. The layer is linear
/// and its own transpose: backward is `apply` on the gradient. Cost: about a quarter of a
/// nanosecond for a value with AVX-512 (AMD Zen 5), which makes the training step of a BERT some 5%
/// longer with dense weights and 10% to 15% at density 0.1. Source: Srivastava et al. 2014,
/// "Dropout: a simple way to prevent neural networks from overfitting"; generator: Philox4x32-10
/// (`Random`).
class Dropout {
 public:
  /// Throws ConfigError unless 0 <= probability < 1.
  Dropout(std::string name, double probability, const Context& context);
  Dropout(std::string name, double probability, const Context&& context) = delete;

  /// False if the probability is zero: every mask is then one.
  bool is_active() const { return threshold_ > 0; }

  /// The mask of one of the several matrices of a step.
  DropoutMask mask(Index step, Index matrix = 0) const;

  /// Applies the mask and overwrites `y`, which may be `x`. The first token of x is number
  /// `first_token` of the step's batch. Throws ShapeError if shapes disagree.
  void apply(const sparse::Activations& x, Index step, Index first_token,
             sparse::Activations& y) const;

 private:
  const Context* context_;
  std::string name_;
  std::int32_t threshold_;
};

}  // namespace espalier::models
