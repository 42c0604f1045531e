// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/plateau.h>

#include <gtest/gtest.h>

namespace espalier::experiments {
namespace {

using training::MetricValues;

TEST(Plateau, ALossBelowBothFloorsIsTrainedEnough) {
  const MetricValues floors = {{training::metric::kUnigramEntropy, 6},
                               {training::metric::kContextFreeLoss, 5.25}};
  EXPECT_EQ(trained_enough(floors, 5.5), false);
  EXPECT_EQ(trained_enough(floors, 5.25), false);
  EXPECT_EQ(trained_enough(floors, 5), true);
}

TEST(Plateau, TheUnigramEntropyDecidesWhereTheOtherFloorIsNotKnown) {
  const MetricValues unigram = {{training::metric::kUnigramEntropy, 6}};
  EXPECT_EQ(trained_enough(unigram, 5.625), false);
  EXPECT_EQ(trained_enough(unigram, 6 - kTrainedEnoughNats), true);
  EXPECT_EQ(trained_enough({}, 5), std::nullopt);
  MetricValues validated = unigram;
  EXPECT_EQ(validated_enough(validated, 5), true);
  validated.set(training::metric::kValidationLoss, 5.75);
  EXPECT_EQ(validated_enough(validated, 5), false);
}

}  // namespace
}  // namespace espalier::experiments
