// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/optimizers/sum_of_squares.h>

#include <espalier/sparse/core/simd_targets.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "espalier/models/optimizers/sum_of_squares.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace espalier::models::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

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

HWY_EXPORT(squares);

double sum_of_squares(const float* values, std::size_t count) noexcept {
  return HWY_DYNAMIC_DISPATCH(squares)(values, count);
}

double sum_of_squares_reference(const float* values, std::size_t count) noexcept {
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += double{values[i]} * double{values[i]};
  return sum;
}

}  // namespace espalier::models
#endif  // HWY_ONCE
