// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "sparse/core/rng.h"
#include "sparse/ops/block_norms.h"
#include "sparse/topology/evolvable_weight.h"

namespace espalier::schedules {

/// Drop criterion: positions of the `count` stored blocks with the smallest norm, ascending. Ties
/// break on the lower position; a block that holds a NaN is dropped last. Throws ShapeError if
/// `count` is negative or exceeds the stored blocks. Deterministic. Cost: one pass over the values.
/// Source: Dietrich et al. 2021, section 2.
std::vector<Index> smallest_blocks(const sparse::EvolvableWeight& weight, Index count,
                                   sparse::BlockNorm norm);

/// Grow criterion: `count` coordinates that `pattern` does not store, drawn uniformly without
/// replacement, in row order. A pure function of its arguments: pass a `random` whose stream names
/// the weight and the update. Throws ShapeError if `count` is negative or exceeds the positions
/// that are not stored. Cost: O(blocks + block rows + count log count) time, O(count) memory.
/// Source: Dietrich et al. 2021, algorithm 1 (the authors' code excludes what was stored before the
/// update, so the pattern to pass is the one before it).
std::vector<sparse::BlockCoordinate> random_unstored(const sparse::BlockPattern& pattern,
                                                     Index count, const Random& random);

/// The norm that a configuration names: l1, l2 or linf. Throws ConfigError on any other name.
sparse::BlockNorm block_norm(std::string_view name);
std::string_view block_norm_name(sparse::BlockNorm norm);

}  // namespace espalier::schedules
