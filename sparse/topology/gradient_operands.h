// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <vector>

#include <espalier/sparse/format/activations.h>
#include <espalier/sparse/format/gradient_parts.h>

namespace espalier::sparse {

/// Input and output gradient of one linear layer over all backward passes of a step. From them a
/// policy computes gradients at positions that are not stored:
///   dW[r, c] = sum over tokens t of dy[r, t] x[c, t]
/// A step may have several backward passes (micro-batches, panel groups); their tokens follow one
/// another, so that dW is that of the whole batch. Where the batch is cut into parts whose
/// gradients are added by a tree, each has tokens of its own, and other processes may have other
/// parts. Layers keep them only on request. Memory: (in + out) floats for each token of the batch,
/// at most twice that while it grows.
class GradientOperands {
 public:
  /// Tokens of one part of the batch.
  struct Part {
    Activations x;   ///< [in, tokens]
    Activations dy;  ///< [out, tokens]
  };

  /// What other processes keep of the same step.
  struct Others {
    Index tokens = 0;
    double bytes = 0;
    bool is_zero = true;  ///< whether their output gradients are all zero
    std::shared_ptr<GradientPeers> peers = nullptr;  ///< see GradientParts::peers
  };

  /// Says whether layers keep the operands of coming backward passes, and forgets those kept
  /// before. Their reader calls this between steps; `false` frees the memory.
  void want(bool wanted);

  /// Whoever cuts a batch into parts calls this before the backward passes of each; without it the
  /// batch is one part.
  void begin_part();

  /// The layer calls this in its backward pass: appends both if they are wanted. x [in, tokens], dy
  /// [out, tokens]. A pass with a value that is not finite counts as zeros, since training throws
  /// it away and it would spoil all sums. Throws ShapeError if the tokens of the two differ, or the
  /// features are not those of the passes before. If there is no memory, the tokens of the part are
  /// forgotten, so that x and dy have equally many. Cost: one copy of both.
  void keep(const Activations& input, const Activations& output_gradient);

  /// Multiplies the kept output gradients by `factor`, as a scaled loss needs it.
  void scale_gradient(float factor);

  /// Whoever shares a batch with other processes calls this when all passes of a step are done:
  /// what is below is then of them all. Until `want` is called again.
  void join(Others others);

  bool wanted() const { return wanted_; }
  /// Whether a backward pass has been kept, if only of no tokens, here or by other processes.
  bool kept() const { return kept_ || others_.tokens > 0; }
  /// Those of this process.
  std::span<const Part> parts() const { return parts_; }
  /// From what the gradient of the step follows. Valid until the next change of this object.
  GradientParts gradient() const;
  Index tokens() const;
  /// Whether the gradient of the layer's output is zero all over, or there is none.
  bool is_zero() const;
  double bytes() const;

 private:
  bool wanted_ = false;
  bool kept_ = false;
  std::vector<Part> parts_;
  std::vector<Part> idle_;  ///< memory of earlier steps
  Others others_;
};

}  // namespace espalier::sparse
