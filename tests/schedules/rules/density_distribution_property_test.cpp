// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <numeric>

#include <espalier/schedules/rules/density_distribution.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/topology/random_pattern.h>

namespace espalier::schedules {
namespace {

struct Problem {
  std::vector<WeightShape> weights;
  DensityOptions options;
  Index grid = 0;
};

/// Some weights with blocks of one size, and a density that gives each of them a block at least.
Problem any_problem() {
  Problem problem;
  const auto block = *rc::gen::element<Index>(1, 2, 4, 16);
  const auto count = *rc::gen::inRange(1, 12);
  for (int i = 0; i < count; ++i) {
    WeightShape weight{std::to_string(i),
                       *rc::gen::inRange<Index>(1, 40) * block,
                       *rc::gen::inRange<Index>(1, 40) * block,
                       {block, block}};
    problem.grid += weight.grid_size();
    problem.weights.push_back(std::move(weight));
  }
  problem.options.distribution = *rc::gen::element<std::string>("er", "erk");
  problem.options.erk_power = *rc::gen::element(0.0, 0.5, 1.0, 2.0);
  problem.options.density = static_cast<double>(*rc::gen::inRange<Index>(count, problem.grid + 1)) /
                            static_cast<double>(problem.grid);
  return problem;
}

Index sum(const std::vector<Index>& counts) {
  return std::accumulate(counts.begin(), counts.end(), Index{0});
}

RC_GTEST_PROP(DensityDistributionProperty, MeetsItsBudgetExactly, ()) {
  const Problem problem = any_problem();
  const std::vector<Index> counts = stored_blocks(problem.weights, problem.options);
  RC_ASSERT(sum(counts) == sparse::blocks_for_density(problem.grid, problem.options.density));
  for (std::size_t i = 0; i < counts.size(); ++i)
    RC_ASSERT(counts[i] >= 1 && counts[i] <= problem.weights[i].grid_size());
}

// Of two weights that are not dense, the one with the larger probability is at least as dense, up
// to one block of each and the block that every weight gets.
RC_GTEST_PROP(DensityDistributionProperty, KeepsTheOrderOfProbabilities, ()) {
  const Problem problem = any_problem();
  RC_PRE(problem.options.distribution == "er" || problem.options.erk_power > 0);
  const std::vector<Index> counts = stored_blocks(problem.weights, problem.options);
  const auto probability = [&](std::size_t i) {
    const auto rows = static_cast<double>(problem.weights[i].rows);
    const auto cols = static_cast<double>(problem.weights[i].cols);
    return (rows + cols) / (rows * cols);
  };
  const auto grid = [&](std::size_t i) {
    return static_cast<double>(problem.weights[i].grid_size());
  };
  for (std::size_t i = 0; i < counts.size(); ++i)
    for (std::size_t j = 0; j < counts.size(); ++j)
      if (probability(i) > probability(j) && counts[j] > 1)
        RC_ASSERT(static_cast<double>(counts[i] + 1) / grid(i) >=
                  static_cast<double>(counts[j] - 1) / grid(j));
}

RC_GTEST_PROP(DensityDistributionProperty, SumsToTheBudgetWithOverridesInIt, ()) {
  Problem problem = any_problem();
  problem.options.distribution = *rc::gen::element<std::string>("er", "erk");
  problem.options.overrides_in_budget = true;
  problem.options.layers = {{"0", *rc::gen::element(0.01, 0.1, 0.5, 1.0)}};
  const Index budget = sparse::blocks_for_density(problem.grid, problem.options.density);
  std::vector<Index> counts;
  try {
    counts = stored_blocks(problem.weights, problem.options);
  } catch (const ConfigError&) {
    // Refused only where the budget cannot be met.
    const Index spent = sparse::blocks_for_density(problem.weights[0].grid_size(),
                                                   problem.options.layers[0].density);
    const Index rest = budget - spent;
    const Index others = static_cast<Index>(problem.weights.size()) - 1;
    RC_ASSERT(rest < others || rest > problem.grid - problem.weights[0].grid_size());
    return;
  }
  if (problem.weights.size() > 1) RC_ASSERT(sum(counts) == budget);
}

}  // namespace
}  // namespace espalier::schedules
