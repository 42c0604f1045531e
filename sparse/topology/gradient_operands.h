// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/sparse/format/activations.h>

namespace espalier::sparse {

/// Input and output gradient of one linear layer over all backward passes of a step. From them a
/// policy computes gradients at positions that are not stored:
///   dW[r, c] = sum over tokens t of dy[r, t] x[c, t]
/// A step may have several backward passes (micro-batches, panel groups); their tokens follow one
/// another, so that dW is that of the whole batch. Layers keep them only on request. Memory: (in +
/// out) floats for each token of the batch, at most twice that while it grows.
class GradientOperands {
 public:
  /// Says whether layers keep the operands of coming backward passes, and forgets those kept
  /// before. Their reader calls this between steps; `false` frees the memory.
  void want(bool wanted);

  /// The layer calls this in its backward pass: appends both if they are wanted. x [in, tokens], dy
  /// [out, tokens]. A pass with a value that is not finite counts as zeros, since training throws
  /// it away and it would spoil all sums. Throws ShapeError if the tokens of the two differ, or the
  /// features are not those of the passes before. Cost: one copy of both.
  void keep(const Activations& input, const Activations& output_gradient);

  /// Multiplies the kept output gradients by `factor`, as a scaled loss needs it.
  void scale_gradient(float factor);

  bool wanted() const { return wanted_; }
  const Activations& x() const { return x_; }    ///< [in, tokens]
  const Activations& dy() const { return dy_; }  ///< [out, tokens]
  Index tokens() const { return x_.tokens(); }
  double bytes() const {
    return static_cast<double>(x_.values().size_bytes() + dy_.values().size_bytes());
  }

 private:
  bool wanted_ = false;
  Activations x_;
  Activations dy_;
};

}  // namespace espalier::sparse
