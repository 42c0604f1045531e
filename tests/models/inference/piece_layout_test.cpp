// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/inference/piece_layout.h>

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include <espalier/sparse/core/rng.h>

namespace espalier::models {
namespace {

TEST(PieceLayout, PutsSequencesSideBySide) {
  PieceLayout layout;
  layout.arrange(std::vector<Index>{5, 16});
  EXPECT_EQ(layout.panels(), 1);
  EXPECT_EQ(layout.panel_width(), 32);
  EXPECT_EQ(layout.lane(0, 4), 4);
  EXPECT_EQ(layout.lane(1, 0), 16);
  layout.arrange(std::vector<Index>{130, 20});
  EXPECT_EQ(layout.panels(), 3);
  EXPECT_EQ(layout.panel_width(), 64);
  EXPECT_EQ(layout.lane(0, 129), 129);
  EXPECT_EQ(layout.lane(1, 19), 128 + 16 + 19) << "beside what is left of the first";
  layout.arrange({});
  EXPECT_EQ(layout.panels(), 0);
}

TEST(PieceLayout, GivesEachTokenALaneOfItsOwn) {
  const Random random(1, stream_id("lengths"));
  PieceLayout layout;
  for (std::uint64_t draw = 0; draw < 200; ++draw) {
    std::vector<Index> lengths;
    Index lanes = 0;
    for (std::uint64_t i = 0; i < 1 + random.below(draw, 9); ++i) {
      lengths.push_back(1 + static_cast<Index>(random.below(1000 * (draw + 1) + i, 200)));
      lanes += PieceLayout::lanes_of(lengths.back());
    }
    layout.arrange(lengths);
    ASSERT_EQ(layout.pieces().sequences(), static_cast<Index>(lengths.size()));
    // A panel holds some piece, and two half-empty ones would have been one.
    ASSERT_LE(layout.lanes(), 2 * lanes + layout.panel_width());
    std::set<Index> taken;
    for (std::size_t s = 0; s < lengths.size(); ++s) {
      for (Index t = 0; t < lengths[s]; ++t) {
        const Index lane = layout.lane(static_cast<Index>(s), t);
        ASSERT_LT(lane, layout.lanes());
        ASSERT_TRUE(taken.insert(lane).second);
      }
      for (const TokenPiece& piece : layout.pieces().of(static_cast<Index>(s))) {
        ASSERT_EQ(piece.lane % 16, 0);
        ASSERT_LE(piece.lane + PieceLayout::lanes_of(piece.tokens), layout.panel_width());
      }
    }
  }
}

}  // namespace
}  // namespace espalier::models
