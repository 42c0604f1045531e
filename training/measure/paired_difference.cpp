// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/measure/paired_difference.h>

#include <fmt/format.h>

#include <array>

#include <espalier/sparse/core/error.h>
#include <espalier/training/tasks/training_task.h>

namespace espalier::training {

PairedDifference paired_difference(const std::vector<models::PredictionLoss>& first,
                                   const std::vector<models::PredictionLoss>& second) {
  if (first.size() != second.size())
    throw ShapeError(fmt::format("paired_difference: {} and {} windows, expected as many of both",
                                 first.size(), second.size()));
  ValidationSum differences;
  for (std::size_t w = 0; w < first.size(); ++w) {
    const models::PredictionLoss &a = first[w], &b = second[w];
    if (a.count != b.count)
      throw ShapeError(
          fmt::format("paired_difference: window {} has {} and {} predictions, expected as many "
                      "of both",
                      w, a.count, b.count));
    differences.add({.loss_sum = a.loss_sum - b.loss_sum, .count = a.count, .correct = 0});
  }
  const Validation mean = differences.mean();
  const auto windows = static_cast<Index>(first.size());
  PairedDifference difference = {.loss = mean.loss(),
                                 .error = mean.loss_error,
                                 .windows = windows,
                                 .predictions = mean.predictions};
  if (windows > 1) difference.half_interval = student_point(windows - 1) * mean.loss_error;
  return difference;
}

double student_point(Index freedom) {
  constexpr std::array kPoints = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306,
                                  2.262,  2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
                                  2.110,  2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064,
                                  2.060,  2.056, 2.052, 2.048, 2.045, 2.042};
  const auto at = static_cast<std::size_t>(freedom - 1);
  if (at < kPoints.size()) return kPoints[at];
  // Cornish and Fisher's expansion in 1 / freedom; its error here is below half a thousandth.
  constexpr double z = 1.959964, z3 = z * z * z, z5 = z3 * z * z;
  const auto n = static_cast<double>(freedom);
  return z + (z3 + z) / (4 * n) + (5 * z5 + 16 * z3 + 3 * z) / (96 * n * n);
}

}  // namespace espalier::training
