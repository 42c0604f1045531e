// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "sparse/core/rng.h"
#include "sparse/format/block_pattern.h"

namespace espalier::sparse {

/// Number of blocks that a density stands for: ceil(density * grid_size), at least 1 for a
/// non-empty grid. A product that is an integer up to rounding counts as that integer. Throws
/// ConfigError if `density` is not in (0, 1]. Source: the rule of the authors' library
/// (`matmul_spec_from_density`).
Index blocks_for_density(Index grid_size, double density);

/// `count` distinct numbers from [0, population), ascending, every subset equally likely. A pure
/// function of its arguments. Throws ShapeError if count is negative or exceeds population. Cost:
/// O(count log count) time and memory (Floyd's algorithm), independent of `population`.
std::vector<Index> sample_without_replacement(Index population, Index count, const Random& random);

/// Random pattern with exactly `blocks_for_density` blocks, every such pattern equally likely.
/// Throws ShapeError or ConfigError as the functions above and BlockPattern do.
PatternPtr random_pattern(Index rows, Index cols, BlockShape block, double density,
                          const Random& random);

}  // namespace espalier::sparse
