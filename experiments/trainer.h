// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <optional>

#include "experiments/run_config.h"
#include "experiments/run_store.h"
#include "experiments/training_task.h"
#include "models/optimizer.h"
#include "schedules/learning_rate.h"
#include "schedules/topology_updater.h"
#include "sparse/core/context.h"

namespace espalier::experiments {

/// What one optimizer step did.
struct TrainingStep {
  BatchResult batch;  ///< before the step
  double learning_rate = 0;
  double gradient_norm = 0;  ///< before clipping
  bool applied = true;       ///< false: the gradient was not finite and the step was skipped
  std::optional<schedules::UpdateReport> update;  ///< of the topology, if one fell due
};

/// A task's model with its optimizer and its topology: everything of a training run that decides
/// the weights, and nothing else (no folders, no clocks).
///
/// Step i is a pure function of the configuration, the data and the state after step i - 1:
/// batches, masks and edits are functions of (seed, step). So the weights do not depend on the
/// number of threads, and training that is resumed from a checkpoint equals training that was never
/// interrupted, bit for bit.
class Trainer {
 public:
  /// `task` and `context` must outlive the trainer. `seconds` of training so far, over all
  /// sittings, matter to a topology.every_seconds only. Throws ConfigError if the policy refuses
  /// its settings.
  Trainer(const RunConfig& config, TrainingTask& task, const Context& context,
          std::function<double()> seconds = {});

  /// Performs the next step: forward and backward on the batch, clipping, AdamW, topology update.
  /// Throws Error after `kMaxSkippedSteps` steps in a row whose gradient was not finite.
  TrainingStep step();
  /// Steps done.
  Index completed_steps() const { return completed_steps_; }
  Index total_steps() const { return total_steps_; }

  /// Writes a checkpoint into `folder`, keeping the last `config.training.keep_checkpoints`. Throws
  /// IoError; a failed save leaves the others as they were.
  void save(const std::filesystem::path& folder) const;
  /// Continues from a checkpoint directory. Throws FormatError or IoError naming the file, or
  /// ConfigError if it was made by another configuration or on other data; nothing has changed
  /// then.
  void restore(const std::filesystem::path& checkpoint);

  const schedules::TopologyUpdater& topology() const { return topology_; }
  /// Peak learning rate, after any scaling for density.
  double peak_learning_rate() const { return learning_rate_.peak(); }
  /// What the run reports at its end, except losses and seconds, which its sittings know.
  RunResult result() const;

 private:
  RunConfig config_;
  TrainingTask* task_;
  Index total_steps_;
  schedules::LearningRate learning_rate_;
  models::AdamW optimizer_;
  schedules::TopologyUpdater topology_;
  Index completed_steps_ = 0;
  Index predictions_ = 0;
  Index skipped_in_a_row_ = 0;
  double peak_bytes_ = 0;      ///< of weights that may be sparse and what belongs to them
  double training_flops_ = 0;  ///< sum over the steps, each with what was stored then
  double update_flops_ = 0;    ///< of scoring positions that are not stored
};

/// Steps with a gradient that is not finite that a run survives in a row: a single bad batch is
/// skipped, a model that has diverged is not trained on.
inline constexpr Index kMaxSkippedSteps = 10;

/// In checkpoints the name of a weight's explored positions starts with this.
inline constexpr const char* kExploredPrefix = "explored:";

}  // namespace espalier::experiments
