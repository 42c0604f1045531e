// SPDX-License-Identifier: Apache-2.0
#include "schedules/density_distribution.h"

#include "sparse/core/error.h"

namespace espalier::schedules {

std::vector<double> uniform_densities(std::span<const WeightShape> weights, double density) {
  if (!(density > 0 && density <= 1))
    throw ConfigError("density " + std::to_string(density) + ": expected a value in (0, 1]");
  return std::vector<double>(weights.size(), density);
}

}  // namespace espalier::schedules
