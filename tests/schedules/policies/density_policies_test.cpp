// SPDX-License-Identifier: Apache-2.0
// Published policies whose density changes, on small weights, worked by hand from their papers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <espalier/sparse/core/error.h>
#include "tests/schedules/policies/one_row.h"

namespace espalier::schedules {
namespace {

using sparse::BlockPattern;
using sparse::TopologyEdit;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::ThrowsMessage;
using namespace one_row;

/// Numbers of blocks after each update of a whole run, in which the largest values must survive.
std::vector<Index> run_dense(const char* name, const PolicyOptions& options, Index target) {
  DenseWeight weight(BlockPattern::full(1, 100, {}), ascending(100));
  const PolicyPtr policy = make_topology_policy(name, options);
  EXPECT_EQ(policy->initial_density(0.1), 1);
  TopologyUpdater topology(policy, {weight.owner()}, {.target_blocks = {target}});
  std::vector<Index> stored;
  for (Index step = 0; step < options.steps; ++step)
    if (topology.step(step)) {
      stored.push_back(weight.owned.pattern->blocks());
      EXPECT_EQ(weight.owned.pattern->columns().front(), 100 - stored.back());
    }
  return stored;
}

TEST(DensityPolicies, StartNoSparserThanTheyEnd) {
  PolicyOptions options = policy_preset("gmp");
  options.steps = 400;
  options.density_start = 0.5;
  const PolicyPtr policy = make_topology_policy("gmp", options);
  EXPECT_EQ(policy->initial_density(0.1), 0.5);
  EXPECT_EQ(policy->initial_density(0.8), 0.8);
}

// Updates after 100, 200, 300 of 400 steps, falling until 300: density 0.1 + 0.9 (1 - t/300)^3 is
// 0.1 + 0.9 * 8/27 = 0.367, 0.1 + 0.9/27 = 0.133, 0.1.
TEST(DensityPolicies, GmpFallsByTheCubeOfWhatIsLeft) {
  PolicyOptions options = policy_preset("gmp");
  options.steps = 400;
  options.updates = 4;
  EXPECT_THAT(run_dense("gmp", options, 10), ElementsAre(37, 14, 10));
  options.density_schedule = ScheduleShape::kLinear;  // 0.7, 0.4, 0.1
  EXPECT_THAT(run_dense("gmp", options, 10), ElementsAre(70, 40, 10));
}

// A schedule that ends with the run has not arrived at the last update, 0.1 + 0.9/64 = 0.114:
// that one takes the rest.
TEST(DensityPolicies, GmpArrivesAtItsDensityAtTheLastUpdate) {
  PolicyOptions options = policy_preset("gmp");
  options.steps = 400;
  options.updates = 4;
  options.density_end = 1;
  EXPECT_THAT(run_dense("gmp", options, 10), ElementsAre(48, 22, 10));
}

TEST(DensityPolicies, OneShotPrunesOnceHalfway) {
  PolicyOptions options = policy_preset("one_shot_magnitude");
  options.steps = 10;
  EXPECT_THAT(run_dense("one_shot_magnitude", options, 10), ElementsAre(10));
  EXPECT_EQ(make_topology_policy("one_shot_magnitude", options)->cadence().update_at(5), 1);

  options = policy_preset("one_shot_random");
  options.steps = 10;
  DenseWeight weight(BlockPattern::full(1, 100, {}), ascending(100));
  TopologyUpdater topology(make_topology_policy("one_shot_random", options), {weight.owner()},
                           {.target_blocks = {10}});
  for (Index step = 0; step < 10; ++step) topology.step(step);
  EXPECT_EQ(weight.owned.pattern->blocks(), 10);
  EXPECT_LT(weight.owned.pattern->columns().front(), 90);  // not the largest; odds 1 : 1.7e13
}

// Halfway (linear) weights of 8 that are to have 4 and 2 are to have 6 and 5: 5 of all are shed,
// and all of them in the first, whose values are the smallest. Of the 3 and 8 left half is dropped,
// rounded up 2 and 4, and as many grow where the gradient is largest. What was shed may come back,
// and starts anew: column 0 of the first weight. What was exchanged stays as it is: column 1 of the
// second.
TEST(DensityPolicies, GranetShedsGloballyThenExchanges) {
  Problem problem;
  problem.add(row(10, {0, 1, 2, 3, 4, 5, 6, 7}), {1, 2, 3, 4, 5, 6, 7, 8, 0, 0},
              {8, 1, 1, 1, 1, 1, 1, 99, 1, -9}, {.target_blocks = 4});
  problem.add(row(12, {0, 1, 2, 3, 4, 5, 6, 7}), {10, 20, 30, 40, 50, 60, 70, 80, 0, 0, 0, 0},
              {1, -7, 1, 1, 99, 99, 99, 99, 9, 8, 6, 5}, {.target_blocks = 2});
  PolicyOptions options = constant("granet", 0.5);
  options.density_schedule = ScheduleShape::kLinear;
  options.density_end = 0.5;  // of 400 steps
  const auto edits = problem.propose("granet", options, 100);
  EXPECT_THAT(columns_after(problem.weights.front(), edits.at(0)), ElementsAre(0, 7, 9));
  EXPECT_EQ(edits.at(0), (TopologyEdit{.drop = {0, 1, 2, 3, 4, 5, 6}, .grow = {{0, 0}, {0, 9}}}));
  EXPECT_THAT(columns_after(problem.weights.back(), edits.at(1)),
              ElementsAre(1, 4, 5, 6, 7, 8, 9, 10));
  EXPECT_EQ(edits.at(1), (TopologyEdit{.drop = {0, 2, 3}, .grow = {{0, 8}, {0, 9}, {0, 10}}}));
}

// Later the first weight has 3 although its own share would be 5, and the second 8 instead of 4:
// 11 - 9 = 2 are shed, not the second's 4.
TEST(DensityPolicies, GranetCountsWhatAllWeightsStoreTogether) {
  Problem problem;
  problem.add(row(10, {0, 7, 9}), {1, 2, 3, 4, 5, 6, 7, 8, 0, 9}, {},
              {.initial_blocks = 8, .target_blocks = 4});
  problem.add(row(12, {0, 1, 2, 3, 4, 5, 6, 7}), {10, 20, 30, 40, 50, 60, 70, 80, 0, 0, 0, 0}, {},
              {.initial_blocks = 8, .target_blocks = 2});
  PolicyOptions options = constant("granet", 0);
  options.grow = "none";
  options.density_schedule = ScheduleShape::kLinear;
  options.density_end = 0.5;
  const auto edits = problem.propose("granet", options, 150);
  EXPECT_THAT(edits.at(0).drop, ElementsAre(0, 1));
  EXPECT_THAT(edits.at(1).drop, IsEmpty());
}

// Three of all blocks are to go, and the best of each weight is safe, even where all its blocks are
// small.
TEST(DensityPolicies, GlobalSheddingLeavesEachWeightABlock) {
  Problem problem;
  problem.add(row(3, {0, 1, 2}), {2, 1, 1.5f}, {}, {.target_blocks = 1});
  problem.add(row(3, {0, 1, 2}), {3, 5, 2.5f}, {}, {.target_blocks = 2});
  PolicyOptions options = constant("gmp", 0);
  options.density_scope = DensityScope::kGlobal;
  const auto edits = problem.propose("gmp", options, 300);
  EXPECT_THAT(edits.at(0).drop, ElementsAre(1, 2));
  EXPECT_THAT(edits.at(1).drop, ElementsAre(2));
}

// A block of one weight is as many values as two of the other: no number of blocks is fair to both.
TEST(DensityPolicies, WeightsThatShareABudgetHaveBlocksOfOneSize) {
  const std::vector<float> momentum(6, 1);
  Problem problem;
  problem.add(row(3, {0, 1, 2}, {1, 2}), {2, 2, 1, 1, 1.5f, 1.5f}, {},
              {.target_blocks = 1, .momentum = momentum});
  problem.add(row(6, {0, 1, 2}), {3, 5, 2.5f, 0, 0, 0}, {},
              {.target_blocks = 2, .momentum = momentum});
  PolicyOptions global = constant("gmp", 0);
  global.density_scope = DensityScope::kGlobal;
  const PolicyOptions redistributed = constant("snfs", 0.5);
  EXPECT_THAT([&] { (void)problem.propose("gmp", global, 300); },
              ThrowsMessage<ConfigError>(AllOf(
                  HasSubstr("blocks of w1 have 1 values and those of w0 2; expected one size"),
                  HasSubstr("(topology policy gmp, density_scope 'layer')"))));
  EXPECT_THAT([&] { (void)problem.propose("snfs", redistributed, 100); },
              ThrowsMessage<ConfigError>(HasSubstr("(topology policy snfs, redistribute off)")));
  EXPECT_NO_THROW((void)problem.propose("gmp", constant("gmp", 0), 300));
  EXPECT_NO_THROW((void)problem.propose("dynamic", constant("dynamic", 0.5), 100));

  // Frozen, a weight shares nothing.
  const sparse::WeightView free = problem.views.front();
  problem.views.front() = {free.name(),
                           free.pattern_ptr(),
                           free.values(),
                           free.gradient(),
                           {.frozen = true, .operands = free.operands()}};
  EXPECT_THAT(problem.propose("gmp", global, 300).at(1).drop, ElementsAre(2));
}

TEST(DensityPolicies, ThatCannotShareABudgetFailBeforeTheFirstStep) {
  sparse::OwnedWeight one(BlockPattern::full(2, 4, {1, 2}), 1);
  sparse::OwnedWeight two(BlockPattern::full(2, 4, {1, 1}), 2);
  PolicyOptions options = policy_preset("gmp");
  options.steps = 400;
  options.density_scope = DensityScope::kGlobal;
  const TopologyUpdater topology(make_topology_policy("gmp", options),
                                 {one.owner("one"), two.owner("two")}, {.target_blocks = {1, 2}});
  EXPECT_THAT([&] { topology.check_starts(); },
              ThrowsMessage<ConfigError>(HasSubstr("blocks of two have 1 values")));
}

}  // namespace
}  // namespace espalier::schedules
