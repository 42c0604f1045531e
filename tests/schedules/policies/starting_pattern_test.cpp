// SPDX-License-Identifier: Apache-2.0
#include <espalier/schedules/policies/starting_pattern.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <espalier/schedules/policies/policy_registry.h>
#include <espalier/schedules/update/topology_updater.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/format/matrix_io.h>
#include <espalier/sparse/topology/random_pattern.h>
#include "tests/schedules/policies/dense_weight.h"
#include "tests/support/message.h"
#include "tests/support/temporary_folder.h"

namespace espalier::schedules::starting_pattern_test {
namespace {

using espalier::testing::message_of;
using espalier::testing::TemporaryFolder;
using sparse::DenseWeight;
using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr Index kExtent = 20;
const WeightShape kShape = {"ffn", kExtent, kExtent, {2, 2}};

PolicyPtr policy_of(const std::string& name) {
  PolicyOptions options = policy_preset(name);
  options.steps = 100;
  if (options.every_steps == 0 && options.updates > 20) options.updates = 20;
  return make_topology_policy(name, options);
}

std::vector<float> normal_values() {
  std::vector<float> values(kExtent * kExtent);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<float>(Random(3, 1).normal(i));
  return values;
}

// Of 100 blocks: all for those that prune a dense weight, half for granet, ten for the others.
TEST(StartingPattern, HasTheDensityThatThePolicyStartsFrom) {
  const auto blocks = [](const char* policy) {
    const StartingPattern start = starting_pattern(*policy_of(policy), kShape, 0.1, 7);
    EXPECT_EQ(start.target_blocks, 10);
    return start.pattern->blocks();
  };
  for (const char* policy : {"gmp", "blast", "snip", "one_shot_magnitude", "one_shot_random"})
    EXPECT_EQ(blocks(policy), 100) << policy;
  EXPECT_EQ(blocks("granet"), 50);
  EXPECT_EQ(blocks("dynamic"), 10);
  EXPECT_EQ(*starting_pattern(*policy_of("banded"), kShape, 0.1, 7).pattern,
            *sparse::banded({kExtent, kExtent, {2, 2}, 10}));
}

TEST(StartingPattern, OfTheDenseBaselineIsDense) {
  const StartingPattern start = starting_pattern(*dense(), kShape, 0.1, 7);
  EXPECT_EQ(start.pattern->blocks(), 100);
  EXPECT_EQ(start.target_blocks, 100);
}

TEST(StartingPattern, OfAWeightWithoutValuesIsEmpty) {
  for (const char* policy : {"static", "dynamic", "gmp", "dense"}) {
    const StartingPattern start =
        starting_pattern(*policy_of(policy), {"w", 0, 16, {4, 4}}, 0.1, 7);
    EXPECT_EQ(start.pattern->blocks(), 0) << policy;
    EXPECT_EQ(start.pattern->cols(), 16) << policy;
    EXPECT_EQ(start.target_blocks, 0) << policy;
  }
}

TEST(StartingPattern, IsRefusedByItsName) {
  EXPECT_THAT(message_of<ConfigError>([] { (void)static_pattern("foo"); }),
              AllOf(HasSubstr("pattern is 'foo'"), HasSubstr("small_world")));
}

// A policy that starts dense took fewer than none for its end.
TEST(StartingPattern, RefusesNumbersOfBlocksThatTheWeightDoesNotHave) {
  for (const char* policy : {"dynamic", "gmp"})
    for (const Index blocks : {-5, 0, 101})
      EXPECT_THAT(message_of<ConfigError>([&] {
                    (void)starting_pattern_of_blocks(*policy_of(policy), kShape, blocks, 7);
                  }),
                  "weight ffn: " + std::to_string(blocks) +
                      " blocks at the end; expected a number from 1 to 100")
          << policy;
  EXPECT_EQ(starting_pattern_of_blocks(*policy_of("gmp"), kShape, 100, 7).target_blocks, 100);
}

TEST(StartingPattern, RefusesBlocksOfNoExtent) {
  EXPECT_THAT(message_of<ShapeError>([] {
                (void)starting_pattern(*dense(), {"w", 64, 64, {0, 1}}, 0.1, 7);
              }),
              HasSubstr("weight w: found 64 x 64 in blocks of 0 x 1; expected"));
}

TEST(StartingPattern, RefusesABlockThatDoesNotDivideByTheNameOfTheWeight) {
  EXPECT_THAT(message_of<ShapeError>([] {
                (void)starting_pattern(*static_pattern(), {"w", 66, 64, {4, 4}}, 0.1, 7);
              }),
              HasSubstr("weight w: found 66 x 64 in blocks of 4 x 4; expected extents that"));
}

TEST(StartingPattern, OfAFileSaysHowMuchTheWeightStores) {
  const TemporaryFolder folder;
  const sparse::PatternPtr stored =
      sparse::random_pattern(kExtent, kExtent, {2, 2}, 0.3, Random(1, 1));
  sparse::write_smtx(folder.path() / "ffn_ffn.smtx", *stored);
  PolicyOptions options = policy_preset("dynamic");
  options.steps = 1000;
  options.pattern = "file:" + (folder.path() / "{weight}_{weight}.smtx").string();
  const StartingPattern start =
      starting_pattern(*make_topology_policy("dynamic", options), kShape, 0.1, 7);
  EXPECT_EQ(*start.pattern, *stored);
  EXPECT_EQ(start.target_blocks, 30);
}

// The groups of n_of_m are the policy's own, whatever those of the pattern would be by default.
TEST(StartingPattern, HasTheGroupsOfThePolicy) {
  const StartingPattern start = starting_pattern(*policy_of("n_of_m"), kShape, 0.5, 7);
  EXPECT_EQ(*start.pattern, *sparse::n_of_m({kExtent, kExtent, {2, 2}, 50}, 10,
                                            Random(7, stream_id("pattern:ffn"))));
}

// One that starts from groups and keeps to none knows no M.
TEST(StartingPattern, HasTheGroupsOfTheCallWhereThePolicyKeepsToNone) {
  const PolicyPtr policy =
      preset_policy("dynamic", {"steps=100", "updates=20", "pattern=n_of_m", "group=10"});
  const StartingPattern start = starting_pattern(*policy, kShape, 0.5, 7, {.group = 5});
  EXPECT_EQ(*start.pattern, *sparse::n_of_m({kExtent, kExtent, {2, 2}, 50}, 5,
                                            Random(7, stream_id("pattern:ffn"))));
}

TEST(StartingPattern, LetsPoliciesThatPruneArrive) {
  for (const char* name :
       {"gmp", "granet", "blast", "snip", "one_shot_magnitude", "one_shot_random"}) {
    const PolicyPtr policy = policy_of(name);
    const StartingPattern start = starting_pattern(*policy, kShape, 0.1, 7);
    DenseWeight weight(start.pattern, normal_values());
    TopologyUpdater topology(policy, {weight.owner("ffn")},
                             {.target_blocks = {start.target_blocks}});
    for (Index step = 0; step < 100; ++step) {
      weight.backward(normal_values());
      topology.step(step, [](bool) {});
    }
    EXPECT_EQ(weight.owned.pattern->blocks(), 10) << name;
  }
}

// When the run begins, not before: what is made from the pruned weights of a run that goes on is
// restored first.
TEST(StartingPattern, AStartThatLeavesNothingToPruneIsRefused) {
  for (const char* name :
       {"gmp", "granet", "blast", "snip", "one_shot_magnitude", "one_shot_random"}) {
    DenseWeight weight(sparse::random_pattern(kExtent, kExtent, {2, 2}, 0.1, Random(1, 1)),
                       normal_values());
    EXPECT_THAT(message_of<ConfigError>([&] {
                  TopologyUpdater topology(policy_of(name), {weight.owner("ffn")});
                  topology.step(0, [](bool) {});
                }),
                AllOf(HasSubstr(std::string("topology policy ") + name +
                                ": weight ffn starts with 10 of 100 blocks and is to end with 10"),
                      HasSubstr("starting_pattern")));
    TopologyUpdater topology(policy_of(name), {weight.owner("ffn")});
    EXPECT_THROW(topology.leave_out(0), ConfigError) << name;
    if (!topology.policy().needs().before_optimizer()) {
      EXPECT_THROW(topology.step(0), ConfigError) << name;
    }
    EXPECT_EQ(topology.next_step(), 0) << name;
    topology.restore(topology.state());
    weight.backward(normal_values());
    EXPECT_NO_THROW(topology.step(0, [](bool) {})) << name;
    // A run that goes on may say what it began with.
    TopologyUpdater told(policy_of(name), {weight.owner("ffn")},
                         {.target_blocks = {10}, .initial_blocks = {100}});
    EXPECT_NO_THROW(told.leave_out(0)) << name;
  }
}

}  // namespace
}  // namespace espalier::schedules::starting_pattern_test
