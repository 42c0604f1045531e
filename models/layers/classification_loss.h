// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <espalier/models/layers/loss.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/format/activations.h>

namespace espalier::models {

/// What the loss keeps from forward to backward, and its scratch. Reuse it, so that memory is
/// allocated once.
struct ClassificationRecord {
  std::vector<SoftmaxPiece> pieces;  ///< one for each panel
  AlignedVector<float> log_sum;      ///< [panels * panel width]
};

/// Softmax cross-entropy over few classes, one label for each sample.
///   loss_sum = sum over t of ln(sum over c of exp(z[c, t])) - z[labels[t], t]
/// Shapes: logits z [classes, samples] in panels, which it does not change; their padding may hold
/// any finite value. Throws ShapeError if there is not one label for each sample or a label is not
/// a class. Panels are reduced in order: the result does not depend on the number of threads.
PredictionLoss classification_loss(sparse::Activations& logits,
                                   std::span<const std::int32_t> labels,
                                   ClassificationRecord& record, const Context& context);

/// Backward of `classification_loss`, called after it with the same operands. Turns the logits into
/// their gradients in place,
///   z[c, t] := scale * (exp(z[c, t]) / sum over k of exp(z[k, t]) - [c == labels[t]])
/// Padding becomes zero. Throws ShapeError as the loss does, or if `record` is of another shape.
void classification_loss_backward(sparse::Activations& logits, std::span<const std::int32_t> labels,
                                  double scale, const ClassificationRecord& record,
                                  const Context& context);

}  // namespace espalier::models
