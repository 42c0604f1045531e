// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#if defined(__SANITIZE_THREAD__)
#include <thread>
#include <vector>
#endif

#include <espalier/sparse/core/float_mode.h>
#include <espalier/sparse/core/kernel_variant.h>
#include <espalier/sparse/core/precision.h>
#include <espalier/sparse/core/types.h>

namespace espalier {

class Profile;

/// Threads that belong to someone else, such as the framework that calls this library, and that a
/// context computes on. Two pools whose threads both spin while they wait would take the cores from
/// each other.
class ThreadPool {
 public:
  ThreadPool() = default;
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;
  virtual ~ThreadPool() = default;

  /// Calls `body(data)` on the calling thread and on up to `threads` - 1 others, once on each, and
  /// returns when all have returned. `body` throws nothing. Must be safe to call from several
  /// threads at once, and from within `body`.
  virtual void run(int threads, void (*body)(void* data), void* data) const = 0;
};

/// Settings of a Context. The defaults suit a program that owns the machine.
struct ContextOptions {
  int threads = 0;          ///< 0: as many as `allowed_cores`
  std::uint64_t seed = 0;   ///< root of every random stream
  std::string kernel = {};  ///< kernel variant by name; empty: ESPALIER_KERNEL, else the best one
  Precision precision = Precision::kFloat32;    ///< of the operands of products of layers
  bool flush_subnormals = true;                 ///< treat subnormal floats as zero while computing
  std::shared_ptr<const ThreadPool> pool = {};  ///< threads to compute on; null: an arena of TBB
  Profile* profile = nullptr;  ///< layers note here where time goes; must outlive the context
};

/// What a computation runs on: threads, the kernel variant, the precision of layers and the seed.
/// There are no globals; several contexts can live in one process, and several threads can use one
/// at once.
///
/// Subnormal weights slow products down by up to eight times. So each thread that computes for this
/// context flushes them to zero while it does, unless `flush_subnormals` is off; its mode outside
/// is left as it was. Work is divided among `threads` threads. Where TBB allows this process fewer
/// (by default as many as there are cores), only so many compute: that limit belongs to the whole
/// process, and a context does not change it. Throws ConfigError if `threads` is negative or more
/// than can be started here, or the kernel variant is unknown or unsupported here. Must outlive
/// what is made with it.
class Context {
 public:
  explicit Context(const ContextOptions& options = {});
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  int threads() const { return threads_; }
  std::uint64_t seed() const { return seed_; }

  /// The kernel variant that this context computes with, and its name, such as "highway" or
  /// "reference".
  std::string kernel() const { return std::string(variant_->name); }
  const KernelVariant& variant() const { return *variant_; }

  /// The type to which layers round the operands of their products. Products themselves
  /// (sparse/ops) go by the types of their operands.
  Precision precision() const { return precision_; }

  /// Where layers note their times; null if no times are kept.
  Profile* profile() const { return profile_; }

  /// Sets the floating-point mode of the calling thread for as long as the result lives. For loops
  /// over values that are too short for `parallel_for`, which sets the mode itself.
  FloatMode float_mode() const { return FloatMode(flush_subnormals_); }

  /// Calls `body(i)` once for each i in [0, count), possibly concurrently. Which thread runs which
  /// i is unspecified, so `body` must write only what belongs to i. Throws what `body` throws.
  template <typename Body>
  void parallel_for(Index count, const Body& body) const {
    parallel_for_in<NoScope>(count, body);
  }

  /// Calls `body(first, count)` likewise for the chunks of [0, total), which have `chunk` indices,
  /// the last as many as are left.
  template <typename Body>
  void parallel_for_chunks(Index total, Index chunk, const Body& body) const {
    parallel_for((total + chunk - 1) / chunk,
                 [&](Index i) { body(i * chunk, std::min(chunk, total - i * chunk)); });
  }

  /// As `parallel_for`, with a `Scope` alive on the thread that calls `body`: one for every few
  /// calls.
  template <typename Scope, typename Body>
  void parallel_for_in(Index count, const Body& body) const {
    if (threads_ == 1 || count <= 1) return run<Scope>(0, count, body);
    if (pool_ != nullptr) return run_on_pool<Scope>(count, body);
#if defined(__SANITIZE_THREAD__)
    // The packaged TBB is not instrumented, so that its own synchronisation looks like races. Plain
    // threads that nothing orders show the same of `body`.
    std::vector<std::exception_ptr> failures(static_cast<std::size_t>(threads_));
    {
      std::vector<std::jthread> threads;
      for (Index t = 0; t < threads_; ++t)
        threads.emplace_back([&, t] {
          try {
            run<Scope>(count * t / threads_, count * (t + 1) / threads_, body);
          } catch (...) {
            failures[static_cast<std::size_t>(t)] = std::current_exception();
          }
        });
    }
    for (const std::exception_ptr& failure : failures)
      if (failure != nullptr) std::rethrow_exception(failure);
#else
    using Range = oneapi::tbb::blocked_range<Index>;
    arena_->execute([&] {
      oneapi::tbb::parallel_for(Range(0, count), [&](const Range& range) {
        run<Scope>(range.begin(), range.end(), body);
      });
    });
#endif
  }

 private:
  struct NoScope {};

  /// Calls of `body` that share a scope: enough to hide what a scope costs beside calls of a
  /// microsecond, few enough that it ends after some milliseconds.
  static constexpr Index kCallsPerScope = 32;

  /// Parts of a loop for each thread of a pool: enough that one that comes late, or not at all,
  /// costs little, few enough that taking them costs nothing.
  static constexpr Index kPartsPerThread = 8;

  /// What the threads of a pool share while they run a loop.
  template <typename Body>
  struct Loop {
    const Context& context;
    const Body& body;
    Index count;
    Index part;
    std::atomic<Index> next = 0;
    std::atomic_flag failed = {};
    std::exception_ptr failure = {};
  };

  template <typename Scope, typename Body>
  void run_on_pool(Index count, const Body& body) const {
    const Index part = std::max<Index>(1, count / (kPartsPerThread * threads_));
    Loop<Body> loop = {*this, body, count, part};
    pool_->run(
        threads_,
        [](void* data) {
          auto& shared = *static_cast<Loop<Body>*>(data);
          try {
            for (Index first; (first = shared.next.fetch_add(shared.part)) < shared.count;)
              shared.context.template run<Scope>(first, std::min(shared.count, first + shared.part),
                                                 shared.body);
          } catch (...) {
            shared.next = shared.count;
            if (!shared.failed.test_and_set()) shared.failure = std::current_exception();
          }
        },
        &loop);
    if (loop.failure != nullptr) std::rethrow_exception(loop.failure);
  }

  /// Computes [first, last) on the calling thread.
  template <typename Scope, typename Body>
  void run(Index first, Index last, const Body& body) const {
    const FloatMode mode = float_mode();
    while (first < last) {
      [[maybe_unused]] const Scope scope;
      for (const Index end = std::min(last, first + kCallsPerScope); first < end; ++first)
        body(first);
    }
  }

  int threads_;
  std::uint64_t seed_;
  const KernelVariant* variant_;
  Precision precision_;
  bool flush_subnormals_;
  Profile* profile_;
  std::shared_ptr<const ThreadPool> pool_;
  std::unique_ptr<oneapi::tbb::task_arena> arena_;  // null: the pool's threads
};

}  // namespace espalier
