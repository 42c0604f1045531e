// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>

namespace espalier {

/// The number of 16 bits (IEEE 754 binary16: sign, 5 exponent and 10 fraction bits) that is nearest
/// to `value`, as a float: 11 significant bits from 2^-14 up to 65504, and multiples of 2^-24
/// below. Operands in float16 are kept in this form, so that the kernels of float can multiply
/// them: few processors multiply float16 themselves.
///
/// Ties to even. A NaN stays a NaN. Values of 65520 or more become infinite, those of 2^-25 or less
/// zero, each with its sign. The result does not depend on the floating-point mode, which flushes
/// only numbers that are far smaller.
constexpr float rounded_to_float16(float value) {
  constexpr std::uint32_t kSign = 0x80000000U, kInfinity = 0x7F800000U, kQuiet = 0x00400000U;
  constexpr std::uint32_t kOverflow = 0x477FF000U;  // 65520, half a unit above the largest
  constexpr std::uint32_t kNormal = 0x38800000U;    // 2^-14
  constexpr std::uint32_t kDropped = 0x00001FFFU;   // 13 fraction bits
  constexpr float kHalf = 0.5F;                     // floats from here to 1 are 2^-24 apart
  const auto word = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t sign = word & kSign, magnitude = word ^ sign;
  std::uint32_t rounded = 0;
  if (magnitude > kInfinity)
    rounded = magnitude | kQuiet;
  else if (magnitude >= kOverflow)
    rounded = kInfinity;
  else if (magnitude < kNormal)
    rounded = std::bit_cast<std::uint32_t>((std::bit_cast<float>(magnitude) + kHalf) - kHalf);
  else  // just under half a unit, and the last bit that stays decides a tie
    rounded = (magnitude + (kDropped >> 1) + ((magnitude >> 13) & 1U)) & ~kDropped;
  return std::bit_cast<float>(rounded | sign);
}

/// The float that 16 bits of this format stand for: exact. A NaN stays one.
constexpr float float_of_float16(std::uint16_t bits) {
  const std::uint32_t sign = (bits & 0x8000U) << 16, magnitude = bits & 0x7FFFU;
  std::uint32_t word = 0;
  if (magnitude >= 0x7C00U)  // infinite or NaN
    word = 0x7F800000U | (magnitude & 0x3FFU) << 13;
  else if (magnitude >= 0x0400U)  // the exponents' zeros are 15 and 127
    word = (magnitude << 13) + 0x38000000U;
  else  // a multiple of 2^-24
    word = std::bit_cast<std::uint32_t>(static_cast<float>(magnitude) * 0x1p-24F);
  return std::bit_cast<float>(sign | word);
}

}  // namespace espalier
