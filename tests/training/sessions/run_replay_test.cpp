// SPDX-License-Identifier: Apache-2.0
// Runs that followed a clock, trained again by the record of it on another clock.
#include <espalier/training/sessions/run_replay.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>
#include <espalier/training/config/config_file.h>
#include <espalier/training/runs/clock_record.h>
#include <espalier/training/runs/run_files.h>
#include <espalier/training/sessions/run_branch.h>
#include <espalier/training/sessions/training_run.h>
#include <espalier/training/tasks/topology_setup.h>
#include "tests/support/temporary_folder.h"
#include "tests/training/small_study.h"
#include "tests/training/whole_run.h"

namespace espalier::training {
namespace {

using espalier::testing::message_of;
using espalier::testing::read_bytes;
using espalier::testing::TemporaryFolder;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(ClockRecord, ReadsBackWhatWasWritten) {
  const TemporaryFolder folder;
  const std::vector<StepReadings> steps = {{0, 0}, {3, 17}, {17, 2000000}, {2000001, 2000001}};
  std::string text;
  Index before = 0;
  for (const StepReadings& step : steps) {
    text += clock_line(step, before);
    before = step.end;
  }
  EXPECT_EQ(text, "0 0\n3 14\n0 1999983\n1 0\n");
  const std::filesystem::path path = folder.write("clock.log", text);
  EXPECT_EQ(read_clock(path), steps);
  EXPECT_EQ(seconds_of(2000000), 2);
  EXPECT_EQ(reading_of(1.9999996), 2000000);
  for (const std::string damaged :
       {"1 2\n3\n", "1 2\n3 -4\n", "1 2\n3 4", "1 2\n3  4\n", "1 2\n3 4 5\n", "1 2\n\n",
        "1 2\n9223372036854775807 1\n", "1 2\n1 99999999999999999999999999999999999999999\n"})
    EXPECT_THAT(
        message_of<FormatError>([&] { (void)read_clock(folder.write("clock.log", damaged)); }),
        HasSubstr("clock.log:2: "))
        << damaged;
}

/// Runs of 7.2 s of a clock that moves in jumps, with all that can follow a clock.
class RunReplays : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_.write("text.txt", small_text());
    options_.quiet = true;
    options_.clock = irregular("original");
  }

  /// Between readings, from nothing to 0.2 s, now and then 0.6 s.
  static std::function<double()> irregular(const std::string& name) {
    return [random = Random(7, stream_id(name)), now = 50.0, reading = std::uint64_t{0}]() mutable {
      const double share = random.uniform(reading++);
      return now += share < 0.9 ? 0.2 * share : 0.6;
    };
  }
  RunConfig config(const std::vector<std::string>& settings = {}) const {
    RunConfig small = small_config((folder_.path() / "text.txt").string(), "dynamic");
    small.run.folder = (folder_.path() / "runs").string();
    small.run.name = "original";
    small.training.steps = 100000;
    small.training.validate_every = 0;
    std::vector<std::string> all = {
        "training.schedule_by=hours",   "training.hours=0.002",
        "training.warmup_fraction=0.2", "training.validate_every_hours=0.0003",
        "training.validate_denser=2",   "training.validation_share=0.2",
        "topology.every_seconds=0.9"};
    all.insert(all.end(), settings.begin(), settings.end());
    return parse_run_config(to_toml(small), "test", all);
  }
  std::filesystem::path original() { return run_training(config(), options_).folder; }

  static RunConfig replay_of_name(const std::filesystem::path& run, const std::string& name,
                                  const std::string& threads = "3") {
    return replay_config(run, {"run.name=" + name, "run.threads=" + threads});
  }
  TrainingRunOptions replaying(const std::filesystem::path& run) const {
    TrainingRunOptions options = options_;
    options.clock = irregular("another");
    options.replay = replay_of(run);
    return options;
  }
  /// A replay in one session.
  std::filesystem::path replayed(const std::filesystem::path& run, const std::string& name) const {
    const TrainingRunOutcome outcome = run_training(replay_of_name(run, name), replaying(run));
    EXPECT_EQ(outcome.status, RunStatus::kDone);
    return outcome.folder;
  }
  static void expect_replay(const std::filesystem::path& found,
                            const std::filesystem::path& expected) {
    expect_same_run(found, expected);
    EXPECT_EQ(read_bytes(found / run_file::kClock), read_bytes(expected / run_file::kClock));
  }

  TemporaryFolder folder_;
  TrainingRunOptions options_;
};

TEST_F(RunReplays, RepeatTheRunOnAnotherClockAndOtherThreads) {
  const std::filesystem::path run = original();
  const std::filesystem::path again = replayed(run, "again");
  expect_replay(again, run);
  EXPECT_EQ(read_manifest(again).replayed_from, "original");
  // There was something to repeat: the same configuration by this other clock is another run.
  options_.clock = irregular("another");
  RunConfig other = config();
  other.run.name = "other";
  const std::filesystem::path live = run_training(other, options_).folder;
  EXPECT_NE(timeless_records(live), timeless_records(run));
  EXPECT_GT(
      std::ranges::count_if(timeless_records(run),
                            [](const auto& record) { return is_event(record, event::kTopology); }),
      2);
  // A replay is a run that can be replayed.
  expect_replay(replayed(again, "third"), run);
}

TEST_F(RunReplays, RepeatOneThatWasStoppedAndStopThemselves) {
  std::atomic<bool> stop = true;
  options_.stop = &stop;
  for (int session = 0; session < 3; ++session)
    EXPECT_EQ(run_training(config(), options_).status, RunStatus::kStopped);
  // As if it had been killed after two more steps: they are done again, by the clock of then.
  const std::filesystem::path clock = folder_.path() / "runs/original" / run_file::kClock;
  folder_.write(clock.string(), read_bytes(clock) + "5 70000\n1 90");
  options_.stop = nullptr;
  const std::filesystem::path run = original();
  EXPECT_EQ(read_manifest(run).sittings.size(), 4u);
  expect_replay(replayed(run, "whole"), run);

  TrainingRunOptions options = replaying(run);
  options.stop = &stop;
  const RunConfig parts = replay_of_name(run, "parts", "2");
  for (int session = 0; session < 3; ++session)
    EXPECT_EQ(run_training(parts, options).status, RunStatus::kStopped);
  // From here on it needs the run no more.
  const std::filesystem::path kept = folder_.path() / "kept";
  std::filesystem::rename(run, kept);
  options.stop = nullptr;
  options.replay.reset();
  EXPECT_EQ(run_training(parts, options).status, RunStatus::kDone);
  expect_replay(folder_.path() / "runs/parts", kept);
}

// Steps count here, and the clock has its say in validations or in updates alone.
TEST_F(RunReplays, RepeatRunsBySteps) {
  for (const std::string off : {"topology.every_seconds", "training.validate_every_hours"}) {
    const std::filesystem::path run =
        run_training(
            config({"training.schedule_by=steps", "training.hours=0", "training.validate_denser=1",
                    "training.steps=30", off + "=0", "run.name=" + off}),
            options_)
            .folder;
    expect_replay(replayed(run, off + "_again"), run);
  }
}

// The configuration names a file alone, and the corpus is the same.
TEST_F(RunReplays, OtherPatternsToStartFromAreRefused) {
  const RunConfig started =
      config({"topology.pattern=file:" + folder_.path().string() + "/{weight}.smtx"});
  const auto write_patterns = [&](Index column) {  // one block in the first row
    for (const schedules::WeightShape& weight : movable_weights(started)) {
      std::string text =
          std::to_string(weight.rows) + ", " + std::to_string(weight.cols) + ", 1\n0";
      for (Index r = 0; r < weight.rows; ++r) text += " 1";
      folder_.write(weight.name + ".smtx", text + "\n" + std::to_string(column) + "\n");
    }
  };
  write_patterns(0);
  const std::filesystem::path run = run_training(started, options_).folder;
  expect_replay(replayed(run, "again"), run);
  write_patterns(started.model.block);  // the block beside
  EXPECT_THAT(message_of<ConfigError>([&] { replayed(run, "other"); }),
              HasSubstr("--replay: made with a topology.pattern of hash "));
  // Without a checkpoint nothing tells.
  std::filesystem::remove_all(run / run_file::kCheckpoints);
  EXPECT_THAT(replay_of(run).hashes, IsEmpty());
}

TEST_F(RunReplays, ADamagedRecordIsRefused) {
  const std::filesystem::path run = original();
  const std::filesystem::path clock = run / run_file::kClock;
  const std::string sound = read_bytes(clock);
  const auto refusal = [&] { return message_of<Error>([&] { (void)replay_of(run); }); };
  for (std::size_t at = 0; at < sound.size(); at += 7) {
    std::string damaged = sound;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    folder_.write(clock.string(), damaged);
    EXPECT_THAT(refusal(), AllOf(HasSubstr("clock.log"), HasSubstr("as manifest.json says")));
  }
  folder_.write(clock.string(), sound.substr(0, sound.size() / 2));
  EXPECT_THAT(refusal(), AllOf(HasSubstr("clock.log"), HasSubstr("as manifest.json says")));
  std::filesystem::remove(clock);
  EXPECT_THAT(refusal(), HasSubstr("clock.log: not there"));

  // One that is whole, but not of all steps of the run.
  const std::string part = sound.substr(0, sound.find('\n') + 1);
  folder_.write(clock.string(), part);
  Manifest manifest = read_manifest(run);
  manifest.files[run_file::kClock] = files::mark_of(clock);
  RunFolder::open(run).write_manifest(manifest);
  EXPECT_THAT(refusal(), HasSubstr("clock.log: of 1 steps, expected "));
  manifest.files.erase(run_file::kClock);
  RunFolder::open(run).write_manifest(manifest);
  EXPECT_THAT(refusal(), HasSubstr("no record of its clock"));
}

TEST_F(RunReplays, ADamagedRecordOfAStoppedRunIsRefused) {
  std::atomic<bool> stop = true;
  options_.stop = &stop;
  const std::filesystem::path run = run_training(config(), options_).folder;
  const std::string sound = read_bytes(run / run_file::kClock);
  EXPECT_THAT(message_of<ConfigError>([&] { (void)replay_of(run); }),
              HasSubstr("the run is stopped; train it to its end first"));
  folder_.write((run / run_file::kClock).string(), sound.substr(1));
  EXPECT_THAT(message_of<FormatError>([&] { original(); }),
              AllOf(HasSubstr("clock.log"), HasSubstr("as when the checkpoint was made")));
  folder_.write((run / run_file::kClock).string(), sound);
  options_.stop = nullptr;
  original();
  // The copy that a replay follows is checked too.
  TrainingRunOptions options = replaying(run);
  options.stop = &stop;
  const RunConfig again = replay_of_name(run, "again");
  const std::filesystem::path copy = run_training(again, options).folder / run_file::kClock;
  std::string damaged = read_bytes(copy);
  damaged.back() = ' ';
  folder_.write(copy.string(), damaged);
  EXPECT_THAT(message_of<FormatError>([&] { run_training(again, options); }),
              HasSubstr("as manifest.json says"));
}

TEST_F(RunReplays, WhatIsNoReplayIsRefusedInALine) {
  const std::filesystem::path run = original();
  const auto refusal = [&](const std::vector<std::string>& overrides) {
    return message_of<ConfigError>([&] { (void)replay_config(run, overrides); });
  };
  EXPECT_THAT(refusal({}), HasSubstr("no name; add --name NAME"));
  EXPECT_THAT(refusal({"run.name=a", "training.learning_rate=0.001"}),
              HasSubstr("training.learning_rate is 0.001; expected 0.003, that of the run"));
  EXPECT_THAT(refusal({"run.name=a", "run.seed=6"}), HasSubstr("run.seed is 6; expected 5"));
  // In a folder where the same configuration was trained by the clock itself.
  std::atomic<bool> stop = true;
  RunConfig live = config({"run.name=live"});
  TrainingRunOptions stopping = options_;
  stopping.stop = &stop;
  run_training(live, stopping);
  EXPECT_THAT(
      message_of<ConfigError>([&] { run_training(replay_of_name(run, "live"), replaying(run)); }),
      HasSubstr("holds a run that is no replay of original"));
  // On other data.
  folder_.write("text.txt", small_text() + "one more line.\n");
  EXPECT_THAT(message_of<ConfigError>([&] { replayed(run, "a"); }), HasSubstr("made with corpus"));
  folder_.write("text.txt", small_text());

  RunConfig by_steps = small_config((folder_.path() / "text.txt").string(), "static");
  by_steps.run.folder = (folder_.path() / "runs").string();
  const std::filesystem::path plain = run_training(by_steps, options_).folder;
  EXPECT_FALSE(std::filesystem::exists(plain / run_file::kClock));
  EXPECT_THAT(message_of<ConfigError>([&] { (void)replay_of(plain); }),
              HasSubstr("follows no clock"));
  TrainingRunOptions branching = options_;
  branching.branch = branch_of(run.string());
  branching.branch->start = BranchStart::kNextPhase;
  const RunConfig phase = branch_config(run.string(), {"run.name=phase"}, BranchStart::kNextPhase);
  const std::filesystem::path branch = run_training(phase, branching).folder;
  EXPECT_THAT(message_of<ConfigError>([&] { (void)replay_of(branch); }),
              HasSubstr("a branch of original@"));
}

}  // namespace
}  // namespace espalier::training
