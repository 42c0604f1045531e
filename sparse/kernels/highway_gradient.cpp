// SPDX-License-Identifier: Apache-2.0
#include "sparse/kernels/highway_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sparse/kernels/highway_gradient.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>

#include "sparse/kernels/highway.h"
#include "sparse/kernels/highway_vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace espalier::sparse::kernels::HWY_NAMESPACE {
namespace {

/// Columns of a tile: four sums are reduced together.
constexpr int kColumns = 4;

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

/// Adds the horizontal sums of four vectors to out[0..3], or writes them there.
HWY_INLINE void reduce_four(const Vector (&v)[kColumns], float* HWY_RESTRICT out, bool accumulate) {
#if HWY_TARGET == HWY_SCALAR
  for (int i = 0; i < kColumns; ++i) out[i] = hn::GetLane(v[i]) + (accumulate ? out[i] : 0.0f);
#else
  // Within each quarter of 128 bits: transpose and add, so that lane i holds a part of sum i.
  const Lanes d;
  const Vector low =
      hn::Add(hn::InterleaveLower(d, v[0], v[2]), hn::InterleaveUpper(d, v[0], v[2]));
  const Vector high =
      hn::Add(hn::InterleaveLower(d, v[1], v[3]), hn::InterleaveUpper(d, v[1], v[3]));
  const Vector sums = hn::Add(hn::InterleaveLower(d, low, high), hn::InterleaveUpper(d, low, high));
  const hn::CappedTag<float, kColumns> d4;
  const auto total = add_quarters(d, sums);
  hn::StoreU(accumulate ? hn::Add(hn::LoadU(d4, out), total) : total, d4, out);
#endif
}

/// Panels whose products are summed in registers before a reduction, for blocks of 4 and above:
/// enough tokens to make the reduction cheap, few enough that the panels stay in the second-level
/// cache. A function of the panel width alone, so that results are too.
HWY_INLINE Index panels_per_reduction(Index panel_width) {
  constexpr Index kTokens = 512;
  return std::max<Index>(1, kTokens / panel_width);
}

/// kRows x 4 values of one block, over a run of panels: each vector of dy and of x that is loaded
/// serves a whole row or column of accumulators.
template <int kBlock, int kRows>
HWY_INLINE void add_tile(const BlockGradient& task, const float* dy, const float* x, Index panels,
                         float* out, bool accumulate) {
  const Lanes d;
  const Index width = task.panel_width;
  Vector sums[kRows][kColumns];
  unroll<kRows>([&](auto r) ESPALIER_INLINE {
    unroll<kColumns>([&](auto c) ESPALIER_INLINE { sums[r][c] = hn::Zero(d); });
  });
  for (Index p = 0; p < panels; ++p, dy += task.dy_panel_stride, x += task.x_panel_stride) {
    for (Index lane = 0; lane < width; lane += kLanes) {
      Vector column[kColumns];
      unroll<kColumns>([&](auto c)
                           ESPALIER_INLINE { column[c] = hn::Load(d, x + c * width + lane); });
      unroll<kRows>([&](auto r) ESPALIER_INLINE {
        const Vector row = hn::Load(d, dy + r * width + lane);
        unroll<kColumns>(
            [&](auto c) ESPALIER_INLINE { sums[r][c] = hn::MulAdd(row, column[c], sums[r][c]); });
      });
    }
  }
  unroll<kRows>([&](auto r)
                    ESPALIER_INLINE { reduce_four(sums[r], out + r * kBlock, accumulate); });
}

template <int kBlock>
HWY_NOINLINE void run_tiles(const BlockGradient& task) {
  constexpr int kRows = kManyRegisters ? 4 : 2;
  const Index group = panels_per_reduction(task.panel_width);
  const Index line_stride = kBlock * task.panel_width;
  for (Index first = 0; first < task.panels; first += group) {
    const Index panels = std::min(group, task.panels - first);
    const bool accumulate = task.accumulate || first > 0;
    for (Index line = task.first_row; line < task.last_row; ++line) {
      const float* const dy = task.dy + first * task.dy_panel_stride + line * line_stride;
      for (Index e = task.row_offsets[line]; e < task.row_offsets[line + 1]; ++e) {
        const float* const x = task.x + first * task.x_panel_stride + task.columns[e] * line_stride;
        float* const block = task.gradient + e * (kBlock * kBlock);
        for (Index j = 0; j < kBlock; j += kColumns)
          for (Index i = 0; i < kBlock; i += kRows)
            add_tile<kBlock, kRows>(task, dy + i * task.panel_width, x + j * task.panel_width,
                                    panels, block + i * kBlock + j, accumulate);
      }
    }
  }
}

/// Four values whose rows of dy are in registers: the four columns `x` against one row of dy, or
/// two columns against two rows.
template <int kRows, int kVectors>
HWY_INLINE void add_four(const Vector (&dy)[kRows][kVectors], const float* const (&x)[kColumns],
                         float* out, bool accumulate) {
  const Lanes d;
  Vector sums[kColumns];
  unroll<kVectors>([&](auto v) ESPALIER_INLINE {
    unroll<kColumns / kRows>([&](auto c) ESPALIER_INLINE {
      Vector column = hn::Load(d, x[c] + v * kLanes);
      if constexpr (kRows == 2) column = in_register(column);
      unroll<kRows>([&](auto r) ESPALIER_INLINE {
        Vector& sum = sums[r * (kColumns / kRows) + c];
        sum = v == 0 ? hn::Mul(dy[r][v], column) : hn::MulAdd(dy[r][v], column, sum);
      });
    });
  });
  reduce_four(sums, out, accumulate);
}

/// One block row over the tokens of one sub-panel. Blocks of 1: four entries at a time.
template <int kBlock, int kVectors>
HWY_INLINE void run_short_line(const BlockGradient& task, Index line, const float* dy_panel,
                               const float* x_panel, bool accumulate) {
  const Lanes d;
  const Index width = task.panel_width;
  const Index last = task.row_offsets[line + 1];
  Vector dy[kBlock][kVectors];
  unroll<kBlock>([&](auto r) ESPALIER_INLINE {
    unroll<kVectors>([&](auto v) ESPALIER_INLINE {
      dy[r][v] = hn::Load(d, dy_panel + (line * kBlock + r) * width + v * kLanes);
    });
  });
  constexpr Index kEntries = kBlock == 1 ? kColumns : 1;
  for (Index e = task.row_offsets[line]; e < last; e += kEntries) {
    const float* x[kColumns];
    for (Index c = 0; c < kColumns; ++c)  // past the end: the last entry again, and ignored
      x[c] = kBlock == 1 ? x_panel + task.columns[std::min(e + c, last - 1)] * width
                         : x_panel + (task.columns[e] * kBlock + c % kBlock) * width;
    float* const out = task.gradient + e * (kBlock * kBlock);
    if (e + kEntries <= last) {
      add_four<kBlock, kVectors>(dy, x, out, accumulate);
    } else {
      float sums[kColumns];
      add_four<kBlock, kVectors>(dy, x, sums, false);
      for (Index c = 0; c < last - e; ++c) out[c] = sums[c] + (accumulate ? out[c] : 0.0f);
    }
  }
}

/// Covers each panel with sub-panels of kVectors vectors, then the rest with narrower ones.
template <int kBlock, int kVectors>
HWY_INLINE void run_short_sub_panels(const BlockGradient& task, Index panel, Index lane) {
  for (; lane + kVectors * kLanes <= task.panel_width; lane += kVectors * kLanes) {
    const bool accumulate = task.accumulate || panel > 0 || lane > 0;
    for (Index line = task.first_row; line < task.last_row; ++line)
      run_short_line<kBlock, kVectors>(task, line, task.dy + panel * task.dy_panel_stride + lane,
                                       task.x + panel * task.x_panel_stride + lane, accumulate);
  }
  if constexpr (kVectors > 1)
    if (lane < task.panel_width) run_short_sub_panels<kBlock, kVectors / 2>(task, panel, lane);
}

/// Blocks of 1 and 2 are too small for a tile: the rows of dy stay in registers while the columns
/// of x that a block row needs stream past.
template <int kBlock>
HWY_NOINLINE void run_short(const BlockGradient& task) {
  constexpr int kVectors = kManyRegisters || kBlock == 1 ? 8 : 4;
  for (Index panel = 0; panel < task.panels; ++panel)
    run_short_sub_panels<kBlock, kVectors>(task, panel, 0);
}

void run(const BlockGradient& task) noexcept {
  switch (task.block) {
    case 1:
      return run_short<1>(task);
    case 2:
      return run_short<2>(task);
    case 4:
      return run_tiles<4>(task);
    case 8:
      return run_tiles<8>(task);
    default:
      return run_tiles<16>(task);
  }
}

}  // namespace

HighwayGradient gradient_of_target() { return {&run}; }

}  // namespace espalier::sparse::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier::sparse::kernels {

HWY_EXPORT(gradient_of_target);

HighwayGradient highway_gradient() { return HWY_DYNAMIC_DISPATCH(gradient_of_target)(); }

}  // namespace espalier::sparse::kernels
#endif
