// SPDX-License-Identifier: Apache-2.0
// Runs of whose folder something is damaged or gone.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include <espalier/sparse/core/error.h>
#include <espalier/training/runs/run_store.h>
#include <espalier/training/sessions/training_run.h>
#include "tests/support/temporary_folder.h"
#include "tests/training/sessions/run_fixture.h"
#include "tests/training/whole_run.h"

namespace espalier::training {
namespace {

using espalier::testing::message_of;
using espalier::testing::read_bytes;
using ::testing::HasSubstr;

class DamagedRun : public RunFixture {};

TEST_F(DamagedRun, IfNoCheckpointCanBeUsedItStopsAndTouchesNothing) {
  const std::filesystem::path run = stopped_run(config("runs"));
  std::filesystem::resize_file(run / "checkpoints/step_1/model.safetensors", 100);
  const std::string message = refusal(config("runs"), run);
  EXPECT_THAT(message, HasSubstr("no checkpoint can be used"));
  EXPECT_THAT(message, HasSubstr("step_1"));
  EXPECT_THAT(message, HasSubstr("--resume"));
  EXPECT_EQ(message_of<ConfigError>([&] { check_training(config("runs"), options_); }), message);
}

TEST_F(DamagedRun, SaysEvenQuietlyThatACheckpointIsDamagedAndKeepsIt) {
  stopped_run(config("runs"));
  const std::filesystem::path run = stopped_run(config("runs"));
  std::filesystem::resize_file(run / "checkpoints/step_2/model.safetensors", 100);
  ::testing::internal::CaptureStderr();
  run_training(config("runs"), options_);
  const std::string said = ::testing::internal::GetCapturedStderr();
  EXPECT_THAT(said, HasSubstr("step_2"));
  EXPECT_THAT(said, HasSubstr("goes on from"));
  EXPECT_TRUE(std::filesystem::exists(run / "checkpoints/damaged-step_2"));
}

TEST_F(DamagedRun, DoesNotStartAnewWhereCheckpointsWereMovedAway) {
  RunConfig c = config("runs");
  c.training.steps = 60;
  c.training.checkpoint_every = 2;
  const std::filesystem::path run = run_killed_before_its_end(c);
  std::filesystem::rename(run / "checkpoints", run / "elsewhere");
  const std::string message = refusal(c, run);
  EXPECT_THAT(message, HasSubstr("no checkpoint, though"));
  EXPECT_EQ(message_of<ConfigError>([&] { check_training(c, options_); }), message);
}

TEST_F(DamagedRun, FromAnOlderCheckpointItGoesOnAlsoAfterAStop) {
  RunConfig c = config("runs");
  c.training.keep_checkpoints = 5;
  std::filesystem::path run;
  for (int i = 0; i < 4; ++i) run = stopped_run(c);
  options_.checkpoint = run / "checkpoints/step_2";
  stopped_run(c);
  EXPECT_FALSE(std::filesystem::exists(run / "checkpoints/step_4"));
  EXPECT_TRUE(std::filesystem::exists(run / "checkpoints/left-step_4"));
  options_.checkpoint.reset();
  EXPECT_EQ(run_training(c, options_).status, RunStatus::kDone);
  EXPECT_EQ(timeless_records(run),
            timeless_records(run_training(config("whole"), options_).folder));
}

TEST_F(DamagedRun, OfADoneRunWhoseRecordsAreGoneItSaysSo) {
  const std::filesystem::path run = run_training(config("runs"), options_).folder;
  std::filesystem::remove(run / "metrics.jsonl");
  EXPECT_THAT(refusal(config("runs"), run), HasSubstr("metrics.jsonl"));
}

TEST_F(DamagedRun, ACheckLoadsWhatARunWouldGoOnFrom) {
  const RunConfig c = config("runs");
  options_.checkpoint = folder_.path() / "nope";
  EXPECT_THAT(message_of<Error>([&] { (void)check_training(c, options_); }), HasSubstr("nope"));
  EXPECT_THAT(message_of<Error>([&] { run_training(c, options_); }), HasSubstr("nope"));
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "runs/dynamic")) << "no folder is left";
  options_.checkpoint.reset();
  folder_.write("a_file", "");
  RunConfig nowhere = c;
  nowhere.run.folder = (folder_.path() / "a_file/runs").string();
  const std::string message =
      "run.folder: " + (folder_.path() / "a_file").string() + " is no folder; name one for runs";
  EXPECT_EQ(message_of<ConfigError>([&] { (void)check_training(nowhere, options_); }), message);
  // A run says so before it reads data, of which it would say here that they are not there.
  nowhere.data.corpus = (folder_.path() / "none.txt").string();
  EXPECT_EQ(message_of<ConfigError>([&] { run_training(nowhere, options_); }), message);
}

TEST_F(DamagedRun, NeverResumesWithAGapInItsRecords) {
  const RunConfig c = config("runs");
  stopped_run(c);
  for (int i = 0; i < 5; ++i) stopped_run(c);  // past an update
  const std::filesystem::path run = folder_.path() / "runs/dynamic";
  for (const char* name : {"metrics.jsonl", "edits.log"}) {
    const std::string good = read_bytes(run / name);
    ASSERT_GT(good.size(), 0u);
    std::string altered = good;
    altered[good.size() / 2] ^= 1;
    const std::string file = std::string("runs/dynamic/") + name;
    for (const std::string& bad : {good.substr(0, good.size() / 2), altered, std::string()}) {
      folder_.write(file, bad);
      EXPECT_THAT(refusal(c, run), HasSubstr(name)) << bad.size();
    }
    folder_.write(file, good + "what a kill left behind");  // is cut
  }
  EXPECT_EQ(run_training(c, options_).status, RunStatus::kDone);
  EXPECT_EQ(timeless_records(run),
            timeless_records(run_training(config("whole"), options_).folder));
}

TEST_F(DamagedRun, WithoutItsRecordsItGoesOnIfToldFromWhere) {
  const std::filesystem::path run = stopped_run(config("runs"));
  std::filesystem::remove(run / "metrics.jsonl");
  std::filesystem::remove(run / "edits.log");
  options_.checkpoint = run / "checkpoints/step_1";
  const TrainingRunOutcome outcome = run_training(config("runs"), options_);
  EXPECT_EQ(read_metrics(run / "metrics.jsonl").front().at("step"), 2);
  options_.checkpoint.reset();
  EXPECT_EQ(outcome.result.metrics.value(metric::kValidationLoss),
            run_training(config("whole"), options_).result.metrics.value(metric::kValidationLoss));
}

// On another machine, say, where there is nothing but the checkpoint. Killed before it has one of
// its own, it goes on by the same command, and never from step 0.
TEST_F(DamagedRun, BeganWithACheckpointOfAnotherFolderItGoesOnFromThere) {
  RunConfig c = config("there");
  c.training.record_every = 1;
  options_.checkpoint = stopped_run(config("here")) / "checkpoints/step_1";
  const std::filesystem::path run = stopped_run(c);
  std::filesystem::remove_all(run / "checkpoints");
  const std::optional<std::filesystem::path> named = std::exchange(options_.checkpoint, {});
  EXPECT_THAT(refusal(c, run), HasSubstr("no checkpoint, though by manifest.json the run went on"));
  options_.checkpoint = named;
  const TrainingRunOutcome outcome = run_training(c, options_);
  EXPECT_EQ(read_metrics(run / "metrics.jsonl").front().at("step"), 2);
  options_.checkpoint.reset();
  EXPECT_TRUE(weights_of(outcome) == weights_of(run_training(config("whole"), options_)));
}

TEST_F(DamagedRun, FilesOfARunWithoutItsManifestAreNotTakenForNothing) {
  const std::filesystem::path run = stopped_run(config("runs"));
  std::filesystem::remove(run / "manifest.json");
  EXPECT_THAT(refusal(config("runs"), run), HasSubstr("no manifest.json"));
  options_.resume = Resume::kNever;
  EXPECT_THAT(refusal(config("runs"), run), HasSubstr("a run of this name exists"));
  options_ = {.checkpoint = run / "checkpoints/step_1", .quiet = true};
  EXPECT_EQ(run_training(config("runs"), options_).status, RunStatus::kDone);
}

TEST_F(DamagedRun, AStartThatFailedDoesNotOccupyItsName) {
  RunConfig c = config("runs");
  c.data.corpus = (folder_.path() / "nothing.txt").string();
  EXPECT_THAT(message_of<IoError>([&] { run_training(c, options_); }), HasSubstr("nothing.txt"));
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "runs/dynamic"));

  // Nor do files that are of no run, which stay.
  const std::filesystem::path own = folder_.write("others/dynamic/tokenizer_config.json", "{}");
  EXPECT_EQ(run_training(config("others"), options_).status, RunStatus::kDone);
  EXPECT_EQ(read_bytes(own), "{}");

  // Nor does one that was killed before it had trained.
  {
    const RunFolder folder = RunFolder::create(c.run.folder, "dynamic");
    folder.write_config(c);
    folder.write_manifest(new_manifest(c));
  }
  options_.resume = Resume::kNever;
  EXPECT_EQ(run_training(config("runs"), options_).status, RunStatus::kDone);
}

}  // namespace
}  // namespace espalier::training
