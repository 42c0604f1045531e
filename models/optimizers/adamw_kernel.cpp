// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/optimizers/adamw_kernel.h>

#include <espalier/sparse/core/simd_targets.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "espalier/models/optimizers/adamw_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

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

template <bool kForgets, class D>
HWY_INLINE void update_lanes(D d, const AdamWConstants& constants, float* HWY_RESTRICT values,
                             float* HWY_RESTRICT gradient, float* HWY_RESTRICT first,
                             float* HWY_RESTRICT second) {
  const auto g = hn::Mul(hn::Load(d, gradient), hn::Set(d, constants.gradient_scale));
  auto m = hn::Load(d, first);
  auto v = hn::Load(d, second);
  const auto w = hn::Load(d, values);
  m = moved<kForgets>(d, constants.first_decay, constants.first_rate, m, g);
  v = moved<kForgets>(d, constants.second_decay, constants.second_rate, v, hn::Mul(g, g));
  const auto root =
      hn::MulAdd(hn::Sqrt(v), hn::Set(d, constants.inverse_root), hn::Set(d, constants.epsilon));
  const auto adam = hn::Div(hn::Mul(hn::Set(d, constants.step_size), m), root);
  hn::Store(hn::Sub(w, hn::MulAdd(hn::Set(d, constants.decay), w, adam)), d, values);
  hn::Store(m, d, first);
  hn::Store(v, d, second);
  hn::Store(hn::Zero(d), d, gradient);
}

template <bool kForgets>
void update_all(const AdamWConstants& constants, float* HWY_RESTRICT values,
                float* HWY_RESTRICT gradient, float* HWY_RESTRICT first, float* HWY_RESTRICT second,
                std::size_t count) {
  const hn::ScalableTag<float> d;
  const hn::CappedTag<float, 1> one;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    update_lanes<kForgets>(d, constants, values + i, gradient + i, first + i, second + i);
  }
  for (; i < count; ++i) {
    update_lanes<kForgets>(one, constants, values + i, gradient + i, first + i, second + i);
  }
}

void update(const AdamWConstants& constants, float* HWY_RESTRICT values,
            float* HWY_RESTRICT gradient, float* HWY_RESTRICT first, float* HWY_RESTRICT second,
            std::size_t count) {
  const bool forgets = constants.first_decay < constants.first_rate ||
                       constants.second_decay < constants.second_rate;
  const auto chosen = forgets ? update_all<true> : update_all<false>;
  chosen(constants, values, gradient, first, second, count);
}

double squares(const float* HWY_RESTRICT values, std::size_t count) {
  const hn::ScalableTag<double> d;
  const hn::Rebind<float, decltype(d)> narrow;
  const std::size_t lanes = hn::Lanes(d);
  auto even = hn::Zero(d);
  auto odd = hn::Zero(d);
  std::size_t i = 0;
  for (; i + 2 * lanes <= count; i += 2 * lanes) {
    const auto a = hn::PromoteTo(d, hn::Load(narrow, values + i));
    const auto b = hn::PromoteTo(d, hn::Load(narrow, values + i + lanes));
    even = hn::MulAdd(a, a, even);
    odd = hn::MulAdd(b, b, odd);
  }
  double sum = hn::GetLane(hn::SumOfLanes(d, hn::Add(even, odd)));
  for (; i < count; ++i) sum += double{values[i]} * double{values[i]};
  return sum;
}

}  // namespace espalier::models::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier::models {

HWY_EXPORT(update);
HWY_EXPORT(squares);

void adamw_update(const AdamWConstants& constants, float* values, float* gradient, float* first,
                  float* second, std::size_t count) noexcept {
  HWY_DYNAMIC_DISPATCH(update)(constants, values, gradient, first, second, count);
}

double sum_of_squares(const float* values, std::size_t count) noexcept {
  return HWY_DYNAMIC_DISPATCH(squares)(values, count);
}

}  // namespace espalier::models
#endif  // HWY_ONCE
