// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <espalier/experiments/search/space.h>

namespace espalier::experiments {

/// A point that was tried, or is being tried.
struct Tried {
  Point point;
  /// What is to be small; NaN: it failed, and counts as the largest value; nothing: not known yet.
  std::optional<double> loss;
};

/// Results that a search has at random before it looks at them: two for each dimension and two.
Index random_trials(const Space& space);

/// The next point of a Bayesian search for a small loss: the one with the largest expected
/// improvement,
///   EI(x) = E max(0, b - f(x)),    f a Gaussian process, b its least mean where it was observed,
/// among 1000 points at random and 200 around the best ones, followed uphill; with fewer results
/// than `random_trials`, the first point of `random_points` that was not tried. A point whose loss
/// is not known yet is taken to have the least loss so far (the constant liar), which keeps points
/// that are tried at a time apart. Losses above the upper quartile by more than 1.5 times the
/// quartiles' distance count as if they were no more. Nothing if every point was tried. A function
/// of its arguments alone. Cost: that of `GaussianProcess`, and the square of the observations for
/// each of some 1300 points. Source: Jones, Schonlau & Welch 1998, Efficient Global Optimization;
/// Ginsbourger, Le Riche & Carraro 2010, Kriging Is Well-Suited to Parallelize Optimization.
std::optional<Point> propose(const Space& space, std::uint64_t seed,
                             const std::vector<Tried>& tried);

}  // namespace espalier::experiments
