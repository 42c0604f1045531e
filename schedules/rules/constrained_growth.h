// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include <espalier/schedules/rules/growth.h>
#include <espalier/sparse/topology/topology_edit.h>

namespace espalier::schedules {

// Both throw ShapeError unless there is a drop score for each block, no more are to go than there
// are, and growth keeps to the pattern's extents and visits each of its rows.

/// Exchanges `count` blocks so that every group of `group` blocks along a block row (the last may
/// be shorter) stores as many blocks afterwards as before. It drops the smallest blocks of the
/// whole weight, but from no group more than the group has free positions. In each group it grows
/// as many as the group lost, by score, at positions that were not stored. Source: the N:M
/// constraint of Zhou et al. 2021, "Learning N:M fine-grained structured sparse neural networks
/// from scratch", with drop and growth instead of a straight-through estimator, which needs the
/// dense weight.
sparse::TopologyEdit exchange_within_groups(const sparse::BlockPattern& pattern,
                                            std::span<const double> drop_scores,
                                            const GrowthScores& growth, Index count, Index group);

/// Settings of `exchange_with_constant_fan_in`.
struct FanInOptions {
  Index count = 0;      ///< blocks to drop and to grow before the constraint
  Index target = 0;     ///< blocks to store afterwards
  double ablation = 0;  ///< block rows whose share of salient blocks is smaller are ablated
};

/// Drops the `count` blocks of smallest score of the weight and grows others so that all block rows
/// that are not ablated store equally many blocks, to within one (the first rows have the one
/// more), and `target` in all. A block is salient if it survives the drop or is among the `count`
/// best positions to grow. A row is ablated if it has fewer salient blocks than `ablation` times
/// the present fan-in: it then stores nothing, and may come back when enough of its positions
/// become salient. The rows with most salient blocks are not ablated, as many as `target` blocks
/// need. Rows grow by score, and may grow a block that was just dropped. Source: Lasby et al. 2024,
/// "Dynamic sparse training with structured sparsity", section 3 (SRigL), with blocks for weights.
sparse::TopologyEdit exchange_with_constant_fan_in(const sparse::BlockPattern& pattern,
                                                   std::span<const double> drop_scores,
                                                   const GrowthScores& growth,
                                                   const FanInOptions& options);

}  // namespace espalier::schedules
// Tested by tests/schedules/policies/policy_table_test.cpp
