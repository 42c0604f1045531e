// SPDX-License-Identifier: Apache-2.0
#include <espalier/schedules/policies/starting_pattern.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include <espalier/schedules/rules/policy_option_list.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/topology/random_pattern.h>

namespace espalier::schedules {
namespace {

/// The path of a weight's pattern: "{weight}" in it stands for the name.
std::string path_of(std::string pattern, const std::string& weight) {
  constexpr std::string_view kName = "{weight}";
  pattern.erase(0, kPatternFilePrefix.size());
  for (std::size_t at = pattern.find(kName); at != std::string::npos;
       at = pattern.find(kName, at + weight.size()))
    pattern.replace(at, kName.size(), weight);
  return pattern;
}

/// Throws ShapeError, naming the weight, before a division by extents of zero.
Index grid_size_of(const WeightShape& shape) {
  const auto require = [&](bool fits, const std::string& expected) {
    if (!fits)
      throw ShapeError("weight " + shape.name + ": found " + std::to_string(shape.rows) + " x " +
                       std::to_string(shape.cols) + " in blocks of " +
                       std::to_string(shape.block.rows) + " x " + std::to_string(shape.block.cols) +
                       "; expected " + expected);
  };
  require(shape.rows >= 0 && shape.cols >= 0 && shape.block.rows >= 1 && shape.block.cols >= 1,
          "extents of 0 and more, and blocks of 1 and more");
  require(shape.rows % shape.block.rows == 0 && shape.cols % shape.block.cols == 0,
          "extents that the block divides");
  return shape.grid_size();
}

/// Blocks that a weight stores at first, if it is to store `target` in the end.
Index first_blocks(const TopologyPolicy& policy, Index grid_size, Index target) {
  if (grid_size == 0) return target;
  const double density = static_cast<double>(target) / static_cast<double>(grid_size);
  return std::max(target, sparse::blocks_for_density(grid_size, policy.initial_density(density)));
}

}  // namespace

StartingPattern starting_pattern_of_blocks(const TopologyPolicy& policy, const WeightShape& shape,
                                           Index target_blocks, std::uint64_t seed,
                                           const sparse::PatternOptions& options) {
  const Index grid_size = grid_size_of(shape);
  if (policy.cost() == PolicyCost::kDense) target_blocks = grid_size;
  const std::string name = policy.initial_pattern();
  if (name.starts_with(kPatternFilePrefix)) {
    sparse::PatternPtr pattern =
        sparse::pattern_from_file(path_of(name, shape.name), shape.rows, shape.cols, shape.block);
    const Index stored = pattern->blocks();
    return {std::move(pattern), stored};
  }
  const Index fewest = grid_size == 0 ? 0 : 1;
  if (target_blocks < fewest || target_blocks > grid_size)
    throw ConfigError("weight " + shape.name + ": " + std::to_string(target_blocks) +
                      " blocks at the end; expected a number from " + std::to_string(fewest) +
                      " to " + std::to_string(grid_size));
  sparse::PatternOptions settings = options;
  if (policy.group() > 0) settings.group = policy.group();
  return {sparse::pattern_by_name(name,
                                  {.rows = shape.rows,
                                   .cols = shape.cols,
                                   .block = shape.block,
                                   .blocks = first_blocks(policy, grid_size, target_blocks)},
                                  settings, Random(seed, stream_id("pattern:" + shape.name))),
          target_blocks};
}

StartingPattern starting_pattern(const TopologyPolicy& policy, const WeightShape& shape,
                                 double density, std::uint64_t seed,
                                 const sparse::PatternOptions& options) {
  return starting_pattern_of_blocks(
      policy, shape, sparse::blocks_for_density(grid_size_of(shape), density), seed, options);
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
