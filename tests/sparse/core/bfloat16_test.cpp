// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/core/bfloat16.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <espalier/sparse/core/float_mode.h>

namespace espalier {
namespace {

float float_of(std::uint32_t bits) { return std::bit_cast<float>(bits); }
BFloat16 from_bits(std::uint32_t bits) {
  BFloat16 value;
  value.bits = static_cast<std::uint16_t>(bits);
  return value;
}

TEST(BFloat16, EveryValueSurvivesTheWayToFloatAndBack) {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const BFloat16 value = from_bits(bits);
    const float wide = static_cast<float>(value);
    EXPECT_EQ(std::bit_cast<std::uint32_t>(wide), bits << 16);
    if (std::isnan(wide)) {
      EXPECT_TRUE(std::isnan(static_cast<float>(BFloat16(wide)))) << bits;
      EXPECT_EQ(BFloat16(wide).bits, bits | 0x40U);  // quiet, payload kept
    } else {
      EXPECT_EQ(BFloat16(wide), value) << bits;
    }
  }
}

// Between neighbours of bfloat16, all positive finite ones from the smallest subnormal up: the
// nearer wins, and at the middle the one with an even last bit. From float and from double.
TEST(BFloat16, RoundsToTheNearestNeighbourTiesToEven) {
  constexpr std::uint32_t kLargestFinite = 0x7F7F;
  for (std::uint32_t low = 0; low < kLargestFinite; ++low) {
    const std::uint32_t even = low + low % 2;
    const std::uint32_t middle = (low << 16) + 0x8000U;
    for (const std::uint32_t sign : {0U, 0x8000U}) {
      const auto expect = [&](std::uint32_t word, std::uint32_t expected) {
        const float value = float_of(word | sign << 16);
        EXPECT_EQ(BFloat16(value), from_bits(expected | sign)) << value;
        EXPECT_EQ(to_bfloat16(value), from_bits(expected | sign)) << value;
      };
      expect((low << 16) + 1, low);
      expect(middle - 1, low);
      expect(middle, even);
      expect(middle + 1, low + 1);
      expect((low << 16) + 0xFFFFU, low + 1);
    }
  }
}

// A double so near to a tie that float cannot tell it from the tie.
TEST(BFloat16, RoundsADoubleOnce) {
  constexpr double kTie = 1 + 0x1.0p-8;  // between 1 and 1 + 2^-7
  EXPECT_EQ(static_cast<float>(to_bfloat16(kTie)), 1.0f);
  EXPECT_EQ(static_cast<float>(to_bfloat16(kTie + 0x1.0p-40)), 1 + 0x1.0p-7f);
  EXPECT_EQ(static_cast<float>(to_bfloat16(-kTie - 0x1.0p-40)), -1 - 0x1.0p-7f);
  constexpr double kOddTie = 1 + 3 * 0x1.0p-8;  // between 1 + 2^-7 and 1 + 2^-6, which is even
  EXPECT_EQ(static_cast<float>(to_bfloat16(kOddTie)), 1 + 0x1.0p-6f);
  EXPECT_EQ(static_cast<float>(to_bfloat16(kOddTie - 0x1.0p-40)), 1 + 0x1.0p-7f);
  EXPECT_EQ(static_cast<float>(BFloat16(static_cast<float>(kOddTie - 0x1.0p-40))), 1 + 0x1.0p-6f);
}

TEST(BFloat16, OverflowsToInfinityHalfAUnitAboveTheLargest) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kLargest = 0x1.FEp127f;
  constexpr float kHalfUnit = 0x1.0p119f;
  EXPECT_EQ(static_cast<float>(BFloat16(kLargest)), kLargest);
  EXPECT_EQ(static_cast<float>(BFloat16(std::nextafter(kLargest + kHalfUnit, 0.0f))), kLargest);
  EXPECT_EQ(static_cast<float>(BFloat16(kLargest + kHalfUnit)), kInfinity);
  EXPECT_EQ(static_cast<float>(BFloat16(-std::numeric_limits<float>::max())), -kInfinity);
  EXPECT_EQ(static_cast<float>(to_bfloat16(1e300)), kInfinity);
  EXPECT_EQ(static_cast<float>(BFloat16(-kInfinity)), -kInfinity);
}

// A payload in the low half alone must not turn the NaN into an infinity, nor a full one overflow.
TEST(BFloat16, KeepsNaN) {
  for (const std::uint32_t word :
       {0x7F800001U, 0x7FFFFFFFU, 0xFF800001U, 0xFFFFFFFFU, 0x7FC00000U}) {
    const BFloat16 value(float_of(word));
    EXPECT_TRUE(std::isnan(static_cast<float>(value))) << word;
    EXPECT_EQ(value.bits >> 15, word >> 31) << word;
  }
  EXPECT_TRUE(std::isnan(static_cast<float>(to_bfloat16(std::nan("")))));
}

TEST(BFloat16, KeepsSubnormalsAndTheSignOfZero) {
  EXPECT_EQ(BFloat16(0x1.0p-133f).bits, 1);
  EXPECT_EQ(BFloat16(0x1.0p-134f).bits, 0);     // a tie with zero
  EXPECT_EQ(BFloat16(0x1.0004p-134f).bits, 1);  // just above it
  EXPECT_EQ(to_bfloat16(0x1.0p-134 + 0x1.0p-180).bits, 1);
  EXPECT_EQ(BFloat16(-0.0f).bits, 0x8000);
  EXPECT_EQ(static_cast<float>(from_bits(1)), 0x1.0p-133f);
}

TEST(BFloat16, FlushesSubnormalsOfADoubleWhereTheThreadDoes) {
  const FloatMode flush(true);
  EXPECT_EQ(to_bfloat16(0x1.0p-130).bits, 0);
  EXPECT_EQ(to_bfloat16(-0x1.0p-130).bits, 0x8000);
  EXPECT_EQ(to_bfloat16(0x1.0p-126).bits, 0x80) << "the smallest normal number";
  EXPECT_EQ(BFloat16(0x1.0p-130f).bits, 8) << "a float never";
  const FloatMode keep(false);
  EXPECT_EQ(to_bfloat16(0x1.0p-130).bits, 8);
}

}  // namespace
}  // namespace espalier
