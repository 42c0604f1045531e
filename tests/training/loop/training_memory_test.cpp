// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/loop/training_memory.h>

#include <gmock/gmock.h>

#include <new>

#include <espalier/sparse/core/error.h>
#include <espalier/training/loop/memory_reserve.h>
#include "tests/support/message.h"

namespace espalier::training {
namespace {

using espalier::testing::message_of;
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
