// SPDX-License-Identifier: Apache-2.0
// Compiled for AVX512-BF16 (see CMakeLists.txt): includes nothing that defines functions which
// other units might share, so that none of them is linked with instructions that a processor lacks.
#include <espalier/sparse/kernels/avx512_bf16.h>

#if defined(__x86_64__)
#include <immintrin.h>

#include <cstdint>
#include <type_traits>

#include <espalier/sparse/kernels/gradient_segments.h>
#include <espalier/sparse/kernels/panel_prefetch.h>

namespace espalier::sparse::kernels {
namespace {

constexpr Index kLanes = 16;

/// Loops of this many steps or fewer are expanded, so that accumulators become registers.
#define ESPALIER_UNROLL _Pragma("GCC unroll 16")

/// For functions that take accumulators: called, they would pass them through memory.
#define ESPALIER_INLINED inline __attribute__((always_inline))

__m512i load_pairs(const BFloat16* from) { return _mm512_load_si512(from); }
__m512 first_of(__m512i pairs) { return _mm512_castsi512_ps(_mm512_slli_epi32(pairs, 16)); }
__m512 second_of(__m512i pairs) {
  return _mm512_castsi512_ps(_mm512_and_si512(pairs, _mm512_set1_epi32(-0x10000)));
}

/// sum + first products + second products of the pairs, lane by lane.
__m512 add_dot(__m512 sum, __m512i a, __m512i b) {
  return _mm512_dpbf16_ps(sum, reinterpret_cast<__m512bh>(a), reinterpret_cast<__m512bh>(b));
}

/// A pair of weights in every lane. The values may lie at any address.
__m512i broadcast_pair(const BFloat16* from) {
  int pair;
  __builtin_memcpy(&pair, from, sizeof(pair));
  return _mm512_set1_epi32(pair);
}

void store_pairs(__m512 first, __m512 second, BFloat16* to) {
  // 16 of `first`, then 16 of `second`; to be interleaved.
  const __m512i halves = reinterpret_cast<__m512i>(_mm512_cvtne2ps_pbh(second, first));
  const __m512i low = _mm512_cvtepu16_epi32(_mm512_castsi512_si256(halves));
  const __m512i high = _mm512_cvtepu16_epi32(_mm512_extracti64x4_epi64(halves, 1));
  _mm512_store_si512(to, _mm512_or_si512(low, _mm512_slli_epi32(high, 16)));
}

template <typename Out>
using Product = PanelProduct<BFloat16, BFloat16, Out>;

/// Rows of an output panel from one row and lane on, in pairs.
struct PairRows {
  BFloat16* at;
  Index width;

  PairRows(const Product<BFloat16>& task, Index row, Index lane)
      : at(task.output + row * task.panel_width + 2 * lane), width(task.panel_width) {}
  void prefetch(int row, int vector) const {
    if (row % 2 == 0) __builtin_prefetch(at + row * width + 2 * vector * kLanes, /*rw=*/1);
  }
  __m512 load(int row, int vector) const {
    const __m512i pairs = load_pairs(at + row / 2 * 2 * width + 2 * vector * kLanes);
    return row % 2 == 0 ? first_of(pairs) : second_of(pairs);
  }
  /// Two rows, the first of them even.
  void store(__m512 first, __m512 second, int row, int vector) const {
    store_pairs(first, second, at + row * width + 2 * vector * kLanes);
  }
};

/// The same of floats.
struct FloatRows {
  float* at;
  Index width;

  FloatRows(const Product<float>& task, Index row, Index lane)
      : at(task.output + row * task.panel_width + lane), width(task.panel_width) {}
  float* of(int row, int vector) const { return at + row * width + vector * kLanes; }
  void prefetch(int row, int vector) const { __builtin_prefetch(of(row, vector), /*rw=*/1); }
  __m512 load(int row, int vector) const { return _mm512_load_ps(of(row, vector)); }
  void store(__m512 first, __m512 second, int row, int vector) const {
    _mm512_store_ps(of(row, vector), first);
    _mm512_store_ps(of(row + 1, vector), second);
  }
};

template <typename Out>
using OutputRows = std::conditional_t<std::is_same_v<Out, float>, FloatRows, PairRows>;

/// Rows [row, row + kRows) of the line of `visit`, tokens from `lane`: accumulators stay in
/// registers while the entries of the line pass.
template <int kBlock, int kRows, int kVectors, bool kTransposed, typename Out>
ESPALIER_INLINED void run_tile(const Product<Out>& task, const LineVisit& visit, Index row,
                               Index lane) {
  const Index width = task.panel_width;
  const Index first_row = Index{visit.line} * kBlock + row;
  const OutputRows<Out> output(task, first_row, lane);
  __m512 sums[kRows][kVectors];
  ESPALIER_UNROLL for (int r = 0; r < kRows; ++r) {
    const __m512 bias = _mm512_set1_ps(task.bias == nullptr ? 0.0f : task.bias[first_row + r]);
    ESPALIER_UNROLL for (int v = 0; v < kVectors; ++v) {
      // Stored to at the end of the tile, by when it is in the first-level cache.
      output.prefetch(r, v);
      sums[r][v] = task.accumulate ? output.load(r, v) : bias;
    }
  }

  // Where the pair of weights of (output row r, input pair k) of the tile lies within its block.
  constexpr Index kRowStep = kTransposed ? 2 : kBlock;
  constexpr Index kPairStep = kTransposed ? 2 * kBlock : 2;
  const Index last = visit.first + visit.count;
  const BFloat16* block = task.values + visit.first * (kBlock * kBlock) + row * kRowStep;
  const BFloat16* const input = task.input + 2 * lane;
  for (Index e = visit.first; e < last; ++e, block += kBlock * kBlock) {
    const BFloat16* const x = input + Index{task.inputs[e]} * kBlock * width;
    ESPALIER_UNROLL for (int k = 0; k < kBlock / 2; ++k) {
      __m512i pairs[kVectors];
      ESPALIER_UNROLL for (int v = 0; v < kVectors; ++v) pairs[v] =
          load_pairs(x + 2 * (k * width + v * kLanes));
      ESPALIER_UNROLL for (int r = 0; r < kRows; ++r) {
        const __m512i weights = broadcast_pair(block + k * kPairStep + r * kRowStep);
        ESPALIER_UNROLL for (int v = 0; v < kVectors; ++v) sums[r][v] =
            add_dot(sums[r][v], weights, pairs[v]);
      }
    }
  }

  ESPALIER_UNROLL for (int r = 0; r < kRows; r += 2)
      ESPALIER_UNROLL for (int v = 0; v < kVectors; ++v)
          output.store(sums[r][v], sums[r + 1][v], r, v);
}

/// Covers the panel with sub-panels of kVectors vectors, then the rest with narrower ones.
template <int kBlock, int kRows, int kVectors, bool kTransposed, typename Out>
void run_sub_panels(const Product<Out>& task, Index lane, Ahead<false>& prefetch) {
  for (; lane + kVectors * kLanes <= task.panel_width; lane += kVectors * kLanes) {
    for (Index n = 0; n < task.visit_count; ++n) {
      prefetch.step();
      for (Index row = 0; row < kBlock; row += kRows)
        run_tile<kBlock, kRows, kVectors, kTransposed, Out>(task, task.visits[n], row, lane);
    }
  }
  if constexpr (kVectors > 1)
    if (lane < task.panel_width)
      run_sub_panels<kBlock, kRows, kVectors / 2, kTransposed, Out>(task, lane, prefetch);
}

template <int kBlock, bool kTransposed, typename Out>
void run_block_size(const Product<Out>& task) {
  constexpr int kRows = kBlock < 8 ? kBlock : 8;
  constexpr int kVectors = 16 / kRows;
  const Index sub_panels = (task.panel_width / kLanes + kVectors - 1) / kVectors;
  const Index steps = sub_panels * task.visit_count;
  Ahead<false> prefetch(task.prefetch_input, task.prefetch_input_count, steps);
  run_sub_panels<kBlock, kRows, kVectors, kTransposed, Out>(task, 0, prefetch);
}

template <bool kTransposed, typename Out>
void run_transposition(const Product<Out>& task) {
  switch (task.block) {
    case 2:
      return run_block_size<2, kTransposed, Out>(task);
    case 4:
      return run_block_size<4, kTransposed, Out>(task);
    case 8:
      return run_block_size<8, kTransposed, Out>(task);
    default:
      return run_block_size<16, kTransposed, Out>(task);
  }
}

template <typename Out>
void run_product(const Product<Out>& task) noexcept {
  task.transposed ? run_transposition<true, Out>(task) : run_transposition<false, Out>(task);
}

/// Values of a vector, and so pairs of tokens of one feature: what the weight gradient multiplies.
constexpr Index kTokens = 2 * kLanes;

/// Extents of a segment, constants for panels of the usual width: then nothing but one pointer for
/// each operand moves in the inner loops.
template <Index kWidth>
struct SegmentShape {
  Index width() const { return kWidth > 0 ? kWidth : width_; }
  Index lanes() const { return kWidth > 0 ? kWidth : lanes_; }
  /// Vectors that hold the lanes.
  Index vectors() const { return (lanes() + kTokens - 1) / kTokens; }
  /// Vector `n` of a row; the last may be half full, as lanes are a multiple of 16.
  __m512i load(const BFloat16* row, Index n) const {
    const BFloat16* const from = row + n * kTokens;
    if (kWidth % kTokens == 0 && kWidth > 0) return _mm512_loadu_si512(from);
    return (n + 1) * kTokens <= lanes_ ? _mm512_loadu_si512(from)
                                       : _mm512_maskz_loadu_epi16(0xFFFFU, from);
  }
  Index width_;
  Index lanes_;
};
constexpr Index kUsualWidth = 64;  // kDefaultPanelWidth

void split_pairs(const BFloat16* pairs, Index lanes, BFloat16* first, BFloat16* second) noexcept {
  alignas(64) std::uint16_t places[kTokens];
  for (int i = 0; i < kTokens; ++i) places[i] = static_cast<std::uint16_t>(2 * i);
  const __m512i evens = _mm512_load_si512(places);
  const __m512i odds = _mm512_add_epi16(evens, _mm512_set1_epi16(1));
  Index t = 0;
  for (; t + kTokens <= lanes; t += kTokens) {
    const __m512i low = load_pairs(pairs + 2 * t), high = load_pairs(pairs + 2 * (t + kLanes));
    _mm512_storeu_si512(first + t, _mm512_permutex2var_epi16(low, evens, high));
    _mm512_storeu_si512(second + t, _mm512_permutex2var_epi16(low, odds, high));
  }
  if (t == lanes) return;
  const __m512i low = load_pairs(pairs + 2 * t);
  _mm512_mask_storeu_epi16(first + t, 0xFFFFU, _mm512_permutexvar_epi16(evens, low));
  _mm512_mask_storeu_epi16(second + t, 0xFFFFU, _mm512_permutexvar_epi16(odds, low));
}

/// The horizontal sums of 16 vectors: lane i is the sum of v[i].
ESPALIER_INLINED __m512 reduce_sixteen(const __m512 (&v)[16]) {
  // Halves, quarters, eighths, lanes: each step adds what two vectors have and keeps both.
  __m512 a[8], b[4], c[2];
  ESPALIER_UNROLL for (int i = 0; i < 8; ++i) a[i] = _mm512_add_ps(
      _mm512_mask_blend_ps(0xFF00, v[i], v[i + 8]), _mm512_shuffle_f32x4(v[i], v[i + 8], 0x4E));
  ESPALIER_UNROLL for (int i = 0; i < 4; ++i) b[i] = _mm512_add_ps(
      _mm512_shuffle_f32x4(a[i], a[i + 4], 0x88), _mm512_shuffle_f32x4(a[i], a[i + 4], 0xDD));
  ESPALIER_UNROLL for (int i = 0; i < 2; ++i) c[i] = _mm512_add_ps(
      _mm512_shuffle_ps(b[i], b[i + 2], 0x44), _mm512_shuffle_ps(b[i], b[i + 2], 0xEE));
  const __m512 sums =
      _mm512_add_ps(_mm512_shuffle_ps(c[0], c[1], 0x88), _mm512_shuffle_ps(c[0], c[1], 0xDD));
  const __m512i order = _mm512_setr_epi32(0, 2, 1, 3, 8, 10, 9, 11, 4, 6, 5, 7, 12, 14, 13, 15);
  return _mm512_permutexvar_ps(order, sums);
}

/// 16 sums of a tile of 4 rows and 4 columns, from the first rows of dy and x in a segment. With
/// kFetch the tile brings `next_x`, what the next block reads, into the first-level cache.
template <bool kFetch, Index kWidth>
ESPALIER_INLINED void sum_tile(const BlockGradient<BFloat16>& task,
                               const SegmentShape<kWidth>& shape, Index panels, const BFloat16* dy,
                               const BFloat16* x, const BFloat16* next_x, __m512 (&sums)[16]) {
  const Index width = shape.width(), vectors = shape.vectors();
  ESPALIER_UNROLL for (int i = 0; i < 16; ++i) sums[i] = _mm512_setzero_ps();
  for (Index p = 0; p < panels; ++p) {
    ESPALIER_UNROLL for (Index n = 0; n < vectors; ++n) {
      __m512i columns[4];
      ESPALIER_UNROLL for (int c = 0; c < 4; ++c) {
        if (kFetch) __builtin_prefetch(next_x + c * width + n * kTokens);
        columns[c] = shape.load(x + c * width, n);
      }
      ESPALIER_UNROLL for (int r = 0; r < 4; ++r) {
        const __m512i row = shape.load(dy + r * width, n);
        ESPALIER_UNROLL for (int c = 0; c < 4; ++c) sums[4 * r + c] =
            add_dot(sums[4 * r + c], row, columns[c]);
      }
    }
    dy += task.dy_panel_stride;
    x += task.x_panel_stride;
    next_x += task.x_panel_stride;
  }
}

/// Adds a tile of 4 x 4 values, or writes it.
template <int kBlock>
void put_tile(__m512 tile, float* out, bool accumulate) {
  if (kBlock == 4) {
    _mm512_storeu_ps(out, accumulate ? _mm512_add_ps(_mm512_loadu_ps(out), tile) : tile);
    return;
  }
  const __m128 rows[4] = {_mm512_castps512_ps128(tile), _mm512_extractf32x4_ps(tile, 1),
                          _mm512_extractf32x4_ps(tile, 2), _mm512_extractf32x4_ps(tile, 3)};
  ESPALIER_UNROLL for (int r = 0; r < 4; ++r) {
    float* const to = out + r * kBlock;
    _mm_storeu_ps(to, accumulate ? _mm_add_ps(_mm_loadu_ps(to), rows[r]) : rows[r]);
  }
}

/// Blocks of 4 and above.
template <int kBlock, Index kWidth>
void run_visit(const BlockGradient<BFloat16>& task, const GradientSegment& s,
               const SegmentShape<kWidth>& shape, const LineVisit& visit) {
  const Index width = shape.width();
  const BFloat16* const dy = task.dy + s.first_panel * task.dy_panel_stride + s.first_lane +
                             Index{visit.line} * kBlock * width;
  const BFloat16* const x = task.x + s.first_panel * task.x_panel_stride + s.first_lane;
  const Index last = visit.first + visit.count;
  for (Index e = visit.first; e < last; ++e) {
    const BFloat16* const columns = x + Index{task.columns[e]} * kBlock * width;
    const BFloat16* const next = x + Index{task.columns[e + 1 < last ? e + 1 : e]} * kBlock * width;
    float* const block = task.gradient + e * (kBlock * kBlock);
    for (Index j = 0; j < kBlock; j += 4) {
      for (Index i = 0; i < kBlock; i += 4) {
        __m512 sums[16];
        if (i == 0)
          sum_tile<true>(task, shape, s.panels, dy, columns + j * width, next + j * width, sums);
        else
          sum_tile<false>(task, shape, s.panels, dy + i * width, columns + j * width, next, sums);
        put_tile<kBlock>(reduce_sixteen(sums), block + i * kBlock + j, s.accumulate);
      }
    }
  }
}

/// Blocks of 2, four at a time: lanes 4 k to 4 k + 3 of the reduction are block k.
template <Index kWidth>
void run_small_visit(const BlockGradient<BFloat16>& task, const GradientSegment& s,
                     const SegmentShape<kWidth>& shape, const LineVisit& visit) {
  const Index width = shape.width(), vectors = shape.vectors();
  const BFloat16* const x = task.x + s.first_panel * task.x_panel_stride + s.first_lane;
  const Index last = visit.first + visit.count;
  for (Index e = visit.first; e < last; e += 4) {
    const Index count = last - e < 4 ? last - e : 4;
    const BFloat16* dy = task.dy + s.first_panel * task.dy_panel_stride + s.first_lane +
                         Index{visit.line} * 2 * width;
    const BFloat16* columns[4];
    ESPALIER_UNROLL for (Index k = 0; k < 4; ++k)  // past the end: the last one again, and ignored
        columns[k] = x + Index{task.columns[e + (k < count ? k : count - 1)]} * 2 * width;
    __m512 sums[16];
    ESPALIER_UNROLL for (int i = 0; i < 16; ++i) sums[i] = _mm512_setzero_ps();
    for (Index p = 0; p < s.panels; ++p) {
      ESPALIER_UNROLL for (Index n = 0; n < vectors; ++n) {
        const __m512i rows[2] = {shape.load(dy, n), shape.load(dy + width, n)};
        ESPALIER_UNROLL for (int k = 0; k < 4; ++k) {
          const __m512i first = shape.load(columns[k], n);
          const __m512i second = shape.load(columns[k] + width, n);
          ESPALIER_UNROLL for (int r = 0; r < 2; ++r) {
            sums[4 * k + 2 * r] = add_dot(sums[4 * k + 2 * r], rows[r], first);
            sums[4 * k + 2 * r + 1] = add_dot(sums[4 * k + 2 * r + 1], rows[r], second);
          }
        }
      }
      dy += task.dy_panel_stride;
      ESPALIER_UNROLL for (int k = 0; k < 4; ++k) columns[k] += task.x_panel_stride;
    }
    const auto stored = static_cast<__mmask16>((1U << (4 * count)) - 1U);
    float* const out = task.gradient + 4 * e;
    const __m512 start = s.accumulate ? _mm512_maskz_loadu_ps(stored, out) : _mm512_setzero_ps();
    _mm512_mask_storeu_ps(out, stored, _mm512_add_ps(start, reduce_sixteen(sums)));
  }
}

template <int kBlock, Index kWidth>
void run_segments(const BlockGradient<BFloat16>& task) {
  // Enough to make the reduction cheap; the rows of dy of a line stay in the first-level cache.
  constexpr Index kSegmentTokens = 512;
  for_each_segment(task, kSegmentTokens, [&](const GradientSegment& s) {
    const SegmentShape<kWidth> shape = {task.panel_width, s.lanes};
    for (Index n = 0; n < task.visit_count; ++n) {
      if constexpr (kBlock == 2)
        run_small_visit(task, s, shape, task.visits[n]);
      else
        run_visit<kBlock>(task, s, shape, task.visits[n]);
    }
  });
}

template <int kBlock>
void run_gradient_of(const BlockGradient<BFloat16>& task) {
  task.panel_width == kUsualWidth ? run_segments<kBlock, kUsualWidth>(task)
                                  : run_segments<kBlock, 0>(task);
}

void run_gradient(const BlockGradient<BFloat16>& task) noexcept {
  switch (task.block) {
    case 2:
      return run_gradient_of<2>(task);
    case 4:
      return run_gradient_of<4>(task);
    case 8:
      return run_gradient_of<8>(task);
    default:
      return run_gradient_of<16>(task);
  }
}

#undef ESPALIER_INLINED
#undef ESPALIER_UNROLL

}  // namespace

ProductKernels<BFloat16> avx512_bf16_products() {
  return {.panel_product = {&run_product<BFloat16>, &run_product<float>},
          .block_gradient = &run_gradient,
          .split_pairs = &split_pairs,
          .no_singles = true,
          .simd_target = "AVX512_BF16"};
}

}  // namespace espalier::sparse::kernels

#else

namespace espalier::sparse::kernels {

ProductKernels<BFloat16> avx512_bf16_products() { return {}; }

}  // namespace espalier::sparse::kernels

#endif
