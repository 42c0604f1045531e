// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/core/context.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <oneapi/tbb/global_control.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <espalier/sparse/core/build_info.h>
#include <espalier/sparse/core/error.h>
#include "tests/support/message.h"

namespace espalier {
namespace {

using ::testing::HasSubstr;

std::string refusal_of(const ContextOptions& options) {
  return espalier::testing::message_of<ConfigError>([&] { const Context context(options); });
}

TEST(Context, ParallelForVisitsEachIndexOnce) {
  for (const int threads : {1, 2, 4}) {
    const Context context({.threads = threads});
    std::vector<std::atomic<int>> visits(1000);
    context.parallel_for(1000, [&](Index i) { ++visits[static_cast<std::size_t>(i)]; });
    for (const auto& n : visits) EXPECT_EQ(n, 1);
  }
}

TEST(Context, ChunksCoverEachIndexOnce) {
  const Context context({.threads = 2});
  for (const Index total : {0, 1, 7, 8, 9, 100}) {
    std::vector<std::atomic<int>> visits(static_cast<std::size_t>(total));
    context.parallel_for_chunks(total, 8, [&](Index first, Index count) {
      EXPECT_EQ(first % 8, 0);
      EXPECT_EQ(count, std::min<Index>(8, total - first));
      for (Index i = first; i < first + count; ++i) ++visits[static_cast<std::size_t>(i)];
    });
    for (const auto& n : visits) EXPECT_EQ(n, 1);
  }
}

/// Starts its threads for each call.
class OwnThreads : public ThreadPool {
 public:
  void run(int threads, void (*body)(void*), void* data) const override {
    ++calls;
    std::vector<std::jthread> others;
    for (int i = 1; i < threads; ++i) others.emplace_back([=] { body(data); });
    body(data);
  }
  mutable std::atomic<int> calls = 0;
};

TEST(Context, ComputesOnThreadsThatItIsGiven) {
  const auto pool = std::make_shared<OwnThreads>();
  const Context context({.threads = 3, .pool = pool});
  EXPECT_EQ(context.threads(), 3);
  for (const Index count : {0, 1, 2, 23, 24, 25, 1000}) {
    std::vector<std::atomic<int>> visits(static_cast<std::size_t>(count));
    context.parallel_for(count, [&](Index i) { ++visits[static_cast<std::size_t>(i)]; });
    for (const auto& n : visits) EXPECT_EQ(n, 1);
  }
  EXPECT_EQ(pool->calls, 5);  // one index is not worth a thread

  std::atomic<int> inner = 0;
  context.parallel_for(4, [&](Index) { context.parallel_for(10, [&](Index) { ++inner; }); });
  EXPECT_EQ(inner, 40);
}

TEST(Context, PassesOnWhatIsThrownOnThreadsThatItIsGiven) {
  const Context context({.threads = 3, .pool = std::make_shared<OwnThreads>()});
  EXPECT_THROW(context.parallel_for(100, [](Index) { throw std::runtime_error("one of many"); }),
               std::runtime_error);
  std::atomic<int> calls = 0;
  context.parallel_for(100, [&](Index) { ++calls; });
  EXPECT_EQ(calls, 100);
}

TEST(Context, HasMoreThreadsThanCoresWithoutAWord) {
  ::testing::internal::CaptureStderr();
  const Context context({.threads = 64});
  std::atomic<int> calls = 0;
  context.parallel_for(1000, [&](Index) { ++calls; });
  EXPECT_EQ(calls, 1000);
  // TBB warns on stderr if an arena wants more workers than it may start.
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

TEST(Context, ChangesNoLimitOfTheProcess) {
  using oneapi::tbb::global_control;
  const auto limit = [] {
    return global_control::active_value(global_control::max_allowed_parallelism);
  };
  const std::size_t before = limit();
  const Context context({.threads = 64});
  EXPECT_EQ(context.threads(), 64);
  EXPECT_EQ(limit(), before);
}

TEST(Context, RejectsBadSettingsByName) {
  EXPECT_THAT(refusal_of({.threads = -1}), HasSubstr("threads: -1"));
  EXPECT_THAT(refusal_of({.kernel = "magic"}), HasSubstr("'magic'"));
  EXPECT_THAT(refusal_of({.kernel = "magic"}), HasSubstr("reference"));
}

TEST(Context, EnvironmentChoosesTheKernelUnlessOptionsDo) {
  ::setenv("ESPALIER_KERNEL", "reference", 1);
  EXPECT_EQ(Context(ContextOptions{}).kernel(), "reference");
  EXPECT_EQ(Context({.kernel = "highway"}).kernel(), "highway");
  ::unsetenv("ESPALIER_KERNEL");
}

/// Half of the smallest normal number: zero where subnormals are flushed.
float half_of_the_smallest() {
  volatile float smallest = std::numeric_limits<float>::min();
  return smallest * 0.5f;
}

bool flushes() { return half_of_the_smallest() == 0.0f; }

/// How many of `count` indices were computed with subnormals flushed to zero.
int flushed(const Context& context, Index count) {
  std::atomic<int> flushing = 0;
  context.parallel_for(count, [&](Index) { flushing += flushes(); });
  return flushing;
}

TEST(Context, FlushesSubnormalsOnlyWhereItComputes) {
  for (const int threads : {1, 2, 4}) {
    const Context context({.threads = threads});
    EXPECT_FALSE(flushes()) << "the caller's mode while a context lives";
    EXPECT_EQ(flushed(context, 64), 64);
    EXPECT_EQ(flushed(context, 1), 1);
    EXPECT_FALSE(flushes());
    {
      const FloatMode mode = context.float_mode();
      EXPECT_TRUE(flushes());
    }
    EXPECT_FALSE(flushes());
  }
}

TEST(Context, LeavesNoModeBehindInWhateverOrderContextsDie) {
  auto first = std::make_unique<Context>(ContextOptions{.threads = 2});
  auto second = std::make_unique<Context>(ContextOptions{.threads = 2});
  first.reset();
  EXPECT_EQ(flushed(*second, 64), 64);
  second.reset();
  EXPECT_FALSE(flushes());
}

TEST(Context, FlushesOnAThreadThatIsOlder) {
  std::promise<const Context*> context;
  int flushing = 0;
  bool after = true;
  std::thread older([&] {
    flushing = flushed(*context.get_future().get(), 64);
    after = flushes();
  });
  const Context made({.threads = 2});
  context.set_value(&made);
  older.join();
  EXPECT_EQ(flushing, 64);
  EXPECT_FALSE(after);
}

TEST(Context, RestoresTheModeAfterAnException) {
  for (const int threads : {1, 2}) {
    const Context context({.threads = threads});
    EXPECT_THROW(context.parallel_for(64,
                                      [](Index i) {
                                        if (i == 40) throw std::runtime_error("no");
                                      }),
                 std::runtime_error);
    EXPECT_FALSE(flushes());
    EXPECT_EQ(flushed(context, 64), 64);
  }
}

TEST(Context, KeepsSubnormalsIfAskedWhateverTheCallerDoes) {
  const Context flushing({.threads = 2}), keeping({.threads = 2, .flush_subnormals = false});
  EXPECT_EQ(flushed(keeping, 64), 0);
  EXPECT_EQ(flushed(flushing, 64), 64);
  EXPECT_EQ(flushed(keeping, 64), 0);
  const FloatMode mode(true);
  EXPECT_EQ(flushed(keeping, 64), 0);
  EXPECT_TRUE(flushes());
}

TEST(Context, NestedLoopsHaveTheModeOfTheirContext) {
  for (const int threads : {1, 3}) {
    const Context flushing({.threads = threads});
    const Context keeping({.threads = threads, .flush_subnormals = false});
    std::atomic<int> inner = 0, kept = 0, outer = 0;
    flushing.parallel_for(8, [&](Index) {
      inner += flushed(flushing, 8);
      kept += 8 - flushed(keeping, 8);
      outer += flushes();
    });
    EXPECT_EQ(inner, 64);
    EXPECT_EQ(kept, 64);
    EXPECT_EQ(outer, 8);
  }
}

TEST(Context, ServesSeveralThreadsAtOnce) {
  for (const int threads : {1, 2, 4}) {
    const Context context({.threads = threads});
    std::atomic<int> flushing = 0, failures = 0;
    {
      std::vector<std::jthread> callers;
      for (int caller = 0; caller < 6; ++caller)
        callers.emplace_back([&, caller] {
          for (int round = 0; round < 20; ++round) {
            flushing += flushed(context, 50);
            try {
              context.parallel_for(50, [&](Index i) {
                if (i == caller) throw caller;
              });
            } catch (const int thrown) {
              failures += thrown == caller;
            }
          }
          failures += flushes() ? 1000 : 0;
        });
    }
    EXPECT_EQ(flushing, 6 * 20 * 50);
    EXPECT_EQ(failures, 6 * 20);
  }
}

/// Counts the calls of a scope that lives on the calling thread.
struct CountedScope {
  CountedScope() { ++alive; }
  ~CountedScope() { --alive; }
  static thread_local int alive;
};
thread_local int CountedScope::alive = 0;

TEST(Context, HasAScopeAliveWhereverItComputes) {
  for (const int threads : {1, 3}) {
    const Context context({.threads = threads});
    std::atomic<int> scopes = 0;
    context.parallel_for_in<CountedScope>(100, [&](Index) { scopes += CountedScope::alive; });
    EXPECT_EQ(scopes, 100);
    EXPECT_EQ(CountedScope::alive, 0);
  }
}

// A sanitizer's shadow memory is more than any limit that could matter.
#if !defined(ESPALIER_SANITIZED)
/// Tells on stderr what becomes of two contexts where memory is for a hundred stacks of threads.
[[noreturn]] void make_contexts_in_little_memory() {
  const rlimit limit = {rlim_t{1} << 30, rlim_t{1} << 30};
  if (::setrlimit(RLIMIT_AS, &limit) != 0) std::exit(2);
  const std::string message = refusal_of({.threads = 4096});
  const Context two({.threads = 2});
  std::fprintf(stderr, "%s; then %d of 64", message.c_str(), flushed(two, 64));
  std::exit(0);
}

TEST(Context, RefusesMoreThreadsThanCanBeStarted) {
  // In a process of its own from the start: a fork has none of the threads that tests before this
  // one have made, and may wait for them.
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(make_contexts_in_little_memory(), ::testing::ExitedWithCode(0),
              "threads: 4096 cannot be started here .*; expected fewer than [0-9]+; then 64 of 64");
}
#endif

TEST(BuildInfo, NamesVersionAndCompiler) {
  EXPECT_EQ(build_info().version, "0.1.0");
  EXPECT_FALSE(build_info().compiler.empty());
  EXPECT_GT(build_info().logical_cores, 0);
}

TEST(BuildInfo, ShowsWhetherTheTreeHadChanges) {
  EXPECT_EQ(shown_revision("0123abc", false), "0123abc");
  EXPECT_EQ(shown_revision("0123abc", true), "0123abc-dirty");
}

TEST(BuildInfo, TellsGenerationsOfAProcessorApart) {
#if defined(__x86_64__) && defined(__linux__)
  EXPECT_NE(build_info().processor.find(" (family "), std::string::npos) << build_info().processor;
#else
  EXPECT_FALSE(build_info().processor.empty());
#endif
}

TEST(BuildInfo, ReadsTheNameOfAProcessor) {
  EXPECT_EQ(
      processor_name("processor\t: 0\ncpu family\t: 25\nmodel\t\t: 1\nmodel name\t: AMD EPYC\n"),
      "AMD EPYC (family 25, model 1)");
  // 64-bit ARM has no "model name".
  EXPECT_EQ(processor_name("processor\t: 0\nBogoMIPS\t: 50.00\nFeatures\t: fp asimd\n"
                           "CPU implementer\t: 0x41\nCPU architecture: 8\nCPU part\t: 0xd0c\n"),
            "ARM (implementer 0x41, part 0xd0c)");
  EXPECT_EQ(processor_name("processor\t: 0\n"), "unknown");
  EXPECT_EQ(processor_name(""), "unknown");
}

}  // namespace
}  // namespace espalier
