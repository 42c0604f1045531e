// SPDX-License-Identifier: Apache-2.0
// The summary.json of runs that really train: it is there when a session has ended, and counts for
// nothing once another has begun.
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <string>

#include <espalier/sparse/core/error.h>
#include <espalier/training/config/config_file.h>
#include <espalier/training/runs/run_summary.h>
#include <espalier/training/runs/sealed_summary.h>
#include <espalier/training/sessions/training_run.h>
#include "tests/support/temporary_folder.h"
#include "tests/training/small_study.h"
#include "tests/training/summary_text.h"

namespace espalier::training {
namespace {

class SealedEnd : public espalier::testing::FolderTest {
 protected:
  /// A run of 24 steps of which nothing follows its length.
  RunConfig config() const {
    RunConfig c = small_config(write("text.txt", small_text()).string(), "static");
    c.run.name = "run";
    c.run.folder = (folder_ / "runs").string();
    c.training.decay_power = 0;
    c.training.warmup_steps = 6;
    c.training.record_every = 3;
    c.training.validate_every = 4;
    return c;
  }
  std::filesystem::path run() const { return folder_ / "runs/run"; }

  /// Trains; while the run is running, no summary of an earlier session may count.
  void train(const RunConfig& c, Resume resume = Resume::kAuto, bool stop = false) const {
    const std::atomic<bool> stopped = stop;
    double seconds = 0;
    TrainingRunOptions options;
    options.quiet = true;
    options.resume = resume;
    options.stop = &stopped;
    options.clock = [&] {
      const bool running = seconds > 0 && RunFolder::exists(run()) &&
                           read_manifest(run()).status == RunStatus::kRunning;
      EXPECT_FALSE(running && read_sealed_summary(run()).has_value());
      return seconds += 1;
    };
    (void)run_training(c, options);
  }

  void expect_sealed(const std::string& status) const {
    const auto kept = read_sealed_summary(run());
    ASSERT_TRUE(kept.has_value());
    EXPECT_EQ(kept->status, status);
    EXPECT_EQ(text_of(*kept), text_of(read_run(run()).summary));
  }
};

TEST_F(SealedEnd, OfOneThatStopsGoesOnAndIsExtended) {
  RunConfig c = config();
  train(c, Resume::kAuto, true);
  expect_sealed("stopped");
  const std::string stopped = read(run() / "summary.json");
  train(c);
  expect_sealed("done");
  const std::string done = read(run() / "summary.json");
  c.training.steps = 48;
  train(c, Resume::kExtend);
  expect_sealed("done");
  EXPECT_EQ(summarise_run(run()).steps, 48);
  // Those of the earlier ends count no more.
  for (const std::string& earlier : {stopped, done}) {
    write("runs/run/summary.json", earlier);
    EXPECT_FALSE(read_sealed_summary(run()).has_value());
    EXPECT_EQ(summarise_run(run()).steps, 48);
  }
}

TEST_F(SealedEnd, OfOneThatFails) {
  RunConfig c = config();
  c.training.learning_rate = 1e30;  // diverges
  EXPECT_THROW(train(c), Error);
  expect_sealed("failed");
}

TEST_F(SealedEnd, IsNoReasonToFail) {
  std::filesystem::create_directories(run() / "summary.json");  // nothing is renamed over it
  train(config());
  EXPECT_EQ(summarise_run(run()).status, "done");
  EXPECT_FALSE(read_sealed_summary(run()).has_value());
}

}  // namespace
}  // namespace espalier::training
