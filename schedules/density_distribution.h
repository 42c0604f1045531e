// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "sparse/core/types.h"

namespace espalier::schedules {

/// Name and extents of one sparse weight, which a density distribution may look at.
struct WeightShape {
  std::string name;
  Index rows = 0;
  Index cols = 0;
};

/// The density of each weight, in the order of `weights`, such that the model as a whole has
/// `density`: here the same for all. Blocks are then counted weight by weight
/// (`sparse::blocks_for_density`). Throws ConfigError if `density` is not in (0, 1].
/// Source: Dietrich et al. 2021, section 2 (the same sparsity in every layer).
std::vector<double> uniform_densities(std::span<const WeightShape> weights, double density);

}  // namespace espalier::schedules
