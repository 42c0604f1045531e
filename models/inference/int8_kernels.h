// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

#include <espalier/sparse/core/types.h>

// The loops of `Int8Weights`. Private to it.
namespace espalier::models {

/// Lanes of tokens that are rounded and multiplied together. Panels have a multiple of them.
inline constexpr Index kInt8Lanes = 16;
/// Inputs of a token that lie side by side: 32 bits, whose products one instruction adds.
inline constexpr Index kInt8Inputs = 4;
/// Rounded weights go from -127 to 127, rounded values of a token from 0 to 127, or 128 where both
/// ends are rounded up. Instructions older than VNNI add two products in 16 bits and saturate:
/// 2 * 128 * 127 = 32512 fits.
inline constexpr float kInt8Levels = 127;

/// Of a token: x = step (u - zero), with u from 0 on.
struct Int8Scale {
  float step = 0;
  std::int32_t zero = 0;
  float inverse = 0;  ///< of the step; 0 if that is 0

  /// That of values from `low` to `high`, which enclose 0. Zero, as are all such values then, if
  /// the step would be subnormal.
  static Int8Scale of(float low, float high) {
    const float step = high / kInt8Levels - low / kInt8Levels;
    if (!(step >= std::numeric_limits<float>::min())) return {};
    const float inverse = 1 / step;
    return {step, static_cast<std::int32_t>(std::lrint(-low * inverse)), inverse};
  }
  /// That of a token with a value that is not finite. Makes all its outputs NaN.
  static Int8Scale of_nonfinite() { return {.step = std::numeric_limits<float>::quiet_NaN()}; }
};

/// Weights, and what becomes of their sums:
///   y[r] = (sum over stored (r, c) of w[r, c] u[c] - zero sum over c of w[r, c])
///          (step row_steps[r]) + bias[r]
/// The sums are integers, exact in any order.
struct Int8Rows {
  Index block = 0;                   ///< 4, 8 or 16
  Index first_row = 0, end_row = 0;  ///< block rows to compute
  const Index* offsets = nullptr;
  const BlockIndex* columns = nullptr;
  const std::int8_t* values = nullptr;  ///< of each block [columns / 4][rows][4]
  const std::int32_t* row_sums = nullptr;
  const float* row_steps = nullptr;
  const float* bias = nullptr;  ///< null: none
};

/// Sixteen lanes to be rounded: feature f of lane l, x[f * stride + l], becomes
/// u[f / 4 * 64 + l * 4 + f % 4].
struct Int8Rounding {
  const float* x = nullptr;
  Index stride = 0;
  Index features = 0;  ///< a multiple of 4
  std::uint8_t* u = nullptr;
  float* steps = nullptr;
  std::int32_t* zeros = nullptr;
};

/// Rounded groups of sixteen lanes, one after another, and the rows of a panel that they become:
/// output r of lane l of group g is y[r * stride + 16 g + l].
struct Int8Groups {
  Index count = 0;
  Index features = 0;
  const std::uint8_t* u = nullptr;
  const float* steps = nullptr;
  const std::int32_t* zeros = nullptr;
  float* y = nullptr;
  Index stride = 0;
};

struct Int8Kernels {
  void (*round_lanes)(const Int8Rounding& task) = nullptr;
  /// Of one token, whose features lie side by side in both.
  Int8Scale (*round_token)(std::span<const float> x, std::uint8_t* u) = nullptr;
  void (*multiply_lanes)(const Int8Rows& rows, const Int8Groups& groups) = nullptr;
  void (*multiply_token)(const Int8Rows& rows, const std::uint8_t* u, const Int8Scale& scale,
                         float* y) = nullptr;
};

/// The definitions, in plain loops.
Int8Kernels reference_int8_kernels() noexcept;
Int8Kernels highway_int8_kernels() noexcept;

}  // namespace espalier::models
// Tested by tests/models/inference/int8_weights_test.cpp
