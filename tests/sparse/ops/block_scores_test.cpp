// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/ops/block_scores.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <espalier/sparse/core/error.h>
#include "tests/support/message.h"

namespace espalier::sparse::block_scores_test {
namespace {

using espalier::testing::message_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::vector<float> kValues = {3, -4, 0, 0.5, -1, -1, 1, -2};
const std::vector<float> kGradient = {1, 2, -5, -4, 0, 3, -2, 1};

PatternPtr two_blocks() { return BlockPattern::from_coordinates(2, 6, {2, 2}, {{0, 0}, {0, 2}}); }

TEST(BlockScores, EqualTheirDefinitions) {
  EXPECT_THAT(block_sums(*two_blocks(), kValues), ElementsAre(-0.5, -3));
  EXPECT_THAT(block_saliencies(*two_blocks(), kValues, kGradient), ElementsAre(13, 7));
  EXPECT_THAT(block_magnitude_gradients(*two_blocks(), kValues, kGradient, 0.5),
              ElementsAre(7.5 + 0.5 * 12, 5 + 0.5 * 6));
}

TEST(BlockScores, AreSummedInDouble) {
  const auto pattern = BlockPattern::full(1, 3, {1, 3});
  const std::vector<float> values = {1e8f, 1, 1};
  EXPECT_THAT(block_sums(*pattern, values), ElementsAre(100000002.0));
  // 9999 * 10001 = 10^8 - 1 is no float.
  EXPECT_THAT(
      block_saliencies(*pattern, std::vector<float>{9999, 1, 0}, std::vector<float>{10001, -1, 7}),
      ElementsAre(100000000.0));
}

TEST(BlockScores, KeepNaNInItsBlock) {
  std::vector<float> damaged = kValues;
  damaged[5] = std::numeric_limits<float>::quiet_NaN();
  for (const auto& scores :
       {block_sums(*two_blocks(), damaged), block_saliencies(*two_blocks(), damaged, kGradient),
        block_saliencies(*two_blocks(), kValues, damaged),
        block_magnitude_gradients(*two_blocks(), damaged, kGradient, 1),
        block_magnitude_gradients(*two_blocks(), kValues, damaged, 1)}) {
    EXPECT_FALSE(std::isnan(scores[0]));
    EXPECT_TRUE(std::isnan(scores[1]));
  }
}

TEST(BlockScores, OfNoBlocksAreNone) {
  const auto pattern = BlockPattern::from_coordinates(4, 4, {2, 2}, {});
  EXPECT_THAT(block_sums(*pattern, {}), IsEmpty());
  EXPECT_THAT(block_saliencies(*pattern, {}, {}), IsEmpty());
  EXPECT_THAT(block_magnitude_gradients(*pattern, {}, {}, 1), IsEmpty());
}

TEST(BlockScores, RefuseSpansOfAnotherSize) {
  const std::vector<float> few(7);
  EXPECT_THAT(message_of<ShapeError>([&] { block_sums(*two_blocks(), few); }),
              HasSubstr("number of values is 7; expected 8"));
  EXPECT_THAT(message_of<ShapeError>([&] { block_saliencies(*two_blocks(), few, kGradient); }),
              HasSubstr("number of values is 7; expected 8"));
  EXPECT_THAT(message_of<ShapeError>([&] { block_saliencies(*two_blocks(), kValues, few); }),
              HasSubstr("number of gradient values is 7; expected 8"));
  EXPECT_THAT(
      message_of<ShapeError>([&] { block_magnitude_gradients(*two_blocks(), few, kGradient, 1); }),
      HasSubstr("number of values is 7; expected 8"));
  EXPECT_THAT(
      message_of<ShapeError>([&] { block_magnitude_gradients(*two_blocks(), kValues, few, 1); }),
      HasSubstr("number of gradient values is 7; expected 8"));
}

}  // namespace
}  // namespace espalier::sparse::block_scores_test
