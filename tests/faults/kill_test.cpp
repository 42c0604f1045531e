// SPDX-License-Identifier: Apache-2.0
// A process that is killed, at each system call and at random moments: the same command goes on and
// ends with what a run leaves to which nothing happened.
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <thread>

#include <espalier/sparse/core/rng.h>
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

INSTANTIATE_TEST_SUITE_P(Tasks, Kill, ::testing::Values(Task::kImages, Task::kText),
                         [](const auto& tested) {
                           return tested.param == Task::kImages ? "Images" : "Text";
                         });

}  // namespace
}  // namespace espalier::faults
