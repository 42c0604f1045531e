// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/kernels/highway_targets.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "espalier/sparse/kernels/highway_round_fp16.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <espalier/sparse/core/float16.h>
#include <espalier/sparse/kernels/highway.h>
#include <espalier/sparse/kernels/highway_vectors-inl.h>

HWY_BEFORE_NAMESPACE();
namespace espalier::sparse::kernels::HWY_NAMESPACE {
namespace {

/// Magnitudes are compared as signed numbers, which they fit and every instruction set compares.
using Words = hn::RebindToSigned<Lanes>;

/// The vector of `rounded_to_float16`.
HWY_INLINE Vector rounded(Vector value) {
  const Lanes d;
  const Words words;
  const auto word = hn::BitCast(words, value);
  const auto magnitude = hn::And(word, hn::Set(words, 0x7FFFFFFF));
  const auto sign = hn::Xor(word, magnitude);
  const auto last = hn::And(hn::ShiftRight<13>(magnitude), hn::Set(words, 1));
  const auto nearest =
      hn::AndNot(hn::Set(words, 0x1FFF), hn::Add(hn::Add(magnitude, hn::Set(words, 0xFFF)), last));
  const Vector half = hn::Set(d, 0.5f);
  const auto small = hn::BitCast(words, hn::Sub(hn::Add(hn::BitCast(d, magnitude), half), half));
  const auto infinity = hn::Set(words, 0x7F800000);
  auto result = hn::IfThenElse(hn::Lt(magnitude, hn::Set(words, 0x38800000)), small, nearest);
  result = hn::IfThenElse(hn::Gt(magnitude, hn::Set(words, 0x477FEFFF)), infinity, result);
  result = hn::IfThenElse(hn::Gt(magnitude, infinity),
                          hn::Or(magnitude, hn::Set(words, 0x00400000)), result);
  return hn::BitCast(d, hn::Or(result, sign));
}

void round(const float* from, Index count, float* to) noexcept {
  const Lanes d;
  Index i = 0;
  for (; i + kLanes <= count; i += kLanes) hn::StoreU(rounded(hn::LoadU(d, from + i)), d, to + i);
  for (; i < count; ++i) to[i] = rounded_to_float16(from[i]);
}

}  // namespace

Fp16Rounding fp16_rounding_of_target() { return &round; }

}  // namespace espalier::sparse::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier::sparse::kernels {

HWY_EXPORT(fp16_rounding_of_target);

Fp16Rounding highway_fp16_rounding() { return HWY_DYNAMIC_DISPATCH(fp16_rounding_of_target)(); }

}  // namespace espalier::sparse::kernels
#endif
