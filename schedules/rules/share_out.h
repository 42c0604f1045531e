// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <espalier/sparse/core/types.h>

namespace espalier::schedules {

/// Divides `total` in proportion to `shares`, but gives each part at most its capacity: a larger
/// part is cut to it, and the rest goes to the others in proportion. Rounds to whole numbers by
/// largest remainder; among equal ones the first comes first. What exceeds all capacities is left
/// out. A share that is not finite counts as zero; the others must have a finite sum.
std::vector<Index> share_out(Index total, std::vector<double> shares,
                             const std::vector<Index>& capacity);

/// Makes sure that no weight loses its last block: a weight that dropped all of its `stored` blocks
/// and would grow none takes one from the weight that can spare most, the first of equal ones. One
/// can always spare one, since each of these weights has dropped one of the blocks that are
/// divided.
void leave_one_each(const std::vector<Index>& stored, const std::vector<Index>& dropped,
                    std::vector<Index>& grown);

}  // namespace espalier::schedules
