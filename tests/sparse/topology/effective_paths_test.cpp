// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/topology/effective_paths.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/topology/random_pattern.h>
#include "tests/support/message.h"

namespace espalier::sparse {
namespace {

using espalier::testing::message_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

PatternPtr pattern(Index rows, Index cols, BlockShape block, std::vector<BlockCoordinate> stored) {
  return BlockPattern::from_coordinates(rows, cols, block, std::move(stored));
}

std::vector<PatternPtr> random_chain(std::uint64_t seed) {
  return {random_pattern(12, 8, {2, 4}, 0.3, Random(seed, 1)),
          random_pattern(6, 12, {3, 3}, 0.3, Random(seed, 2)),
          random_pattern(5, 6, {1, 2}, 0.3, Random(seed, 3))};
}

bool stores(const BlockPattern& p, Index row, Index col) {
  return p.find({static_cast<BlockIndex>(row / p.block().rows),
                 static_cast<BlockIndex>(col / p.block().cols)}) >= 0;
}

/// Walks every path, value by value.
EffectivePaths walked(const std::vector<PatternPtr>& chain) {
  EffectivePaths result;
  std::vector<std::vector<char>> used;
  for (const PatternPtr& p : chain)
    used.emplace_back(static_cast<std::size_t>(p->rows() * p->cols()), 0);
  const std::function<double(std::size_t, Index)> walk = [&](std::size_t l, Index col) -> double {
    if (l == chain.size()) return 1;
    double paths = 0;
    for (Index row = 0; row < chain[l]->rows(); ++row) {
      if (!stores(*chain[l], row, col)) continue;
      const double beyond = walk(l + 1, row);
      if (beyond > 0) used[l][static_cast<std::size_t>(row * chain[l]->cols() + col)] = 1;
      paths += beyond;
    }
    return paths;
  };
  for (Index col = 0; col < chain[0]->cols(); ++col) result.paths += walk(0, col);
  for (const std::vector<char>& layer : used)
    result.effective_values.push_back(std::count(layer.begin(), layer.end(), 1));
  return result;
}

TEST(EffectivePaths, OfAHandWorkedChain) {
  // in 0 -> hidden 0 -> out 0, in 0 -> hidden 1 -> nothing, nothing -> hidden 2 -> out 1.
  const std::vector<PatternPtr> chain = {pattern(3, 2, {1, 1}, {{0, 0}, {1, 0}}),
                                         pattern(2, 3, {1, 1}, {{0, 0}, {1, 2}})};
  const EffectivePaths found = effective_paths(chain);
  EXPECT_EQ(found.paths, 1);
  EXPECT_THAT(found.effective_values, ElementsAre(1, 1));
}

TEST(EffectivePaths, OfOneLayerAreItsValues) {
  const std::vector<PatternPtr> chain = {random_pattern(16, 32, {4, 8}, 0.4, Random(1, 1))};
  const EffectivePaths found = effective_paths(chain);
  EXPECT_EQ(found.paths, static_cast<double>(chain[0]->values()));
  EXPECT_THAT(found.effective_values, ElementsAre(chain[0]->values()));
}

TEST(EffectivePaths, OfFullLayersAreAProduct) {
  const std::vector<PatternPtr> chain = {BlockPattern::full(12, 8, {4, 4}),
                                         BlockPattern::full(6, 12, {2, 3}),
                                         BlockPattern::full(10, 6, {1, 1})};
  const EffectivePaths found = effective_paths(chain);
  EXPECT_EQ(found.paths, 8.0 * 12 * 6 * 10);
  EXPECT_THAT(found.effective_values, ElementsAre(96, 72, 60));
}

TEST(EffectivePaths, CountsPartsOfBlocks) {
  // The second layer reads hidden 1 and 2 of 4: one row of each block of two rows.
  const std::vector<PatternPtr> chain = {BlockPattern::full(4, 2, {2, 2}),
                                         pattern(1, 4, {1, 1}, {{0, 1}, {0, 2}})};
  const EffectivePaths found = effective_paths(chain);
  EXPECT_EQ(found.paths, 4);
  EXPECT_THAT(found.effective_values, ElementsAre(4, 2));
}

TEST(EffectivePaths, AgreeWithWalkingThem) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const std::vector<PatternPtr> chain = random_chain(seed);
    const EffectivePaths found = effective_paths(chain), expected = walked(chain);
    EXPECT_EQ(found.paths, expected.paths) << seed;
    EXPECT_EQ(found.effective_values, expected.effective_values) << seed;
  }
}

TEST(EffectivePaths, OfNothingAreNone) {
  const std::vector<PatternPtr> broken = {BlockPattern::full(4, 4, {2, 2}),
                                          pattern(4, 4, {2, 2}, {}),
                                          BlockPattern::full(4, 4, {2, 2})};
  const EffectivePaths found = effective_paths(broken);
  EXPECT_EQ(found.paths, 0);
  EXPECT_THAT(found.effective_values, ElementsAre(0, 0, 0));
  const std::vector<PatternPtr> empty = {pattern(0, 3, {1, 1}, {})};
  EXPECT_EQ(effective_paths(empty).paths, 0);
}

TEST(EffectivePaths, MayBeMoreThanADoubleHolds) {
  const std::vector<PatternPtr> deep(300, BlockPattern::full(64, 64, {16, 16}));
  const EffectivePaths found = effective_paths(deep);
  EXPECT_TRUE(std::isinf(found.paths));
  EXPECT_EQ(found.effective_values, std::vector<Index>(300, 4096));
}

TEST(EffectivePaths, RefuseWhatIsNoChain) {
  const auto error = [](const std::vector<PatternPtr>& chain) {
    return message_of<ShapeError>([&] { effective_paths(chain); });
  };
  EXPECT_THAT(error({}), HasSubstr("no pattern"));
  EXPECT_THAT(error({nullptr}), HasSubstr("pattern 0 is null"));
  EXPECT_THAT(error({BlockPattern::full(4, 2, {1, 1}), BlockPattern::full(4, 2, {1, 1})}),
              HasSubstr("pattern 1 has 2 columns; expected 4"));
}

}  // namespace
}  // namespace espalier::sparse
