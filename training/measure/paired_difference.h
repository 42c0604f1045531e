// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <espalier/models/layers/loss.h>
#include <espalier/sparse/core/types.h>
#include <espalier/training/runs/run_store.h>

namespace espalier::training {

/// The difference of two models on the same windows of text, with its uncertainty.
struct PairedDifference {
  double loss = kUnknown;           ///< loss of the first minus loss of the second, per prediction
  double error = kUnknown;          ///< its standard error; not known with a single window
  double half_interval = kUnknown;  ///< half of its 95% interval
  Index windows = 0;
  Index predictions = 0;
};

/// The difference of two losses on the same windows. With loss sums A_w and B_w and n_w predictions
/// of window w, of W, and D_w = A_w - B_w,
///   d = sum D_w / N,  N = sum n_w
///   error = sqrt(W / (W - 1) sum (D_w - d n_w)^2) / N
///   half_interval = t error,  t the 97.5% point of Student's distribution of W - 1 degrees
/// This is the linearised standard error of a ratio, as `ValidationSum` has it for one loss. What
/// both models find hard cancels in D_w, so that the interval is narrower than that of two separate
/// losses. It is an interval over text: it tells where d of these two checkpoints would lie on
/// other, independent windows of this kind, and not where d would lie for other seeds of training.
///
/// Throws ShapeError if the two do not have equally many windows, or equally many predictions in
/// each.
/// Source: Cochran 1977, Sampling Techniques, sections 2.11 and 9A.
PairedDifference paired_difference(const std::vector<models::PredictionLoss>& first,
                                   const std::vector<models::PredictionLoss>& second);

/// Two-sided 95% point of Student's distribution. Source: Student 1908; the values of any table for
/// 1 to 30 degrees of freedom, beyond them an expansion that is as exact.
double student_point(Index freedom);

}  // namespace espalier::training
