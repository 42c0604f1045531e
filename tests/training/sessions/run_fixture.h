// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <string>

#include <espalier/sparse/core/error.h>
#include <espalier/training/runs/run_store.h>
#include <espalier/training/sessions/training_run.h>
#include "tests/support/temporary_folder.h"
#include "tests/training/small_study.h"
#include "tests/training/whole_run.h"

namespace espalier::training {

/// Small runs of a language model in a folder of their own.
class RunFixture : public ::testing::Test {
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

  /// Runs one step of `config` and stops.
  std::filesystem::path stopped_run(const RunConfig& c) {
    const std::atomic<bool> stop = true;
    TrainingRunOptions options = options_;
    options.stop = &stop;
    const TrainingRunOutcome outcome = run_training(c, options);
    EXPECT_EQ(outcome.status, RunStatus::kStopped);
    return outcome.folder;
  }

  /// A run as one that was killed after its last checkpoint and before its end was written.
  std::filesystem::path run_killed_before_its_end(const RunConfig& c) {
    const std::filesystem::path run = run_training(c, options_).folder;
    const std::string metrics = testing::read_bytes(run / "metrics.jsonl");
    const std::size_t end = metrics.rfind('\n', metrics.size() - 2) + 1;
    std::filesystem::resize_file(run / "metrics.jsonl", end);
    const RunFolder folder = RunFolder::open(run);
    Manifest manifest = folder.read_manifest();
    manifest.status = RunStatus::kRunning;
    manifest.files.clear();
    folder.write_manifest(manifest);
    return run;
  }

  /// What a run that must refuse says; it must also leave every file as it was.
  std::string refusal(const RunConfig& c, const std::filesystem::path& run) {
    const auto before = contents(run);
    const std::string message = testing::message_of<Error>([&] { run_training(c, options_); });
    EXPECT_EQ(contents(run), before) << message;
    return message;
  }

  testing::TemporaryFolder folder_;
  TrainingRunOptions options_;
};

}  // namespace espalier::training
