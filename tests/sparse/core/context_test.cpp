// SPDX-License-Identifier: Apache-2.0
#include "sparse/core/context.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <limits>
#include <vector>

#include "sparse/core/build_info.h"
#include "sparse/core/error.h"

namespace espalier {
namespace {

using ::testing::HasSubstr;

std::string message_of(const ContextOptions& options) {
  try {
    const Context context(options);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST(Context, ParallelForVisitsEachIndexOnce) {
  for (const int threads : {1, 2, 4}) {
    const Context context({.threads = threads});
    std::vector<std::atomic<int>> visits(1000);
    context.parallel_for(1000, [&](Index i) { ++visits[static_cast<std::size_t>(i)]; });
    for (const auto& n : visits) EXPECT_EQ(n, 1);
  }
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

TEST(Context, RejectsBadSettingsByName) {
  EXPECT_THAT(message_of({.threads = -1}), HasSubstr("threads: -1"));
  EXPECT_THAT(message_of({.kernel = "magic"}), HasSubstr("'magic'"));
  EXPECT_THAT(message_of({.kernel = "magic"}), HasSubstr("reference"));
}

TEST(Context, EnvironmentChoosesTheKernelUnlessOptionsDo) {
  ::setenv("ESPALIER_KERNEL", "reference", 1);
  EXPECT_EQ(Context(ContextOptions{}).kernel(), "reference");
  EXPECT_EQ(Context({.kernel = "highway"}).kernel(), "highway");
  ::unsetenv("ESPALIER_KERNEL");
}

TEST(Context, FlushesSubnormalsInEveryWorkerAndRestoresTheCallersMode) {
  volatile float tiny = std::numeric_limits<float>::min();
  {
    const Context context({.threads = 4});
    std::vector<float> halves(64, 1.0f);
    context.parallel_for(64, [&](Index i) { halves[static_cast<std::size_t>(i)] = tiny * 0.5f; });
    for (const float h : halves) EXPECT_EQ(h, 0.0f);
  }
  EXPECT_GT(tiny * 0.5f, 0.0f);
}

TEST(BuildInfo, NamesVersionAndCompiler) {
  EXPECT_EQ(build_info().version, "0.1.0");
  EXPECT_FALSE(build_info().compiler.empty());
  EXPECT_GT(build_info().logical_cores, 0);
}

}  // namespace
}  // namespace espalier
