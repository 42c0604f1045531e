// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/optimizers/adamw_kernel.h>

#include <espalier/sparse/core/simd_targets.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "espalier/models/optimizers/adamw_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <espalier/models/optimizers/moments-inl.h>

HWY_BEFORE_NAMESPACE();
namespace espalier::models::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <bool kForgets, class D>
HWY_INLINE void update_lanes(D d, const AdamWConstants& constants, float* HWY_RESTRICT values,
                             float* HWY_RESTRICT gradient, float* HWY_RESTRICT first,
                             float* HWY_RESTRICT second) {
  const auto adam =
      adam_direction<kForgets>(d, constants.moments, constants.step_size, gradient, first, second);
  const auto w = hn::Load(d, values);
  hn::Store(hn::Sub(w, hn::MulAdd(hn::Set(d, constants.decay), w, adam)), d, values);
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
  for (; i + lanes <= count; i += lanes)
    update_lanes<kForgets>(d, constants, values + i, gradient + i, first + i, second + i);
  for (; i < count; ++i)
    update_lanes<kForgets>(one, constants, values + i, gradient + i, first + i, second + i);
}

void update(const AdamWConstants& constants, float* HWY_RESTRICT values,
            float* HWY_RESTRICT gradient, float* HWY_RESTRICT first, float* HWY_RESTRICT second,
            std::size_t count) {
  const auto chosen = constants.moments.forgets() ? update_all<true> : update_all<false>;
  chosen(constants, values, gradient, first, second, count);
}

}  // namespace espalier::models::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier::models {

HWY_EXPORT(update);

void adamw_update(const AdamWConstants& constants, float* values, float* gradient, float* first,
                  float* second, std::size_t count) noexcept {
  HWY_DYNAMIC_DISPATCH(update)(constants, values, gradient, first, second, count);
}

void adamw_update_reference(const AdamWConstants& constants, float* values, float* gradient,
                            float* first, float* second, std::size_t count) noexcept {
  for (std::size_t i = 0; i < count; ++i) {
    const double adam =
        adam_quotient_reference(constants.moments, gradient[i], first[i], second[i]);
    const double w{values[i]};
    values[i] = static_cast<float>(w - (constants.step_size * adam + constants.decay * w));
    gradient[i] = 0;
  }
}

}  // namespace espalier::models
#endif  // HWY_ONCE
