// SPDX-License-Identifier: Apache-2.0
#include "experiments/training_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>

#include "experiments/topology_record.h"
#include "experiments/topology_report.h"
#include "models/checkpoint.h"
#include "schedules/edit_log.h"
#include "sparse/core/error.h"
#include "tests/experiments/small_study.h"
#include "tests/support/temporary_folder.h"

namespace espalier::experiments {
namespace {

using espalier::testing::message_of;
using espalier::testing::read_bytes;
using espalier::testing::TemporaryFolder;
using ::testing::HasSubstr;

/// The topology records of a run, without the seconds.
std::vector<nlohmann::json> timeless_topology(const std::filesystem::path& run) {
  std::vector<nlohmann::json> records;
  for (nlohmann::json record : read_metrics(run / "metrics.jsonl")) {
    if (record.at("event") != "topology") continue;
    record.erase("seconds");
    records.push_back(std::move(record));
  }
  return records;
}

class TrainingRun : public ::testing::Test {
 protected:
  RunConfig config(const std::string& runs) const {
    RunConfig c = small_config((folder_.path() / "text.txt").string(), "dynamic");
    c.run.folder = (folder_.path() / runs).string();
    return c;
  }
  void SetUp() override {
    folder_.write("text.txt", small_text());
    options_.quiet = true;
  }

  TemporaryFolder folder_;
  TrainingRunOptions options_;
};

TEST_F(TrainingRun, LeavesARecordOfEverything) {
  const TrainingRunOutcome outcome = run_training(config("runs"), options_);

  EXPECT_EQ(outcome.status, RunStatus::kDone);
  const RunSummary summary = summarise_run(outcome.folder);
  EXPECT_EQ(summary.status, "done");
  EXPECT_EQ(summary.mode, "dynamic");
  EXPECT_EQ(summary.steps, 24);
  EXPECT_EQ(summary.tokens, 24 * 6 * 16);
  EXPECT_GT(summary.validation_loss, 0);
  EXPECT_GT(summary.explored, 0.25);
  EXPECT_FALSE(summary.corpus_hash.empty());
  int updates = 0, validations = 0;
  for (const auto& record : read_metrics(outcome.folder / "metrics.jsonl")) {
    updates += record.at("event") == "topology";
    validations += record.at("event") == "validation";
    if (record.at("event") == "validation") {
      EXPECT_EQ(record.at("norms").size(), 6u);
    }
  }
  const std::vector<TopologyPoint> points =
      topology_points(read_metrics(outcome.folder / "metrics.jsonl"), "metrics");
  ASSERT_EQ(points.size(), 5u);
  EXPECT_EQ(points.back().weights.size(), 6u);
  EXPECT_DOUBLE_EQ(points.back().total.explored, summary.explored);
  EXPECT_EQ(updates, 5);
  EXPECT_EQ(validations, 3);
  const auto log = schedules::parse_edit_log(read_bytes(outcome.folder / "edits.log"));
  EXPECT_EQ(log.damaged_lines, 0);
  EXPECT_EQ(log.entries.size(), 5u * 6u);  // six weights
}

TEST_F(TrainingRun, StoppedAndResumedEndsWithTheBytesOfOneSitting) {
  const TrainingRunOutcome whole = run_training(config("whole"), options_);
  std::atomic<bool> stop = true;  // after one step
  options_.stop = &stop;
  EXPECT_EQ(run_training(config("parts"), options_).status, RunStatus::kStopped);
  EXPECT_EQ(run_training(config("parts"), options_).status, RunStatus::kStopped);
  options_.stop = nullptr;
  const TrainingRunOutcome parts = run_training(config("parts"), options_);

  EXPECT_EQ(parts.status, RunStatus::kDone);
  for (const char* file : {"model.safetensors", "optimizer.safetensors", "topology.safetensors"})
    EXPECT_TRUE(read_bytes(whole.folder / "checkpoints/step_24" / file) ==
                read_bytes(parts.folder / "checkpoints/step_24" / file))
        << file;
  EXPECT_EQ(parts.result.validation_loss, whole.result.validation_loss);
  EXPECT_EQ(read_bytes(whole.folder / "edits.log"), read_bytes(parts.folder / "edits.log"));
  EXPECT_EQ(timeless_topology(whole.folder), timeless_topology(parts.folder));
}

TEST_F(TrainingRun, TheEditLogReplaysItsTopologyFromTheConfiguration) {
  const TrainingRunOutcome outcome = run_training(config("runs"), options_);
  const TopologyRun run = read_topology_run(outcome.folder, initial_patterns(outcome.folder));
  const auto parameters = models::inspect_checkpoint(outcome.folder / "checkpoints/step_24");

  EXPECT_EQ(run.name, "dynamic");
  EXPECT_EQ(run.points.size(), 5u);
  ASSERT_EQ(run.initial.size(), 6u);
  for (const NamedPattern& weight : run.initial) {
    const auto found = std::ranges::find(parameters, weight.name, &models::ParameterSummary::name);
    ASSERT_NE(found, parameters.end()) << weight.name;
    EXPECT_EQ(*schedules::replay(weight.pattern, run.log.entries, weight.name), *found->pattern);
    EXPECT_NE(*weight.pattern, *found->pattern);
  }
}

TEST_F(TrainingRun, ADoneRunIsLeftAlone) {
  const TrainingRunOutcome first = run_training(config("runs"), options_);
  const std::string metrics = read_bytes(first.folder / "metrics.jsonl");
  EXPECT_EQ(run_training(config("runs"), options_).status, RunStatus::kDone);
  EXPECT_EQ(read_bytes(first.folder / "metrics.jsonl"), metrics);
}

TEST_F(TrainingRun, GoesBackToTheCheckpointBeforeADamagedOne) {
  RunConfig c = config("runs");
  std::atomic<bool> stop = true;
  options_.stop = &stop;
  run_training(c, options_);
  run_training(c, options_);
  const std::filesystem::path checkpoints = folder_.path() / "runs/dynamic/checkpoints";
  std::filesystem::resize_file(checkpoints / "step_2/model.safetensors", 100);
  options_.stop = nullptr;

  const TrainingRunOutcome outcome = run_training(c, options_);

  EXPECT_EQ(outcome.status, RunStatus::kDone);
  EXPECT_EQ(outcome.result.validation_loss,
            run_training(config("fresh"), options_).result.validation_loss);
}

TEST_F(TrainingRun, RefusesAFolderWithAnotherRun) {
  run_training(config("runs"), options_);
  RunConfig other = config("runs");
  other.training.learning_rate = 1e-3;
  EXPECT_THAT(message_of<ConfigError>([&] { run_training(other, options_); }),
              HasSubstr("another configuration"));
  options_.resume = Resume::kNever;
  EXPECT_THAT(message_of<ConfigError>([&] { run_training(config("runs"), options_); }),
              HasSubstr("dynamic"));
}

TEST_F(TrainingRun, MarksARunThatCannotGoOnAsFailed) {
  RunConfig c = config("runs");
  c.data.corpus = (folder_.path() / "nothing.txt").string();
  EXPECT_THAT(message_of<IoError>([&] { run_training(c, options_); }), HasSubstr("nothing.txt"));
  const RunSummary summary = summarise_run(folder_.path() / "runs/dynamic");
  EXPECT_EQ(summary.status, "failed");
}

}  // namespace
}  // namespace espalier::experiments
