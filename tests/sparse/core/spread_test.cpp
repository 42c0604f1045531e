// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/core/spread.h>

#include <gtest/gtest.h>

namespace espalier {
namespace {

TEST(Spread, IsThatOfTheSortedValues) {
  EXPECT_EQ(spread_of({5, 1, 4, 2, 3}), (Spread{2, 3, 4}));
  EXPECT_EQ(spread_of({}), Spread{});
  EXPECT_EQ(spread_of({7}), (Spread{7, 7, 7}));
}

// The upper one of the two in the middle would make slow those that are measured least often.
TEST(Spread, OfAnEvenCountLiesBetweenTheTwoInTheMiddle) {
  EXPECT_EQ(spread_of({4, 1}), (Spread{1.75, 2.5, 3.25}));
  EXPECT_EQ(spread_of({4, 1, 3, 2}), (Spread{1.75, 2.5, 3.25}));
}

}  // namespace
}  // namespace espalier
