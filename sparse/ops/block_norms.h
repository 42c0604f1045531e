// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include <espalier/sparse/format/block_pattern.h>

namespace espalier::sparse {

/// Norms of a block, taken over its values: sum of |w|, square root of the sum of w^2, largest |w|.
enum class BlockNorm { kL1, kL2, kLinf };

/// The norm of every stored block, in pattern order; summed in double, in value order. A block that
/// holds a NaN has norm NaN. Throws ShapeError if the number of values is not pattern.values().
/// Cost: one pass over the values. Source: Dietrich et al. 2021, section 2 (L1 is best there).
std::vector<double> block_norms(const BlockPattern& pattern, std::span<const float> values,
                                BlockNorm norm);

}  // namespace espalier::sparse
