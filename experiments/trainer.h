// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "experiments/batches.h"
#include "experiments/encoded_corpus.h"
#include "experiments/masking.h"
#include "experiments/run_config.h"
#include "models/bert.h"
#include "models/optimizer.h"
#include "schedules/learning_rate.h"
#include "schedules/topology_updater.h"
#include "sparse/core/context.h"

namespace espalier::experiments {

/// What one optimizer step did.
struct TrainingStep {
  double loss = 0;   ///< nats per masked token, before the step
  Index masked = 0;  ///< masked tokens of the batch
  double learning_rate = 0;
  double gradient_norm = 0;  ///< before clipping
  bool applied = true;       ///< false: the gradient was not finite and the step was skipped
  std::optional<schedules::UpdateReport> update;  ///< of the topology, if one fell due
};

/// Loss on held-out text.
struct Validation {
  double loss = 0;      ///< nats per masked token
  double accuracy = 0;  ///< share of masked tokens whose piece had the largest logit
  Index masked = 0;
};

/// One model, its optimizer and its topology on one encoded corpus: everything of a training run
/// that decides the weights, and nothing else (no folders, no clocks).
///
/// Step i is a pure function of the configuration, the corpus and the state after step i - 1:
/// batches, masks and edits are functions of (seed, step). So the weights do not depend on the
/// number of threads, and training that is resumed from a checkpoint equals training that was never
/// interrupted, bit for bit.
class Trainer {
 public:
  /// Throws ConfigError or ShapeError if the configuration does not fit the corpus. `context` and
  /// `data` must outlive the trainer. The vocabulary of the model is that of the corpus.
  Trainer(const RunConfig& config, const PreparedData& data, const Context& context);

  /// Performs the next step: forward and backward on every panel group of the batch, clipping,
  /// AdamW, topology update. Throws Error after `kMaxSkippedSteps` steps in a row whose gradient
  /// was not finite.
  TrainingStep step();
  /// Steps done.
  Index completed_steps() const { return completed_steps_; }
  Index total_steps() const { return total_steps_; }

  /// Mean loss over the fixed validation sequences with their fixed masks, the same in every run on
  /// this corpus.
  Validation validate();

  /// Writes a checkpoint into `folder`, keeping the last `config.training.keep_checkpoints`. Throws
  /// IoError; a failed save leaves the others as they were.
  void save(const std::filesystem::path& folder) const;
  /// Continues from a checkpoint directory. Throws FormatError or IoError naming the file, or
  /// ConfigError if it was made by another configuration or on another corpus; nothing has changed
  /// then.
  void restore(const std::filesystem::path& checkpoint);

  models::Bert& model() { return *model_; }
  const models::ModelConfig& model_config() const { return model_config_; }
  const schedules::TopologyUpdater& topology() const { return *topology_; }
  /// Peak learning rate, after any scaling for density.
  double peak_learning_rate() const { return learning_rate_.peak(); }
  /// Stored share of the attention and feed-forward weights.
  double attention_density() const;
  double feed_forward_density() const;
  /// Mean number of masked tokens of a training sequence so far; 0 before the first step.
  double masked_per_sequence() const;

 private:
  RunConfig config_;
  const PreparedData* data_;
  models::ModelConfig model_config_;
  Index total_steps_;
  schedules::LearningRate learning_rate_;
  std::unique_ptr<models::Bert> model_;
  std::unique_ptr<models::AdamW> optimizer_;
  std::unique_ptr<schedules::TopologyUpdater> topology_;
  BatchSampler sampler_;
  Masker masker_;
  std::vector<MaskedBatch> validation_batches_;
  models::BertRecord record_;
  Index completed_steps_ = 0;
  Index masked_tokens_ = 0;
  Index skipped_in_a_row_ = 0;
};

/// Steps with a gradient that is not finite that a run survives in a row: a single bad batch is
/// skipped, a model that has diverged is not trained on.
inline constexpr Index kMaxSkippedSteps = 10;

}  // namespace espalier::experiments
