// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

namespace espalier::testing {

/// Derivative of a scalar function and how far it may be from the truth.
struct Difference {
  double derivative;
  double error;
};

/// Central difference of `loss` (computed in double) for x[i]. The step h = 2^-13 max(1, |x|) keeps
/// the rounding error 2^-53 |loss| / h near 1e-12 |loss|. The truncation error h^2 / 6 |loss'''| is
/// a third of the change that a doubled step makes, so that change bounds it; both are the error.
template <typename Loss>
Difference central_difference(const Loss& loss, std::vector<double>& x, std::size_t i) {
  const double value = x[i];
  const double step = 0x1.0p-13 * std::max(1.0, std::abs(value));
  const auto slope = [&](double h) {
    x[i] = value + h;
    const double above = loss(x);
    x[i] = value - h;
    const double below = loss(x);
    x[i] = value;
    // 64 roundings for the sums within the loss.
    const double rounding = 64 * 0x1.0p-53 * (std::abs(above) + std::abs(below)) / (2 * h);
    return Difference{(above - below) / (2 * h), rounding};
  };
  const Difference fine = slope(step), coarse = slope(2 * step);
  return {fine.derivative,
          std::abs(fine.derivative - coarse.derivative) + fine.error + coarse.error};
}

/// Of every `stride`-th position of `x`.
template <typename Loss>
std::vector<Difference> central_differences(const Loss& loss, std::vector<double> x,
                                            std::size_t stride) {
  std::vector<Difference> differences;
  for (std::size_t i = 0; i < x.size(); i += stride)
    differences.push_back(central_difference(loss, x, i));
  return differences;
}

/// Checks a gradient that was computed in float against central differences of the same function
/// in double, at every `stride`-th of its positions. Tolerance: the error of the differences plus
/// `roundings` * 2^-24 * (greatest magnitude in the gradient): a component is a sum in which terms
/// as large as the greatest component may cancel, each rounded at most `roundings` times.
inline void expect_gradient(const std::string& name, const std::vector<Difference>& differences,
                            std::span<const float> gradient, double roundings, std::size_t stride) {
  ASSERT_EQ(differences.size(), (gradient.size() + stride - 1) / stride) << name;
  double greatest = 0;
  for (const float g : gradient) greatest = std::max(greatest, std::abs(double{g}));
  ASSERT_GT(greatest, 0.0) << name << ": a gradient of zeros proves nothing";
  for (std::size_t i = 0; i < gradient.size(); i += stride) {
    const Difference& expected = differences[i / stride];
    EXPECT_NEAR(gradient[i], expected.derivative, expected.error + roundings * 0x1.0p-24 * greatest)
        << name << "[" << i << "]";
  }
}

template <typename Loss>
void expect_gradient(const std::string& name, const Loss& loss, const std::vector<double>& x,
                     std::span<const float> gradient, double roundings, std::size_t stride = 1) {
  ASSERT_EQ(gradient.size(), x.size()) << name;
  expect_gradient(name, central_differences(loss, x, stride), gradient, roundings, stride);
}

}  // namespace espalier::testing
