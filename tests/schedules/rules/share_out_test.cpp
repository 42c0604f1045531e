// SPDX-License-Identifier: Apache-2.0
#include <espalier/schedules/rules/share_out.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace espalier::schedules {
namespace {

using ::testing::ElementsAre;

TEST(ShareOut, RoundsByLargestRemainderAndTiesToTheFirst) {
  EXPECT_THAT(share_out(10, {1, 2, 2}, {10, 10, 10}), ElementsAre(2, 4, 4));
  // 10/3 each: one of them gets the one that is left.
  EXPECT_THAT(share_out(10, {1, 1, 1}, {10, 10, 10}), ElementsAre(4, 3, 3));
  // 0.7, 2.8, 3.5: the remainders 0.8 and 0.7 come first.
  EXPECT_THAT(share_out(7, {1, 4, 5}, {10, 10, 10}), ElementsAre(1, 3, 3));
}

TEST(ShareOut, GivesTheOthersWhatACapacityLeaves) {
  // 8 of 12 by share, of which 3 fit; the other 9 go 1 to 3.
  EXPECT_THAT(share_out(12, {8, 1, 3}, {3, 10, 10}), ElementsAre(3, 2, 7));
  // That fills the third too, which only then has too little room.
  EXPECT_THAT(share_out(12, {8, 1, 3}, {3, 10, 5}), ElementsAre(3, 4, 5));
  EXPECT_THAT(share_out(12, {1, 1}, {3, 4}), ElementsAre(3, 4));
}

TEST(ShareOut, TakesSharesThatAreNoNumbersForNone) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinite = std::numeric_limits<double>::infinity();
  EXPECT_THAT(share_out(4, {nan, 1, infinite}, {9, 9, 9}), ElementsAre(0, 4, 0));
  EXPECT_THAT(share_out(4, {0, nan}, {9, 9}), ElementsAre(2, 2));  // nothing to go by
}

TEST(LeaveOneEach, TakesFromTheWeightThatCanSpareMost) {
  // The first and the last have dropped all they had; the last grows one by itself.
  std::vector<Index> grown = {0, 2, 5, 1};
  leave_one_each({3, 8, 8, 2}, {3, 3, 1, 2}, grown);
  EXPECT_THAT(grown, ElementsAre(1, 2, 4, 1));
  // Nobody has lost its last block: nothing changes, not even for a weight that stored none.
  grown = {0, 4};
  leave_one_each({0, 9}, {0, 4}, grown);
  EXPECT_THAT(grown, ElementsAre(0, 4));
}

}  // namespace
}  // namespace espalier::schedules
