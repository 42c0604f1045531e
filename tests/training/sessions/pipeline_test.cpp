// SPDX-License-Identifier: Apache-2.0
// Whole runs whose layers lie with the ranks of a job: what lies in the folder is what one process
// writes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include <espalier/sparse/core/error.h>
#include <espalier/training/config/config_file.h>
#include <espalier/training/sessions/run_branch.h>
#include <espalier/training/sessions/training_run.h>
#include "tests/support/temporary_folder.h"
#include "tests/training/run_on_ranks.h"
#include "tests/training/small_images.h"
#include "tests/training/small_study.h"
#include "tests/training/whole_run.h"

namespace espalier::training {
namespace {

using espalier::testing::message_of;
using espalier::testing::TemporaryFolder;
using ::testing::HasSubstr;

class PipelineRun : public ::testing::Test {
 protected:
  RunConfig config(const std::string& runs, const std::vector<std::string>& keys = {}) const {
    RunConfig c = small_config(corpus_, "dynamic");
    c.model.layers = 3;
    c.training.batch = 8;
    c.training.panel_group = 2;
    c.training.checkpoint_every = 7;
    c.run.folder = (folder_.path() / runs).string();
    return parse_run_config(to_toml(c), "test", keys);
  }

  static TrainingRunOutcome train(int ranks, const RunConfig& config,
                                  TrainingRunOptions options = TrainingRunOptions()) {
    options.state_of_rank = StateOfRank::kStage;
    return run_on_ranks(ranks, config, options);
  }

  TemporaryFolder folder_;
  std::string corpus_ = folder_.write("text.txt", small_text()).string();
};

TEST_F(PipelineRun, WritesWhatOneProcessWrites) {
  const std::vector<std::string> keys = {"training.test_sequences=8",
                                         "training.validation_share=0.5"};
  const TrainingRunOutcome one = run_quietly(config("one", keys));
  for (const int ranks : {2, 3}) {
    const TrainingRunOutcome outcome = train(ranks, config("of" + std::to_string(ranks), keys));
    EXPECT_EQ(outcome.status, RunStatus::kDone);
    expect_same_run(outcome.folder, one.folder);
    EXPECT_EQ(outcome.result.peak_bytes, one.result.peak_bytes);
    EXPECT_EQ(outcome.result.update_flops, one.result.update_flops);
  }
}

// As many ranks as before, or another number, or one, whatever they keep.
TEST_F(PipelineRun, StopsAndGoesOnInAnotherNumber) {
  const TrainingRunOutcome one = run_quietly(config("one"));
  const RunConfig parts = config("parts");
  TrainingRunOptions stages;
  stages.state_of_rank = StateOfRank::kStage;
  for (const int ranks : {3, 1, 2, 3, 2}) a_step_on_ranks(ranks, parts, stages);
  expect_same_run(train(3, parts).folder, one.folder);
}

// What it goes on from is of another configuration, with updates to come, and of a longer budget.
TEST_F(PipelineRun, BranchesAndExtends) {
  const TrainingRunOutcome start = run_quietly(config("start", {"training.keep_checkpoints=9"}));
  const std::vector<std::string> slower = {"training.learning_rate=1e-3", "run.name=slower"};
  TrainingRunOptions options;
  options.branch = branch_of(start.folder.string() + "@7");
  options.quiet = true;
  const TrainingRunOutcome expected = run_training(config("one", slower), options);
  expect_same_run(train(2, config("two", slower), options).folder, expected.folder);

  const std::vector<std::string> steady = {
      "training.decay_power=0", "training.warmup_steps=6", "topology.every_steps=5",
      "topology.drop_schedule=constant", "training.validate_every=4"};
  std::vector<std::string> longer = steady;
  longer.push_back("training.steps=30");
  run_quietly(config("grown", steady));
  options = {};
  options.resume = Resume::kExtend;
  expect_same_run(train(3, config("grown", longer), options).folder,
                  run_quietly(config("whole", longer)).folder);
}

TEST_F(PipelineRun, IsRefusedByTasksWithoutStages) {
  RunConfig c = small_image_config(small_images(folder_), "dynamic");
  c.run.folder = (folder_.path() / "runs").string();
  EXPECT_THAT(message_of<ConfigError>([&] { train(2, c); }),
              HasSubstr("--pipeline: the layers of run.task"));
  EXPECT_FALSE(std::filesystem::exists(c.run.folder));
}

TEST_F(PipelineRun, IsRefusedWithFewerLayersThanRanks) {
  const RunConfig c = config("runs");
  EXPECT_THAT(message_of<ConfigError>([&] { train(4, c); }), HasSubstr("model.layers: 3"));
  EXPECT_FALSE(std::filesystem::exists(c.run.folder));
}

// A dry run: rank 0 alone looks, and makes no model.
TEST_F(PipelineRun, IsCheckedBeforeItBegins) {
  const auto check = [](int ranks, const RunConfig& c) {
    on_ranks(ranks, [&](machines::Machines& machines) {
      if (machines.rank() > 0) return;
      TrainingRunOptions options;
      options.quiet = true;
      options.machines = &machines;
      options.state_of_rank = StateOfRank::kStage;
      EXPECT_TRUE(check_training(c, options));
    });
  };
  const RunConfig c = config("runs");
  EXPECT_NO_THROW(check(3, c));
  EXPECT_THAT(message_of<ConfigError>([&] { check(4, c); }), HasSubstr("model.layers: 3"));
  RunConfig snfs = c;
  snfs.topology = topology_preset("snfs");
  snfs.topology.updates = 6;
  EXPECT_THAT(message_of<ConfigError>([&] { check(2, snfs); }),
              HasSubstr("topology.policy 'snfs'"));
  RunConfig without_data = c;
  without_data.data.corpus = (folder_.path() / "nowhere.txt").string();
  EXPECT_THAT(message_of<ConfigError>([&] { check(2, without_data); }), HasSubstr("nowhere.txt"));
  EXPECT_FALSE(std::filesystem::exists(c.run.folder));
}

}  // namespace
}  // namespace espalier::training
