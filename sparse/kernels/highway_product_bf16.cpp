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

constexpr int kMaxVectors = 4;  ///< of a sub-panel

/// Accumulators of two output rows by kVectors vectors of tokens.
template <int kVectors>
HWY_INLINE void start_pair(const Bf16PanelProduct& task, Index row, const BFloat16* output,
                           Vector (&first)[kVectors], Vector (&second)[kVectors]) {
  const Lanes d;
  const bool has_bias = task.bias != nullptr;
  const Vector first_bias = short_nan(hn::Set(d, has_bias ? task.bias[row] : 0.0f));
  const Vector second_bias = short_nan(hn::Set(d, has_bias ? task.bias[row + 1] : 0.0f));
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
    store_pairs(pairs_of_sums(first[v], second[v]), output + 2 * v * kLanes);
  });
}

/// The tokens [lane, lane + kVectors vectors) of the input as floats, [features][kVectors vectors]:
/// each of them is used by as many block lines as a column has entries, so that converting once
/// costs less than converting where it is used.
template <int kVectors>
HWY_INLINE void widen_input(const Bf16PanelProduct& task, Index lane) {
  const Lanes d;
  const BFloat16* from = task.input + 2 * lane;
  float* to = task.scratch;
  for (Index f = 0; f < task.input_features; f += 2) {
    unroll<kVectors>([&](auto v) HWY_ATTR {
      const Pairs pairs = load_pairs(from + 2 * v * kLanes);
      hn::Store(first_of(pairs), d, to + v * kLanes);
      hn::Store(second_of(pairs), d, to + (kVectors + v) * kLanes);
    });
    from += 2 * task.panel_width;
    to += 2 * kVectors * kLanes;
  }
}

/// Accumulators that stay in registers while the entries of a block line pass: kRows rows of the
/// line by kVectors vectors of tokens. Each entry broadcasts its weights over the tokens.
template <int kBlock, int kRows, int kVectors, bool kTransposed>
class WideTile {
 public:
  /// Rows [row, row + kRows) of block line `line`, tokens from `lane`, which are in scratch.
  static HWY_INLINE void run(const Bf16PanelProduct& task, Index line, Index row, Index lane) {
    const Index first_row = line * kBlock + row;
    BFloat16* const output = task.output + first_row * task.panel_width + 2 * lane;
    Vector sums[kRows][kVectors];
    unroll<kRows / 2>([&](auto r) HWY_ATTR {
      unroll<kVectors>([&](auto v) HWY_ATTR {
        __builtin_prefetch(output + 2 * (r * task.panel_width + v * kLanes), /*rw=*/1);
      });
      start_pair(task, first_row + 2 * r, output + 2 * r * task.panel_width, sums[2 * r],
                 sums[2 * r + 1]);
    });

    // Where the weight of (output row r, input row k) of the tile lies within its block.
    constexpr Index kRowStep = kTransposed ? 1 : kBlock;
    constexpr Index kInputStep = kTransposed ? kBlock : 1;
    const Index last = task.offsets[line + 1];
    Index e = task.offsets[line];
    const float* block = task.wide_values + e * (kBlock * kBlock) + row * kRowStep;
    for (; e < last; ++e, block += kBlock * kBlock)
      add_block<kRowStep, kInputStep>(
          block, task.scratch + task.inputs[e] * (kBlock * kVectors * kLanes),
          task.scratch + task.inputs[e + 1 < last ? e + 1 : e] * (kBlock * kVectors * kLanes),
          sums);

    unroll<kRows / 2>([&](auto r) HWY_ATTR {
      finish_pair(sums[2 * r], sums[2 * r + 1], output + 2 * r * task.panel_width);
    });
  }

 private:
  template <Index kRowStep, Index kInputStep>
  static HWY_INLINE void add_block(const float* HWY_RESTRICT block, const float* HWY_RESTRICT input,
                                   const float* next, Vector (&sums)[kRows][kVectors]) {
    const Lanes d;
    for (Index k = 0; k < kBlock; ++k) {
      Vector x[kVectors];
      unroll<kVectors>([&](auto v) HWY_ATTR {
        if (kBlock >= 4) __builtin_prefetch(next + (k * kVectors + v) * kLanes);
        x[v] = hn::Load(d, input + (k * kVectors + v) * kLanes);
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

/// Covers the panel with sub-panels of kVectors vectors, then the rest with narrower ones. All
/// lines of the task read the sub-panel before the next one.
template <int kBlock, int kRows, int kVectors, bool kTransposed>
HWY_INLINE void run_sub_panels(const Bf16PanelProduct& task, Index lane, Prefetch& prefetch) {
  for (; lane + kVectors * kLanes <= task.panel_width; lane += kVectors * kLanes) {
    widen_input<kVectors>(task, lane);
    for (Index n = 0; n < task.line_count; ++n) {
      prefetch.step();
      for (Index row = 0; row < kBlock; row += kRows)
        WideTile<kBlock, kRows, kVectors, kTransposed>::run(task, task.lines[n], row, lane);
    }
  }
  if constexpr (kVectors > 1)
    if (lane < task.panel_width)
      run_sub_panels<kBlock, kRows, kVectors / 2, kTransposed>(task, lane, prefetch);
}

/// The register tile of each block size: enough accumulators to cover the latency of a fused
/// multiply-add (4 cycles, 2 a cycle), few enough for the registers beside two vectors of input for
/// each vector of tokens. Tall tiles convert less.
template <int kBlock, bool kTransposed>
HWY_NOINLINE void run_block_size(const Bf16PanelProduct& task) {
  constexpr int kMaxRows = kManyRegisters ? 8 : 4;
  constexpr int kRows = kBlock < kMaxRows ? kBlock : kMaxRows;
  constexpr int kVectors = kManyRegisters && kRows < 8 ? kMaxVectors : 2;
  const Index width = kVectors * kLanes;
  const Index sub_panels = (task.panel_width + width - 1) / width;
  Prefetch prefetch(task.prefetch, task.prefetch_count * Index{sizeof(BFloat16)},
                    std::max<Index>(1, sub_panels * task.line_count));
  run_sub_panels<kBlock, kRows, kVectors, kTransposed>(task, 0, prefetch);
}

template <bool kTransposed>
void run_transposition(const Bf16PanelProduct& task) {
  switch (task.block) {
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
  return {&run, kMaxVectors * kLanes, hwy::TargetName(HWY_TARGET)};
}

}  // namespace espalier::sparse::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier::sparse::kernels {

HWY_EXPORT(bf16_product_of_target);

HighwayBf16Product highway_bf16_product() { return HWY_DYNAMIC_DISPATCH(bf16_product_of_target)(); }

}  // namespace espalier::sparse::kernels
#endif
