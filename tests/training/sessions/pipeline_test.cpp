// SPDX-License-Identifier: Apache-2.0
// Whole runs whose layers lie with the ranks of a job: what lies in the folder is what one process
// writes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

#include <espalier/sparse/core/error.h>
#include <espalier/training/config/config_file.h>
#include <espalier/training/sessions/follower.h>
#include <espalier/training/sessions/run_branch.h>
#include <espalier/training/sessions/training_run.h>
#include "tests/support/temporary_folder.h"
#include "tests/training/on_ranks.h"
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

  static TrainingRunOutcome train(int ranks, const RunConfig& config, int exit_code = 0,
                                  TrainingRunOptions options = TrainingRunOptions()) {
    options.quiet = true;
    options.state_of_rank = StateOfRank::kStage;
    TrainingRunOutcome outcome;
    on_ranks(ranks, [&](machines::Machines& machines) {
      if (machines.rank() > 0) {
        EXPECT_EQ(follow_training(machines), exit_code);
        return;
      }
      TrainingRunOptions own = options;
      own.machines = &machines;
      outcome = run_training(config, own);
    });
    return outcome;
  }
  static void a_step(int ranks, const RunConfig& config) {
    const std::atomic<bool> stop = true;
    TrainingRunOptions options;
    options.stop = &stop;
    EXPECT_EQ(train(ranks, config, kStoppedExitCode, options).status, RunStatus::kStopped);
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
  for (const int ranks : {3, 1, 2, 3, 2}) a_step(ranks, parts);
  expect_same_run(train(3, parts).folder, one.folder);
}

// What it goes on from is of another configuration, and of a longer budget.
TEST_F(PipelineRun, BranchesAndExtends) {
  const TrainingRunOutcome start = run_quietly(config("start"));
  const std::vector<std::string> slower = {"training.learning_rate=1e-3", "run.name=slower"};
  TrainingRunOptions options;
  options.branch = branch_of(start.folder.string() + "@21");
  options.quiet = true;
  const TrainingRunOutcome expected = run_training(config("one", slower), options);
  expect_same_run(train(2, config("two", slower), 0, options).folder, expected.folder);

  const std::vector<std::string> steady = {
      "training.decay_power=0", "training.warmup_steps=6", "topology.every_steps=5",
      "topology.drop_schedule=constant", "training.validate_every=4"};
  std::vector<std::string> longer = steady;
  longer.push_back("training.steps=30");
  run_quietly(config("grown", steady));
  options = {};
  options.resume = Resume::kExtend;
  expect_same_run(train(3, config("grown", longer), 0, options).folder,
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

}  // namespace
}  // namespace espalier::training
