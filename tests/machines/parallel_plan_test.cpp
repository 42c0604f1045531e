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
                       .activation_bytes = [](Index) { return 0.0; }};
    const Network network = network_in(row.network);
    const ParallelPlan plan = parallel_plan(job, {network, network}, {.data = row.ranks});
    // The table has five digits.
    EXPECT_NEAR(plan.network_seconds, row.seconds, 1e-4 * row.seconds)
        << row.million_values << ' ' << row.network << ' ' << row.ranks;
    EXPECT_DOUBLE_EQ(plan.step_seconds, plan.network_seconds);
  }
}

// 1000 values with two moments: 4000 bytes a copy. A step of 8 s, of which the optimizer takes 2.
ParallelJob small_job() {
  return {.stored_values = 1000,
          .state_bytes_per_value = 8,
          .pattern_bytes = 500,
          .step_seconds = 8,
          .optimizer_seconds = 2,
          .activation_bytes = [](Index ranks) { return 6400.0 / static_cast<double>(ranks); }};
}

// 6 layers with 600 of 1000 values, 4 heads; 8 micro-batches of 10 tokens with 50 features: 200
// bytes a token, 16000 a batch. A micro-batch keeps 800 bytes.
ParallelJob layered_job() {
  ParallelJob job = small_job();
  job.layers = {
      .layers = 6, .heads = 4, .values = 600, .features = 50, .tokens = 80, .micro_batches = 8};
  job.activation_bytes = [](Index) { return 800.0; };
  return job;
}

TEST(ParallelPlanTest, DividesComputingAndKeepsTheOptimizerWhole) {
  const Network network = {.latency_seconds = 0.01, .bytes_per_second = 60000};
  const ParallelPlan plan = parallel_plan(small_job(), {network, network}, {.data = 4});
  EXPECT_DOUBLE_EQ(plan.sent_bytes, 6000);              // 2 x 3/4 x 4000
  EXPECT_DOUBLE_EQ(plan.network_seconds, 0.06 + 0.1);   // 6 latencies
  EXPECT_DOUBLE_EQ(plan.step_seconds, 1.5 + 2 + 0.16);  // 6 / 4 + 2
  EXPECT_DOUBLE_EQ(plan.efficiency, 8 / (4 * 3.66));
  EXPECT_DOUBLE_EQ(plan.memory_bytes, 16000 + 500 + 1600 + 3000);
}

// Of 8 micro-batches the last one's backward pass hides gradients of layers: 2/3 of 3 / 4 s for
// each of 2 ranks, where they travel 2 x 1/2 x 2400 bytes.
TEST(ParallelPlanTest, HidesGradientsOfLayersBehindTheLastBackwardPass) {
  const auto hidden = [](double rate, const Layout& layout) {
    const Network network = {.latency_seconds = 0.01, .bytes_per_second = rate};
    const ParallelPlan plan = parallel_plan(layered_job(), {network, network}, layout);
    EXPECT_DOUBLE_EQ(plan.step_seconds,
                     6.0 / 2 + (layout.zero1 ? 1 : 2) + plan.network_seconds - plan.hidden_seconds);
    return plan.hidden_seconds;
  };
  EXPECT_DOUBLE_EQ(hidden(1000, {.data = 2}), 2.0 / 3 * 3 / 4);  // all of the backward pass
  EXPECT_DOUBLE_EQ(hidden(48000, {.data = 2}), 2400.0 / 48000);  // all of the gradients
  EXPECT_EQ(hidden(1000, {.data = 2, .zero1 = true}), 0);
}

// Of a policy that keeps a mean of 1500 positions, and of one that scores 2000 at every second
// step: a slice of sums goes nowhere.
TEST(ParallelPlanTest, CountsDenseGradients) {
  ParallelJob job = small_job();
  job.dense_values = 1500;
  job.scored_values = 1000;
  job.unsummed_bytes = [](Index ranks) { return 100.0 * static_cast<double>(ranks); };
  const ParallelPlan plan = parallel_plan(job, {{1, 1}, {1, 1}}, {.data = 4});
  EXPECT_DOUBLE_EQ(plan.sent_bytes, 6000 + 12000);
  EXPECT_DOUBLE_EQ(plan.network_seconds, 6 + 18000);
  EXPECT_DOUBLE_EQ(plan.memory_bytes, 16000 + 500 + 1600 + 400 + 3000);
}

TEST(ParallelPlanTest, DividesTheOptimizerToo) {
  const Network network = {.latency_seconds = 0.01, .bytes_per_second = 60000};
  const ParallelPlan plan =
      parallel_plan(small_job(), {network, network}, {.data = 4, .zero1 = true});
  EXPECT_DOUBLE_EQ(plan.sent_bytes, 6000);
  EXPECT_DOUBLE_EQ(plan.step_seconds, 2 + 0.16);
  EXPECT_DOUBLE_EQ(plan.memory_bytes, 8000 + 2000 + 500 + 1600 + 3000);
}

// Of a policy whose updates move 400 bytes of moments a step.
TEST(ParallelPlanTest, CountsWhatUpdatesMoveOfTheOptimizer) {
  ParallelJob job = small_job();
  job.zero1_bytes = 400;
  EXPECT_DOUBLE_EQ(parallel_plan(job, {{1, 1}, {1, 1}}, {.data = 4, .zero1 = true}).sent_bytes,
                   6000 + 300);
  EXPECT_DOUBLE_EQ(parallel_plan(job, {{1, 1}, {1, 1}}, {.data = 4}).sent_bytes, 6000);
}

TEST(ParallelPlanTest, OneRankIsWhatWasMeasured) {
  for (const bool zero1 : {false, true}) {
    const ParallelPlan plan = parallel_plan(small_job(), {{1, 1}, {1, 1}}, {.zero1 = zero1});
    EXPECT_EQ(plan.sent_bytes, 0);
    EXPECT_EQ(plan.step_seconds, 8);
    EXPECT_EQ(plan.efficiency, 1);
    EXPECT_EQ(plan.memory_bytes, 16000 + 500 + 6400);
  }
  EXPECT_THROW(parallel_plan(small_job(), {{1, 1}, {1, 1}}, {.data = 0}), ConfigError);
}

const Networks kTwo = {{.latency_seconds = 0.001, .bytes_per_second = 1e6},
                       {.latency_seconds = 0.002, .bytes_per_second = 1e5}};

TEST(ParallelPlanTest, TensorRanksAddUpActivationsOfEachLayer) {
  const ParallelPlan plan = parallel_plan(layered_job(), kTwo, {.tensor = 2});
  // 4 all-reduces of 16000 bytes in each of 6 layers, of which a ring of 2 sends 2 / 2.
  EXPECT_DOUBLE_EQ(plan.sent_bytes, 24 * 16000);
  // By the inner network; 2 latencies for each all-reduce of each of 8 micro-batches.
  EXPECT_DOUBLE_EQ(plan.network_seconds, 24 * 8 * 2 * 0.001 + 0.384);
  EXPECT_EQ(plan.bubble_seconds, 0);
  EXPECT_DOUBLE_EQ(plan.step_seconds, 6.0 / 2 + 2.0 / 2 + 0.384 + 0.384);
  EXPECT_DOUBLE_EQ(plan.memory_bytes, 500 * 16 + 250 + 400);
  ParallelJob again = layered_job();
  again.layers.recomputes = true;  // 2 of 6 all-reduces forward again; inputs are whole
  const ParallelPlan more = parallel_plan(again, kTwo, {.tensor = 2});
  EXPECT_DOUBLE_EQ(more.sent_bytes, 36 * 16000);
  EXPECT_DOUBLE_EQ(more.memory_bytes, 500 * 16 + 250 + 800);
}

TEST(ParallelPlanTest, StagesTakeTurns) {
  // ceil(6 / 4) = 2 layers, a third; 8 + 4 - 1 turns of 8 micro-batches. Values 200 + 400.
  const ParallelPlan plan = parallel_plan(layered_job(), kTwo, {.stages = 4});
  EXPECT_DOUBLE_EQ(plan.sent_bytes, 2 * 16000);
  EXPECT_DOUBLE_EQ(plan.network_seconds, 11.0 / 8 * 2 * (8 * 0.002 + 0.16));
  EXPECT_DOUBLE_EQ(plan.bubble_seconds, 6.0 / 3 * 3 / 8);
  EXPECT_DOUBLE_EQ(plan.step_seconds, 6.0 / 3 + 0.75 + 2 * 0.6 + plan.network_seconds);
  // 4 micro-batches in flight, of a third of the layers.
  EXPECT_DOUBLE_EQ(plan.memory_bytes, 600 * 16 + 300 + 800 * 4 / 3.0);
  EXPECT_DOUBLE_EQ(parallel_plan(layered_job(), kTwo, {.stages = 2}).sent_bytes, 16000);
  ParallelJob lockstep = layered_job();
  lockstep.layers.lockstep = true;  // 7 in flight; the stage with the head sends embedded tokens
  EXPECT_DOUBLE_EQ(parallel_plan(lockstep, kTwo, {.stages = 4}).memory_bytes,
                   600 * 16 + 300 + 800 * 7 / 3.0);
  EXPECT_DOUBLE_EQ(parallel_plan(lockstep, kTwo, {.stages = 2}).sent_bytes, 2 * 16000);
}

TEST(ParallelPlanTest, LayoutsMultiply) {
  const Layout layout = {.data = 2, .tensor = 2, .stages = 3, .zero1 = true};
  EXPECT_EQ(layout.ranks(), 12);
  const ParallelPlan plan = parallel_plan(layered_job(), kTwo, layout);
  // Of a rank: 4 micro-batches, 8000 bytes a batch, 2 layers, (200 + 400) / 2 values; 6 turns of 4.
  const double layers = 8 * 8000, stages = 2 * 8000, data = 4 * 300;
  EXPECT_DOUBLE_EQ(plan.sent_bytes, layers + stages + data);
  EXPECT_DOUBLE_EQ(plan.network_seconds, 1.5 * (8 * 2 * 4 * 0.001 + 0.064) +
                                             1.5 * 2 * (4 * 0.002 + 0.08) + 2 * 0.002 + 0.012);
  EXPECT_DOUBLE_EQ(plan.step_seconds, 6.0 / 3 / 4 * 1.5 + 2 * 0.3 / 2 + plan.network_seconds);
  EXPECT_DOUBLE_EQ(plan.memory_bytes, 300 * (8 + 8 / 2) + 150 + 800.0 / 3 * 3 / 2 + 600);
}

TEST(ParallelPlanTest, RefusesWhatCannotBeCut) {
  for (const Layout& layout :
       {Layout{.tensor = 3}, Layout{.stages = 7}, Layout{.data = 9, .stages = 2}})
    EXPECT_THROW(parallel_plan(layered_job(), kTwo, layout), ConfigError) << layout.ranks();
  EXPECT_THAT(
      message_of<ConfigError>([] { parallel_plan(layered_job(), kTwo, {.data = 9, .stages = 2}); }),
      HasSubstr("ranks that share the batch: 9, expected at most 8, one for each"));
  EXPECT_THROW(parallel_plan(small_job(), kTwo, {.tensor = 2}), ConfigError);
  EXPECT_THROW(parallel_plan(small_job(), kTwo, {.stages = 2}), ConfigError);
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
        "50us,infGb/s", "nanus,1Gb/s", "50 us,1Gb/s", "50us,1Gb/s,2", "us,Gb/s",
        // Numbers of doubles, which are none in seconds or bytes a second.
        "1e-320ns,1Gb/s", "50us,1e-323b/s", "50us,1e308Tb/s"})
    EXPECT_THAT(message_of<ConfigError>([&] { network_in(wrong); }),
                HasSubstr("such as 50us,1Gb/s"))
        << wrong;
  EXPECT_THAT(message_of<ConfigError>([] { network_in("fast", "--inner-network"); }),
              HasSubstr("--inner-network: fast, expected"));
}

TEST(ParallelPlanTest, DoublesUpToTheMost) {
  EXPECT_THAT(doubling_ranks(1), ::testing::ElementsAre(1));
  EXPECT_THAT(doubling_ranks(8), ::testing::ElementsAre(1, 2, 4, 8));
  EXPECT_THAT(doubling_ranks(6), ::testing::ElementsAre(1, 2, 4, 6));
}

}  // namespace
}  // namespace espalier::machines
