// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <espalier/models/families/flops.h>
#include <espalier/models/families/model_config.h>
#include <espalier/sparse/format/block_pattern.h>
#include <espalier/training/tasks/task.h>

namespace espalier::training {

/// What the declarations of tasks on an encoder have in common.
class EncoderDeclaration : public Task {
 public:
  std::string model_name(const RunConfig& config) const override;
  models::ModelDeclaration declare_model(const RunConfig& config) const override;
  models::ModelDeclaration declare_with_head(const RunConfig& config) const override;
  Index tokens_per_sample(const RunConfig& config) const override { return config.data.sequence; }
  std::vector<std::pair<std::string, Index>> sparse_widths(const RunConfig& config) const override;

 protected:
  /// The keys that every task with an encoder of texts has, for TaskInfo::keys. Not run.task, which
  /// hashes of the first task never had.
  static std::vector<std::string> encoder_keys();
  /// Is the task one for models whose tokens see no later ones?
  virtual bool wants_causal() const { return false; }
  /// What the model consists of, with its head.
  virtual models::ModelDeclaration with_head(const models::ModelConfig& shape,
                                             const RunConfig& config) const = 0;

 private:
  /// Throws ConfigError that opens with a key if settings contradict each other.
  virtual void check(const RunConfig&) const {}
  /// `model_config`; throws ConfigError if it is not what the task wants, and as `check` and
  /// `require_embedding_blocks`.
  models::ModelConfig shape_of(const RunConfig& config) const;
};

/// What the declarations of tasks have in common that may start from a trained encoder.
class FineTuningDeclaration : public EncoderDeclaration {
 public:
  MemoryNeed least_memory(const RunConfig& config) const override;
  std::map<std::string, sparse::PatternPtr> starting_patterns(
      const RunConfig& config) const override;
  std::unique_ptr<TrainingTask> make(const RunConfig& config, const TaskData& data,
                                     const Context& context) const override {
    return make_trained(config, data, context, {});
  }
  RunCost cost(const RunConfig& config, const RunResult& result) const override;

 private:
  /// Tokens of a sequence that the head reads.
  virtual Index head_tokens(const RunConfig& config) const = 0;
};

/// The shares of weights that are to be stored at the end.
models::EncoderDensity densities(const RunConfig& config);

/// The least that training an encoder holds in memory, for a model with a head. `model` has the
/// vocabulary that is sure to be there.
MemoryNeed encoder_memory(const RunConfig& config, const models::ModelDeclaration& model);

}  // namespace espalier::training
