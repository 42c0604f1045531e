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

#include <espalier/sparse/core/types.h>

HWY_BEFORE_NAMESPACE();
namespace espalier::models::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Lanes of a panel row: at most 16 at a time, which divides every panel width.
using Lanes = hn::CappedTag<float, 16>;
using Vector = hn::Vec<Lanes>;
inline constexpr Index kLanes = hn::MaxLanes(Lanes());
inline constexpr float kLog2E = 1.44269504f;

HWY_INLINE Vector load(const float* from) { return hn::Load(Lanes(), from); }
HWY_INLINE void store(Vector value, float* to) { hn::Store(value, Lanes(), to); }
HWY_INLINE Vector set(float value) { return hn::Set(Lanes(), value); }

/// 2^x for x < 128, zero below -126, NaN for NaN; relative error below 2^-22. (An argument that was
/// rounded adds |x| 2^-24 ln 2.) 2^n for the nearest integer n is made from the low mantissa bits
/// that adding 1.5 * 2^23 leaves, so that NaN stays NaN where a conversion to integer would hide
/// it. Polynomial: Moshier, Cephes mathematical library, exp2f.
HWY_INLINE Vector exp2(Vector x) {
  const hn::RebindToUnsigned<Lanes> bits;
  const Vector round = set(12582912.0f);
  const Vector shifted = hn::Add(x, round);
  const Vector fraction = hn::Sub(x, hn::Sub(shifted, round));
  Vector p = set(1.535336188e-4f);
  p = hn::MulAdd(p, fraction, set(1.339887440e-3f));
  p = hn::MulAdd(p, fraction, set(9.618437357e-3f));
  p = hn::MulAdd(p, fraction, set(5.550332471e-2f));
  p = hn::MulAdd(p, fraction, set(2.402264791e-1f));
  p = hn::MulAdd(p, fraction, set(6.931472029e-1f));
  p = hn::MulAdd(p, fraction, set(1.0f));
  const auto exponent = hn::ShiftLeft<23>(hn::BitCast(bits, shifted));
  const Vector result = hn::BitCast(Lanes(), hn::Add(hn::BitCast(bits, p), exponent));
  return hn::IfThenZeroElse(hn::Lt(x, set(-126.0f)), result);
}

/// 1 / x for normal x; relative error below 5.25 * 2^-24.
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
