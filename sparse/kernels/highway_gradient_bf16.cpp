// SPDX-License-Identifier: Apache-2.0
#include "sparse/kernels/highway_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sparse/kernels/highway_gradient_bf16.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>

#include "sparse/kernels/gradient_segments.h"
#include "sparse/kernels/highway_bf16.h"
#include "sparse/kernels/highway_vectors_bf16-inl.h"

HWY_BEFORE_NAMESPACE();
namespace espalier::sparse::kernels::HWY_NAMESPACE {
namespace {

/// Sums that are reduced together.
constexpr int kGroup = 4;

#if HWY_TARGET != HWY_SCALAR
/// Adds the quarters of 128 bits of which a vector consists.
template <class D>
HWY_INLINE auto add_quarters(D d, hn::Vec<D> v) {
  if constexpr (hn::MaxLanes(d) > 4) {
    const hn::Half<D> half;
    return add_quarters(half, hn::Add(hn::LowerHalf(half, v), hn::UpperHalf(half, v)));
  } else {
    return v;
  }
}
#endif

/// The horizontal sums of four vectors.
HWY_INLINE void reduce_four(const Vector& a, const Vector& b, const Vector& c, const Vector& e,
                            float (&out)[kGroup]) {
#if HWY_TARGET == HWY_SCALAR
  out[0] = hn::GetLane(a), out[1] = hn::GetLane(b), out[2] = hn::GetLane(c);
  out[3] = hn::GetLane(e);
#else
  // Within each quarter of 128 bits: transpose and add, so that lane i holds a part of sum i.
  const Lanes d;
  const Vector low = hn::Add(hn::InterleaveLower(d, a, c), hn::InterleaveUpper(d, a, c));
  const Vector high = hn::Add(hn::InterleaveLower(d, b, e), hn::InterleaveUpper(d, b, e));
  const Vector sums = hn::Add(hn::InterleaveLower(d, low, high), hn::InterleaveUpper(d, low, high));
  hn::StoreU(add_quarters(d, sums), hn::CappedTag<float, kGroup>(), out);
#endif
}

/// The rows of dy of one block line over the tokens of a segment, as floats: made once for all
/// entries of the line, and small enough for the first-level cache.
template <int kBlock>
struct WideLine {
  static constexpr Index kTokens = kBlock == 16 ? 256 : 512;
  HWY_ALIGN float rows[kBlock][kTokens];

  HWY_INLINE void widen(const Bf16BlockGradient& task, const GradientSegment& s, Index line) {
    const Lanes d;
    const Index pair = line * kBlock / 2;
    Index to = 0;
    for (Index p = 0; p < s.panels; ++p) {
      const BFloat16* from = task.dy + (s.first_panel + p) * task.dy_panel_stride +
                             2 * (pair * task.panel_width + s.first_lane);
      for (Index lane = 0; lane < s.lanes; lane += kLanes, to += kLanes) {
        if constexpr (kBlock == 1) {
          const Pairs pairs = load_pairs(from + 2 * lane);
          hn::Store(line % 2 == 0 ? first_of(pairs) : second_of(pairs), d, rows[0] + to);
        } else {
          unroll<kBlock / 2>([&](auto r) HWY_ATTR {
            const Pairs pairs = load_pairs(from + 2 * (r * task.panel_width + lane));
            hn::Store(first_of(pairs), d, rows[2 * r] + to);
            hn::Store(second_of(pairs), d, rows[2 * r + 1] + to);
          });
        }
      }
    }
  }
};

/// x at the first panel and lane of a segment: pair row 0.
HWY_INLINE const BFloat16* first_of_segment(const Bf16BlockGradient& task,
                                            const GradientSegment& s) {
  return task.x + s.first_panel * task.x_panel_stride + 2 * s.first_lane;
}

/// Calls body(lane vector of the segment, offset within x) for every vector of tokens in order.
template <typename Body>
HWY_INLINE void for_each_vector(const Bf16BlockGradient& task, const GradientSegment& s,
                                const Body& body) {
  Index token = 0;
  for (Index p = 0; p < s.panels; ++p) {
    const Index panel = p * task.x_panel_stride;
    for (Index lane = 0; lane < s.lanes; lane += kLanes, token += kLanes)
      body(token, panel + 2 * lane);
  }
}

HWY_INLINE void put(float& out, float value, bool accumulate) {
  out = accumulate ? out + value : value;
}

/// kRows x 2 kPairs values of a block: each vector of dy and of x that is loaded serves a whole row
/// or column of accumulators.
template <int kBlock, int kRows, int kPairs>
HWY_INLINE void add_tile(const Bf16BlockGradient& task, const GradientSegment& s,
                         const WideLine<kBlock>& dy, Index row, const BFloat16* x, float* out,
                         bool accumulate) {
  const Lanes d;
  constexpr int kColumns = 2 * kPairs;
  Vector sums[kRows][kColumns];
  unroll<kRows>([&](auto r) HWY_ATTR {
    unroll<kColumns>([&](auto c) HWY_ATTR { sums[r][c] = hn::Zero(d); });
  });
  const float* const rows = dy.rows[row];
  for_each_vector(task, s, [&](Index token, Index offset) HWY_ATTR {
    Vector column[kColumns];
    unroll<kPairs>([&](auto c) HWY_ATTR {
      const Pairs pairs = load_pairs(x + 2 * c * task.panel_width + offset);
      column[2 * c] = first_of(pairs);
      column[2 * c + 1] = second_of(pairs);
    });
    unroll<kRows>([&](auto r) HWY_ATTR {
      const Vector of_row = hn::Load(d, rows + r * WideLine<kBlock>::kTokens + token);
      unroll<kColumns>([&](auto c)
                           HWY_ATTR { sums[r][c] = hn::MulAdd(of_row, column[c], sums[r][c]); });
    });
  });
  unroll<kRows * kColumns / kGroup>([&](auto g) HWY_ATTR {
    constexpr int kFirst = g * kGroup;
    const auto sum = [&](auto i) HWY_ATTR -> const Vector& {
      return sums[(kFirst + i) / kColumns][(kFirst + i) % kColumns];
    };
    float total[kGroup];
    using std::integral_constant;
    reduce_four(sum(integral_constant<int, 0>{}), sum(integral_constant<int, 1>{}),
                sum(integral_constant<int, 2>{}), sum(integral_constant<int, 3>{}), total);
    for (int i = 0; i < kGroup; ++i)
      put(out[(kFirst + i) / kColumns * kBlock + (kFirst + i) % kColumns], total[i], accumulate);
  });
}

/// Blocks of 4 and above.
template <int kBlock>
HWY_INLINE void run_line(const Bf16BlockGradient& task, const GradientSegment& s, Index line,
                         const WideLine<kBlock>& dy) {
  constexpr int kRows = kManyRegisters ? (kBlock < 8 ? 4 : 8) : 4;
  constexpr int kPairs = kManyRegisters ? 8 / kRows : 1;
  const BFloat16* const x = first_of_segment(task, s);
  for (Index e = task.row_offsets[line]; e < task.row_offsets[line + 1]; ++e) {
    const BFloat16* const columns = x + task.columns[e] * kBlock * task.panel_width;
    float* const block = task.gradient + e * (kBlock * kBlock);
    for (Index j = 0; j < kBlock; j += 2 * kPairs)
      for (Index i = 0; i < kBlock; i += kRows)
        add_tile<kBlock, kRows, kPairs>(task, s, dy, i, columns + j * task.panel_width,
                                        block + i * kBlock + j, s.accumulate);
  }
}

/// Blocks of 2: two blocks at a time, since four accumulators would wait for each other.
HWY_INLINE void run_line(const Bf16BlockGradient& task, const GradientSegment& s, Index line,
                         const WideLine<2>& dy) {
  const Lanes d;
  const Index last = task.row_offsets[line + 1];
  const BFloat16* const x = first_of_segment(task, s);
  for (Index e = task.row_offsets[line]; e < last; e += 2) {
    const Index entries[2] = {e, std::min(e + 1, last - 1)};  // past the end: again, and ignored
    const BFloat16* columns[2];
    for (int k = 0; k < 2; ++k) columns[k] = x + task.columns[entries[k]] * 2 * task.panel_width;
    Vector sums[2][2][2];
    unroll<8>([&](auto i) HWY_ATTR { sums[i / 4][i / 2 % 2][i % 2] = hn::Zero(d); });
    for_each_vector(task, s, [&](Index token, Index offset) HWY_ATTR {
      const Vector rows[2] = {hn::Load(d, dy.rows[0] + token), hn::Load(d, dy.rows[1] + token)};
      unroll<2>([&](auto k) HWY_ATTR {
        const Pairs pairs = load_pairs(columns[k] + offset);
        const Vector column[2] = {first_of(pairs), second_of(pairs)};
        unroll<4>([&](auto i) HWY_ATTR {
          Vector& sum = sums[k][i / 2][i % 2];
          sum = hn::MulAdd(rows[i / 2], column[i % 2], sum);
        });
      });
    });
    for (int k = 0; k < (e + 1 < last ? 2 : 1); ++k) {
      float total[kGroup];
      reduce_four(sums[k][0][0], sums[k][0][1], sums[k][1][0], sums[k][1][1], total);
      for (int i = 0; i < kGroup; ++i) put(task.gradient[(e + k) * 4 + i], total[i], s.accumulate);
    }
  }
}

/// Four entries of blocks of 1 whose columns are all the first, or all the second, of their pairs.
template <bool kSecond>
HWY_INLINE void add_four_singles(const Bf16BlockGradient& task, const GradientSegment& s,
                                 const WideLine<1>& dy, const Index* entries, Index count) {
  const Lanes d;
  const BFloat16* const x = first_of_segment(task, s);
  const BFloat16* columns[kGroup];
  for (Index k = 0; k < kGroup; ++k)  // past the end: the last one again, and ignored
    columns[k] = x + task.columns[entries[std::min(k, count - 1)]] / 2 * 2 * task.panel_width;
  Vector sums[kGroup];
  unroll<kGroup>([&](auto k) HWY_ATTR { sums[k] = hn::Zero(d); });
  for_each_vector(task, s, [&](Index token, Index offset) HWY_ATTR {
    const Vector row = hn::Load(d, dy.rows[0] + token);
    unroll<kGroup>([&](auto k) HWY_ATTR {
      const Pairs pairs = load_pairs(columns[k] + offset);
      sums[k] = hn::MulAdd(row, kSecond ? second_of(pairs) : first_of(pairs), sums[k]);
    });
  });
  float total[kGroup];
  reduce_four(sums[0], sums[1], sums[2], sums[3], total);
  for (Index k = 0; k < std::min<Index>(kGroup, count); ++k)
    put(task.gradient[entries[k]], total[k], s.accumulate);
}

/// Blocks of 1: an entry reads one feature of a pair. Sorted by which, so that the loop over tokens
/// knows it at compile time.
HWY_INLINE void run_line(const Bf16BlockGradient& task, const GradientSegment& s, Index line,
                         const WideLine<1>& dy) {
  constexpr Index kEntries = 64;  // sorted at a time
  for (Index e = task.row_offsets[line]; e < task.row_offsets[line + 1]; e += kEntries) {
    Index first[kEntries], second[kEntries], firsts = 0, seconds = 0;
    for (Index k = e; k < std::min(e + kEntries, task.row_offsets[line + 1]); ++k) {
      first[firsts] = second[seconds] = k;
      firsts += task.columns[k] % 2 == 0;
      seconds += task.columns[k] % 2 != 0;
    }
    for (Index k = 0; k < firsts; k += kGroup)
      add_four_singles<false>(task, s, dy, first + k, firsts - k);
    for (Index k = 0; k < seconds; k += kGroup)
      add_four_singles<true>(task, s, dy, second + k, seconds - k);
  }
}

template <int kBlock>
HWY_NOINLINE void run_block_size(const Bf16BlockGradient& task) {
  WideLine<kBlock> dy;
  for_each_segment(task, WideLine<kBlock>::kTokens, [&](const GradientSegment& s) HWY_ATTR {
    for (Index line = task.first_row; line < task.last_row; ++line) {
      if (task.row_offsets[line] == task.row_offsets[line + 1]) continue;
      dy.widen(task, s, line);
      run_line(task, s, line, dy);
    }
  });
}

void run(const Bf16BlockGradient& task) noexcept {
  switch (task.block) {
    case 1:
      return run_block_size<1>(task);
    case 2:
      return run_block_size<2>(task);
    case 4:
      return run_block_size<4>(task);
    case 8:
      return run_block_size<8>(task);
    default:
      return run_block_size<16>(task);
  }
}

}  // namespace

HighwayBf16Gradient bf16_gradient_of_target() { return {&run}; }

}  // namespace espalier::sparse::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier::sparse::kernels {

HWY_EXPORT(bf16_gradient_of_target);

HighwayBf16Gradient highway_bf16_gradient() {
  return HWY_DYNAMIC_DISPATCH(bf16_gradient_of_target)();
}

}  // namespace espalier::sparse::kernels
#endif
