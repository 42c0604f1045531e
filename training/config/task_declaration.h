// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <espalier/models/families/declaration.h>
#include <espalier/sparse/core/types.h>
#include <espalier/training/config/key.h>
#include <espalier/training/config/metric.h>
#include <espalier/training/config/run_config.h>
#include <espalier/training/config/run_result.h>

namespace espalier::training {

/// What a task declares of itself.
struct TaskInfo {
  std::string name;  ///< the value of run.task
  std::string help;  ///< in one line, with a small first letter
  /// Keys, as "table.key", that only some tasks use, this one among them. A key of this kind that
  /// is not listed must have its default, and hashes leave it out.
  std::vector<std::string> keys;
  /// Keys that this task brings along (`OwnKey`). Other tasks may name them in `keys`.
  std::vector<Key> own_keys;
  /// What the task counts, such as "tokens". Records have the count under this name, and the rate
  /// under the name with "_per_second".
  std::string unit;
  /// The metrics of its validations, its tests and the ends of its runs; the loss is one of them.
  std::vector<Metric> metrics = prediction_metrics();
  bool saves_at_end_only = false;  ///< unless training.checkpoint_every says otherwise
  bool validates_on_test = false;  ///< on the test part of its data, since there is no third part
};

/// The least memory that training holds, as counts of floats.
struct MemoryNeed {
  double weights = 0;      ///< stored values of all parameters
  double activations = 0;  ///< kept for the backward pass
  std::string remedy;      ///< the keys that would lower it, as a list in words
};

/// What a configuration needs to know of a task, that is, of something that networks can be trained
/// to do: its keys, the shapes of its model, its metrics and the cost of its runs. Configurations,
/// run folders and tables use it, with or without a model. It has no state: every function is a
/// pure function of its arguments. `Task` derives from it and adds what training needs.
class TaskDeclaration {
 public:
  TaskDeclaration() = default;
  TaskDeclaration(const TaskDeclaration&) = delete;
  TaskDeclaration& operator=(const TaskDeclaration&) = delete;
  virtual ~TaskDeclaration() = default;

  virtual const TaskInfo& info() const = 0;

  /// Units in one sample, such as the tokens of a sequence.
  virtual Index units_per_sample(const RunConfig&) const { return 1; }
  /// Vectors that a layer reads of one sample: the tokens of a sequence, whatever the unit is.
  virtual Index tokens_per_sample(const RunConfig& config) const {
    return units_per_sample(config);
  }
  /// Samples in one epoch of training.epochs; 0: the task does not count in epochs.
  virtual Index epoch_samples(const RunConfig&) const { return 0; }

  /// Name of the model in tables, such as "tiny". Throws ConfigError if the shape is not valid.
  virtual std::string model_name(const RunConfig& config) const = 0;
  /// Declares the model without a head. Starting patterns and the cost of training follow from it.
  /// Throws ConfigError if the shape is not valid.
  virtual models::ModelDeclaration declare_model(const RunConfig& config) const = 0;
  /// The same with its head, unless the last layer is that.
  virtual models::ModelDeclaration declare_with_head(const RunConfig& config) const {
    return declare_model(config);
  }
  /// The extents that the blocks of its sparse weights have to divide, with names that people know.
  virtual std::vector<std::pair<std::string, Index>> sparse_widths(
      const RunConfig& config) const = 0;
  virtual MemoryNeed least_memory(const RunConfig& config) const = 0;
  /// Processes that can have some layers of its models each (`Task::make_stage`); 0: the models
  /// cannot be cut.
  virtual Index most_stages(const RunConfig&) const { return 0; }
  /// `least_memory` of each of so many, at most `most_stages`.
  virtual std::vector<MemoryNeed> least_stage_memory(const RunConfig& config,
                                                     Index /*ranks*/) const {
    return {least_memory(config)};
  }

  /// FLOPs and parameters of a run with this result. The optimizer's are counted as if each step
  /// had stored what the last one did, since records sum up the encoder's alone: some too few where
  /// a run began denser. AdamW has 16 for a value and a step, beside 6 for each token of the batch;
  /// in batches of 4096 tokens less than 0.07% of the total is missing. Throws ConfigError if the
  /// result contradicts the configuration.
  virtual RunCost cost(const RunConfig& config, const RunResult& result) const = 0;
};

using TaskDeclarationPtr = std::shared_ptr<const TaskDeclaration>;

/// Adds a task that run.task can name. Throws ConfigError if the name is empty or taken, and as
/// `require_usable` for its metrics. May be called from any thread, but not while a configuration
/// that it would change is in use.
void register_task_declaration(TaskDeclarationPtr declaration);

/// All tasks: first those that the program is linked with, then the registered ones in order of
/// registration.
std::vector<TaskDeclarationPtr> task_declarations();

/// The task with this name; null if there is none.
TaskDeclarationPtr find_task_declaration(const std::string& name);

/// The task that run.task names. Throws ConfigError if there is none.
TaskDeclarationPtr task_declaration(const RunConfig& config);

/// Do the task and the optimizer of a configuration use the key? Throws ConfigError if there is no
/// such task or optimizer.
bool uses_key(const RunConfig& config, const Key& key);

/// Throws ConfigError unless so many processes can have some layers each of the model.
void require_stages_for(Index ranks, const RunConfig& config);

/// Throws ConfigError naming the task and the metric if a task declares no loss of its validations,
/// a metric without a usable name or that is measured nowhere, or a metric that another task
/// declares differently; the loss alone may have a unit of its own in each task.
void require_usable(const TaskInfo& task, const std::vector<TaskDeclarationPtr>& others);

/// The metrics that results of these tasks may have, each once, in the order of tasks and
/// declarations.
std::vector<ResultMetric> task_metrics();
/// The same, with the metrics that training adds to every run with a sparse weight.
std::vector<ResultMetric> result_metrics();

/// The tasks that the library brings along; tasks/built_in_tasks.cpp defines this function.
std::vector<TaskDeclarationPtr> built_in_task_declarations();

}  // namespace espalier::training
