// SPDX-License-Identifier: Apache-2.0
// Vector helpers of the layers, compiled once for each SIMD target: include it after
// hwy/foreach_target.h, without #pragma once.

#if defined(ESPALIER_MODELS_VECTOR_MATH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ESPALIER_MODELS_VECTOR_MATH_INL_H_
#undef ESPALIER_MODELS_VECTOR_MATH_INL_H_
#else
#define ESPALIER_MODELS_VECTOR_MATH_INL_H_
#endif

#include <hwy/highway.h>

#include "sparse/core/types.h"

HWY_BEFORE_NAMESPACE();
namespace espalier::models::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Lanes of a panel row: at most 16 at a time, which divides every panel width.
using Lanes = hn::CappedTag<float, 16>;
using Vector = hn::Vec<Lanes>;
inline constexpr Index kLanes = hn::MaxLanes(Lanes());

HWY_INLINE Vector load(const float* from) { return hn::Load(Lanes(), from); }
HWY_INLINE void store(Vector value, float* to) { hn::Store(value, Lanes(), to); }
HWY_INLINE Vector set(float value) { return hn::Set(Lanes(), value); }

/// exp(x) for x < 88, zero below -87, NaN for NaN; relative error below 2^-22.
/// 2^n is made from the low mantissa bits that adding 1.5 * 2^23 leaves, so that NaN stays NaN
/// where a conversion to integer would hide it. ln 2 is split so that n * (high part) is exact.
/// Polynomial: Moshier, Cephes mathematical library, expf.
HWY_INLINE Vector exp(Vector x) {
  const hn::RebindToUnsigned<Lanes> bits;
  const Vector lowest = set(-87.0f);
  const Vector round = set(12582912.0f);
  const Vector y = hn::Max(lowest, x);  // second operand: the one that x86 returns if it is NaN
  const Vector shifted = hn::MulAdd(y, set(1.44269504f), round);
  const Vector n = hn::Sub(shifted, round);
  const Vector r = hn::NegMulAdd(n, set(-2.12194440e-4f), hn::NegMulAdd(n, set(0.693359375f), y));
  Vector p = set(1.9875691500e-4f);
  p = hn::MulAdd(p, r, set(1.3981999507e-3f));
  p = hn::MulAdd(p, r, set(8.3334519073e-3f));
  p = hn::MulAdd(p, r, set(4.1665795894e-2f));
  p = hn::MulAdd(p, r, set(1.6666665459e-1f));
  p = hn::MulAdd(p, r, set(5.0000001201e-1f));
  p = hn::Add(hn::MulAdd(p, hn::Mul(r, r), r), set(1.0f));
  const auto exponent = hn::ShiftLeft<23>(hn::BitCast(bits, shifted));
  const Vector result = hn::BitCast(Lanes(), hn::Add(hn::BitCast(bits, p), exponent));
  return hn::IfThenZeroElse(hn::Lt(x, lowest), result);
}

/// 1 / x to about one unit in the last place, for normal x.
HWY_INLINE Vector reciprocal(Vector x) {
#if HWY_ARCH_X86
  // The estimate has at least 11.4 correct bits; one Newton step doubles them.
  const Vector estimate = hn::ApproximateReciprocal(x);
  return hn::Mul(estimate, hn::NegMulAdd(x, estimate, set(2.0f)));
#else
  return hn::Div(set(1.0f), x);
#endif
}

/// sums[i] += sum of the lanes of rows[i], for four rows together: the first steps add pairs of
/// rows, which needs a quarter of the shuffles that four separate reductions need.
HWY_INLINE void add_lane_sums(const Vector (&rows)[4], float* sums) {
#if HWY_TARGET == HWY_SCALAR
  for (int i = 0; i < 4; ++i) sums[i] += hn::GetLane(rows[i]);
#else
  const Lanes d;
  const auto pair = [&](Vector a, Vector b) HWY_ATTR {
    return hn::Add(hn::InterleaveLower(d, a, b), hn::InterleaveUpper(d, a, b));
  };
  // Each 128-bit block of `quad` holds partial sums of the four rows, in order.
  const Vector quad = pair(pair(rows[0], rows[2]), pair(rows[1], rows[3]));
  alignas(64) float blocks[16];
  hn::Store(quad, d, blocks);
  const hn::FixedTag<float, 4> four;
  auto sum = hn::LoadU(four, sums);
  for (Index b = 0; b < kLanes; b += 4) sum = hn::Add(sum, hn::Load(four, blocks + b));
  hn::StoreU(sum, four, sums);
#endif
}

}  // namespace espalier::models::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
