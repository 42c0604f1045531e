// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/kernels/highway_targets.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "espalier/sparse/kernels/highway_product_bf16.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <type_traits>

#include <espalier/sparse/kernels/highway.h>
#include <espalier/sparse/kernels/highway_vectors_bf16-inl.h>
#include <espalier/sparse/kernels/panel_prefetch.h>

HWY_BEFORE_NAMESPACE();
namespace espalier::sparse::kernels::HWY_NAMESPACE {
namespace {

/// Weights were made floats before. The result is rounded to Out.
template <typename Out>
using Product = PanelProduct<BFloat16, float, Out>;

/// Rows of an output panel from one row and lane on, two at a time: in pairs.
class PairRows {
 public:
  PairRows(const Product<BFloat16>& task, Index row, Index lane)
      : at_(task.output + row * task.panel_width + 2 * lane), width_(task.panel_width) {}
  HWY_INLINE void prefetch(Index row, Index vector) const {
    __builtin_prefetch(of(row, vector), /*rw=*/1);
  }
  HWY_INLINE void load(Index row, Index vector, Vector& first, Vector& second) const {
    const Pairs pairs = load_pairs(of(row, vector));
    first = first_of(pairs);
    second = second_of(pairs);
  }
  HWY_INLINE void store(Vector first, Vector second, Index row, Index vector) const {
    store_pairs(pairs_of(first, second), of(row, vector));
  }

 private:
  HWY_INLINE BFloat16* of(Index row, Index vector) const {
    return at_ + row * width_ + 2 * vector * kLanes;
  }
  BFloat16* at_;
  Index width_;
};

/// The same of floats.
class FloatRows {
 public:
  FloatRows(const Product<float>& task, Index row, Index lane)
      : at_(task.output + row * task.panel_width + lane), width_(task.panel_width) {}
  HWY_INLINE void prefetch(Index row, Index vector) const {
    __builtin_prefetch(of(row, vector), /*rw=*/1);
    __builtin_prefetch(of(row + 1, vector), /*rw=*/1);
  }
  HWY_INLINE void load(Index row, Index vector, Vector& first, Vector& second) const {
    first = hn::Load(Lanes(), of(row, vector));
    second = hn::Load(Lanes(), of(row + 1, vector));
  }
  HWY_INLINE void store(Vector first, Vector second, Index row, Index vector) const {
    hn::Store(first, Lanes(), of(row, vector));
    hn::Store(second, Lanes(), of(row + 1, vector));
  }

 private:
  HWY_INLINE float* of(Index row, Index vector) const {
    return at_ + row * width_ + vector * kLanes;
  }
  float* at_;
  Index width_;
};

template <typename Out>
using OutputRows = std::conditional_t<std::is_same_v<Out, float>, FloatRows, PairRows>;

/// Accumulators that stay in registers while the entries of a block line pass: kRows rows of the
/// line by kVectors vectors of tokens. One load yields two features of the input, each of which
/// meets the broadcast weights of all rows.
template <int kBlock, int kRows, int kVectors, bool kTransposed, typename Out>
class PairTile {
 public:
  /// Rows [row, row + kRows) of the line of `visit`, tokens from `lane`.
  static HWY_INLINE void run(const Product<Out>& task, const LineVisit& visit, Index row,
                             Index lane, Ahead<false>& prefetch) {
    const Index first_row = Index{visit.line} * kBlock + row;
    const OutputRows<Out> output(task, first_row, lane);
    const Lanes d;
    Vector sums[kRows][kVectors];
    unroll<kRows / 2>([&](auto i) ESPALIER_INLINE {
      constexpr int r = 2 * i;
      const bool has_bias = task.bias != nullptr;
      const Vector first_bias = hn::Set(d, has_bias ? task.bias[first_row + r] : 0.0f);
      const Vector second_bias = hn::Set(d, has_bias ? task.bias[first_row + r + 1] : 0.0f);
      unroll<kVectors>([&](auto v) ESPALIER_INLINE {
        // Stored to at the end of the tile, by when it is in the first-level cache.
        output.prefetch(r, v);
        sums[r][v] = first_bias;
        sums[r + 1][v] = second_bias;
        if (task.accumulate) output.load(r, v, sums[r][v], sums[r + 1][v]);
      });
    });

    const Index last = visit.first + visit.count;
    Index e = visit.first;
    const float* block = task.values + e * (kBlock * kBlock) + row * kRowStep;
    for (; e < last; ++e, block += kBlock * kBlock) {
      prefetch.step();
      add_block(block, input_of(task, e, lane), input_of(task, e + 1 < last ? e + 1 : e, lane),
                task.panel_width, sums);
    }

    unroll<kRows / 2>([&](auto r) ESPALIER_INLINE {
      unroll<kVectors>([&](auto v) ESPALIER_INLINE {
        output.store(sums[2 * r][v], sums[2 * r + 1][v], 2 * r, v);
      });
    });
  }

 private:
  // Where the weight of (output row r, input row k) of the tile lies within its block.
  static constexpr Index kRowStep = kTransposed ? 1 : kBlock;
  static constexpr Index kInputStep = kTransposed ? kBlock : 1;

  static HWY_INLINE const BFloat16* input_of(const Product<Out>& task, Index entry, Index lane) {
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
template <int kBlock, int kRows, int kVectors, bool kTransposed, typename Out>
HWY_INLINE void run_sub_panels(const Product<Out>& task, Index lane, Ahead<false>& prefetch) {
  for (; lane + kVectors * kLanes <= task.panel_width; lane += kVectors * kLanes) {
    for (Index n = 0; n < task.visit_count; ++n)
      for (Index row = 0; row < kBlock; row += kRows)
        PairTile<kBlock, kRows, kVectors, kTransposed, Out>::run(task, task.visits[n], row, lane,
                                                                 prefetch);
  }
  if constexpr (kVectors > 1)
    if (lane < task.panel_width)
      run_sub_panels<kBlock, kRows, kVectors / 2, kTransposed, Out>(task, lane, prefetch);
}

template <typename Out>
Index entries_of(const Product<Out>& task) {
  Index sum = 0;
  for (Index n = 0; n < task.visit_count; ++n) sum += task.visits[n].count;
  return sum;
}

/// The register tile of each block size: enough accumulators to cover the latency of a fused
/// multiply-add (4 cycles, 2 a cycle), few enough for the registers beside two vectors of input for
/// each vector of tokens. Tall tiles convert less, which is the limit: a conversion takes the place
/// of a multiply-add, so that 8 rows reach 8/9 of the peak and 4 rows 4/5. Converting a panel once,
/// into scratch, costs as much (8% at 768 features) and twice the cache.
template <int kBlock, bool kTransposed, typename Out>
HWY_NOINLINE void run_block_size(const Product<Out>& task) {
  constexpr int kMaxRows = kManyRegisters ? 8 : 4;
  constexpr int kRows = kBlock < kMaxRows ? kBlock : kMaxRows;
  constexpr int kVectors = kManyRegisters && kRows < 8 ? 4 : 2;
  const Index width = kVectors * kLanes;
  const Index sub_panels = (task.panel_width + width - 1) / width;
  // Few lines at a time: in bursts the requests queue up and cost more than they save.
  Ahead<false> prefetch(task.prefetch_input, task.prefetch_input_count,
                        sub_panels * entries_of(task) * (kBlock / kRows));
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
void run(const Product<Out>& task) noexcept {
  task.transposed ? run_transposition<true, Out>(task) : run_transposition<false, Out>(task);
}

}  // namespace

ProductKernels<BFloat16> bf16_product_of_target() {
  return {.panel_product_of_wide = {&run<BFloat16>, &run<float>},
          .no_singles = true,
          .simd_target = hwy::TargetName(HWY_TARGET)};
}

}  // namespace espalier::sparse::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier::sparse::kernels {

HWY_EXPORT(bf16_product_of_target);

template <>
ProductKernels<BFloat16> highway_panel_products() {
  return HWY_DYNAMIC_DISPATCH(bf16_product_of_target)();
}

}  // namespace espalier::sparse::kernels
#endif
