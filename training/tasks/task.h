// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <espalier/machines/machines.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/format/block_pattern.h>
#include <espalier/training/config/task_declaration.h>
#include <espalier/training/tasks/training_task.h>

namespace espalier::training {

/// Something that networks can be trained to do: what it declares, the reading of its data, and the
/// making of its models. Adding a task is a file with a class like this, its `TrainingTask`, and a
/// line in built_in_tasks.cpp. Like its declaration it has no state.
class Task : public TaskDeclaration {
 public:
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
  /// The same for a checkpoint of a run of this configuration to be loaded into. What the run
  /// started from, such as an encoder, is not read. Also throws as `models::inspect_checkpoint`.
  virtual std::unique_ptr<TrainingTask> make_trained(
      const RunConfig& config, const TaskData& data, const Context& context,
      const std::filesystem::path& /*checkpoint*/) const {
    return make(config, data, context);
  }
  /// The same as `make` with the stage that this rank of a job has, of a model whose layers lie
  /// with all of them. `machines` must outlive it too. Also throws as `require_stages_for`.
  virtual std::unique_ptr<TrainingTask> make_stage(const RunConfig& config, const TaskData& data,
                                                   const Context& context,
                                                   machines::Machines& machines) const;
};

using TaskPtr = std::shared_ptr<const Task>;

/// Adds a task for run.task to name. Throws as `register_task_declaration` and
/// `require_free_names`.
void register_task(TaskPtr task);

/// The task of this name; null if there is none.
TaskPtr find_task(const std::string& name);

/// The task that run.task names. Throws ConfigError if there is none.
TaskPtr task_of(const RunConfig& config);

}  // namespace espalier::training
