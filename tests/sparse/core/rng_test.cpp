// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/core/rng.h>

#include <gtest/gtest.h>

#include <cmath>

namespace espalier {
namespace {

// Known answers of Philox4x32-10 from the kat_vectors file of Random123: all-zero and all-one
// input.
TEST(Random, MatchesTheKnownAnswersOfPhilox) {
  const auto zero = Random(0, 0).words(0);
  EXPECT_EQ(zero, (std::array<std::uint32_t, 4>{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));

  const auto ones = Random(~0ULL, ~0ULL).words(~0ULL);
  EXPECT_EQ(ones, (std::array<std::uint32_t, 4>{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
}

TEST(Random, UniformHasMeanAndVarianceOfTheUnitInterval) {
  const Random random(7, stream_id("test"));
  const int count = 100000;
  double sum = 0, squares = 0;
  for (int i = 0; i < count; ++i) {
    const double u = random.uniform(i);
    ASSERT_GE(u, 0.0);
    ASSERT_LT(u, 1.0);
    sum += u;
    squares += u * u;
  }
  // Five standard errors: sqrt(1/12 / n) for the mean.
  EXPECT_NEAR(sum / count, 0.5, 5 * std::sqrt(1.0 / 12 / count));
  EXPECT_NEAR(squares / count, 1.0 / 3, 5 * std::sqrt(4.0 / 45 / count));
}

TEST(Random, TruncatedNormalStaysWithinTwoDeviations) {
  const Random random(7, stream_id("init"));
  const int count = 100000;
  double sum = 0, squares = 0;
  for (int i = 0; i < count; ++i) {
    const double z = random.truncated_normal(i);
    ASSERT_LE(std::abs(z), 2.0);
    sum += z;
    squares += z * z;
  }
  // Of the normal truncated at 2 the variance is 1 - 4 phi(2) / (2 Phi(2) - 1) = 0.77374 and the
  // fourth moment 1.416. Five standard errors.
  EXPECT_NEAR(sum / count, 0, 5 * std::sqrt(0.77374 / count));
  EXPECT_NEAR(squares / count, 0.77374, 5 * std::sqrt((1.416 - 0.77374 * 0.77374) / count));
}

TEST(Random, NormalHasTheMomentsOfTheStandardNormal) {
  const Random random(7, stream_id("normal"));
  const int count = 100000;
  double sum = 0, squares = 0, beyond = 0;
  for (int i = 0; i < count; ++i) {
    const double z = random.normal(i);
    sum += z;
    squares += z * z;
    beyond += z > 2 ? 1 : 0;
  }
  // Five standard errors; the fourth moment is 3, and 1 - Phi(2) = 0.02275 lies above 2.
  EXPECT_NEAR(sum / count, 0, 5 * std::sqrt(1.0 / count));
  EXPECT_NEAR(squares / count, 1, 5 * std::sqrt((3.0 - 1) / count));
  EXPECT_NEAR(beyond / count, 0.02275, 5 * std::sqrt(0.02275 * (1 - 0.02275) / count));
}

TEST(Random, BelowCoversItsRangeAndNothingElse) {
  const Random random(3, 4);
  std::array<int, 10> seen{};
  for (int i = 0; i < 10000; ++i) ++seen.at(random.below(i, 10));
  for (const int n : seen) EXPECT_NEAR(n, 1000, 5 * std::sqrt(1000 * 0.9));
}

// Of more numbers than 32 or 53 bits have, down to the last one.
TEST(Random, BelowReachesAllOfALargeRange) {
  constexpr std::uint64_t kThird = std::uint64_t{1} << 60;
  constexpr int kDraws = 9000;
  const Random random(3, 4);
  std::array<int, 3> thirds{};
  int odd = 0;
  for (int i = 0; i < kDraws; ++i) {
    const std::uint64_t drawn = random.below(i, 3 * kThird);
    ASSERT_LT(drawn, 3 * kThird);
    ++thirds.at(drawn / kThird);
    odd += static_cast<int>(drawn % 2);
  }
  // Five standard deviations of a binomial count.
  for (const int n : thirds) EXPECT_NEAR(n, kDraws / 3.0, 5 * std::sqrt(kDraws * 2.0 / 9));
  EXPECT_NEAR(odd, kDraws / 2.0, 5 * std::sqrt(kDraws / 4.0));
}

TEST(Random, StreamsDependOnEveryPartOfTheirName) {
  EXPECT_NE(stream_id("a"), stream_id("b"));
  EXPECT_NE(stream_id("a", 1), stream_id("a", 2));
  EXPECT_NE(stream_id("a", 0, 1), stream_id("a", 1, 0));
}

}  // namespace
}  // namespace espalier
