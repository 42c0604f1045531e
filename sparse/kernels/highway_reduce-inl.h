// SPDX-License-Identifier: Apache-2.0

// Horizontal sums of vectors, compiled once for each instruction set.
#if defined(ESPALIER_HIGHWAY_REDUCE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ESPALIER_HIGHWAY_REDUCE_INL_H_
#undef ESPALIER_HIGHWAY_REDUCE_INL_H_
#else
#define ESPALIER_HIGHWAY_REDUCE_INL_H_
#endif

#include <hwy/highway.h>

#include <espalier/sparse/kernels/highway_vectors-inl.h>

HWY_BEFORE_NAMESPACE();
namespace espalier::sparse::kernels::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR
/// Adds the quarters of 128 bits of which a vector consists.
template <class D>
HWY_INLINE auto sum_of_quarters(D d, hn::Vec<D> v) {
  if constexpr (hn::MaxLanes(d) > 4) {
    const hn::Half<D> half;
    return sum_of_quarters(half, hn::Add(hn::LowerHalf(half, v), hn::UpperHalf(half, v)));
  } else {
    return v;
  }
}

/// A vector of which, within each quarter of 128 bits, lane i holds a part of the sum of v[i].
HWY_INLINE Vector transpose_and_add(const Vector (&v)[4]) {
  const Lanes d;
  const Vector low =
      hn::Add(hn::InterleaveLower(d, v[0], v[2]), hn::InterleaveUpper(d, v[0], v[2]));
  const Vector high =
      hn::Add(hn::InterleaveLower(d, v[1], v[3]), hn::InterleaveUpper(d, v[1], v[3]));
  return hn::Add(hn::InterleaveLower(d, low, high), hn::InterleaveUpper(d, low, high));
}
#endif

/// Adds the horizontal sums of four vectors to out[0..3], or writes them there.
HWY_INLINE void put_sums(const Vector (&v)[4], bool accumulate, float* HWY_RESTRICT out) {
#if HWY_TARGET == HWY_SCALAR
  for (int i = 0; i < 4; ++i) out[i] = hn::GetLane(v[i]) + (accumulate ? out[i] : 0.0f);
#else
  const hn::CappedTag<float, 4> d4;
  const auto total = sum_of_quarters(Lanes(), transpose_and_add(v));
  hn::StoreU(accumulate ? hn::Add(hn::LoadU(d4, out), total) : total, d4, out);
#endif
}

/// The same for the first `count` of the four sums.
HWY_INLINE void put_first_sums(const Vector (&v)[4], Index count, bool accumulate,
                               float* HWY_RESTRICT out) {
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
  // Older instruction sets load and store more than the mask says.
  const hn::CappedTag<float, 4> d4;
  const auto first = hn::FirstN(d4, static_cast<std::size_t>(count));
  const auto total = sum_of_quarters(Lanes(), transpose_and_add(v));
  hn::BlendedStore(accumulate ? hn::Add(hn::MaskedLoad(first, d4, out), total) : total, first, d4,
                   out);
#else
  float sums[4];
  put_sums(v, false, sums);
  for (Index i = 0; i < count; ++i) out[i] = sums[i] + (accumulate ? out[i] : 0.0f);
#endif
}

#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
/// The sums of four rows of four vectors, row r in quarter r. Most of the 49 operations are blends
/// and additions, which two ports share with multiply-adds; only one of these ports shuffles.
HWY_INLINE Vector sums_of_rows(const Vector (&v)[4][4]) {
  const Lanes d;
  // Halves of two vectors: the lower half has the sums of a, the upper those of b.
  const auto add_halves = [&](Vector a, Vector b) ESPALIER_INLINE {
    return hn::Add(hn::ConcatUpperLower(d, b, a), hn::ConcatLowerUpper(d, b, a));
  };
  Vector columns[4];
  unroll<4>([&](auto c) ESPALIER_INLINE {
    const Vector even = add_halves(v[0][c], v[2][c]);
    const Vector odd = add_halves(v[1][c], v[3][c]);
    columns[c] =
        hn::Add(hn::OddEvenBlocks(odd, even), hn::SwapAdjacentBlocks(hn::OddEvenBlocks(even, odd)));
  });
  return transpose_and_add(columns);
}
#endif

/// As `put_sums` for kRows rows of four vectors, whose sums go to out[r * stride + 0..3].
template <int kRows>
HWY_INLINE void put_sums(const Vector (&v)[kRows][4], bool accumulate, float* HWY_RESTRICT out,
                         Index stride) {
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
  if constexpr (kRows == 4) {
    const Lanes d;
    const Vector sums = sums_of_rows(v);
    if (stride == 4) {
      hn::StoreU(accumulate ? hn::Add(hn::LoadU(d, out), sums) : sums, d, out);
      return;
    }
    const hn::CappedTag<float, 4> d4;
    const hn::Half<Lanes> half;
    const hn::Half<decltype(half)> quarter;
    unroll<4>([&](auto r) ESPALIER_INLINE {
      const auto pair = r < 2 ? hn::LowerHalf(half, sums) : hn::UpperHalf(half, sums);
      const auto row = r % 2 == 0 ? hn::LowerHalf(quarter, pair) : hn::UpperHalf(quarter, pair);
      float* const to = out + r * stride;
      hn::StoreU(accumulate ? hn::Add(hn::LoadU(d4, to), row) : row, d4, to);
    });
    return;
  }
#endif
  unroll<kRows>([&](auto r) ESPALIER_INLINE { put_sums(v[r], accumulate, out + r * stride); });
}

/// As `put_first_sums` for the first `count` of the sums of kRows rows, which follow each other.
template <int kRows>
HWY_INLINE void put_first_sums(const Vector (&v)[kRows][4], Index count, bool accumulate,
                               float* HWY_RESTRICT out) {
  if (count == 4 * kRows) return put_sums(v, accumulate, out, 4);
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
  if constexpr (kRows == 4) {
    const Lanes d;
    const auto first = hn::FirstN(d, static_cast<std::size_t>(count));
    const Vector sums = sums_of_rows(v);
    hn::BlendedStore(accumulate ? hn::Add(hn::MaskedLoad(first, d, out), sums) : sums, first, d,
                     out);
    return;
  }
#endif
  float sums[4 * kRows];
  put_sums(v, false, sums, 4);
  for (Index i = 0; i < count; ++i) out[i] = sums[i] + (accumulate ? out[i] : 0.0f);
}

}  // namespace espalier::sparse::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
