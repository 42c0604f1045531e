// SPDX-License-Identifier: Apache-2.0
#include "sparse/kernels/highway_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sparse/kernels/highway_product.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>

#include "sparse/kernels/highway.h"
#include "sparse/kernels/highway_vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace espalier::sparse::kernels::HWY_NAMESPACE {
namespace {

/// Brings the memory that the caller reads next into the second-level cache, a few lines with each
/// block line, while the current panel is worked on. On panels that leave the cache between layers
/// this is worth more than any other measure for blocks of 4 and above.
class Prefetch {
 public:
  /// Spreads `count` floats over `steps` steps.
  Prefetch(const float* data, Index count, Index steps) : at_(data), end_(data + count) {
    const Index cache_lines = (count + kFloatsPerCacheLine - 1) / kFloatsPerCacheLine;
    lines_per_step_ = (cache_lines + steps - 1) / steps;
  }

  HWY_INLINE void step() {
    for (Index i = 0; i < lines_per_step_ && at_ < end_; ++i, at_ += kFloatsPerCacheLine)
      __builtin_prefetch(at_, /*rw=*/0, /*locality=*/2);
  }

 private:
  static constexpr Index kFloatsPerCacheLine = 16;
  const float* at_;
  const float* end_;
  Index lines_per_step_;
};

/// Accumulators that stay in registers while the entries of a block line pass: kRows rows of the
/// line by kVectors vectors of tokens. Each entry broadcasts its weights over the tokens.
template <int kBlock, int kRows, int kVectors, bool kTransposed>
class Tile {
 public:
  /// Rows [row, row + kRows) of the line of `visit`, tokens from `lane`.
  static HWY_INLINE void run(const PanelProduct& task, const LineVisit& visit, Index row,
                             Index lane) {
    Vector sums[kRows][kVectors];
    const Index first_row = visit.line * kBlock + row;
    float* const output = task.output + first_row * task.panel_width + lane;
    start(task, first_row, output, sums);

    // Where the weight of (output row r, input row k) of the tile lies within its block.
    constexpr Index kRowStep = kTransposed ? 1 : kBlock;
    constexpr Index kInputStep = kTransposed ? kBlock : 1;
    const float* const input = task.input + lane;
    const Index input_line_stride = kBlock * task.panel_width;
    const float* block = task.values + visit.first * (kBlock * kBlock) + row * kRowStep;
    const BlockIndex* const inputs = task.inputs + visit.first;
    for (BlockIndex e = 0; e < visit.count; ++e, block += kBlock * kBlock)
      add_block<kRowStep, kInputStep>(block, input + inputs[e] * input_line_stride,
                                      task.panel_width, sums);

    unroll<kRows>([&](auto r) HWY_ATTR {
      unroll<kVectors>([&](auto v) HWY_ATTR {
        hn::Store(sums[r][v], Lanes(), output + r * task.panel_width + v * kLanes);
      });
    });
  }

 private:
  static HWY_INLINE void start(const PanelProduct& task, Index first_row, const float* output,
                               Vector (&sums)[kRows][kVectors]) {
    const Lanes d;
    unroll<kRows>([&](auto r) HWY_ATTR {
      const Vector bias = hn::Set(d, task.bias == nullptr ? 0.0f : task.bias[first_row + r]);
      unroll<kVectors>([&](auto v) HWY_ATTR {
        sums[r][v] =
            task.accumulate ? hn::Load(d, output + r * task.panel_width + v * kLanes) : bias;
      });
    });
  }

  template <Index kRowStep, Index kInputStep>
  static HWY_INLINE void add_block(const float* HWY_RESTRICT block, const float* HWY_RESTRICT input,
                                   Index panel_width, Vector (&sums)[kRows][kVectors]) {
    const Lanes d;
    for (Index k = 0; k < kBlock; ++k) {
      Vector x[kVectors];
      unroll<kVectors>([&](auto v) HWY_ATTR {
        x[v] = hn::Load(d, input + k * panel_width + v * kLanes);
        if constexpr (kRows == 2) x[v] = in_register(x[v]);
      });
      unroll<kRows>([&](auto r) HWY_ATTR {
        const Vector weight = hn::Set(d, block[k * kInputStep + r * kRowStep]);
        unroll<kVectors>([&](auto v)
                             HWY_ATTR { sums[r][v] = hn::MulAdd(weight, x[v], sums[r][v]); });
      });
    }
  }
};

/// All visits of the task over the tokens from `lane`: the loop over tokens lies outside the loop
/// over lines, so that the part of the input that the lines share is small.
template <int kBlock, int kRows, int kVectors, bool kTransposed>
HWY_INLINE void run_visits(const PanelProduct& task, Index lane, Prefetch& prefetch) {
  for (Index n = 0; n < task.visit_count; ++n) {
    prefetch.step();
    for (Index row = 0; row < kBlock; row += kRows)
      Tile<kBlock, kRows, kVectors, kTransposed>::run(task, task.visits[n], row, lane);
  }
}

/// Covers the panel with sub-panels of kVectors vectors, then the rest with narrower ones.
template <int kBlock, int kRows, int kVectors, bool kTransposed>
HWY_INLINE void run_sub_panels(const PanelProduct& task, Index lane, Prefetch& prefetch) {
  for (; lane + kVectors * kLanes <= task.panel_width; lane += kVectors * kLanes)
    run_visits<kBlock, kRows, kVectors, kTransposed>(task, lane, prefetch);
  if constexpr (kVectors > 1)
    if (lane < task.panel_width)
      run_sub_panels<kBlock, kRows, kVectors / 2, kTransposed>(task, lane, prefetch);
}

/// The register tile of each block size: enough accumulators to cover the latency of a fused
/// multiply-add (4 cycles, 2 a cycle), few enough for the registers. Tall tiles need fewer input
/// vectors, wide ones fewer broadcasts.
template <int kBlock, bool kTransposed>
HWY_NOINLINE void run_block_size(const PanelProduct& task) {
  constexpr int kMaxRows = kManyRegisters ? 8 : 4;
  constexpr int kRows = kBlock < kMaxRows ? kBlock : kMaxRows;
  constexpr int kAccumulators = kManyRegisters ? 16 : 8;
  constexpr int kVectors = kBlock == 1 ? 8 : kAccumulators / kRows;
  const Index width = kVectors * kLanes;
  const Index sub_panels = (task.panel_width + width - 1) / width;
  Prefetch prefetch(task.prefetch, task.prefetch_count,
                    std::max<Index>(1, sub_panels * task.visit_count));
  run_sub_panels<kBlock, kRows, kVectors, kTransposed>(task, 0, prefetch);
}

template <bool kTransposed>
void run_transposition(const PanelProduct& task) {
  switch (task.block) {
    case 1:
      return run_block_size<1, kTransposed>(task);
    case 2:
      return run_block_size<2, kTransposed>(task);
    case 4:
      return run_block_size<4, kTransposed>(task);
    case 8:
      return run_block_size<8, kTransposed>(task);
    default:
      return run_block_size<16, kTransposed>(task);
  }
}

void run(const PanelProduct& task) noexcept {
  task.transposed ? run_transposition<true>(task) : run_transposition<false>(task);
}

}  // namespace

HighwayProduct product_of_target() { return {&run, hwy::TargetName(HWY_TARGET)}; }

}  // namespace espalier::sparse::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier::sparse::kernels {

HWY_EXPORT(product_of_target);

HighwayProduct highway_product() { return HWY_DYNAMIC_DISPATCH(product_of_target)(); }

}  // namespace espalier::sparse::kernels
#endif
