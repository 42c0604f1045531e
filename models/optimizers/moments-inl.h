// SPDX-License-Identifier: Apache-2.0
// The moments of Adam and what follows from it, compiled once for each SIMD target: include it
// after hwy/foreach_target.h, without #pragma once.

#if defined(ESPALIER_MODELS_MOMENTS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ESPALIER_MODELS_MOMENTS_INL_H_
#undef ESPALIER_MODELS_MOMENTS_INL_H_
#else
#define ESPALIER_MODELS_MOMENTS_INL_H_
#endif

#include <hwy/highway.h>

#include <espalier/models/optimizers/moments.h>

HWY_BEFORE_NAMESPACE();
namespace espalier::models::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// The mean b old + (1 - b) now, by moving from one end towards the other. From the old one, by 1 -
// b, where b is at least a half: that rate is exact to float precision, while b = 0.999 rounded to
// float would shift it by 1e-5. Else from the new one, by b, which at b = 0 is `now` itself: from
// the other end a small value would be lost in the rounding of now - old. `kForgets` says that b
// may be less than a half, so that the usual loop has no branch.
template <bool kForgets, class D>
HWY_INLINE hn::Vec<D> moved(D d, float decay, float rate, hn::Vec<D> old, hn::Vec<D> now) {
  if constexpr (kForgets)
    if (decay < rate) return hn::MulAdd(hn::Set(d, decay), hn::Sub(old, now), now);
  return hn::MulAdd(hn::Set(d, rate), hn::Sub(now, old), old);
}

/// Takes the gradient into both moments; returns their corrected quotient, m' / (sqrt(v') + e),
/// times `step_size`.
template <bool kForgets, class D>
HWY_INLINE hn::Vec<D> adam_direction(D d, const MomentConstants& constants, float step_size,
                                     const float* HWY_RESTRICT gradient, float* HWY_RESTRICT first,
                                     float* HWY_RESTRICT second) {
  const auto g = hn::Mul(hn::Load(d, gradient), hn::Set(d, constants.gradient_scale));
  auto m = hn::Load(d, first);
  auto v = hn::Load(d, second);
  m = moved<kForgets>(d, constants.first_decay, constants.first_rate, m, g);
  v = moved<kForgets>(d, constants.second_decay, constants.second_rate, v, hn::Mul(g, g));
  hn::Store(m, d, first);
  hn::Store(v, d, second);
  const auto root =
      hn::MulAdd(hn::Sqrt(v), hn::Set(d, constants.inverse_root), hn::Set(d, constants.epsilon));
  return hn::Div(hn::Mul(hn::Set(d, step_size), m), root);
}

}  // namespace espalier::models::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // ESPALIER_MODELS_MOMENTS_INL_H_
