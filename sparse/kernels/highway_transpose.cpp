// SPDX-License-Identifier: Apache-2.0
#include "sparse/kernels/highway_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sparse/kernels/highway_transpose.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>

#include "sparse/kernels/highway.h"
#include "sparse/kernels/highway_vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace espalier::sparse::kernels::HWY_NAMESPACE {
namespace {

/// Tokens that are transposed side by side: a cache line of a panel's row.
constexpr Index kTokens = 16;

/// Features that are transposed together: four floats of each token make four rows of four tokens.
constexpr Index kFeatures = 4;

#if HWY_TARGET != HWY_SCALAR
using Four = hn::CappedTag<float, kFeatures>;
using FourVector = hn::Vec<Four>;

/// Transposes four vectors of four floats.
HWY_INLINE void transpose(FourVector (&v)[kFeatures]) {
  const Four d;
  const FourVector a = hn::InterleaveLower(d, v[0], v[1]), b = hn::InterleaveLower(d, v[2], v[3]);
  const FourVector c = hn::InterleaveUpper(d, v[0], v[1]), e = hn::InterleaveUpper(d, v[2], v[3]);
  v[0] = hn::ConcatLowerLower(d, b, a);
  v[1] = hn::ConcatUpperUpper(d, b, a);
  v[2] = hn::ConcatLowerLower(d, e, c);
  v[3] = hn::ConcatUpperUpper(d, e, c);
}
#endif

constexpr Index kFloatsPerCacheLine = 16;

/// Asks for a cache line of each of the next tokens: sixteen rows side by side are more streams
/// than the processor follows by itself.
template <bool kPack>
HWY_INLINE void fetch_ahead(const PanelTransposition& task, Index first_token, Index feature) {
  const Index last = std::min(first_token + kTokens, task.tokens + task.tokens_after);
  for (Index t = first_token; t < last; ++t) {
    const float* const row = task.plain + t * task.plain_stride + feature;
#if HWY_ARCH_X86
    if (!kPack) {
      asm volatile("prefetchw %0" : : "m"(*row));
      continue;
    }
#endif
    __builtin_prefetch(row, kPack ? 0 : 1);
  }
}

/// Tokens [first, last) and all features, one by one.
template <bool kPack>
void copy_singly(const PanelTransposition& task, Index first, Index last, Index first_feature) {
  for (Index t = first; t < last; ++t)
    for (Index f = first_feature; f < task.features; ++f) {
      float& plain = task.plain[t * task.plain_stride + f];
      float& panel = task.panel[f * task.panel_width + t];
      (kPack ? panel : plain) = kPack ? plain : panel;
    }
}

template <bool kPack>
void run(const PanelTransposition& task) noexcept {
#if HWY_TARGET == HWY_SCALAR
  copy_singly<kPack>(task, 0, task.tokens, 0);
#else
  const Four d;
  const Index whole_tokens = task.tokens / kTokens * kTokens;
  const Index whole_features = task.features / kFeatures * kFeatures;
  for (Index t = 0; t < whole_tokens; t += kTokens) {
    for (Index f = 0; f < whole_features; f += kFeatures) {
      if (f % kFloatsPerCacheLine == 0) fetch_ahead<kPack>(task, t + kTokens, f);
      unroll<kTokens / kFeatures>([&](auto quarter) ESPALIER_INLINE {
        float* const plain = task.plain + (t + quarter * kFeatures) * task.plain_stride + f;
        float* const panel = task.panel + f * task.panel_width + t + quarter * kFeatures;
        FourVector v[kFeatures];
        unroll<kFeatures>([&](auto i) ESPALIER_INLINE {
          v[i] = kPack ? hn::LoadU(d, plain + i * task.plain_stride)
                       : hn::Load(d, panel + i * task.panel_width);
        });
        transpose(v);
        unroll<kFeatures>([&](auto i) ESPALIER_INLINE {
          if (kPack)
            hn::Store(v[i], d, panel + i * task.panel_width);
          else
            hn::StoreU(v[i], d, plain + i * task.plain_stride);
        });
      });
    }
  }
  copy_singly<kPack>(task, 0, whole_tokens, whole_features);
  copy_singly<kPack>(task, whole_tokens, task.tokens, 0);
#endif
}

}  // namespace

HighwayTransposition transposition_of_target() { return {&run<true>, &run<false>}; }

}  // namespace espalier::sparse::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier::sparse::kernels {

HWY_EXPORT(transposition_of_target);

HighwayTransposition highway_transposition() {
  return HWY_DYNAMIC_DISPATCH(transposition_of_target)();
}

}  // namespace espalier::sparse::kernels
#endif
