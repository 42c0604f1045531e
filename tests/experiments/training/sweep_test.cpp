// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/config/config_file.h>
#include <espalier/experiments/training/sweep.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>

#include <espalier/experiments/runs/run_summary.h>
#include <espalier/files/folder_lock.h>
#include <espalier/sparse/core/error.h>
#include "tests/experiments/small_images.h"
#include "tests/support/temporary_folder.h"

namespace espalier::experiments {
namespace {

using espalier::testing::message_of;
using espalier::testing::read_bytes;
using espalier::testing::TemporaryFolder;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

class SweepTest : public ::testing::Test {
 protected:
  void SetUp() override {
    RunConfig base = small_image_config(small_images(folder_), "dynamic");
    folder_.write("base.toml", to_toml(base));
  }

  Sweep sweep(const std::string& grid) const {
    const auto file = folder_.write(
        "sweep.toml", "[sweep]\nbase = 'base.toml'\nfolder = '" + runs_.string() + "'\n" + grid);
    return load_sweep(file);
  }
  std::string refusal(const std::string& grid) const {
    return message_of<ConfigError>([&] { sweep(grid); });
  }

  TemporaryFolder folder_;
  const std::filesystem::path runs_ = folder_.path() / "runs";
  SweepOptions quiet_ = {.workers = 2, .quiet = true};
};

TEST_F(SweepTest, RunsEveryCombinationInTheOrderOfTheFile) {
  const Sweep s = sweep(
      "[[grid]]\n'topology.policy' = ['static', 'dynamic']\n'model.density' = 0.1\n"
      "'run.seed' = [1, 2]\n[[grid]]\n'topology.policy' = 'dense'\n'model.density' = 1.0\n");
  std::vector<std::string> names;
  for (const RunConfig& run : s.runs) {
    names.push_back(run.run.name);
    EXPECT_EQ(run.run.threads, 1);
    EXPECT_EQ(run.run.folder, runs_.string());
    EXPECT_EQ(run.model.widths, "64-32-16-4");
  }
  EXPECT_THAT(names,
              ElementsAre("policy_static-density_0.1-seed_1", "policy_static-density_0.1-seed_2",
                          "policy_dynamic-density_0.1-seed_1", "policy_dynamic-density_0.1-seed_2",
                          "policy_dense-density_1"));
  EXPECT_EQ(s.runs[2].topology.policy, "dynamic");
  EXPECT_EQ(s.runs[2].model.density, 0.1);
  EXPECT_EQ(s.runs[1].run.seed, 2);
}

TEST_F(SweepTest, RefusesWhatIsNoSweep) {
  EXPECT_THAT(refusal(""), HasSubstr("no runs"));
  EXPECT_THAT(refusal("[grid]\n'run.seed' = []"), HasSubstr("run.seed: an empty list"));
  EXPECT_THAT(refusal("[grid]\n'run.seed' = [[1]]"), HasSubstr("expected a value or a list"));
  EXPECT_THAT(refusal("[grid]\n'run.sead' = [1]"), HasSubstr("did you mean run.seed?"));
  EXPECT_THAT(refusal("[grid]\n'model.block' = [3]"), HasSubstr("model.block: 3"));
  EXPECT_THAT(refusal("[grid]\n'run.seed' = [1, 1]"), HasSubstr("two runs have the name seed_1"));
  EXPECT_THAT(refusal("colour = 1"), HasSubstr("sweep.colour: unknown"));
  EXPECT_THAT(refusal("[other]"), HasSubstr("other: unknown"));
  EXPECT_THAT(refusal("[grid]\n'run.seed' = [1"), HasSubstr("not valid TOML"));
  std::string many = "[grid]\n";
  for (const char* key : {"run.seed", "topology.updates", "training.steps"}) {
    many += '\'' + std::string(key) + "' = [";
    for (int i = 1; i <= 100; ++i) many += std::to_string(i) + ',';
    many += "]\n";
  }
  EXPECT_THAT(refusal(many), HasSubstr("more than 10000 runs"));
}

TEST_F(SweepTest, TrainsAllRunsOnceAndGoesOnPastAFailure) {
  // Widths that do not fit the images are found only once these are read.
  const Sweep s = sweep("[grid]\n'model.widths' = ['64-32-16-4', '32-16-4', '64-16-4']\n");
  const SweepOutcome first = run_sweep(s, quiet_);
  EXPECT_EQ(first.done, 2);
  ASSERT_THAT(first.failures, SizeIs(1));
  EXPECT_THAT(first.failures[0], HasSubstr("widths_32_16_4: model.widths begins with 32"));
  EXPECT_FALSE(first.stopped);
  EXPECT_THAT(read_runs({runs_}), SizeIs(2));  // the third never began
  const std::string log = read_bytes(runs_ / "logs/widths_64_16_4.log");
  EXPECT_THAT(log, HasSubstr("accuracy"));
  const std::string metrics = read_bytes(runs_ / "widths_64_16_4/metrics.jsonl");

  const SweepOutcome again = run_sweep(s, quiet_);
  EXPECT_EQ(again.done, 2);
  EXPECT_THAT(again.failures, SizeIs(1));
  EXPECT_EQ(read_bytes(runs_ / "widths_64_16_4/metrics.jsonl"), metrics);
  // What the first attempt said is there still.
  const std::string attempts = read_bytes(runs_ / "logs/widths_32_16_4.log");
  EXPECT_NE(attempts.find("begins with 32"), attempts.rfind("begins with 32"));
}

TEST_F(SweepTest, LeavesTheRunsOfAnotherSweepAlone) {
  const Sweep s = sweep("[grid]\n'run.seed' = [1]\n");
  folder_.write("runs/logs/seed_1.log", "of the other\n");
  {
    const files::FolderLock other(runs_ / "logs", "taken");
    EXPECT_THAT(message_of<IoError>([&] { run_sweep(s, quiet_); }), HasSubstr("another sweep"));
  }
  EXPECT_EQ(read_bytes(runs_ / "logs/seed_1.log"), "of the other\n");
  EXPECT_FALSE(std::filesystem::exists(runs_ / "seed_1"));
  EXPECT_EQ(run_sweep(s, quiet_).done, 1);
}

TEST_F(SweepTest, StopsWhenAsked) {
  const Sweep s = sweep("[grid]\n'run.seed' = [1, 2, 3]\n");
  std::atomic<bool> stop = true;
  quiet_.stop = &stop;
  const SweepOutcome outcome = run_sweep(s, quiet_);
  EXPECT_TRUE(outcome.stopped);
  EXPECT_EQ(outcome.done, 0);
  EXPECT_THAT(outcome.failures, SizeIs(0));
  stop = false;
  EXPECT_EQ(run_sweep(s, quiet_).done, 3);
}

}  // namespace
}  // namespace espalier::experiments
