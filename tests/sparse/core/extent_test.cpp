// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/core/extent.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <utility>

#include <espalier/sparse/core/error.h>
#include "tests/support/message.h"

namespace espalier {
namespace {

using ::testing::HasSubstr;
using testing::message_of;

constexpr Index kLargest = std::numeric_limits<Index>::max();

TEST(CheckedProduct, MultipliesWhatFits) {
  EXPECT_EQ(checked_product("x", {}), 1);
  EXPECT_EQ(checked_product("x", {3, 4, 5}), 60);
  EXPECT_EQ(checked_product("x", {kMaxElements}), kMaxElements);
  EXPECT_EQ(checked_product("x", {kLargest, kLargest, 0}), 0);
}

TEST(CheckedProduct, RefusesWhatNoArrayHolds) {
  EXPECT_THAT(message_of<ShapeError>([] {
                checked_product("x", {Index{1} << 32, Index{1} << 32});
              }),
              HasSubstr("x: 4294967296 x 4294967296 elements; expected at most"));
  EXPECT_THROW(checked_product("x", {Index{1} << 62, 4}), ShapeError);
  EXPECT_THROW(checked_product("x", {kMaxElements + 1}), ShapeError);
  EXPECT_THROW(checked_product("x", {kLargest, kLargest, kLargest}), ShapeError);
  EXPECT_THAT(message_of<ShapeError>([] {
                checked_product("x", {3, -1});
              }),
              HasSubstr("x: 3 x -1; expected no negative extent"));
}

TEST(OwnedExtent, IsZeroOnceMovedFrom) {
  OwnedExtent a = 7;
  OwnedExtent b = std::move(a);
  EXPECT_EQ(a, 0);
  EXPECT_EQ(b, 7);
  a = std::move(b);
  EXPECT_EQ(a, 7);
  EXPECT_EQ(b, 0);
  b = a;
  EXPECT_EQ(a, 7);
  OwnedExtent& same = b;
  b = std::move(same);
  EXPECT_EQ(b, 0);
}

}  // namespace
}  // namespace espalier
