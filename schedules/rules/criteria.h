// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include <espalier/sparse/core/rng.h>
#include <espalier/sparse/ops/block_norms.h>
#include <espalier/sparse/topology/weight_view.h>

namespace espalier::schedules {

/// Positions of the `count` stored blocks with the smallest norm, ascending. Ties break on the
/// lower position; a block that holds a NaN is dropped last. Throws ShapeError if `count` is
/// negative or exceeds the stored blocks. Deterministic. Cost: one pass over the values. Source:
/// Dietrich et al. 2021, section 2.
std::vector<Index> smallest_blocks(const sparse::WeightView& weight, Index count,
                                   sparse::BlockNorm norm);

/// Mean |momentum| over the stored values; `momentum` [rows, cols] row-major. Throws ConfigError
/// unless it has one value for each position of the weight. Source: Dettmers and Zettlemoyer 2019,
/// "Sparse networks from scratch", section 3 (momentum redistribution).
double mean_momentum(const sparse::WeightView& weight, std::span<const float> momentum);

/// Grow criterion: `count` coordinates that `pattern` does not store, drawn uniformly without
/// replacement, in row order. A pure function of its arguments: pass a `random` whose stream names
/// the weight and the update. Throws ShapeError if `count` is negative or exceeds the positions
/// that are not stored. Cost: O(blocks + block rows + count log count) time, O(count) memory.
/// Source: Dietrich et al. 2021, algorithm 1 (the authors' code excludes what was stored before the
/// update, so the pattern to pass is the one before it).
std::vector<sparse::BlockCoordinate> random_unstored(const sparse::BlockPattern& pattern,
                                                     Index count, const Random& random);

}  // namespace espalier::schedules
