// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/sparse/format/activations.h>

namespace espalier::sparse {

/// Input and output gradient of one linear layer's last backward pass: what gradients at positions
/// that are not stored are computed from, dW[r, c] = sum over t of dy[r, t] x[c, t]. The layer
/// copies them only while they are `wanted`. If one step has several backward passes
/// (micro-batches, panel groups) the last one counts.
struct GradientOperands {
  bool wanted = false;  ///< set by whoever will read them, before the backward pass
  Activations x;        ///< [in, tokens]
  Activations dy;       ///< [out, tokens]

  /// Called by the layer in its backward pass. Cost: one copy of both if they are wanted.
  void keep(const Activations& input, const Activations& output_gradient) {
    if (!wanted) return;
    x = input;
    dy = output_gradient;
  }

  /// Frees the memory.
  void release() { x = dy = Activations(); }
};

}  // namespace espalier::sparse
