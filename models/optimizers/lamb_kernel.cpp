// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/optimizers/lamb_kernel.h>

#include <espalier/sparse/core/simd_targets.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "espalier/models/optimizers/lamb_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <espalier/models/optimizers/moments-inl.h>

HWY_BEFORE_NAMESPACE();
namespace espalier::models::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <bool kForgets, class D>
HWY_INLINE void direction_lanes(D d, const LambConstants& constants,
                                const float* HWY_RESTRICT values, float* HWY_RESTRICT gradient,
                                float* HWY_RESTRICT first, float* HWY_RESTRICT second) {
  const auto adam =
      adam_direction<kForgets>(d, constants.moments, constants.correction, gradient, first, second);
  hn::Store(hn::MulAdd(hn::Set(d, constants.decay), hn::Load(d, values), adam), d, gradient);
}

template <bool kForgets>
void direction_all(const LambConstants& constants, const float* HWY_RESTRICT values,
                   float* HWY_RESTRICT gradient, float* HWY_RESTRICT first,
                   float* HWY_RESTRICT second, std::size_t count) {
  const hn::ScalableTag<float> d;
  const hn::CappedTag<float, 1> one;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes)
    direction_lanes<kForgets>(d, constants, values + i, gradient + i, first + i, second + i);
  for (; i < count; ++i)
    direction_lanes<kForgets>(one, constants, values + i, gradient + i, first + i, second + i);
}

void direction(const LambConstants& constants, const float* HWY_RESTRICT values,
               float* HWY_RESTRICT gradient, float* HWY_RESTRICT first, float* HWY_RESTRICT second,
               std::size_t count) {
  const auto chosen = constants.moments.forgets() ? direction_all<true> : direction_all<false>;
  chosen(constants, values, gradient, first, second, count);
}

template <class D>
HWY_INLINE void step_lanes(D d, float rate, float* HWY_RESTRICT values,
                           float* HWY_RESTRICT direction) {
  const auto move = hn::Load(d, direction);
  hn::Store(hn::NegMulAdd(hn::Set(d, rate), move, hn::Load(d, values)), d, values);
  hn::Store(hn::Zero(d), d, direction);
}

void step(float rate, float* HWY_RESTRICT values, float* HWY_RESTRICT direction,
          std::size_t count) {
  const hn::ScalableTag<float> d;
  const hn::CappedTag<float, 1> one;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) step_lanes(d, rate, values + i, direction + i);
  for (; i < count; ++i) step_lanes(one, rate, values + i, direction + i);
}

}  // namespace espalier::models::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier::models {

HWY_EXPORT(direction);
HWY_EXPORT(step);

void lamb_direction(const LambConstants& constants, const float* values, float* gradient,
                    float* first, float* second, std::size_t count) noexcept {
  HWY_DYNAMIC_DISPATCH(direction)(constants, values, gradient, first, second, count);
}

void lamb_step(float rate, float* values, float* direction, std::size_t count) noexcept {
  HWY_DYNAMIC_DISPATCH(step)(rate, values, direction, count);
}

void lamb_direction_reference(const LambConstants& constants, const float* values, float* gradient,
                              float* first, float* second, std::size_t count) noexcept {
  for (std::size_t i = 0; i < count; ++i) {
    const double adam =
        adam_quotient_reference(constants.moments, gradient[i], first[i], second[i]);
    gradient[i] =
        static_cast<float>(constants.correction * adam + double{constants.decay} * values[i]);
  }
}

void lamb_step_reference(float rate, float* values, float* direction, std::size_t count) noexcept {
  for (std::size_t i = 0; i < count; ++i) {
    values[i] = static_cast<float>(values[i] - double{rate} * direction[i]);
    direction[i] = 0;
  }
}

}  // namespace espalier::models
#endif  // HWY_ONCE
