// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

namespace espalier::training {

/// How well predictions agree with what is true. Both have the same number of values, at least one;
/// else ShapeError. All are as scikit-learn and SciPy have them.

/// Share of the classes that are right.
double accuracy(std::span<const std::int32_t> predicted, std::span<const std::int32_t> truth);

/// F1 of one class against the rest: 2 TP / (2 TP + FP + FN); 0 if it is neither predicted nor
/// true.
double f1(std::span<const std::int32_t> predicted, std::span<const std::int32_t> truth,
          std::int32_t positive = 1);

/// Mean of the F1 of every class that is predicted or true somewhere.
double macro_f1(std::span<const std::int32_t> predicted, std::span<const std::int32_t> truth);

/// Matthews' correlation of any number of classes: with n samples, c of them right, p_k predicted
/// as class k and t_k truly of it,
///   (c n - sum p_k t_k) / sqrt((n^2 - sum p_k^2) (n^2 - sum t_k^2))
/// 0 if either side is one class throughout. Source: Gorodkin 2004, "Comparing two K-category
/// assignments by a K-category correlation coefficient".
double matthews(std::span<const std::int32_t> predicted, std::span<const std::int32_t> truth);

/// Pearson's correlation, with the means mx and my,
///   sum (x - mx) (y - my) / sqrt(sum (x - mx)^2 sum (y - my)^2)
/// kUnknown if either side has the same value throughout.
double pearson(std::span<const double> predicted, std::span<const double> truth);

/// Pearson's correlation of the ranks, where equal values have the mean of their ranks. kUnknown if
/// a value is NaN, which has none.
double spearman(std::span<const double> predicted, std::span<const double> truth);

}  // namespace espalier::training
