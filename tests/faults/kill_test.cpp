// SPDX-License-Identifier: Apache-2.0
// A process that is killed, at each system call and at random moments: the same command goes on and
// ends with what a run leaves to which nothing happened.
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <thread>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>
#include <espalier/training/runs/run_summary.h>
#include "tests/faults/support/cases.h"
#include "tests/faults/support/study.h"

namespace espalier::faults {
namespace {

namespace fs = std::filesystem;

constexpr int kKilled = 128 + SIGKILL;

class Kill : public ::testing::TestWithParam<Task> {
 protected:
  /// Kills at each call that `action` can happen to.
  void kill_at_every_call(const std::string& action) {
    for (Index call = 1;; call += stride()) {
      const std::string name = action + "_at_call_" + std::to_string(call);
      const fs::path runs = study_.fresh(name);
      const Ended ended = run(study_.train_with_faults(
          runs, {"FAULT_ACTION=" + action, "FAULT_AT=" + std::to_string(call)}));
      if (ended.code != kKilled) {
        EXPECT_EQ(ended.code, 0) << told(ended);
        return;
      }
      std::string wrong = study_.wrong_figures(runs);
      wrong += study_.finish(runs);
      cases_.tried(name, wrong);
    }
  }

  Study study_ = Study(GetParam(), "dynamic");
  Cases cases_;
};

TEST_P(Kill, AtEverySystemCall) { kill_at_every_call("kill"); }

TEST_P(Kill, InTheMiddleOfEveryWrite) { kill_at_every_call("half"); }

TEST_P(Kill, AtRandomMoments) {
  const auto start = std::chrono::steady_clock::now();
  ASSERT_EQ(study_.finish(study_.fresh("timed")), "");
  const auto whole = std::chrono::steady_clock::now() - start;
  const Random random(1, stream_id("kill"));
  const auto trials = static_cast<std::uint64_t>(share_of(300));
  for (std::uint64_t trial = 0; trial < trials; ++trial) {
    const std::string name = "trial_" + std::to_string(trial);
    const fs::path runs = study_.fresh(name);
    std::string wrong;
    // The second kill meets a run that goes on.
    for (std::uint64_t kill = 0; kill < 2; ++kill) {
      Process process(study_.train(runs));
      const auto moment = static_cast<int>(random.below(2 * trial + kill, 1000));
      std::this_thread::sleep_for(whole * moment / 1000);
      process.send(SIGKILL);
      process.wait();
      wrong += study_.wrong_figures(runs);
    }
    wrong += study_.finish(runs);
    cases_.tried(name, wrong);
  }
}

// The run is done, and given a larger budget. Its end, after six steps, is none of the longer run,
// which validates after five, so that what it left there has to go too.
TEST_P(Kill, WhileItIsExtended) {
  const auto command = [&](Command train, const std::vector<std::string>& more) {
    for (const char* setting :
         {"training.decay_power=0", "training.warmup_steps=2", "training.record_every=2",
          "training.validate_every=5", "training.checkpoint_every=1", "topology.every_steps=4",
          "topology.drop_schedule=constant"})
      train.arguments.insert(train.arguments.end(), {"--set", setting});
    train.arguments.insert(train.arguments.end(), more.begin(), more.end());
    return train;
  };
  const std::vector<std::string> longer = {"--extend", "--set", "training.steps=9"};
  const fs::path base = study_.fresh("base"), whole = study_.fresh("whole");
  ASSERT_EQ(run(command(study_.train(base), {})).code, 0);
  ASSERT_EQ(run(command(study_.train(whole), {longer[1], longer[2]})).code, 0);
  const Outcome before = outcome_of(base / "run"), sound = outcome_of(whole / "run");
  for (Index call = 1;; call += stride()) {
    const std::string name = "extended_at_call_" + std::to_string(call);
    const fs::path runs = study_.fresh(name);
    fs::copy(base, runs, fs::copy_options::recursive);
    const Ended ended = run(command(
        study_.train_with_faults(runs, {"FAULT_ACTION=kill", "FAULT_AT=" + std::to_string(call)}),
        longer));
    if (ended.code != kKilled) {
      EXPECT_EQ(ended.code, 0) << told(ended);
      return;
    }
    std::string wrong;
    try {
      // The old run or the new one, never neither; with a file aside until it goes on.
      const auto summary = training::summarise_run(runs / "run");
      if (summary.status == "done") {
        Outcome left = outcome_of(runs / "run");
        const Outcome& expected = summary.planned_steps == 6 ? before : sound;
        left.files = expected.files;
        wrong = difference(left, expected);
      }
      const Ended again = run(command(study_.train(runs), longer));
      wrong += again.code == 0 ? difference(outcome_of(runs / "run"), sound) : told(again);
    } catch (const Error& error) {
      wrong = error.what();
    }
    fs::remove_all(runs);
    cases_.tried(name, wrong);
  }
}

INSTANTIATE_TEST_SUITE_P(Tasks, Kill, ::testing::Values(Task::kImages, Task::kText),
                         [](const auto& tested) {
                           return tested.param == Task::kImages ? "Images" : "Text";
                         });

}  // namespace
}  // namespace espalier::faults
