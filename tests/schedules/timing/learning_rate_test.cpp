// SPDX-License-Identifier: Apache-2.0
#include <espalier/schedules/timing/learning_rate.h>

#include <gtest/gtest.h>

#include <cmath>

#include <espalier/sparse/core/error.h>

namespace espalier::schedules {
namespace {

TEST(LearningRate, WarmsUpAndDecaysToZero) {
  const LearningRate rate(8, 4, 12);
  EXPECT_EQ(rate.at(0), 0);
  EXPECT_EQ(rate.at(1), 2);
  EXPECT_EQ(rate.at(2), 4);
  EXPECT_EQ(rate.at(3), 6);
  EXPECT_EQ(rate.at(4), 8);
  EXPECT_EQ(rate.at(5), 7);
  EXPECT_EQ(rate.at(8), 4);
  EXPECT_EQ(rate.at(11), 1);
  EXPECT_EQ(rate.at(12), 0);
  EXPECT_EQ(rate.at(13), 0);
  EXPECT_EQ(rate.at(-1), 0);
}

TEST(LearningRate, TakesPowersOfItsShares) {
  const LearningRate rate(8, 4, 8, {.warmup_power = 0.5, .decay_power = 2});
  EXPECT_EQ(rate.at(0), 0);
  EXPECT_EQ(rate.at(1), 4);
  EXPECT_EQ(rate.at(4), 8);
  EXPECT_EQ(rate.at(6), 2);
  EXPECT_EQ(rate.at(8), 0);
  EXPECT_EQ(LearningRate(8, 0, 4, {.decay_power = 0.5}).at(3), 4);
}

TEST(LearningRate, StaysWithADecayOfPowerZero) {
  const LearningRate rate(8, 4, 8, {.decay_power = 0});
  EXPECT_EQ(rate.at(2), 4);
  for (const Index step : {4, 5, 8, 9, 1000}) EXPECT_EQ(rate.at(step), 8) << step;
  for (const double share : {0.5, 0.9, 1.0})
    EXPECT_EQ(learning_rate_at(8, 0.5, share, {.decay_power = 0}), 8) << share;
}

TEST(LearningRate, NeedsNoWarmUp) {
  const LearningRate rate(8, 0, 4);
  EXPECT_EQ(rate.at(-1), 8);  // once 0 / 0
  EXPECT_EQ(rate.at(0), 8);
  EXPECT_EQ(rate.at(1), 6);
  EXPECT_EQ(rate.at(4), 0);
}

// The formula of the header decides: t <= warmup_steps comes first, so that a warm-up of the whole
// run ends at its peak, and any shorter one at 0, unless there is no other step.
TEST(LearningRate, MayWarmUpToTheEnd) {
  const LearningRate rate(8, 4, 4);
  EXPECT_EQ(rate.at(2), 4);
  EXPECT_EQ(rate.at(4), 8);
  EXPECT_EQ(rate.at(5), 0);
  for (const Index total : {1, 2, 7}) {
    for (Index warmup = 0; warmup <= total; ++warmup) {
      EXPECT_EQ(LearningRate(8, warmup, total).at(warmup), 8) << warmup << " of " << total;
      EXPECT_EQ(LearningRate(8, warmup, total).at(total), warmup == total || total == 1 ? 8 : 0);
      EXPECT_EQ(LearningRate(8, warmup, total).at(total + 1), 0);
    }
  }
}

TEST(LearningRate, IsNeverZeroAtTheFirstStepOfARun) {
  for (const Index warmup : {0, 1, 10000})
    EXPECT_GT(LearningRate(1e-4, warmup, 757000).at(1), 0) << warmup;
  for (const Index warmup : {0, 1}) EXPECT_EQ(LearningRate(1e-4, warmup, 1).at(1), 1e-4) << warmup;
}

TEST(LearningRate, RefusesValuesOutsideItsDomain) {
  EXPECT_THROW(LearningRate(-1e-3, 0, 10), ConfigError);
  EXPECT_THROW(LearningRate(NAN, 0, 10), ConfigError);
  EXPECT_THROW(LearningRate(1, 0, 10, {.warmup_power = 0}), ConfigError);
  EXPECT_THROW(LearningRate(1, 0, 10, {.decay_power = INFINITY}), ConfigError);
  EXPECT_THROW(LearningRate(1, 0, 10, {.decay_power = -1}), ConfigError);
  EXPECT_THROW(LearningRate(1e-3, 0, 0), ConfigError);
  EXPECT_THROW(LearningRate(1e-3, -1, 10), ConfigError);
  EXPECT_THROW(LearningRate(1e-3, 11, 10), ConfigError);
}

// Values of equation 3 to three decimals.
TEST(SparseLearningRateFactor, FollowsThePapersRule) {
  constexpr double kHalfOfTheLastDigit = 0.0005;
  EXPECT_EQ(sparse_learning_rate_factor(1.0), 1.0);
  EXPECT_NEAR(sparse_learning_rate_factor(0.75), 1.216, kHalfOfTheLastDigit);
  EXPECT_NEAR(sparse_learning_rate_factor(0.5), 1.892, kHalfOfTheLastDigit);
  EXPECT_NEAR(sparse_learning_rate_factor(0.25), 3.764, kHalfOfTheLastDigit);
  EXPECT_NEAR(sparse_learning_rate_factor(0.1), 6.400, kHalfOfTheLastDigit);
  EXPECT_NEAR(sparse_learning_rate_factor(0.05), 7.791, kHalfOfTheLastDigit);
  EXPECT_NEAR(sparse_learning_rate_factor(0.01), 9.184, kHalfOfTheLastDigit);
}

// At the shares of whole steps it is the rate of those steps.
TEST(LearningRateAt, IsTheRateOfASharesStep) {
  const LearningRateShape shape = {.warmup_power = 0.5, .decay_power = 2};
  for (const LearningRateShape& powers : {LearningRateShape{}, shape}) {
    const LearningRate rate(8, 4, 16, powers);
    for (Index step = 0; step <= 17; ++step)
      EXPECT_NEAR(learning_rate_at(8, 0.25, static_cast<double>(step) / 16, powers), rate.at(step),
                  1e-14)
          << step;
  }
  EXPECT_EQ(learning_rate_at(8, 0, 0), 8);
  EXPECT_EQ(learning_rate_at(8, 0.25, -1), 0);
  EXPECT_EQ(learning_rate_at(8, 0, -1), 8);  // never above the peak
  EXPECT_THROW(learning_rate_at(8, 0.25, NAN), ConfigError);
  EXPECT_THROW(learning_rate_at(-1, 0.25, 0.5), ConfigError);
  EXPECT_THROW(learning_rate_at(8, 1, 0.5), ConfigError);
  EXPECT_THROW(learning_rate_at(8, -0.1, 0.5), ConfigError);
  EXPECT_THROW(learning_rate_at(8, 0.25, 0.5, {.warmup_power = 0}), ConfigError);
}

TEST(SparseLearningRateFactor, RefusesADensityOutsideItsDomain) {
  for (const double density : {0.0, -1.0, 1.01, static_cast<double>(NAN)})
    EXPECT_THROW(sparse_learning_rate_factor(density), ConfigError) << density;
}

}  // namespace
}  // namespace espalier::schedules
