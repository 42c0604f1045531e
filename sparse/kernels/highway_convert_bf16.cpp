// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/kernels/highway_targets.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "espalier/sparse/kernels/highway_convert_bf16.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <espalier/sparse/kernels/highway.h>
#include <espalier/sparse/kernels/highway_vectors_bf16-inl.h>

HWY_BEFORE_NAMESPACE();
namespace espalier::sparse::kernels::HWY_NAMESPACE {
namespace {

/// As many 16-bit lanes as Lanes has lanes.
using NarrowLanes = hn::Rebind<std::uint16_t, Lanes>;

void narrow(const float* from, Index count, BFloat16* to) noexcept {
  const NarrowLanes d16;
  Index i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    const Pairs bits = hn::ShiftRight<16>(rounded_bits(hn::LoadU(Lanes(), from + i)));
    hn::StoreU(hn::TruncateTo(d16, bits), d16, reinterpret_cast<std::uint16_t*>(to + i));
  }
  for (; i < count; ++i) to[i] = BFloat16(from[i]);
}

void widen(const BFloat16* from, Index count, float* to) noexcept {
  const NarrowLanes d16;
  Index i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    const auto bits = hn::LoadU(d16, reinterpret_cast<const std::uint16_t*>(from + i));
    hn::StoreU(first_of(hn::PromoteTo(PairLanes(), bits)), Lanes(), to + i);
  }
  for (; i < count; ++i) to[i] = static_cast<float>(from[i]);
}

/// Rows of pairs are aligned; rows of floats may belong to a matrix of any stride.
void narrow_pair(const float* first, const float* second, Index lanes, BFloat16* to) noexcept {
  const Lanes d;
  Index t = 0;
  for (; t + kLanes <= lanes; t += kLanes) {
    const Vector other = second == nullptr ? hn::Zero(d) : hn::LoadU(d, second + t);
    store_pairs(pairs_of(hn::LoadU(d, first + t), other), to + 2 * t);
  }
  for (; t < lanes; ++t) {
    to[2 * t] = BFloat16(first[t]);
    to[2 * t + 1] = BFloat16(second == nullptr ? 0.0f : second[t]);
  }
}

void widen_pair(const BFloat16* from, Index lanes, float* first, float* second) noexcept {
  const Lanes d;
  Index t = 0;
  for (; t + kLanes <= lanes; t += kLanes) {
    const Pairs pairs = load_pairs(from + 2 * t);
    hn::StoreU(first_of(pairs), d, first + t);
    if (second != nullptr) hn::StoreU(second_of(pairs), d, second + t);
  }
  for (; t < lanes; ++t) {
    first[t] = static_cast<float>(from[2 * t]);
    if (second != nullptr) second[t] = static_cast<float>(from[2 * t + 1]);
  }
}

}  // namespace

Bf16Conversions bf16_conversions_of_target() {
  return {&narrow, &widen, &narrow_pair, &widen_pair};
}

}  // namespace espalier::sparse::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier::sparse::kernels {

HWY_EXPORT(bf16_conversions_of_target);

Bf16Conversions highway_bf16_conversions() {
  return HWY_DYNAMIC_DISPATCH(bf16_conversions_of_target)();
}

}  // namespace espalier::sparse::kernels
#endif
