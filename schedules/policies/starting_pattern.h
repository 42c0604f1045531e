// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include <espalier/schedules/policies/topology_policy.h>
#include <espalier/schedules/rules/density_distribution.h>
#include <espalier/sparse/topology/pattern_generators.h>

namespace espalier::schedules {

/// Where a weight starts under a policy, and where it will have arrived.
struct StartingPattern {
  sparse::PatternPtr pattern;
  Index target_blocks = 0;  ///< for `TopologyUpdaterOptions::target_blocks`
};

/// The pattern that a policy wants a weight to start from which is to have `density` in the end: of
/// the policy's own kind (`initial_pattern`) and density (`initial_density`), which is larger for
/// policies that prune; or one from a file, which says itself how much the weight stores. To be
/// handed to the layer, as `LinearOptions::pattern`:
///
///   auto gmp = schedules::make_topology_policy("gmp", options);
///   auto start =
///       schedules::starting_pattern(*gmp, {"ffn.weight", 3072, 768, {16, 16}}, 0.1, seed);
///   models::Linear ffn({.name = "ffn", .in = 768, .out = 3072, .pattern = start.pattern},
///                      context);
///   schedules::TopologyUpdater topology(gmp, models::evolvable(ffn, adamw),
///                                       {.target_blocks = {start.target_blocks}});
///
/// Where the policy keeps to groups (`TopologyPolicy::group`) the pattern has those, whatever
/// `options.group` is. A pure function of its arguments and the file: random patterns depend on
/// seed and name of the weight. Of a policy whose cost is `kDense` it is full,
/// whatever the density. Throws ConfigError if `density` is not in (0, 1] or there is no
/// pattern of the policy's name, ShapeError if the block does not divide the extents, and what
/// `sparse::pattern_from_file` does.
StartingPattern starting_pattern(const TopologyPolicy& policy, const WeightShape& shape,
                                 double density, std::uint64_t seed,
                                 const sparse::PatternOptions& options = {});

/// The same for a number of blocks to be stored in the end.
StartingPattern starting_pattern_of_blocks(const TopologyPolicy& policy, const WeightShape& shape,
                                           Index target_blocks, std::uint64_t seed,
                                           const sparse::PatternOptions& options = {});

/// Throws ConfigError if a policy that starts denser than it ends, such as `gmp`, would have
/// nothing to prune in a weight: if it is to store `target_blocks` of its `grid_size` and starts
/// with no more. One that is to store them all is none of its concern.
void check_start(const TopologyPolicy& policy, const std::string& weight, Index grid_size,
                 Index initial_blocks, Index target_blocks);

}  // namespace espalier::schedules
