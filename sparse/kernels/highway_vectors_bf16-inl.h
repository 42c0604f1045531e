// SPDX-License-Identifier: Apache-2.0

// Loads, stores and rounding of bfloat16 values, compiled once for each instruction set.
#if defined(ESPALIER_HIGHWAY_VECTORS_BF16_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ESPALIER_HIGHWAY_VECTORS_BF16_INL_H_
#undef ESPALIER_HIGHWAY_VECTORS_BF16_INL_H_
#else
#define ESPALIER_HIGHWAY_VECTORS_BF16_INL_H_
#endif

#include <hwy/highway.h>

#include <espalier/sparse/core/bfloat16.h>
#include <espalier/sparse/kernels/highway_vectors-inl.h>

HWY_BEFORE_NAMESPACE();
namespace espalier::sparse::kernels::HWY_NAMESPACE {

/// One pair of values in each lane, the first in the low half: memory is little-endian on every
/// processor that Highway serves.
using PairLanes = hn::RebindToUnsigned<Lanes>;
using Pairs = hn::Vec<PairLanes>;

HWY_INLINE Pairs load_pairs(const BFloat16* HWY_RESTRICT from) {
#if HWY_TARGET == HWY_SCALAR
  return hn::Set(PairLanes(), from[0].bits | std::uint32_t{from[1].bits} << 16);
#else
  return hn::Load(PairLanes(), reinterpret_cast<const std::uint32_t*>(from));
#endif
}

HWY_INLINE void store_pairs(Pairs pairs, BFloat16* HWY_RESTRICT to) {
#if HWY_TARGET == HWY_SCALAR
  to[0].bits = static_cast<std::uint16_t>(hn::GetLane(pairs));
  to[1].bits = static_cast<std::uint16_t>(hn::GetLane(pairs) >> 16);
#else
  hn::Store(pairs, PairLanes(), reinterpret_cast<std::uint32_t*>(to));
#endif
}

/// The first and the second value of each pair as floats. Exact.
HWY_INLINE Vector first_of(Pairs pairs) { return hn::BitCast(Lanes(), hn::ShiftLeft<16>(pairs)); }
HWY_INLINE Vector second_of(Pairs pairs) {
  return hn::BitCast(Lanes(), hn::And(pairs, hn::Set(PairLanes(), 0xFFFF0000U)));
}

/// Bits whose upper half is the nearest bfloat16, as BFloat16 defines it.
HWY_INLINE Pairs rounded_bits(Vector v) {
  const PairLanes d;
  const Pairs bits = hn::BitCast(d, v);
  const Pairs last = hn::And(hn::ShiftRight<16>(bits), hn::Set(d, 1U));
  const Pairs nearest = hn::Add(hn::Add(bits, hn::Set(d, 0x7FFFU)), last);
  const Pairs quiet = hn::Or(bits, hn::Set(d, 0x00400000U));
  return hn::IfThenElse(hn::RebindMask(d, hn::IsNaN(v)), quiet, nearest);
}

HWY_INLINE Pairs pairs_of(Vector first, Vector second) {
  const Pairs upper = hn::And(rounded_bits(second), hn::Set(PairLanes(), 0xFFFF0000U));
  return hn::Or(hn::ShiftRight<16>(rounded_bits(first)), upper);
}

}  // namespace espalier::sparse::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
