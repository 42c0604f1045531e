// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <vector>

#include <espalier/experiments/search/space.h>

namespace espalier::experiments {

/// What a Gaussian process expects of the function at a point.
struct Prediction {
  double mean = 0;
  double deviation = 0;
};

/// A function that was observed, with noise, at some points of a space.
///   f ~ N(m, s^2 R),  R(x, x') = (1 + a + a^2 / 3) exp(-a),  a^2 = 5 sum_d (x_d - x'_d)^2 / l_d^2
/// the Matern kernel of smoothness 5/2 over the fractions of numbers; two alternatives are at
/// distance 0 or 1. The noise is a share of s^2; m and s^2 are at their most likely values, and the
/// lengths l_d and the noise at the posterior's maximum, found by a pattern search, under broad
/// log-normal priors (medians 1/2 and 10^-3). Deterministic. Cost: some hundred Cholesky
/// factorisations of at most 300 observations, and one of all. Source: Rasmussen & Williams 2006,
/// Gaussian Processes for Machine Learning, chapters 2, 4 and 5.
class GaussianProcess {
 public:
  /// Precondition: as many points as values, at least one, all finite.
  GaussianProcess(Space space, const std::vector<Point>& points, const std::vector<double>& values);

  Prediction at(const Point& point) const;

 private:
  /// What has to be found: the logarithms of the lengths, then of the noise.
  using Logarithms = Eigen::VectorXd;
  struct Fit {
    Eigen::LLT<Eigen::MatrixXd> factor;  ///< of R with the noise
    double mean = 0;
    double variance = 0;
    Eigen::VectorXd weights;  ///< R^-1 (values - mean)
    double log_posterior = 0;
  };
  using Distances = std::vector<Eigen::ArrayXXd>;  ///< squared, one matrix for each dimension

  Distances squared_distances(const std::vector<std::size_t>& rows) const;
  static Fit fit(const Distances& distances, const Eigen::VectorXd& values,
                 const Logarithms& logarithms);
  Logarithms most_likely(const Distances& distances, const Eigen::VectorXd& values) const;
  double squared_distance(std::size_t d, double a, double b) const;

  Space space_;
  std::vector<std::vector<double>> fractions_;
  double offset_ = 0, scale_ = 1;  ///< from what is fitted to the values
  Logarithms logarithms_;
  Fit fit_;
};

}  // namespace espalier::experiments
