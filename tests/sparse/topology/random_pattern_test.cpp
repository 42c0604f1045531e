// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/topology/random_pattern.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include <espalier/sparse/core/error.h>
#include "tests/support/message.h"

namespace espalier::sparse {
namespace {

using espalier::testing::message_of;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(CeilOfFraction, RoundsUpButNotForRoundingErrors) {
  EXPECT_EQ(ceil_of_fraction(0.5, 5), 3);
  EXPECT_EQ(ceil_of_fraction(0.5, 6), 3);
  EXPECT_EQ(ceil_of_fraction(0.0, 6), 0);
  EXPECT_EQ(ceil_of_fraction(1.0, 6), 6);
  EXPECT_EQ(ceil_of_fraction(1e-6, 6), 1);
  // 0.07 * 100 is 7.000000000000001 and 0.1 * 3 is 0.30000000000000004 in doubles.
  EXPECT_EQ(ceil_of_fraction(0.07, 100), 7);
  EXPECT_EQ(ceil_of_fraction(0.1 * 3, 10), 3);
  EXPECT_EQ(ceil_of_fraction(1 - 0.9, 40960), 4096);
  EXPECT_EQ(ceil_of_fraction(0.3, 1'000'000'000'000), 300'000'000'000);
}

TEST(CeilOfFraction, RefusesWhatIsNoFraction) {
  EXPECT_THROW(ceil_of_fraction(-0.1, 4), ConfigError);
  EXPECT_THROW(ceil_of_fraction(1.1, 4), ConfigError);
  EXPECT_THROW(ceil_of_fraction(std::nan(""), 4), ConfigError);
  EXPECT_THROW(ceil_of_fraction(0.5, -4), ShapeError);
}

TEST(BlocksForDensity, IsExactForEveryCountOfBlocks) {
  for (const Index grid : {1, 7, 100, 1024, 2304})
    for (Index blocks = 1; blocks <= grid; ++blocks)
      ASSERT_EQ(blocks_for_density(grid, static_cast<double>(blocks) / static_cast<double>(grid)),
                blocks)
          << "of " << grid;
}

TEST(BlocksForDensity, KeepsAtLeastOneBlockOfAGrid) {
  EXPECT_EQ(blocks_for_density(4, 1e-30), 1);
  EXPECT_EQ(blocks_for_density(0, 0.5), 0);
}

TEST(BlocksForDensity, RefusesADensityOutsideItsDomain) {
  for (const double density : {0.0, -0.5, 1.5, std::nan("")})
    EXPECT_THROW(blocks_for_density(16, density), ConfigError) << density;
  // What the message shows is outside too.
  EXPECT_EQ(message_of<ConfigError>([] { blocks_for_density(16, 1.0000000001); }),
            "density 1.0000000001: expected a value in (0, 1]");
}

TEST(SampleWithoutReplacement, TakesNoneAndAll) {
  EXPECT_THAT(sample_without_replacement(3, 0, Random(1, 2)), IsEmpty());
  EXPECT_THAT(sample_without_replacement(3, 3, Random(1, 2)), ElementsAre(0, 1, 2));
  EXPECT_THAT(sample_without_replacement(0, 0, Random(1, 2)), IsEmpty());
}

TEST(SampleWithoutReplacement, RefusesACountThatIsNotThere) {
  EXPECT_THROW(sample_without_replacement(3, 4, Random(1, 2)), ShapeError);
  EXPECT_THROW(sample_without_replacement(3, -1, Random(1, 2)), ShapeError);
  EXPECT_THROW(sample_without_replacement(-1, 0, Random(1, 2)), ShapeError);
}

TEST(SampleWithoutReplacement, DrawsEverySubsetEquallyOften) {
  // Ten subsets of three out of five. chi2 has 9 degrees of freedom; 33.7 is exceeded with
  // probability 1e-4 by a uniform sampler.
  constexpr int kDraws = 20000;
  std::map<std::vector<Index>, int> counts;
  for (int i = 0; i < kDraws; ++i)
    ++counts[sample_without_replacement(5, 3, Random(11, static_cast<std::uint64_t>(i)))];
  ASSERT_EQ(counts.size(), 10u);
  double chi2 = 0;
  for (const auto& [subset, count] : counts)
    chi2 += std::pow(count - kDraws / 10.0, 2) / (kDraws / 10.0);
  EXPECT_LT(chi2, 33.7);
}

TEST(RandomPattern, IsAPureFunctionOfSeedAndStream) {
  const auto pattern = [](std::uint64_t seed, std::uint64_t stream) {
    return random_pattern(64, 64, {4, 4}, 0.25, Random(seed, stream));
  };
  EXPECT_EQ(*pattern(1, 1), *pattern(1, 1));
  EXPECT_FALSE(*pattern(1, 1) == *pattern(2, 1));
  EXPECT_FALSE(*pattern(1, 1) == *pattern(1, 2));
}

TEST(RandomPattern, MeetsTheBudgetExactlyForEveryDensityAndBlock) {
  for (const Index block : {1, 2, 4, 8, 16}) {
    for (const double density : {0.001, 0.01, 0.05, 0.1, 1 - 0.9, 0.25, 1.0 / 3, 0.5, 0.9, 1.0}) {
      const PatternPtr pattern = random_pattern(48, 96, {block, block}, density, Random(3, 5));
      EXPECT_EQ(pattern->blocks(), blocks_for_density(pattern->grid_size(), density));
    }
  }
}

TEST(RandomPattern, PlacesRectangularBlocksAnywhere) {
  // Each of the 6 positions is stored with probability 1/2: five standard errors of 2000 draws.
  std::vector<int> stored(6);
  for (std::uint64_t i = 0; i < 2000; ++i) {
    const PatternPtr pattern = random_pattern(4, 12, {2, 4}, 0.5, Random(i, 9));
    for (const BlockCoordinate c : pattern->coordinates())
      ++stored[static_cast<std::size_t>(c.row * 3 + c.col)];
  }
  for (const int count : stored) EXPECT_NEAR(count, 1000, 5 * std::sqrt(2000 * 0.25));
}

TEST(RandomPattern, RefusesWhatAPatternRefuses) {
  EXPECT_THROW(random_pattern(5, 4, {2, 2}, 0.5, Random(1, 1)), ShapeError);
  EXPECT_THROW(random_pattern(4, 4, {0, 2}, 0.5, Random(1, 1)), ShapeError);
  EXPECT_THROW(random_pattern(4, 4, {2, 2}, 0.0, Random(1, 1)), ConfigError);
}

}  // namespace
}  // namespace espalier::sparse
