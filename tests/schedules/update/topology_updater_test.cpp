// SPDX-License-Identifier: Apache-2.0
#include <espalier/schedules/update/topology_updater.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <stdexcept>
#include <utility>

#include <espalier/schedules/policies/policy_registry.h>
#include <espalier/schedules/update/explored.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/topology/random_pattern.h>
#include "tests/schedules/policies/dense_weight.h"
#include "tests/sparse/topology/owned_weight.h"

namespace espalier::schedules::topology_updater_test {
namespace {

using sparse::BlockPattern;
using sparse::OwnedWeight;
using sparse::PatternPtr;
using sparse::TopologyEdit;
using sparse::WeightView;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

/// Proposes what a test tells it, at every step.
class ScriptedPolicy final : public TopologyPolicy {
 public:
  explicit ScriptedPolicy(std::vector<std::vector<TopologyEdit>> script)
      : TopologyPolicy({"scripted", "what a test says", PolicyCost::kAlwaysSparse},
                       Cadence::every(1, 1, 1000)),
        script_(std::move(script)) {}

  std::vector<TopologyEdit> propose(std::span<const WeightView>,
                                    const UpdateInfo& update) const override {
    return script_.at(static_cast<std::size_t>(update.update - 1));
  }

 private:
  std::vector<std::vector<TopologyEdit>> script_;
};

/// Grows a block in each weight, and does not know what one of them is to start from.
class StartlessPolicy final : public TopologyPolicy {
 public:
  explicit StartlessPolicy(std::string unknown)
      : TopologyPolicy({"startless", "what a test says", PolicyCost::kAlwaysSparse},
                       Cadence::every(1, 1, 1000)),
        unknown_(std::move(unknown)) {}

  std::vector<TopologyEdit> propose(std::span<const WeightView> weights,
                                    const UpdateInfo&) const override {
    return std::vector<TopologyEdit>(weights.size(), {.drop = {0}, .grow = {{0, 3}}});
  }
  sparse::GrownStart grown_start(const WeightView& weight, const TopologyEdit&,
                                 const UpdateInfo&) const override {
    return {.values = AlignedVector<float>(weight.name() == unknown_ ? 2 : 1, 0.5F)};
  }

 private:
  std::string unknown_;
};

PolicyPtr scripted(std::vector<std::vector<TopologyEdit>> script) {
  return std::make_shared<const ScriptedPolicy>(std::move(script));
}

TEST(TopologyUpdater, ReportsWhatItDid) {
  // One row of eight and one of four; 1x2 blocks in the second, so that it weighs as much.
  OwnedWeight a(BlockPattern::from_coordinates(1, 8, {1, 1}, {{0, 0}, {0, 1}}), 1);
  OwnedWeight b(BlockPattern::from_coordinates(1, 8, {1, 2}, {{0, 3}}), 2);
  TopologyUpdater topology(
      scripted({{{.drop = {0}, .grow = {{0, 4}}}, {.drop = {}, .grow = {{0, 0}, {0, 1}}}},
                {{.drop = {0, 1}, .grow = {{0, 5}, {0, 6}}}, {.drop = {1}, .grow = {}}}}),
      {a.owner("a"), b.owner("b")});
  EXPECT_DOUBLE_EQ(topology.explored(), 0.25);

  const auto first = topology.step(0);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->update, 1);
  EXPECT_EQ(first->completed_steps, 1);
  EXPECT_EQ(first->dropped, 1);
  EXPECT_EQ(first->grown, 3);
  EXPECT_DOUBLE_EQ(first->drop_fraction, 1.0 / 3);
  EXPECT_DOUBLE_EQ(first->explored, (3.0 / 8 + 3.0 / 4) / 2);
  EXPECT_EQ(first->removed_new, 0);
  ASSERT_EQ(first->weights.size(), 2u);
  EXPECT_EQ(first->weights[0].name, "a");
  EXPECT_EQ(first->weights[0].stored, 2);
  EXPECT_DOUBLE_EQ(first->weights[0].explored, 3.0 / 8);
  EXPECT_EQ(first->weights[1].stored, 3);
  EXPECT_DOUBLE_EQ(first->weights[1].explored, 3.0 / 4);

  // a stores 1 and 4, of which 4 is new and goes; b stores 0, 1 and 3, of which 1 is new and goes.
  const auto second = topology.step(1);
  ASSERT_TRUE(second);
  EXPECT_EQ(second->dropped, 3);
  EXPECT_EQ(second->grown, 2);
  EXPECT_DOUBLE_EQ(second->drop_fraction, 3.0 / 5);
  EXPECT_DOUBLE_EQ(second->removed_new, 2.0 / 3);
  EXPECT_EQ(second->weights[0].grown_before, 1);
  EXPECT_EQ(second->weights[0].removed_new, 1);
  EXPECT_EQ(second->weights[1].grown_before, 2);
  EXPECT_EQ(second->weights[1].removed_new, 1);
  EXPECT_EQ(second->weights[1].edit, (TopologyEdit{.drop = {1}, .grow = {}}));
  EXPECT_DOUBLE_EQ(second->explored, (5.0 / 8 + 3.0 / 4) / 2);
  EXPECT_DOUBLE_EQ(topology.explored(), second->explored);
}

/// The owner of a weight that a test can freeze.
class Freezable final : public sparse::WeightOwner {
 public:
  explicit Freezable(std::shared_ptr<sparse::WeightOwner> owner) : owner_(std::move(owner)) {}

  WeightView view() const override {
    const WeightView weight = owner_->view();
    return {weight.name(),
            weight.pattern_ptr(),
            weight.values(),
            weight.gradient(),
            {.frozen = frozen, .operands = weight.operands()}};
  }
  void commit(const sparse::WeightChange& change) override { owner_->commit(change); }
  void want_operands(bool wanted) override { owner_->want_operands(wanted); }

  bool frozen = true;

 private:
  std::shared_ptr<sparse::WeightOwner> owner_;
};

TEST(TopologyUpdater, LeavesAFrozenWeightAsItIsWhateverIsProposed) {
  OwnedWeight a(BlockPattern::from_coordinates(1, 8, {1, 1}, {{0, 0}, {0, 1}}), 1);
  const auto before = a.values;
  const auto owner = std::make_shared<Freezable>(a.owner("a"));
  const TopologyEdit edit{.drop = {0}, .grow = {{0, 4}}};
  TopologyUpdater topology(scripted({{edit}, {edit}}), {owner});
  const auto first = topology.step(0);
  EXPECT_EQ(first->dropped + first->grown, 0);
  EXPECT_EQ(first->weights[0].stored, 2);
  EXPECT_EQ(a.values, before);
  EXPECT_DOUBLE_EQ(topology.explored(), 0.25);

  owner->frozen = false;
  EXPECT_EQ(topology.step(1)->grown, 1);
  EXPECT_EQ(a.pattern->find({0, 4}), 1);
}

// Its layer may keep operands all the same; no gradient is formed of them.
TEST(TopologyUpdater, CountsNoFlopsOfAFrozenWeight) {
  const PatternPtr one = BlockPattern::from_coordinates(1, 4, {1, 1}, {{0, 0}});
  const auto counted = [&](const std::string& policy, bool frozen) {
    sparse::DenseWeight a(one, {1, 0, 0, 0}), b(one, {1, 0, 0, 0});
    const auto owner = std::make_shared<Freezable>(a.owner("a"));
    owner->frozen = frozen;
    PolicyOptions options = policy_preset(policy);
    options.steps = 100;
    options.every_steps = 1;
    options.end = 1;
    TopologyUpdater topology(make_topology_policy(policy, options), {owner, b.owner("b")});
    a.backward({0, 4, 0, 0});
    b.backward({0, 4, 0, 0});
    const auto report = topology.step(0, [](bool) {});
    return report->flops + topology.step_flops();
  };
  constexpr double kOfOne = 2 * 4 * 4;  // four tokens, one row of four
  for (const char* policy : {"rigl", "snfs"}) {
    EXPECT_EQ(counted(policy, false), 2 * kOfOne) << policy;
    EXPECT_EQ(counted(policy, true), kOfOne) << policy;
  }
}

TEST(TopologyUpdater, AsksNothingOfAFrozenWeight) {
  const PatternPtr one = BlockPattern::from_coordinates(1, 4, {1, 1}, {{0, 0}});
  OwnedWeight a(one, 1);  // with no more than it ends with
  PolicyOptions gmp = policy_preset("gmp");
  gmp.steps = 1000;
  const TopologyUpdater prunes(make_topology_policy("gmp", gmp),
                               {std::make_shared<Freezable>(a.owner("a"))});
  EXPECT_NO_THROW(prunes.check_starts());

  sparse::DenseWeight frozen(one, {1, 0, 0, 0}), free(one, {1, 0, 0, 0});
  PolicyOptions rigl = policy_preset("rigl");
  rigl.steps = 100;
  rigl.every_steps = 1;
  TopologyUpdater topology(
      make_topology_policy("rigl", rigl),
      {std::make_shared<Freezable>(frozen.owner("frozen")), free.owner("free")});
  frozen.backward({std::numeric_limits<float>::quiet_NaN(), 0, 0, 0});
  free.backward({0, 4, 0, 0});
  EXPECT_TRUE(topology.step(0, [](bool) {}));
}

// A step that is left out leaves neither operands nor costs to the next.
TEST(TopologyUpdater, ForgetsTheGradientsOfAStepThatIsLeftOut) {
  sparse::DenseWeight weight(BlockPattern::from_coordinates(1, 4, {1, 1}, {{0, 0}}), {1, 0, 0, 0});
  PolicyOptions snfs = policy_preset("snfs");
  snfs.steps = 1000;
  TopologyUpdater topology(make_topology_policy("snfs", snfs), {weight.owner()});
  weight.backward({0, 4, 0, 0});
  topology.step(0, [](bool) {});
  EXPECT_GT(topology.step_flops(), 0);
  weight.backward({0, 4, 0, 0});
  EXPECT_GT(weight.operands.tokens(), 0);
  topology.leave_out(1);
  EXPECT_EQ(weight.operands.tokens(), 0);
  EXPECT_EQ(topology.step_flops(), 0);
}

TEST(TopologyUpdater, RestoredKeepsOperandsForTheStepThatComes) {
  sparse::DenseWeight weight(BlockPattern::from_coordinates(1, 4, {1, 1}, {{0, 0}}), {1, 0, 0, 0});
  PolicyOptions rigl = policy_preset("rigl");
  rigl.steps = 100;
  rigl.every_steps = 2;
  TopologyUpdater topology(make_topology_policy("rigl", rigl), {weight.owner()});
  for (const auto& [next, wanted] : {std::pair<std::optional<Index>, bool>{Index{0}, false},
                                     {Index{1}, true},
                                     {std::nullopt, true}}) {
    topology.restore(topology.state(), next);
    EXPECT_EQ(weight.operands.wanted(), wanted) << next.value_or(-1);
  }
}

TEST(TopologyUpdater, NobodyPaysForAFrozenWeightAndItsLackIsOthers) {
  // Of 10 and 10 blocks 8 together are to stay. The first, frozen with 10, keeps them, and the
  // other comes to its own 4; frozen with 2, it leaves 6.
  const auto stored = [](Index frozen_blocks) {
    const auto pattern = [](Index blocks) {
      return sparse::random_pattern(1, 10, {1, 1}, static_cast<double>(blocks) / 10, Random(3, 1));
    };
    OwnedWeight a(pattern(frozen_blocks), 1);
    OwnedWeight b(pattern(10), 2);
    PolicyOptions options = policy_preset("granet");
    options.steps = 4;
    options.updates = 3;
    options.grow = "none";
    TopologyUpdater topology(make_topology_policy("granet", options),
                             {std::make_shared<Freezable>(a.owner("a")), b.owner("b")},
                             {.target_blocks = {4, 4}, .initial_blocks = {10, 10}});
    for (Index step = 0; step < 4; ++step) topology.step(step, [](bool) {});
    EXPECT_EQ(a.pattern->blocks(), frozen_blocks);
    return b.pattern->blocks();
  };
  EXPECT_EQ(stored(10), 4);
  EXPECT_EQ(stored(2), 6);
}

TEST(TopologyUpdater, CountsAPositionOnceHoweverOftenItIsStored) {
  OwnedWeight owned(BlockPattern::from_coordinates(1, 4, {1, 1}, {{0, 0}}), 1);
  TopologyUpdater topology(scripted({{{.drop = {0}, .grow = {{0, 1}}}},
                                     {{.drop = {0}, .grow = {{0, 0}}}},
                                     {{.drop = {0}, .grow = {{0, 0}}}}}),
                           {owned.owner()});
  EXPECT_DOUBLE_EQ(topology.step(0)->explored, 0.5);
  EXPECT_DOUBLE_EQ(topology.step(1)->explored, 0.5);
  EXPECT_DOUBLE_EQ(topology.step(2)->explored, 0.5);  // dropped and grown by one edit
  EXPECT_DOUBLE_EQ(topology.state().weights[0].grown.size(), 1u);
}

TEST(TopologyUpdater, ChangesNoWeightIfOneEditIsRefused) {
  OwnedWeight a(BlockPattern::full(1, 4, {1, 1}), 1);
  OwnedWeight b(BlockPattern::full(1, 4, {1, 1}), 2);
  const OwnedWeight before = a;
  TopologyUpdater topology(scripted({{{.drop = {0}, .grow = {}}, {.drop = {4}, .grow = {}}}}),
                           {a.owner("a"), b.owner("b")});
  TopologyState state = topology.state();
  EXPECT_THAT([&] { topology.step(0); },
              ThrowsMessage<FormatError>(HasSubstr("policy scripted, weight b: topology edit: "
                                                   "dropped position 4")));
  EXPECT_EQ(a.pattern, before.pattern);
  EXPECT_EQ(a.values, before.values);
  state.postponed = 1;
  EXPECT_EQ(topology.state(), state);
}

// A program may carry on after an optimizer that threw: with the next batch, and that alone.
TEST(TopologyUpdater, ForgetsTheGradientsOfAStepWhoseOptimizerThrew) {
  const PatternPtr one = BlockPattern::from_coordinates(1, 4, {1, 1}, {{0, 0}});
  PolicyOptions options = policy_preset("rigl");
  options.steps = 100;
  options.every_steps = 2;
  options.skip_optimizer = false;
  options.drop_fraction = 1;
  options.rounding = Rounding::kUp;
  sparse::DenseWeight weight(one, {1, 0, 0, 0});
  TopologyUpdater topology(make_topology_policy("rigl", options), {weight.owner()});

  const auto fails = [](bool) { throw std::runtime_error("no step"); };
  topology.step(0, [](bool) {});
  weight.backward({0, 9, 0, 0});
  EXPECT_THROW(topology.step(1, fails), std::runtime_error);
  EXPECT_EQ(topology.state().updates, 1);  // it came before the optimizer, and stays
  EXPECT_THAT(weight.owned.pattern->coordinates(), ElementsAre(sparse::BlockCoordinate{0, 1}));
  EXPECT_EQ(weight.operands.tokens(), 0);
  topology.step(2, [](bool) {});
  weight.backward({0, 0, 0, 1});
  topology.step(3, [](bool) {});
  EXPECT_THAT(weight.owned.pattern->coordinates(), ElementsAre(sparse::BlockCoordinate{0, 3}));

  sparse::DenseWeight with_mean(one, {1, 0, 0, 0});
  PolicyOptions snfs = policy_preset("snfs");
  snfs.steps = 100;
  snfs.updates = 2;
  TopologyUpdater means(make_topology_policy("snfs", snfs), {with_mean.owner()});
  with_mean.backward({4, 0, 0, 0});
  EXPECT_THROW(means.step(0, fails), std::runtime_error);
  EXPECT_EQ(with_mean.operands.tokens(), 0);
  EXPECT_TRUE(with_mean.operands.wanted());
}

// A layer that a batch passes by has a gradient of zero, which its mean takes in.
TEST(TopologyUpdater, TheMeanOfALayerThatABatchPassesByDecays) {
  const PatternPtr one = BlockPattern::from_coordinates(1, 4, {1, 1}, {{0, 0}});
  sparse::DenseWeight a(one, {1, 0, 0, 0}), b(one, {1, 0, 0, 0});
  PolicyOptions options = policy_preset("snfs");
  options.steps = 100;
  options.updates = 2;
  options.momentum = 0.5;
  TopologyUpdater topology(make_topology_policy("snfs", options), {a.owner("a"), b.owner("b")});
  a.backward({0, 4, 0, 0});
  b.backward({0, 0, 8, 0});
  topology.step(0, [](bool) {});
  a.backward({0, 4, 0, 0});
  topology.step(1, [](bool) {});
  EXPECT_THAT(topology.state().weights[0].momentum, ElementsAre(0, 3, 0, 0));
  EXPECT_THAT(topology.state().weights[1].momentum, ElementsAre(0, 0, 2, 0));
  EXPECT_EQ(topology.step_flops(), 2 * 4 * 4);
  EXPECT_THAT([&] { topology.step(2, [](bool) {}); },
              ThrowsMessage<ConfigError>(
                  HasSubstr("snfs: no layer has kept input and output gradient; in each step call "
                            "backward, then hand the optimizer's step to the updater")));
}

TEST(TopologyUpdater, RefusesAPolicyThatForgetsAWeight) {
  OwnedWeight a(BlockPattern::full(1, 4, {1, 1}), 1);
  TopologyUpdater topology(scripted({{}}), {a.owner("a")});
  EXPECT_THAT([&] { topology.step(0); },
              ThrowsMessage<FormatError>(HasSubstr("0 edits; expected one for each of 1")));
}

TEST(TopologyUpdater, RefusesUpdatesOutOfOrder) {
  OwnedWeight owned(sparse::random_pattern(8, 8, {1, 1}, 0.5, Random(1, 1)), 1);
  TopologyUpdater topology(dynamic({.updates = 4, .steps = 40}), {owned.owner()});
  EXPECT_THROW(topology.step(19), ConfigError);  // update 2 before update 1
  ASSERT_TRUE(topology.step(9));
  EXPECT_THROW(topology.step(9), ConfigError);
  EXPECT_TRUE(topology.step(19));
}

// Updates after 10, 20 and 30 steps. With gradients of every step told, one left out would be lost
// for good, and one told twice would count twice.
TEST(TopologyUpdater, WantsEveryStepOnceAndInOrder) {
  OwnedWeight owned(sparse::random_pattern(8, 8, {1, 1}, 0.5, Random(1, 1)), 1);
  TopologyUpdater topology(dynamic({.updates = 4, .steps = 40, .drop = "movement"}),
                           {owned.owner()});
  int optimized = 0;
  const auto tell = [&](Index step) { return topology.step(step, [&](bool) { ++optimized; }); };
  const auto refused = [&](Index step, Index expected) {
    const TopologyState state = topology.state();
    EXPECT_THAT([&] { tell(step); }, ThrowsMessage<ConfigError>(
                                         HasSubstr("topology step " + std::to_string(step) +
                                                   ": expected step " + std::to_string(expected))));
    EXPECT_EQ(topology.state(), state);  // not even the movement is noted
  };
  refused(1, 0);
  refused(-1, 0);
  for (Index step = 0; step < 12; ++step) EXPECT_EQ(tell(step).has_value(), step == 9);
  refused(11, 12);
  refused(9, 12);
  refused(13, 12);
  refused(29, 12);
  EXPECT_EQ(optimized, 12);
  tell(12);

  // A resumed run may go on at any step that the saved state fits.
  topology.restore(topology.state());
  for (const Index step : {0, 9, 20, 39})
    EXPECT_THAT([&] { tell(step); }, ThrowsMessage<ConfigError>(HasSubstr("after 1 updates")));
  EXPECT_FALSE(tell(10));
  refused(10, 11);
}

// What an updater has noted of blocks would belong to others, and what it sums over all steps would
// be read beyond its end.
TEST(TopologyUpdater, RefusesAPatternThatItDidNotLeave) {
  OwnedWeight owned(sparse::random_pattern(8, 8, {1, 1}, 0.5, Random(1, 1)), 1);
  OwnedWeight other(sparse::random_pattern(8, 8, {1, 1}, 0.6, Random(1, 2)), 2);
  for (const char* drop : {"magnitude", "movement"}) {
    OwnedWeight weight = owned;
    TopologyUpdater topology(dynamic({.updates = 4, .steps = 40, .drop = drop}), {weight.owner()});
    const auto step = [&](Index number) { return topology.step(number, [](bool) {}); };
    for (Index number = 0; number < 9; ++number) step(number);
    topology.check_patterns();
    weight = other;
    const auto refuses = ThrowsMessage<ConfigError>(
        HasSubstr("weight weight has another pattern than this updater left"));
    EXPECT_THAT([&] { topology.check_patterns(); }, refuses);
    EXPECT_THAT([&] { step(9); }, refuses);
    EXPECT_EQ(weight.pattern, other.pattern);
    // One that is equal is as good.
    weight = owned;
    weight.pattern = sparse::random_pattern(8, 8, {1, 1}, 0.5, Random(1, 1));
    EXPECT_TRUE(step(10)) << drop;
  }
}

// The next step makes the update again: half of it would be made twice.
TEST(TopologyUpdater, AStartThatDoesNotFitLeavesEveryWeightAsItWas) {
  const auto pattern = BlockPattern::from_coordinates(1, 4, {1, 1}, {{0, 0}});
  OwnedWeight a(pattern, 1), b(pattern, 2);
  const auto owner = a.owner("a");
  TopologyUpdater topology(std::make_shared<const StartlessPolicy>("b"), {owner, b.owner("b")});
  EXPECT_THAT([&] { topology.step(0); },
              ThrowsMessage<ShapeError>(HasSubstr(
                  "topology policy startless, weight b: 2 values for grown blocks; expected 1")));
  EXPECT_EQ(owner->view().pattern(), *pattern);
  EXPECT_EQ(topology.state().updates, 0);
}

// A program without gradients to read may leave out steps on which nothing is due, but no other:
// not even the last, which no later update would tell.
// The optimizer leaves such a step out; a mean that took it in would never be finite again.
TEST(TopologyUpdater, NotesNoGradientThatIsNotFinite) {
  OwnedWeight owned(sparse::random_pattern(8, 8, {1, 1}, 0.5, Random(1, 1)), 1);
  OwnedWeight other(sparse::random_pattern(8, 8, {1, 1}, 0.5, Random(1, 2)), 2);
  TopologyUpdater topology(dynamic({.updates = 4, .steps = 40, .drop = "movement"}),
                           {owned.owner("a"), other.owner("b")});
  topology.step(0, [](bool) {});
  const auto movements = [&] {
    return std::pair(topology.state().weights[0].movement, topology.state().weights[1].movement);
  };
  const auto before = movements();
  const float sound = std::exchange(owned.gradient[3], std::numeric_limits<float>::quiet_NaN());
  topology.step(1, [](bool) {});
  EXPECT_EQ(movements(), before);
  owned.gradient[3] = sound;
  topology.step(2, [](bool) {});
  EXPECT_NE(movements(), before);
}

// Steps 8 to 10 are left out, one of them with the update that follows step 9: it follows step 11.
// Nothing else is noted, of weights or gradients; what was postponed is part of the state.
TEST(TopologyUpdater, AnUpdateOfAStepThatIsLeftOutFollowsTheNextThatIsDone) {
  const auto pattern = sparse::random_pattern(8, 8, {1, 1}, 0.5, Random(1, 1));
  const PolicyPtr policy = dynamic({.updates = 4, .steps = 40, .drop = "movement"});
  OwnedWeight owned(pattern, 1);
  TopologyUpdater topology(policy, {owned.owner()});
  const auto left_out = [](Index step) { return step >= 8 && step <= 10; };
  std::vector<Index> updates, numbers;
  for (Index step = 0; step < 40; ++step) {
    if (left_out(step)) {
      const TopologyState before = topology.state();
      const AlignedVector<float> values = owned.values;
      topology.leave_out(step);
      EXPECT_EQ(topology.state().postponed, step >= 9 ? 1 : 0);
      EXPECT_EQ(topology.state().weights, before.weights);
      EXPECT_EQ(topology.state().updates, before.updates);
      EXPECT_EQ(owned.values, values);
      topology.restore(topology.state());
      continue;
    }
    if (const auto report = topology.step(step, [](bool) {})) {
      updates.push_back(step);
      numbers.push_back(report->update);
    }
  }
  EXPECT_THAT(updates, ElementsAre(11, 19, 29));
  EXPECT_THAT(numbers, ElementsAre(1, 2, 3));
  EXPECT_EQ(topology.state().postponed, 0);
  TopologyState wrong = topology.state();
  wrong.postponed = 1;
  EXPECT_THAT(
      [&] { topology.restore(wrong); },
      ThrowsMessage<FormatError>(HasSubstr("1 updates postponed; expected a value from 0 to 0")));
}

// Blocks would be chosen by NaN. The optimizer sees the gradient, and leaves the step out by
// itself.
TEST(TopologyUpdater, AnUpdateOfAStepWhoseGradientIsNotFiniteFollowsTheNext) {
  for (const std::string drop : {"magnitude_gradient", "saliency"}) {
    OwnedWeight owned(sparse::random_pattern(8, 8, {1, 1}, 0.5, Random(1, 1)), 1);
    TopologyUpdater topology(dynamic({.updates = 4, .steps = 40, .drop = drop}), {owned.owner()});
    const PatternPtr before = owned.pattern;
    std::vector<Index> updates;
    for (Index step = 0; step < 12; ++step) {
      const bool damaged = step == 9 || step == 10;
      const float sound = std::exchange(
          owned.gradient[3], damaged ? std::numeric_limits<float>::quiet_NaN() : owned.gradient[3]);
      EXPECT_EQ(topology.gradients_are_finite_at(step), !damaged);
      int calls = 0;
      if (topology.step(step, [&](bool skip) { calls += skip ? 0 : 1; })) updates.push_back(step);
      EXPECT_EQ(calls, 1);
      if (!damaged) continue;
      EXPECT_EQ(owned.pattern, before);
      EXPECT_EQ(topology.state().postponed, 1);
      owned.gradient[3] = sound;
    }
    EXPECT_THAT(updates, ElementsAre(11));
  }
}

// Two updates fall due while steps are left out: one follows each of the next two.
TEST(TopologyUpdater, MakesUpForEveryUpdateOfStepsThatAreLeftOut) {
  OwnedWeight owned(sparse::random_pattern(8, 8, {1, 1}, 0.5, Random(1, 1)), 1);
  TopologyUpdater topology(dynamic({.updates = 4, .steps = 40}), {owned.owner()});
  std::vector<Index> updates;
  for (Index step = 0; step < 40; ++step) {
    if (step >= 9 && step <= 19)
      topology.leave_out(step);
    else if (topology.step(step, [](bool) {}))
      updates.push_back(step);
  }
  EXPECT_THAT(updates, ElementsAre(20, 21, 29));
  EXPECT_THROW(topology.leave_out(39), ConfigError);
}

TEST(TopologyUpdater, NoticesThatAnUpdateWasLeftOut) {
  OwnedWeight owned(sparse::random_pattern(8, 8, {1, 1}, 0.5, Random(1, 1)), 1);
  TopologyUpdater topology(dynamic({.updates = 4, .steps = 40}), {owned.owner()});
  EXPECT_FALSE(topology.step(4));
  EXPECT_TRUE(topology.step(9));
  EXPECT_FALSE(topology.step(13));
  EXPECT_FALSE(topology.step(13));
  EXPECT_TRUE(topology.step(19));
  EXPECT_THROW(topology.step(8), ConfigError);   // before the first update
  EXPECT_THROW(topology.step(30), ConfigError);  // the third was left out
  EXPECT_THROW(topology.step(39), ConfigError);
  EXPECT_TRUE(topology.step(29));
  EXPECT_FALSE(topology.step(39));
}

TEST(TopologyUpdater, RefusesANegativeStep) {
  OwnedWeight owned(sparse::random_pattern(8, 8, {1, 1}, 0.5, Random(1, 1)), 1);
  TopologyUpdater topology(dynamic({.updates = 4, .steps = 40}), {owned.owner()});
  EXPECT_THAT([&] { topology.step(-7); },
              ThrowsMessage<ConfigError>(HasSubstr("topology step -7: expected one from 0 on")));
  topology.restore(topology.state());
  EXPECT_THROW(topology.step(-7, [](bool) {}), ConfigError);
  EXPECT_THROW(topology.leave_out(-7), ConfigError);
  EXPECT_FALSE(topology.step(0));
}

// A clock that the test moves: 4 s a step, an update every 10 s, and an interruption of any length
// between two steps, which the seconds of training do not count.
TEST(TopologyUpdater, UpdatesByTheClockAndGoesOnAfterAnInterruption) {
  const PolicyPtr policy = dynamic({.every_seconds = 10, .steps = 20});
  double seconds = 0;
  const auto clock = [&] { return seconds; };
  const auto train = [&](TopologyUpdater& topology, Index first, Index last) {
    std::vector<Index> updates;
    for (Index step = first; step < last; ++step) {
      seconds += 4;
      if (topology.step(step)) updates.push_back(step);
    }
    return updates;
  };
  OwnedWeight whole(sparse::random_pattern(20, 20, {1, 1}, 0.2, Random(1, 1)), 1);
  OwnedWeight before = whole;
  TopologyUpdater uninterrupted(policy, {whole.owner()}, {.seed = 9, .seconds = clock});
  EXPECT_THAT(train(uninterrupted, 0, 10), ElementsAre(2, 4, 7, 9));

  seconds = 0;
  TopologyUpdater first(policy, {before.owner()}, {.seed = 9, .seconds = clock});
  EXPECT_THAT(train(first, 0, 4), ElementsAre(2));
  OwnedWeight after = before;
  TopologyUpdater second(policy, {after.owner()}, {.seed = 9, .seconds = clock});
  second.restore(first.state());
  EXPECT_THAT(train(second, 4, 10), ElementsAre(4, 7, 9));
  EXPECT_EQ(*after.pattern, *whole.pattern);
  EXPECT_EQ(second.state(), uninterrupted.state());
}

TEST(TopologyUpdater, GoesOnByTheClockOfWhatItAdopts) {
  OwnedWeight owned(sparse::random_pattern(20, 20, {1, 1}, 0.2, Random(1, 1)), 1);
  double seconds = 0;
  TopologyUpdater topology(dynamic({.every_seconds = 10, .steps = 20}), {owned.owner()},
                           {.seed = 9, .seconds = [&] { return seconds; }});
  const std::vector<PatternPtr> patterns = {owned.pattern};
  topology.restore(topology.adopted(topology.state(), patterns, 8, 39));
  EXPECT_EQ(topology.state().updates, 3);
  seconds = 39;
  EXPECT_FALSE(topology.step(8));
  seconds = 40;
  const auto report = topology.step(9);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->update, 4);
  EXPECT_FALSE(topology.step(10)) << "none is left to make up for";
}

// Steps that take longer than an interval have one update each, those before the branch too. Were
// they to count for more, the last steps would make more updates than the cadence has.
TEST(TopologyUpdater, AdoptsNoMoreUpdatesByTheClockThanThereWereSteps) {
  OwnedWeight owned(sparse::random_pattern(20, 20, {1, 1}, 0.2, Random(1, 1)), 1);
  double seconds = 8 * 36;
  TopologyUpdater topology(dynamic({.every_seconds = 10, .steps = 20}), {owned.owner()},
                           {.seed = 9, .seconds = [&] { return seconds; }});
  topology.restore(topology.adopted(topology.state(), {{owned.pattern}}, 8, seconds), 8);
  EXPECT_EQ(topology.state().updates, 8);
  for (Index step = 8; step < 20; ++step) {
    seconds += 36;
    EXPECT_EQ(topology.step(step).has_value(), step < 19) << step;
    EXPECT_NO_THROW(topology.restore(topology.state(), step + 1)) << step;
  }
  EXPECT_EQ(topology.state().updates, 19);
}

TEST(TopologyUpdater, ReadsStatesOfBranchesThatCountedIntervalsWithoutSteps) {
  OwnedWeight owned(sparse::random_pattern(20, 20, {1, 1}, 0.2, Random(1, 1)), 1);
  TopologyUpdater topology(dynamic({.every_seconds = 10, .steps = 20}), {owned.owner()},
                           {.seed = 9, .seconds = [] { return 1e6; }});
  TopologyState state = topology.state();
  state.updates = 2 * 19;
  topology.restore(state, 18);
  const auto report = topology.step(18);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->update, 39);
  EXPECT_THAT([&] { topology.restore(topology.state(), 19); },
              ThrowsMessage<FormatError>(HasSubstr("39 updates done; expected a value from 0 to "
                                                   "38")));
}

// It would be made up for after every step, since by the clock none is ever taken off.
TEST(TopologyUpdater, RefusesAnUpdateByTheClockThatWasPostponed) {
  OwnedWeight owned(sparse::random_pattern(20, 20, {1, 1}, 0.2, Random(1, 1)), 1);
  TopologyUpdater topology(dynamic({.every_seconds = 10, .steps = 20}), {owned.owner()},
                           {.seed = 9, .seconds = [] { return 0.0; }});
  TopologyState state = topology.state();
  state.postponed = 1;
  EXPECT_THAT([&] { topology.restore(state, 1); },
              ThrowsMessage<FormatError>(HasSubstr("1 updates postponed; expected a value from 0 "
                                                   "to 0")));
}

TEST(TopologyUpdater, DoesNotAdoptWhatItCouldOnlyPruneAndIsTooSparse) {
  const auto pattern = sparse::random_pattern(20, 20, {1, 1}, 0.25, Random(1, 1));
  OwnedWeight owned(pattern, 1);
  const std::vector<PatternPtr> patterns = {pattern};
  const auto adopt = [&](const char* policy, Index target) {
    PolicyOptions options = policy_preset(policy);
    options.updates = 4;
    options.every_steps = 0;
    options.steps = 40;
    TopologyUpdater topology(make_topology_policy(policy, options), {owned.owner()},
                             {.target_blocks = {target}});
    (void)topology.adopted(topology.state(), patterns, 20, 0);
  };
  EXPECT_THAT([&] { adopt("gmp", 200); },
              ThrowsMessage<ConfigError>(HasSubstr("gmp only prunes: the weights have density "
                                                   "0.25")));
  EXPECT_NO_THROW(adopt("gmp", 100));
  EXPECT_NO_THROW(adopt("gmp", 50));
}

TEST(TopologyUpdater, RefusesNoPolicyAndWeightsOfOneName) {
  OwnedWeight a(BlockPattern::full(1, 4, {1, 1}), 1);
  OwnedWeight b(BlockPattern::full(1, 4, {1, 1}), 2);
  EXPECT_THROW(TopologyUpdater(nullptr, {}), ConfigError);
  EXPECT_THROW(TopologyUpdater(dense(), {a.owner("w"), b.owner("w")}), ConfigError);
}

// Of a run that goes on after its weights have grown first, not what they store for now.
TEST(TopologyUpdater, EndsWithWhatItBeganWithUnlessItIsTold) {
  OwnedWeight owned(BlockPattern::full(1, 4, {1, 1}), 1);
  TopologyUpdater topology(scripted({{TopologyEdit()}}), {owned.owner()}, {.initial_blocks = {3}});
  EXPECT_EQ(topology.step(0)->weights[0].target, 3);
}

TEST(TopologyUpdater, RefusesAnOptimizerThatCannotBeCalled) {
  OwnedWeight owned(sparse::random_pattern(8, 8, {1, 1}, 0.5, Random(1, 1)), 1);
  TopologyUpdater topology(dynamic({.updates = 4, .steps = 40}), {owned.owner()});
  EXPECT_THROW(topology.step(0, OptimizerStep()), ConfigError);
  EXPECT_EQ(topology.next_step(), 0);  // the step has not been told
  EXPECT_NO_THROW(topology.step(0, [](bool) {}));
}

TEST(TopologyUpdater, RefusesTargetsThatNoPatternHas) {
  OwnedWeight a(BlockPattern::full(1, 4, {1, 1}), 1);
  const PolicyPtr policy = dynamic({.updates = 2, .steps = 10});
  for (const Index wrong : {-1, 5}) {
    EXPECT_THROW(TopologyUpdater(policy, {a.owner()}, {.target_blocks = {wrong}}), ConfigError);
    EXPECT_THROW(TopologyUpdater(policy, {a.owner()}, {.initial_blocks = {wrong}}), ConfigError);
  }
}

TEST(TopologyUpdater, TakesAPolicyThatNobodyElseOwns) {
  std::unique_ptr<TopologyPolicy> policy =
      std::make_unique<ScriptedPolicy>(std::vector<std::vector<TopologyEdit>>{{}});
  TopologyUpdater topology(std::move(policy), {});
  EXPECT_EQ(topology.explored(), 0);
  EXPECT_EQ(topology.step(0)->explored, 0);
}

TEST(TopologyUpdater, TellsNewFromOldAmongWhatItDrops) {
  // Grown blocks start at zero and stay there, as nothing trains: all are dropped by the next
  // update as long as it drops as many.
  OwnedWeight owned(sparse::random_pattern(32, 32, {1, 1}, 0.25, Random(1, 1)), 1);
  TopologyUpdater topology(
      dynamic({.updates = 10, .steps = 10, .drop_schedule = ScheduleShape::kConstant}),
      {owned.owner()});
  EXPECT_EQ(topology.step(0)->removed_new, 0);
  for (Index step = 1; step < 9; ++step) EXPECT_EQ(topology.step(step)->removed_new, 1);
}

// Runs of patterns without training explore as the recurrence of papers says, to which three
// printed digits are known. Sampling: the share of 256 x 256 positions has at most the variance of
// independent ones (new positions are drawn without replacement), of which five standard deviations
// are allowed. Rounding up drops less than one block more at each of n - 1 updates, each of which
// finds a new position among those free with probability at most one.
TEST(TopologyUpdater, ExploresAsExpected) {
  struct Row {
    double drop_fraction;
    Index updates;
    bool regrow_dropped;
    double explored;
  };
  constexpr Index kExtent = 256;
  constexpr double kPositions = kExtent * kExtent;
  const double regrowing = expected_explored(0.1, 40, 1.0, {.regrow_dropped = true});
  for (const Row& row : {Row{0.5, 40, false, 0.702}, Row{0.5, 160, false, 0.990},
                         Row{1.0, 40, false, 0.906}, Row{1.0, 40, true, regrowing}}) {
    OwnedWeight owned(sparse::random_pattern(kExtent, kExtent, {1, 1}, 0.1, Random(5, 1)), 1);
    TopologyUpdater topology(dynamic({.drop_fraction = row.drop_fraction,
                                      .updates = row.updates,
                                      .steps = 1000,
                                      .regrow_dropped = row.regrow_dropped}),
                             {owned.owner()}, 11);
    for (Index step = 0; step < 1000; ++step) topology.step(step);
    const double sampling = 5 * std::sqrt(row.explored * (1 - row.explored) / kPositions);
    const double rounding = static_cast<double>(row.updates) / kPositions;
    EXPECT_NEAR(topology.explored(), row.explored, sampling + rounding + 0.0005)
        << row.updates << " updates, drop fraction " << row.drop_fraction << ", regrow "
        << row.regrow_dropped;
  }
}

class RestoredRun : public ::testing::Test {
 protected:
  struct Model {
    OwnedWeight a{sparse::random_pattern(20, 30, {2, 2}, 0.2, Random(1, 1)), 1};
    OwnedWeight b{sparse::random_pattern(7, 11, {1, 1}, 0.3, Random(1, 2)), 2};
    sparse::WeightOwners owners() { return {a.owner("a"), b.owner("b")}; }
  };
  static PolicyPtr policy() { return dynamic({.updates = 20, .steps = 100}); }
};

TEST_F(RestoredRun, EqualsOneWithoutInterruption) {
  Model whole;
  TopologyUpdater uninterrupted(policy(), whole.owners(), 9);
  for (Index step = 0; step < 100; ++step) uninterrupted.step(step);

  Model before;
  TopologyUpdater first_half(policy(), before.owners(), 9);
  for (Index step = 0; step < 52; ++step) first_half.step(step);
  Model after = before;
  TopologyUpdater second_half(policy(), after.owners(), 9);
  second_half.restore(first_half.state());
  EXPECT_EQ(second_half.state(), first_half.state());
  for (Index step = 52; step < 100; ++step) second_half.step(step);

  EXPECT_EQ(second_half.state(), uninterrupted.state());
  EXPECT_EQ(second_half.explored(), uninterrupted.explored());
  EXPECT_EQ(*after.a.pattern, *whole.a.pattern);
  EXPECT_EQ(*after.b.pattern, *whole.b.pattern);
  EXPECT_EQ(after.a.second, whole.a.second);
  EXPECT_EQ(after.b.values, whole.b.values);
}

TEST_F(RestoredRun, RefusesAStateThatDoesNotFit) {
  Model model;
  TopologyUpdater topology(policy(), model.owners(), 9);
  for (Index step = 0; step < 52; ++step) topology.step(step);
  const TopologyState good = topology.state();
  const auto refused = [&](const char* message, auto damage) {
    TopologyState state = good;
    damage(state);
    EXPECT_THAT([&] { topology.restore(state); }, ThrowsMessage<FormatError>(HasSubstr(message)));
    EXPECT_EQ(topology.state(), good);
  };
  refused("20 updates done; expected a value from 0 to 19",
          [](TopologyState& s) { s.updates = 20; });
  refused("-1 updates done", [](TopologyState& s) { s.updates = -1; });
  refused("1 weights; expected 2", [](TopologyState& s) { s.weights.pop_back(); });
  refused("weight b: found the state of 'c'", [](TopologyState& s) { s.weights[1].name = "c"; });
  refused("weight a: found the state of 'b'",
          [](TopologyState& s) { std::swap(s.weights[0], s.weights[1]); });
  refused("weight a: 4 words of explored bits; expected 3",
          [](TopologyState& s) { s.weights[0].explored.push_back(0); });
  refused("weight b: explored bits past the last of 77 positions",
          [](TopologyState& s) { s.weights[1].explored[1] |= std::uint64_t{1} << 13; });
  refused("is not marked as explored; load the state of the weights first",
          [](TopologyState& s) { s.weights[0].explored.assign(3, 0); });
  refused("expected stored blocks in row order; load the state of the weights first",
          [](TopologyState& s) {
            s.weights[0].grown.push_back({10, 0});
          });
  refused("expected stored blocks in row order",
          [](TopologyState& s) { s.weights[0].grown.push_back(s.weights[0].grown.front()); });
  topology.restore(good);
}

}  // namespace
}  // namespace espalier::schedules::topology_updater_test
