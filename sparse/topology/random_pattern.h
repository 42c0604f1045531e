// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <espalier/sparse/core/rng.h>
#include <espalier/sparse/format/block_pattern.h>

namespace espalier::sparse {

/// Smallest integer that is at least fraction * total, for a fraction in [0, 1]. A product that is
/// an integer up to the rounding of `fraction` (an error of 2^-50, which covers 1 - 0.9 and a
/// cosine) counts as that integer, so that a tenth of 4096 * 10 is 4096 however the tenth was
/// computed. Throws ConfigError if `fraction` is not in [0, 1], ShapeError if `total` is negative.
Index ceil_of_fraction(double fraction, Index total);

/// Number of blocks that a density stands for: ceil(density * grid_size), by `ceil_of_fraction`, at
/// least 1 for a non-empty grid. Throws ConfigError if `density` is not in (0, 1]. Source: the rule
/// of the authors' library (`matmul_spec_from_density`).
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
