// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/sparse/core/types.h>

namespace espalier::sparse::kernels {
// In every unit its own copy: units are compiled for different instruction sets.
namespace {

/// Asks for memory that is needed later, a line or two with each step, while the current panel is
/// worked on. Activations do not fit into the second-level cache, and a step is a few dozen
/// multiply-adds, so that the requests never queue up; asked for in bursts the same lines cost a
/// quarter of the speed at blocks of 8.
template <bool kToWrite>
class Ahead {
 public:
  /// Spreads the cache lines of `count` values over at least `steps` steps.
  template <typename T>
  Ahead(const T* data, Index count, Index steps)
      : at_(reinterpret_cast<const char*>(data)),
        end_(reinterpret_cast<const char*>(data + count)) {
    const Index lines = (end_ - at_ + kCacheLineBytes - 1) / kCacheLineBytes;
    const Index spread = steps > 0 ? steps : 1;
    lines_per_step_ = static_cast<int>((lines + spread - 1) / spread);
  }

  /// Lines of a step, none once the end is reached. Steps that use the answer for a while may
  /// overshoot: a prefetch of memory that is not there does nothing.
  __attribute__((always_inline)) int lines_per_step() const {
    return at_ < end_ ? lines_per_step_ : 0;
  }

  __attribute__((always_inline)) void line() {
    prefetch(at_);
    at_ += kCacheLineBytes;
  }
  __attribute__((always_inline)) void step() {
    for (int i = lines_per_step(); i > 0; --i) line();
  }

 private:
  static constexpr Index kCacheLineBytes = 64;

  __attribute__((always_inline)) static void prefetch(const char* address) {
#if defined(__x86_64__)
    // g++ and clang make this of __builtin_prefetch only where a compiler option allows it; every
    // x86-64 processor takes it, at worst as nothing.
    if constexpr (kToWrite) {
      asm volatile("prefetchw %0" : : "m"(*address));
      return;
    }
#endif
    __builtin_prefetch(address, kToWrite ? 1 : 0, /*locality=*/2);
  }

  const char* at_;
  const char* end_;
  int lines_per_step_;
};

}  // namespace
}  // namespace espalier::sparse::kernels
