// SPDX-License-Identifier: Apache-2.0
#include "sparse/core/context.h"

#include <cfenv>
#include <string>
#include <thread>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#include "sparse/core/error.h"
#include "sparse/core/kernel_name.h"

namespace espalier {

/// Sets flush-to-zero and denormals-are-zero for the lifetime of the context, then restores.
class Context::FlushMode {
 public:
#if defined(__x86_64__)
  FlushMode() : saved_(_mm_getcsr()) { _mm_setcsr(saved_ | kFlushToZero | kDenormalsAreZero); }
  ~FlushMode() { _mm_setcsr(saved_); }

 private:
  static constexpr unsigned kFlushToZero = 1U << 15;
  static constexpr unsigned kDenormalsAreZero = 1U << 6;
  unsigned saved_;
#elif defined(__aarch64__)
  FlushMode() {
    asm volatile("mrs %0, fpcr" : "=r"(saved_));
    asm volatile("msr fpcr, %0" : : "r"(saved_ | kFlushToZero));
  }
  ~FlushMode() { asm volatile("msr fpcr, %0" : : "r"(saved_)); }

 private:
  static constexpr std::uint64_t kFlushToZero = 1ULL << 24;
  std::uint64_t saved_;
#endif
};

namespace {

int resolve_threads(int requested) {
  if (requested < 0)
    throw ConfigError("threads: " + std::to_string(requested) +
                      " is negative; expected 0 (all) or more");
  if (requested > 0) return requested;
  const unsigned hardware = std::thread::hardware_concurrency();
  return hardware == 0 ? 1 : static_cast<int>(hardware);
}

std::unique_ptr<oneapi::tbb::global_control> lift_thread_limit(int threads) {
  using oneapi::tbb::global_control;
  const auto wanted = static_cast<std::size_t>(threads);
  if (wanted <= global_control::active_value(global_control::max_allowed_parallelism))
    return nullptr;
  return std::make_unique<global_control>(global_control::max_allowed_parallelism, wanted);
}

}  // namespace

Context::Context(const ContextOptions& options)
    : threads_(resolve_threads(options.threads)),
      seed_(options.seed),
      kernel_(resolve_kernel_name(options.kernel)),
      thread_limit_(lift_thread_limit(threads_)),
      flush_mode_(options.flush_subnormals ? std::make_unique<FlushMode>() : nullptr),
      arena_(std::make_unique<oneapi::tbb::task_arena>(threads_)) {
  // TBB copies the floating-point mode when the arena is initialised, so do it now, not lazily.
  arena_->initialize();
}

Context::~Context() = default;

}  // namespace espalier
