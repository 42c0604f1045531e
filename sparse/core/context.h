// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <cstdint>
#include <memory>
#include <string>
#if defined(__SANITIZE_THREAD__)
#include <thread>
#include <vector>
#endif

#include "sparse/core/types.h"

namespace espalier {

/// Settings of a Context. The defaults suit a program that owns the machine.
struct ContextOptions {
  int threads = 0;          ///< 0: as many as the machine has
  std::uint64_t seed = 0;   ///< root of every random stream
  std::string kernel = {};  ///< kernel variant by name; empty: ESPALIER_KERNEL, else the best one
  bool flush_subnormals = true;  ///< treat subnormal floats as zero in this thread and the arena's
};

/// What a computation runs on: a thread arena, the kernel variant and the seed. There are no
/// globals; several contexts can live in one process.
///
/// Subnormal weights slow products down by up to eight times, so they are flushed to zero by
/// default in the thread that makes the context and in every worker of the arena. Throws
/// ConfigError if `threads` is negative or the kernel variant is unknown or unsupported here.
class Context {
 public:
  explicit Context(const ContextOptions& options = {});
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  int threads() const { return threads_; }
  std::uint64_t seed() const { return seed_; }

  /// Name of the kernel variant that products use, such as "highway" or "reference".
  const std::string& kernel() const { return kernel_; }

  /// Calls `body(i)` once for each i in [0, count), possibly concurrently. Which thread runs which
  /// i is unspecified, so `body` must write only what belongs to i.
  template <typename Body>
  void parallel_for(Index count, const Body& body) const {
    if (threads_ == 1 || count <= 1) {
      for (Index i = 0; i < count; ++i) body(i);
      return;
    }
#if defined(__SANITIZE_THREAD__)
    // The packaged TBB is not instrumented, so that its own synchronisation looks like races. Plain
    // threads that nothing orders show the same of `body`.
    std::vector<std::jthread> threads;
    for (Index first = 0; first < threads_; ++first)
      threads.emplace_back([&body, first, count, this] {
        for (Index i = first; i < count; i += threads_) body(i);
      });
#else
    arena_->execute([&] { oneapi::tbb::parallel_for(Index{0}, count, [&](Index i) { body(i); }); });
#endif
  }

 private:
  class FlushMode;

  int threads_;
  std::uint64_t seed_;
  std::string kernel_;
  /// Lifts TBB's limit while more threads are wanted than there are cores; it would warn on stderr.
  std::unique_ptr<oneapi::tbb::global_control> thread_limit_;
  std::unique_ptr<FlushMode> flush_mode_;  // set before the arena is made: workers inherit it
  std::unique_ptr<oneapi::tbb::task_arena> arena_;
};

}  // namespace espalier
