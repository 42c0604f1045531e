// SPDX-License-Identifier: Apache-2.0
#include <espalier/schedules/rules/criteria.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include <espalier/schedules/rules/policy_options.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/topology/random_pattern.h>
#include "tests/sparse/topology/owned_weight.h"

namespace espalier::schedules {
namespace {

using sparse::BlockCoordinate;
using sparse::BlockNorm;
using sparse::BlockPattern;
using sparse::OwnedWeight;
using sparse::PatternPtr;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(SmallestBlocks, RanksBlocksByTheChosenNorm) {
  OwnedWeight owned(BlockPattern::full(1, 6, {1, 2}), 1);
  // L1: 4, 3, 4.4; L2: 2.83, 3, 3.14; Linf: 2, 3, 2.5.
  owned.values = {2, -2, 0, 3, 2.5f, 1.9f};
  const sparse::WeightView weight = owned.view();
  EXPECT_THAT(smallest_blocks(weight, 2, BlockNorm::kL1), ElementsAre(0, 1));
  EXPECT_THAT(smallest_blocks(weight, 1, BlockNorm::kL1), ElementsAre(1));
  EXPECT_THAT(smallest_blocks(weight, 1, BlockNorm::kL2), ElementsAre(0));
  EXPECT_THAT(smallest_blocks(weight, 2, BlockNorm::kLinf), ElementsAre(0, 2));
}

TEST(SmallestBlocks, DropsTheLowerPositionOfATieAndADamagedBlockLast) {
  OwnedWeight owned(BlockPattern::full(1, 4, {1, 1}), 1);
  owned.values = {std::numeric_limits<float>::quiet_NaN(), 1, -1, 1};
  const sparse::WeightView weight = owned.view();
  EXPECT_THAT(smallest_blocks(weight, 2, BlockNorm::kL1), ElementsAre(1, 2));
  EXPECT_THAT(smallest_blocks(weight, 3, BlockNorm::kL1), ElementsAre(1, 2, 3));
  EXPECT_THROW(smallest_blocks(weight, 5, BlockNorm::kL1), ShapeError);
}

TEST(RandomUnstored, FindsExactlyTheFreePositions) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const PatternPtr pattern = sparse::random_pattern(
        14, 18, {2, 2}, 0.05 + 0.019 * static_cast<double>(seed), Random(seed, 1));
    std::vector<BlockCoordinate> free;
    for (const BlockCoordinate c : BlockPattern::full(14, 18, {2, 2})->coordinates())
      if (pattern->find(c) < 0) free.push_back(c);
    EXPECT_EQ(random_unstored(*pattern, static_cast<Index>(free.size()), Random(seed, 2)), free);
  }
}

TEST(RandomUnstored, DrawsOrderedFreePositionsWithoutReplacement) {
  const PatternPtr pattern = sparse::random_pattern(40, 40, {1, 1}, 0.3, Random(5, 1));
  const auto drawn = random_unstored(*pattern, 700, Random(5, 2));
  ASSERT_EQ(drawn.size(), 700u);
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    EXPECT_EQ(pattern->find(drawn[i]), -1);
    if (i > 0) {
      EXPECT_LT(drawn[i - 1], drawn[i]);
    }
  }
}

TEST(RandomUnstored, IsAPureFunctionOfItsArguments) {
  const PatternPtr pattern = sparse::random_pattern(40, 40, {1, 1}, 0.3, Random(5, 1));
  const auto first = random_unstored(*pattern, 30, Random(5, 2));
  EXPECT_NE(random_unstored(*pattern, 30, Random(5, 3)), first);
  EXPECT_NE(random_unstored(*pattern, 30, Random(6, 2)), first);
  EXPECT_EQ(random_unstored(*pattern, 30, Random(5, 2)), first);
}

TEST(RandomUnstored, DrawsEveryFreePositionEquallyOften) {
  // A full, an empty and mixed rows; 15 of 24 positions are free and 4 are drawn. Each draw takes a
  // position with probability 4/15. Counts of one draw are negatively correlated: the statistic
  //   (m - 1)/(m - d) * sum (count - e)^2 / e,   m = 15 free, d = 4 drawn, e = draws * d / m
  // is chi-square with m - 1 = 14 degrees of freedom; 42.6 is exceeded with probability 1e-4.
  const PatternPtr pattern = BlockPattern::from_coordinates(
      4, 6, {1, 1}, {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}, {2, 0}, {2, 3}, {3, 5}});
  constexpr int kDraws = 20000;
  std::map<BlockCoordinate, int> counts;
  for (std::uint64_t i = 0; i < kDraws; ++i)
    for (const BlockCoordinate c : random_unstored(*pattern, 4, Random(3, i))) ++counts[c];
  ASSERT_EQ(counts.size(), 15u);
  const double expected = kDraws * 4.0 / 15;
  double statistic = 0;
  for (const auto& [coordinate, count] : counts)
    statistic += std::pow(count - expected, 2) / expected;
  EXPECT_LT(statistic * 14 / 11, 42.6);
}

TEST(RandomUnstored, TakesNoneAndRefusesMoreThanAreFree) {
  const PatternPtr full = BlockPattern::full(4, 4, {2, 2});
  EXPECT_THAT(random_unstored(*full, 0, Random(1, 1)), IsEmpty());
  EXPECT_THROW(random_unstored(*full, 1, Random(1, 1)), ShapeError);
  EXPECT_THROW(random_unstored(*full, -1, Random(1, 1)), ShapeError);
}

TEST(BlockNormName, NamesEveryNorm) {
  EXPECT_EQ(choice<BlockNorm>("l1"), BlockNorm::kL1);
  EXPECT_EQ(choice<BlockNorm>("l2"), BlockNorm::kL2);
  EXPECT_EQ(choice<BlockNorm>("linf"), BlockNorm::kLinf);
  EXPECT_EQ(choice_name(BlockNorm::kLinf), "linf");
  EXPECT_THROW(choice<BlockNorm>("L1"), ConfigError);
}

}  // namespace
}  // namespace espalier::schedules
