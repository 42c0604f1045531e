// SPDX-License-Identifier: Apache-2.0
#include <espalier/schedules/policies/topology_policy.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include <espalier/schedules/policies/policy_registry.h>
#include <espalier/schedules/rules/criteria.h>
#include <espalier/schedules/update/topology_updater.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/topology/random_pattern.h>
#include "tests/sparse/topology/owned_weight.h"

namespace espalier::schedules {
namespace {

using sparse::BlockCoordinate;
using sparse::BlockPattern;
using sparse::OwnedWeight;
using sparse::PatternPtr;
using sparse::TopologyEdit;
using sparse::WeightView;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

UpdateInfo at_step(Index completed, Index total, Index update = 1, std::uint64_t seed = 0) {
  return {update, completed, total, seed};
}

TopologyEdit propose_for(const PolicyPtr& policy, OwnedWeight& owned, const UpdateInfo& update) {
  const std::vector<WeightView> weights = {owned.view()};
  return policy->propose(weights, update).at(0);
}

// One row of five blocks, of which column 2 is free. Worked by hand: halfway through the run the
// drop fraction is 0.25 of four blocks, so the smallest, -1 at position 1, goes and the only free
// block comes.
TEST(Dynamic, WorksAsByHand) {
  OwnedWeight owned(BlockPattern::from_coordinates(1, 5, {1, 1}, {{0, 0}, {0, 1}, {0, 3}, {0, 4}}),
                    1);
  owned.values = {3, -1, 2, -4};
  owned.gradient = owned.first = owned.second = {5, 6, 7, 8};
  const PolicyPtr policy = dynamic({.drop_fraction = 0.5, .updates = 2, .steps = 4});
  EXPECT_EQ(propose_for(policy, owned, at_step(2, 4)),
            (TopologyEdit{.drop = {1}, .grow = {{0, 2}}}));

  TopologyUpdater topology(policy, {owned.owner()});
  EXPECT_FALSE(topology.step(0));
  EXPECT_TRUE(topology.step(1));
  EXPECT_FALSE(topology.step(2));
  EXPECT_FALSE(topology.step(3));
  EXPECT_THAT(owned.pattern->columns(), ElementsAre(0, 2, 3, 4));
  EXPECT_THAT(owned.values, ElementsAre(3, 0, 2, -4));
  EXPECT_THAT(owned.first, ElementsAre(5, 0, 7, 8));
  EXPECT_THAT(owned.second, ElementsAre(5, 0, 7, 8));
}

TEST(Dynamic, CountsByTheCosineRoundedUp) {
  struct Case {
    Index stored, completed, total;
    double drop_fraction;
    std::size_t dropped;
  };
  // cos(pi/3) is 0.5000000000000001 in doubles: 8 blocks at 1/3 must be 3, not 4.
  const Case cases[] = {{10, 1, 3, 0.5, 4}, {8, 1, 3, 0.5, 3},  {10, 1, 2, 0.5, 3},
                        {8, 2, 3, 0.5, 1},  {10, 2, 3, 0.5, 2}, {10, 99, 100, 0.5, 1},
                        {8, 1, 3, 1.0, 6},  {8, 1, 3, 0.0, 0},  {8, 3, 3, 0.5, 0}};
  for (const Case& c : cases) {
    std::vector<BlockCoordinate> stored;
    for (BlockIndex i = 0; i < c.stored; ++i) stored.push_back({0, i});
    OwnedWeight owned(BlockPattern::from_coordinates(1, 40, {1, 1}, stored), 1);
    const PolicyPtr policy =
        dynamic({.drop_fraction = c.drop_fraction, .updates = 1, .steps = c.total});
    const TopologyEdit edit = propose_for(policy, owned, at_step(c.completed, c.total));
    EXPECT_EQ(edit.drop.size(), c.dropped) << c.stored << " at " << c.completed << "/" << c.total;
    EXPECT_EQ(edit.grow.size(), c.dropped);
  }
}

TEST(Dynamic, FollowsTheChosenSchedule) {
  OwnedWeight owned(sparse::random_pattern(10, 20, {1, 1}, 0.5, Random(1, 1)), 1);
  const auto dropped = [&](ScheduleShape shape) {
    const PolicyPtr policy =
        dynamic({.drop_fraction = 0.4, .updates = 4, .steps = 4, .drop_schedule = shape});
    return propose_for(policy, owned, at_step(1, 4)).drop.size();
  };
  EXPECT_EQ(dropped(ScheduleShape::kConstant), 40u);
  EXPECT_EQ(dropped(ScheduleShape::kLinear), 30u);
  EXPECT_EQ(dropped(ScheduleShape::kCosine), 35u);  // 20 (1 + sqrt(1/2)) = 34.1
}

TEST(Dynamic, DropsFewerIfTooFewPositionsAreFree) {
  OwnedWeight owned(BlockPattern::from_coordinates(1, 5, {1, 1}, {{0, 0}, {0, 1}, {0, 3}, {0, 4}}),
                    1);
  owned.values = {3, -1, 2, -4};
  PolicyOptions options{
      .drop_fraction = 1, .updates = 2, .steps = 4, .drop_schedule = ScheduleShape::kConstant};
  EXPECT_EQ(propose_for(dynamic(options), owned, at_step(2, 4)),
            (TopologyEdit{.drop = {1}, .grow = {{0, 2}}}));

  options.regrow_dropped = true;
  const TopologyEdit all = propose_for(dynamic(options), owned, at_step(2, 4));
  EXPECT_THAT(all.drop, ElementsAre(0, 1, 2, 3));
  EXPECT_EQ(all.grow.size(), 4u);
}

TEST(Dynamic, LeavesAFullWeightAlone) {
  OwnedWeight owned(BlockPattern::full(4, 4, {1, 1}), 1);
  const PolicyPtr policy = dynamic({.drop_fraction = 1, .updates = 2, .steps = 4});
  EXPECT_TRUE(propose_for(policy, owned, at_step(2, 4)).empty());
}

TEST(Dynamic, RegrowsDroppedBlocksOnlyIfToldTo) {
  OwnedWeight owned(sparse::random_pattern(20, 20, {1, 1}, 0.5, Random(1, 1)), 1);
  const auto regrown = [&](bool regrow_dropped) {
    const PolicyPtr policy = dynamic({.drop_fraction = 0.5,
                                      .updates = 4,
                                      .steps = 4,
                                      .drop_schedule = ScheduleShape::kConstant,
                                      .regrow_dropped = regrow_dropped});
    const TopologyEdit edit = propose_for(policy, owned, at_step(1, 4));
    EXPECT_EQ(edit.drop.size(), 100u);
    EXPECT_EQ(edit.grow.size(), 100u);
    return std::count_if(edit.grow.begin(), edit.grow.end(),
                         [&](BlockCoordinate c) { return owned.pattern->find(c) >= 0; });
  };
  EXPECT_EQ(regrown(false), 0);
  // 100 drawn of 300 positions, of which 100 were dropped: hypergeometric, mean 33.3, standard
  // deviation 3.9; five of them.
  EXPECT_NEAR(static_cast<double>(regrown(true)), 100.0 / 3, 5 * 3.9);
}

TEST(Dynamic, KeepsTheBudgetForEveryDensityAndBlock) {
  for (const Index block : {1, 2, 4, 8, 16}) {
    for (const double density : {0.01, 0.1, 0.25, 0.5, 0.9, 1.0}) {
      OwnedWeight owned(sparse::random_pattern(64, 96, {block, block}, density, Random(1, 1)), 1);
      const Index budget = owned.pattern->blocks();
      TopologyUpdater topology(dynamic({.drop_fraction = 0.75, .updates = 6, .steps = 6}),
                               {owned.owner()});
      int updates = 0;
      for (Index step = 0; step < 6; ++step) {
        const auto report = topology.step(step);
        updates += report.has_value();
        ASSERT_EQ(owned.pattern->blocks(), budget) << block << " at density " << density;
        if (report) {
          ASSERT_EQ(report->dropped, report->grown);
        }
      }
      EXPECT_EQ(updates, 5);
    }
  }
}

TEST(Dynamic, DependsNeitherOnTheOrderOfWeightsNorOfCalls) {
  OwnedWeight a(sparse::random_pattern(20, 20, {1, 1}, 0.2, Random(1, 1)), 1);
  OwnedWeight b(sparse::random_pattern(20, 20, {1, 1}, 0.2, Random(1, 2)), 2);
  const PolicyPtr policy = dynamic({.updates = 8, .steps = 80});
  const std::vector<WeightView> forward = {a.view("a"), b.view("b")};
  const std::vector<WeightView> backward = {b.view("b"), a.view("a")};
  const auto third = policy->propose(forward, at_step(30, 80, 3, 7));
  const auto second = policy->propose(backward, at_step(20, 80, 2, 7));
  EXPECT_THAT(policy->propose(backward, at_step(30, 80, 3, 7)), ElementsAre(third[1], third[0]));
  EXPECT_THAT(policy->propose(forward, at_step(20, 80, 2, 7)), ElementsAre(second[1], second[0]));
}

TEST(Dynamic, DrawsAnewForEverySeedWeightAndUpdate) {
  OwnedWeight owned(sparse::random_pattern(20, 20, {1, 1}, 0.2, Random(1, 1)), 1);
  const PolicyPtr policy = dynamic({.updates = 8, .steps = 80});
  const auto grow = [&](const char* name, Index update, std::uint64_t seed) {
    const std::vector<WeightView> weights = {owned.view(name)};
    return policy->propose(weights, at_step(10, 80, update, seed)).at(0).grow;
  };
  const auto one = grow("a", 1, 7);
  EXPECT_EQ(grow("a", 1, 7), one);
  EXPECT_NE(grow("b", 1, 7), one);
  EXPECT_NE(grow("a", 2, 7), one);
  EXPECT_NE(grow("a", 1, 8), one);
}

TEST(Dynamic, UpdatesAtTheCadenceOfItsOptions) {
  EXPECT_EQ(dynamic({.updates = 160, .steps = 16000})->cadence().count(), 159);
  const PolicyPtr policy = dynamic({.every_steps = 100, .steps = 1000});
  EXPECT_EQ(policy->cadence().count(), 9);
  EXPECT_EQ(policy->cadence().update_at(300), 3);
}

TEST(Dynamic, RefusesOptionsOutsideTheirDomain) {
  EXPECT_THROW(dynamic({.drop_fraction = -0.1, .steps = 1000}), ConfigError);
  EXPECT_THROW(dynamic({.drop_fraction = 1.1, .steps = 1000}), ConfigError);
  EXPECT_THROW(dynamic({.drop_fraction = std::numeric_limits<double>::quiet_NaN(), .steps = 1000}),
               ConfigError);
  EXPECT_THROW(dynamic({.updates = 0, .steps = 1000}), ConfigError);
  EXPECT_THROW(dynamic({.updates = 160, .steps = 159}), ConfigError);
  EXPECT_THROW(dynamic({.every_steps = -1, .steps = 1000}), ConfigError);
  EXPECT_THROW(dynamic({}), ConfigError);  // how long the run is must be said
}

TEST(FixedPatterns, NeverChange) {
  OwnedWeight owned(sparse::random_pattern(20, 20, {1, 1}, 0.2, Random(1, 1)), 1);
  const OwnedWeight before = owned;
  for (const PolicyPtr& policy : {static_pattern(), dense()}) {
    TopologyUpdater topology(policy, {owned.owner()});
    for (Index step = 0; step < 1000; ++step) EXPECT_FALSE(topology.step(step));
    EXPECT_TRUE(propose_for(policy, owned, at_step(5, 10)).empty());
    EXPECT_DOUBLE_EQ(topology.explored(), 0.2);
  }
  EXPECT_EQ(owned.pattern, before.pattern);
  EXPECT_EQ(owned.values, before.values);
}

std::vector<std::string> names_of(const std::vector<PolicyInfo>& policies) {
  std::vector<std::string> names;
  for (const PolicyInfo& policy : policies) names.push_back(policy.name);
  return names;
}

TEST(PolicyRegistry, MakesEveryPolicyThatItLists) {
  EXPECT_THAT(names_of(topology_policies()),
              ::testing::IsSupersetOf({"dense", "static", "dynamic"}));
  for (const PolicyInfo& info : topology_policies()) {
    PolicyOptions options = policy_preset(info.name);
    options.steps = 1000;
    const PolicyPtr policy = make_topology_policy(info.name, options);
    EXPECT_EQ(policy->name(), info.name);
    EXPECT_EQ(policy->description(), info.description);
    EXPECT_EQ(policy->cost(), info.cost);
    EXPECT_FALSE(info.description.empty());
    EXPECT_EQ(info.description.find('\n'), std::string::npos);
  }
}

TEST(PolicyRegistry, PassesTheOptionsOn) {
  EXPECT_EQ(make_topology_policy("dynamic", {.updates = 40, .steps = 1000})->cadence().count(), 39);
  EXPECT_THROW(make_topology_policy("dynamic", {.drop_fraction = 2, .steps = 1000}), ConfigError);
}

TEST(PolicyRegistry, AddsNoPresetToTheOptions) {
  const PolicyPtr bare = make_topology_policy("rigl", {.steps = 1000});
  EXPECT_FALSE(bare->needs().growth_gradients) << "the paper's settings, as the header says";
  EXPECT_EQ(bare->cadence().count(), dynamic({.steps = 1000})->cadence().count());

  PolicyOptions options = policy_preset("rigl");
  options.steps = 1000;
  const PolicyPtr rigl = make_topology_policy("rigl", options);
  EXPECT_TRUE(rigl->needs().growth_gradients);
  EXPECT_EQ(rigl->cadence().count(), 7) << "one in 100 steps, up to step 750";
}

TEST(PolicyRegistry, NamesWhatItKnowsIfAskedForAnother) {
  EXPECT_THAT([] { make_topology_policy("dynamite", {.steps = 10}); },
              ThrowsMessage<ConfigError>(HasSubstr("'dynamite': expected one of dense, static, "
                                                   "dynamic")));
}

TEST(PolicyCost, HasTheWordsOfTheTables) {
  EXPECT_EQ(policy_cost_name(PolicyCost::kAlwaysSparse), "always sparse");
  EXPECT_EQ(policy_cost_name(PolicyCost::kDenseUpdates), "dense FLOPs on updates");
  EXPECT_EQ(policy_cost_name(PolicyCost::kDenseState), "dense state");
  EXPECT_EQ(policy_cost_name(PolicyCost::kDense), "dense");
}

// A policy as a user may write it: at each update the first weight drops a block and the last
// one grows a block, so that budget travels between weights.
class DrainPolicy final : public TopologyPolicy {
 public:
  static PolicyInfo describe() {
    return {"drain", "hand one block after the other from the first weight to the last",
            PolicyCost::kAlwaysSparse};
  }
  explicit DrainPolicy(const PolicyOptions& options)
      : TopologyPolicy(describe(), Cadence::updates(options.updates, options.steps)) {}

  std::vector<TopologyEdit> propose(std::span<const WeightView> weights,
                                    const UpdateInfo& update) const override {
    std::vector<TopologyEdit> edits(weights.size());
    edits.front().drop = {0};
    edits.back().grow = random_unstored(
        weights.back().pattern(), 1,
        Random(update.seed, stream_id("drain", static_cast<std::uint64_t>(update.update))));
    return edits;
  }
};

TEST(PolicyRegistry, TakesAPolicyFromOutsideTheLibrary) {
  register_topology_policy(DrainPolicy::describe(), [](const PolicyOptions& options) {
    return std::make_shared<const DrainPolicy>(options);
  });
  EXPECT_THAT(names_of(topology_policies()), Contains("drain"));

  OwnedWeight first(BlockPattern::full(2, 4, {1, 1}), 1);
  OwnedWeight last(sparse::random_pattern(4, 4, {1, 1}, 0.25, Random(1, 1)), 2);
  TopologyUpdater topology(make_topology_policy("drain", {.updates = 4, .steps = 40}),
                           {first.owner("first"), last.owner("last")});
  for (Index step = 0; step < 40; ++step) {
    const auto report = topology.step(step);
    if (report) {
      EXPECT_EQ(report->dropped + report->grown, 2);
    }
  }
  EXPECT_EQ(first.pattern->blocks(), 5);
  EXPECT_EQ(last.pattern->blocks(), 7);
  EXPECT_EQ(first.second.size(), 5u);
  EXPECT_EQ(last.second.size(), 7u);
}

TEST(PolicyRegistry, RefusesATakenNameAndAnEmptyFactory) {
  const auto make = [](const PolicyOptions&) { return static_pattern(); };
  EXPECT_THROW(register_topology_policy({"dynamic", "", PolicyCost::kDense}, make), ConfigError);
  EXPECT_THROW(register_topology_policy({"", "", PolicyCost::kDense}, make), ConfigError);
  EXPECT_THROW(register_topology_policy({"other", "", PolicyCost::kDense}, nullptr), ConfigError);
}

TEST(PolicyRegistry, NamesTheFactoryThatMakesNothing) {
  register_topology_policy({"nothing", "", PolicyCost::kAlwaysSparse},
                           [](const PolicyOptions&) -> PolicyPtr { return nullptr; });
  EXPECT_THAT([] { static_cast<void>(make_topology_policy("nothing", {})); },
              ThrowsMessage<ConfigError>(HasSubstr("'nothing': its factory made nothing")));
}

TEST(Course, IsWhatAnUpdateTakesFromTheLengthOfTheRun) {
  PolicyOptions options = policy_preset("dynamic");
  options.every_steps = 10;
  const auto course = [&](Index steps, Index update) {
    options.steps = steps;
    return make_topology_policy("dynamic", options)->course(update, 10 * update);
  };
  options.drop_schedule = ScheduleShape::kConstant;
  ASSERT_TRUE(course(100, 1).has_value());
  EXPECT_EQ(course(100, 9), course(200, 9));
  options.drop_schedule = ScheduleShape::kCosine;
  EXPECT_NE(course(100, 1), course(200, 1));
  // A density that falls, the later the longer the run; and what is left of it is shed by the last
  // of nine updates, or of nineteen.
  options.drop_schedule = ScheduleShape::kConstant;
  options.density_start = 0.5;
  options.density_end = 0.1;
  EXPECT_NE(course(100, 1), course(200, 1));
  EXPECT_EQ(course(100, 8), course(200, 8));
  EXPECT_NE(course(100, 9), course(200, 9));
  EXPECT_FALSE(static_pattern()->course(1, 10).has_value());
  // What grows first the last update drops.
  options.density_start = 0;
  options.grow_first = true;
  EXPECT_EQ(course(100, 8), course(200, 8));
  EXPECT_NE(course(100, 9), course(200, 9));
}

}  // namespace
}  // namespace espalier::schedules
