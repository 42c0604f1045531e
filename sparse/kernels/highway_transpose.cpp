// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/kernels/highway_targets.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "espalier/sparse/kernels/highway_transpose.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <type_traits>

#include <espalier/sparse/kernels/highway.h>
#include <espalier/sparse/kernels/highway_quads-inl.h>

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

#if HWY_TARGET != HWY_SCALAR
/// Copies four tokens and as many features as a vector has lanes.
template <class D, class Task>
HWY_INLINE void copy_tile(D d, const Task& task, Index token, Index feature) {
  auto* const plain = task.plain + token * task.plain_stride + feature;
  auto* const panel = task.panel + feature * task.panel_width + token;
  const Index step = kQuad * task.panel_width;
  hn::Vec<D> v[kQuad];
  unroll<kQuad>([&](auto i) ESPALIER_INLINE {
    if constexpr (kPacks<Task>)
      v[i] = hn::LoadU(d, plain + i * task.plain_stride);
    else
      v[i] = load_quads(d, panel + i * task.panel_width, step);
  });
  transpose_quads(d, v);
  unroll<kQuad>([&](auto i) ESPALIER_INLINE {
    if constexpr (kPacks<Task>)
      store_quads(v[i], d, panel + i * task.panel_width, step);
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
  const Index whole_quads = task.tokens / kQuad * kQuad;
  const Index whole_lines = task.features / kFeatures * kFeatures;
  const Index whole_features = task.features / kQuad * kQuad;
  for (Index t = 0; t < whole_tokens; t += kTokens) {
    for (Index line = 0; line < whole_lines; line += kFeatures) {
      fetch_ahead(task, t + kTokens, line);
      for (Index token = t; token < t + kTokens; token += kQuad)
        for (Index f = line; f < line + kFeatures; f += kLanes) copy_tile(Lanes(), task, token, f);
    }
    for (Index f = whole_lines; f < whole_features; f += kQuad)
      for (Index token = t; token < t + kTokens; token += kQuad)
        copy_tile(QuadTag(), task, token, f);
  }
  for (Index f = 0; f < whole_features; f += kQuad)
    for (Index token = whole_tokens; token < whole_quads; token += kQuad)
      copy_tile(QuadTag(), task, token, f);
  copy_singly(task, 0, whole_quads, whole_features);
  copy_singly(task, whole_quads, task.tokens, 0);
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
