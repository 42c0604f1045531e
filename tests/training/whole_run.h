// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/training/loop/trainer.h>
#include <espalier/training/runs/metrics_file.h>
#include <espalier/training/sessions/training_run.h>
#include <espalier/training/tasks/image_task.h>
#include "tests/support/temporary_folder.h"

namespace espalier::training {

/// All records of a run, without what depends on the time that it took.
inline std::vector<nlohmann::json> timeless_records(const std::filesystem::path& run) {
  std::vector<nlohmann::json> records = read_metrics(run / "metrics.jsonl", Seals::kRequired);
  for (nlohmann::json& record : records)
    for (const char* key : {"seconds", "tokens_per_second", "sequences_per_second",
                            "windows_per_second", "images_per_second"})
      record.erase(key);
  return records;
}

/// Every file below a folder with its bytes, but for locks.
inline std::map<std::string, std::string> contents(const std::filesystem::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.is_regular_file() && entry.path().filename() != "lock")
      files[entry.path().string()] = espalier::testing::read_bytes(entry.path());
  return files;
}

/// The two runs have done the same: what their last checkpoints hold of model, optimizer and
/// topology, to the bit, their records but for times, and their edits.
inline void expect_same_run(const std::filesystem::path& found,
                            const std::filesystem::path& expected) {
  const auto a = models::latest_checkpoint(found / "checkpoints");
  const auto b = models::latest_checkpoint(expected / "checkpoints");
  ASSERT_TRUE(a.path && b.path);
  EXPECT_EQ(a.step, b.step);
  for (const char* file : {"model.safetensors", "optimizer.safetensors", "topology.safetensors"})
    EXPECT_TRUE(espalier::testing::read_bytes(*a.path / file) ==
                espalier::testing::read_bytes(*b.path / file))
        << file;
  EXPECT_EQ(timeless_records(found), timeless_records(expected));
  EXPECT_EQ(espalier::testing::read_bytes(found / "edits.log"),
            espalier::testing::read_bytes(expected / "edits.log"));
}

/// Trains a run without progress; `stop` as TrainingRunOptions has it.
inline TrainingRunOutcome run_quietly(const RunConfig& config,
                                      const std::atomic<bool>* stop = nullptr) {
  TrainingRunOptions options;
  options.quiet = true;
  options.stop = stop;
  return run_training(config, options);
}

/// The bytes of the weights of its last checkpoint.
inline std::string weights_of(const TrainingRunOutcome& outcome) {
  const auto latest = models::latest_checkpoint(outcome.folder / "checkpoints");
  return espalier::testing::read_bytes(*latest.path / "model.safetensors");
}

// What holds for whole runs on small images, whatever trains them.

/// The same weights, bit for bit, on one thread and on three.
inline void expect_same_weights_on_any_threads(const RunConfig& config) {
  const ImageDataset data = read_image_dataset(config.data.images);
  std::vector<AlignedVector<float>> expected;
  for (const int threads : {1, 3}) {
    const Context context({.threads = threads, .seed = 5});
    ImageTask task(config, data, context);
    Trainer trainer(config, task, context);
    while (trainer.completed_steps() < trainer.total_steps()) trainer.step();
    std::vector<AlignedVector<float>> values;
    for (const models::Parameter* p : task.parameters()) values.push_back(p->values);
    if (expected.empty()) expected = values;
    EXPECT_TRUE(values == expected) << threads << " threads";
  }
}

/// Trains one run of 60 steps in one session and an equal one in another folder that stops after
/// each of its first `sessions` steps: the files and the results are the same.
inline void expect_sessions_make_one_run(const RunConfig& whole_config,
                                         const RunConfig& parts_config, int sessions) {
  TrainingRunOptions options;
  options.quiet = true;
  const TrainingRunOutcome whole = run_training(whole_config, options);
  std::atomic<bool> stop = true;  // after one step
  options.stop = &stop;
  for (int i = 0; i < sessions; ++i)
    EXPECT_EQ(run_training(parts_config, options).status, RunStatus::kStopped);
  options.stop = nullptr;
  const TrainingRunOutcome parts = run_training(parts_config, options);
  for (const char* file : {"model.safetensors", "optimizer.safetensors", "topology.safetensors"})
    EXPECT_TRUE(espalier::testing::read_bytes(whole.folder / "checkpoints/step_60" / file) ==
                espalier::testing::read_bytes(parts.folder / "checkpoints/step_60" / file))
        << file;
  EXPECT_EQ(parts.result.metrics.value(metric::kAccuracy),
            whole.result.metrics.value(metric::kAccuracy));
  EXPECT_EQ(parts.result.training_flops, whole.result.training_flops);
  EXPECT_EQ(parts.result.update_flops, whole.result.update_flops);
  EXPECT_EQ(parts.result.peak_bytes, whole.result.peak_bytes);
}

}  // namespace espalier::training
