// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/kernels/highway_targets.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "espalier/sparse/kernels/highway_narrow.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include <espalier/sparse/kernels/highway_quads-inl.h>
#include <espalier/sparse/kernels/narrow_kernels.h>

HWY_BEFORE_NAMESPACE();
namespace espalier::sparse::kernels::HWY_NAMESPACE {
namespace {

// Few tokens read each weight for little arithmetic, so that memory is the limit if nothing stands
// in its way: no packing, no copy of the weights, and enough chains of multiply-adds side by side.
// An output is one chain over its inputs in order, as on panels, so that both agree to the last
// bit.

/// As MulAdd of vectors, but with an operand that the compiler takes from memory.
HWY_INLINE float multiply_add(float w, float x, float sum) {
#if HWY_NATIVE_FMA
  return __builtin_fmaf(w, x, sum);
#else
  const hn::CappedTag<float, 1> d;
  return hn::GetLane(hn::MulAdd(hn::Set(d, w), hn::Set(d, x), hn::Set(d, sum)));
#endif
}

/// kRows rows of a line in vectors of tokens: each weight is broadcast.
template <int kBlock, Index kTokens, int kRows>
struct TokenSums {
  using D = hn::CappedTag<float, kTokens>;
  static constexpr Index kLanesOf = static_cast<Index>(hn::MaxLanes(D()));
  static constexpr int kVectors = kTokens / kLanesOf;
  static constexpr int kTogether = 1;
  static constexpr int kStoredRows = kRows;

  HWY_INLINE void start(const NarrowProduct& task, Index row, bool from_output) {
    const D d;
    unroll<kRows>([&](auto r) ESPALIER_INLINE {
      const auto bias = hn::Set(d, task.bias == nullptr ? 0.0f : task.bias[row + r]);
      const float* const output = task.output + (row + r) * task.stride;
      unroll<kVectors>([&](auto v) ESPALIER_INLINE {
        sums[r][v] = from_output ? hn::LoadU(d, output + v * kLanesOf) : bias;
      });
    });
  }

  HWY_INLINE void add(const float* HWY_RESTRICT block, const float* HWY_RESTRICT input,
                      Index stride) {
    const D d;
    constexpr int kUnrolled = std::min(kBlock, 4);
    for (Index first = 0; first < kBlock; first += kUnrolled) {
      ESPALIER_UNROLL(4)
      for (Index k = first; k < first + kUnrolled; ++k) {
        hn::Vec<D> x[kVectors];
        unroll<kVectors>([&](auto v) ESPALIER_INLINE {
          x[v] = hn::LoadU(d, input + k * stride + v * kLanesOf);
        });
        unroll<kRows>([&](auto r) ESPALIER_INLINE {
          const auto weight = hn::Set(d, block[r * kBlock + k]);
          unroll<kVectors>(
              [&](auto v) ESPALIER_INLINE { sums[r][v] = hn::MulAdd(weight, x[v], sums[r][v]); });
        });
      }
    }
  }

  HWY_INLINE void store(const NarrowProduct& task, Index row) const {
    unroll<kRows>([&](auto r) ESPALIER_INLINE {
      unroll<kVectors>([&](auto v) ESPALIER_INLINE {
        hn::StoreU(sums[r][v], D(), task.output + (row + r) * task.stride + v * kLanesOf);
      });
    });
  }

  hn::Vec<D> sums[kRows][kVectors];
};

#if HWY_TARGET != HWY_SCALAR
/// The rows of a line in vectors of rows, for one token: each input is broadcast. Blocks of 2 and
/// above.
template <int kBlock>
struct RowSums {
  using D = hn::CappedTag<float, kBlock>;
  static constexpr Index kLanesOf = static_cast<Index>(hn::MaxLanes(D()));
  static constexpr int kVectors = kBlock / kLanesOf;
  static constexpr int kTogether = 1;
  static constexpr int kStoredRows = kBlock;

  HWY_INLINE void start(const NarrowProduct& task, Index row, bool from_output) {
    const D d;
    const float* const from = from_output ? task.output : task.bias;
    unroll<kVectors>([&](auto v) ESPALIER_INLINE {
      sums[v] = from == nullptr ? hn::Zero(d) : hn::LoadU(d, from + row + v * kLanesOf);
    });
  }

  HWY_INLINE void add(const float* HWY_RESTRICT block, const float* HWY_RESTRICT input,
                      Index /*stride*/) {
    const D d;
    if constexpr (kBlock == 2) {
      const QuadTag quad;
      const hn::Half<QuadTag> half;
      const auto w = hn::LoadU(quad, block);
      add_column(hn::LowerHalf(half, hn::ConcatEven(quad, w, w)), input[0], sums[0]);
      add_column(hn::LowerHalf(half, hn::ConcatOdd(quad, w, w)), input[1], sums[0]);
    } else {
      // Four columns at a time: the rows of the block become columns in registers.
      unroll<kBlock / kQuad>([&](auto q) ESPALIER_INLINE {
        unroll<kVectors>([&](auto v) ESPALIER_INLINE {
          const float* const from = block + v * kLanesOf * kBlock + q * kQuad;
          hn::Vec<D> columns[kQuad];
          unroll<kQuad>([&](auto k) ESPALIER_INLINE {
            columns[k] = load_quads(d, from + k * kBlock, kQuad * kBlock);
          });
          transpose_quads(d, columns);
          unroll<kQuad>([&](auto k) ESPALIER_INLINE {
            add_column(columns[k], input[q * kQuad + k], sums[v]);
          });
        });
      });
    }
  }

  HWY_INLINE void store(const NarrowProduct& task, Index row) const {
    unroll<kVectors>([&](auto v) ESPALIER_INLINE {
      hn::StoreU(sums[v], D(), task.output + row + v * kLanesOf);
    });
  }

  hn::Vec<D> sums[kVectors];

 private:
  static HWY_INLINE void add_column(hn::Vec<D> column, float x, hn::Vec<D>& sum) {
    sum = hn::MulAdd(column, hn::Set(D(), x), sum);
  }
};

/// Keeps a compiler from reading the lanes of a vector one by one from where it was loaded.
HWY_INLINE hn::Vec<QuadTag> in_register(hn::Vec<QuadTag> v) {
#if HWY_ARCH_X86 && HWY_TARGET != HWY_EMU128
  asm("" : "+x"(v.raw));
#endif
  return v;
}

/// One row of single values, for one token. Loads are the limit: four values come in one, and two
/// indices.
struct SingleSum {
  static constexpr int kTogether = kQuad;
  static constexpr int kStoredRows = 1;

  HWY_INLINE void start(const NarrowProduct& task, Index row, bool from_output) {
    sum = from_output ? task.output[row] : task.bias == nullptr ? 0.0f : task.bias[row];
  }
  HWY_INLINE void add(const float* HWY_RESTRICT block, const float* HWY_RESTRICT input,
                      Index /*stride*/) {
    sum = multiply_add(*block, *input, sum);
  }
  HWY_INLINE void add_together(const float* HWY_RESTRICT blocks,
                               const BlockIndex* HWY_RESTRICT inputs,
                               const float* HWY_RESTRICT input) {
    const auto w = in_register(hn::LoadU(QuadTag(), blocks));
    std::uint64_t pair[2];
    std::memcpy(pair, inputs, sizeof pair);
    sum = multiply_add(hn::GetLane(w), input[first_of(pair[0])], sum);
    sum = multiply_add(hn::GetLane(hn::Broadcast<1>(w)), input[second_of(pair[0])], sum);
    sum = multiply_add(hn::GetLane(hn::Broadcast<2>(w)), input[first_of(pair[1])], sum);
    sum = multiply_add(hn::GetLane(hn::Broadcast<3>(w)), input[second_of(pair[1])], sum);
  }
  HWY_INLINE void store(const NarrowProduct& task, Index row) const { task.output[row] = sum; }

  float sum;

 private:
  static_assert(sizeof(BlockIndex) == 4 && std::endian::native == std::endian::little);
  static HWY_INLINE std::size_t first_of(std::uint64_t pair) {
    return static_cast<std::uint32_t>(pair);
  }
  static HWY_INLINE std::size_t second_of(std::uint64_t pair) { return pair >> 32; }
};
#endif

/// Sums of blocks of kBlock over the entries of the visits.
template <class Sums, int kBlock>
class Run {
 public:
  HWY_INLINE explicit Run(const NarrowProduct& task) : task_(task) {}

  /// All lines: kLines of them side by side as far as all of these have entries, then what is left
  /// of each. A line whose rows do not all fit into registers is passed over again at once, while
  /// its values are in the cache.
  template <int kLines>
  HWY_INLINE void all_lines() const {
    const LineVisit* visit = task_.visits;
    const LineVisit* const end = visit + task_.visit_count;
    if constexpr (kLines > 1) {
      static_assert(Sums::kStoredRows == kBlock);
      for (; end - visit >= kLines; visit += kLines) lines<kLines>(visit, end);
    }
    for (; visit < end; ++visit)
      for (Index row = 0; row < kBlock; row += Sums::kStoredRows) line(*visit, 0, row);
  }

 private:
  template <int kLines>
  HWY_INLINE void lines(const LineVisit* visits, const LineVisit* end) const {
    Sums sums[kLines];
    Index entry[kLines];
    Index common = visits[0].count;
    unroll<kLines>([&](auto l) ESPALIER_INLINE {
      sums[l].start(task_, Index{visits[l].line} * kBlock, task_.accumulate);
      entry[l] = visits[l].first;
      common = std::min<Index>(common, visits[l].count);
    });
    const LineVisit* const next = visits + kLines;
    Index e = 0;
    if constexpr (Sums::kTogether > 1) {
      // Whole lines are fetched ahead, a cache line of each at a time: they are too short for the
      // processor to see where they go on.
      const bool fetches = end - next >= kLines;
      for (; e + Sums::kTogether <= common; e += Sums::kTogether) {
        if (fetches && e % kEntriesOfCacheLine == 0)
          unroll<kLines>([&](auto l) ESPALIER_INLINE { fetch(next[l].first + e); });
        unroll<kLines>([&](auto l) ESPALIER_INLINE {
          sums[l].add_together(task_.values + entry[l] + e, task_.inputs + entry[l] + e,
                               task_.input);
        });
      }
    } else {
      for (const LineVisit* line = next; line < std::min(next + kLines, end); ++line)
        fetch(line->first);
    }
    for (; e < common; ++e)
      unroll<kLines>([&](auto l) ESPALIER_INLINE { add(entry[l] + e, 0, sums[l]); });
    unroll<kLines>([&](auto l)
                       ESPALIER_INLINE { sums[l].store(task_, Index{visits[l].line} * kBlock); });
    for (int l = 0; l < kLines; ++l)
      if (visits[l].count > common) line(visits[l], common, 0);
  }

  /// The entries of a line from `first` on; those before are in the output.
  HWY_NOINLINE void line(const LineVisit& visit, Index first, Index row) const {
    Sums sums;
    sums.start(task_, Index{visit.line} * kBlock + row, first > 0 || task_.accumulate);
    for (Index e = first; e < visit.count; ++e) add(visit.first + e, row, sums);
    sums.store(task_, Index{visit.line} * kBlock + row);
  }

  HWY_INLINE void add(Index entry, Index row, Sums& sums) const {
    sums.add(task_.values + (entry * kBlock + row) * kBlock,
             task_.input + task_.inputs[entry] * (kBlock * task_.stride), task_.stride);
  }

  static constexpr Index kEntriesOfCacheLine = 16;

  /// Lines are sorted by length, so that the next one lies elsewhere.
  HWY_INLINE void fetch(Index entry) const {
    __builtin_prefetch(task_.inputs + entry);
    __builtin_prefetch(task_.values + entry * (kBlock * kBlock));
  }

  const NarrowProduct& task_;
};

template <class Sums, int kBlock, int kLines>
HWY_NOINLINE void run_sums(const NarrowProduct& task) {
  Run<Sums, kBlock>(task).template all_lines<kLines>();
}

/// Accumulators that cover the latency of a multiply-add, 4 cycles at 2 a cycle.
constexpr int kChains = 8;

template <int kBlock, Index kTokens>
void run_tokens(const NarrowProduct& task) {
  constexpr int kVectors =
      kTokens / static_cast<Index>(hn::MaxLanes(hn::CappedTag<float, kTokens>()));
  constexpr int kRows = std::min(kBlock, std::max(1, kChains / kVectors));
  // More than four lines would take more registers for addresses than there are.
  constexpr int kLines = std::clamp(kChains / (kRows * kVectors), 1, 4);
  run_sums<TokenSums<kBlock, kTokens, kRows>, kBlock, kLines>(task);
}

template <int kBlock>
void run_token(const NarrowProduct& task) {
#if HWY_TARGET == HWY_SCALAR
  run_tokens<kBlock, 1>(task);
#else
  if constexpr (kBlock == 1) {
    run_sums<SingleSum, 1, 4>(task);
  } else {
    using Sums = RowSums<kBlock>;
    run_sums<Sums, kBlock, std::clamp(4 / Sums::kVectors, 2, 4)>(task);
  }
#endif
}

/// Adds kBlocks blocks that follow each other in a row, for one token: the outputs of a block in
/// vectors. They differ from block to block, so that all are on their way at once.
template <int kBlock, int kBlocks>
HWY_INLINE void scatter_to_token(const NarrowScatter& task, Index entry, const float* input) {
  using D = hn::CappedTag<float, kBlock>;
  constexpr Index kLanesOf = static_cast<Index>(hn::MaxLanes(D()));
  constexpr int kVectors = kBlock / kLanesOf;
  const D d;
  const float* const HWY_RESTRICT block = task.values + entry * (kBlock * kBlock);
  float* to[kBlocks];
  hn::Vec<D> sums[kBlocks][kVectors];
  unroll<kBlocks>([&](auto i) ESPALIER_INLINE {
    to[i] = task.output + Index{task.outputs[entry + i]} * kBlock;
    unroll<kVectors>([&](auto v)
                         ESPALIER_INLINE { sums[i][v] = hn::LoadU(d, to[i] + v * kLanesOf); });
  });
  ESPALIER_UNROLL(16)
  for (Index k = 0; k < kBlock; ++k) {
    const auto x = hn::Set(d, input[k]);
    unroll<kBlocks>([&](auto i) ESPALIER_INLINE {
      unroll<kVectors>([&](auto v) ESPALIER_INLINE {
        const auto w = hn::LoadU(d, block + (i * kBlock + k) * kBlock + v * kLanesOf);
        sums[i][v] = hn::MulAdd(w, x, sums[i][v]);
      });
    });
  }
  unroll<kBlocks>([&](auto i) ESPALIER_INLINE {
    unroll<kVectors>([&](auto v)
                         ESPALIER_INLINE { hn::StoreU(sums[i][v], d, to[i] + v * kLanesOf); });
  });
}

/// The same for kTokens tokens: kColumns outputs of each block at a time, in vectors of tokens.
template <int kBlock, int kBlocks, Index kTokens>
HWY_INLINE void scatter_to_tokens(const NarrowScatter& task, Index entry, const float* input) {
  using D = hn::CappedTag<float, kTokens>;
  constexpr Index kLanesOf = static_cast<Index>(hn::MaxLanes(D()));
  constexpr int kVectors = kTokens / kLanesOf;
  constexpr int kColumns = std::clamp(kChains / (kBlocks * kVectors), 1, kBlock);
  const D d;
  const Index stride = task.stride;
  for (Index column = 0; column < kBlock; column += kColumns) {
    const float* const HWY_RESTRICT block = task.values + entry * (kBlock * kBlock) + column;
    float* to[kBlocks];
    hn::Vec<D> sums[kBlocks][kColumns][kVectors];
    unroll<kBlocks>([&](auto i) ESPALIER_INLINE {
      to[i] = task.output + (Index{task.outputs[entry + i]} * kBlock + column) * stride;
      unroll<kColumns>([&](auto j) ESPALIER_INLINE {
        unroll<kVectors>([&](auto v) ESPALIER_INLINE {
          sums[i][j][v] = hn::LoadU(d, to[i] + j * stride + v * kLanesOf);
        });
      });
    });
    for (Index k = 0; k < kBlock; ++k) {
      hn::Vec<D> x[kVectors];
      unroll<kVectors>(
          [&](auto v) ESPALIER_INLINE { x[v] = hn::LoadU(d, input + k * stride + v * kLanesOf); });
      unroll<kBlocks>([&](auto i) ESPALIER_INLINE {
        unroll<kColumns>([&](auto j) ESPALIER_INLINE {
          const auto w = hn::Set(d, block[(i * kBlock + k) * kBlock + j]);
          unroll<kVectors>(
              [&](auto v) ESPALIER_INLINE { sums[i][j][v] = hn::MulAdd(w, x[v], sums[i][j][v]); });
        });
      });
    }
    unroll<kBlocks>([&](auto i) ESPALIER_INLINE {
      unroll<kColumns>([&](auto j) ESPALIER_INLINE {
        unroll<kVectors>([&](auto v) ESPALIER_INLINE {
          hn::StoreU(sums[i][j][v], d, to[i] + j * stride + v * kLanesOf);
        });
      });
    });
  }
}

template <int kBlock, Index kTokens>
HWY_NOINLINE void scatter_rows(const NarrowScatter& task) {
  constexpr int kTogether = std::clamp(4 / kBlock, 1, 4);
  const auto add = [&]<int kBlocks>(Index entry, const float* input,
                                    std::integral_constant<int, kBlocks>) ESPALIER_INLINE {
    if constexpr (kTokens == 1)
      scatter_to_token<kBlock, kBlocks>(task, entry, input);
    else
      scatter_to_tokens<kBlock, kBlocks, kTokens>(task, entry, input);
  };
  for (Index n = 0; n < task.visit_count; ++n) {
    const LineVisit& visit = task.visits[n];
    const float* const input = task.input + visit.line * (kBlock * task.stride);
    const Index last = visit.first + visit.count;
    Index e = visit.first;
    for (; e + kTogether <= last; e += kTogether)
      add(e, input, std::integral_constant<int, kTogether>());
    for (; e < last; ++e) add(e, input, std::integral_constant<int, 1>());
  }
}

template <Index kValue>
using Constant = std::integral_constant<Index, kValue>;

/// Calls body(constant extent of the blocks, constant number of lanes).
template <class Task, typename Body>
void with_constants(const Task& task, const Body& body) {
  const auto with_block = [&](auto block) {
    switch (task.lanes) {
      case 1:
        return body(block, Constant<1>());
      case 4:
        return body(block, Constant<4>());
      case 8:
        return body(block, Constant<8>());
      default:
        return body(block, Constant<16>());
    }
  };
  switch (task.block) {
    case 1:
      return with_block(Constant<1>());
    case 2:
      return with_block(Constant<2>());
    case 4:
      return with_block(Constant<4>());
    case 8:
      return with_block(Constant<8>());
    default:
      return with_block(Constant<16>());
  }
}

void run(const NarrowProduct& task) noexcept {
  with_constants(task, [&](auto block, auto lanes) {
    if constexpr (lanes == 1)
      run_token<block>(task);
    else
      run_tokens<block, lanes>(task);
  });
}

void scatter(const NarrowScatter& task) noexcept {
  with_constants(task, [&](auto block, auto lanes) { scatter_rows<block, lanes>(task); });
}

}  // namespace

NarrowKernels narrow_of_target() { return {&run, &scatter}; }

}  // namespace espalier::sparse::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier::sparse::kernels {

HWY_EXPORT(narrow_of_target);

NarrowKernels highway_narrow() { return HWY_DYNAMIC_DISPATCH(narrow_of_target)(); }

}  // namespace espalier::sparse::kernels
#endif
