// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/format/panels.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

#include <espalier/sparse/core/error.h>
#include "tests/support/message.h"

namespace espalier::sparse {
namespace {

using espalier::testing::message_of;
using ::testing::HasSubstr;

TEST(PanelsOfBfloat16, InterleavesPairsOfFeatures) {
  Panels<BFloat16> x(20, 5, 16);
  EXPECT_EQ(x.panels(), 2);
  EXPECT_EQ(x.rows(), 3);
  EXPECT_EQ(x.panel_stride(), 3 * 16 * 2);
  EXPECT_EQ(x.used_lanes(1), 4);
  x.at(18, 3) = BFloat16(7.0f);
  // panel 1, pair row 1, lane 2, second place
  EXPECT_EQ(x.values()[96 + 1 * 32 + 2 * 2 + 1], BFloat16(7.0f));
  for (Index p = 0; p < 2; ++p)
    for (Index pair = 0; pair < 3; ++pair)
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(x.row(p, pair)) % kAlignmentBytes, 0u);
}

TEST(PanelsOfBfloat16, StartsAtZero) {
  const Panels<BFloat16> x(20, 5, 16);
  for (const BFloat16 value : x.values()) EXPECT_EQ(value.bits, 0);
}

TEST(PanelsOfBfloat16, ClearPaddingLeavesTokensAlone) {
  const BFloat16 three(3.0f), zero;
  Panels<BFloat16> x(20, 3, 16);
  std::fill(x.values().begin(), x.values().end(), three);
  x.clear_padding();
  for (Index t = 0; t < 32; ++t) {
    for (Index f = 0; f < 4; ++f) {
      const BFloat16 value = x.row(t / 16, f / 2)[t % 16 * 2 + f % 2];
      EXPECT_EQ(value, t < 20 && f < 3 ? three : zero) << t << ", " << f;
    }
  }
}

TEST(PanelsOfBfloat16, ReshapeKeepsWhatFits) {
  Panels<BFloat16> x(20, 3, 16);
  x.at(1, 1) = BFloat16(2.0f);
  x.reshape(20, 3, 16);
  EXPECT_EQ(x.at(1, 1), BFloat16(2.0f));
  x.reshape(20, 4, 16);
  EXPECT_EQ(x.at(1, 1), BFloat16());
  EXPECT_EQ(x.shape(), Panels<BFloat16>(20, 4, 16).shape());
  EXPECT_NE(x.shape(), Panels<BFloat16>(20, 4, 32).shape());
}

TEST(PanelsOfBfloat16, ReshapeForOverwriteKeepsTheMemory) {
  Panels<BFloat16> x(20, 8, 16);
  const BFloat16* const memory = x.panel(0);
  std::ranges::fill(x.values(), BFloat16(2.0f));
  x.reshape_for_overwrite(20, 2, 16);
  EXPECT_EQ(x.shape(), Panels<BFloat16>(20, 2, 16).shape());
  EXPECT_EQ(x.values().size(), Panels<BFloat16>(20, 2, 16).values().size());
  x.reshape_for_overwrite(18, 7, 16);
  EXPECT_EQ(x.panel(0), memory);
  EXPECT_EQ(x.values().size(), Panels<BFloat16>(18, 7, 16).values().size());
  x.reshape_for_overwrite(100, 8, 16);
  EXPECT_EQ(x.values().size(), Panels<BFloat16>(100, 8, 16).values().size());
  EXPECT_THROW(x.reshape_for_overwrite(-1, 8, 16), ShapeError);
  EXPECT_EQ(x.tokens(), 100) << "nothing has changed";
}

TEST(PanelsOfBfloat16, ReshapeForOverwriteTakesTheMemoryThatWasKept) {
  Panels<BFloat16> x(40, 8, 16);
  const BFloat16* const memory = x.panel(0);
  x.remove_tokens();
  x.reshape_for_overwrite(33, 7, 16);
  EXPECT_EQ(x.panel(0), memory);
  EXPECT_EQ(x.values().size(), Panels<BFloat16>(33, 7, 16).values().size());
}

// What lies behind the values of an object that has shrunk is none of what is added to it.
TEST(PanelsOfBfloat16, AppendedBehindLeftoversIsClean) {
  const BFloat16 two(2.0f), three(3.0f);
  Panels<BFloat16> x(64, 2, 16), more(3, 2, 16);
  std::ranges::fill(x.values(), two);
  x.reshape_for_overwrite(16, 2, 16);
  for (Index t = 0; t < 3; ++t) more.at(t, 0) = more.at(t, 1) = three;
  x.append(more);
  ASSERT_EQ(x.tokens(), 19);
  for (Index t = 0; t < 32; ++t)
    EXPECT_EQ(x.at(t, 1), t < 16 ? two : t < 19 ? three : BFloat16()) << t;
}

TEST(Panels, AppendThemselves) {
  Panels<float> x(19, 2, 16);
  for (Index t = 0; t < 19; ++t) x.at(t, 1) = static_cast<float>(t + 1);
  x.append(x);
  ASSERT_EQ(x.tokens(), 38);
  for (Index t = 0; t < 38; ++t) EXPECT_EQ(x.at(t, 1), static_cast<float>(t % 19 + 1)) << t;
}

TEST(Panels, AppendInTheMemoryThatWasKept) {
  Panels<float> x(40, 3, 16), more(20, 3, 16);
  const float* const memory = x.panel(0);
  std::ranges::fill(x.values(), 2.0f);
  for (Index t = 0; t < 20; ++t) more.at(t, 2) = static_cast<float>(t + 1);
  for (int round = 0; round < 2; ++round) {
    x.remove_tokens();
    EXPECT_TRUE(x.values().empty());
    x.append(more);
    EXPECT_EQ(x.panel(0), memory);
    EXPECT_EQ(x.shape(), more.shape());
    EXPECT_TRUE(std::ranges::equal(x.values(), more.values()));
  }
  x.append(more);
  EXPECT_EQ(x.tokens(), 40);
  EXPECT_EQ(x.panel(0), memory);
  EXPECT_EQ(x.at(39, 2), 20.0f);
}

TEST(PanelsOfBfloat16, RejectBadShapes) {
  EXPECT_THAT(message_of<ShapeError>([] { Panels<BFloat16>(1, 1, 24); }),
              HasSubstr("panel width 24"));
  EXPECT_THAT(message_of<ShapeError>([] { Panels<BFloat16>(-1, 1, 16); }), HasSubstr("-1 tokens"));
}

}  // namespace
}  // namespace espalier::sparse
