// SPDX-License-Identifier: Apache-2.0
#include <espalier/serving/probabilities.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace espalier::serving {
namespace {

TEST(MostProbable, IsTheSoftmaxOfTheLargest) {
  const std::vector<float> logits = {0, 2, 1, 2};
  const auto best = most_probable(logits, 3);
  ASSERT_EQ(best.size(), 3u);
  EXPECT_EQ(best[0].index, 1);
  EXPECT_EQ(best[1].index, 3) << "of equal ones the lower comes first";
  EXPECT_EQ(best[2].index, 2);
  const double sum = 1 + 2 * std::exp(2.0) + std::exp(1.0);
  EXPECT_NEAR(best[0].probability, std::exp(2.0) / sum, 1e-15);
  EXPECT_NEAR(best[2].probability, std::exp(1.0) / sum, 1e-15);
  EXPECT_TRUE(most_probable({}, 3).empty());
}

TEST(MostProbable, PutsWhatIsNoNumberLast) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const auto best = most_probable(std::vector<float>{nan, 1, nan, 2}, 4);
  ASSERT_EQ(best.size(), 4u);
  EXPECT_EQ(best[0].index, 3);
  EXPECT_EQ(best[1].index, 1);
  EXPECT_NEAR(best[0].probability, 1 / (1 + std::exp(-1.0)), 1e-15);
  EXPECT_EQ(best[3].probability, 0);
}

TEST(MostProbable, AnInfiniteLogitIsCertain) {
  const float infinity = std::numeric_limits<float>::infinity();
  const auto best = most_probable(std::vector<float>{0.4F, infinity, -infinity}, 3);
  ASSERT_EQ(best.size(), 3u);
  EXPECT_EQ(best[0].index, 1);
  EXPECT_EQ(best[0].probability, 1);
  EXPECT_EQ(best[1].probability, 0);
}

}  // namespace
}  // namespace espalier::serving
