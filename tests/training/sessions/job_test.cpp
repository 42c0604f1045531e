// SPDX-License-Identifier: Apache-2.0
// Whole runs on the ranks of a job: what lies in the folder is what one process writes.
#include <espalier/training/sessions/job.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include <espalier/files/temporary_folder.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/config_file.h>
#include <espalier/training/sessions/follower.h>
#include <espalier/training/sessions/job_messages.h>
#include <espalier/training/sessions/replicas.h>
#include <espalier/training/sessions/training_run.h>
#include <espalier/training/tasks/task.h>
#include "tests/support/temporary_folder.h"
#include "tests/training/run_on_ranks.h"
#include "tests/training/small_images.h"
#include "tests/training/whole_run.h"

namespace espalier::training {
namespace {

using espalier::testing::message_of;
using espalier::testing::TemporaryFolder;
using ::testing::HasSubstr;

class JobTest : public ::testing::Test {
 protected:
  RunConfig config(const std::string& runs, const std::vector<std::string>& keys = {}) const {
    RunConfig c = small_image_config(images_, "dynamic");
    c.training.batch = 72;
    c.training.validate_every = 20;
    c.training.checkpoint_every = 10;
    c.run.folder = (folder_.path() / runs).string();
    std::vector<std::string> all = {"training.shards=4"};
    all.insert(all.end(), keys.begin(), keys.end());
    return parse_run_config(to_toml(c), "test", all);
  }

  TemporaryFolder folder_;
  std::string images_ = small_images(folder_);
};

TEST_F(JobTest, WritesWhatOneProcessWrites) {
  const TrainingRunOutcome one = run_quietly(config("one"));
  for (const int ranks : {2, 4}) {
    const TrainingRunOutcome outcome = run_on_ranks(ranks, config("of" + std::to_string(ranks)));
    EXPECT_EQ(outcome.status, RunStatus::kDone);
    expect_same_run(outcome.folder, one.folder);
    EXPECT_EQ(outcome.result.metrics.value(metric::kValidationLoss),
              one.result.metrics.value(metric::kValidationLoss));
    EXPECT_EQ(outcome.result.peak_bytes, one.result.peak_bytes);
  }
}

TEST_F(JobTest, StopsAndGoesOnInAnotherNumber) {
  const TrainingRunOutcome one = run_quietly(config("one"));
  const RunConfig parts = config("parts");
  for (int i = 0; i < 3; ++i)
    for (const int ranks : {4, 1, 2}) a_step_on_ranks(ranks, parts);
  const TrainingRunOutcome outcome = run_on_ranks(4, parts);
  EXPECT_EQ(outcome.status, RunStatus::kDone);
  expect_same_run(outcome.folder, one.folder);
}

// ZeRO-1: the same folder, whoever keeps what, from start to end.
TEST_F(JobTest, WritesTheSameWithSlicesOfTheState) {
  TrainingRunOptions slices;
  slices.state_of_rank = StateOfRank::kSlice;
  for (const char* const optimizer : {"adamw", "nvlamb"}) {
    const std::string name = optimizer;
    const std::vector<std::string> keys = {"training.optimizer=" + name};
    const TrainingRunOutcome one = run_quietly(config(name + " one", keys));
    expect_same_run(run_on_ranks(4, config(name + " four", keys), slices).folder, one.folder);
    const RunConfig parts = config(name + " parts", keys);
    a_step_on_ranks(4, parts, slices);
    a_step_on_ranks(2, parts, slices);
    a_step_on_ranks(1, parts, slices);
    a_step_on_ranks(4, parts);
    expect_same_run(run_on_ranks(2, parts, slices).folder, one.folder);
  }
}

TEST_F(JobTest, EndsAtOnceWhereTheRunIsDone) {
  run_quietly(config("runs"));
  EXPECT_EQ(run_on_ranks(2, config("runs")).status, RunStatus::kDone);
}

// Rank 0 alone reads the clock; learning rates and the end follow it on all.
TEST_F(JobTest, FollowsTheClockOfRank0) {
  const std::vector<std::string> by_hours = {"training.schedule_by=hours", "training.hours=0.002",
                                             "training.steps=100000", "training.validate_every=0"};
  const auto ticking = [] {
    TrainingRunOptions options;
    options.clock = [now = std::make_shared<double>(1000)] { return *now += 0.05; };
    options.quiet = true;
    return options;
  };
  const TrainingRunOutcome one = run_training(config("one", by_hours), ticking());
  EXPECT_GT(one.result.steps, 10);
  EXPECT_LT(one.result.steps, 1000);
  const TrainingRunOutcome two = run_on_ranks(2, config("two", by_hours), ticking());
  EXPECT_EQ(two.result.steps, one.result.steps);
  EXPECT_EQ(weights_of(two), weights_of(one));
}

TEST_F(JobTest, RefusesShardsThatCannotBeSharedEvenly) {
  const RunConfig c = config("runs");
  EXPECT_THAT(message_of<ConfigError>([&] { run_on_ranks(8, c); }),
              HasSubstr("training.shards: 4, expected a multiple of 8"));
  EXPECT_FALSE(std::filesystem::exists(c.run.folder));
}

TEST_F(JobTest, TellsWhatRanksHaveNotAlike) {
  const auto refusal = [](const std::vector<std::string>& reports) {
    return message_of<ConfigError>([&] { require_alike(reports); });
  };
  EXPECT_NO_THROW(require_alike({R"({"images": "a"})", R"({"images": "a"})"}));
  EXPECT_EQ(refusal({R"({"images": "a"})", R"({"images": "a"})", R"({"images": "b"})"}),
            "images of rank 2 is \"b\", expected \"a\", as rank 0 has it");
  EXPECT_EQ(refusal({R"({"images": "a"})", R"({"error": "no file", "usage": true})"}),
            "rank 1: no file");
  EXPECT_EQ(message_of<Error>([&] {
              require_alike({R"({})", R"({"error": "out of memory", "usage": false})"});
            }),
            "rank 1: out of memory");
}

// A rank that finds no data tells rank 0, which has them.
TEST_F(JobTest, TellsOfARankThatCannotPrepare) {
  RunConfig c = config("runs");
  EXPECT_THAT(message_of<Error>([&] {
                on_ranks(2, [&](machines::Machines& machines) {
                  if (machines.rank() > 0) {
                    follow_training(machines);
                    return;
                  }
                  TrainingRunOptions options;
                  options.quiet = true;
                  options.machines = &machines;
                  options.data = task_of(c)->load(c, [](const std::string&) {});
                  c.data.images = (folder_.path() / "nowhere").string();
                  run_training(c, options);
                });
              }),
              HasSubstr("rank 1: "));
}

TEST_F(JobTest, WaitsForTheSlowestInTouch) {
  std::atomic<int> done = 0;
  on_ranks(3, [&](machines::Machines& machines) {
    keep_in_touch(machines, [&](const AsksToStop&) {
      if (machines.rank() == 2) std::this_thread::sleep_for(std::chrono::milliseconds(60));
      ++done;
    });
    EXPECT_EQ(done, 3);
    const auto fails = [&] {
      keep_in_touch(machines, [&](const AsksToStop&) {
        if (machines.rank() == 1) throw FormatError("planted");
      });
    };
    if (machines.rank() == 1)
      EXPECT_EQ(message_of<FormatError>(fails), "planted");
    else
      EXPECT_NO_THROW(fails());
  });
  // Where rank 0 fails nobody needs to finish.
  EXPECT_EQ(message_of<FormatError>([&] {
              on_ranks(2, [](machines::Machines& machines) {
                keep_in_touch(machines, [&](const AsksToStop&) {
                  if (machines.rank() == 0) throw FormatError("of rank 0");
                });
              });
            }),
            "of rank 0");
}

TEST_F(JobTest, StopsTheWorkOfAllRanksThatRank0IsAskedToStop) {
  on_ranks(3, [](machines::Machines& machines) {
    const auto works_until_stopped = [&](const AsksToStop& stop) {
      if (machines.rank() == 1) return;  // has its data already
      while (!stop()) std::this_thread::yield();
      throw StoppedInPreparation();
    };
    EXPECT_THROW(keep_in_touch(machines, works_until_stopped, [] { return true; }),
                 StoppedInPreparation);
    // Signals of the others are not heeded.
    EXPECT_NO_THROW(keep_in_touch(
        machines, [](const AsksToStop& stop) { EXPECT_FALSE(stop()); },
        [&] { return machines.rank() > 0; }));
  });
}

// Whoever finds a rank gone says so then, and not when its own data are read.
TEST_F(JobTest, StopsTheWorkWhereARankIsLost) {
  bool stopped = false;
  EXPECT_EQ(message_of<machines::LostRankError>([&] {
              on_ranks(2, [&](machines::Machines& machines) {
                if (machines.rank() == 1) return;
                keep_in_touch(machines, [&](const AsksToStop& stop) {
                  // Work of ten seconds.
                  for (int i = 0; i < 10000 && !stopped; ++i) {
                    std::this_thread::sleep_for(std::chrono::milliseconds(1));
                    stopped = stop();
                  }
                  if (stopped) throw StoppedInPreparation();
                });
              });
            }),
            "rank 1 has left the job");
  EXPECT_TRUE(stopped);
}

TEST_F(JobTest, AgreesOnTheBuild) {
  on_ranks(3, [](machines::Machines& machines) { EXPECT_NO_THROW(agree_on_build(machines)); });
}

TEST_F(JobTest, PassesTextsAndFilesOn) {
  folder_.write("from/a.txt", std::string((std::size_t{1} << 24) + 17, 'a'));
  folder_.write("from/b.txt", "");
  on_ranks(3, [&](machines::Machines& machines) {
    const bool first = machines.rank() == 0;
    EXPECT_EQ(pass_on(machines, std::string(first ? "text of rank 0" : "")), "text of rank 0");
    std::filesystem::path gone;
    {
      const files::TemporaryFolder own;
      gone = own.path();
      EXPECT_TRUE(std::filesystem::is_directory(gone));
      const StateToTake from = {.checkpoint = folder_.path() / "from",
                                .branch = BranchStart::kNextPhase,
                                .extensions = {{.step = 3, .budget = "b", .config_hash = "c"}}};
      const StateToTake to = pass_on(machines, first ? from : StateToTake(), own.path());
      EXPECT_EQ(to.branch, BranchStart::kNextPhase);
      ASSERT_EQ(to.extensions.size(), 1U);
      EXPECT_EQ(to.extensions[0].step, 3);
      EXPECT_EQ(to.extensions[0].config_hash, "c");
      EXPECT_EQ(to.checkpoint == from.checkpoint, first);
      for (const char* name : {"a.txt", "b.txt"}) {
        EXPECT_TRUE(std::filesystem::exists(to.checkpoint / name)) << name;
        EXPECT_TRUE(espalier::testing::read_bytes(to.checkpoint / name) ==
                    espalier::testing::read_bytes(from.checkpoint / name));
      }
    }
    EXPECT_FALSE(std::filesystem::exists(gone));
  });
}

}  // namespace
}  // namespace espalier::training
