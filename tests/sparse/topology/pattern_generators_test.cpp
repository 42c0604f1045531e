// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/topology/pattern_generators.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/topology/random_pattern.h>
#include "tests/support/message.h"
#include "tests/support/temporary_folder.h"

namespace espalier::sparse {
namespace {

using espalier::testing::FolderTest;
using espalier::testing::message_of;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// One string for each block row, # where a block is stored.
std::vector<std::string> picture(const PatternPtr& pattern) {
  std::vector<std::string> rows(static_cast<std::size_t>(pattern->grid_rows()),
                                std::string(static_cast<std::size_t>(pattern->grid_cols()), '.'));
  for (const BlockCoordinate c : pattern->coordinates())
    rows[static_cast<std::size_t>(c.row)][static_cast<std::size_t>(c.col)] = '#';
  return rows;
}

std::vector<Index> row_counts(const BlockPattern& pattern) {
  std::vector<Index> counts;
  for (Index r = 0; r < pattern.grid_rows(); ++r)
    counts.push_back(pattern.row_offsets()[r + 1] - pattern.row_offsets()[r]);
  return counts;
}

std::vector<Index> column_counts(const BlockPattern& pattern) {
  std::vector<Index> counts;
  for (Index c = 0; c < pattern.grid_cols(); ++c)
    counts.push_back(pattern.column_offsets()[c + 1] - pattern.column_offsets()[c]);
  return counts;
}

/// Stored blocks of one row in [first, last).
Index blocks_between(const BlockPattern& pattern, Index row, Index first, Index last) {
  const auto columns = pattern.columns().subspan(
      pattern.row_offsets()[row], pattern.row_offsets()[row + 1] - pattern.row_offsets()[row]);
  return std::count_if(columns.begin(), columns.end(),
                       [&](BlockIndex c) { return c >= first && c < last; });
}

PatternSpec singles(Index rows, Index cols, Index blocks) { return {rows, cols, {1, 1}, blocks}; }

class EveryPattern : public ::testing::TestWithParam<std::string_view> {};

TEST_P(EveryPattern, StoresExactlyWhatIsAsked) {
  const Random random(1, 2);
  for (const auto& [rows, cols] : std::vector<std::pair<Index, Index>>{
           {0, 0}, {0, 3}, {1, 1}, {1, 7}, {7, 1}, {8, 8}, {5, 13}, {12, 4}, {6, 16}})
    for (Index blocks = 0; blocks <= rows * cols; ++blocks) {
      const PatternPtr pattern =
          pattern_by_name(GetParam(), {rows * 4, cols * 2, {4, 2}, blocks}, {}, random);
      ASSERT_EQ(pattern->blocks(), blocks) << rows << "x" << cols;
      ASSERT_EQ(pattern->rows(), rows * 4);
      ASSERT_EQ(pattern->cols(), cols * 2);
      ASSERT_EQ(pattern->block(), (BlockShape{4, 2}));
    }
}

TEST_P(EveryPattern, IsAPureFunctionOfItsArguments) {
  const auto pattern = [](std::uint64_t seed, std::uint64_t stream) {
    return pattern_by_name(GetParam(), singles(32, 48, 300), {}, Random(seed, stream));
  };
  EXPECT_EQ(*pattern(1, 1), *pattern(1, 1));
  const bool fixed =
      GetParam() == "banded" || GetParam() == "block_diagonal" || GetParam() == "butterfly";
  EXPECT_EQ(*pattern(1, 1) == *pattern(2, 1), fixed);
  EXPECT_EQ(*pattern(1, 1) == *pattern(1, 2), fixed);
}

TEST_P(EveryPattern, RefusesWhatDoesNotFit) {
  const auto make = [](const PatternSpec& spec) {
    return message_of<ShapeError>([&] { pattern_by_name(GetParam(), spec, {}, Random(1, 1)); });
  };
  EXPECT_THAT(make(singles(2, 3, 7)), HasSubstr("7 blocks: expected a number from 0 to the 6"));
  EXPECT_THAT(make(singles(2, 3, -1)), HasSubstr("-1 blocks"));
  EXPECT_THAT(make({5, 4, {2, 2}, 1}), HasSubstr("does not divide"));
  EXPECT_THAT(make({4, 4, {0, 2}, 1}), HasSubstr("expected at least 1x1"));
}

INSTANTIATE_TEST_SUITE_P(Names, EveryPattern, ::testing::ValuesIn(pattern_names()),
                         [](const auto& test) { return std::string(test.param); });

TEST(PatternByName, KnowsItsNames) {
  EXPECT_THAT(pattern_names(),
              ElementsAre("banded", "block_diagonal", "butterfly", "constant_fan_in", "n_of_m",
                          "random", "scale_free", "small_world"));
  EXPECT_THAT(message_of<ConfigError>(
                  [] { pattern_by_name("Banded", singles(2, 2, 1), {}, Random(1, 1)); }),
              HasSubstr("pattern 'Banded': expected one of banded, block_diagonal,"));
}

TEST(PatternByName, PassesItsOptionsOn) {
  const Random random(3, 4);
  const PatternSpec spec = singles(8, 16, 32);
  EXPECT_EQ(*pattern_by_name("n_of_m", spec, {.group = 8}, random), *n_of_m(spec, 8, random));
  EXPECT_EQ(*pattern_by_name("small_world", spec, {.rewire = 0.7}, random),
            *small_world(spec, 0.7, random));
  EXPECT_EQ(*pattern_by_name("random", spec, {}, random),
            *random_pattern(8, 16, {1, 1}, 0.25, random));
}

TEST(NOfM, StoresNInEveryGroup) {
  const PatternPtr pattern = n_of_m(singles(50, 24, 50 * 24 * 3 / 8), 8, Random(1, 1));
  for (Index r = 0; r < 50; ++r)
    for (Index first = 0; first < 24; first += 8)
      ASSERT_EQ(blocks_between(*pattern, r, first, first + 8), 3);
}

TEST(NOfM, SharesWhatDoesNotDivideByTheSizeOfGroups) {
  // Rows of 10 in groups of 4, 4 and 2; half of 40 blocks: 2, 2 and 1.
  const PatternPtr half = n_of_m(singles(4, 10, 20), 4, Random(1, 1));
  for (Index r = 0; r < 4; ++r) {
    EXPECT_EQ(blocks_between(*half, r, 0, 4), 2);
    EXPECT_EQ(blocks_between(*half, r, 4, 8), 2);
    EXPECT_EQ(blocks_between(*half, r, 8, 10), 1);
  }
  // 6 blocks over four groups of 4: floor(1.5), 3, floor(4.5), 6 have been dealt after each.
  const PatternPtr odd = n_of_m(singles(2, 8, 6), 4, Random(1, 1));
  EXPECT_EQ(blocks_between(*odd, 0, 0, 4), 1);
  EXPECT_EQ(blocks_between(*odd, 0, 4, 8), 2);
  EXPECT_EQ(blocks_between(*odd, 1, 0, 4), 1);
  EXPECT_EQ(blocks_between(*odd, 1, 4, 8), 2);
  EXPECT_THROW(n_of_m(singles(2, 8, 6), 0, Random(1, 1)), ConfigError);
}

TEST(NOfM, ChoosesEachWayEquallyOften) {
  // 2 of 4 has 6 ways; 600 rows of 4 groups. chi2 with 5 degrees of freedom is above 25.7 with
  // probability 1e-4.
  const PatternPtr pattern = n_of_m(singles(600, 16, 600 * 8), 4, Random(7, 1));
  std::vector<int> ways(16, 0);
  for (const std::string& row : picture(pattern))
    for (std::size_t first = 0; first < 16; first += 4) {
      std::size_t way = 0;
      for (std::size_t i = 0; i < 4; ++i) way = 2 * way + (row[first + i] == '#' ? 1 : 0);
      ++ways[way];
    }
  double chi2 = 0;
  for (const std::size_t way : {3, 5, 6, 9, 10, 12}) chi2 += std::pow(ways[way] - 400.0, 2) / 400;
  EXPECT_LT(chi2, 25.7);
}

TEST(ConstantFanIn, GivesEveryRowTheSameToWithinOne) {
  EXPECT_THAT(row_counts(*constant_fan_in(singles(6, 20, 30), Random(1, 1))), Each(5));
  EXPECT_THAT(row_counts(*constant_fan_in(singles(4, 20, 10), Random(1, 1))),
              ElementsAre(2, 3, 2, 3));
}

TEST(ConstantFanIn, ChoosesColumnsEquallyOften) {
  // 2000 rows of 3 in 10 columns: 600 each, variance 2000 * 0.3 * 0.7; five standard errors.
  for (const Index count : column_counts(*constant_fan_in(singles(2000, 10, 6000), Random(5, 1))))
    EXPECT_NEAR(static_cast<double>(count), 600, 5 * std::sqrt(2000 * 0.3 * 0.7));
}

TEST(Banded, GrowsFromTheDiagonal) {
  EXPECT_THAT(picture(banded(singles(5, 5, 5))),
              ElementsAre("#....", ".#...", "..#..", "...#.", "....#"));
  EXPECT_THAT(picture(banded(singles(5, 5, 13))),
              ElementsAre("##...", "###..", ".###.", "..###", "...##"));
  // Four of the eight positions beside the diagonal, every second in row order.
  EXPECT_THAT(picture(banded(singles(5, 5, 9))),
              ElementsAre("#....", "##...", ".##..", "..##.", "...##"));
}

TEST(Banded, StretchesOverRectangles) {
  EXPECT_THAT(picture(banded(singles(6, 3, 6))),
              ElementsAre("#..", "#..", ".#.", ".#.", "..#", "..#"));
  EXPECT_THAT(picture(banded(singles(3, 6, 6))), ElementsAre("##....", "..##..", "....##"));
  EXPECT_THAT(row_counts(*banded(singles(7, 4, 7))), Each(1));
  EXPECT_THAT(column_counts(*banded(singles(4, 7, 7))), Each(1));
}

TEST(BlockDiagonal, CutsSquaresThatFit) {
  EXPECT_THAT(picture(block_diagonal(singles(6, 6, 18))),
              ElementsAre("###...", "###...", "###...", "...###", "...###", "...###"));
  EXPECT_THAT(picture(block_diagonal(singles(4, 8, 8))),
              ElementsAre("##......", "..##....", "....##..", "......##"));
  // Parts of 3 and 2 rows and columns hold 13 positions.
  EXPECT_THAT(picture(block_diagonal(singles(5, 5, 13))),
              ElementsAre("###..", "###..", "###..", "...##", "...##"));
}

TEST(BlockDiagonal, FillsTheRestAlongTheDiagonal) {
  // Squares of 2 hold 8; the band beside the diagonal has two positions outside them.
  EXPECT_THAT(picture(block_diagonal(singles(4, 4, 10))),
              ElementsAre("##..", "###.", ".###", "..##"));
  // Fewer than the diagonal: two of its four.
  EXPECT_THAT(picture(block_diagonal(singles(4, 4, 2))),
              ElementsAre("....", ".#..", "....", "...#"));
}

TEST(Butterfly, AddsOneStrideAfterTheOther) {
  EXPECT_THAT(picture(butterfly(singles(8, 8, 8))),
              ElementsAre("#.......", ".#......", "..#.....", "...#....", "....#...", ".....#..",
                          "......#.", ".......#"));
  EXPECT_THAT(picture(butterfly(singles(8, 8, 24))),
              ElementsAre("###.....", "##.#....", "#.##....", ".###....", "....###.", "....##.#",
                          "....#.##", ".....###"));
  EXPECT_THAT(picture(butterfly(singles(8, 8, 32))),
              ElementsAre("###.#...", "##.#.#..", "#.##..#.", ".###...#", "#...###.", ".#..##.#",
                          "..#.#.##", "...#.###"));
  // What two strides reach: all but the three strides at once.
  EXPECT_THAT(picture(butterfly(singles(8, 8, 56)))[0], "#######.");
  EXPECT_THAT(row_counts(*butterfly(singles(64, 64, 64 * 7))), Each(7));
}

TEST(Butterfly, StretchesTheLargestSquareThatFits) {
  EXPECT_THAT(picture(butterfly(singles(2, 6, 6))), ElementsAre("###...", "...###"));
  EXPECT_THAT(picture(butterfly(singles(5, 4, 5))),
              ElementsAre("#...", "#...", ".#..", "..#.", "...#"));
}

TEST(SmallWorld, IsARingLatticeWithoutRewiring) {
  EXPECT_THAT(picture(small_world(singles(5, 5, 15), 0, Random(1, 1))),
              ElementsAre("##..#", "###..", ".###.", "..###", "#..##"));
  EXPECT_THAT(picture(small_world(singles(3, 6, 6), 0, Random(1, 1))),
              ElementsAre("##....", "..##..", "....##"));
}

TEST(SmallWorld, MovesEdgesWithinTheirRow) {
  const PatternSpec spec = singles(200, 100, 200 * 5);
  const PatternPtr lattice = small_world(spec, 0, Random(1, 1));
  for (const double rewire : {0.1, 0.5, 1.0}) {
    const PatternPtr moved = small_world(spec, rewire, Random(1, 1));
    EXPECT_EQ(row_counts(*moved), row_counts(*lattice));
    Index kept = 0;
    for (const BlockCoordinate c : moved->coordinates()) kept += lattice->find(c) >= 0 ? 1 : 0;
    // An edge of 1000 stays with probability 1 - rewire; what moves comes back to a lattice
    // position of its row with a probability below 5 / 96. Five standard errors.
    const double stay = 1000 * (1 - rewire),
                 error = 5 * std::sqrt(1000 * rewire * (1 - rewire) + 1);
    EXPECT_GE(static_cast<double>(kept), stay - error);
    EXPECT_LE(static_cast<double>(kept),
              stay + error + 1000 * rewire * 5 / 96 + 5 * std::sqrt(1000 * rewire * 5 / 96));
  }
}

TEST(SmallWorld, LeavesFullRowsAlone) {
  EXPECT_THAT(picture(small_world(singles(2, 3, 6), 1, Random(1, 1))), ElementsAre("###", "###"));
  for (const double rewire : {-0.1, 1.1, std::nan("")})
    EXPECT_THROW(small_world(singles(2, 3, 2), rewire, Random(1, 1)), ConfigError);
}

TEST(ScaleFree, GivesEveryRowTheSameToWithinOne) {
  EXPECT_THAT(row_counts(*scale_free(singles(4, 20, 10), Random(1, 1))), ElementsAre(2, 3, 2, 3));
}

TEST(ScaleFree, PrefersColumnsThatWereChosen) {
  // Two columns, one choice for each row: after one choice its column has weight 2 of 3.
  int again = 0;
  constexpr int kDraws = 3000;
  for (int i = 0; i < kDraws; ++i) {
    const PatternPtr p = scale_free(singles(2, 2, 2), Random(static_cast<std::uint64_t>(i), 1));
    again += p->columns()[0] == p->columns()[1] ? 1 : 0;
  }
  EXPECT_NEAR(again, kDraws * 2.0 / 3, 5 * std::sqrt(kDraws * 2.0 / 9));
}

// A Polya urn: the variance of a column's share is far above that of independent choices, whose
// degrees here have mean 20 and deviation sqrt(20).
TEST(ScaleFree, HasHubs) {
  const std::vector<Index> degrees =
      column_counts(*scale_free(singles(1000, 100, 2000), Random(3, 1)));
  EXPECT_GT(*std::max_element(degrees.begin(), degrees.end()), 20 + 8 * std::sqrt(20));
}

class PatternFromFile : public FolderTest {};

TEST_F(PatternFromFile, StoresEachBlockWithAnEntry) {
  const auto mtx = write("p.mtx",
                         "%%MatrixMarket matrix coordinate real general\n4 6 3\n1 1 0\n"
                         "2 2 1.5\n3 6 -1\n");
  EXPECT_THAT(picture(pattern_from_file(mtx, 4, 6, {2, 2})), ElementsAre("#..", "..#"));
  const auto smtx = write("p.smtx", "4, 6, 3\n0 1 2 3 3\n0 1 5\n");
  EXPECT_THAT(picture(pattern_from_file(smtx, 4, 6, {2, 3})), ElementsAre("#.", ".#"));
  EXPECT_THAT(picture(pattern_from_file(smtx, 4, 6, {1, 1})),
              ElementsAre("#.....", ".#....", ".....#", "......"));
}

TEST_F(PatternFromFile, RefusesAnotherMatrix) {
  const auto file = write("p.smtx", "4, 6, 1\n0 1 1 1 1\n0\n");
  EXPECT_THAT(message_of<FormatError>([&] {
                pattern_from_file(file, 6, 4, {2, 2});
              }),
              HasSubstr("p.smtx: the matrix is 4x6; expected 6x4"));
  EXPECT_THROW(pattern_from_file(file, 4, 6, {4, 4}), ShapeError);
  EXPECT_THAT(message_of<ConfigError>([&] {
                pattern_from_file("p.npz", 4, 6, {2, 2});
              }),
              HasSubstr("p.npz: a pattern is read from a .mtx or .smtx file"));
  EXPECT_THROW(pattern_from_file(folder_ / "none.mtx", 4, 6, {2, 2}), IoError);
}

}  // namespace
}  // namespace espalier::sparse
