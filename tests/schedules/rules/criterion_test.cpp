// SPDX-License-Identifier: Apache-2.0
#include <espalier/schedules/rules/criterion.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include <espalier/schedules/policies/policy_registry.h>
#include <espalier/schedules/rules/policy_option_list.h>
#include <espalier/schedules/update/topology_updater.h>
#include <espalier/sparse/core/error.h>
#include "tests/sparse/topology/owned_weight.h"
#include "tests/support/message.h"

namespace espalier::schedules {
namespace {

using espalier::testing::message_of;
using sparse::BlockPattern;
using sparse::OwnedWeight;
using sparse::PatternPtr;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;

/// The last stored block goes first.
std::vector<double> backwards(const CriterionInputs& in) {
  std::vector<double> scores;
  for (Index i = 0; i < in.weight.pattern().blocks(); ++i)
    scores.push_back(static_cast<double>(-i));
  return scores;
}

TEST(Criterion, FromOutsideServesEveryPolicyThatDropsAndGrows) {
  EXPECT_THROW(policy_options_from({"drop=backwards"}), ConfigError);  // not known yet
  register_drop_criterion(
      {.name = "backwards", .description = "the last goes first", .scores = backwards});
  EXPECT_THAT(drop_criteria(), Contains(Field(&DropCriterion::name, "backwards")));
  for (const char* policy : {"dynamic", "set_magnitude", "n_of_m"}) {
    OwnedWeight owned(BlockPattern::from_coordinates(1, 8, {}, {{0, 1}, {0, 2}, {0, 5}, {0, 6}}),
                      1);
    PolicyOptions options = policy_options_from({"drop=backwards"}, policy_preset(policy));
    options.steps = 8;
    options.every_steps = 2;
    options.group = 8;
    options.drop_fraction = 0.25;
    options.regrow_dropped = false;
    options.drop_schedule = ScheduleShape::kConstant;
    TopologyUpdater topology(make_topology_policy(policy, options), {owned.owner()});
    topology.step(0);
    const auto report = topology.step(1);
    ASSERT_TRUE(report) << policy;
    EXPECT_THAT(report->weights[0].edit.drop, ElementsAre(3)) << policy;
    EXPECT_EQ(owned.pattern->blocks(), 4);
  }
}

TEST(Criterion, SaysWhatItReads) {
  register_drop_criterion({.name = "reads_gradients",
                           .description = "",
                           .scores = backwards,
                           .needs = {.stored_gradients = true, .movement = true}});
  const PolicyPtr policy =
      make_topology_policy("dynamic", {.steps = 1000, .drop = "reads_gradients"});
  EXPECT_TRUE(policy->needs().stored_gradients);
  EXPECT_TRUE(policy->needs().movement);
  EXPECT_FALSE(policy->needs().growth_gradients);
  EXPECT_EQ(policy->cost(), PolicyCost::kAlwaysSparse);
}

// What an updater checks beforehand, a program that calls `propose` itself is told.
TEST(Criterion, NamesTheWeightThatDoesNotShowWhatItReads) {
  OwnedWeight owned(BlockPattern::from_coordinates(1, 4, {}, {{0, 0}, {0, 1}}), 1);
  const std::vector<sparse::WeightView> weights = {{"ffn", owned.pattern, owned.values}};
  for (const char* drop : {"saliency", "magnitude_gradient", "movement"}) {
    const PolicyPtr policy = dynamic({.every_steps = 1, .steps = 4, .drop = drop});
    EXPECT_THAT(message_of<ConfigError>([&] {
                  static_cast<void>(policy->propose(weights, {.update = 1, .completed_steps = 1}));
                }),
                HasSubstr(std::string("drop by ") + drop + ", weight ffn: 0 values of"));
  }
}

/// Scores each position by its column.
class LastColumns final : public GrowthScores {
 public:
  explicit LastColumns(const BlockPattern& pattern) : pattern_(&pattern) {}
  std::vector<sparse::BlockCoordinate> best(const BlockPattern& excluded,
                                            Index count) const override {
    std::vector<sparse::BlockCoordinate> free;
    for (Index c = excluded.grid_cols(); c-- > 0 && static_cast<Index>(free.size()) < count;)
      if (excluded.find({0, static_cast<BlockIndex>(c)}) < 0)
        free.push_back({0, static_cast<BlockIndex>(c)});
    std::reverse(free.begin(), free.end());
    return free;
  }
  void for_each_row(const sparse::BlockRowScores& visit) const override {
    std::vector<float> scores;
    for (Index c = 0; c < pattern_->grid_cols(); ++c) scores.push_back(static_cast<float>(c));
    for (Index r = 0; r < pattern_->grid_rows(); ++r) visit(r, scores);
  }

 private:
  const BlockPattern* pattern_;
};

TEST(Criterion, OfGrowthFromOutsideChoosesPositions) {
  register_grow_criterion(
      {.name = "last_columns",
       .description = "",
       .scores = [](const CriterionInputs& in) -> std::unique_ptr<GrowthScores> {
         return std::make_unique<LastColumns>(in.weight.pattern());
       }});
  OwnedWeight owned(BlockPattern::from_coordinates(1, 8, {}, {{0, 0}, {0, 1}, {0, 2}, {0, 7}}), 1);
  const PolicyPtr policy =
      make_topology_policy("dynamic", {.drop_fraction = 0.5,
                                       .every_steps = 1,
                                       .steps = 8,
                                       .drop_schedule = ScheduleShape::kConstant,
                                       .grow = "last_columns"});
  EXPECT_FALSE(policy->grows_uniformly());
  TopologyUpdater topology(policy, {owned.owner()});
  const auto report = topology.step(0);
  ASSERT_TRUE(report);
  EXPECT_THAT(report->weights[0].edit.grow,
              ElementsAre(sparse::BlockCoordinate{0, 5}, sparse::BlockCoordinate{0, 6}));
}

// Else the weight would store one block fewer after each update.
TEST(Criterion, OfGrowthThatFindsTooFewPositionsIsRefused) {
  class OneTooFew final : public GrowthScores {
   public:
    std::vector<sparse::BlockCoordinate> best(const BlockPattern&, Index count) const override {
      std::vector<sparse::BlockCoordinate> found;
      for (Index i = 1; i < count; ++i) found.push_back({0, static_cast<BlockIndex>(i + 2)});
      return found;
    }
    void for_each_row(const sparse::BlockRowScores&) const override {}
  };
  register_grow_criterion({.name = "one_too_few",
                           .description = "",
                           .scores = [](const CriterionInputs&) -> std::unique_ptr<GrowthScores> {
                             return std::make_unique<OneTooFew>();
                           }});
  for (const bool regrow_dropped : {false, true}) {
    OwnedWeight owned(BlockPattern::from_coordinates(1, 8, {}, {{0, 0}, {0, 1}, {0, 2}, {0, 7}}),
                      1);
    const PatternPtr before = owned.pattern;
    TopologyUpdater topology(dynamic({.drop_fraction = 0.5,
                                      .every_steps = 1,
                                      .steps = 8,
                                      .drop_schedule = ScheduleShape::kConstant,
                                      .grow = "one_too_few",
                                      .regrow_dropped = regrow_dropped}),
                             {owned.owner("ffn")});
    EXPECT_THAT(message_of<ShapeError>([&] { topology.step(0); }),
                HasSubstr("grow criterion one_too_few, weight ffn: 1 positions; expected 2"));
    EXPECT_EQ(owned.pattern, before);
  }
}

TEST(Criterion, IsRefusedWithoutNameOrScoresOrIfItForgetsABlock) {
  const auto refusal_of = [](DropCriterion criterion) {
    return message_of<ConfigError>([&] { register_drop_criterion(criterion); });
  };
  EXPECT_EQ(refusal_of({.name = "magnitude", .description = "", .scores = backwards}),
            "drop criterion 'magnitude': the name is taken");
  EXPECT_EQ(refusal_of({.name = "", .description = "", .scores = backwards}),
            "drop criterion: the name is empty");
  EXPECT_EQ(refusal_of({.name = "empty", .description = "", .scores = nullptr}),
            "drop criterion 'empty': there is nothing to score by");
  EXPECT_THROW(register_grow_criterion({.name = "x", .description = "", .scores = nullptr}),
               ConfigError);

  register_drop_criterion({.name = "forgets", .description = "", .scores = [](const auto&) {
                             return std::vector<double>(1);
                           }});
  OwnedWeight owned(BlockPattern::from_coordinates(1, 4, {}, {{0, 0}, {0, 1}}), 1);
  TopologyUpdater topology(dynamic({.every_steps = 1, .steps = 4, .drop = "forgets"}),
                           {owned.owner("ffn")});
  EXPECT_THAT(
      message_of<ShapeError>([&] { topology.step(0); }),
      HasSubstr("drop criterion forgets, weight ffn: 1 scores; expected one for each of 2"));
}

}  // namespace
}  // namespace espalier::schedules
