// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/kernels/highway_targets.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "espalier/sparse/kernels/highway_product_bf16.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>

#include <espalier/sparse/kernels/highway_bf16.h>
#include <espalier/sparse/kernels/highway_vectors_bf16-inl.h>
#include <espalier/sparse/kernels/panel_prefetch.h>

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
  const Vector second_bias = hn::Set(d, has_bias ? task.bias[row + 1] : 0.0f);
  unroll<kVectors>([&](auto v) ESPALIER_INLINE {
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
  unroll<kVectors>([&](auto v) ESPALIER_INLINE {
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
  static HWY_INLINE void run(const Bf16PanelProduct& task, Index line, Index row, Index lane,
                             Ahead<false>& prefetch) {
    const Index first_row = line * kBlock + row;
    BFloat16* const output = task.output + first_row * task.panel_width + 2 * lane;
    Vector sums[kRows][kVectors];
    unroll<kRows / 2>([&](auto r) ESPALIER_INLINE {
      // Stored to at the end of the tile, by when it is in the first-level cache.
      unroll<kVectors>([&](auto v) ESPALIER_INLINE {
        __builtin_prefetch(output + 2 * (r * task.panel_width + v * kLanes), /*rw=*/1);
      });
      start_pair(task, first_row + 2 * r, output + 2 * r * task.panel_width, sums[2 * r],
                 sums[2 * r + 1]);
    });

    const Index last = task.offsets[line + 1];
    Index e = task.offsets[line];
    const float* block = task.wide_values + e * (kBlock * kBlock) + row * kRowStep;
    for (; e < last; ++e, block += kBlock * kBlock) {
      prefetch.step();
      add_block(block, input_of(task, e, lane), input_of(task, e + 1 < last ? e + 1 : e, lane),
                task.panel_width, sums);
    }

    unroll<kRows / 2>([&](auto r) ESPALIER_INLINE {
      finish_pair(sums[2 * r], sums[2 * r + 1], output + 2 * r * task.panel_width);
    });
  }

 private:
  // Where the weight of (output row r, input row k) of the tile lies within its block.
  static constexpr Index kRowStep = kTransposed ? 1 : kBlock;
  static constexpr Index kInputStep = kTransposed ? kBlock : 1;

  static HWY_INLINE const BFloat16* input_of(const Bf16PanelProduct& task, Index entry,
                                             Index lane) {
    return task.input + task.inputs[entry] * (kBlock * task.panel_width) + 2 * lane;
  }

  /// With each pair of input rows the same pair of the next block comes into the first-level cache.
  static HWY_INLINE void add_block(const float* HWY_RESTRICT block,
                                   const BFloat16* HWY_RESTRICT input, const BFloat16* next_input,
                                   Index width, Vector (&sums)[kRows][kVectors]) {
    const Lanes d;
    for (Index k = 0; k < kBlock; k += 2) {
      Vector x[2][kVectors];
      unroll<kVectors>([&](auto v) ESPALIER_INLINE {
        if constexpr (kBlock > 2) __builtin_prefetch(next_input + k * width + 2 * v * kLanes);
        const Pairs pairs = load_pairs(input + k * width + 2 * v * kLanes);
        x[0][v] = first_of(pairs);
        x[1][v] = second_of(pairs);
      });
      unroll<2>([&](auto j) ESPALIER_INLINE {
        unroll<kRows>([&](auto r) ESPALIER_INLINE {
          const Vector weight = hn::Set(d, block[(k + j) * kInputStep + r * kRowStep]);
          unroll<kVectors>([&](auto v) ESPALIER_INLINE {
            sums[r][v] = hn::MulAdd(weight, x[j][v], sums[r][v]);
          });
        });
      });
    }
  }
};

/// Covers the panel with sub-panels of kVectors vectors, then the rest with narrower ones. All
/// lines of the task read the sub-panel before the next one.
template <int kBlock, int kRows, int kVectors, bool kTransposed>
HWY_INLINE void run_sub_panels(const Bf16PanelProduct& task, Index lane, Ahead<false>& prefetch) {
  for (; lane + kVectors * kLanes <= task.panel_width; lane += kVectors * kLanes) {
    for (Index n = 0; n < task.line_count; ++n)
      for (Index row = 0; row < kBlock; row += kRows)
        PairTile<kBlock, kRows, kVectors, kTransposed>::run(task, task.lines[n], row, lane,
                                                            prefetch);
  }
  if constexpr (kVectors > 1)
    if (lane < task.panel_width)
      run_sub_panels<kBlock, kRows, kVectors / 2, kTransposed>(task, lane, prefetch);
}

Index entries_of(const Bf16PanelProduct& task) {
  Index sum = 0;
  for (Index n = 0; n < task.line_count; ++n)
    sum += task.offsets[task.lines[n] + 1] - task.offsets[task.lines[n]];
  return sum;
}

/// The register tile of each block size: enough accumulators to cover the latency of a fused
/// multiply-add (4 cycles, 2 a cycle), few enough for the registers beside two vectors of input for
/// each vector of tokens. Tall tiles convert less, which is the limit: a conversion takes the place
/// of a multiply-add, so that 8 rows reach 8/9 of the peak and 4 rows 4/5. Converting a panel once,
/// into scratch, costs as much (8% at 768 features) and twice the cache.
template <int kBlock, bool kTransposed>
HWY_NOINLINE void run_block_size(const Bf16PanelProduct& task) {
  constexpr int kMaxRows = kManyRegisters ? 8 : 4;
  constexpr int kRows = kBlock < kMaxRows ? kBlock : kMaxRows;
  constexpr int kVectors = kManyRegisters && kRows < 8 ? 4 : 2;
  const Index width = kVectors * kLanes;
  const Index sub_panels = (task.panel_width + width - 1) / width;
  // Few lines at a time: in bursts the requests queue up and cost more than they save.
  Ahead<false> prefetch(task.prefetch, task.prefetch_count,
                        sub_panels * entries_of(task) * (kBlock / kRows));
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

HighwayBf16Product bf16_product_of_target() { return {&run, hwy::TargetName(HWY_TARGET)}; }

}  // namespace espalier::sparse::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier::sparse::kernels {

HWY_EXPORT(bf16_product_of_target);

HighwayBf16Product highway_bf16_product() { return HWY_DYNAMIC_DISPATCH(bf16_product_of_target)(); }

}  // namespace espalier::sparse::kernels
#endif
