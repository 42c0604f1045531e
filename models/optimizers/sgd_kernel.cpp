// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/optimizers/sgd_kernel.h>

#include <espalier/sparse/core/simd_targets.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "espalier/models/optimizers/sgd_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace espalier::models::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

enum class SgdMomentum { kNone, kPlain, kNesterov };

template <SgdMomentum kMomentum, class D>
HWY_INLINE void sgd_lanes(D d, const SgdConstants& constants, float* HWY_RESTRICT values,
                          float* HWY_RESTRICT gradient, float* HWY_RESTRICT momentum) {
  const auto w = hn::Load(d, values);
  auto g = hn::Mul(hn::Load(d, gradient), hn::Set(d, constants.gradient_scale));
  g = hn::MulAdd(w, hn::Set(d, constants.coupled_decay), g);
  auto direction = g;
  if constexpr (kMomentum != SgdMomentum::kNone) {
    const auto keep = hn::Set(d, constants.momentum);
    const auto b = hn::MulAdd(keep, hn::Load(d, momentum), hn::Mul(g, hn::Set(d, constants.gain)));
    hn::Store(b, d, momentum);
    direction = kMomentum == SgdMomentum::kNesterov ? hn::MulAdd(keep, b, g) : b;
  }
  const auto move =
      hn::MulAdd(hn::Set(d, constants.decay), w, hn::Mul(hn::Set(d, constants.rate), direction));
  hn::Store(hn::Sub(w, move), d, values);
  hn::Store(hn::Zero(d), d, gradient);
}

template <SgdMomentum kMomentum>
void sgd_all(const SgdConstants& constants, float* HWY_RESTRICT values,
             float* HWY_RESTRICT gradient, float* HWY_RESTRICT momentum, std::size_t count) {
  const hn::ScalableTag<float> d;
  const hn::CappedTag<float, 1> one;
  const std::size_t lanes = hn::Lanes(d);
  // Without momentum there is no array to be at an offset of.
  const auto at = [&](std::size_t i) {
    return kMomentum == SgdMomentum::kNone ? nullptr : momentum + i;
  };
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes)
    sgd_lanes<kMomentum>(d, constants, values + i, gradient + i, at(i));
  for (; i < count; ++i) sgd_lanes<kMomentum>(one, constants, values + i, gradient + i, at(i));
}

void sgd(const SgdConstants& constants, float* HWY_RESTRICT values, float* HWY_RESTRICT gradient,
         float* HWY_RESTRICT momentum, std::size_t count) {
  const auto chosen = momentum == nullptr  ? sgd_all<SgdMomentum::kNone>
                      : constants.nesterov ? sgd_all<SgdMomentum::kNesterov>
                                           : sgd_all<SgdMomentum::kPlain>;
  chosen(constants, values, gradient, momentum, count);
}

}  // namespace espalier::models::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier::models {

HWY_EXPORT(sgd);

void sgd_update(const SgdConstants& constants, float* values, float* gradient, float* momentum,
                std::size_t count) noexcept {
  HWY_DYNAMIC_DISPATCH(sgd)(constants, values, gradient, momentum, count);
}

void sgd_update_reference(const SgdConstants& constants, float* values, float* gradient,
                          float* momentum, std::size_t count) noexcept {
  for (std::size_t i = 0; i < count; ++i) {
    const double w{values[i]};
    const double g = double{constants.gradient_scale} * gradient[i] + constants.coupled_decay * w;
    double direction = g;
    if (momentum != nullptr) {
      const double b = double{constants.momentum} * momentum[i] + constants.gain * g;
      momentum[i] = static_cast<float>(b);
      direction = constants.nesterov ? g + constants.momentum * b : b;
    }
    values[i] = static_cast<float>(w - (constants.rate * direction + constants.decay * w));
    gradient[i] = 0;
  }
}

}  // namespace espalier::models
#endif  // HWY_ONCE
