// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/measure/memory_use.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "tests/support/temporary_folder.h"
#include "tests/training/small_study.h"

namespace espalier::training {
namespace {

using ::testing::HasSubstr;

std::map<std::string, double> by_kind(const MemoryUse& use) {
  std::map<std::string, double> kinds;
  for (const MemoryUse::Part& part : use.parts) kinds[part.kind] = part.bytes;
  return kinds;
}

/// A model of some megabytes.
RunConfig config_of(const espalier::testing::TemporaryFolder& folder, const std::string& mode) {
  RunConfig config = small_config(folder.write("text.txt", small_text()).string(), mode);
  config.model.hidden = 256;
  config.model.heads = 4;
  config.model.layers = 2;
  config.run.folder = (folder.path() / "runs").string();
  return config;
}

// A sanitizer's allocator tells glibc's nothing.
#if defined(ESPALIER_SANITIZED)
#define ESPALIER_SKIP_WITHOUT_GLIBC() GTEST_SKIP()
#else
#define ESPALIER_SKIP_WITHOUT_GLIBC() static_cast<void>(0)
#endif

TEST(MemoryUse, CountsWhatTheModelIsMadeOf) {
  ESPALIER_SKIP_WITHOUT_GLIBC();
  const espalier::testing::TemporaryFolder folder;
  const RunConfig config = config_of(folder, "dense");
  const text::PreparedData data = small_data(config);
  const Context context(context_options(config));
  double values = 0, parameters = 0;
  {
    MlmTask task(config, data, context);
    for (const models::Parameter* p : task.parameters()) {
      values += static_cast<double>(p->values.size() * sizeof(float));
      ++parameters;
    }
  }
  const MemoryUse use = measure_memory(config, [](const std::string&) {});
  auto kinds = by_kind(use);
  // Each block of the allocator is as long as asked for, up to its own header and alignment.
  const double slack = 128 * parameters;
  EXPECT_GE(kinds["weights"], values);
  EXPECT_LE(kinds["weights"], values + slack);
  EXPECT_NEAR(kinds["gradients"], kinds["weights"], slack);
  EXPECT_GE(kinds["moments"], 2 * values);
  EXPECT_LE(kinds["moments"], 2 * values + 4 * slack + 512 * parameters);
  EXPECT_EQ(kinds["patterns and plans"], 0);
  EXPECT_GT(kinds["activations"], 0);
  EXPECT_GT(kinds["data"], 0);
  EXPECT_GE(kinds["the rest"], 0);
  EXPECT_THAT(to_text(use), HasSubstr("gradients"));
}

// The products of a grouped weight go by its pattern in full, which is memory beside that of the
// weight itself: some 8% of all patterns and plans of a GroupBERT. What is left takes less than 1%.
TEST(MemoryUse, CountsThePatternsOfGroupedWeightsInFull) {
  ESPALIER_SKIP_WITHOUT_GLIBC();
  const espalier::testing::TemporaryFolder folder;
  RunConfig config = config_of(folder, "dynamic");
  config.model.name = "groupbert_nano";
  config.model.block = 1;
  auto kinds = by_kind(measure_memory(config, [](const std::string&) {}));
  EXPECT_GT(kinds["patterns and plans"], 1e6);
  EXPECT_LT(kinds["the rest"], 0.04 * kinds["patterns and plans"]);
}

// What the allocator has is in memory, but for pages that nothing was written to, and the process
// holds no more than that and what it keeps for later: half as much again, and code of libraries.
TEST(MemoryUse, AddsUpToWhatTheProcessHolds) {
  ESPALIER_SKIP_WITHOUT_GLIBC();
  const espalier::testing::TemporaryFolder folder;
  for (const std::string mode : {"dynamic", "dense"}) {
    const MemoryUse use = measure_memory(config_of(folder, mode), [](const std::string&) {});
    auto kinds = by_kind(use);
    EXPECT_EQ(kinds["patterns and plans"] > 0, mode == "dynamic");
    constexpr double kCode = 32e6;
    EXPECT_GT(use.allocated(), 5e6);
    EXPECT_LT(use.allocated(), use.resident);
    if (mode == "dynamic") {  // the first: what it gives back serves the next one
      EXPECT_LT(use.resident - use.resident_before, 1.5 * use.allocated() + kCode);
    }
  }
}

}  // namespace
}  // namespace espalier::training
