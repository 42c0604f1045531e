// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/kernels/highway_targets.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "espalier/sparse/kernels/highway_product.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include <espalier/sparse/kernels/highway.h>
#include <espalier/sparse/kernels/highway_vectors-inl.h>
#include <espalier/sparse/kernels/panel_prefetch.h>

HWY_BEFORE_NAMESPACE();
namespace espalier::sparse::kernels::HWY_NAMESPACE {
namespace {

/// What a task asks for ahead of its use: the input and the output of the panel that comes next.
struct Prefetch {
  Prefetch(const PanelProduct<float>& task, Index steps)
      : input(task.prefetch_input, task.prefetch_input_count, steps),
        output(task.prefetch_output, task.prefetch_output_count, steps) {}
  HWY_INLINE void step() {
    input.step();
    output.step();
  }
  Ahead<false> input;
  Ahead<true> output;
};

/// Rows of the input, from some lane on, and how far apart they lie: kStride, or what is given if
/// that is 0.
template <Index kStride>
class InputRows {
 public:
  HWY_INLINE InputRows(const float* data, Index stride) : data_(data), stride_(stride) {}
  HWY_INLINE const float* data() const { return data_; }
  HWY_INLINE Index stride() const { return kStride > 0 ? kStride : stride_; }

 private:
  const float* data_;
  Index stride_;
};

/// Accumulators that stay in registers while the entries of a block line pass: kRows rows by
/// kVectors vectors of tokens, of kLines lines side by side, which all have the same number of
/// entries. Each entry broadcasts its weights over the tokens.
template <int kBlock, int kLines, int kRows, int kVectors, Index kWidth, bool kTransposed>
class Tile {
 public:
  /// Rows [row, row + kRows) of the lines of `visits`, tokens from `lane`. `then` is the entry that
  /// the next tile begins with.
  template <Index kStride>
  static HWY_INLINE void run(const PanelProduct<float>& task, const InputRows<kStride>& rows,
                             const LineVisit* visits, Index then, Index row, Index lane,
                             Prefetch& prefetch) {
    const Lanes d;
    const Index width = width_of<kWidth>(task), stride = rows.stride();
    Vector sums[kLines][kRows][kVectors];
    float* output[kLines];
    const float* block[kLines];
    const std::uint16_t* inputs[kLines];
    unroll<kLines>([&](auto line) ESPALIER_INLINE {
      const LineVisit& visit = visits[line];
      const Index first_row = Index{visit.line} * kBlock + row;
      output[line] = task.output + first_row * width + lane;
      start(task, first_row, output[line], sums[line]);
      block[line] = task.values + visit.first * (kBlock * kBlock) + row * kRowStep;
      inputs[line] = task.inputs + visit.first;
    });

    const float* const input = rows.data();
    const BlockIndex count = visits[0].count;
    const int inputs_ahead = prefetch.input.lines_per_step();
    const int outputs_ahead = prefetch.output.lines_per_step();
    if constexpr (kBlock >= kSteppedBlock) {
      const float* weights = block[0];
      for (BlockIndex e = 0; e < count; ++e, weights += kBlock * kBlock) {
        const BlockIndex next = e + 1 < count ? inputs[0][e + 1] : task.inputs[then];
        add_large_block(weights, input + inputs[0][e] * (kBlock * stride),
                        input + next * (kBlock * stride), stride, sums[0], inputs_ahead,
                        outputs_ahead, prefetch);
      }
    } else {
      const auto add_entry = [&](auto line, BlockIndex e, Index entry_input) ESPALIER_INLINE {
        unroll<kBlock>([&](auto k) ESPALIER_INLINE {
          add_input_row(block[line] + e * (kBlock * kBlock) + k * kInputStep,
                        input + (entry_input * kBlock + k) * stride, sums[line]);
        });
      };
      // Four inputs in one load: loads are what limits these blocks.
      static_assert(std::endian::native == std::endian::little);
      BlockIndex e = 0;
      for (; e + 4 <= count; e += 4) {
        std::uint64_t four[kLines];
        unroll<kLines>([&](auto line) ESPALIER_INLINE {
          std::memcpy(&four[line], inputs[line] + e, sizeof(std::uint64_t));
        });
        unroll<4>([&](auto i) ESPALIER_INLINE {
          unroll<kLines>([&](auto line) ESPALIER_INLINE {
            add_entry(line, e + i, static_cast<std::uint16_t>(four[line] >> (16 * i)));
          });
        });
      }
      for (; e < count; ++e)
        unroll<kLines>([&](auto line) ESPALIER_INLINE { add_entry(line, e, inputs[line][e]); });
    }

    unroll<kLines>([&](auto line) ESPALIER_INLINE {
      unroll<kRows>([&](auto r) ESPALIER_INLINE {
        unroll<kVectors>([&](auto v) ESPALIER_INLINE {
          hn::Store(sums[line][r][v], d, output[line] + r * width + v * kLanes);
        });
      });
    });
  }

 private:
  // Where the weight of (output row r, input row k) of the tile lies within its block.
  static constexpr Index kRowStep = kTransposed ? 1 : kBlock;
  static constexpr Index kInputStep = kTransposed ? kBlock : 1;

  static HWY_INLINE void start(const PanelProduct<float>& task, Index first_row,
                               const float* output, Vector (&sums)[kRows][kVectors]) {
    const Lanes d;
    unroll<kRows>([&](auto r) ESPALIER_INLINE {
      const Vector bias = hn::Set(d, task.bias == nullptr ? 0.0f : task.bias[first_row + r]);
      unroll<kVectors>([&](auto v) ESPALIER_INLINE {
        sums[r][v] =
            task.accumulate ? hn::Load(d, output + r * width_of<kWidth>(task) + v * kLanes) : bias;
      });
    });
  }

  static HWY_INLINE void add_input_row(const float* HWY_RESTRICT weights,
                                       const float* HWY_RESTRICT input,
                                       Vector (&sums)[kRows][kVectors]) {
    const Lanes d;
    Vector x[kVectors];
    unroll<kVectors>([&](auto v) ESPALIER_INLINE {
      x[v] = hn::Load(d, input + v * kLanes);
      if constexpr (kRows > 1) x[v] = in_register(x[v]);
    });
    unroll<kRows>([&](auto r) ESPALIER_INLINE {
      const Vector weight = hn::Set(d, weights[r * kRowStep]);
      unroll<kVectors>([&](auto v)
                           ESPALIER_INLINE { sums[r][v] = hn::MulAdd(weight, x[v], sums[r][v]); });
    });
  }

  /// With each input row the same row of the next block comes into the first-level cache, and a
  /// line of the next panel into the second.
  static HWY_INLINE void add_large_block(const float* HWY_RESTRICT block,
                                         const float* HWY_RESTRICT input,
                                         const float* HWY_RESTRICT next_input, Index width,
                                         Vector (&sums)[kRows][kVectors], int inputs_ahead,
                                         int outputs_ahead, Prefetch& prefetch) {
    for (int i = kBlock; i < inputs_ahead; ++i) prefetch.input.line();
    for (int i = kBlock; i < outputs_ahead; ++i) prefetch.output.line();
    ESPALIER_UNROLL(16)
    for (Index k = 0; k < kBlock; ++k) {
      if (k < inputs_ahead) prefetch.input.line();
      if (kBlock - 1 - k < outputs_ahead) prefetch.output.line();
      for (Index lane = 0; lane < kVectors * kLanes; lane += 16)
        __builtin_prefetch(next_input + k * width + lane);
      add_input_row(block + k * kInputStep, input + k * width, sums);
    }
  }

 public:
  /// From this block size on, steps of the prefetch lie between the rows of a block, else between
  /// visits.
  static constexpr int kSteppedBlock = 4;
};

/// All visits of the task over the tokens from `lane`: the loop over tokens lies outside the loop
/// over lines, so that the part of the input that the lines share is small.
template <int kBlock, int kLines, int kRows, int kVectors, Index kWidth, bool kTransposed,
          Index kStride>
HWY_INLINE void run_visits(const PanelProduct<float>& task, const InputRows<kStride>& rows,
                           Index lane, Prefetch& prefetch) {
  const LineVisit* visit = task.visits;
  const LineVisit* const end = visit + task.visit_count;
  while (visit < end) {
    // Visits are sorted by length, so that most have a partner.
    if (kLines > 1 && end - visit >= kLines && visit[kLines - 1].count == visit->count) {
      prefetch.step();
      for (int i = kLines; i < 2 * kLines && visit + i < end; ++i) {
        __builtin_prefetch(task.values + visit[i].first * (kBlock * kBlock));
        __builtin_prefetch(task.inputs + visit[i].first);
      }
      Tile<kBlock, kLines, kRows, kVectors, kWidth, kTransposed>::run(task, rows, visit, 0, 0, lane,
                                                                      prefetch);
      visit += kLines;
      continue;
    }
    if (kLines > 1) prefetch.step();
    const Index next = visit + 1 < end && visit[1].count > 0 ? visit[1].first : visit->first;
    for (Index row = 0; row < kBlock; row += kRows)
      Tile<kBlock, 1, kRows, kVectors, kWidth, kTransposed>::run(
          task, rows, visit, row + kRows < kBlock ? visit->first : next, row, lane, prefetch);
    ++visit;
  }
}

/// Input floats of a sweep that are copied for blocks of 1 and 2: what fits beside weights and
/// outputs into a first-level cache of 32 KiB.
constexpr Index kPackedFloats = 6144;

/// All visits over the kVectors vectors from `lane`. A sub-panel narrower than the panel is a part
/// of each input row. Such parts lie a row apart and compete for a few places of the first-level
/// cache, from which blocks of 1 and 2 have to read them: these get a copy in which they touch.
template <int kBlock, int kLines, int kRows, int kVectors, Index kWidth, bool kTransposed>
HWY_INLINE void run_sub_panel(const PanelProduct<float>& task, Index lane, Prefetch& prefetch) {
  const Index width = width_of<kWidth>(task);
  constexpr Index kPart = kVectors * kLanes;
  if constexpr (kBlock <= 2 && !kManyRegisters) {
    if (kPart < width && task.input_rows * kPart <= kPackedFloats) {
      HWY_ALIGN float packed[kPackedFloats];
      const Lanes d;
      const float* from = task.input + lane;
      float* to = packed;
      for (Index row = 0; row < task.input_rows; ++row, from += width, to += kPart)
        unroll<kVectors>([&](auto v) ESPALIER_INLINE {
          hn::Store(hn::Load(d, from + v * kLanes), d, to + v * kLanes);
        });
      run_visits<kBlock, kLines, kRows, kVectors, kWidth, kTransposed>(
          task, InputRows<kPart>(packed, kPart), lane, prefetch);
      return;
    }
  }
  run_visits<kBlock, kLines, kRows, kVectors, kWidth, kTransposed>(
      task, InputRows<kWidth>(task.input + lane, width), lane, prefetch);
}

/// Covers the panel with sub-panels of kVectors vectors, then the rest with narrower ones. kLeft is
/// the number of lanes from `lane` on where it is a constant, so that there is no code for
/// sub-panels that do not occur; else 0.
template <int kBlock, int kLines, int kRows, int kVectors, Index kWidth, bool kTransposed,
          Index kLeft = kWidth>
HWY_INLINE void run_sub_panels(const PanelProduct<float>& task, Index lane, Prefetch& prefetch) {
  constexpr Index kPart = kVectors * kLanes;
  if constexpr (kLeft == 0 || kLeft >= kPart)
    for (; lane + kPart <= width_of<kWidth>(task); lane += kPart)
      run_sub_panel<kBlock, kLines, kRows, kVectors, kWidth, kTransposed>(task, lane, prefetch);
  if constexpr (kVectors > 1 && (kLeft == 0 || kLeft % kPart > 0))
    if (lane < width_of<kWidth>(task))
      run_sub_panels<kBlock, kLines, kRows, (kVectors + 1) / 2, kWidth, kTransposed, kLeft % kPart>(
          task, lane, prefetch);
}

Index entries(const PanelProduct<float>& task) {
  Index sum = 0;
  for (Index n = 0; n < task.visit_count; ++n) sum += task.visits[n].count;
  return sum;
}

/// The accumulators of a register tile, and its rows at most: enough accumulators to cover the
/// latency of a fused multiply-add (4 cycles, 2 a cycle), few enough for the registers. Of 16
/// registers 12 are accumulators, three vectors wide: the fourth part holds the inputs and a
/// weight. Eight cover the latency too, but only if nothing else ever delays one of them. Without
/// vectors, on processors older than SSE4, there is one tile and one width, which compile fast.
constexpr bool kHasVectors = kLanes > 1;
constexpr int kMaxRows = kManyRegisters ? 8 : kHasVectors ? 4 : 1;
constexpr int kMaxLines = kHasVectors ? 2 : 1;
constexpr int kAccumulators = kManyRegisters ? 16 : kHasVectors ? 12 : 4;

/// The register tile of each block size. Tall tiles need fewer input vectors, wide ones fewer
/// broadcasts. Blocks of 1 and 2 get their accumulators from two lines.
template <int kBlock, Index kWidth, bool kTransposed>
HWY_NOINLINE void run_width(const PanelProduct<float>& task) {
  constexpr int kRows = kBlock < kMaxRows ? kBlock : kMaxRows;
  constexpr int kLines = kBlock <= 2 ? kMaxLines : 1;
  // For blocks of 1 more than eight accumulators gained nothing, measured with AVX-512 and AVX2:
  // each multiply-add reads its input from memory, and those loads are the limit.
  constexpr int kVectors = kBlock == 1 ? 4 : kAccumulators / (kRows * kLines);
  const Index width = kVectors * kLanes;
  const Index sub_panels = (task.panel_width + width - 1) / width;
  const Index steps = kLines > 1 ? sub_panels * ((task.visit_count + kLines - 1) / kLines)
                                 : sub_panels * entries(task) * (kBlock / kRows);
  Prefetch prefetch(task, steps);
  run_sub_panels<kBlock, kLines, kRows, kVectors, kWidth, kTransposed>(task, 0, prefetch);
}

template <int kBlock, bool kTransposed>
void run_block_size(const PanelProduct<float>& task) {
  kHasVectors&& task.panel_width == kUsualWidth
      ? run_width<kBlock, kHasVectors ? kUsualWidth : 0, kTransposed>(task)
      : run_width<kBlock, 0, kTransposed>(task);
}

template <bool kTransposed>
void run_transposition(const PanelProduct<float>& task) {
  switch (task.block) {
    case 1:  // transposed, it is the same
      return run_block_size<1, false>(task);
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

/// Processors without AVX-512 have first-level caches of 32 KiB, of which a sweep of 192 features
/// by four vectors takes 24, and second-level caches of 256 or 512 KiB, which 768 features of the
/// tokens that a weight gradient sums at a time would overflow.
constexpr ProductTiling kFewRegisters = {
    .singles_per_sweep = 192, .pairs_per_sweep = 256, .gradient_inputs = 384};

void run(const PanelProduct<float>& task) noexcept {
  task.transposed ? run_transposition<true>(task) : run_transposition<false>(task);
}

}  // namespace

ProductKernels<float> product_of_target() {
  return {.panel_product = {.run = &run},
          .tiling = kManyRegisters ? ProductTiling{} : kFewRegisters,
          .simd_target = hwy::TargetName(HWY_TARGET)};
}

}  // namespace espalier::sparse::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier::sparse::kernels {

HWY_EXPORT(product_of_target);

template <>
ProductKernels<float> highway_panel_products() {
  return HWY_DYNAMIC_DISPATCH(product_of_target)();
}

}  // namespace espalier::sparse::kernels
#endif
