// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <espalier/models/families/declaration.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/core/types.h>
#include <espalier/sparse/format/block_pattern.h>
#include <espalier/training/config/key.h>
#include <espalier/training/config/metric.h>
#include <espalier/training/config/run_config.h>

namespace espalier::training {

class TrainingTask;  // tasks/training_task.h: a model and its data
struct TaskData;     // beside it
struct RunResult;    // runs/run_store.h
struct RunSummary;   // runs/run_summary.h

/// What a task says of itself.
struct TaskInfo {
  std::string name;  ///< the value of run.task
  std::string help;  ///< in one line, with a small first letter
  /// Keys, as "table.key", that only some tasks have a use for and this one has. One that is not
  /// listed must stay at its default, and is in no hash.
  std::vector<std::string> keys;
  /// Keys that come with this task, which others may name in `keys`: `OwnKey`.
  std::vector<Key> own_keys;
  /// What the task counts, such as "tokens": records have how many there were under this name, and
  /// their rate under the name with "_per_second".
  std::string unit;
  /// What its validations, its tests and the ends of its runs measure; the loss is one of them.
  std::vector<Metric> metrics = prediction_metrics();
  bool saves_at_end_only = false;  ///< unless training.checkpoint_every says otherwise
  bool validates_on_test = false;  ///< by the test part of its data, as it has no third one
};

/// The least that training holds in memory, as counts of floats.
struct MemoryNeed {
  double weights = 0;      ///< stored values of all parameters
  double activations = 0;  ///< kept for the backward pass
  std::string remedy;      ///< the keys that would lower it, as a message lists them
};

/// Something that networks can be trained to do: everything that a configuration, a run's folder,
/// the trainer and the tables need to know of it before and after there is a model. Adding a task
/// is a file with a class like this, its `TrainingTask`, and a line in tasks/built_in_tasks.cpp. A
/// task has no state; every function is a pure one of its arguments.
class Task {
 public:
  Task() = default;
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;
  virtual ~Task() = default;

  virtual const TaskInfo& info() const = 0;

  /// Units in a sample, such as the tokens of a sequence.
  virtual Index units_per_sample(const RunConfig&) const { return 1; }
  /// Samples that an epoch of training.epochs has; 0: the task does not count in epochs.
  virtual Index epoch_samples(const RunConfig&) const { return 0; }

  /// Name of the model in tables, such as "tiny". Throws ConfigError if the shape is none.
  virtual std::string model_name(const RunConfig& config) const = 0;
  /// What the model consists of, without a head: what starting patterns are made for, and what
  /// training on a sample costs. Throws ConfigError if the shape is none.
  virtual models::ModelDeclaration declare_model(const RunConfig& config) const = 0;
  /// The extents of its sparse weights, with the names that people know, which the blocks have to
  /// divide.
  virtual std::vector<std::pair<std::string, Index>> sparse_widths(
      const RunConfig& config) const = 0;
  virtual MemoryNeed least_memory(const RunConfig& config) const = 0;

  /// Patterns that weights start from, by name, instead of those that the policy would make. Throws
  /// IoError, FormatError or ConfigError if they cannot be had.
  virtual std::map<std::string, sparse::PatternPtr> starting_patterns(const RunConfig&) const {
    return {};
  }

  /// Reads the data. `say` takes a line for people before something that takes long. Throws
  /// IoError, FormatError or ConfigError.
  virtual std::shared_ptr<const TaskData> load(
      const RunConfig& config, const std::function<void(const std::string&)>& say) const = 0;
  /// What `load` would return, as far as some seconds allow, to check a run before it begins.
  /// Writes nothing. Null if it would take longer: then it is checked no further than that the data
  /// are there and can be read. Throws as `load`.
  virtual std::shared_ptr<const TaskData> preview(const RunConfig& config) const {
    return load(config, [](const std::string&) {});
  }
  /// Throws as `make` if the configuration does not fit data that `load` or `preview` returned, as
  /// far as can be told without a model.
  virtual void require_fit(const RunConfig&, const TaskData&) const {}
  /// A name that runs have in common if they may be given one copy of the data in memory; empty:
  /// each reads its own. `load` must then start no threads, as the process is forked afterwards.
  virtual std::string shared_data(const RunConfig&) const { return {}; }
  /// The model on data that `load` returned. `data` and `context` must outlive it. Throws
  /// ConfigError or ShapeError if the configuration does not fit the data.
  virtual std::unique_ptr<TrainingTask> make(const RunConfig& config, const TaskData& data,
                                             const Context& context) const = 0;

  /// Fills in the FLOPs and parameters of a run with this result. Throws ConfigError if a result
  /// contradicts the configuration.
  virtual void count(const RunConfig& config, const RunResult& result,
                     RunSummary& summary) const = 0;
};

using TaskPtr = std::shared_ptr<const Task>;

/// Adds a task for run.task to name. Throws ConfigError if the name is empty or taken, or as
/// `require_usable` of its metrics. May be called from any thread, but not while a configuration is
/// in use that it would change.
void register_task(TaskPtr task);

/// Every task: the program's own, then the registered ones in order of registration.
std::vector<TaskPtr> tasks();

/// The task of this name; null if there is none.
TaskPtr find_task(const std::string& name);

/// The task that run.task names. Throws ConfigError if there is none.
TaskPtr task_of(const RunConfig& config);

/// Throws ConfigError naming the task and the metric if a task declares no loss of its validations,
/// a metric that has no usable name or is measured nowhere, or one otherwise than another task.
void require_usable(const TaskInfo& task, const std::vector<TaskPtr>& others);

/// What results of these tasks may have, each metric once, in the order of tasks and declarations.
std::vector<ResultMetric> task_metrics();
/// The same, with what training says of every run that has a sparse weight.
std::vector<ResultMetric> result_metrics();

/// The program's own tasks. Defined in tasks/built_in_tasks.cpp, above this room: what a
/// configuration must know of a task is declared here, what a task is made of is known there.
std::vector<TaskPtr> built_in_tasks();

}  // namespace espalier::training
