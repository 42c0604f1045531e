// SPDX-License-Identifier: Apache-2.0
// Every wrong option, contradiction and missing operand is one clear ConfigError.
#include <espalier/schedules/rules/policy_options.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <optional>

#include <espalier/schedules/policies/policy_registry.h>
#include <espalier/schedules/update/topology_updater.h>
#include <espalier/sparse/core/error.h>
#include "tests/schedules/policies/dense_weight.h"
#include "tests/support/message.h"

namespace espalier::schedules {
namespace {

using espalier::testing::message_of;
using sparse::BlockPattern;
using sparse::DenseWeight;
using sparse::OwnedWeight;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// What making the policy with altered options says.
std::string refusal(const char* policy, const std::function<void(PolicyOptions&)>& alter) {
  PolicyOptions options = policy_preset(policy);
  options.steps = 1000;
  alter(options);
  return message_of<ConfigError>([&] { make_topology_policy(policy, options); });
}

TEST(PolicyOptions, OutsideTheirDomainAreRefusedByName) {
  struct Wrong {
    const char* message;
    std::function<void(PolicyOptions&)> alter;
  };
  const Wrong cases[] = {
      {"drop_fraction is 1.5", [](PolicyOptions& o) { o.drop_fraction = 1.5; }},
      {"drop_fraction is -0.1", [](PolicyOptions& o) { o.drop_fraction = -0.1; }},
      {"drop_fraction_end is 2", [](PolicyOptions& o) { o.drop_fraction_end = 2; }},
      {"drop_fraction_end is -1", [](PolicyOptions& o) { o.drop_fraction_end = -1; }},
      {"drop_fraction is nan", [](PolicyOptions& o) { o.drop_fraction = kNaN; }},
      {"drop_phase is -0.5", [](PolicyOptions& o) { o.drop_phase = -0.5; }},
      {"drop_power is 0", [](PolicyOptions& o) { o.drop_power = 0; }},
      {"end is 1.1", [](PolicyOptions& o) { o.end = 1.1; }},
      {"end is nan", [](PolicyOptions& o) { o.end = kNaN; }},
      {"once_at is 1.5", [](PolicyOptions& o) { o.once_at = 1.5; }},
      {"once_at is nan", [](PolicyOptions& o) { o.once_at = kNaN; }},
      {"every_steps is -1", [](PolicyOptions& o) { o.every_steps = -1; }},
      {"every_seconds is -2", [](PolicyOptions& o) { o.every_seconds = -2; }},
      {"every_seconds is inf", [](PolicyOptions& o) { o.every_seconds = kInfinity; }},
      {"steps is 0", [](PolicyOptions& o) { o.steps = 0; }},
      {"steps is -5", [](PolicyOptions& o) { o.steps = -5; }},
      {"updates is 0", [](PolicyOptions& o) { o.updates = 0; }},
      {"updates is 1001; expected at most", [](PolicyOptions& o) { o.updates = 1001; }},
      {"pattern is 'foo'", [](PolicyOptions& o) { o.pattern = "foo"; }},
      {"momentum is 1", [](PolicyOptions& o) { o.momentum = 1; }},
      {"momentum is nan", [](PolicyOptions& o) { o.momentum = kNaN; }},
      {"group is 0", [](PolicyOptions& o) { o.group = 0; }},
      {"ablation is 1.5", [](PolicyOptions& o) { o.ablation = 1.5; }},
      {"gradient_weight is -1", [](PolicyOptions& o) { o.gradient_weight = -1; }},
      {"grown_deviation is -1", [](PolicyOptions& o) { o.grown_deviation = -1; }},
      {"density_start is 2", [](PolicyOptions& o) { o.density_start = 2; }},
      {"density_end is -1", [](PolicyOptions& o) { o.density_end = -1; }},
      {"density_end is 0", [](PolicyOptions& o) { o.density_end = 0; }},
      {"end is 0", [](PolicyOptions& o) { o.end = 0; }},
      {"once_at is -0.5", [](PolicyOptions& o) { o.once_at = -0.5; }},
  };
  for (const Wrong& wrong : cases) {
    const std::string message = refusal("dynamic", wrong.alter);
    EXPECT_THAT(message,
                AllOf(HasSubstr(wrong.message), HasSubstr("expected"), Not(HasSubstr("\n"))));
  }
}

TEST(PolicyOptions, ThatUndoEachOtherAreRefused) {
  EXPECT_THAT(refusal("srigl", [](PolicyOptions& o) { o.redistribute = true; }),
              HasSubstr("structure 'constant_fan_in' with redistribute"));
  EXPECT_THAT(refusal("n_of_m", [](PolicyOptions& o) { o.grow_first = true; }),
              HasSubstr("structure 'groups' with redistribute, grow_first"));
  EXPECT_THAT(refusal("n_of_m", [](PolicyOptions& o) { o.density_start = 0.5; }),
              HasSubstr("structure 'groups'"));
  EXPECT_THAT(refusal("n_of_m", [](PolicyOptions& o) { o.grow = "none"; }),
              HasSubstr("grow criterion 'none'"));
  EXPECT_THAT(refusal("srigl", [](PolicyOptions& o) { o.drop = "signed"; }),
              HasSubstr("drop criterion 'signed'"));
  EXPECT_THAT(refusal("dynamic", [](PolicyOptions& o) { o.grow = "none"; }),
              HasSubstr("grow criterion 'none' without density_start"));
  EXPECT_THAT(refusal("gmp", [](PolicyOptions& o) { o.density_start = 0; }),
              HasSubstr("grow criterion 'none' without density_start"));
  EXPECT_THAT(refusal("gmp", [](PolicyOptions& o) { o.redistribute = true; }),
              HasSubstr("redistribute with grow criterion 'none'"));
  EXPECT_THAT(refusal("snfs", [](PolicyOptions& o) { o.grow_first = true; }),
              HasSubstr("redistribute with grow criterion 'none' or grow_first"));
  EXPECT_THAT(refusal("snfs", [](PolicyOptions& o) { o.density_start = 0.9; }),
              HasSubstr("expected density_scope 'global'"));
  EXPECT_THAT(refusal("mest_soft", [](PolicyOptions& o) { o.every_seconds = 3; }),
              HasSubstr("grow_first with"));
  EXPECT_THAT(refusal("mest_soft", [](PolicyOptions& o) { o.once_at = 0.5; }),
              HasSubstr("grow_first with"));
  EXPECT_THAT(refusal("mest_soft", [](PolicyOptions& o) { o.updates = 2; }),
              HasSubstr("a single update"));
  EXPECT_THAT(refusal("snfs", [](PolicyOptions& o) { o.momentum = 0; }),
              HasSubstr("momentum is 0 where it chooses or shares out growth; expected a decay"));
  EXPECT_THAT(refusal("gmp", [](PolicyOptions& o) { o.updates = 1; }),
              HasSubstr("density_start without an update"));
  EXPECT_THAT(
      refusal("gmp", [](PolicyOptions& o) { o.density_schedule = ScheduleShape::kConstant; }),
      HasSubstr("density_schedule 'constant'"));
  EXPECT_THAT(refusal("gmp", [](PolicyOptions& o) { o.end = 0.5; }),
              HasSubstr("density_end is 0.75; expected at most end"));
  // The drop fraction would have fallen to its end.
  EXPECT_EQ(refusal("dynamic",
                    [](PolicyOptions& o) {
                      o.once_at = 0.5;
                      o.end = 0.25;
                    }),
            "once_at is 0.5; expected at most end, 0.25, after which the patterns stay");
}

TEST(PolicyOptions, NamesOfChoicesAreListedIfOneIsWrong) {
  EXPECT_THAT(refusal("dynamic", [](PolicyOptions& o) { o.drop = "magnitud"; }),
              HasSubstr("drop criterion 'magnitud': expected one of magnitude, signed, "
                        "magnitude_gradient, saliency, movement, random"));
  EXPECT_THAT(refusal("dynamic", [](PolicyOptions& o) { o.grow.clear(); }),
              HasSubstr("grow criterion '': expected one of none, random, gradient, momentum"));
  EXPECT_EQ(message_of<ConfigError>([] { choice<Rounding>("even"); }),
            "rounding 'even': expected up, down or nearest");
  EXPECT_EQ(choice<GrownValues>("initial"), GrownValues::kInitial);
  EXPECT_EQ(choice<Rounding>("nearest"), Rounding::kNearest);
  EXPECT_EQ(choice<DensityScope>("global"), DensityScope::kGlobal);
  EXPECT_EQ(choice<Structure>("groups"), Structure::kGroups);
}

std::vector<const char*> policies_that_read_gradients() {
  return {"rigl", "itop_rigl", "snfs", "granet", "blast", "mest", "mest_soft", "snip", "srigl"};
}

PolicyPtr policy_of(const char* name) {
  PolicyOptions options = policy_preset(name);
  options.steps = 1000;
  return make_topology_policy(name, options);
}

TEST(PolicyOptions, PoliciesThatReadGradientsComeBeforeTheOptimizer) {
  for (const char* name : policies_that_read_gradients()) {
    DenseWeight weight(BlockPattern::full(2, 2, {}), {1, 2, 3, 4});
    TopologyUpdater topology(policy_of(name), {weight.owner()});
    EXPECT_THAT(message_of<ConfigError>([&] { topology.step(0); }),
                HasSubstr("reads gradients; hand the optimizer's step to the updater"))
        << name;
  }
}

TEST(PolicyOptions, GrowthByGradientNeedsLayersThatKeepTheirOperands) {
  for (const char* name : {"rigl", "itop_rigl", "snfs", "granet", "blast", "srigl"}) {
    OwnedWeight weight(BlockPattern::full(2, 2, {}), 1);
    EXPECT_THAT(message_of<ConfigError>([&] {
                  const TopologyUpdater topology(policy_of(name), {weight.owner("ffn")});
                }),
                AllOf(HasSubstr("weight ffn"), HasSubstr("keep the operands")))
        << name;
  }
  for (const char* name : {"mest", "snip", "gmp"}) {  // these read what is stored
    OwnedWeight weight(BlockPattern::full(2, 2, {}), 1);
    EXPECT_NO_THROW(TopologyUpdater(policy_of(name), {weight.owner()})) << name;
  }
}

TEST(PolicyOptions, GrowthByGradientNeedsABackwardPass) {
  DenseWeight weight(BlockPattern::from_coordinates(1, 3, {}, {{0, 0}, {0, 1}}), {1, 2, 3});
  PolicyOptions options = policy_preset("rigl");
  options.steps = 10;
  options.every_steps = 1;
  options.drop_fraction = 0.9;
  TopologyUpdater topology(make_topology_policy("rigl", options), {weight.owner("ffn")});
  EXPECT_THAT(message_of<ConfigError>([&] { topology.step(0, [](bool) {}); }),
              HasSubstr("growth by gradient, weight ffn: its layer has not kept input and output "
                        "gradient; in each step call backward, then hand the optimizer's step to "
                        "the updater"));
}

// Its gradient is zero, so that no position is better than another.
TEST(PolicyOptions, ABatchOfNoTokensExchangesNothing) {
  DenseWeight weight(BlockPattern::from_coordinates(1, 3, {}, {{0, 0}, {0, 1}}), {1, 2, 3});
  weight.owned.gradient = weight.stored({0, 0, 0});
  PolicyOptions options = policy_preset("rigl");
  options.steps = 10;
  options.every_steps = 1;
  options.drop_fraction = 0.9;
  TopologyUpdater topology(make_topology_policy("rigl", options), {weight.owner("ffn")});
  weight.operands.keep(sparse::Activations(0, 3, 16), sparse::Activations(0, 1, 16));
  const std::optional<UpdateReport> report = topology.step(0, [](bool) {});
  ASSERT_TRUE(report.has_value());
  EXPECT_EQ(report->dropped, 0);
  EXPECT_EQ(report->grown, 0);
}

TEST(PolicyOptions, TheUpdaterNeedsOneNumberForEachWeightAndAClockForTime) {
  OwnedWeight weight(BlockPattern::full(2, 2, {}), 1);
  const auto refused = [&](const PolicyPtr& policy, const TopologyUpdaterOptions& options) {
    return message_of<ConfigError>(
        [&] { const TopologyUpdater topology(policy, {weight.owner()}, options); });
  };
  EXPECT_THAT(refused(dense(), {.target_blocks = {1, 2}}), HasSubstr("2 targets; expected one"));
  EXPECT_THAT(refused(dense(), {.initial_blocks = {1, 2, 3}}),
              HasSubstr("3 initial numbers of blocks; expected one"));
  EXPECT_THAT(refused(dynamic({.every_seconds = 1, .steps = 10}), {}),
              HasSubstr("set TopologyUpdaterOptions::seconds, the clock"));
}

}  // namespace
}  // namespace espalier::schedules
