// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include <espalier/models/layers/loss.h>
#include <espalier/sparse/format/activations.h>

namespace espalier::models {

/// Squared error of one number for each sample.
///   loss_sum = sum over t of (z[0, t] - targets[t])^2
/// Shapes: outputs z [1, samples] in panels, in which `correct` counts nothing. Throws ShapeError
/// if there is not one target for each sample, or more than one output. Runs on the calling thread:
/// one token of each sequence comes here.
PredictionLoss regression_loss(const sparse::Activations& outputs, std::span<const float> targets);

/// Backward: turns outputs into gradients in place, padding into zero.
///   z[0, t] := 2 * scale * (z[0, t] - targets[t])
/// Throws ShapeError as the loss does.
void regression_loss_backward(sparse::Activations& outputs, std::span<const float> targets,
                              double scale);

}  // namespace espalier::models
