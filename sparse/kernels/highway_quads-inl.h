// SPDX-License-Identifier: Apache-2.0

// Vectors as quads of floats, the 128 bits within which they shuffle cheaply; compiled once for
// each instruction set.
#if defined(ESPALIER_HIGHWAY_QUADS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ESPALIER_HIGHWAY_QUADS_INL_H_
#undef ESPALIER_HIGHWAY_QUADS_INL_H_
#else
#define ESPALIER_HIGHWAY_QUADS_INL_H_
#endif

#include <hwy/highway.h>

#include <espalier/sparse/kernels/highway_vectors-inl.h>

HWY_BEFORE_NAMESPACE();
namespace espalier::sparse::kernels::HWY_NAMESPACE {

inline constexpr Index kQuad = 4;

#if HWY_TARGET != HWY_SCALAR
using QuadTag = hn::CappedTag<float, kQuad>;

/// Quads that lie `step` values apart, as one vector.
template <class D>
HWY_INLINE hn::Vec<D> load_quads(D d, const float* from, Index step) {
  if constexpr (hn::MaxLanes(D()) == kQuad) {
    return hn::LoadU(d, from);
  } else {
    const hn::Half<D> half;
    constexpr Index kQuads = hn::MaxLanes(D()) / kQuad;
    return hn::Combine(d, load_quads(half, from + kQuads / 2 * step, step),
                       load_quads(half, from, step));
  }
}

template <class D>
HWY_INLINE void store_quads(hn::Vec<D> v, D d, float* to, Index step) {
  if constexpr (hn::MaxLanes(D()) == kQuad) {
    hn::StoreU(v, d, to);
  } else {
    const hn::Half<D> half;
    constexpr Index kQuads = hn::MaxLanes(D()) / kQuad;
    store_quads(hn::LowerHalf(half, v), half, to, step);
    store_quads(hn::UpperHalf(half, v), half, to + kQuads / 2 * step, step);
  }
}

/// Transposes the four vectors as if each quad were on its own.
template <class D>
HWY_INLINE void transpose_quads(D d, hn::Vec<D> (&v)[kQuad]) {
  const hn::Repartition<double, D> pairs;
  const auto lower = [&](auto a, auto b) ESPALIER_INLINE {
    return hn::BitCast(d, hn::InterleaveLower(pairs, hn::BitCast(pairs, a), hn::BitCast(pairs, b)));
  };
  const auto upper = [&](auto a, auto b) ESPALIER_INLINE {
    return hn::BitCast(d, hn::InterleaveUpper(pairs, hn::BitCast(pairs, a), hn::BitCast(pairs, b)));
  };
  const auto a = hn::InterleaveLower(d, v[0], v[1]), b = hn::InterleaveLower(d, v[2], v[3]);
  const auto c = hn::InterleaveUpper(d, v[0], v[1]), e = hn::InterleaveUpper(d, v[2], v[3]);
  v[0] = lower(a, b);
  v[1] = upper(a, b);
  v[2] = lower(c, e);
  v[3] = upper(c, e);
}
#endif

}  // namespace espalier::sparse::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
