// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <espalier/sparse/core/types.h>

namespace espalier::experiments {

/// One thing that a search may choose.
struct Dimension {
  std::string name;
  Index choices = 0;  ///< above 0: one of so many alternatives without an order
  std::vector<double> probabilities = {};  ///< of the alternatives; none: all are equally likely
  double low = 0;                          ///< else a number from `low` to `high`
  double high = 1;
  bool logarithmic = false;  ///< equal factors count as equal distances; low > 0
  double step = 0;           ///< numbers are multiples of it; 0: all
  bool normal =
      false;  ///< numbers, or their logarithms, are normally distributed instead of evenly
};

/// From the mean of a normal dimension to either end, in standard deviations: what lies beyond, one
/// of 16,000 numbers, is the end.
inline constexpr double kNormalReach = 4;

/// What a search may choose, all at once.
using Space = std::vector<Dimension>;

/// One value for each dimension of a space: a number, or the index of an alternative.
using Point = std::vector<double>;

/// Throws ConfigError that opens with the name of the dimension unless each has two alternatives,
/// with probabilities above 0 that sum to 1 if there are any, or low < high, both finite, with a
/// multiple of the step from one to the other.
void validate(const Space& space);

/// The values at fractions in [0, 1], one for each dimension: from low to high, evenly, or evenly
/// in the logarithm and to the nearest multiple of a step that is in range; of a normal dimension
/// and of alternatives with probabilities, the quantile. Numbers without a step have six digits.
Point point_at(const Space& space, const std::vector<double>& fractions);

/// The fractions of a point: those of its numbers; of an alternative or a multiple of a step, the
/// middle of its part.
std::vector<double> fractions_of(const Space& space, const Point& point);

/// The first `count` points of a random search, uniform over the fractions and no two equal: fewer
/// if the space has no more, or none that is likely enough to be met in 64 draws for each. Point i
/// is a function of (seed, i) alone.
std::vector<Point> random_points(const Space& space, std::uint64_t seed, Index count);

/// Different points of the space; infinity if a dimension has numbers without a step.
double points_in(const Space& space);

}  // namespace espalier::experiments
