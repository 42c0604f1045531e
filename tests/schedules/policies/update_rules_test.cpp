// SPDX-License-Identifier: Apache-2.0
#include <espalier/schedules/policies/update_rules.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

#include <espalier/schedules/policies/drop_and_grow.h>
#include <espalier/schedules/policies/policy_registry.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/topology/random_pattern.h>
#include "tests/schedules/policies/policy_problem.h"
#include "tests/sparse/topology/owned_weight.h"

namespace espalier::schedules {
namespace {

using sparse::OwnedWeight;
using sparse::WeightView;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

// Rules put together one by one are the policy that the same options name.
TEST(UpdateRules, ComposeToAPolicy) {
  const PolicyOptions options = {.drop_fraction = 0.4, .updates = 10, .steps = 100};
  const UpdateRules rules = {
      .density = {.excess = make_schedule(ScheduleShape::kCubic, 1, 0, 100)},
      .drop = {.criterion = drop_criterion("magnitude"),
               .fraction = make_schedule(ScheduleShape::kCosine, 0.4, 0, 100)},
      .growth = {.criterion = grow_criterion("random")}};
  const PolicyPtr composed =
      drop_and_grow({.name = "mine", .description = "composed"}, Cadence::updates(10, 100), rules);
  OwnedWeight owned(sparse::random_pattern(30, 30, {}, 0.3, Random(1, 1)), 1);
  const std::vector<WeightView> weights = {owned.view()};
  const UpdateInfo update = {
      .update = 3, .completed_steps = 30, .total_steps = 100, .seed = 5, .history = {}};
  EXPECT_EQ(composed->propose(weights, update), dynamic(options)->propose(weights, update));
  EXPECT_EQ(composed->cost(), PolicyCost::kAlwaysSparse);
  EXPECT_TRUE(composed->grows_uniformly());
}

TEST(UpdateRules, ThatUndoEachOtherAreRefused) {
  UpdateRules rules = rules_of({.updates = 10, .steps = 100});
  rules.growth.criterion = grow_criterion("none");
  EXPECT_THROW(drop_and_grow({.name = "mine", .description = ""}, Cadence::updates(10, 100), rules),
               ConfigError);
}

// Without a length every schedule had ended by the first update: nothing ever moved.
TEST(UpdateRules, WantTheLengthOfTheRun) {
  PolicyOptions options = policy_preset("rigl");
  for (const Index steps : {Index{0}, Index{-1}, Cadence::kMaxSteps + 1}) {
    options.steps = steps;
    EXPECT_THROW((void)rules_of(options), ConfigError) << steps;
  }
  options.steps = 1000;
  EXPECT_GT(rules_of(options).drop.fraction.at(100), 0.25);
}

TEST(UpdateRules, OfAStructureHaveGroupsAndAShare) {
  PolicyOptions options = policy_preset("dynamic");
  options.steps = 100;
  options.updates = 10;
  options.structure = Structure::kGroups;
  const auto composed = [&](Index group, double ablation) {
    UpdateRules rules = rules_of(options);
    rules.structure.group = group;
    rules.structure.ablation = ablation;
    return drop_and_grow({.name = "mine", .description = ""}, Cadence::updates(10, 100), rules);
  };
  EXPECT_NO_THROW(composed(4, 0.3));
  EXPECT_THROW(composed(0, 0.3), ConfigError);
  EXPECT_THAT([&] { composed(4, 1.0000001); },
              ThrowsMessage<ConfigError>(HasSubstr("ablation is 1.0000001; expected a share")));
}

// Options are in their domains, and their criteria score. Rules put together by hand failed at the
// first update, or, with a mean that grows for ever or stays at zero, not at all.
TEST(UpdateRules, PutTogetherByHandAreWholeAndInTheirDomains) {
  PolicyOptions options = policy_preset("snfs");
  options.steps = 1000;
  const auto compose = [](const UpdateRules& rules) {
    return drop_and_grow({.name = "mine", .description = ""}, Cadence::updates(10, 1000), rules);
  };
  UpdateRules rules = rules_of(options);
  EXPECT_NO_THROW(compose(rules));
  for (const double decay : {0.0, 1.0, 1.5}) {
    rules.growth.momentum_decay = decay;
    EXPECT_THROW(compose(rules), ConfigError) << decay;
  }
  rules = rules_of(options);
  rules.drop.criterion = {.name = "forgotten", .description = "", .scores = nullptr};
  EXPECT_THAT([&] { compose(rules); },
              ThrowsMessage<ConfigError>(HasSubstr("'forgotten' with nothing to score by")));
}

// A constant fan-in takes the best of the weight first, and then of each row.
TEST(UpdateRules, ThatFormADenseGradientTwiceSayAndCountSo) {
  const auto flops = [](const std::string& policy) {
    PolicyOptions options = policy_preset(policy);
    options.steps = 4;
    options.every_steps = 2;
    PolicyProblem problem(policy, options, 4, 0.25);
    TopologyUpdater updater(make_topology_policy(policy, options), problem.owners(),
                            {.target_blocks = problem.target_blocks});
    double counted = 0;
    for (Index step = 0; step < 2; ++step) {
      for (std::size_t i = 0; i < PolicyProblem::kWeights; ++i)
        problem.weights[i].backward(PolicyProblem::gradient(i, step));
      if (const auto report = updater.step(step, [](bool) {})) counted += report->flops;
    }
    return counted;
  };
  EXPECT_GT(flops("rigl"), 0);
  EXPECT_EQ(flops("srigl"), 2 * flops("rigl"));
  PolicyOptions random = policy_preset("srigl");
  random.grow = "random";
  random.steps = 4;
  EXPECT_EQ(rules_of(random).needs().dense_gradients, 1);
  // A drop criterion of one's own that reads the gradients of all positions forms them too.
  for (const auto& [policy, expected] : {std::pair{"rigl", 2}, {"srigl", 3}}) {
    PolicyOptions options = policy_preset(policy);
    options.steps = 1000;
    UpdateRules rules = rules_of(options);
    rules.drop.criterion.needs.growth_gradients = true;
    EXPECT_EQ(rules.needs().dense_gradients, expected) << policy;
  }
  UpdateRules of_drops = rules_of(random);
  of_drops.drop.criterion.needs.growth_gradients = true;
  EXPECT_EQ(of_drops.needs().dense_gradients, 1);
}

TEST(UpdateRules, WantTheHistoryOfAllWeightsOrNone) {
  OwnedWeight owned(sparse::random_pattern(8, 8, {}, 0.5, Random(1, 1)), 1);
  const std::vector<WeightView> weights = {owned.view(), owned.view()};
  const std::vector<WeightHistory> history(1);
  const UpdateInfo update = {
      .update = 1, .completed_steps = 10, .total_steps = 100, .seed = 5, .history = history};
  EXPECT_THROW((void)dynamic({.updates = 10, .steps = 100})->propose(weights, update), ShapeError);
}

}  // namespace
}  // namespace espalier::schedules
