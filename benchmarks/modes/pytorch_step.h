// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include <espalier/benchmarks/measure/runner.h>
#include <espalier/benchmarks/modes/train_step.h>

namespace espalier::benchmarks {

/// A peer, or why there is none.
struct PytorchStep {
  std::unique_ptr<Runner> runner;  ///< null if it cannot run
  std::string note;                ///< its version and settings, or the reason
};

/// The step of `ours` in PyTorch, in a process of its own that waits between runs: the same model
/// with the same weights, the same batch, AdamW. With type bf16 under autocast. The process is
/// `python benchmarks/modes/train_step_pytorch.py`; without that interpreter or without its torch,
/// or for another model than a BERT, there is no runner. Its loss is compared with ours before
/// anything is timed; throws std::runtime_error if they differ, or if the process ends while it
/// runs.
PytorchStep make_pytorch_step(const std::string& python, const models::ModelConfig& config,
                              TrainStep& ours, const StepBatch& batch, Type type, int threads);

}  // namespace espalier::benchmarks
