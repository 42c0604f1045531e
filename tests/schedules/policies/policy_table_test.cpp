// SPDX-License-Identifier: Apache-2.0
// Each published policy on small weights, worked by hand from its paper: weights, gradients and
// drop fraction in, pattern out.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include <espalier/schedules/policies/policy_registry.h>
#include <espalier/schedules/rules/constrained_growth.h>
#include <espalier/schedules/update/topology_updater.h>
#include <espalier/sparse/topology/pattern_generators.h>
#include <espalier/sparse/topology/random_pattern.h>
#include "tests/schedules/policies/one_row.h"

namespace espalier::schedules {
namespace {

using sparse::BlockCoordinate;
using sparse::BlockPattern;
using sparse::DenseWeight;
using sparse::TopologyEdit;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::FloatEq;
using ::testing::IsEmpty;
using namespace one_row;

// Ten stored: six positive, of which int(0.3 * 6) = 1 goes, four negative, of which int(0.3 * 4) =
// 1 goes. One threshold for all would have taken int(0.3 * 10) = 3: the same and one more.
TEST(PolicyTable, SetDropsTheSmallestOfEitherSign) {
  Problem problem;
  problem.add(row(13, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}),
              {5, 1, -1, 2, -2, 4, -0.1f, 0.5f, -4, 3, 0, 0, 0});
  const TopologyEdit set = problem.propose("set", constant("set", 0.3), 100).at(0);
  EXPECT_THAT(set.drop, ElementsAre(6, 7));
  ASSERT_EQ(set.grow.size(), 2u);
  for (const BlockCoordinate c : set.grow) EXPECT_TRUE(c.col == 6 || c.col == 7 || c.col >= 10);

  // 0.1, 0.5 and, of 1 and -1, the one at the lower position. Three of the six that are free come.
  PolicyOptions options = constant("set_magnitude", 0.3);
  options.keep_regrown = false;
  const TopologyEdit magnitude = problem.propose("set_magnitude", options, 100).at(0);
  EXPECT_THAT(magnitude.drop, ElementsAre(1, 6, 7));
  ASSERT_EQ(magnitude.grow.size(), 3u);
  for (const BlockCoordinate c : magnitude.grow)
    EXPECT_TRUE(c.col == 1 || c.col == 6 || c.col == 7 || c.col >= 10);
}

// In the code of Evci et al. what is grown is random among all that is not kept, and what was
// dropped by the same update keeps its value and momentum. Three of ten go, of three free positions
// and those three: over many updates some block comes back, and is then in neither list.
TEST(PolicyTable, SetByMagnitudeKeepsWhatComesBack) {
  Problem problem;
  problem.add(row(13, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}),
              {5, 1, -1.5f, 2, -2, 4, -0.1f, 0.5f, -4, 3, 0, 0, 0});
  const PolicyOptions options = constant("set_magnitude", 0.3);
  std::size_t kept = 0;
  for (Index update = 1; update <= 20; ++update) {
    const TopologyEdit edit = problem.propose("set_magnitude", options, 100, update).at(0);
    EXPECT_EQ(edit.drop.size(), edit.grow.size());
    EXPECT_THAT(edit.drop, Each(::testing::AnyOf(1, 6, 7)));
    for (const BlockCoordinate c : edit.grow) EXPECT_GE(c.col, 10);
    kept += 3 - edit.drop.size();
  }
  EXPECT_GT(kept, 0u);

  Problem full;
  full.add(row(4, {0, 1, 2, 3}), {1, 2, 3, 4});
  EXPECT_TRUE(full.propose("set_magnitude", constant("set_magnitude", 0.5), 100).at(0).empty());
}

// Sums of 1x2 blocks: 1, -0.5, 3, -2, 2, -4. Half of each sign: int(1.5) = 1 of three.
TEST(PolicyTable, SetTakesTheSignOfABlockFromItsSum) {
  Problem problem;
  problem.add(row(6, {0, 1, 2, 3, 4, 5}, {1, 2}), {9, -8, 4, -4.5f, 3, 0, -1, -1, 1, 1, -9, 5});
  EXPECT_THAT(problem.propose("set", constant("set", 0.5), 100).at(0).drop, ElementsAre(0, 1));
}

// In a full weight only the dropped positions are free: what SET drops comes back anew.
TEST(PolicyTable, SetStartsRegrownBlocksFromTheInitialDistribution) {
  Problem problem;
  DenseWeight& weight = problem.add(row(4, {0, 1, 2, 3}), {4, 1, 2, 3});
  weight.owned.first = weight.owned.second = {5, 6, 7, 8};
  PolicyOptions options = constant("set", 0.5);
  const auto owner = weight.owner();
  owner->set_initial_deviation(0.25);
  TopologyUpdater topology(make_topology_policy("set", options), {owner});
  for (Index step = 0; step < 100; ++step) topology.step(step);
  EXPECT_THAT(weight.owned.pattern->columns(), ElementsAre(0, 1, 2, 3));
  EXPECT_EQ(weight.owned.values[0], 4);
  EXPECT_EQ(weight.owned.values[3], 3);
  for (const std::size_t i : {1, 2}) {
    EXPECT_NE(weight.owned.values[i], 0);
    EXPECT_LE(std::abs(weight.owned.values[i]), 2 * 0.25f);  // truncated at two deviations
  }
  EXPECT_THAT(weight.owned.first, ElementsAre(5, 0, 0, 8));
}

// T_end = 0.75 * 400 = 300. After 100 steps f = 0.3/2 (1 + cos(pi/3)) = 0.225 and k = floor(0.225 *
// 9) = 2: -1 and 2 go. Of what is not kept, columns 1, 3, 9, 10, 11, the gradients are 0.5, -4, 3,
// -5, 1: column 10 comes, column 3 comes back as it was.
class RigL : public ::testing::Test {
 protected:
  const std::vector<float> weights_ = {9, -1, 8, 2, 7, -6, 5, 4, 3, 0, 0, 0};
  const std::vector<float> gradient_ = {100, 0.5f, 100, -4, 100, 100, 100, 100, 100, 3, -5, 1};
};

TEST_F(RigL, GrowsByGradientAmongWhatIsNotKept) {
  Problem problem;
  problem.add(row(12, {0, 1, 2, 3, 4, 5, 6, 7, 8}), weights_, gradient_);
  PolicyOptions options = policy_preset("rigl");
  options.steps = 400;
  EXPECT_EQ(problem.propose("rigl", options, 100).at(0),
            (TopologyEdit{.drop = {1}, .grow = {{0, 10}}}));
  // After 200 steps floor(0.075 * 9) = 0, after 300 none.
  EXPECT_TRUE(problem.propose("rigl", options, 200).at(0).empty());

  options.keep_regrown = false;
  EXPECT_EQ(problem.propose("rigl", options, 100).at(0),
            (TopologyEdit{.drop = {1, 3}, .grow = {{0, 3}, {0, 10}}}));
  options.regrow_dropped = false;  // as in the paper's own policy: 3 and -5
  EXPECT_EQ(problem.propose("rigl", options, 100).at(0),
            (TopologyEdit{.drop = {1, 3}, .grow = {{0, 9}, {0, 10}}}));
}

TEST_F(RigL, LeavesTheOptimizerOutOfAnUpdateAndKeepsWhatComesBack) {
  DenseWeight weight(row(12, {0, 1, 2, 3, 4, 5, 6, 7, 8}), weights_);
  weight.owned.first = weight.owned.values;
  PolicyOptions options = policy_preset("rigl");
  options.steps = 400;
  TopologyUpdater topology(make_topology_policy("rigl", options), {weight.owner()});
  std::vector<Index> skipped;
  for (Index step = 0; step < 400; ++step) {
    EXPECT_EQ(weight.operands.wanted(), step == 99 || step == 199) << step;
    weight.backward(gradient_);
    const auto report = topology.step(step, [&](bool skip) {
      if (skip) skipped.push_back(step);
    });
    EXPECT_EQ(report.has_value(), step == 99 || step == 199);
    if (step == 99) {
      EXPECT_EQ(report->flops, 2.0 * 12 * 12);  // 12 tokens, one row of 12
    }
  }
  EXPECT_THAT(skipped, ElementsAre(99, 199));
  EXPECT_THAT(weight.owned.pattern->columns(), ElementsAre(0, 2, 3, 4, 5, 6, 7, 8, 10));
  EXPECT_THAT(weight.owned.values, ElementsAre(9, 8, 2, 7, -6, 5, 4, 3, 0));
  EXPECT_THAT(weight.owned.first, ElementsAre(9, 8, 2, 7, -6, 5, 4, 3, 0));
}

// Gradients of two free 1x2 blocks: (3, -3) and (5, 0). The sum and the mean prefer the first.
TEST(PolicyTable, RigLPoolsTheGradientOfABlock) {
  Problem problem;
  problem.add(row(4, {0, 1}, {1, 2}), {1, 1, 2, 2, 0, 0, 0, 0}, {0, 0, 0, 0, 3, -3, 5, 0});
  PolicyOptions options = constant("rigl", 0.5);
  const auto grown = [&](sparse::GradientPool pool) {
    options.gradient_pool = pool;
    return problem.propose("rigl", options, 100).at(0).grow;
  };
  EXPECT_THAT(grown(sparse::GradientPool::kSum), ElementsAre(BlockCoordinate{0, 2}));
  EXPECT_THAT(grown(sparse::GradientPool::kMean), ElementsAre(BlockCoordinate{0, 2}));
  EXPECT_THAT(grown(sparse::GradientPool::kMax), ElementsAre(BlockCoordinate{0, 3}));
}

// ITOP rounds as the paper does and drops half at first: of 5 stored 1.9 (rounded up 2) after a
// third of the run. In a full weight all that is dropped comes back as it was, so nothing moves.
TEST(PolicyTable, ItopDropsHalfAndKeepsWhatComesBack) {
  for (const char* name : {"itop_set", "itop_rigl"}) {
    Problem problem;
    problem.add(row(5, {0, 1, 2, 3, 4}), {5, 4, 3, 2, 1}, {1, 1, 1, 1, 1});
    PolicyOptions options = policy_preset(name);
    options.steps = 300;
    EXPECT_TRUE(problem.propose(name, options, 100).at(0).empty()) << name;
    options.keep_regrown = false;
    EXPECT_EQ(problem.propose(name, options, 100).at(0),
              (TopologyEdit{.drop = {3, 4}, .grow = {{0, 3}, {0, 4}}}))
        << name;
  }
  Problem problem;
  problem.add(row(7, {0, 1, 2, 3, 4}), {5, 4, 3, 2, 1, 0, 0}, {9, 9, 9, 3, 1, 2, 4});
  PolicyOptions options = policy_preset("itop_rigl");
  options.steps = 300;
  EXPECT_EQ(problem.propose("itop_rigl", options, 100).at(0),
            (TopologyEdit{.drop = {4}, .grow = {{0, 6}}}));
}

// The code of ITOP, GraNet and SNFS ends its cosine at 0.005. In the end that is 5 of 1000 blocks,
// and for a fraction that ended at 0 would be none.
TEST(PolicyTable, CosinesOfTheSameCodeEndAtTheSameFraction) {
  const std::vector<float> momentum(2000, 1.0f);
  std::vector<float> values(2000, 1.0f);
  std::vector<BlockIndex> stored;
  for (BlockIndex c = 0; c < 1000; ++c) stored.push_back(c);
  for (const char* name : {"itop_set", "itop_rigl", "granet", "snfs"}) {
    Problem problem;
    problem.add(row(2000, stored), values, {}, {.momentum = momentum});
    PolicyOptions options = policy_preset(name);
    EXPECT_EQ(options.drop_fraction, 0.5) << name;
    options.steps = 1000;
    options.keep_regrown = false;
    options.grow = "random";
    EXPECT_EQ(problem.propose(name, options, 1000).at(0).drop.size(), 5u) << name;
    EXPECT_EQ(problem.propose(name, options, 500).at(0).drop.size(), 253u) << name;  // 252.5
  }
}

// Of the gradients of a step that overflowed nothing is left: what would be grown by them is not
// exchanged, and the density falls all the same. Halfway to the end it is (1 + (1 - 1/2)^3)/2 of
// eight blocks, or 4.5, where it falls from eight to four.
TEST(PolicyTable, GraNetShedsOnlyWhereThereIsNoGradient) {
  PolicyOptions options = policy_preset("granet");
  options.steps = 1000;
  options.every_steps = 100;
  options.end = 1;
  options.density_end = 1;
  const auto edit = [&](float gradient) {
    Problem problem;
    problem.add(row(16, {0, 1, 2, 3, 4, 5, 6, 7}), {1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0, 0, 0, 0, 0},
                std::vector<float>(16, gradient), {.initial_blocks = 8, .target_blocks = 4});
    return problem.propose("granet", options, 500, 5).at(0);
  };
  EXPECT_FALSE(edit(1).grow.empty());
  EXPECT_TRUE(edit(0).grow.empty());
  EXPECT_EQ(edit(0).drop.size(), edit(1).drop.size() - edit(1).grow.size());
}

// Of 400 steps the density falls over 300. After 100 it is 2 + (2/3)^3 * 6 of eight blocks, or 4
// when rounded up: those of 1, 2, 3 and 4 are shed. f = 0.5/2 (1 + cos(pi/4)) = 0.427, and
// ceil(0.427 * 4) = 2: 5 and 6 go. Of what is not kept, columns 1, 2, 4, 5, 6 and 7, the gradients
// are 1, -7, 2, 3, 1 and 6: column 2 comes anew, as it was shed, and column 7 comes back as it was.
TEST(PolicyTable, BlastShedsByNormAndRegrowsByGradient) {
  Problem problem;
  problem.add(row(8, {0, 1, 2, 3, 4, 5, 6, 7}), {8, -1, 2, 7, -3, 6, 4, 5},
              {9, 1, -7, 9, 2, 3, 1, 6}, {.initial_blocks = 8, .target_blocks = 2});
  PolicyOptions options = policy_preset("blast");
  options.steps = 400;
  const TopologyEdit edit = problem.propose("blast", options, 100).at(0);
  EXPECT_EQ(edit, (TopologyEdit{.drop = {1, 2, 4, 5, 6}, .grow = {{0, 2}}}));
}

// The second weight has no gradient to grow by: it has overflowed to zeros, or no backward pass has
// reached the layer. It stays as it is; were it to grow, it would take the first free positions.
TEST(PolicyTable, OneWeightWithoutAGradientStaysAsItIs) {
  for (const char* name : {"rigl", "itop_rigl", "srigl", "granet"}) {
    for (const std::vector<float>& none : {std::vector<float>(8, 0), std::vector<float>()}) {
      Problem problem;
      problem.add(row(8, {0, 1, 2, 3}), {1, 2, 3, 4, 0, 0, 0, 0}, {1, 1, 1, 1, 0, 0, 8, 9});
      problem.add(row(8, {0, 1, 2, 3}), {1, 2, 3, 4, 0, 0, 0, 0}, none);
      PolicyOptions options = constant(name, 0.5);
      options.regrow_dropped = false;
      const auto edits = problem.propose(name, options, 100);
      EXPECT_EQ(edits.at(0), (TopologyEdit{.drop = {0, 1}, .grow = {{0, 6}, {0, 7}}})) << name;
      EXPECT_TRUE(edits.at(1).empty()) << name;
    }
  }
}

// The second and larger weight by momentum would get three of the four blocks that are dropped.
TEST(PolicyTable, NothingIsRedistributedFromOrToAWeightWithoutAGradient) {
  const std::vector<float> first(8, 0.25f), second(8, 0.75f);
  Problem problem;
  problem.add(row(8, {0, 1, 2, 3}), {1, 2, 3, 4, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0, 8, 9},
              {.momentum = first});
  problem.add(row(8, {0, 1, 2, 3}), {1, 2, 3, 4, 0, 0, 0, 0}, {}, {.momentum = second});
  PolicyOptions options = constant("snfs", 0.5);
  options.grow = "gradient";
  const auto edits = problem.propose("snfs", options, 100);
  EXPECT_EQ(edits.at(0), (TopologyEdit{.drop = {0, 1}, .grow = {{0, 6}, {0, 7}}}));
  EXPECT_TRUE(edits.at(1).empty());
}

// What grew before the last update is dropped by it, though there is nothing to grow by.
TEST(PolicyTable, GrowthThatComesFirstIsDroppedWithoutAGradientToo) {
  PolicyOptions options = constant("mest_soft", 0.5);
  options.grow = "gradient";
  Problem problem;
  problem.add(row(12, {0, 1, 2, 3, 4, 5}), {1, 2, 3, 4, 5, 6, 0, 0, 0, 0, 0, 0},
              std::vector<float>(12, 0), {.initial_blocks = 4, .target_blocks = 4});
  EXPECT_EQ(problem.propose("mest_soft", options, 300, 3).at(0),
            (TopologyEdit{.drop = {0, 1}, .grow = {}}));
}

// Each of two weights drops half of four. The mean |momentum| of what they store is 0.25 and 0.75,
// so that of four blocks one grows in the first and three in the second; there the two that were
// dropped have the largest momentum and stay.
TEST(PolicyTable, SnfsMovesBlocksToWhereTheMomentumIs) {
  const std::vector<float> first = {0.25f, 0.25f, -0.25f, 0.25f, 0.125f, -1, 0.5f, 0};
  const std::vector<float> second = {0.75f, -0.75f, 0.75f, 0.75f, 0, 0.25f, 0.125f, -0.5f};
  Problem problem;
  problem.add(row(8, {0, 1, 2, 3}), {1, 2, 3, 4, 0, 0, 0, 0}, {}, {.momentum = first});
  problem.add(row(8, {0, 1, 2, 3}), {5, 6, 7, 8, 0, 0, 0, 0}, {}, {.momentum = second});
  const auto edits = problem.propose("snfs", constant("snfs", 0.5), 100);
  EXPECT_EQ(edits.at(0), (TopologyEdit{.drop = {0, 1}, .grow = {{0, 5}}}));
  EXPECT_EQ(edits.at(1), (TopologyEdit{.drop = {}, .grow = {{0, 7}}}));
}

// The shares of the four dropped blocks are 0.4 and 3.6, but the second weight has room for three:
// its one free position and the two that it dropped.
TEST(PolicyTable, SnfsFillsAWeightUpToItsPositions) {
  const std::vector<float> first = {0.125f, 0.125f, 0.125f, 0.125f, 0, 0, 0, 1};
  const std::vector<float> second = {1.125f, 1.125f, 1.125f, 1.125f, 0};
  Problem problem;
  problem.add(row(8, {0, 1, 2, 3}), {1, 2, 3, 4, 0, 0, 0, 0}, {}, {.momentum = first});
  problem.add(row(5, {0, 1, 2, 3}), {5, 6, 7, 8, 0}, {}, {.momentum = second});
  const auto edits = problem.propose("snfs", constant("snfs", 0.5), 100);
  EXPECT_EQ(edits.at(0), (TopologyEdit{.drop = {0, 1}, .grow = {{0, 7}}}));
  EXPECT_EQ(edits.at(1), (TopologyEdit{.drop = {}, .grow = {{0, 4}}}));
}

// Without momentum the first weight has no claim on the three dropped blocks, of which the others
// get one and two. The one that gets two leaves one to it, so that it is not empty for good.
TEST(PolicyTable, SnfsLeavesEachWeightABlock) {
  const std::vector<float> none(4, 0.0f);
  const std::vector<float> some(4, 1.0f);
  const std::vector<float> most(4, 2.0f);
  Problem problem;
  problem.add(row(4, {2}), {9, 9, 9, 9}, {}, {.momentum = none});
  problem.add(row(4, {0, 1}), {1, 2, 3, 4}, {}, {.momentum = some});
  problem.add(row(4, {0, 1}), {1, 2, 3, 4}, {}, {.momentum = most});
  const auto edits = problem.propose("snfs", constant("snfs", 0.5), 100);
  std::vector<std::size_t> stored;
  auto edit = edits.begin();
  for (const DenseWeight& weight : problem.weights)
    stored.push_back(columns_after(weight, *edit++).size());
  EXPECT_THAT(stored, ElementsAre(1, 2, 2));
}

// A weight whose momentum is not a number has no claim on blocks; without any claim all are equal.
TEST(PolicyTable, SnfsSurvivesAMomentumThatIsNotANumber) {
  const std::vector<float> bad(8, std::numeric_limits<float>::quiet_NaN());
  const std::vector<float> good(8, 1.0f);
  Problem problem;
  problem.add(row(8, {0, 1, 2, 3}), {1, 2, 3, 4, 0, 0, 0, 0}, {}, {.momentum = bad});
  problem.add(row(8, {0, 1, 2, 3}), {5, 6, 7, 8, 0, 0, 0, 0}, {}, {.momentum = good});
  const PolicyOptions options = constant("snfs", 0.5);
  auto edits = problem.propose("snfs", options, 100);
  EXPECT_EQ(columns_after(problem.weights.front(), edits.at(0)).size(), 2u);
  EXPECT_EQ(columns_after(problem.weights.back(), edits.at(1)).size(), 6u);
  problem.history[1].momentum = bad;
  edits = problem.propose("snfs", options, 100);
  EXPECT_EQ(columns_after(problem.weights.front(), edits.at(0)).size(), 4u);
  EXPECT_EQ(columns_after(problem.weights.back(), edits.at(1)).size(), 4u);
}

// With decay 1/2 and integers all is exact: m1 = g1/2, m2 = m1/2 + g2/2, at every position.
TEST(PolicyTable, SnfsMeansTheGradientsOfAllSteps) {
  DenseWeight weight(row(4, {0, 1}), {2, 1, 0, 0});
  PolicyOptions options = policy_preset("snfs");
  options.steps = 160;
  options.momentum = 0.5;
  options.every_steps = 2;
  TopologyUpdater topology(make_topology_policy("snfs", options), {weight.owner()});
  weight.backward({4, -8, 12, 16});
  EXPECT_FALSE(topology.step(0, [](bool skip) { EXPECT_FALSE(skip); }));
  EXPECT_THAT(topology.state().weights[0].momentum, ElementsAre(2, -4, 6, 8));
  EXPECT_EQ(topology.step_flops(), 2.0 * 4 * 4);  // 4 tokens, one row of 4
  weight.backward({8, 2, -2, 4});
  ASSERT_TRUE(topology.step(1, [](bool skip) { EXPECT_FALSE(skip); }));
  EXPECT_THAT(topology.state().weights[0].momentum, ElementsAre(5, -1, 2, 6));
  // 1 goes, and of 1 (just dropped), 2 and 6 the largest comes.
  EXPECT_THAT(weight.owned.pattern->columns(), ElementsAre(0, 3));
}

// |w| + lambda |g|: 11, 2.5, 3.1, 4.2 with lambda 1, and 1, 2, 3, 4 with lambda 0.
TEST(PolicyTable, MestRanksByWeightAndGradient) {
  Problem problem;
  problem.add(row(5, {0, 1, 2, 3}), {1, -2, 3, -4, 0}, {-10, 0.5f, 0.1f, 0.2f, 50});
  PolicyOptions options = constant("mest", 0.25);
  EXPECT_EQ(problem.propose("mest", options, 100).at(0),
            (TopologyEdit{.drop = {1}, .grow = {{0, 4}}}));
  options.gradient_weight = 0;
  EXPECT_EQ(problem.propose("mest", options, 100).at(0),
            (TopologyEdit{.drop = {0}, .grow = {{0, 4}}}));
}

// Updates after 100, 200, 300 of 400 steps, drop fraction 0.2 (1 - t/400): 0.15, 0.1, 0.05. Of a
// target of 10 the first grows ceil(1.5) = 2; the second drops these many, by then the smallest
// two, and grows 1; the last only drops, so that the run ends with what it was to have.
TEST(PolicyTable, MestSoftGrowsFirstAndEndsWithinItsBudget) {
  DenseWeight weight(row(20, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}), ascending(20));
  PolicyOptions options = policy_preset("mest_soft");
  options.steps = 400;
  options.updates = 4;
  const PolicyPtr policy = make_topology_policy("mest_soft", options);
  EXPECT_DOUBLE_EQ(policy->peak_blocks(), 1.2);
  TopologyUpdater topology(policy, {weight.owner()});
  std::vector<std::pair<Index, Index>> moved;
  std::vector<Index> stored;
  for (Index step = 0; step < 400; ++step) {
    weight.backward(std::vector<float>(20, 0.0f));
    const auto report = topology.step(step, [&](bool) {
      // What grew has learnt and is large by the next update.
      for (float& value : weight.owned.values)
        if (value == 0) value = 50;
    });
    if (!report) continue;
    moved.push_back({report->dropped, report->grown});
    stored.push_back(weight.owned.pattern->blocks());
  }
  EXPECT_THAT(stored, ElementsAre(12, 11, 10));
  EXPECT_THAT(moved, ElementsAre(std::pair(0, 2), std::pair(2, 1), std::pair(1, 0)));
  // 1, 2 and 3 went.
  EXPECT_EQ(weight.owned.pattern->columns().front(), 3);
}

// |w g| is 4, 6, 0.3, 3 and 0.1, 5, 10, 20. Of eight the four smallest go, whosever they are, after
// the first batch, and the optimizer does not step on it.
TEST(PolicyTable, SnipKeepsTheLargestSaliencyOfTheFirstBatch) {
  DenseWeight a(BlockPattern::full(1, 4, {}), {1, 2, 3, 4});
  DenseWeight b(BlockPattern::full(1, 4, {}), {0.1f, 5, 1, 1});
  PolicyOptions options = policy_preset("snip");
  options.steps = 10;
  const PolicyPtr policy = make_topology_policy("snip", options);
  EXPECT_EQ(policy->initial_density(0.5), 1);
  TopologyUpdater topology(policy, {a.owner("a"), b.owner("b")}, {.target_blocks = {2, 2}});
  std::vector<bool> skips;
  Index updates = 0;
  for (Index step = 0; step < 10; ++step) {
    a.backward({4, 3, 0.1f, 0.75f});
    b.backward({1, 1, 10, -20});
    updates += topology.step(step, [&](bool skip) { skips.push_back(skip); }).has_value();
  }
  EXPECT_EQ(updates, 1);
  EXPECT_TRUE(skips[0]);
  EXPECT_EQ(std::count(skips.begin(), skips.end(), true), 1);
  EXPECT_THAT(a.owned.pattern->columns(), ElementsAre(1));
  EXPECT_THAT(b.owned.pattern->columns(), ElementsAre(1, 2, 3));
  EXPECT_THAT(b.owned.values, ElementsAre(5, 1, 1));
}

// Three rows of four with two blocks each. Half of six go: 0.1, 0.2, 0.3. Among the positions not
// stored the three of largest gradient are (0, 2), (0, 3), (1, 2), so that the rows have 4, 2 and 0
// salient blocks; 0 < 0.3 * 2 ablates the last. The others then have three each: the first adds
// (0, 2), the second (1, 2) and (1, 1), which was dropped and stays.
class SRigL : public ::testing::Test {
 protected:
  SRigL() {
    problem_.add(
        BlockPattern::from_coordinates(3, 4, {}, {{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 2}, {2, 3}}),
        {8, 7, 0, 0, 6, 0.1f, 0, 0, 0, 0, 0.2f, 0.3f},
        {99, 99, 5, 4, 99, 0.7f, -3, 0.5f, 1, 0.6f, -0.9f, 0.1f});
  }
  std::vector<BlockCoordinate> after(const PolicyOptions& options) const {
    const TopologyEdit edit = problem_.propose("srigl", options, 100).at(0);
    return sparse::apply_edit(*problem_.weights.front().owned.pattern, edit).pattern->coordinates();
  }
  Problem problem_;
};

TEST_F(SRigL, AblatesARowAndSharesItsBlocks) {
  EXPECT_EQ(problem_.propose("srigl", constant("srigl", 0.5), 100).at(0),
            (TopologyEdit{.drop = {4, 5}, .grow = {{0, 2}, {1, 2}}}));
}

TEST_F(SRigL, KeepsTheSameNumberInEachRow) {
  PolicyOptions options = constant("srigl", 0.5);
  options.ablation = 0;
  EXPECT_THAT(after(options),
              ElementsAre(BlockCoordinate{0, 0}, BlockCoordinate{0, 1}, BlockCoordinate{1, 0},
                          BlockCoordinate{1, 2}, BlockCoordinate{2, 0}, BlockCoordinate{2, 2}));
}

TEST_F(SRigL, AblatesNoMoreRowsThanTheBlocksCanSpare) {
  PolicyOptions options = constant("srigl", 0.5);
  options.ablation = 1;  // rows 0 and 1 are just salient enough, 4 and 2 against 2
  EXPECT_EQ(after(options).size(), 6u);
  options.drop_fraction = 0;  // all rows have 2
  EXPECT_TRUE(problem_.propose("srigl", options, 100).at(0).empty());
}

// Three go, two of them of the last row, and of the best three two are of the first row and one of
// the last: 4, 1 and 1 salient blocks against 2. Six blocks need two rows of four all the same.
TEST(PolicyTable, SRigLLeavesAsManyRowsAsTheBlocksNeed) {
  Problem problem;
  problem.add(
      BlockPattern::from_coordinates(3, 4, {}, {{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 2}, {2, 3}}),
      {8, 7, 0, 0, 6, 0.1f, 0, 0, 0, 0, 0.2f, 0.3f},
      {0, 0, 5, 4, 0, 0.7f, 0.6f, 0.5f, 3, 0.1f, 0, 0});
  PolicyOptions options = constant("srigl", 0.5);
  options.ablation = 1;
  EXPECT_EQ(problem.propose("srigl", options, 100).at(0),
            (TopologyEdit{.drop = {4, 5}, .grow = {{0, 2}, {1, 2}}}));
}

TEST(PolicyTable, SRigLScoresNoMorePositionsThanAreFree) {
  Problem problem;
  problem.add(row(4, {0, 1, 2}), {1, 2, 3, 0}, {1, 1, 1, 1});
  const TopologyEdit edit = problem.propose("srigl", constant("srigl", 1), 100).at(0);
  EXPECT_EQ(columns_after(problem.weights.front(), edit).size(), 3u);
}

// A quarter of 6 is 1.5, and of 5 1.25.
TEST(PolicyTable, RoundsAsItIsTold) {
  const auto dropped = [](Index blocks, Rounding rounding) {
    std::vector<BlockIndex> stored;
    for (BlockIndex c = 0; c < blocks; ++c) stored.push_back(c);
    Problem problem;
    problem.add(row(20, stored), ascending(20));
    PolicyOptions options = constant("dynamic", 0.25);
    options.rounding = rounding;
    return problem.propose("dynamic", options, 100).at(0).drop.size();
  };
  EXPECT_EQ(dropped(6, Rounding::kUp), 2u);
  EXPECT_EQ(dropped(6, Rounding::kNearest), 2u);
  EXPECT_EQ(dropped(6, Rounding::kDown), 1u);
  EXPECT_EQ(dropped(5, Rounding::kUp), 2u);
  EXPECT_EQ(dropped(5, Rounding::kNearest), 1u);
}

// One position is free for both signs together.
TEST(PolicyTable, SetDropsNoMoreOfBothSignsThanFits) {
  Problem problem;
  problem.add(row(6, {0, 1, 2, 3, 4}), {1, 2, -1, -2, 3, 0});
  PolicyOptions options = constant("set", 1);
  options.regrow_dropped = false;
  EXPECT_EQ(problem.propose("set", options, 100).at(0),
            (TopologyEdit{.drop = {0}, .grow = {{0, 5}}}));
}

TEST(PolicyTable, MestSoftGrowsNoMoreThanFits) {
  Problem problem;
  problem.add(row(5, {0, 1, 2, 3}), {1, 2, 3, 4, 0}, {1, 1, 1, 1, 1});
  EXPECT_EQ(problem.propose("mest_soft", constant("mest_soft", 0.5), 100).at(0),
            (TopologyEdit{.drop = {}, .grow = {{0, 4}}}));
}

TEST(PolicyTable, MestSoftStoresMostWhereItsShareIsLargest) {
  PolicyOptions options = policy_preset("mest_soft");
  options.steps = 400;
  options.drop_fraction = 0.1;
  options.drop_fraction_end = 0.3;
  EXPECT_DOUBLE_EQ(make_topology_policy("mest_soft", options)->peak_blocks(), 1.3);
}

// Of one and three dropped blocks each weight gets two: the means are equal, and not the sums.
TEST(PolicyTable, SnfsSharesOutByTheMeanAndNotTheSum) {
  const std::vector<float> of_few(10, 1.0f), of_many(20, 1.0f);
  Problem problem;
  problem.add(row(10, {0, 1}), ascending(10), {}, {.momentum = of_few});
  problem.add(row(20, {0, 1, 2, 3, 4, 5}), ascending(20), {}, {.momentum = of_many});
  const auto edits = problem.propose("snfs", constant("snfs", 0.5), 100);
  EXPECT_EQ(columns_after(problem.weights.front(), edits.at(0)).size(), 3u);
  EXPECT_EQ(columns_after(problem.weights.back(), edits.at(1)).size(), 5u);
}

// Block 1 has the larger sum, 6 against 5, and block 2 the larger value.
TEST(PolicyTable, GrowthByMomentumPoolsAsItIsTold) {
  const std::vector<float> momentum = {9, 9, 3, 3, 5, 0, 0, 0};
  Problem problem;
  problem.add(row(4, {0}, {1, 2}), ascending(8), {}, {.momentum = momentum});
  PolicyOptions options = constant("dynamic", 1);
  options.grow = "momentum";
  for (const auto& [pool, column] : {std::pair{sparse::GradientPool::kSum, 1},
                                     {sparse::GradientPool::kMean, 1},
                                     {sparse::GradientPool::kMax, 2}}) {
    options.gradient_pool = pool;
    EXPECT_THAT(problem.propose("dynamic", options, 100).at(0).grow,
                ElementsAre(BlockCoordinate{0, column}));
  }
}

// Of the gradients at positions that are not stored a sum may overflow, and their mean be no
// number.
TEST(PolicyTable, GrowthByMomentumPassesOverWhatIsNotANumber) {
  const float bad = std::numeric_limits<float>::quiet_NaN();
  const std::vector<float> momentum = {9, 9, 3, bad, bad, 3, 1, 0};
  Problem problem;
  problem.add(row(4, {0}, {1, 2}), ascending(8), {}, {.momentum = momentum});
  PolicyOptions options = constant("dynamic", 1);
  options.grow = "momentum";
  for (const auto pool :
       {sparse::GradientPool::kSum, sparse::GradientPool::kMean, sparse::GradientPool::kMax}) {
    options.gradient_pool = pool;
    EXPECT_THAT(problem.propose("dynamic", options, 100).at(0).grow,
                ElementsAre(BlockCoordinate{0, 3}));
  }
}

// Halfway a cosine without a phase has fallen to a quarter of the ten blocks, rounded up.
TEST(PolicyTable, APhaseIsAShareOfTheRun) {
  Problem problem;
  problem.add(row(20, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}), ascending(20));
  PolicyOptions options = policy_preset("dynamic");
  options.steps = 400;
  EXPECT_EQ(problem.propose("dynamic", options, 200).at(0).drop.size(), 3u);
  options.drop_phase = 0.5;
  EXPECT_EQ(problem.propose("dynamic", options, 200).at(0).drop.size(), 5u);
}

TEST(PolicyTable, WeightsThatShareABudgetAreNotEditedOneByOne) {
  const auto by_weight = [](const char* name) {
    PolicyOptions options = policy_preset(name);
    options.steps = 1000;
    return make_topology_policy(name, options)->needs().by_weight;
  };
  for (const char* name : {"dynamic", "rigl", "gmp"}) EXPECT_TRUE(by_weight(name)) << name;
  for (const char* name : {"snfs", "granet", "snip"}) EXPECT_FALSE(by_weight(name)) << name;
}

// Groups of four: 1 and 2 are the smallest of the row, and each group gets its best free position.
TEST(PolicyTable, NOfMExchangesWithinGroups) {
  Problem problem;
  problem.add(row(8, {0, 1, 4, 5}), {1, 9, 0, 0, 2, 8, 0, 0}, {0, 0, 1, 5, 0, 0, 4, 2});
  PolicyOptions options = constant("n_of_m", 0.5);
  options.group = 4;
  options.grow = "gradient";
  EXPECT_EQ(problem.propose("n_of_m", options, 100).at(0),
            (TopologyEdit{.drop = {0, 2}, .grow = {{0, 3}, {0, 6}}}));
}

// The first group has one free position, so that of the two that should go the larger stays. The
// last group is shorter than four and full, and stays as it is.
TEST(PolicyTable, NOfMDropsNoMoreOfAGroupThanFits) {
  Problem problem;
  problem.add(row(6, {0, 1, 2, 4, 5}), {1, 2, 9, 0, 0.5f, 0.6f});
  PolicyOptions options = constant("n_of_m", 0.8);
  options.group = 4;
  EXPECT_EQ(problem.propose("n_of_m", options, 100).at(0),
            (TopologyEdit{.drop = {0}, .grow = {{0, 3}}}));
}

TEST(PolicyTable, SettingsByNameStandOverThePreset) {
  const PolicyPtr rigl = preset_policy("rigl", {"steps=1000", "every_steps=50"});
  EXPECT_TRUE(rigl->needs().growth_gradients && rigl->needs().skips_optimizer);
  EXPECT_EQ(rigl->cadence().update_at(50), 1);
  EXPECT_EQ(rigl->cadence().end_step(), 750);
  EXPECT_EQ(preset_policy("banded", {})->initial_pattern(), "banded");
  EXPECT_THROW(preset_policy("rigl", {}), ConfigError);  // of no length
  EXPECT_THROW(preset_policy("rigl", {"steps=1000", "every_step=50"}), ConfigError);
  EXPECT_THROW(preset_policy("riggle", {"steps=1000"}), ConfigError);
}

TEST(PolicyTable, FixedPatternsAreThoseOfTheirName) {
  for (const std::string_view name : sparse::pattern_names()) {
    if (name == "random" || name == "n_of_m") continue;  // n_of_m moves, static is random
    const PolicyPtr policy = make_topology_policy(name, policy_preset(name));
    EXPECT_EQ(policy->initial_pattern(), name);
    EXPECT_EQ(policy->cadence().count(), 0) << name;
    EXPECT_EQ(policy->initial_density(0.1), 0.1);
    EXPECT_FALSE(policy->needs().before_optimizer());
    EXPECT_EQ(policy->cost(), PolicyCost::kAlwaysSparse);
  }
  const auto pattern_of = [](const char* name) {
    PolicyOptions options = policy_preset(name);
    options.steps = 1000;
    return make_topology_policy(name, options)->initial_pattern();
  };
  EXPECT_EQ(pattern_of("static"), "random");
  EXPECT_EQ(pattern_of("n_of_m"), "n_of_m");
  EXPECT_EQ(pattern_of("srigl"), "constant_fan_in");
  EXPECT_EQ(pattern_of("rigl"), "random");
}

// Minus the sum over steps of w g: -(1*1 + 1*1) = -2, 2, 3. The weight that moves towards zero
// goes, though it is the largest. What grows has no movement yet.
TEST(PolicyTable, MovementDropsWhatMovesTowardsZero) {
  DenseWeight weight(row(4, {0, 1, 2}), {8, 1, 1, 0});
  PolicyOptions options = constant("dynamic", 0.25, 4);
  options.every_steps = 2;
  options.drop = "movement";
  TopologyUpdater topology(make_topology_policy("dynamic", options), {weight.owner()});
  for (Index step = 0; step < 2; ++step) {
    weight.backward({0.125f, -1, -1.5f, 0});
    topology.step(step, [](bool) {});
  }
  EXPECT_THAT(weight.owned.pattern->columns(), ElementsAre(1, 2, 3));
  EXPECT_THAT(topology.state().weights[0].movement, ElementsAre(2, 3, 0));
}

// Shedding comes first and by magnitude: -1 and 1. Of the two of each sign left one goes: 2, -2.
TEST(PolicyTable, SignedDropsWorkWithAFallingDensity) {
  Problem problem;
  problem.add(row(8, {0, 1, 2, 3, 4, 5}), {3, -3, 1, -1, 2, -2, 0, 0}, {},
              {.initial_blocks = 6, .target_blocks = 4});
  PolicyOptions options = constant("set", 0.5);
  options.density_start = 1;
  options.regrow_dropped = false;
  EXPECT_EQ(problem.propose("set", options, 300, 3).at(0),
            (TopologyEdit{.drop = {2, 3, 4, 5}, .grow = {{0, 6}, {0, 7}}}));
}

TEST(PolicyTable, GrownBlocksStartAsTheOptionsSay) {
  const auto grown = [](PolicyOptions options) {
    DenseWeight weight(row(12, {0, 1, 2, 3, 4, 5}), ascending(12));
    weight.owned.first = {1, 1, 2, 2, 3, 3};
    TopologyUpdater topology(dynamic(options), {weight.owner()});
    for (Index step = 0; step < 100; ++step) topology.step(step);
    return weight.owned;
  };
  PolicyOptions options = constant("dynamic", 0.5);
  EXPECT_THAT(grown(options).values, ::testing::Contains(0).Times(3));

  options.grown_values = GrownValues::kNormal;
  options.grown_deviation = 0.125;
  options.grown_moments = sparse::GrownMoments::kMean;
  const sparse::OwnedWeight owned = grown(options);
  int small = 0;
  for (std::size_t i = 0; i < 6; ++i) {
    if (std::abs(owned.values[i]) > 0.25f) continue;
    ++small;
    EXPECT_NE(owned.values[i], 0);
    EXPECT_THAT(owned.first[i], FloatEq(8.0f / 3));  // of the survivors' 2, 3, 3
  }
  EXPECT_EQ(small, 3);
  EXPECT_EQ(grown(options).values, owned.values);

  options.grown_values = GrownValues::kInitial;  // of a deviation that is not known
  EXPECT_THAT(grown(options).values, ::testing::Contains(0).Times(3));
}

TEST(PolicyTable, RandomDropsAreDrawnAnewForEachUpdate) {
  Problem problem;
  problem.add(sparse::random_pattern(1, 200, {}, 0.5, Random(1, 1)), ascending(200));
  PolicyOptions options = constant("dynamic", 0.5);
  options.drop = "random";
  const auto first = problem.propose("dynamic", options, 100, 1).at(0);
  EXPECT_EQ(first.drop.size(), 50u);
  EXPECT_EQ(problem.propose("dynamic", options, 100, 1).at(0), first);
  EXPECT_NE(problem.propose("dynamic", options, 100, 2).at(0).drop, first.drop);
}

// What a policy of one's own may ask for, or its scores say.
TEST(ConstrainedGrowth, RefusesWhatDoesNotFit) {
  class Scores final : public GrowthScores {
   public:
    Scores(std::vector<BlockCoordinate> best, Index row) : best_(std::move(best)), row_(row) {}
    std::vector<BlockCoordinate> best(const BlockPattern&, Index) const override { return best_; }
    void for_each_row(const sparse::BlockRowScores& visit) const override {
      visit(row_, std::vector<float>(4, 1.0F));
    }

   private:
    std::vector<BlockCoordinate> best_;
    Index row_;
  };
  const auto pattern = BlockPattern::from_coordinates(1, 4, {1, 1}, {{0, 0}, {0, 2}});
  const std::vector<double> scores = {1, 2};
  const Scores good({}, 0);
  EXPECT_NO_THROW(static_cast<void>(exchange_within_groups(*pattern, scores, good, 1, 2)));
  EXPECT_THROW(static_cast<void>(exchange_within_groups(*pattern, scores, good, 1, 0)), ShapeError);
  EXPECT_THROW(static_cast<void>(exchange_within_groups(*pattern, scores, good, 3, 2)), ShapeError);
  EXPECT_THROW(static_cast<void>(exchange_within_groups(*pattern, {{1.0}}, good, 1, 2)),
               ShapeError);
  EXPECT_THROW(static_cast<void>(exchange_within_groups(*pattern, scores, Scores({}, 1), 1, 2)),
               ShapeError);
  EXPECT_THROW(static_cast<void>(exchange_with_constant_fan_in(
                   *pattern, scores, Scores({{1, 0}}, 0), {.count = 1, .target = 2})),
               ShapeError);
  // The second row loses its block and is not visited: nothing would grow in its place.
  const auto two_rows = BlockPattern::from_coordinates(2, 4, {1, 1}, {{0, 0}, {1, 2}});
  const std::vector<double> second_goes = {2, 1};
  EXPECT_THROW(static_cast<void>(exchange_within_groups(*two_rows, second_goes, good, 1, 2)),
               ShapeError);
  EXPECT_THROW(
      static_cast<void>(exchange_with_constant_fan_in(*two_rows, second_goes, Scores({{1, 3}}, 0),
                                                      {.count = 1, .target = 2, .ablation = 0})),
      ShapeError);
}

}  // namespace
}  // namespace espalier::schedules
