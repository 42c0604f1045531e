// SPDX-License-Identifier: Apache-2.0
#include <espalier/machines/parallel_plan.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include <espalier/sparse/core/error.h>
#include "tests/support/temporary_folder.h"

namespace espalier::machines {
namespace {

using espalier::testing::message_of;
using ::testing::HasSubstr;

// BERT-Base with its head at three densities, in networks of 50 us and 0.117 GB/s (1 Gb/s as TCP
// carries it), 30 us and 1.17 GB/s, and 2 us and 12 GB/s. Worked by hand from
// 2 (p - 1) latency + 2 (p - 1) / p 4 n / rate: for 110.1 M values on 4 ranks at 1 Gb/s
// 6 x 50 us + 1.5 x 440.4 MB / 0.117 GB/s = 0.0003 + 5.6462 s.
struct Row {
  double million_values;
  const char* network;
  Index ranks;
  double seconds;
};

TEST(ParallelPlanTest, TimesOfTheNetworkAreThoseOfTheTable) {
  for (const Row& row : {Row{110.1, "50us,0.117GB/s", 4, 5.6465},
                         {33.7, "50us,0.117GB/s", 4, 1.7285},
                         {12.6, "50us,0.117GB/s", 4, 0.6465},
                         {110.1, "30us,1.17GB/s", 4, 0.56480},
                         {110.1, "30us,1.17GB/s", 16, 0.70667},
                         {33.7, "30us,1.17GB/s", 16, 0.21693},
                         {110.1, "2us,12GB/s", 4, 0.055062}}) {
    ParallelJob job = {.stored_values = 1e6 * row.million_values,
                       .working_bytes = [](Index) { return 0.0; }};
    const ParallelPlan plan =
        parallel_plan(job, network_in(row.network), row.ranks, Sharing::kData);
    // The table has five digits.
    EXPECT_NEAR(plan.network_seconds, row.seconds, 1e-4 * row.seconds)
        << row.million_values << ' ' << row.network << ' ' << row.ranks;
    EXPECT_DOUBLE_EQ(plan.step_seconds, plan.network_seconds);
  }
}

// 1000 values with two moments: 4000 bytes a copy. A step of 8 s, of which the optimizer takes 2.
ParallelJob small_job() {
  return {.stored_values = 1000,
          .state_per_value = 2,
          .pattern_bytes = 500,
          .step_seconds = 8,
          .optimizer_seconds = 2,
          .working_bytes = [](Index ranks) { return 6400.0 / static_cast<double>(ranks); }};
}

TEST(ParallelPlanTest, DividesComputingAndKeepsTheOptimizerWhole) {
  const Network network = {.latency_seconds = 0.01, .bytes_per_second = 60000};
  const ParallelPlan plan = parallel_plan(small_job(), network, 4, Sharing::kData);
  EXPECT_DOUBLE_EQ(plan.sent_bytes, 6000);              // 2 x 3/4 x 4000
  EXPECT_DOUBLE_EQ(plan.network_seconds, 0.06 + 0.1);   // 6 latencies
  EXPECT_DOUBLE_EQ(plan.step_seconds, 1.5 + 2 + 0.16);  // 6 / 4 + 2
  EXPECT_DOUBLE_EQ(plan.efficiency, 8 / (4 * 3.66));
  EXPECT_DOUBLE_EQ(plan.memory_bytes, 16000 + 500 + 1600 + 3000);
}

// Of a policy that scores 4000 positions at every second step.
TEST(ParallelPlanTest, CountsDenseGradients) {
  ParallelJob job = small_job();
  job.dense_values = 2000;
  const ParallelPlan plan = parallel_plan(job, {1, 1}, 4, Sharing::kData);
  EXPECT_DOUBLE_EQ(plan.sent_bytes, 6000 + 12000);
  EXPECT_DOUBLE_EQ(plan.network_seconds, 6 + 18000);
}

TEST(ParallelPlanTest, DividesTheOptimizerToo) {
  const Network network = {.latency_seconds = 0.01, .bytes_per_second = 60000};
  const ParallelPlan plan = parallel_plan(small_job(), network, 4, Sharing::kZero1);
  EXPECT_DOUBLE_EQ(plan.sent_bytes, 6000);
  EXPECT_DOUBLE_EQ(plan.step_seconds, 2 + 0.16);
  EXPECT_DOUBLE_EQ(plan.memory_bytes, 8000 + 2000 + 500 + 1600 + 3000);
}

TEST(ParallelPlanTest, OneRankIsWhatWasMeasured) {
  for (const Sharing sharing : {Sharing::kData, Sharing::kZero1}) {
    const ParallelPlan plan = parallel_plan(small_job(), {1, 1}, 1, sharing);
    EXPECT_EQ(plan.sent_bytes, 0);
    EXPECT_EQ(plan.step_seconds, 8);
    EXPECT_EQ(plan.efficiency, 1);
    EXPECT_EQ(plan.memory_bytes, 16000 + 500 + 6400);
  }
  EXPECT_THROW(parallel_plan(small_job(), {1, 1}, 0, Sharing::kData), ConfigError);
}

TEST(ParallelPlanTest, ReadsALatencyAndARate) {
  EXPECT_DOUBLE_EQ(network_in("50us,1Gb/s").latency_seconds, 50e-6);
  EXPECT_DOUBLE_EQ(network_in("50us,1Gb/s").bytes_per_second, 125e6);
  EXPECT_DOUBLE_EQ(network_in("1.5ms,100MB/s").latency_seconds, 1.5e-3);
  EXPECT_DOUBLE_EQ(network_in("1.5ms,100MB/s").bytes_per_second, 100e6);
  EXPECT_DOUBLE_EQ(network_in("1e-3s,8e6b/s").bytes_per_second, 1e6);
  EXPECT_DOUBLE_EQ(network_in("700ns,3TB/s").latency_seconds, 700e-9);
  for (const char* wrong :
       {"", ",", "50us", "50,1Gb/s", "50us,1G", "50us,1gb/s", "0us,1Gb/s", "50us,-1Gb/s",
        "50us,infGb/s", "nanus,1Gb/s", "50 us,1Gb/s", "50us,1Gb/s,2", "us,Gb/s"})
    EXPECT_THAT(message_of<ConfigError>([&] { network_in(wrong); }),
                HasSubstr("such as 50us,1Gb/s"))
        << wrong;
}

TEST(ParallelPlanTest, DoublesUpToTheMost) {
  EXPECT_THAT(doubling_ranks(1), ::testing::ElementsAre(1));
  EXPECT_THAT(doubling_ranks(8), ::testing::ElementsAre(1, 2, 4, 8));
  EXPECT_THAT(doubling_ranks(6), ::testing::ElementsAre(1, 2, 4, 6));
}

}  // namespace
}  // namespace espalier::machines
