// SPDX-License-Identifier: Apache-2.0
// The largest batch of the literature, 65536 sequences, by accumulation (You et al. 2020).
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include <espalier/training/config/config_file.h>
#include <espalier/training/config/optimizer_keys.h>
#include <espalier/training/loop/trainer.h>
#include <espalier/training/tasks/mlm_task.h>
#include "tests/support/temporary_folder.h"
#include "tests/training/on_ranks.h"
#include "tests/training/small_study.h"

namespace espalier::training {
namespace {

using espalier::testing::read_bytes;
using espalier::testing::TemporaryFolder;

constexpr Index kSteps = 3;

TEST(LargeBatch, HasTheSameBitsOnSeveralRanks) {
  const TemporaryFolder folder;
  RunConfig config = small_config(folder.write("text.txt", small_text()).string(), "dynamic");
  config.model.hidden = 16;
  config.data.sequence = 16;
  config.training.batch = 65536;
  config.training.panel_group = 1024;
  config.training.steps = kSteps;
  config.topology.updates = kSteps;
  start_from_optimizer("nvlamb", config);
  config.training.learning_rate = 0.02;
  config = parse_run_config(to_toml(config), "test", {"training.shards=8"});
  const text::PreparedData data = small_data(config);

  std::vector<double> losses;
  const auto train = [&](int ranks, StateOfRank state) {
    const std::filesystem::path saved = folder.path() / std::to_string(ranks);
    on_ranks(ranks, [&](machines::Machines& machines) {
      const Context context(context_options(config));
      MlmTask task(config, data, context);
      Trainer trainer(config, task, context, {}, &machines, state);
      while (trainer.completed_steps() < kSteps) {
        const TrainingStep step = trainer.step();
        EXPECT_TRUE(step.applied);
        EXPECT_GT(step.batch.predictions, config.training.batch / 2);
        if (ranks == 1) losses.push_back(step.batch.loss);
      }
      machines.rank() == 0 ? trainer.save(saved) : trainer.lend_state();
    });
    const std::filesystem::path step = saved / ("step_" + std::to_string(kSteps));
    return read_bytes(step / "model.safetensors") + read_bytes(step / "optimizer.safetensors");
  };
  const std::string one = train(1, StateOfRank::kAll);
  EXPECT_LT(losses.back(), losses.front());
  EXPECT_TRUE(train(4, StateOfRank::kSlice) == one);
}

}  // namespace
}  // namespace espalier::training
