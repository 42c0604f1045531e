// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/search/space.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <set>
#include <utility>

#include <espalier/files/number_text.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>

namespace espalier::experiments {
namespace {

/// The least and the largest multiple of the step that are in range. Decimal fractions such as 0.3
/// and 0.1 are not exactly that.
constexpr double kRounding = 1e-9;
double first_multiple(const Dimension& dimension) {
  return std::ceil(dimension.low / dimension.step - kRounding);
}
double last_multiple(const Dimension& dimension) {
  return std::floor(dimension.high / dimension.step + kRounding);
}

/// The nearest number that takes so many digits: what people can read and type again.
double rounded(double value, int digits) {
  return *files::number_in<double>(fmt::format("{:.{}g}", value, digits));
}
constexpr int kDigits = 6;          // of any number
constexpr int kDigitsOfSteps = 12;  // 3 * 0.1 is 0.3

/// The multiples of a step have equal parts of the fractions.
bool has_equal_parts(const Dimension& dimension) {
  return dimension.step > 0 && !dimension.logarithmic && !dimension.normal;
}

/// The share of a normal distribution below a place between its ends, which are 0 and 1.
double share_below(double place) {
  return std::erfc(kNormalReach * (1 - 2 * place) / std::numbers::sqrt2) / 2;
}

/// The place below which that share is, by bisection: exact, and few are ever asked for.
double place_of(double share) {
  double below = 0, above = 1;
  for (int bit = 0; bit < std::numeric_limits<double>::digits; ++bit) {
    const double middle = std::midpoint(below, above);
    (share_below(middle) < share ? below : above) = middle;
  }
  return std::midpoint(below, above);
}

double value_at(const Dimension& dimension, double fraction) {
  const double share = std::clamp(fraction, 0.0, 1.0);
  const auto one_of = [share](double count) {
    return std::min(std::floor(share * count), count - 1);
  };
  if (!dimension.probabilities.empty()) {
    double left = share;
    Index choice = 0;
    for (const double probability : dimension.probabilities) {
      left -= probability;
      if (left < 0 || choice + 1 == dimension.choices) break;
      ++choice;
    }
    return static_cast<double>(choice);
  }
  if (dimension.choices > 0) return one_of(static_cast<double>(dimension.choices));
  if (has_equal_parts(dimension))
    return rounded(
        dimension.step * (first_multiple(dimension) +
                          one_of(last_multiple(dimension) - first_multiple(dimension) + 1)),
        kDigitsOfSteps);
  const double place = dimension.normal ? place_of(share) : share;
  double value = dimension.logarithmic
                     ? dimension.low * std::pow(dimension.high / dimension.low, place)
                     : dimension.low + place * (dimension.high - dimension.low);
  if (dimension.step > 0)
    value =
        rounded(dimension.step * std::clamp(std::round(value / dimension.step),
                                            first_multiple(dimension), last_multiple(dimension)),
                kDigitsOfSteps);
  else
    value = rounded(value, kDigits);
  return std::clamp(value, dimension.low, dimension.high);  // rounding may lead out of it
}

double fraction_of(const Dimension& dimension, double value) {
  if (!dimension.probabilities.empty()) {
    const auto own = dimension.probabilities.begin() + static_cast<std::ptrdiff_t>(value);
    return std::accumulate(dimension.probabilities.begin(), own, *own / 2);
  }
  if (dimension.choices > 0) return (value + 0.5) / static_cast<double>(dimension.choices);
  if (has_equal_parts(dimension))
    return (std::round(value / dimension.step) - first_multiple(dimension) + 0.5) /
           (last_multiple(dimension) - first_multiple(dimension) + 1);
  const double place =
      dimension.logarithmic
          ? std::log(value / dimension.low) / std::log(dimension.high / dimension.low)
          : (value - dimension.low) / (dimension.high - dimension.low);
  return dimension.normal ? share_below(place) : place;
}

void validate_probabilities(const Dimension& dimension) {
  const std::vector<double>& probabilities = dimension.probabilities;
  if (probabilities.empty()) return;
  constexpr double kDecimals = 1e-6;  // thirds are written 0.333333
  const double sum = std::accumulate(probabilities.begin(), probabilities.end(), 0.0);
  if (std::ssize(probabilities) != dimension.choices ||
      std::ranges::any_of(probabilities, [](double p) { return !(p > 0); }) ||
      !(std::abs(sum - 1) <= kDecimals))
    throw ConfigError(fmt::format("{}: probabilities {}, expected {} numbers above 0 that sum to 1",
                                  dimension.name, fmt::join(probabilities, ", "),
                                  dimension.choices));
}

}  // namespace

void validate(const Space& space) {
  for (const Dimension& dimension : space) {
    const auto fail = [&](const std::string& what) {
      throw ConfigError(dimension.name + ": " + what);
    };
    if (dimension.choices > 0) {
      if (dimension.choices == 1) fail("one value, expected two or more to choose from");
      validate_probabilities(dimension);
      continue;
    }
    const auto [low, high] = std::pair(dimension.low, dimension.high);
    if (!std::isfinite(low) || !std::isfinite(high) || !(low < high))
      fail(fmt::format("from {} to {}, expected finite numbers with min below max", low, high));
    if (dimension.logarithmic && low <= 0)
      fail(fmt::format("min {} of a logarithmic range, expected a number above 0", low));
    if (!std::isfinite(dimension.step) || dimension.step < 0 ||
        (dimension.step > 0 && first_multiple(dimension) >= last_multiple(dimension)))
      fail(fmt::format("q {}, expected two multiples of it from {} to {}", dimension.step, low,
                       high));
  }
}

Point point_at(const Space& space, const std::vector<double>& fractions) {
  Point point;
  for (std::size_t d = 0; d < space.size(); ++d) point.push_back(value_at(space[d], fractions[d]));
  return point;
}

std::vector<double> fractions_of(const Space& space, const Point& point) {
  std::vector<double> fractions;
  for (std::size_t d = 0; d < space.size(); ++d)
    fractions.push_back(fraction_of(space[d], point[d]));
  return fractions;
}

std::vector<Point> random_points(const Space& space, std::uint64_t seed, Index count) {
  // Among few points, the last one is met after their number times its logarithm of draws.
  constexpr Index kMostDraws = 64;
  const auto most = static_cast<Index>(std::min(points_in(space), static_cast<double>(count)));
  std::vector<Point> points;
  std::set<Point> met;
  for (Index draw = 0; std::ssize(points) < most && draw < kMostDraws * count; ++draw) {
    const Random random(seed, stream_id("random trial", static_cast<std::uint64_t>(draw)));
    std::vector<double> fractions;
    for (std::size_t d = 0; d < space.size(); ++d) fractions.push_back(random.uniform(d));
    Point point = point_at(space, fractions);
    if (met.insert(point).second) points.push_back(std::move(point));
  }
  return points;
}

double points_in(const Space& space) {
  double count = 1;
  for (const Dimension& dimension : space) {
    if (dimension.choices > 0)
      count *= static_cast<double>(dimension.choices);
    else if (dimension.step > 0)
      count *= last_multiple(dimension) - first_multiple(dimension) + 1;
    else
      return std::numeric_limits<double>::infinity();
  }
  return count;
}

}  // namespace espalier::experiments
