// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <deque>
#include <string>
#include <vector>

#include <espalier/schedules/policies/policy_registry.h>
#include <espalier/schedules/update/topology_updater.h>
#include <espalier/sparse/core/rng.h>
#include <espalier/sparse/topology/pattern_generators.h>
#include <espalier/sparse/topology/random_pattern.h>
#include "tests/schedules/policies/dense_weight.h"

namespace espalier::schedules {

/// Three weights of unequal shape and density, for runs of any policy.
struct PolicyProblem {
  struct Extents {
    Index rows, cols;
    double relative_density;
  };
  static constexpr Extents kExtents[] = {{32, 48, 1.0}, {16, 64, 0.5}, {48, 16, 1.5}};
  static constexpr std::size_t kWeights = std::size(kExtents);
  static constexpr std::uint64_t kSeed = 5;
  static constexpr double kInitialDeviation = 0.05;

  PolicyProblem(const std::string& policy, const PolicyOptions& options, Index block,
                double density) {
    const PolicyPtr made = make_topology_policy(policy, options);
    for (std::size_t i = 0; i < kWeights; ++i) {
      const auto& [rows, cols, relative] = kExtents[i];
      const Index grid = rows / block * (cols / block);
      const double target = std::min(1.0, density * relative);
      target_blocks.push_back(sparse::blocks_for_density(grid, target));
      initial_blocks.push_back(sparse::blocks_for_density(grid, made->initial_density(target)));
      initial.push_back(sparse::pattern_by_name(made->initial_pattern(),
                                                {rows, cols, {block, block}, initial_blocks.back()},
                                                {.group = options.group}, Random(kSeed, i)));
      std::vector<float> values(static_cast<std::size_t>(rows * cols));
      const Random random(kSeed, stream_id("values", i));
      for (std::size_t k = 0; k < values.size(); ++k)
        values[k] = static_cast<float>(kInitialDeviation * random.truncated_normal(k));
      weights.emplace_back(initial.back(), values);
    }
  }

  /// The gradient of a weight at a step: uniform in [-0.5, 0.5).
  static std::vector<float> gradient(std::size_t weight, Index step) {
    const auto& [rows, cols, relative] = kExtents[weight];
    const Random random(kSeed, stream_id("gradient", static_cast<std::uint64_t>(step), weight));
    std::vector<float> values(static_cast<std::size_t>(rows * cols));
    for (std::size_t k = 0; k < values.size(); ++k)
      values[k] = static_cast<float>(random.uniform(k) - 0.5);
    return values;
  }

  static std::string name_of(std::size_t i) { return "weight" + std::to_string(i); }

  sparse::WeightOwners owners() {
    sparse::WeightOwners owners;
    for (std::size_t i = 0; i < kWeights; ++i) {
      const auto owner = weights[i].owner(name_of(i));
      owner->set_initial_deviation(kInitialDeviation);
      owners.push_back(owner);
    }
    return owners;
  }

  /// Blocks that weight i is to store after an update, from the definitions of the schedules.
  /// `stored_before` is what it stored before it.
  Index budget(std::size_t i, const PolicyOptions& options, const UpdateReport& report, bool last,
               Index stored_before) const {
    const Index target = target_blocks[i];
    const auto t = static_cast<double>(report.completed_steps);
    const auto steps = static_cast<double>(options.steps);
    if (options.grow_first) {
      const double fraction = options.drop_fraction * (1 - t / steps);
      const Index free = weights[i].owned.pattern->grid_size() - stored_before;
      return target + (last ? 0 : std::min(free, sparse::ceil_of_fraction(fraction, target)));
    }
    if (options.density_start == 0) return target;
    const double left = std::max(0.0, 1 - t / (options.density_end * steps));
    const double excess = options.once_at >= 0 || last ? 0 : left * left * left;
    return target + sparse::ceil_of_fraction(excess, initial_blocks[i] - target);
  }

  /// Whether only the sum of all weights' budgets is kept.
  static bool shares_budget(const PolicyOptions& options) {
    return options.redistribute ||
           (options.density_start > 0 && options.density_scope == DensityScope::kGlobal);
  }

  std::deque<sparse::DenseWeight> weights;
  std::vector<sparse::PatternPtr> initial;
  std::vector<Index> initial_blocks;
  std::vector<Index> target_blocks;
};

}  // namespace espalier::schedules
