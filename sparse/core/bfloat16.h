// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>

namespace espalier {

/// A number of 16 bits with the sign, the 8 exponent bits and the first 7 fraction bits of a
/// single-precision number (bfloat16): the range of float, 8 significant bits. For storage; sums
/// are made in float.
///
/// Conversion from float rounds to nearest, ties to even. A NaN stays a NaN: it keeps sign and
/// leading payload and becomes quiet. Values above the largest finite one by half a unit in the
/// last place or more become infinite. Subnormals round like all others and are never flushed here,
/// whatever the floating-point mode of the thread; the products treat them as their Context says.
/// Conversion to float is exact.
struct BFloat16 {
  std::uint16_t bits = 0;

  BFloat16() = default;
  constexpr explicit BFloat16(float value) : bits(rounded(std::bit_cast<std::uint32_t>(value))) {}

  constexpr explicit operator float() const {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
  }
  /// The same bits: differs from == of floats for zeros of different sign and for NaN.
  bool operator==(const BFloat16&) const = default;

 private:
  static constexpr std::uint16_t rounded(std::uint32_t word) {
    constexpr std::uint32_t kInfinity = 0x7F800000U, kMagnitude = 0x7FFFFFFFU, kQuiet = 0x00400000U;
    if ((word & kMagnitude) > kInfinity) return static_cast<std::uint16_t>((word | kQuiet) >> 16);
    // Just under half a unit, and the last bit that stays decides a tie.
    return static_cast<std::uint16_t>((word + 0x7FFFU + ((word >> 16) & 1U)) >> 16);
  }
};

/// The bfloat16 number nearest to a double, ties to even, rounded once: going through float could
/// round twice. Otherwise as the conversion from float, but that the floating-point mode of the
/// thread decides on subnormals: a thread that flushes them, as in a product whose Context says so,
/// gets a zero of the same sign.
BFloat16 to_bfloat16(double value);

}  // namespace espalier
