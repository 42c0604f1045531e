// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/search/gaussian_process.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace espalier::experiments {
namespace {

/// Observations that lengths and noise are found with; a factorisation of more takes longer than
/// their precision is worth.
constexpr std::size_t kMostFitted = 300;

// The priors of the logarithms, and how far from their means they may go, in deviations.
constexpr double kLengthMedian = 0.5, kLengthDeviation = 1.0;
constexpr double kNoiseMedian = 1e-3, kNoiseDeviation = 2.0;
constexpr double kFarthest = 3.5;

Eigen::ArrayXXd matern(const Eigen::ArrayXXd& squared) {
  const Eigen::ArrayXXd a = (5 * squared).sqrt();
  return (1 + a + a.square() / 3) * (-a).exp();
}

}  // namespace

double GaussianProcess::squared_distance(std::size_t d, double a, double b) const {
  if (space_[d].choices > 0) return a == b ? 0.0 : 1.0;
  return (a - b) * (a - b);
}

GaussianProcess::Distances GaussianProcess::squared_distances(
    const std::vector<std::size_t>& rows) const {
  const auto count = static_cast<Eigen::Index>(rows.size());
  Distances distances(space_.size(), Eigen::ArrayXXd(count, count));
  for (std::size_t d = 0; d < space_.size(); ++d)
    for (Eigen::Index i = 0; i < count; ++i)
      for (Eigen::Index j = 0; j < count; ++j)
        distances[d](i, j) = squared_distance(d, fractions_[rows[static_cast<std::size_t>(i)]][d],
                                              fractions_[rows[static_cast<std::size_t>(j)]][d]);
  return distances;
}

GaussianProcess::Fit GaussianProcess::fit(const Distances& distances, const Eigen::VectorXd& values,
                                          const Logarithms& logarithms) {
  const Eigen::Index count = values.size();
  Eigen::ArrayXXd squared = Eigen::ArrayXXd::Zero(count, count);
  double log_prior = 0;
  for (std::size_t d = 0; d < distances.size(); ++d) {
    const double log_length = logarithms(static_cast<Eigen::Index>(d));
    squared += distances[d] * std::exp(-2 * log_length);
    log_prior -= std::pow((log_length - std::log(kLengthMedian)) / kLengthDeviation, 2) / 2;
  }
  const double log_noise = logarithms(logarithms.size() - 1);
  log_prior -= std::pow((log_noise - std::log(kNoiseMedian)) / kNoiseDeviation, 2) / 2;
  Eigen::MatrixXd covariance = matern(squared).matrix();
  covariance.diagonal().array() += std::exp(log_noise);

  Fit fit;
  fit.factor.compute(covariance);
  const Eigen::VectorXd ones = Eigen::VectorXd::Ones(count);
  const Eigen::VectorXd of_ones = fit.factor.solve(ones);
  fit.mean = of_ones.dot(values) / of_ones.sum();
  const Eigen::VectorXd rest = values - fit.mean * ones;
  fit.weights = fit.factor.solve(rest);
  // Values that are all equal have no variance, but a density all the same.
  constexpr double kLeastVariance = 1e-12;
  const auto n = static_cast<double>(count);
  fit.variance = std::max(kLeastVariance, rest.dot(fit.weights) / n);
  const Eigen::MatrixXd lower = fit.factor.matrixL();
  const double half_log_determinant = lower.diagonal().array().log().sum();
  fit.log_posterior = log_prior - n / 2 * std::log(fit.variance) - half_log_determinant;
  if (!std::isfinite(fit.log_posterior))
    fit.log_posterior = -std::numeric_limits<double>::infinity();
  return fit;
}

GaussianProcess::Logarithms GaussianProcess::most_likely(const Distances& distances,
                                                         const Eigen::VectorXd& values) const {
  const auto count = static_cast<Eigen::Index>(space_.size()) + 1;
  Logarithms medians = Logarithms::Constant(count, std::log(kLengthMedian));
  Logarithms deviations = Logarithms::Constant(count, kLengthDeviation);
  medians(count - 1) = std::log(kNoiseMedian);
  deviations(count - 1) = kNoiseDeviation;
  Logarithms best = medians;
  double highest = fit(distances, values, best).log_posterior;
  for (const double step : {1.0, 0.5, 0.25, 0.125}) {  // in deviations
    for (bool moved = true; moved;) {
      moved = false;
      for (Eigen::Index i = 0; i < count; ++i) {
        for (const double sign : {1.0, -1.0}) {
          Logarithms trial = best;
          trial(i) += sign * step * deviations(i);
          if (std::abs(trial(i) - medians(i)) > kFarthest * deviations(i)) continue;
          const double height = fit(distances, values, trial).log_posterior;
          if (height <= highest) continue;
          highest = height;
          best = trial;
          moved = true;
        }
      }
    }
  }
  return best;
}

GaussianProcess::GaussianProcess(Space space, const std::vector<Point>& points,
                                 const std::vector<double>& values)
    : space_(std::move(space)) {
  for (const Point& point : points) {
    fractions_.push_back(fractions_of(space_, point));
    for (std::size_t d = 0; d < space_.size(); ++d)
      if (space_[d].choices > 0) fractions_.back()[d] = point[d];
  }
  const auto count = static_cast<Eigen::Index>(values.size());
  Eigen::VectorXd scaled = Eigen::Map<const Eigen::VectorXd>(values.data(), count);
  offset_ = scaled.mean();
  scaled.array() -= offset_;
  const double deviation = std::sqrt(scaled.squaredNorm() / static_cast<double>(count));
  if (deviation > 0) scale_ = deviation;
  scaled /= scale_;

  std::vector<std::size_t> all(points.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const std::size_t stride = (all.size() + kMostFitted - 1) / kMostFitted;
  std::vector<std::size_t> some;
  for (std::size_t i = 0; i < all.size(); i += stride) some.push_back(i);
  Eigen::VectorXd of_some(static_cast<Eigen::Index>(some.size()));
  for (std::size_t i = 0; i < some.size(); ++i)
    of_some(static_cast<Eigen::Index>(i)) = scaled(static_cast<Eigen::Index>(some[i]));
  logarithms_ = most_likely(squared_distances(some), of_some);
  fit_ = fit(squared_distances(all), scaled, logarithms_);
}

Prediction GaussianProcess::at(const Point& point) const {
  std::vector<double> fractions = fractions_of(space_, point);
  Eigen::ArrayXXd squared = Eigen::ArrayXXd::Zero(std::ssize(fractions_), 1);
  for (std::size_t d = 0; d < space_.size(); ++d) {
    if (space_[d].choices > 0) fractions[d] = point[d];
    const double weight = std::exp(-2 * logarithms_(static_cast<Eigen::Index>(d)));
    for (std::size_t i = 0; i < fractions_.size(); ++i)
      squared(static_cast<Eigen::Index>(i), 0) +=
          weight * squared_distance(d, fractions_[i][d], fractions[d]);
  }
  const Eigen::VectorXd covariance = matern(squared).matrix();
  const double mean = fit_.mean + covariance.dot(fit_.weights);
  const double known = covariance.dot(fit_.factor.solve(covariance));
  const double variance = fit_.variance * std::max(0.0, 1 - known);
  return {.mean = offset_ + scale_ * mean, .deviation = scale_ * std::sqrt(variance)};
}

}  // namespace espalier::experiments
