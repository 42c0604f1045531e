// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace espalier {

/// How numbers are distributed, such as the times of one thing that was measured several times.
struct Spread {
  double lower_quartile = 0;
  double median = 0;
  double upper_quartile = 0;

  bool operator==(const Spread&) const = default;
};

/// The spread of some numbers, interpolated between neighbours: the median of an even count is the
/// mean of the two in the middle. All zero if there are none.
Spread spread_of(std::vector<double> values);

}  // namespace espalier
