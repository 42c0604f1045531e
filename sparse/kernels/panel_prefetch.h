// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sparse/core/types.h"

namespace espalier::sparse::kernels {
// In every unit its own copy: units are compiled for different instruction sets.
namespace {

/// Brings the memory that the caller reads next into the second-level cache, a few lines with each
/// step, while the current panel is worked on.
class Prefetch {
 public:
  /// Spreads `bytes` from `data` over `steps` steps.
  Prefetch(const void* data, Index bytes, Index steps)
      : at_(static_cast<const char*>(data)), end_(at_ + bytes) {
    const Index cache_lines = (bytes + kCacheLineBytes - 1) / kCacheLineBytes;
    lines_per_step_ = (cache_lines + steps - 1) / steps;
  }

  void step() {
    for (Index i = 0; i < lines_per_step_ && at_ < end_; ++i, at_ += kCacheLineBytes)
      __builtin_prefetch(at_, /*rw=*/0, /*locality=*/2);
  }

 private:
  static constexpr Index kCacheLineBytes = 64;
  const char* at_;
  const char* end_;
  Index lines_per_step_;
};

}  // namespace
}  // namespace espalier::sparse::kernels
