// SPDX-License-Identifier: Apache-2.0
// Compiled for AVX512-BF16 (see CMakeLists.txt): includes nothing that defines functions which
// other units might share, so that none of them is linked with instructions that a processor lacks.
#include <espalier/sparse/kernels/avx512_bf16.h>

#if defined(__x86_64__)
#include <immintrin.h>

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

/// Rows of an output panel from one row and lane on, in pairs.
struct PairRows {
  BFloat16* at;
  Index width;

  PairRows(const Bf16PanelProduct& task, Index row, Index lane)
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

  FloatRows(const Bf16PanelProduct& task, Index row, Index lane)
      : at(task.wide_output + row * task.panel_width + lane), width(task.panel_width) {}
  float* of(int row, int vector) const { return at + row * width + vector * kLanes; }
  void prefetch(int row, int vector) const { __builtin_prefetch(of(row, vector), /*rw=*/1); }
  __m512 load(int row, int vector) const { return _mm512_load_ps(of(row, vector)); }
  void store(__m512 first, __m512 second, int row, int vector) const {
    _mm512_store_ps(of(row, vector), first);
    _mm512_store_ps(of(row + 1, vector), second);
  }
};

/// Rows [row, row + kRows) of block line `line`, tokens from `lane`: accumulators stay in registers
/// while the entries of the line pass.
template <int kBlock, int kRows, int kVectors, bool kTransposed, typename OutputRows>
ESPALIER_INLINED void run_tile(const Bf16PanelProduct& task, Index line, Index row, Index lane) {
  const Index width = task.panel_width;
  const Index first_row = line * kBlock + row;
  const OutputRows output(task, first_row, lane);
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
  const Index first = task.offsets[line];
  const Index last = task.offsets[line + 1];
  const BFloat16* block = task.values + first * (kBlock * kBlock) + row * kRowStep;
  const BFloat16* const input = task.input + 2 * lane;
  for (Index e = first; e < last; ++e, block += kBlock * kBlock) {
    const BFloat16* const x = input + task.inputs[e] * kBlock * width;
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
template <int kBlock, int kRows, int kVectors, bool kTransposed, typename OutputRows>
void run_sub_panels(const Bf16PanelProduct& task, Index lane, Ahead<false>& prefetch) {
  for (; lane + kVectors * kLanes <= task.panel_width; lane += kVectors * kLanes) {
    for (Index n = 0; n < task.line_count; ++n) {
      prefetch.step();
      for (Index row = 0; row < kBlock; row += kRows)
        run_tile<kBlock, kRows, kVectors, kTransposed, OutputRows>(task, task.lines[n], row, lane);
    }
  }
  if constexpr (kVectors > 1)
    if (lane < task.panel_width)
      run_sub_panels<kBlock, kRows, kVectors / 2, kTransposed, OutputRows>(task, lane, prefetch);
}

template <int kBlock, bool kTransposed, typename OutputRows>
void run_block_size(const Bf16PanelProduct& task) {
  constexpr int kRows = kBlock < 8 ? kBlock : 8;
  constexpr int kVectors = 16 / kRows;
  const Index sub_panels = (task.panel_width / kLanes + kVectors - 1) / kVectors;
  const Index steps = sub_panels * task.line_count;
  Ahead<false> prefetch(task.prefetch, task.prefetch_count, steps);
  run_sub_panels<kBlock, kRows, kVectors, kTransposed, OutputRows>(task, 0, prefetch);
}

template <bool kTransposed, typename OutputRows>
void run_transposition(const Bf16PanelProduct& task) {
  switch (task.block) {
    case 2:
      return run_block_size<2, kTransposed, OutputRows>(task);
    case 4:
      return run_block_size<4, kTransposed, OutputRows>(task);
    case 8:
      return run_block_size<8, kTransposed, OutputRows>(task);
    default:
      return run_block_size<16, kTransposed, OutputRows>(task);
  }
}

template <typename OutputRows>
void run_to(const Bf16PanelProduct& task) {
  task.transposed ? run_transposition<true, OutputRows>(task)
                  : run_transposition<false, OutputRows>(task);
}

void run_product(const Bf16PanelProduct& task) noexcept {
  task.wide_output != nullptr ? run_to<FloatRows>(task) : run_to<PairRows>(task);
}

/// Two vectors of feature pairs, of 16 tokens each, as two vectors of token pairs: lane i of each
/// holds tokens i and i + 16 of one feature. The sum over tokens may pair them in any way, if both
/// operands do alike.
struct TokenPairs {
  __m512i first;   ///< of the first feature
  __m512i second;  ///< of the second feature
};

TokenPairs token_pairs(__m512i low, __m512i high) {
  constexpr __mmask32 kUpperHalves = 0xAAAAAAAAU;
  return {_mm512_mask_blend_epi16(kUpperHalves, low, _mm512_slli_epi32(high, 16)),
          _mm512_mask_blend_epi16(kUpperHalves, _mm512_srli_epi32(low, 16), high)};
}

/// Vectors of token pairs that `lanes` lanes of a panel make; the last may be half empty.
Index vectors_of(Index lanes) { return (lanes + 2 * kLanes - 1) / (2 * kLanes); }

/// Vector `n` of the row of feature pairs that starts at `row`, of `lanes` lanes.
ESPALIER_INLINED TokenPairs load_token_pairs(const BFloat16* row, Index n, Index lanes) {
  const BFloat16* const from = row + 4 * n * kLanes;
  const bool full = (2 * n + 2) * kLanes <= lanes;
  return token_pairs(load_pairs(from),
                     full ? load_pairs(from + 2 * kLanes) : _mm512_setzero_si512());
}

/// The rows of dy of one block line over the tokens of a segment, in token pairs: made once for all
/// entries of the line, and small enough for the first-level cache.
template <int kBlock>
struct PairedLine {
  static constexpr Index kTokens = 512;
  /// A panel of 16 lanes fills half a vector: at worst as many vectors as panels.
  static constexpr Index kMaxVectors = kTokens / kLanes;
  __m512i rows[kBlock][kMaxVectors];

  void fill(const Bf16BlockGradient& task, const GradientSegment& s, Index line) {
    const Index vectors = vectors_of(s.lanes);
    for (Index p = 0; p < s.panels; ++p) {
      const BFloat16* const from = task.dy + (s.first_panel + p) * task.dy_panel_stride +
                                   line * kBlock * task.panel_width + 2 * s.first_lane;
      for (int r = 0; r < kBlock; r += 2) {
        for (Index n = 0; n < vectors; ++n) {
          const TokenPairs pairs = load_token_pairs(from + r * task.panel_width, n, s.lanes);
          rows[r][p * vectors + n] = pairs.first;
          rows[r + 1][p * vectors + n] = pairs.second;
        }
      }
    }
  }
};

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

/// 16 sums of a tile of kRows rows and 16 / kRows columns, over `panels` panels of `lanes` lanes.
template <int kBlock, int kRows>
ESPALIER_INLINED void sum_tile(const Bf16BlockGradient& task, const GradientSegment& s,
                               const PairedLine<kBlock>& dy, Index row, const BFloat16* x,
                               __m512 (&sums)[16]) {
  constexpr int kColumns = 16 / kRows;
  const Index vectors = vectors_of(s.lanes);
  ESPALIER_UNROLL for (int i = 0; i < 16; ++i) sums[i] = _mm512_setzero_ps();
  for (Index p = 0; p < s.panels; ++p) {
    for (Index n = 0; n < vectors; ++n) {
      __m512i columns[kColumns];
      ESPALIER_UNROLL for (int c = 0; c < kColumns; c += 2) {
        const TokenPairs pairs =
            load_token_pairs(x + p * task.x_panel_stride + c * task.panel_width, n, s.lanes);
        columns[c] = pairs.first;
        columns[c + 1] = pairs.second;
      }
      ESPALIER_UNROLL for (int r = 0; r < kRows; ++r) {
        const __m512i of_row = dy.rows[row + r][p * vectors + n];
        ESPALIER_UNROLL for (int c = 0; c < kColumns; ++c) sums[r * kColumns + c] =
            add_dot(sums[r * kColumns + c], of_row, columns[c]);
      }
    }
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
template <int kBlock>
void run_line(const Bf16BlockGradient& task, const GradientSegment& s, Index line,
              const PairedLine<kBlock>& dy) {
  const BFloat16* const x = task.x + s.first_panel * task.x_panel_stride + 2 * s.first_lane;
  for (Index e = task.row_offsets[line]; e < task.row_offsets[line + 1]; ++e) {
    const BFloat16* const columns = x + task.columns[e] * kBlock * task.panel_width;
    float* const block = task.gradient + e * (kBlock * kBlock);
    for (Index j = 0; j < kBlock; j += 4) {
      for (Index i = 0; i < kBlock; i += 4) {
        __m512 sums[16];
        sum_tile<kBlock, 4>(task, s, dy, i, columns + j * task.panel_width, sums);
        put_tile<kBlock>(reduce_sixteen(sums), block + i * kBlock + j, s.accumulate);
      }
    }
  }
}

/// Blocks of 2, four at a time: lanes 4 k to 4 k + 3 of the reduction are block k.
void run_line(const Bf16BlockGradient& task, const GradientSegment& s, Index line,
              const PairedLine<2>& dy) {
  const BFloat16* const x = task.x + s.first_panel * task.x_panel_stride + 2 * s.first_lane;
  const Index vectors = vectors_of(s.lanes);
  const Index last = task.row_offsets[line + 1];
  for (Index e = task.row_offsets[line]; e < last; e += 4) {
    const Index count = last - e < 4 ? last - e : 4;
    const BFloat16* columns[4];
    for (Index k = 0; k < 4; ++k)  // past the end: the last one again, and ignored
      columns[k] = x + task.columns[e + (k < count ? k : count - 1)] * 2 * task.panel_width;
    __m512 sums[16];
    ESPALIER_UNROLL for (int i = 0; i < 16; ++i) sums[i] = _mm512_setzero_ps();
    for (Index p = 0; p < s.panels; ++p) {
      for (Index n = 0; n < vectors; ++n) {
        const __m512i rows[2] = {dy.rows[0][p * vectors + n], dy.rows[1][p * vectors + n]};
        ESPALIER_UNROLL for (int k = 0; k < 4; ++k) {
          const TokenPairs pairs =
              load_token_pairs(columns[k] + p * task.x_panel_stride, n, s.lanes);
          ESPALIER_UNROLL for (int r = 0; r < 2; ++r) {
            sums[4 * k + 2 * r] = add_dot(sums[4 * k + 2 * r], rows[r], pairs.first);
            sums[4 * k + 2 * r + 1] = add_dot(sums[4 * k + 2 * r + 1], rows[r], pairs.second);
          }
        }
      }
    }
    const auto stored = static_cast<__mmask16>((1U << (4 * count)) - 1U);
    float* const out = task.gradient + 4 * e;
    const __m512 start = s.accumulate ? _mm512_maskz_loadu_ps(stored, out) : _mm512_setzero_ps();
    _mm512_mask_storeu_ps(out, stored, _mm512_add_ps(start, reduce_sixteen(sums)));
  }
}

template <int kBlock>
void run_gradient_of(const Bf16BlockGradient& task) {
  PairedLine<kBlock> dy;
  for_each_segment(task, PairedLine<kBlock>::kTokens, [&](const GradientSegment& s) {
    for (Index line = task.first_row; line < task.last_row; ++line) {
      if (task.row_offsets[line] == task.row_offsets[line + 1]) continue;
      dy.fill(task, s, line);
      run_line(task, s, line, dy);
    }
  });
}

void run_gradient(const Bf16BlockGradient& task) noexcept {
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
  return {
      .panel_product = &run_product, .block_gradient = &run_gradient, .simd_target = "AVX512_BF16"};
}

}  // namespace espalier::sparse::kernels

#else

namespace espalier::sparse::kernels {

ProductKernels<BFloat16> avx512_bf16_products() { return {}; }

}  // namespace espalier::sparse::kernels

#endif
