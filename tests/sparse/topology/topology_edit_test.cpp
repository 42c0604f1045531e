// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/topology/topology_edit.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include <espalier/sparse/core/error.h>

namespace espalier::sparse {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

// . a . b        a, b, c, d are positions 0 to 3
// c . . .
// . . d .
PatternPtr small_pattern(BlockShape block = {1, 1}) {
  return BlockPattern::from_coordinates(3 * block.rows, 4 * block.cols, block,
                                        {{0, 1}, {0, 3}, {1, 0}, {2, 2}});
}

TEST(ApplyEdit, MergesSurvivorsAndGrownBlocksInRowOrder) {
  const EditResult result =
      apply_edit(*small_pattern(), {.drop = {1, 2}, .grow = {{0, 0}, {0, 2}, {2, 3}}});
  EXPECT_THAT(result.pattern->row_offsets(), ElementsAre(0, 3, 3, 5));
  EXPECT_THAT(result.pattern->columns(), ElementsAre(0, 1, 2, 2, 3));
  EXPECT_THAT(result.remap.source, ElementsAre(-1, 0, -1, 3, -1));
  EXPECT_EQ(result.remap.grown(), 3);
  EXPECT_EQ(result.remap.dropped(), 2);
}

TEST(ApplyEdit, CountsABlockThatIsDroppedAndGrownAsGrown) {
  const EditResult result = apply_edit(*small_pattern(), {.drop = {1}, .grow = {{0, 3}}});
  EXPECT_EQ(*result.pattern, *small_pattern());
  EXPECT_THAT(result.remap.source, ElementsAre(0, -1, 2, 3));
}

TEST(ApplyEdit, LeavesThePatternEqualIfTheEditIsEmpty) {
  const EditResult result = apply_edit(*small_pattern(), {});
  EXPECT_EQ(*result.pattern, *small_pattern());
  EXPECT_THAT(result.remap.source, ElementsAre(0, 1, 2, 3));
}

TEST(ApplyEdit, MayDropEverythingAndFillEverything) {
  const EditResult emptied = apply_edit(*small_pattern(), {.drop = {0, 1, 2, 3}, .grow = {}});
  EXPECT_EQ(emptied.pattern->blocks(), 0);
  const EditResult filled = apply_edit(
      *emptied.pattern, {.drop = {}, .grow = BlockPattern::full(3, 4, {1, 1})->coordinates()});
  EXPECT_EQ(*filled.pattern, *BlockPattern::full(3, 4, {1, 1}));
}

TEST(ApplyEdit, RefusesWhatDoesNotFitAndNamesTheEntry) {
  const PatternPtr pattern = small_pattern();
  const auto refused = [&](TopologyEdit edit, const char* message) {
    EXPECT_THAT([&] { apply_edit(*pattern, edit); },
                ThrowsMessage<FormatError>(HasSubstr(message)));
  };
  refused({.drop = {4}, .grow = {}}, "dropped position 4; expected a value from 0 to 3");
  refused({.drop = {-1}, .grow = {}}, "dropped position -1");
  refused({.drop = {2, 1}, .grow = {}}, "dropped position 1 after 2");
  refused({.drop = {1, 1}, .grow = {}}, "dropped position 1 after 1");
  refused({.drop = {}, .grow = {{3, 0}}}, "grown block (3, 0) lies outside the grid of 3x4");
  refused({.drop = {}, .grow = {{0, 4}}}, "grown block (0, 4) lies outside");
  refused({.drop = {}, .grow = {{-1, 0}}}, "grown block (-1, 0) lies outside");
  refused({.drop = {}, .grow = {{0, -1}}}, "grown block (0, -1) lies outside");
  refused({.drop = {}, .grow = {{1, 1}, {0, 0}}}, "grown block (0, 0) after (1, 1)");
  refused({.drop = {}, .grow = {{1, 1}, {1, 1}}}, "grown block (1, 1) after (1, 1)");
  refused({.drop = {0}, .grow = {{0, 3}}}, "grown block (0, 3) is stored");
  EXPECT_THAT(
      [] {
        apply_edit(*BlockPattern::from_coordinates(3, 4, {1, 1}, {}), {.drop = {0}, .grow = {}});
      },
      ThrowsMessage<FormatError>(HasSubstr("dropped position 0; expected none")));
}

TEST(BlockRemap, MovesWholeBlocksAndZeroesGrownOnes) {
  const EditResult result =
      apply_edit(*small_pattern({1, 2}), {.drop = {0, 3}, .grow = {{0, 0}, {2, 3}}});
  const AlignedVector<float> buffer = {1, 2, 3, 4, 5, 6, 7, 8};
  AlignedVector<float> moved(8, 9);
  result.remap.move(buffer, moved);
  EXPECT_THAT(moved, ElementsAre(0, 0, 3, 4, 5, 6, 0, 0));
}

TEST(BlockRemap, MovesBlocksOfEverySize) {
  for (const Index values : {1, 2, 4, 6, 16, 64, 256}) {
    const BlockRemap remap{.source = {2, -1, 0}, .block_values = values, .old_blocks = 3};
    const auto size = static_cast<std::size_t>(values);
    AlignedVector<float> buffer(3 * size), expected;
    std::iota(buffer.begin(), buffer.end(), 1.0F);
    expected.assign(buffer.end() - values, buffer.end());
    expected.resize(2 * size);
    expected.insert(expected.end(), buffer.begin(), buffer.begin() + values);
    AlignedVector<float> moved(3 * size, -1.0F);
    remap.move(buffer, moved);
    EXPECT_EQ(moved, expected) << values << " values in a block";
  }
}

TEST(BlockRemap, RefusesABufferOfAnotherSize) {
  const EditResult result = apply_edit(*small_pattern(), {.drop = {0}, .grow = {}});
  AlignedVector<float> three = {1, 2, 3}, four = {1, 2, 3, 4};
  EXPECT_THAT([&] { result.remap.move(three, three); },
              ThrowsMessage<ShapeError>(HasSubstr("remap: buffer of 3 values; expected 4")));
  EXPECT_THAT([&] { result.remap.move(four, four); },
              ThrowsMessage<ShapeError>(HasSubstr("new buffer of 4 values; expected 3")));
}

TEST(BlockRemap, RefusesASourceOutsideTheOldPattern) {
  const BlockRemap remap{.source = {0, 2}, .block_values = 1, .old_blocks = 2};
  const AlignedVector<float> buffer = {1, 2};
  AlignedVector<float> moved(2);
  EXPECT_THROW(remap.move(buffer, moved), ShapeError);
}

}  // namespace
}  // namespace espalier::sparse
