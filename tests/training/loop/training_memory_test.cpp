// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/loop/training_memory.h>

#include <gmock/gmock.h>

#include <new>
#include <string>

#include <espalier/sparse/core/error.h>
#include <espalier/training/loop/memory_reserve.h>
#include "tests/support/message.h"

namespace espalier::training {
namespace {

using espalier::testing::message_of;
using ::testing::EndsWith;
using ::testing::HasSubstr;

TEST(TrainingMemory, RefusesAtOnceWhatCannotFit) {
  RunConfig config;
  config.model.hidden = 65536;
  config.model.layers = 1000;
  EXPECT_GT(least_training_bytes(config), 5e14);  // 5e13 weights with gradients and moments
  EXPECT_THAT(message_of<ConfigError>([&] { require_memory(config); }), HasSubstr("model.hidden"));
  config = RunConfig();
  config.run.task = "images";
  config.model.widths = "65536-65536-65536-65536-10";
  EXPECT_THAT(
      message_of<ConfigError>([&] { require_memory(config, 1e11); }),
      HasSubstr("needs at least 206 GB of memory and 100 GB are there; lower model.widths"));
}

TEST(TrainingMemory, CountsWhatIsStored) {
  RunConfig config;
  config.run.task = "images";
  config.model.widths = "100-100-10";
  config.training.batch = 1;
  EXPECT_EQ(least_training_bytes(config), 16 * (100 * 100 + 100 * 10) + 4 * 200);
  config.model.density = 0.5;
  config.topology.policy = "dynamic";
  EXPECT_EQ(least_training_bytes(config), 16 * 6000 + 4 * 6000 / 16 + 4 * 200);  // blocks of 4 x 4
  EXPECT_NO_THROW(require_memory(RunConfig()));
}

// One weight of 100 x 100 may be sparse; a batch has 8 vectors.
RunConfig scored(const std::string& policy, Index count) {
  RunConfig config;
  config.run.task = "images";
  config.model.widths = "100-100-10";
  config.model.density = 0.5;
  config.topology = topology_preset(policy);
  config.training.steps = 1000;
  config.training.batch = 8;
  config.own["training.shards"] = count;
  return config;
}

TEST(TrainingMemory, CountsDenseGradients) {
  const auto dense = [](const RunConfig& config, Index ranks) {
    return least_training_memory(config, ranks).dense_gradients;
  };
  EXPECT_EQ(dense(scored("set", 8), 2), 0);
  EXPECT_EQ(dense(scored("rigl", 1), 1), 4 * 8 * 200);
  EXPECT_EQ(dense(scored("rigl", 8), 4), 4 * 2 * 200);
  EXPECT_EQ(dense(scored("snfs", 1), 1), 4 * (8 * 200 + 10000 + 10000));
  EXPECT_EQ(dense(scored("snfs", 8), 1), 4 * (8 * 200 + 10000 + 4 * 10000));
  EXPECT_EQ(dense(scored("snfs", 8), 4), 4 * (2 * 200 + 10000 + 2 * 10000));
  RunConfig kept = scored("snfs", 1);
  kept.topology.layers = "*=1";
  EXPECT_EQ(dense(kept, 1), 0);
}

// In each of two layers of a width of 128 four weights have 128 inputs and outputs, and two four
// times as many on one side. A batch has 8 sequences of 128 tokens, whatever a task counts.
TEST(TrainingMemory, CountsTheTokensThatDenseGradientsAreMadeOf) {
  for (const char* task : {"mlm", "sequence_classification", "question_answering"}) {
    RunConfig config = scored("rigl", 1);
    config.run.task = task;
    EXPECT_EQ(least_training_memory(config).dense_gradients,
              4.0 * 8 * 128 * 2 * (4 * 2 + 2 * 5) * 128)
        << task;
  }
}

TEST(TrainingMemory, CountsWhatRanksAddOfDenseGradients) {
  for (const char* policy : {"set", "dense", "snip"}) {
    EXPECT_EQ(dense_values_a_step(scored(policy, 8)), 0) << policy;
    EXPECT_EQ(scored_values_a_step(scored(policy, 8)), 0) << policy;
  }
  EXPECT_EQ(dense_values_a_step(scored("snfs", 8)), 10000);
  EXPECT_EQ(scored_values_a_step(scored("snfs", 8)), 0);
  EXPECT_EQ(dense_values_a_step(scored("rigl", 8)), 0);
  const double updates = 7 / 1000.0;  // after 100 to 700
  RunConfig rigl = scored("rigl", 8);
  for (const Index block : {1, 10}) {
    rigl.model.block = block;
    const double blocks = 10000.0 / static_cast<double>(block * block);
    EXPECT_DOUBLE_EQ(scored_values_a_step(rigl), (10000 + blocks) * updates);
  }
  RunConfig srigl = scored("srigl", 8);
  srigl.model.block = 10;
  EXPECT_DOUBLE_EQ(scored_values_a_step(srigl), 2 * 10100 * updates);
}

// Of 100 x 100 values half, 1000 more and 110 biases; two moments of each.
TEST(TrainingMemory, CountsASliceOfTheOptimizer) {
  const RunConfig config = scored("set", 8);
  const double whole = least_training_memory(config, 4).optimizer_state;
  EXPECT_EQ(least_training_memory(config, 4, StateOfRank::kSlice).optimizer_state, whole / 4);
  EXPECT_EQ(least_training_memory(config, 1, StateOfRank::kSlice).optimizer_state, whole);
  // With two spare gradients a step needs more than the whole state at the start.
  const auto saved = [&](Index ranks) {
    return least_training_bytes(config, ranks) -
           least_training_bytes(config, ranks, StateOfRank::kSlice);
  };
  EXPECT_DOUBLE_EQ(saved(2), whole / 2);
  EXPECT_LT(saved(8), whole / 2);  // with none it does not
}

TEST(TrainingMemory, CountsTheStageThatHoldsMost) {
  RunConfig config;
  config.model.name = "base";
  config.training.batch = 8;
  config.training.panel_group = 1;
  const TrainingMemory whole = least_training_memory(config);
  const auto most = [&](Index ranks) {
    return least_training_memory(config, ranks, StateOfRank::kStage);
  };
  for (const Index ranks : {2, 4, 12}) {
    const auto p = static_cast<double>(ranks);
    EXPECT_LT(most(ranks).weights, whole.weights);
    EXPECT_GT(most(ranks).weights, 0.9 * whole.weights / p);
    EXPECT_EQ(most(ranks).gradients, most(ranks).weights);
    EXPECT_EQ(least_training_bytes(config, ranks, StateOfRank::kStage), most(ranks).bytes());
  }
  // 12 layers on 12 ranks: rank 1 keeps eight groups, all that there are, of one layer.
  EXPECT_DOUBLE_EQ(most(12).activations, whole.activations / 12 * 8);
  EXPECT_THROW(most(13), ConfigError);
  config.run.task = "images";
  EXPECT_THROW(most(2), ConfigError);
}

TEST(TrainingMemory, NamesHowManyMachinesAModelTakes) {
  RunConfig config;
  config.model.name = "base";
  config.training.batch = 8;
  config.training.panel_group = 1;
  const auto refusal = [&](double available, Index ranks, StateOfRank state) {
    return message_of<ConfigError>([&] { require_memory(config, available, ranks, state); });
  };
  const double of_two = least_training_bytes(config, 2, StateOfRank::kStage);
  const double of_three = least_training_bytes(config, 3, StateOfRank::kStage);
  ASSERT_LT(of_three, of_two);
  EXPECT_THAT(refusal(of_two, 1, StateOfRank::kAll), EndsWith("on 2 machines with --pipeline"));
  EXPECT_THAT(refusal(of_three, 1, StateOfRank::kAll), EndsWith("on 3 machines with --pipeline"));
  EXPECT_THAT(refusal(of_three, 2, StateOfRank::kStage), EndsWith("on 3 machines with --pipeline"));
  EXPECT_THAT(refusal(1e3, 1, StateOfRank::kAll), EndsWith("training.panel_group"));
}

TEST(TrainingMemory, CountsWhatSlicesGather) {
  const auto bytes = [](const std::string& policy, const std::string& precision) {
    RunConfig config = scored(policy, 8);
    config.training.precision = precision;
    return zero1_bytes_a_step(config);
  };
  const double values = least_training_memory(scored("rigl", 8)).weights / 4;
  EXPECT_EQ(bytes("dense", "float32"), 0);
  const double edits = bytes("set", "float32");
  EXPECT_DOUBLE_EQ(bytes("set", "float16"), edits + 4 * values);
  // 7 updates in 1000 steps move two moments of 5000 values, and leave the optimizer out.
  EXPECT_DOUBLE_EQ(bytes("rigl", "float32"), 8.0 * 5000 * 7 / 1000);
  EXPECT_GT(bytes("snfs", "float32"), 4 * values);
  EXPECT_EQ(bytes("snfs", "float32"), bytes("snfs", "float16"));
}

TEST(MemoryReserve, IsReleasedOnce) {
  keep_memory_reserve();
  EXPECT_FALSE(memory_reserve_is_spent());
  const std::new_handler handler = std::get_new_handler();
  ASSERT_NE(handler, nullptr);
  EXPECT_NO_THROW(handler());  // what asked for memory tries again
  EXPECT_TRUE(memory_reserve_is_spent());
  EXPECT_THROW(handler(), std::bad_alloc);
  keep_memory_reserve();
  EXPECT_FALSE(memory_reserve_is_spent());
}

}  // namespace
}  // namespace espalier::training
