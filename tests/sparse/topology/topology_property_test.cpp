// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/topology/random_pattern.h>
#include <espalier/sparse/topology/select.h>
#include "tests/sparse/topology/owned_weight.h"

namespace espalier::sparse {
namespace {

struct Problem {
  PatternPtr pattern;
  TopologyEdit edit;
};

/// A subset of 0 .. population - 1 with every size equally likely, ascending.
std::vector<Index> subset(Index population) {
  const auto count = *rc::gen::inRange<Index>(0, population + 1);
  return sample_without_replacement(population, count, Random(*rc::gen::arbitrary<int>(), 1));
}

/// A random pattern and an edit that fits it, in which dropped blocks may grow again.
Problem any_problem() {
  const BlockShape block = {*rc::gen::element<Index>(1, 2, 4), *rc::gen::element<Index>(1, 2, 4)};
  const auto grid_rows = *rc::gen::inRange<Index>(1, 9);
  const auto grid_cols = *rc::gen::inRange<Index>(1, 9);
  std::vector<BlockCoordinate> stored;
  for (const Index p : subset(grid_rows * grid_cols))
    stored.push_back(
        {static_cast<BlockIndex>(p / grid_cols), static_cast<BlockIndex>(p % grid_cols)});
  Problem problem;
  problem.pattern =
      BlockPattern::from_coordinates(grid_rows * block.rows, grid_cols * block.cols, block, stored);
  problem.edit.drop = subset(problem.pattern->blocks());
  std::vector<BlockCoordinate> free;
  for (BlockIndex r = 0; r < grid_rows; ++r) {
    for (BlockIndex c = 0; c < grid_cols; ++c) {
      const Index position = problem.pattern->find({r, c});
      if (position < 0 ||
          std::binary_search(problem.edit.drop.begin(), problem.edit.drop.end(), position))
        free.push_back({r, c});
    }
  }
  for (const Index i : subset(static_cast<Index>(free.size())))
    problem.edit.grow.push_back(free[static_cast<std::size_t>(i)]);
  return problem;
}

RC_GTEST_PROP(TopologyEditProperty, StoresSurvivorsAndGrownBlocksAndNothingElse, ()) {
  const Problem problem = any_problem();
  const EditResult result = apply_edit(*problem.pattern, problem.edit);

  std::set<BlockCoordinate> expected(problem.edit.grow.begin(), problem.edit.grow.end());
  const auto old = problem.pattern->coordinates();
  for (std::size_t i = 0; i < old.size(); ++i)
    if (!std::binary_search(problem.edit.drop.begin(), problem.edit.drop.end(),
                            static_cast<Index>(i)))
      expected.insert(old[i]);
  const auto stored = result.pattern->coordinates();
  RC_ASSERT(std::equal(stored.begin(), stored.end(), expected.begin(), expected.end()));
  RC_ASSERT(result.remap.grown() == static_cast<Index>(problem.edit.grow.size()));
  RC_ASSERT(result.remap.dropped() == static_cast<Index>(problem.edit.drop.size()));
}

RC_GTEST_PROP(TopologyEditProperty, KeepsSurvivorsBitIdenticalAndGrowsZerosInEveryBuffer, ()) {
  const Problem problem = any_problem();
  OwnedWeight owned(problem.pattern, 17);
  const OwnedWeight before = owned;
  edit_weight(*owned.owner(), problem.edit);

  const Index size = problem.pattern->block().size();
  const auto expect_moved = [&](const AlignedVector<float>& from, const AlignedVector<float>& to) {
    const auto stored = owned.pattern->coordinates();
    RC_ASSERT(static_cast<Index>(to.size()) == owned.pattern->values());
    for (std::size_t k = 0; k < stored.size(); ++k) {
      const bool grown =
          std::binary_search(problem.edit.grow.begin(), problem.edit.grow.end(), stored[k]);
      const Index source = problem.pattern->find(stored[k]);
      for (Index i = 0; i < size; ++i) {
        const float expected = grown ? 0.0f : from[static_cast<std::size_t>(source * size + i)];
        RC_ASSERT(to[k * static_cast<std::size_t>(size) + static_cast<std::size_t>(i)] == expected);
      }
    }
  };
  expect_moved(before.values, owned.values);
  expect_moved(before.gradient, owned.gradient);
  expect_moved(before.first, owned.first);
  expect_moved(before.second, owned.second);
}

RC_GTEST_PROP(TopologyEditProperty, IsUndoneByItsInverse, ()) {
  const Problem problem = any_problem();
  const EditResult result = apply_edit(*problem.pattern, problem.edit);
  TopologyEdit inverse;
  for (const BlockCoordinate c : problem.edit.grow) inverse.drop.push_back(result.pattern->find(c));
  const auto old = problem.pattern->coordinates();
  for (const Index i : problem.edit.drop) inverse.grow.push_back(old[static_cast<std::size_t>(i)]);
  RC_ASSERT(*apply_edit(*result.pattern, inverse).pattern == *problem.pattern);
}

RC_GTEST_PROP(TopologyEditProperty, ChangesNothingIfItIsDamaged, ()) {
  Problem problem = any_problem();
  const BlockPattern& pattern = *problem.pattern;
  switch (*rc::gen::inRange(0, 4)) {
    case 0:
      problem.edit.drop.push_back(pattern.blocks());
      break;
    case 1:
      problem.edit.grow.push_back({static_cast<BlockIndex>(pattern.grid_rows()), 0});
      break;
    case 2:
      RC_PRE(!problem.edit.drop.empty());
      problem.edit.drop.push_back(problem.edit.drop.back());
      break;
    case 3:
      RC_PRE(!problem.edit.grow.empty());
      problem.edit.grow.push_back(problem.edit.grow.front());
      break;
  }
  OwnedWeight owned(problem.pattern, 17);
  const OwnedWeight before = owned;
  RC_ASSERT_THROWS_AS(edit_weight(*owned.owner(), problem.edit), FormatError);
  RC_ASSERT(owned.pattern == before.pattern);
  RC_ASSERT(owned.values == before.values);
  RC_ASSERT(owned.gradient == before.gradient);
  RC_ASSERT(owned.first == before.first);
  RC_ASSERT(owned.second == before.second);
}

RC_GTEST_PROP(SelectProperty, AgreesWithAStableSort, ()) {
  // Few distinct values make ties; one of them is NaN.
  const auto drawn = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 6));
  std::vector<double> scores(drawn.begin(), drawn.end());
  for (double& score : scores)
    if (score == 5) score = std::nan("");
  const auto count = *rc::gen::inRange<Index>(0, static_cast<Index>(scores.size()) + 1);

  const auto by_sorting = [&](double sign) {
    std::vector<Index> order(scores.size());
    std::iota(order.begin(), order.end(), Index{0});
    const auto key = [&](Index i) { return std::isnan(scores[i]) ? HUGE_VAL : sign * scores[i]; };
    std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return key(a) < key(b); });
    order.resize(static_cast<std::size_t>(count));
    std::sort(order.begin(), order.end());
    return order;
  };
  RC_ASSERT(smallest(scores, count) == by_sorting(1));
  RC_ASSERT(largest(scores, count) == by_sorting(-1));
}

RC_GTEST_PROP(SampleProperty, IsAscendingDistinctAndInRange, ()) {
  const auto population = *rc::gen::inRange<Index>(0, 200);
  const auto count = *rc::gen::inRange<Index>(0, population + 1);
  const auto sample =
      sample_without_replacement(population, count, Random(*rc::gen::arbitrary<int>(), 1));
  RC_ASSERT(static_cast<Index>(sample.size()) == count);
  for (std::size_t i = 0; i < sample.size(); ++i) {
    RC_ASSERT(sample[i] < population);
    RC_ASSERT(sample[i] > (i == 0 ? -1 : sample[i - 1]));
  }
}

}  // namespace
}  // namespace espalier::sparse
