// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/ops/block_norms.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace espalier::sparse {
namespace {

using ::testing::DoubleEq;
using ::testing::ElementsAre;

const std::vector<float> kValues = {3, -4, 0, 0, -1, -1, 1, -2};

PatternPtr two_blocks() { return BlockPattern::from_coordinates(2, 6, {2, 2}, {{0, 0}, {0, 2}}); }

TEST(BlockNorms, EqualTheirDefinitions) {
  EXPECT_THAT(block_norms(*two_blocks(), kValues, BlockNorm::kL1), ElementsAre(7, 5));
  EXPECT_THAT(block_norms(*two_blocks(), kValues, BlockNorm::kL2),
              ElementsAre(5, DoubleEq(std::sqrt(7.0))));
  EXPECT_THAT(block_norms(*two_blocks(), kValues, BlockNorm::kLinf), ElementsAre(4, 2));
}

TEST(BlockNorms, AreSummedInDouble) {
  const auto pattern = BlockPattern::full(1, 3, {1, 3});
  EXPECT_THAT(block_norms(*pattern, std::vector<float>{1e8f, 1, 1}, BlockNorm::kL1),
              ElementsAre(100000002.0));
}

TEST(BlockNorms, KeepNaNWhereverItStands) {
  for (const BlockNorm norm : {BlockNorm::kL1, BlockNorm::kL2, BlockNorm::kLinf}) {
    for (std::size_t i = 0; i < 4; ++i) {
      std::vector<float> values = kValues;
      values[i] = std::numeric_limits<float>::quiet_NaN();
      const std::vector<double> norms = block_norms(*two_blocks(), values, norm);
      EXPECT_TRUE(std::isnan(norms[0])) << i;
      EXPECT_FALSE(std::isnan(norms[1])) << i;
    }
  }
}

TEST(BlockNorms, OfNoBlocksAreNone) {
  const auto pattern = BlockPattern::from_coordinates(4, 4, {2, 2}, {});
  EXPECT_TRUE(block_norms(*pattern, {}, BlockNorm::kL1).empty());
}

}  // namespace
}  // namespace espalier::sparse
