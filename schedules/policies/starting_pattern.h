// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include <espalier/schedules/policies/topology_policy.h>
#include <espalier/schedules/rules/density_distribution.h>
#include <espalier/sparse/topology/pattern_generators.h>

namespace espalier::schedules {

/// The pattern that a weight starts from under a policy, and the number of blocks that it ends
/// with.
struct StartingPattern {
  sparse::PatternPtr pattern;
  Index target_blocks = 0;  ///< for `TopologyUpdaterOptions::target_blocks`
};

/// The pattern from which a policy starts a weight that has `density` at the end. Its kind is the
/// policy's (`initial_pattern`) and so is its density (`initial_density`), which is larger for
/// policies that prune. A pattern from a file decides itself how much the weight stores. Hand it to
/// the layer as `LinearOptions::pattern`:
///
///   auto gmp = schedules::preset_policy("gmp", {"steps=10000"});
///   auto start =
///       schedules::starting_pattern(*gmp, {"ffn.weight", 3072, 768, {16, 16}}, 0.1, seed);
///   models::Linear ffn({.name = "ffn", .in = 768, .out = 3072, .pattern = start.pattern},
///                      context);
///   schedules::TopologyUpdater topology(gmp, models::evolvable(ffn, adamw),
///                                       {.target_blocks = {start.target_blocks}});
///
/// Where the policy keeps to groups (`TopologyPolicy::group`) the pattern has those, whatever
/// `options.group` is. Other policies that start from "n_of_m" do not know `PolicyOptions::group`:
/// hand the same number on as `options.group`. The pattern of a policy with cost `kDense` is full,
/// whatever the density. A pure function of its arguments and the file: random patterns depend on
/// the seed and the weight's name. Throws ConfigError if `density` is not in (0, 1] or the policy
/// names a kind of pattern that does not exist, ShapeError if the block does not divide the
/// extents, and what `sparse::pattern_from_file` throws.
StartingPattern starting_pattern(const TopologyPolicy& policy, const WeightShape& shape,
                                 double density, std::uint64_t seed,
                                 const sparse::PatternOptions& options = {});

/// The same for a number of blocks at the end instead of a density. Throws ConfigError unless it is
/// from 1, or 0 of a weight without values, to all blocks of the weight; a full pattern and one
/// from a file do not read it.
StartingPattern starting_pattern_of_blocks(const TopologyPolicy& policy, const WeightShape& shape,
                                           Index target_blocks, std::uint64_t seed,
                                           const sparse::PatternOptions& options = {});

/// Throws ConfigError if a policy that starts denser than it ends, such as `gmp`, would have
/// nothing to prune in a weight: the weight has `grid_size` blocks and starts with no more than the
/// `target_blocks` that it ends with. A weight that ends with all its blocks passes.
void check_start(const TopologyPolicy& policy, const std::string& weight, Index grid_size,
                 Index initial_blocks, Index target_blocks);

}  // namespace espalier::schedules
