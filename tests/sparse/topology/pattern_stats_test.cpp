// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/topology/pattern_stats.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/topology/random_pattern.h>
#include "tests/support/message.h"

namespace espalier::sparse {
namespace {

using espalier::testing::message_of;
using ::testing::HasSubstr;

PatternPtr pattern(std::vector<BlockCoordinate> stored) {
  return BlockPattern::from_coordinates(6, 8, {2, 2}, std::move(stored));
}

TEST(DeadUnits, AreBlockRowsAndColumnsWithoutABlock) {
  const auto some = pattern({{0, 1}, {0, 3}, {2, 1}});
  EXPECT_EQ(dead_rows(*some), 1);
  EXPECT_EQ(dead_cols(*some), 2);
  EXPECT_EQ(dead_rows(*pattern({})), 3);
  EXPECT_EQ(dead_cols(*pattern({})), 4);
  const auto full = BlockPattern::full(6, 8, {2, 2});
  EXPECT_EQ(dead_rows(*full), 0);
  EXPECT_EQ(dead_cols(*full), 0);
}

TEST(Overlap, IsTheShareOfTheFirstPattern) {
  const auto a = pattern({{0, 0}, {0, 2}, {1, 1}, {2, 3}});
  const auto b = pattern({{0, 1}, {0, 2}, {0, 3}, {2, 2}, {2, 3}});
  EXPECT_EQ(common_blocks(*a, *b), 2);
  EXPECT_EQ(common_blocks(*b, *a), 2);
  EXPECT_EQ(overlap(*a, *b), 0.5);
  EXPECT_EQ(overlap(*b, *a), 0.4);
  EXPECT_EQ(overlap(*a, *a), 1);
  EXPECT_EQ(overlap(*a, *pattern({})), 0);
  EXPECT_EQ(overlap(*pattern({}), *a), 1);
}

TEST(Overlap, AgreesWithLookingUpEachBlock) {
  const auto a = random_pattern(64, 96, {2, 2}, 0.3, Random(1, 1));
  const auto b = random_pattern(64, 96, {2, 2}, 0.2, Random(2, 1));
  Index common = 0;
  for (const BlockCoordinate c : a->coordinates()) common += b->find(c) >= 0 ? 1 : 0;
  EXPECT_EQ(common_blocks(*a, *b), common);
}

TEST(Overlap, RefusesPatternsOfAnotherShape) {
  const auto a = pattern({});
  EXPECT_THAT(
      message_of<ShapeError>([&] {
        overlap(*a, *BlockPattern::full(6, 8, {2, 4}));
      }),
      HasSubstr("the second pattern is 6x8 in blocks of 2x4; expected 6x8 in blocks of 2x2"));
  EXPECT_THROW(overlap(*a, *BlockPattern::full(8, 8, {2, 2})), ShapeError);
}

}  // namespace
}  // namespace espalier::sparse
