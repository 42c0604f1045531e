// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/kernels/highway_targets.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "espalier/sparse/kernels/highway_transpose.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <type_traits>

#include <espalier/sparse/kernels/highway.h>
#include <espalier/sparse/kernels/highway_vectors-inl.h>

HWY_BEFORE_NAMESPACE();
namespace espalier::sparse::kernels::HWY_NAMESPACE {
namespace {

/// Tokens that are copied before the next: a cache line of a panel's row.
constexpr Index kTokens = 16;

/// Features that are copied of a few tokens before the next tokens: a cache line of a plain row.
/// The lines of more tokens may compete for one place in the cache, as rows of 4096 bytes do.
constexpr Index kFeatures = 16;

/// Whether a task fills the panel; else it fills the plain matrix.
template <class Task>
constexpr bool kPacks = std::is_same_v<Task, PanelPacking>;

/// Tokens of a tile, and floats of a block: the 128 bits within which vectors shuffle cheaply.
constexpr Index kBlock = 4;

#if HWY_TARGET != HWY_SCALAR
using BlockTag = hn::CappedTag<float, kBlock>;

/// Blocks that lie `step` values apart, as one vector.
template <class D>
HWY_INLINE hn::Vec<D> load_blocks(D d, const float* from, Index step) {
  if constexpr (hn::MaxLanes(D()) == kBlock) {
    return hn::LoadU(d, from);
  } else {
    const hn::Half<D> half;
    constexpr Index kBlocks = hn::MaxLanes(D()) / kBlock;
    return hn::Combine(d, load_blocks(half, from + kBlocks / 2 * step, step),
                       load_blocks(half, from, step));
  }
}

template <class D>
HWY_INLINE void store_blocks(hn::Vec<D> v, D d, float* to, Index step) {
  if constexpr (hn::MaxLanes(D()) == kBlock) {
    hn::StoreU(v, d, to);
  } else {
    const hn::Half<D> half;
    constexpr Index kBlocks = hn::MaxLanes(D()) / kBlock;
    store_blocks(hn::LowerHalf(half, v), half, to, step);
    store_blocks(hn::UpperHalf(half, v), half, to + kBlocks / 2 * step, step);
  }
}

/// Transposes the four vectors as if each block were on its own.
template <class D>
HWY_INLINE void transpose_blocks(D d, hn::Vec<D> (&v)[kBlock]) {
  const hn::Repartition<double, D> pairs;
  const auto lower = [&](auto a, auto b) ESPALIER_INLINE {
    return hn::BitCast(d, hn::InterleaveLower(pairs, hn::BitCast(pairs, a), hn::BitCast(pairs, b)));
  };
  const auto upper = [&](auto a, auto b) ESPALIER_INLINE {
    return hn::BitCast(d, hn::InterleaveUpper(pairs, hn::BitCast(pairs, a), hn::BitCast(pairs, b)));
  };
  const auto a = hn::InterleaveLower(d, v[0], v[1]), b = hn::InterleaveLower(d, v[2], v[3]);
  const auto c = hn::InterleaveUpper(d, v[0], v[1]), e = hn::InterleaveUpper(d, v[2], v[3]);
  v[0] = lower(a, b);
  v[1] = upper(a, b);
  v[2] = lower(c, e);
  v[3] = upper(c, e);
}

/// Copies four tokens and as many features as a vector has lanes.
template <class D, class Task>
HWY_INLINE void copy_tile(D d, const Task& task, Index token, Index feature) {
  auto* const plain = task.plain + token * task.plain_stride + feature;
  auto* const panel = task.panel + feature * task.panel_width + token;
  const Index step = kBlock * task.panel_width;
  hn::Vec<D> v[kBlock];
  unroll<kBlock>([&](auto i) ESPALIER_INLINE {
    if constexpr (kPacks<Task>)
      v[i] = hn::LoadU(d, plain + i * task.plain_stride);
    else
      v[i] = load_blocks(d, panel + i * task.panel_width, step);
  });
  transpose_blocks(d, v);
  unroll<kBlock>([&](auto i) ESPALIER_INLINE {
    if constexpr (kPacks<Task>)
      store_blocks(v[i], d, panel + i * task.panel_width, step);
    else
      hn::StoreU(v[i], d, plain + i * task.plain_stride);
  });
}
#endif

/// Asks for a cache line of each of the next tokens: sixteen rows side by side are more streams
/// than the processor follows by itself.
template <class Task>
HWY_INLINE void fetch_ahead(const Task& task, Index first_token, Index feature) {
  const Index last = std::min(first_token + kTokens, task.tokens + task.tokens_after);
  for (Index t = first_token; t < last; ++t) {
    const float* const row = task.plain + t * task.plain_stride + feature;
#if HWY_ARCH_X86
    if constexpr (!kPacks<Task>) {
      asm volatile("prefetchw %0" : : "m"(*row));
      continue;
    }
#endif
    __builtin_prefetch(row, kPacks<Task> ? 0 : 1);
  }
}

/// Tokens [first, last) and all features, one by one.
template <class Task>
void copy_singly(const Task& task, Index first, Index last, Index first_feature) {
  for (Index t = first; t < last; ++t)
    for (Index f = first_feature; f < task.features; ++f) {
      auto& plain = task.plain[t * task.plain_stride + f];
      auto& panel = task.panel[f * task.panel_width + t];
      if constexpr (kPacks<Task>)
        panel = plain;
      else
        plain = panel;
    }
}

template <class Task>
void run(const Task& task) noexcept {
#if HWY_TARGET == HWY_SCALAR
  copy_singly(task, 0, task.tokens, 0);
#else
  const Index whole_tokens = task.tokens / kTokens * kTokens;
  const Index whole_lines = task.features / kFeatures * kFeatures;
  const Index whole_features = task.features / kBlock * kBlock;
  for (Index t = 0; t < whole_tokens; t += kTokens) {
    for (Index line = 0; line < whole_lines; line += kFeatures) {
      fetch_ahead(task, t + kTokens, line);
      for (Index token = t; token < t + kTokens; token += kBlock)
        for (Index f = line; f < line + kFeatures; f += kLanes) copy_tile(Lanes(), task, token, f);
    }
    for (Index f = whole_lines; f < whole_features; f += kBlock)
      for (Index token = t; token < t + kTokens; token += kBlock)
        copy_tile(BlockTag(), task, token, f);
  }
  copy_singly(task, 0, whole_tokens, whole_features);
  copy_singly(task, whole_tokens, task.tokens, 0);
#endif
}

}  // namespace

PanelTranspositions transpositions_of_target() {
  return {&run<PanelPacking>, &run<PanelUnpacking>};
}

}  // namespace espalier::sparse::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier::sparse::kernels {

HWY_EXPORT(transpositions_of_target);

PanelTranspositions highway_transpositions() {
  return HWY_DYNAMIC_DISPATCH(transpositions_of_target)();
}

}  // namespace espalier::sparse::kernels
#endif
