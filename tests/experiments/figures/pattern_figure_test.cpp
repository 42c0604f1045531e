// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/figures/pattern_figure.h>

#include <gmock/gmock.h>

#include <espalier/sparse/core/error.h>
#include "tests/support/temporary_folder.h"

namespace espalier::experiments {
namespace {

using espalier::testing::FolderTest;
using ::testing::ElementsAre;
using ::testing::StartsWith;

constexpr int kGrown = PatternRaster::kGrown, kDropped = PatternRaster::kDropped;

sparse::PatternPtr pattern(std::vector<sparse::BlockCoordinate> blocks) {
  return sparse::BlockPattern::from_coordinates(4, 12, {2, 4}, std::move(blocks));
}

TEST(PatternRaster, ShowsEachBlock) {
  const PatternRaster raster = pattern_raster(*pattern({{0, 0}, {0, 2}, {1, 1}}));
  EXPECT_EQ(raster.rows, 2);
  EXPECT_EQ(raster.cols, 3);
  EXPECT_THAT(raster.cells, ElementsAre(100, 0, 100, 0, 100, 0));
}

TEST(PatternRaster, ShowsWhatHasChanged) {
  const sparse::PatternPtr before = pattern({{0, 0}, {0, 1}});
  EXPECT_THAT(pattern_raster(*pattern({{0, 0}, {1, 2}}), before.get()).cells,
              ElementsAre(100, kDropped, 0, 0, 0, kGrown));
  const sparse::PatternPtr other = sparse::BlockPattern::full(4, 4, {2, 4});
  EXPECT_THROW((void)pattern_raster(*other, before.get()), ShapeError);
}

TEST(PatternRaster, SharesCellsOfALargePatternAmongItsBlocks) {
  // Two blocks to a cell; 129 rows do not divide evenly, so that one cell has two rows.
  const Index cells = PatternRaster::kMostCells;
  const PatternRaster raster = pattern_raster(
      *sparse::BlockPattern::from_coordinates(1, 2 * cells, {1, 1}, {{0, 1}, {0, 2}, {0, 3}}));
  EXPECT_EQ(raster.cols, cells);
  EXPECT_EQ(raster.cells[0], 50);
  EXPECT_EQ(raster.cells[1], 100);
  EXPECT_EQ(raster.cells[2], 0);

  const PatternRaster full = pattern_raster(*sparse::BlockPattern::full(cells + 1, 1, {1, 1}));
  EXPECT_THAT(full.cells, ::testing::Each(100));
}

class PatternFigureTest : public FolderTest {};

TEST_F(PatternFigureTest, DrawsPicturesInsideOneFile) {
  const auto files = draw_patterns({{"a", "start", pattern({{0, 0}})},
                                    {"a", "end", pattern({{1, 1}})},
                                    {"it's `b`", "", pattern({{0, 2}})}},
                                   "two weights", folder_, "patterns");
  for (const auto& file : files) EXPECT_GT(std::filesystem::file_size(file), 0u) << file;
  const std::string svg = read(folder_ / "patterns.svg");
  EXPECT_NE(svg.find("two weights"), std::string::npos);
  EXPECT_NE(svg.find("data:image/png"), std::string::npos);
  EXPECT_THROW(draw_patterns({}, "none", folder_, "none"), ConfigError);
}

TEST_F(PatternFigureTest, AnimatesFrames) {
  const auto first = pattern({{0, 0}}), second = pattern({{1, 2}});
  const auto file =
      animate_patterns({{"w", "start", first}, {"w", "update 1", second, first}}, folder_, "movie");
  EXPECT_THAT(read(file), StartsWith("GIF89a"));
  EXPECT_NE(read(file).find("NETSCAPE2.0"), std::string::npos);  // the loop of an animation
  EXPECT_THROW(animate_patterns({}, folder_, "none"), ConfigError);
}

}  // namespace
}  // namespace espalier::experiments
