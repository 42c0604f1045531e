// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/sparse/format/activations.h>

namespace espalier::sparse {

/// Input and output gradient of one linear layer over all backward passes of a step: what gradients
/// at positions that are not stored are computed from,
///   dW[r, c] = sum over tokens t of dy[r, t] x[c, t]
/// A step may have several backward passes (micro-batches, panel groups); their tokens follow one
/// another, so that dW is that of the whole batch. Layers keep them only while they are wanted.
/// Memory: (in + out) floats for each token of the batch, at most twice that while it grows.
class GradientOperands {
 public:
  /// Whether coming backward passes are kept; those kept before are forgotten. To be called between
  /// the steps, by whoever will read them. Not to want them frees the memory.
  void want(bool wanted);

  /// Called by the layer in its backward pass: appends both if they are wanted. x [in, tokens],
  /// dy [out, tokens]. A pass with a value that is not finite counts as zeros: it is one that
  /// training throws away, and would hide all others. Throws ShapeError if their tokens differ, or
  /// the features are not those of the passes before. Cost: one copy of both.
  void keep(const Activations& input, const Activations& output_gradient);

  /// Multiplies what was kept of the output gradient, as gradients of a scaled loss have it.
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
