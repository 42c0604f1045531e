// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <espalier/sparse/core/types.h>

namespace espalier::schedules {

/// Divides `total` in proportion to `shares`, each part at most its capacity: parts that would be
/// larger are cut to it, and what they leave goes to the others in proportion. Whole numbers by
/// largest remainder, of equal ones the first. What no capacity takes is left out. A share that is
/// not finite counts as none.
std::vector<Index> share_out(Index total, std::vector<double> shares,
                             const std::vector<Index>& capacity);

/// Leaves a block to each weight that had one: a weight that dropped all of its `stored` blocks and
/// would grow none takes one from the weight that can spare most, of equal ones the first. There is
/// always one that can, as each of these weights has dropped one of the blocks that are divided.
void leave_one_each(const std::vector<Index>& stored, const std::vector<Index>& dropped,
                    std::vector<Index>& grown);

}  // namespace espalier::schedules
// Tested by tests/schedules/policies/policy_table_test.cpp
