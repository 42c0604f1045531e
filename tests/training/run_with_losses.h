// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <espalier/training/config/run_config.h>
#include <espalier/training/runs/run_store.h>

namespace espalier::training {

/// A run with a validation after every ten of 40 steps; done if it has all four, else `unfinished`.
inline std::filesystem::path run_with_losses(const std::filesystem::path& folder,
                                             const std::string& name, Index block, Index seed,
                                             const std::vector<double>& losses,
                                             RunStatus unfinished = RunStatus::kRunning,
                                             const std::string& task = "mlm") {
  RunConfig config;
  config.run.task = task;
  config.run.name = name;
  config.run.seed = seed;
  config.model.density = 0.1;
  config.model.block = block;
  config.topology.policy = "dynamic";
  config.training.steps = 40;
  config.topology.updates = 4;
  const RunFolder run = RunFolder::create(folder, name);
  Manifest manifest = new_manifest(config);
  manifest.status = losses.size() == 4 ? RunStatus::kDone : unfinished;
  run.write_config(config);
  run.write_manifest(manifest);
  MetricsLog metrics(run.metrics_path());
  for (std::size_t i = 0; i < losses.size(); ++i)
    metrics.append({{field::kEvent, event::kValidation},
                    {field::kStep, 10 * (i + 1)},
                    {field::kLoss, losses[i]}});
  if (losses.size() == 4) {
    RunResult result = {.steps = 40, .sequences = 40 * config.training.batch};
    if (task == "mlm") result.tokens = result.sequences * config.data.sequence;
    result.vocabulary = 500;
    result.masked_per_sequence = 18;
    result.metrics.set(metric::kValidationLoss, losses.back());
    metrics.append(end_record(result));
  }
  return run.path();
}

}  // namespace espalier::training
