// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/kernels/highway_targets.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "espalier/sparse/kernels/highway_gradient_bf16.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <espalier/sparse/kernels/gradient_segments.h>
#include <espalier/sparse/kernels/highway.h>
#include <espalier/sparse/kernels/highway_reduce-inl.h>
#include <espalier/sparse/kernels/highway_vectors_bf16-inl.h>

HWY_BEFORE_NAMESPACE();
namespace espalier::sparse::kernels::HWY_NAMESPACE {
namespace {

/// Tokens of a segment: enough to make the reduction at its end cheap, few enough that 768 features
/// of x stay in a second-level cache of 1 MiB and the rows below in the first-level cache.
constexpr Index kSegmentTokens = 512;

/// kRows rows of dy or x over the tokens of a segment, as floats.
template <int kRows>
struct WideRows {
  HWY_ALIGN float rows[kRows][kSegmentTokens];

  /// From pair rows, each `panel_width` pairs, that start at `from` in the first panel.
  HWY_INLINE void widen(const BFloat16* from, Index panel_stride, Index panel_width,
                        const GradientSegment& s) {
    const Lanes d;
    Index token = 0;
    for (Index p = 0; p < s.panels; ++p, from += panel_stride) {
      for (Index lane = 0; lane < s.lanes; lane += kLanes, token += kLanes) {
        unroll<kRows / 2>([&](auto r) ESPALIER_INLINE {
          const Pairs pairs = load_pairs(from + 2 * (r * panel_width + lane));
          hn::Store(first_of(pairs), d, rows[2 * r] + token);
          hn::Store(second_of(pairs), d, rows[2 * r + 1] + token);
        });
      }
    }
  }
};

/// x at the first panel and lane of a segment: pair row 0.
HWY_INLINE const BFloat16* first_of_segment(const BlockGradient<BFloat16>& task,
                                            const GradientSegment& s) {
  return task.x + s.first_panel * task.x_panel_stride + 2 * s.first_lane;
}

/// Calls body(lane vector of the segment, offset within x) for every vector of tokens in order.
template <typename Body>
HWY_INLINE void for_each_vector(const BlockGradient<BFloat16>& task, const GradientSegment& s,
                                const Body& body) {
  Index token = 0;
  for (Index p = 0; p < s.panels; ++p) {
    const Index panel = p * task.x_panel_stride;
    for (Index lane = 0; lane < s.lanes; lane += kLanes, token += kLanes)
      body(token, panel + 2 * lane);
  }
}

/// kRows x 2 kPairs values of a block, 16 or 8 in all: each vector of dy and of x that is loaded
/// serves a whole row or column of accumulators. Tall tiles convert less.
template <int kBlock, int kRows, int kPairs>
HWY_INLINE void add_tile(const BlockGradient<BFloat16>& task, const GradientSegment& s,
                         const WideRows<kBlock>& dy, Index row, const BFloat16* x, float* out) {
  const Lanes d;
  constexpr int kColumns = 2 * kPairs;
  Vector sums[kRows * kColumns / 4][4];  // row-major, four to a group
  unroll<kRows * kColumns>([&](auto i) ESPALIER_INLINE { sums[i / 4][i % 4] = hn::Zero(d); });
  const float* const rows = dy.rows[row];
  for_each_vector(task, s, [&](Index token, Index offset) ESPALIER_INLINE {
    Vector column[kColumns];
    unroll<kPairs>([&](auto c) ESPALIER_INLINE {
      const Pairs pairs = load_pairs(x + 2 * c * task.panel_width + offset);
      column[2 * c] = first_of(pairs);
      column[2 * c + 1] = second_of(pairs);
    });
    unroll<kRows>([&](auto r) ESPALIER_INLINE {
      const Vector of_row = hn::Load(d, rows + r * kSegmentTokens + token);
      unroll<kColumns>([&](auto c) ESPALIER_INLINE {
        Vector& sum = sums[(r * kColumns + c) / 4][(r * kColumns + c) % 4];
        sum = hn::MulAdd(of_row, column[c], sum);
      });
    });
  });
  if constexpr (kColumns == 4) {
    put_sums(sums, s.accumulate, out, kBlock);
  } else {
    HWY_ALIGN float tile[kRows * kColumns];
    put_sums(sums, false, tile, 4);
    const hn::CappedTag<float, kColumns> row_lanes;
    unroll<kRows>([&](auto r) ESPALIER_INLINE {
      float* const to = out + r * kBlock;
      for (Index c = 0; c < kColumns; c += hn::MaxLanes(row_lanes)) {
        const auto sum = hn::LoadU(row_lanes, tile + r * kColumns + c);
        hn::StoreU(s.accumulate ? hn::Add(hn::LoadU(row_lanes, to + c), sum) : sum, row_lanes,
                   to + c);
      }
    });
  }
}

/// Blocks of 4 and above.
template <int kBlock>
HWY_INLINE void run_visit(const BlockGradient<BFloat16>& task, const GradientSegment& s,
                          const LineVisit& visit, const WideRows<kBlock>& dy) {
  constexpr int kRows = kManyRegisters ? (kBlock == 4 ? 4 : 8) : 4;
  constexpr int kPairs = kManyRegisters ? 8 / kRows : 1;
  const BFloat16* const x = first_of_segment(task, s);
  for (Index e = visit.first; e < visit.first + visit.count; ++e) {
    const BFloat16* const columns = x + Index{task.columns[e]} * kBlock * task.panel_width;
    float* const block = task.gradient + e * (kBlock * kBlock);
    for (Index j = 0; j < kBlock; j += 2 * kPairs)
      for (Index i = 0; i < kBlock; i += kRows)
        add_tile<kBlock, kRows, kPairs>(task, s, dy, i, columns + j * task.panel_width,
                                        block + i * kBlock + j);
  }
}

/// kEntries blocks of 2, from entry `e`.
template <int kEntries>
HWY_INLINE void add_small_blocks(const BlockGradient<BFloat16>& task, const GradientSegment& s,
                                 const WideRows<2>& dy, Index e) {
  const Lanes d;
  const BFloat16* columns[kEntries];
  Vector sums[kEntries][4];
  unroll<kEntries>([&](auto k) ESPALIER_INLINE {
    columns[k] = first_of_segment(task, s) + Index{task.columns[e + k]} * 2 * task.panel_width;
    unroll<4>([&](auto i) ESPALIER_INLINE { sums[k][i] = hn::Zero(d); });
  });
  for_each_vector(task, s, [&](Index token, Index offset) ESPALIER_INLINE {
    const Vector rows[2] = {hn::Load(d, dy.rows[0] + token), hn::Load(d, dy.rows[1] + token)};
    unroll<kEntries>([&](auto k) ESPALIER_INLINE {
      const Pairs pairs = load_pairs(columns[k] + offset);
      const Vector column[2] = {first_of(pairs), second_of(pairs)};
      unroll<4>([&](auto i) ESPALIER_INLINE {
        sums[k][i] = hn::MulAdd(rows[i / 2], column[i % 2], sums[k][i]);
      });
    });
  });
  put_sums(sums, s.accumulate, task.gradient + e * 4, 4);
}

/// Blocks of 2: several at a time, since four accumulators would wait for each other.
HWY_INLINE void run_visit(const BlockGradient<BFloat16>& task, const GradientSegment& s,
                          const LineVisit& visit, const WideRows<2>& dy) {
  constexpr int kEntries = kManyRegisters ? 4 : 2;
  const Index last = visit.first + visit.count;
  Index e = visit.first;
  for (; e + kEntries <= last; e += kEntries) add_small_blocks<kEntries>(task, s, dy, e);
  for (; e < last; ++e) add_small_blocks<1>(task, s, dy, e);
}

template <int kBlock>
HWY_NOINLINE void run_block_size(const BlockGradient<BFloat16>& task) {
  WideRows<kBlock> dy;
  for_each_segment(task, kSegmentTokens, [&](const GradientSegment& s) HWY_ATTR {
    for (Index n = 0; n < task.visit_count; ++n) {
      const LineVisit& visit = task.visits[n];
      if (visit.count == 0) continue;
      dy.widen(task.dy + s.first_panel * task.dy_panel_stride +
                   Index{visit.line} * kBlock * task.panel_width + 2 * s.first_lane,
               task.dy_panel_stride, task.panel_width, s);
      run_visit(task, s, visit, dy);
    }
  });
}

void run(const BlockGradient<BFloat16>& task) noexcept {
  switch (task.block) {
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

GradientKernel<BFloat16> bf16_gradient_of_target() { return &run; }

}  // namespace espalier::sparse::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier::sparse::kernels {

HWY_EXPORT(bf16_gradient_of_target);

template <>
GradientKernel<BFloat16> highway_block_gradient() {
  return HWY_DYNAMIC_DISPATCH(bf16_gradient_of_target)();
}

}  // namespace espalier::sparse::kernels
#endif
