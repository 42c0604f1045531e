// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include <espalier/sparse/core/context.h>
#include <espalier/sparse/core/matrix.h>

namespace espalier::models {

/// Loss of the predictions of some positions.
struct PredictionLoss {
  double loss_sum = 0;  ///< sum over positions of -ln(probability of the label)
  Index count = 0;      ///< positions
  Index correct = 0;    ///< positions whose label has the greatest logit; the first one of equals

  PredictionLoss& operator+=(const PredictionLoss& other) {
    loss_sum += other.loss_sum;
    count += other.count;
    correct += other.correct;
    return *this;
  }
};

/// Maximum over the rows of each column of a piece of the logits, with the sum of exponentials
/// around it: what a softmax over several pieces is put together from.
struct SoftmaxPiece {
  AlignedVector<float> maximum;  ///< [columns]
  AlignedVector<float> sum;      ///< [columns]: sum over rows of exp(logit - maximum)
  AlignedVector<float> row;      ///< [columns]: first row, within the piece, that has the maximum
};

/// Adds the bias to the logits in place and reduces their rows column by column:
///   logit[v, t] := logit[v, t] + bias[v]
/// Shapes: logits [rows, columns], bias [rows], or empty for none. The columns must be a multiple
/// of 16, data and stride aligned to 64 bytes, and the rows at least one and fewer than 2^24; the
/// caller sees to it. Runs on the calling thread. Cost: two passes, one exponential for each logit.
void reduce_softmax(MatrixView<float> logits, std::span<const float> bias, SoftmaxPiece& piece,
                    const Context& context);

/// Puts the pieces of every column together, in order, and reads off the loss of its label:
///   log_sum[t] := ln(sum over all rows of exp(logit[v, t]))
///   loss_sum = sum over t of log_sum[t] - logit[labels[t], t]
/// Shapes: `pieces` of `piece_rows` rows each (the last may have fewer), as `reduce_softmax` leaves
/// them; logits [rows, columns] with the bias added; labels for the first columns, each a row;
/// log_sum [columns], infinite past the labels. The caller sees to it.
PredictionLoss combine_softmax(std::span<const SoftmaxPiece> pieces, Index piece_rows,
                               MatrixView<const float> logits, std::span<const std::int32_t> labels,
                               std::span<float> log_sum);

/// Turns logits into gradients in place and adds the sums of the rows to the bias gradient:
///   logit[v, t] := (exp(logit[v, t] - log_sum[t]) - [first_row + v == labels[t]]) * scale
///   bias_gradient[v] += sum over t of it
/// Shapes as in `reduce_softmax`; log_sum [columns], labels for the first columns. A column without
/// a label must have an infinite log_sum and becomes zero. An empty bias_gradient is not wanted.
void softmax_gradient(MatrixView<float> logits, std::span<const float> log_sum,
                      std::span<const std::int32_t> labels, Index first_row, float scale,
                      std::span<float> bias_gradient, const Context& context);

}  // namespace espalier::models
