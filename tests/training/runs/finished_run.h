// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include <espalier/sparse/core/error.h>
#include <espalier/training/runs/run_store.h>
#include <espalier/training/runs/run_summary.h>
#include "tests/support/temporary_folder.h"

namespace espalier::training {

/// Tests on the folder of a run that is done.
class FinishedRun : public espalier::testing::FolderTest {
 protected:
  static RunConfig dynamic_config() {
    RunConfig config;
    config.model.name = "mini";
    config.model.density = 0.1;
    config.topology.policy = "dynamic";
    config.run.seed = 5;
    return config;
  }

  static nlohmann::json step_record(Index step) {
    return {{field::kEvent, event::kTrain}, {field::kStep, step}, {field::kLoss, 1.5}};
  }

  /// A finished run of the dynamic configuration.
  std::filesystem::path finished_run() const {
    const RunConfig config = dynamic_config();
    const RunFolder run = RunFolder::create(folder_, run_name(config));
    Manifest manifest = new_manifest(config);
    manifest.status = RunStatus::kDone;
    manifest.corpus_hash = "abc";
    run.write_config(config);
    run.write_manifest(manifest);
    MetricsLog(run.metrics_path()).append(step_record(1));
    RunResult result;
    result.steps = 10;
    result.sequences = 640;
    result.tokens = 81920;
    result.vocabulary = 5000;
    result.masked_per_sequence = 18.5;
    result.attention_density = 0.125;
    result.feed_forward_density = 0.1;
    result.peak_learning_rate = 0.0064;
    result.metrics.set(metric::kValidationLoss, 4.25);
    result.metrics.set(metric::kUnigramEntropy, 6.5);
    result.seconds = 12.5;
    MetricsLog(run.metrics_path()).append(end_record(result));
    return run.path();
  }

  /// Flips every `stride`-th bit of the run's files, and cuts them at every `stride`-th byte, one
  /// at a time: each must be refused by a message that names the file.
  void expect_damage_refused(std::size_t stride) const {
    const auto run = finished_run();
    ASSERT_NO_THROW((void)summarise_run(run));
    for (const char* file : {"manifest.json", "config.toml", "metrics.jsonl"}) {
      const std::string path = run.filename().string() + '/' + file;
      const std::string good = read(run / file);
      const auto refused = [&](const std::string& bad) {
        write(path, bad);
        try {
          (void)summarise_run(run);
        } catch (const Error& error) {
          return std::string(error.what()).find(file) != std::string::npos;
        }
        return false;
      };
      for (std::size_t bit = 0; bit < 8 * good.size(); bit += stride) {
        std::string bad = good;
        bad[bit / 8] = static_cast<char>(bad[bit / 8] ^ (1 << (bit % 8)));
        ASSERT_TRUE(refused(bad)) << file << " bit " << bit;
      }
      for (std::size_t bytes = 0; bytes < good.size(); bytes += stride)
        ASSERT_TRUE(refused(good.substr(0, bytes))) << file << " cut to " << bytes;
      write(path, good);
    }
  }
};

}  // namespace espalier::training
