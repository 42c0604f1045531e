// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/search/proposal.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <set>
#include <string>
#include <utility>

#include <espalier/experiments/search/gaussian_process.h>
#include <espalier/sparse/core/rng.h>

namespace espalier::experiments {
namespace {

constexpr Index kRandomCandidates = 1000;
constexpr std::size_t kCenters = 5;         // of the best that were tried
constexpr Index kCandidatesPerCenter = 40;  // around each of them

double quantile(const std::vector<double>& ascending, double share) {
  const auto last = static_cast<double>(ascending.size() - 1);
  return ascending[static_cast<std::size_t>(std::lround(share * last))];
}

/// The losses to fit: what is not known, what failed and what is far above the others replaced.
/// Precondition: one is finite.
std::vector<double> fitted_losses(const std::vector<Tried>& tried) {
  std::vector<double> finite;
  for (const Tried& one : tried)
    if (one.loss && std::isfinite(*one.loss)) finite.push_back(*one.loss);
  std::ranges::sort(finite);
  constexpr double kFence = 1.5;  // Tukey's
  const double upper = quantile(finite, 0.75), lower = quantile(finite, 0.25);
  const double most = std::min(finite.back(), upper + kFence * (upper - lower));
  std::vector<double> losses;
  for (const Tried& one : tried) {
    double loss = finite.front();
    if (one.loss) loss = std::isfinite(*one.loss) ? std::min(*one.loss, most) : most;
    losses.push_back(loss);
  }
  return losses;
}

class Proposer {
 public:
  Proposer(const Space& space, std::uint64_t seed, const std::vector<Tried>& tried)
      : space_(space),
        tried_(tried),
        random_(seed, stream_id("candidates", tried.size())),
        losses_(fitted_losses(tried)),
        process_(space, points_of(tried), losses_) {
    for (const Tried& one : tried) {
      met_.insert(one.point);
      least_ = std::min(least_, process_.at(one.point).mean);
    }
  }

  std::optional<Point> best() {
    for (Index i = 0; i < kRandomCandidates; ++i) {
      std::vector<double> fractions;
      for (std::size_t d = 0; d < space_.size(); ++d) fractions.push_back(uniform());
      consider(fractions);
    }
    for (const std::size_t center : best_tried()) around(tried_[center].point);
    if (best_) climb();
    return best_;
  }

 private:
  static std::vector<Point> points_of(const std::vector<Tried>& tried) {
    std::vector<Point> points;
    points.reserve(tried.size());
    for (const Tried& one : tried) points.push_back(one.point);
    return points;
  }

  double uniform() { return random_.uniform(counter_++); }

  std::vector<std::size_t> best_tried() const {
    std::vector<std::size_t> order(tried_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::stable_sort(order, {}, [this](std::size_t i) { return losses_[i]; });
    order.resize(std::min(order.size(), kCenters));
    return order;
  }

  /// Points near one that did well: half of them a tenth of the range away, half a fiftieth.
  void around(const Point& center) {
    constexpr double kFar = 0.1, kNear = 0.02, kSwitch = 0.2;
    for (Index i = 0; i < kCandidatesPerCenter; ++i) {
      std::vector<double> fractions = fractions_of(space_, center);
      for (std::size_t d = 0; d < space_.size(); ++d) {
        if (space_[d].choices > 0) {
          if (uniform() < kSwitch) fractions[d] = uniform();
        } else {
          fractions[d] += (i % 2 == 0 ? kFar : kNear) * random_.normal(counter_++);
        }
      }
      consider(fractions);
    }
  }

  /// From the best candidate uphill along the dimensions.
  void climb() {
    for (const double step : {0.05, 0.025, 0.0125, 0.00625, 0.003125}) {
      const std::vector<double> start = fractions_of(space_, *best_);
      for (std::size_t d = 0; d < space_.size(); ++d) {
        if (space_[d].choices > 0) continue;
        for (const double sign : {1.0, -1.0}) {
          std::vector<double> fractions = fractions_of(space_, *best_);
          fractions[d] = start[d] + sign * step;
          consider(fractions);
        }
      }
    }
  }

  void consider(const std::vector<double>& fractions) {
    Point point = point_at(space_, fractions);
    if (!met_.insert(point).second) return;
    const double improvement = expected_improvement(process_.at(point));
    if (best_ && improvement <= improvement_) return;
    improvement_ = improvement;
    best_ = std::move(point);
  }

  double expected_improvement(const Prediction& prediction) const {
    const double gain = least_ - prediction.mean;
    if (prediction.deviation == 0) return std::max(0.0, gain);
    const double z = gain / prediction.deviation;
    const double density = std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi);
    const double probability = std::erfc(-z / std::numbers::sqrt2) / 2;
    return gain * probability + prediction.deviation * density;
  }

  const Space& space_;
  const std::vector<Tried>& tried_;
  const Random random_;
  std::uint64_t counter_ = 0;
  const std::vector<double> losses_;
  const GaussianProcess process_;
  std::set<Point> met_;
  double least_ = std::numeric_limits<double>::infinity();
  std::optional<Point> best_;
  double improvement_ = 0;
};

std::optional<Point> untried_at_random(const Space& space, std::uint64_t seed,
                                       const std::vector<Tried>& tried) {
  // One more than were tried: one of them is new, unless the space has no more.
  for (Point& point : random_points(space, seed, std::ssize(tried) + 1))
    if (std::ranges::find(tried, point, &Tried::point) == tried.end()) return std::move(point);
  return std::nullopt;
}

}  // namespace

Index random_trials(const Space& space) { return 2 * std::ssize(space) + 2; }

std::optional<Point> propose(const Space& space, std::uint64_t seed,
                             const std::vector<Tried>& tried) {
  const auto known =
      std::ranges::count_if(tried, [](const Tried& one) { return one.loss.has_value(); });
  const bool any_finite = std::ranges::any_of(
      tried, [](const Tried& one) { return one.loss && std::isfinite(*one.loss); });
  if (known < random_trials(space) || !any_finite) return untried_at_random(space, seed, tried);
  std::optional<Point> best = Proposer(space, seed, tried).best();
  // Candidates of a small space may all have been tried, and some of its points be none of them.
  return best ? best : untried_at_random(space, seed, tried);
}

}  // namespace espalier::experiments
