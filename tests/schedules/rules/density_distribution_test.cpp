// SPDX-License-Identifier: Apache-2.0
#include <espalier/schedules/rules/density_distribution.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/topology/random_pattern.h>
#include "tests/support/message.h"

namespace espalier::schedules {
namespace {

using espalier::testing::message_of;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// The MLP of LeCun et al. 1998 for MNIST, in single values; weights are [out, in].
std::vector<WeightShape> lenet() {
  return {{"layer1.weight", 300, 784}, {"layer2.weight", 100, 300}, {"layer3.weight", 10, 100}};
}

std::string config_error(std::span<const WeightShape> weights, const DensityOptions& options) {
  return message_of<ConfigError>([&] { stored_blocks(weights, options); });
}

TEST(DensityDistribution, HasItsNames) {
  EXPECT_THAT(distribution_names(), ElementsAre("uniform", "er", "erk"));
}

TEST(DensityDistribution, UniformCountsEachWeightByItself) {
  const std::vector<WeightShape> weights = {{"a", 48, 48, {16, 16}}, {"b", 10, 7}};
  // ceil(0.1 * 9) = 1 and 0.1 * 70 = 7.
  EXPECT_THAT(stored_blocks(weights, {.density = 0.1}), ElementsAre(1, 7));
  EXPECT_THAT(stored_blocks(weights, {.density = 1}), ElementsAre(9, 70));
  EXPECT_THAT(stored_blocks({}, {.density = 0.1}), IsEmpty());
}

// p_l N_l = rows + cols, so that quotas are in proportion to 1084 : 400 : 110 of 1594. Two percent
// of 266200 are 5324: quotas 3620.59, 1336.01, 367.40; the one left over goes to the first.
TEST(DensityDistribution, ErSplitsAnMlpInProportionToItsNeurons) {
  for (const char* name : {"er", "erk"})
    EXPECT_THAT(stored_blocks(lenet(), {.distribution = name, .density = 0.02}),
                ElementsAre(3621, 1336, 367));
}

// A tenth: 26620. eps = 26620 / 1594 = 16.7 makes the last layer 1.84 dense: it keeps its 1000, and
// 25620 are split 1084 : 400 of 1484: 18714.34 and 6905.66.
TEST(DensityDistribution, ErkMakesDenseWhatWouldExceedOneAndRescalesTheRest) {
  EXPECT_THAT(stored_blocks(lenet(), {.distribution = "erk", .density = 0.1}),
              ElementsAre(18714, 6906, 1000));
}

// 2x2, 4x4 and 8x8: p N = 4, 8, 16 of N = 4, 16, 64. Three quarters of 84 are 63. eps =
// 63/28: 2.25, 1.125 and 0.5625 dense. Without the first two: (63 - 4 - 16) / 16 * 16 = 43.
TEST(DensityDistribution, ErkMakesSeveralWeightsDense) {
  const std::vector<WeightShape> weights = {{"a", 2, 2}, {"b", 4, 4}, {"c", 8, 8}};
  EXPECT_THAT(stored_blocks(weights, {.distribution = "erk", .density = 0.75}),
              ElementsAre(4, 16, 43));
  // Half: 42, eps = 1.5: only the first is over. 38 split 8 : 16 of 24: 12.67 and 25.33.
  EXPECT_THAT(stored_blocks(weights, {.distribution = "erk", .density = 0.5}),
              ElementsAre(4, 13, 25));
  EXPECT_THAT(stored_blocks(weights, {.distribution = "erk", .density = 1}),
              ElementsAre(4, 16, 64));
}

// The probability is that of the extents, the quota counts blocks: (32+32)/(32*32) and
// (64+64)/(64*64) of 4 and 16 blocks are 1/4 and 1/2; 10 blocks are split 1 : 2.
TEST(DensityDistribution, ErCountsBlocks) {
  const std::vector<WeightShape> weights = {{"a", 32, 32, {16, 16}}, {"b", 64, 64, {8, 32}}};
  EXPECT_THAT(stored_blocks(weights, {.distribution = "er", .density = 0.5}), ElementsAre(3, 7));
}

TEST(DensityDistribution, PowerOfErkSoftensIt) {
  const std::vector<WeightShape> weights = {{"a", 10, 10}, {"b", 40, 40}};
  const auto split = [&](const char* name, double power) {
    return stored_blocks(weights, {.distribution = name, .density = 0.1, .erk_power = power});
  };
  EXPECT_THAT(split("erk", 1), ElementsAre(34, 136));    // 20 : 80 of 170
  EXPECT_THAT(split("erk", 0), ElementsAre(10, 160));    // uniform
  EXPECT_THAT(split("erk", 0.5), ElementsAre(19, 151));  // 100 sqrt(0.2) : 1600 sqrt(0.05) = 1 : 8
  EXPECT_THAT(split("er", 0.5), ElementsAre(34, 136));
}

// The split of the authors' MNIST experiment (Evci et al. 2020, appendix; sparsities 0.99, 0.9 *
// 0.99 and 0 by layer): 2352, 3270 and 1000 values.
TEST(DensityDistribution, OverridesGiveThePublishedSplitOfAnMlp) {
  EXPECT_THAT(stored_blocks(lenet(), {.density = 1 - 0.99,
                                      .layers = {{"layer2.*", 1 - 0.9 * 0.99}, {"layer3.*", 1}}}),
              ElementsAre(2352, 3270, 1000));
}

TEST(DensityDistribution, OverridesLeaveTheOthersTheirOwnDensity) {
  const DensityOptions options{
      .distribution = "erk", .density = 0.1, .layers = {{"layer3*", 1.0}, {"layer1*", 0.05}}};
  EXPECT_THAT(stored_blocks(lenet(), options), ElementsAre(11760, 3000, 1000));
}

TEST(DensityDistribution, OverridesCanBePaidByTheOthers) {
  DensityOptions options{.distribution = "uniform",
                         .density = 0.1,
                         .layers = {{"layer3*", 1.0}, {"layer1*", 0.05}},
                         .overrides_in_budget = true};
  // 26620 - 11760 - 1000.
  EXPECT_THAT(stored_blocks(lenet(), options), ElementsAre(11760, 13860, 1000));
  options.distribution = "erk";
  EXPECT_THAT(stored_blocks(lenet(), options), ElementsAre(11760, 13860, 1000));
  options.layers = {{"layer3*", 1.0}};
  // 25620 as in the case above where erk makes it dense by itself.
  EXPECT_THAT(stored_blocks(lenet(), options), ElementsAre(18714, 6906, 1000));
}

TEST(DensityDistribution, LastOverrideThatMatchesCounts) {
  EXPECT_THAT(stored_blocks(lenet(), {.layers = {{"*", 0.5}, {"layer?.weight", 0.1}, {"*1*", 1}}}),
              ElementsAre(235200, 3000, 100));
}

TEST(DensityDistribution, GivesEveryWeightABlock) {
  // Quotas 0.03, 0.03 and 3.9 of 4 blocks.
  const std::vector<WeightShape> weights = {{"a", 1, 2}, {"b", 1, 2}, {"c", 100, 1000}};
  EXPECT_THAT(stored_blocks(weights, {.distribution = "erk", .density = 0.00004}),
              ElementsAre(1, 1, 3));
}

// 3x3 and 5x5: 12 blocks are split 6 : 10. The quotas are 4.5 and 7.5, but doubles put the second a
// rounding error above 7.5.
TEST(DensityDistribution, GivesWhatIsLeftOfATieToTheFirst) {
  const std::vector<WeightShape> weights = {{"a", 3, 3}, {"b", 5, 5}};
  EXPECT_THAT(stored_blocks(weights, {.distribution = "erk", .density = 12.0 / 34}),
              ElementsAre(5, 7));
}

TEST(DensityDistribution, RefusesWhatCannotBeMet) {
  const auto weights = lenet();
  EXPECT_THAT(config_error(weights, {.distribution = "ERK"}),
              HasSubstr("'ERK': expected uniform, er or erk"));
  for (const double density : {0.0, -1.0, 1.5, std::nan("")}) {
    EXPECT_THAT(config_error(weights, {.density = density}), HasSubstr("density of the model is"));
    EXPECT_THAT(config_error(weights, {.layers = {{"layer1*", density}}}),
                HasSubstr("density of 'layer1*' is"));
  }
  for (const double power : {-0.5, 10.5, std::nan("")})
    EXPECT_THAT(config_error(weights, {.erk_power = power}), HasSubstr("power of erk is"));
  EXPECT_THAT(config_error(weights, {.layers = {{"layer4*", 0.5}}}),
              HasSubstr("'layer4*': matches none of the 3 sparse weights"));
  EXPECT_THAT(config_error(weights, {.distribution = "er", .density = 0.000001}),
              HasSubstr("is 1 blocks for 3 weights"));
  DensityOptions in_budget{
      .density = 0.1, .layers = {{"layer1*", 0.2}}, .overrides_in_budget = true};
  EXPECT_THAT(config_error(weights, in_budget), HasSubstr("leaves -20420 blocks"));
  in_budget = {.density = 0.9, .layers = {{"layer1*", 0.1}}, .overrides_in_budget = true};
  EXPECT_THAT(config_error(weights, in_budget), HasSubstr("expected a number from 1 to 31000"));
  const std::vector<WeightShape> mixed = {{"a", 16, 16, {2, 2}}, {"b", 16, 16, {4, 4}}};
  EXPECT_THAT(config_error(mixed, {.distribution = "erk", .density = 0.5}),
              AllOf(HasSubstr("blocks of b have 16 values and those of a 4"),
                    HasSubstr("or each its own budget (distribution 'uniform')")));
}

TEST(DensityDistribution, RefusesAWeightThatIsNoGrid) {
  for (const WeightShape& weight : {WeightShape{"a", 0, 4}, WeightShape{"a", 4, -4},
                                    WeightShape{"a", 4, 4, {3, 1}}, WeightShape{"a", 4, 4, {0, 1}}})
    EXPECT_THAT(message_of<ShapeError>([&] {
                  stored_blocks({&weight, 1}, {.density = 0.5});
                }),
                HasSubstr("density of a: "));
}

TEST(Glob, MatchesWholeNames) {
  for (const auto& [glob, name] : std::vector<std::pair<const char*, const char*>>{
           {"", ""},
           {"*", ""},
           {"*", "abc"},
           {"abc", "abc"},
           {"a?c", "abc"},
           {"a*", "abc"},
           {"*c", "abc"},
           {"*.query.weight", "bert.encoder.layer.0.query.weight"},
           {"*ab*ab", "abaab"},
           {"**b", "aab"},
           {"*a?", "aab"},
           {"a[b", "a[b"}})
    EXPECT_TRUE(glob_matches(glob, name)) << glob << " " << name;
  for (const auto& [glob, name] :
       std::vector<std::pair<const char*, const char*>>{{"", "a"},
                                                        {"a", ""},
                                                        {"?", ""},
                                                        {"ab", "abc"},
                                                        {"bc", "abc"},
                                                        {"a?", "abc"},
                                                        {"*.query.weight", "query.weight"},
                                                        {"*ab*ab", "aab"},
                                                        {"a*?", "a"},
                                                        {"A", "a"}})
    EXPECT_FALSE(glob_matches(glob, name)) << glob << " " << name;
}

}  // namespace
}  // namespace espalier::schedules
