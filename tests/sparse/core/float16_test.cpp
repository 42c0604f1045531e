// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/core/float16.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <espalier/sparse/core/float_mode.h>

namespace espalier {
namespace {

constexpr int kFractions = 1024, kExponents = 31;  // the 32nd is that of infinity and NaN

/// The positive finite numbers in order, by the definition of IEEE 754: number `i` has exponent
/// i / 1024 and fraction i % 1024. The next one after the last would be 2^16.
double number(int i) {
  const int exponent = i / kFractions, fraction = i % kFractions;
  return exponent == 0 ? std::ldexp(fraction, -24)
                       : std::ldexp(kFractions + fraction, exponent - 25);
}

// Every number of float16 stays; between neighbours the nearer wins, and at the middle the one with
// an even last bit, subnormals too. In any floating-point mode.
TEST(Float16, RoundsToTheNearestNeighbourTiesToEven) {
  for (const bool flush : {false, true}) {
    const FloatMode mode(flush);
    for (int i = 0; i < kFractions * kExponents; ++i) {
      for (const float sign : {1.0f, -1.0f}) {
        const auto of = [&](double value) { return sign * static_cast<float>(value); };
        const bool last = i + 1 == kFractions * kExponents;
        const double low = number(i), high = number(i + 1), middle = (low + high) / 2;
        const float above = last ? sign * std::numeric_limits<float>::infinity() : of(high);
        ASSERT_EQ(rounded_to_float16(of(low)), of(low));
        ASSERT_EQ(std::signbit(rounded_to_float16(of(low))), sign < 0);
        ASSERT_EQ(rounded_to_float16(std::nextafter(of(middle), 0.0f)), of(low)) << i;
        ASSERT_EQ(rounded_to_float16(of(middle)), i % 2 == 0 ? of(low) : above) << i;
        ASSERT_EQ(rounded_to_float16(std::nextafter(of(middle), of(2 * high))), above) << i;
      }
    }
  }
}

TEST(Float16, KeepsWhatIsNoNumberAndOverflowsBeyondItsLargest) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(rounded_to_float16(65504.0f), 65504.0f);
  EXPECT_EQ(rounded_to_float16(65519.996f), 65504.0f);
  EXPECT_EQ(rounded_to_float16(65520.0f), kInfinity);
  EXPECT_EQ(rounded_to_float16(-1e30f), -kInfinity);
  EXPECT_EQ(rounded_to_float16(-kInfinity), -kInfinity);
  EXPECT_EQ(rounded_to_float16(std::numeric_limits<float>::denorm_min()), 0.0f);
  for (const std::uint32_t word : {0x7F800001U, 0x7FFFFFFFU, 0xFF800001U, 0x7FC00000U})
    EXPECT_TRUE(std::isnan(rounded_to_float16(std::bit_cast<float>(word)))) << word;
}

TEST(Float16, BitsAreTheNumbersThatTheFormatSays) {
  for (int i = 0; i < kFractions * (kExponents + 1); ++i) {
    for (const bool negative : {false, true}) {
      const float found = float_of_float16(static_cast<std::uint16_t>(negative ? 0x8000 | i : i));
      EXPECT_EQ(std::signbit(found), negative) << i;
      if (i < kFractions * kExponents)
        EXPECT_EQ(std::abs(static_cast<double>(found)), number(i)) << i;
      else
        EXPECT_TRUE(i == kFractions * kExponents ? std::isinf(found) : std::isnan(found)) << i;
    }
  }
}

}  // namespace
}  // namespace espalier
