// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include <espalier/sparse/core/types.h>

namespace espalier::sparse {

/// Positions of the `count` smallest scores, ascending by position. Ties break on the lower
/// position. NaN counts as larger than every number, so that a damaged weight is never chosen
/// before a sound one and the order is total. Deterministic. Throws ShapeError if count is negative
/// or exceeds the number of scores. Cost: O(n) on average.
std::vector<Index> smallest(std::span<const double> scores, Index count);

/// Positions of the `count` largest scores, ascending by position; ties break on the lower
/// position, NaN counts as smaller than every number. Otherwise as `smallest`.
std::vector<Index> largest(std::span<const double> scores, Index count);

}  // namespace espalier::sparse
