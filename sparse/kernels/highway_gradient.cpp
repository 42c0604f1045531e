// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/kernels/highway_targets.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "espalier/sparse/kernels/highway_gradient.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>

#include <espalier/sparse/kernels/highway.h>
#include <espalier/sparse/kernels/highway_reduce-inl.h>
#include <espalier/sparse/kernels/highway_vectors-inl.h>

HWY_BEFORE_NAMESPACE();
namespace espalier::sparse::kernels::HWY_NAMESPACE {
namespace {

/// Sums that are reduced together are rows of four.
constexpr int kGroup = 4;

/// The same rows of some panels, in the order of the panels.
struct Rows {
  const float* data = nullptr;  ///< of the first panel
  Index panel_stride = 0;
  Index count = 0;  ///< floats in a panel
  Index panels = 0;
};

/// Asks for memory that is needed later, a line or two with each step between the vectors of a
/// tile: in bursts the same lines would cost a tenth of the speed.
class RowsAhead {
 public:
  RowsAhead() = default;
  /// Spreads the rows over `steps` steps.
  HWY_INLINE RowsAhead(const Rows& rows, Index steps)
      : at_(rows.data),
        end_(rows.data + rows.count),
        to_next_panel_(rows.panel_stride - rows.count),
        count_(rows.count),
        panels_(rows.panels) {
    const Index lines = rows.panels * (rows.count / kFloats);
    lines_per_step_ = static_cast<int>((lines + steps - 1) / std::max<Index>(1, steps));
  }

  HWY_INLINE void step() {
    if (panels_ == 0) return;
    for (int i = 0; i < lines_per_step_; ++i) {
      __builtin_prefetch(at_, /*rw=*/0, /*locality=*/2);
      at_ += kFloats;
    }
    if (at_ < end_) return;
    at_ = end_ + to_next_panel_;
    end_ = at_ + count_;
    --panels_;
  }

 private:
  static constexpr Index kFloats = 16;  // of a cache line

  const float* at_ = nullptr;
  const float* end_ = nullptr;
  Index to_next_panel_ = 0;
  Index count_ = 0;
  Index panels_ = 0;
  int lines_per_step_ = 0;
};

/// Some panels whose products are summed in registers before a reduction. The inputs x, which every
/// visit may read, are fetched one group ahead; dy, of which each visit reads a line of its own,
/// one visit ahead, so that it takes no room in the second-level cache.
struct Group {
  Group(const BlockGradient<float>& of, Index first, Index count, Index steps)
      : task(of),
        dy(of.dy + first * of.dy_panel_stride),
        x(of.x + first * of.x_panel_stride),
        panels(count),
        panels_after(std::min(count, of.panels - first - count)),
        accumulate(of.accumulate || first > 0),
        next_x({x + count * of.x_panel_stride + of.first_input * of.panel_width, of.x_panel_stride,
                of.inputs * of.panel_width, panels_after},
               steps) {}

  /// The line of dy that follows visit `n`, in this group or in the next.
  HWY_INLINE Rows dy_after(Index n) const {
    const Index count = task.block * task.panel_width;
    if (n + 1 < task.visit_count)
      return {dy + task.visits[n + 1].line * count, task.dy_panel_stride, count, panels};
    return {dy + panels * task.dy_panel_stride + task.visits[0].line * count, task.dy_panel_stride,
            count, panels_after};
  }

  const BlockGradient<float>& task;
  const float* dy;
  const float* x;
  Index panels;
  Index panels_after;
  bool accumulate;
  RowsAhead next_x;
};

/// What the steps of visit `n` fetch, held in registers.
struct Steps {
  HWY_INLINE Steps(Group& of, Index n, Index count)
      : group(of), x(of.next_x), dy(of.dy_after(n), count) {}
  HWY_INLINE ~Steps() { group.next_x = x; }
  Steps(const Steps&) = delete;
  Steps& operator=(const Steps&) = delete;

  Group& group;
  RowsAhead x, dy;
};

/// Panels of a group for blocks of 2 and above: enough tokens to make the reduction cheap, few
/// enough that the inputs of this group and of the next share the second-level cache with the
/// gradient. A function of block and panel width alone, so that results are too.
Index panels_per_group(Index block, Index panel_width) {
  const Index tokens = block == 4 ? 256 : 192;
  return std::max<Index>(1, tokens / panel_width);
}

/// Vectors of tokens between two steps: a panel of up to 8, since a loop within the panel costs 6
/// to 8% with vectors of 8 lanes; 4 shorter ones, since the code of 16 is 7% slower than a loop.
template <Index kWidth>
inline constexpr Index kVectorsPerStep = kWidth == 0            ? 1
                                         : kWidth / kLanes <= 8 ? kWidth / kLanes
                                                                : 4;

/// kRows x 4 values of each of kBlocks blocks that follow each other, over the panels of a group:
/// each vector of dy and of x that is loaded serves a whole row or column of accumulators. `inputs`
/// are the rows of x for each block, `out` is where the values of the first go. With kFetch the
/// tile brings `next_x`, what the next block reads, into the first-level cache.
template <int kBlock, int kRows, int kBlocks, Index kWidth, bool kFetch>
HWY_INLINE void add_tile(const BlockGradient<float>& task, const float* dy,
                         const float* const (&inputs)[kBlocks], const float* next_x,
                         const Group& group, Steps& steps, float* out) {
  static_assert(kRows == 1 || kBlocks == 1);
  constexpr Index kStep = kVectorsPerStep<kWidth>;
  const Lanes d;
  const Index width = width_of<kWidth>(task);
  const float* x[kBlocks];
  unroll<kBlocks>([&](auto b) ESPALIER_INLINE { x[b] = inputs[b]; });
  Vector sums[kBlocks * kRows][kGroup];
  unroll<kBlocks * kRows>([&](auto r) ESPALIER_INLINE {
    unroll<kGroup>([&](auto c) ESPALIER_INLINE { sums[r][c] = hn::Zero(d); });
  });
  for (Index p = 0; p < group.panels; ++p) {
    for (Index lane = 0; lane < width; lane += kStep * kLanes) {
      ESPALIER_UNROLL(8)
      for (Index v = 0; v < kStep; ++v) {
        if (v == 0) steps.x.step();
        if (v == kStep / 2) steps.dy.step();
        const Index at = lane + v * kLanes;
        if (kFetch && at % 16 == 0)
          unroll<kGroup>([&](auto c)
                             ESPALIER_INLINE { __builtin_prefetch(next_x + c * width + at); });
        Vector row[kRows];
        unroll<kRows>([&](auto r) ESPALIER_INLINE {
          row[r] = in_register(hn::Load(d, dy + r * width + at));
        });
        unroll<kBlocks>([&](auto b) ESPALIER_INLINE {
          unroll<kGroup>([&](auto c) ESPALIER_INLINE {
            Vector column = hn::Load(d, x[b] + c * width + at);
            if constexpr (kRows > 1) column = in_register(column);
            unroll<kRows>([&](auto r) ESPALIER_INLINE {
              Vector& sum = sums[b * kRows + r][c];
              sum = hn::MulAdd(row[r], column, sum);
            });
          });
        });
      }
    }
    dy += task.dy_panel_stride;
    unroll<kBlocks>([&](auto b) ESPALIER_INLINE { x[b] += task.x_panel_stride; });
    if (kFetch) next_x += task.x_panel_stride;
  }
  put_sums(sums, group.accumulate, out, kBlocks == 1 ? kBlock : kBlock * kBlock);
}

/// Blocks that share a tile where one has too few values for the accumulators.
constexpr int kAbreast = kManyRegisters ? 4 : 3;

/// Blocks of 4 and above consist of tall tiles and then of flat ones. Of 16 registers 12 are
/// accumulators: 3 rows of a tile of 4 columns, beside 4 for the operands. The 8 of 2 rows cover
/// the latency of a multiply-add too, but only if nothing else ever delays one of them, and are a
/// tenth slower; the 4 of one row would wait for each other.
constexpr int kTallRows = kManyRegisters ? 4 : 3;
constexpr int kFlatRows = 2;

/// Rows of a block that are in tall tiles.
constexpr int rows_in_tall_tiles(int block) {
  return kManyRegisters ? block : (block - kFlatRows) / kTallRows * kTallRows;
}

/// Whether of kAbreast blocks each has a tall tile, and their last rows have one together.
constexpr bool last_rows_together(int block) { return block == kTallRows + 1; }

/// Tiles of `blocks` blocks that follow each other in a block row.
constexpr Index tiles_of(Index blocks, int block) {
  if (block == 2) return (blocks + kAbreast - 1) / kAbreast;
  const int tall = rows_in_tall_tiles(block);
  const Index tiles = block / kGroup * (tall / kTallRows + (block - tall) / kFlatRows);
  if (!last_rows_together(block)) return blocks * tiles;
  return blocks / kAbreast * (kAbreast + 1) + blocks % kAbreast * tiles;
}

/// Blocks of 4 and above, in tiles of their rows and columns.
template <int kBlock, Index kWidth>
HWY_INLINE void run_large(const BlockGradient<float>& task, Group& group) {
  constexpr int kSize = kBlock * kBlock;
  constexpr int kTall = rows_in_tall_tiles(kBlock), kFirst = kTall == 0 ? kFlatRows : kTallRows;
  const Index width = width_of<kWidth>(task), line_stride = kBlock * width;
  const Index steps_per_tile = group.panels * (width / (kVectorsPerStep<kWidth> * kLanes));
  for (Index n = 0; n < task.visit_count; ++n) {
    const LineVisit& visit = task.visits[n];
    Steps steps(group, n, tiles_of(visit.count, kBlock) * steps_per_tile);
    const float* const dy = group.dy + visit.line * line_stride;
    const Index last = visit.first + visit.count;
    const auto x_of = [&](Index e)
                          ESPALIER_INLINE { return group.x + task.columns[e] * line_stride; };
    const auto x_after = [&](Index e) ESPALIER_INLINE {
      const Index after = e + 1 < last               ? e + 1
                          : n + 1 < task.visit_count ? task.visits[n + 1].first
                                                     : e;
      return x_of(std::min(after, task.entries - 1));
    };
    Index e = visit.first;
    if constexpr (last_rows_together(kBlock)) {
      for (; e + kAbreast <= last; e += kAbreast) {
        float* const out = task.gradient + e * kSize;
        const float* x[kAbreast];
        unroll<kAbreast>([&](auto b) ESPALIER_INLINE {
          x[b] = x_of(e + b);
          add_tile<kBlock, kTallRows, 1, kWidth, true>(task, dy, {x[b]}, x_after(e + b), group,
                                                       steps, out + b * kSize);
        });
        add_tile<kBlock, 1, kAbreast, kWidth, false>(task, dy + kTallRows * width, x, nullptr,
                                                     group, steps, out + kTallRows * kBlock);
      }
    }
    for (; e < last; ++e) {
      for (Index j = 0; j < kBlock; j += kGroup) {
        const float* const x = x_of(e) + j * width;
        float* const out = task.gradient + e * kSize + j;
        add_tile<kBlock, kFirst, 1, kWidth, true>(task, dy, {x}, x_after(e) + j * width, group,
                                                  steps, out);
        for (Index i = kFirst; i < kTall; i += kTallRows)
          add_tile<kBlock, kTallRows, 1, kWidth, false>(task, dy + i * width, {x}, nullptr, group,
                                                        steps, out + i * kBlock);
        for (Index i = std::max(kFirst, kTall); i < kBlock; i += kFlatRows)
          add_tile<kBlock, kFlatRows, 1, kWidth, false>(task, dy + i * width, {x}, nullptr, group,
                                                        steps, out + i * kBlock);
      }
    }
  }
}

/// kAbreast blocks of 2x2 of one block row at a time, past the end the last one again.
template <Index kWidth>
HWY_INLINE void run_pairs(const BlockGradient<float>& task, Group& group) {
  constexpr Index kBlock = 2, kSize = kBlock * kBlock;
  const Lanes d;
  const Index width = width_of<kWidth>(task);
  for (Index n = 0; n < task.visit_count; ++n) {
    const LineVisit& visit = task.visits[n];
    Steps steps(group, n, tiles_of(visit.count, kBlock) * group.panels);
    const Index last = visit.first + visit.count;
    for (Index e = visit.first; e < last; e += kAbreast) {
      const Index count = std::min<Index>(kAbreast, last - e);
      const float* dy = group.dy + visit.line * kBlock * width;
      const float* x[kAbreast];
      unroll<kAbreast>([&](auto b) ESPALIER_INLINE {
        x[b] = group.x + task.columns[std::min(e + b, last - 1)] * kBlock * width;
      });
      Vector sums[kAbreast][kGroup];
      unroll<kAbreast>([&](auto b) ESPALIER_INLINE {
        unroll<kGroup>([&](auto i) ESPALIER_INLINE { sums[b][i] = hn::Zero(d); });
      });
      for (Index p = 0; p < group.panels; ++p) {
        steps.x.step();
        steps.dy.step();
        for (Index lane = 0; lane < width; lane += kLanes) {
          const Vector dy0 = in_register(hn::Load(d, dy + lane));
          const Vector dy1 = in_register(hn::Load(d, dy + width + lane));
          unroll<kAbreast>([&](auto b) ESPALIER_INLINE {
            const Vector x0 = in_register(hn::Load(d, x[b] + lane));
            const Vector x1 = in_register(hn::Load(d, x[b] + width + lane));
            sums[b][0] = hn::MulAdd(dy0, x0, sums[b][0]);
            sums[b][1] = hn::MulAdd(dy0, x1, sums[b][1]);
            sums[b][2] = hn::MulAdd(dy1, x0, sums[b][2]);
            sums[b][3] = hn::MulAdd(dy1, x1, sums[b][3]);
          });
        }
        dy += task.dy_panel_stride;
        unroll<kAbreast>([&](auto b) ESPALIER_INLINE { x[b] += task.x_panel_stride; });
      }
      put_first_sums(sums, count * kSize, group.accumulate, task.gradient + e * kSize);
    }
  }
}

template <int kBlock, Index kWidth>
HWY_NOINLINE void run_groups(const BlockGradient<float>& task) {
  const Index width = width_of<kWidth>(task);
  const Index per_group = panels_per_group(kBlock, width);
  Index tiles = 0;
  for (Index n = 0; n < task.visit_count; ++n) tiles += tiles_of(task.visits[n].count, kBlock);
  for (Index first = 0; first < task.panels; first += per_group) {
    const Index panels = std::min(per_group, task.panels - first);
    const Index steps_per_tile =
        kBlock == 2 ? panels : panels * (width / (kVectorsPerStep<kWidth> * kLanes));
    Group group(task, first, panels, tiles * steps_per_tile);
    if constexpr (kBlock == 2)
      run_pairs<kWidth>(task, group);
    else
      run_large<kBlock, kWidth>(task, group);
  }
}

template <int kBlock>
void run_tiles(const BlockGradient<float>& task) {
  task.panel_width == kUsualWidth ? run_groups<kBlock, kUsualWidth>(task)
                                  : run_groups<kBlock, 0>(task);
}

/// Single values: kVectors vectors of a row of dy stay in registers while the rows of x that it
/// meets stream past, four at a time, past the end the last one again.
template <int kVectors>
HWY_INLINE void run_singles_lane(const BlockGradient<float>& task, Group& group, Index lane,
                                 bool accumulate) {
  const Lanes d;
  const Index width = task.panel_width;
  const float* const input = group.x + lane;
  for (Index n = 0; n < task.visit_count; ++n) {
    const LineVisit& visit = task.visits[n];
    {
      Steps steps(group, n, 1);
      steps.x.step();
      steps.dy.step();
    }
    Vector dy[kVectors];
    const float* const row = group.dy + visit.line * width + lane;
    unroll<kVectors>([&](auto v) ESPALIER_INLINE { dy[v] = hn::Load(d, row + v * kLanes); });
    const auto sums_of = [&](const BlockIndex* columns, Index last,
                             Vector(&sums)[kGroup]) ESPALIER_INLINE {
      unroll<kGroup>([&](auto i) ESPALIER_INLINE {
        const float* const x = input + columns[std::min<Index>(i, last)] * width;
        sums[i] = hn::Mul(dy[0], hn::Load(d, x));
        unroll<kVectors - 1>([&](auto v) ESPALIER_INLINE {
          sums[i] = hn::MulAdd(dy[v + 1], hn::Load(d, x + (v + 1) * kLanes), sums[i]);
        });
      });
    };
    const BlockIndex* const columns = task.columns + visit.first;
    float* const out = task.gradient + visit.first;
    Vector sums[kGroup];
    Index e = 0;
    for (; e + kGroup <= visit.count; e += kGroup) {
      sums_of(columns + e, kGroup - 1, sums);
      put_sums(sums, accumulate, out + e);
    }
    if (e < visit.count) {
      sums_of(columns + e, visit.count - e - 1, sums);
      put_first_sums(sums, visit.count - e, accumulate, out + e);
    }
  }
}

/// Covers a panel with sub-panels of kVectors vectors, then the rest with narrower ones.
template <int kVectors>
HWY_INLINE void run_singles_lanes(const BlockGradient<float>& task, Group& group, Index lane) {
  for (; lane + kVectors * kLanes <= task.panel_width; lane += kVectors * kLanes)
    run_singles_lane<kVectors>(task, group, lane, group.accumulate || lane > 0);
  if constexpr (kVectors > 1)
    if (lane < task.panel_width) run_singles_lanes<kVectors / 2>(task, group, lane);
}

HWY_NOINLINE void run_singles(const BlockGradient<float>& task) {
  constexpr int kVectors = 8;
  const Index sub_panels = std::max<Index>(1, task.panel_width / (kVectors * kLanes));
  for (Index panel = 0; panel < task.panels; ++panel) {
    Group group(task, panel, 1, task.visit_count * sub_panels);
    run_singles_lanes<kVectors>(task, group, 0);
  }
}

void run(const BlockGradient<float>& task) noexcept {
  switch (task.block) {
    case 1:
      return run_singles(task);
    case 2:
      return run_tiles<2>(task);
    case 4:
      return run_tiles<4>(task);
    case 8:
      return run_tiles<8>(task);
    default:
      return run_tiles<16>(task);
  }
}

}  // namespace

GradientKernel<float> gradient_of_target() { return &run; }

}  // namespace espalier::sparse::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier::sparse::kernels {

HWY_EXPORT(gradient_of_target);

template <>
GradientKernel<float> highway_block_gradient() {
  return HWY_DYNAMIC_DISPATCH(gradient_of_target)();
}

}  // namespace espalier::sparse::kernels
#endif
