// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/core/bfloat16.h>

#include <cmath>

namespace espalier {

BFloat16 to_bfloat16(double value) {
  const float nearest = static_cast<float>(value);
  const double back = nearest;
  if (back == value || std::isnan(value) || std::isinf(nearest)) return BFloat16(nearest);
  // An inexact float gets an odd last bit: it then lies on the same side of every tie of bfloat16
  // as `value` does (Boldo and Melquiond 2008, "Emulation of FMA and correctly rounded sums").
  const auto bits = std::bit_cast<std::uint32_t>(nearest);
  const bool away = std::abs(back) > std::abs(value);
  return BFloat16(std::bit_cast<float>((away ? bits - 1 : bits) | 1U));
}

}  // namespace espalier
