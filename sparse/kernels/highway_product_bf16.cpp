// SPDX-License-Identifier: Apache-2.0
#include "sparse/kernels/highway_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sparse/kernels/highway_product_bf16.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>

#include "sparse/kernels/highway_bf16.h"
#include "sparse/kernels/highway_vectors_bf16-inl.h"
#include "sparse/kernels/panel_prefetch.h"

HWY_BEFORE_NAMESPACE();
namespace espalier::sparse::kernels::HWY_NAMESPACE {
namespace {

/// Accumulators of two output rows by kVectors vectors of tokens.
template <int kVectors>
HWY_INLINE void start_pair(const Bf16PanelProduct& task, Index row, const BFloat16* output,
                           Vector (&first)[kVectors], Vector (&second)[kVectors]) {
  const Lanes d;
  const bool has_bias = task.bias != nullptr;
  const Vector first_bias = hn::Set(d, has_bias ? task.bias[row] : 0.0f);
  const Vector second_bias =
      hn::Set(d, has_bias && row + 1 < task.outputs ? task.bias[row + 1] : 0.0f);
  unroll<kVectors>([&](auto v) HWY_ATTR {
    first[v] = first_bias;
    second[v] = second_bias;
    if (task.accumulate) {
      const Pairs pairs = load_pairs(output + 2 * v * kLanes);
      first[v] = first_of(pairs);
      second[v] = second_of(pairs);
    }
  });
}

template <int kVectors>
HWY_INLINE void finish_pair(const Vector (&first)[kVectors], const Vector (&second)[kVectors],
                            BFloat16* output) {
  unroll<kVectors>([&](auto v) HWY_ATTR {
    store_pairs(pairs_of(first[v], second[v]), output + 2 * v * kLanes);
  });
}

/// Accumulators that stay in registers while the entries of a block line pass: kRows rows of the
/// line by kVectors vectors of tokens. One load yields two features of the input, each of which
/// meets the broadcast weights of all rows.
template <int kBlock, int kRows, int kVectors, bool kTransposed>
class PairTile {
 public:
  /// Rows [row, row + kRows) of block line `line`, tokens from `lane`.
  static HWY_INLINE void run(const Bf16PanelProduct& task, Index line, Index row, Index lane) {
    const Index first_row = line * kBlock + row;
    BFloat16* const output = task.output + first_row * task.panel_width + 2 * lane;
    Vector sums[kRows][kVectors];
    unroll<kRows / 2>([&](auto r) HWY_ATTR {
      start_pair(task, first_row + 2 * r, output + 2 * r * task.panel_width, sums[2 * r],
                 sums[2 * r + 1]);
    });

    // Where the weight of (output row r, input row k) of the tile lies within its block.
    constexpr Index kRowStep = kTransposed ? 1 : kBlock;
    constexpr Index kInputStep = kTransposed ? kBlock : 1;
    const Index first = task.offsets[line];
    const Index last = task.offsets[line + 1];
    const float* block = task.wide_values + first * (kBlock * kBlock) + row * kRowStep;
    const BFloat16* const input = task.input + 2 * lane;
    const Index input_line_stride = kBlock * task.panel_width;
    for (Index e = first; e < last; ++e, block += kBlock * kBlock)
      add_block<kRowStep, kInputStep>(block, input + task.columns[e] * input_line_stride,
                                      task.panel_width, sums);

    unroll<kRows / 2>([&](auto r) HWY_ATTR {
      finish_pair(sums[2 * r], sums[2 * r + 1], output + 2 * r * task.panel_width);
    });
  }

 private:
  template <Index kRowStep, Index kInputStep>
  static HWY_INLINE void add_block(const float* HWY_RESTRICT block,
                                   const BFloat16* HWY_RESTRICT input, Index panel_width,
                                   Vector (&sums)[kRows][kVectors]) {
    const Lanes d;
    for (Index k = 0; k < kBlock; k += 2) {
      Vector x[2][kVectors];
      unroll<kVectors>([&](auto v) HWY_ATTR {
        const Pairs pairs = load_pairs(input + k * panel_width + 2 * v * kLanes);
        x[0][v] = first_of(pairs);
        x[1][v] = second_of(pairs);
      });
      unroll<2>([&](auto j) HWY_ATTR {
        unroll<kRows>([&](auto r) HWY_ATTR {
          const Vector weight = hn::Set(d, block[(k + j) * kInputStep + r * kRowStep]);
          unroll<kVectors>([&](auto v)
                               HWY_ATTR { sums[r][v] = hn::MulAdd(weight, x[j][v], sums[r][v]); });
        });
      });
    }
  }
};

/// All lines of the task over the tokens from `lane`: the loop over tokens lies outside the loop
/// over lines, so that the part of the input that the lines share is small.
template <int kBlock, int kRows, int kVectors, bool kTransposed>
HWY_INLINE void run_lines(const Bf16PanelProduct& task, Index lane, Prefetch& prefetch) {
  for (Index n = 0; n < task.line_count; ++n) {
    prefetch.step();
    for (Index row = 0; row < kBlock; row += kRows)
      PairTile<kBlock, kRows, kVectors, kTransposed>::run(task, task.lines[n], row, lane);
  }
}

/// Covers the panel with sub-panels of kVectors vectors, then the rest with narrower ones.
template <int kBlock, int kRows, int kVectors, bool kTransposed>
HWY_INLINE void run_sub_panels(const Bf16PanelProduct& task, Index lane, Prefetch& prefetch) {
  for (; lane + kVectors * kLanes <= task.panel_width; lane += kVectors * kLanes)
    run_lines<kBlock, kRows, kVectors, kTransposed>(task, lane, prefetch);
  if constexpr (kVectors > 1)
    if (lane < task.panel_width)
      run_sub_panels<kBlock, kRows, kVectors / 2, kTransposed>(task, lane, prefetch);
}

/// Prefetching for a task whose panel is covered by sub-panels of `lanes` tokens.
Prefetch prefetch_of(const Bf16PanelProduct& task, Index lanes) {
  const Index sub_panels = (task.panel_width + lanes - 1) / lanes;
  return Prefetch(task.prefetch, task.prefetch_count * sizeof(BFloat16),
                  std::max<Index>(1, sub_panels * task.line_count));
}

/// The register tile of each block size: enough accumulators to cover the latency of a fused
/// multiply-add (4 cycles, 2 a cycle), few enough for the registers beside two vectors of input for
/// each vector of tokens. Tall tiles convert less.
template <int kBlock, bool kTransposed>
HWY_NOINLINE void run_block_size(const Bf16PanelProduct& task) {
  constexpr int kMaxRows = kManyRegisters ? 8 : 4;
  constexpr int kRows = kBlock < kMaxRows ? kBlock : kMaxRows;
  constexpr int kVectors = kManyRegisters && kRows < 8 ? 4 : 2;
  Prefetch prefetch = prefetch_of(task, kVectors * kLanes);
  run_sub_panels<kBlock, kRows, kVectors, kTransposed>(task, 0, prefetch);
}

/// Blocks of 1: an entry uses one feature of a pair, so that converting at each use would cost more
/// than the product. The sub-panel is converted once, into scratch.
class SinglesProduct {
 public:
  static constexpr int kVectors = 4;

  static HWY_INLINE void run(const Bf16PanelProduct& task) {
    Prefetch prefetch = prefetch_of(task, kVectors * kLanes);
    run_sub_panels<kVectors>(task, 0, prefetch);
  }

 private:
  template <int kCount>
  static HWY_INLINE void run_sub_panels(const Bf16PanelProduct& task, Index lane,
                                        Prefetch& prefetch) {
    for (; lane + kCount * kLanes <= task.panel_width; lane += kCount * kLanes) {
      widen_input<kCount>(task, lane);
      for (Index n = 0; n < task.line_count; ++n) {
        prefetch.step();
        run_pair<kCount>(task, 2 * Index{task.lines[n]}, lane);
      }
    }
    if constexpr (kCount > 1)
      if (lane < task.panel_width) run_sub_panels<kCount / 2>(task, lane, prefetch);
  }

  template <int kCount>
  static HWY_INLINE void widen_input(const Bf16PanelProduct& task, Index lane) {
    const Lanes d;
    const BFloat16* input = task.input + 2 * lane;
    float* to = task.scratch;
    for (Index pair = 0; pair < (task.inputs + 1) / 2; ++pair) {
      unroll<kCount>([&](auto v) HWY_ATTR {
        const Pairs pairs = load_pairs(input + 2 * v * kLanes);
        hn::Store(first_of(pairs), d, to + v * kLanes);
        hn::Store(second_of(pairs), d, to + (kCount + v) * kLanes);
      });
      input += 2 * task.panel_width;
      to += 2 * kCount * kLanes;
    }
  }

  /// Rows `row` and `row` + 1, side by side as long as both have entries.
  template <int kCount>
  static HWY_INLINE void run_pair(const Bf16PanelProduct& task, Index row, Index lane) {
    BFloat16* const output = task.output + row * task.panel_width + 2 * lane;
    Vector first[kCount], second[kCount];
    start_pair(task, row, output, first, second);
    Index a = task.offsets[row];
    const Index a_last = task.offsets[row + 1];
    Index b = a_last;
    const Index b_last = row + 1 < task.outputs ? task.offsets[row + 2] : b;
    for (; a < a_last && b < b_last; ++a, ++b) {
      add_entry(task, a, first);
      add_entry(task, b, second);
    }
    for (; a < a_last; ++a) add_entry(task, a, first);
    for (; b < b_last; ++b) add_entry(task, b, second);
    finish_pair(first, second, output);
  }

  template <int kCount>
  static HWY_INLINE void add_entry(const Bf16PanelProduct& task, Index e, Vector (&sums)[kCount]) {
    const Lanes d;
    const Vector weight = hn::Set(d, task.wide_values[e]);
    const float* const x = task.scratch + task.columns[e] * (kCount * kLanes);
    unroll<kCount>([&](auto v) HWY_ATTR {
      sums[v] = hn::MulAdd(weight, hn::Load(d, x + v * kLanes), sums[v]);
    });
  }
};

HWY_NOINLINE void run_singles(const Bf16PanelProduct& task) { SinglesProduct::run(task); }

template <bool kTransposed>
void run_transposition(const Bf16PanelProduct& task) {
  switch (task.block) {
    case 1:
      return run_singles(task);
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

void run(const Bf16PanelProduct& task) noexcept {
  task.transposed ? run_transposition<true>(task) : run_transposition<false>(task);
}

}  // namespace

HighwayBf16Product bf16_product_of_target() {
  return {&run, SinglesProduct::kVectors * kLanes, hwy::TargetName(HWY_TARGET)};
}

}  // namespace espalier::sparse::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier::sparse::kernels {

HWY_EXPORT(bf16_product_of_target);

HighwayBf16Product highway_bf16_product() { return HWY_DYNAMIC_DISPATCH(bf16_product_of_target)(); }

}  // namespace espalier::sparse::kernels
#endif
