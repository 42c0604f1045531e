// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/format/block_pattern.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <type_traits>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/format/block_csr_matrix.h>
#include "tests/support/message.h"

namespace espalier::sparse {
namespace {

using espalier::testing::message_of;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// The example of the header:
//   . . # # . . # #
//   . . # # . . # #
//   # # . . . . . .
//   # # . . . . . .
BlockPattern example() { return {4, 8, {2, 2}, {0, 2, 3}, {1, 3, 0}}; }

// Half of an assignment that fails would leave a pattern of two.
static_assert(std::is_copy_constructible_v<BlockPattern>);
static_assert(!std::is_copy_assignable_v<BlockPattern>);

TEST(BlockPattern, KnowsItsExtents) {
  const BlockPattern p = example();
  EXPECT_EQ(p.grid_rows(), 2);
  EXPECT_EQ(p.grid_cols(), 4);
  EXPECT_EQ(p.blocks(), 3);
  EXPECT_EQ(p.values(), 12);
  EXPECT_EQ(p.density(), 3.0 / 8);
}

TEST(BlockPattern, ListsBlocksColumnByColumn) {
  const BlockPattern p = example();
  EXPECT_THAT(p.column_offsets(), ElementsAre(0, 1, 2, 2, 3));
  EXPECT_THAT(p.column_rows(), ElementsAre(1, 0, 0));
  EXPECT_THAT(p.column_blocks(), ElementsAre(2, 0, 1));
}

TEST(BlockPattern, FindsStoredBlocksOnly) {
  const BlockPattern p = example();
  EXPECT_EQ(p.find({0, 1}), 0);
  EXPECT_EQ(p.find({0, 3}), 1);
  EXPECT_EQ(p.find({1, 0}), 2);
  for (const BlockCoordinate c : {BlockCoordinate{0, 0}, {1, 1}, {-1, 0}, {2, 0}, {0, -1}, {0, 4}})
    EXPECT_EQ(p.find(c), -1) << c.row << "," << c.col;
}

TEST(BlockPattern, CoordinatesRoundTripInAnyOrder) {
  const auto p = BlockPattern::from_coordinates(4, 8, {2, 2}, {{1, 0}, {0, 3}, {0, 1}});
  EXPECT_EQ(*p, example());
  EXPECT_EQ(*BlockPattern::from_coordinates(4, 8, {2, 2}, p->coordinates()), *p);
}

TEST(BlockPattern, FullStoresEverything) {
  const auto p = BlockPattern::full(6, 4, {3, 2});
  EXPECT_EQ(p->blocks(), 4);
  EXPECT_EQ(p->density(), 1.0);
  EXPECT_THAT(p->columns(), ElementsAre(0, 1, 0, 1));
}

TEST(BlockPattern, RejectsArraysThatBreakItsInvariants) {
  const auto error = [](std::vector<Index> offsets, std::vector<BlockIndex> columns) {
    return message_of<FormatError>([&] { BlockPattern(4, 8, {2, 2}, offsets, columns); });
  };
  EXPECT_THAT(error({0, 3}, {1, 3, 0}), HasSubstr("2 entries; expected 3"));
  EXPECT_THAT(error({1, 2, 3}, {1, 3, 0}), HasSubstr("from 1"));
  EXPECT_THAT(error({0, 2, 4}, {1, 3, 0}), HasSubstr("to 4"));
  EXPECT_THAT(error({0, 5, 3}, {1, 3, 0}), HasSubstr("row offset 1 is 5"));
  EXPECT_THAT(error({0, -1, 3}, {1, 3, 0}), HasSubstr("row offset 1 is -1"));
  EXPECT_THAT(error({0, 2, 3}, {1, 4, 0}), HasSubstr("block column 4 in block row 0"));
  EXPECT_THAT(error({0, 2, 3}, {-1, 3, 0}), HasSubstr("block column -1"));
  EXPECT_THAT(error({0, 2, 3}, {3, 1, 0}), HasSubstr("ascending"));
  EXPECT_THAT(error({0, 2, 3}, {1, 1, 0}), HasSubstr("ascending"));
}

TEST(BlockPattern, RejectsCoordinatesOutsideTheGridAndDuplicates) {
  const auto error = [](BlockCoordinate c) {
    return message_of<FormatError>([&] {
      BlockPattern::from_coordinates(4, 8, {2, 2}, {{0, 1}, c});
    });
  };
  EXPECT_THAT(error({2, 0}), HasSubstr("block row 2"));
  EXPECT_THAT(error({-1, 0}), HasSubstr("block row -1"));
  EXPECT_THAT(error({0, 4}), HasSubstr("block column 4"));
  EXPECT_THAT(error({0, 1}), HasSubstr("block column 1"));
}

TEST(BlockPattern, RejectsBlocksThatDoNotDivide) {
  const auto error = [](Index rows, Index cols, BlockShape block) {
    return message_of<ShapeError>([&] { BlockPattern::full(rows, cols, block); });
  };
  EXPECT_THAT(error(5, 8, {2, 2}), AllOf(HasSubstr("2x2"), HasSubstr("5x8")));
  EXPECT_THAT(error(4, 9, {2, 2}), HasSubstr("4x9"));
  EXPECT_THAT(error(4, 8, {0, 2}), HasSubstr("0x2"));
  EXPECT_THAT(error(-2, 8, {2, 2}), HasSubstr("-2x8: expected at least 0x0"));
  EXPECT_THAT(message_of<ShapeError>([] {
                BlockPattern::from_coordinates(Index{1} << 40, 1, {1, 1}, {});
              }),
              HasSubstr("2^31"));
}

TEST(BlockCsrMatrix, GivesBlocksInPatternOrder) {
  const auto pattern = BlockPattern::from_coordinates(4, 8, {2, 2}, {{1, 0}, {0, 3}, {0, 1}});
  BlockCsrMatrix<float> m(pattern);
  m.block(1)[3] = 5;
  EXPECT_EQ(m.values()[7], 5);
  EXPECT_THAT(message_of<ShapeError>([&] {
                BlockCsrMatrix<float>(pattern, {1, 2});
              }),
              HasSubstr("2 values; expected 12"));
  EXPECT_THAT(message_of<ShapeError>([&] { BlockCsrMatrix<float>(nullptr); }), HasSubstr("null"));
}

TEST(BlockPattern, RefusesMoreValuesThanAnArrayHolds) {
  const Index huge = Index{1} << 32;
  EXPECT_THAT(message_of<ShapeError>([&] {
                BlockPattern(huge, huge, {huge, huge}, {0, 0}, {});
              }),
              HasSubstr("4294967296 x 4294967296 elements"));
  const Index side = Index{1} << 29;  // a block of 2^58 values, eight of which are 2^61
  EXPECT_THROW(BlockPattern(side, 8 * side, {side, side}, {0, 8}, {0, 1, 2, 3, 4, 5, 6, 7}),
               ShapeError);
  EXPECT_THROW(BlockPattern::full((Index{1} << 31) - 1, (Index{1} << 31) - 1, {1, 1}), ShapeError);
}

}  // namespace
}  // namespace espalier::sparse
