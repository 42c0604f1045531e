// SPDX-License-Identifier: Apache-2.0
#include <espalier/schedules/policies/starting_pattern.h>

#include <algorithm>
#include <string>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/topology/random_pattern.h>

namespace espalier::schedules {
namespace {

/// Blocks that a weight stores at first, if it is to store `target` in the end.
Index first_blocks(const TopologyPolicy& policy, Index grid_size, Index target) {
  const double density = static_cast<double>(target) / static_cast<double>(grid_size);
  return std::max(target, sparse::blocks_for_density(grid_size, policy.initial_density(density)));
}

}  // namespace

sparse::PatternPtr starting_pattern(const TopologyPolicy& policy, const WeightShape& shape,
                                    Index target_blocks, std::uint64_t seed,
                                    const sparse::PatternOptions& options) {
  return sparse::pattern_by_name(policy.initial_pattern(),
                                 {.rows = shape.rows,
                                  .cols = shape.cols,
                                  .block = shape.block,
                                  .blocks = first_blocks(policy, shape.grid_size(), target_blocks)},
                                 options, Random(seed, stream_id("pattern:" + shape.name)));
}

StartingPattern starting_pattern(const TopologyPolicy& policy, const WeightShape& shape,
                                 double density, std::uint64_t seed,
                                 const sparse::PatternOptions& options) {
  const Index target = sparse::blocks_for_density(shape.grid_size(), density);
  return {starting_pattern(policy, shape, target, seed, options), target};
}

void check_start(const TopologyPolicy& policy, const std::string& weight, Index grid_size,
                 Index initial_blocks, Index target_blocks) {
  if (grid_size == 0 || target_blocks < 1 || target_blocks >= grid_size) return;
  const Index wanted = first_blocks(policy, grid_size, target_blocks);
  if (wanted <= target_blocks || initial_blocks > target_blocks) return;
  throw ConfigError("topology policy " + policy.name() + ": weight " + weight + " starts with " +
                    std::to_string(initial_blocks) + " of " + std::to_string(grid_size) +
                    " blocks and is to end with " + std::to_string(target_blocks) +
                    ", so that nothing is pruned; expected a start of " + std::to_string(wanted) +
                    " (schedules::starting_pattern makes it) and the end as target_blocks");
}

}  // namespace espalier::schedules
