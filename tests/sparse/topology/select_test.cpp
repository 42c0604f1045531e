// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/topology/select.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include <espalier/sparse/core/error.h>

namespace espalier::sparse {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(Select, TakesTheSmallestInOrderOfPosition) {
  const std::vector<double> scores = {5, 1, 4, 0, 3};
  EXPECT_THAT(smallest(scores, 3), ElementsAre(1, 3, 4));
  EXPECT_THAT(largest(scores, 2), ElementsAre(0, 2));
}

TEST(Select, BreaksTiesOnTheLowerPosition) {
  const std::vector<double> scores = {2, 1, 1, 2, 1, 2, 0.0, -0.0};
  EXPECT_THAT(smallest(scores, 1), ElementsAre(6));  // 0 and -0 are equal
  EXPECT_THAT(smallest(scores, 4), ElementsAre(1, 2, 6, 7));
  EXPECT_THAT(largest(scores, 2), ElementsAre(0, 3));
  EXPECT_THAT(largest(scores, 4), ElementsAre(0, 1, 3, 5));
}

TEST(Select, TakesNanLastInBothDirections) {
  const std::vector<double> scores = {kNan, kInfinity, kNan, -kInfinity, 1};
  EXPECT_THAT(smallest(scores, 3), ElementsAre(1, 3, 4));
  EXPECT_THAT(largest(scores, 3), ElementsAre(1, 3, 4));
  EXPECT_THAT(smallest(scores, 4), ElementsAre(0, 1, 3, 4));
  EXPECT_THAT(largest(scores, 4), ElementsAre(0, 1, 3, 4));
  EXPECT_THAT(smallest(scores, 2), ElementsAre(3, 4));
  EXPECT_THAT(largest(scores, 2), ElementsAre(1, 4));
}

TEST(Select, TakesNoneAndAll) {
  const std::vector<double> scores = {3, kNan, 1};
  EXPECT_THAT(smallest(scores, 0), IsEmpty());
  EXPECT_THAT(smallest(scores, 3), ElementsAre(0, 1, 2));
  EXPECT_THAT(largest({}, 0), IsEmpty());
}

TEST(Select, RefusesACountThatIsNotThere) {
  const std::vector<double> scores = {3, 1};
  EXPECT_THROW(smallest(scores, 3), ShapeError);
  EXPECT_THROW(largest(scores, -1), ShapeError);
}

}  // namespace
}  // namespace espalier::sparse
