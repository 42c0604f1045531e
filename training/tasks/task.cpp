// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/tasks/task.h>

#include <utility>

#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/runs/summary_columns.h>

namespace espalier::training {

std::unique_ptr<TrainingTask> Task::make_stage(const RunConfig& config, const TaskData& data,
                                               const Context& context,
                                               machines::Machines& machines) const {
  require_stages_for(machines.ranks(), config);
  return make(config, data, context);
}

void register_task(TaskPtr task) {
  require_free_names(task->info());
  register_task_declaration(std::move(task));
}

TaskPtr find_task(const std::string& name) {
  return std::dynamic_pointer_cast<const Task>(find_task_declaration(name));
}

TaskPtr task_of(const RunConfig& config) {
  TaskPtr task = find_task(config.run.task);
  if (task == nullptr)
    throw ConfigError("run.task: '" + files::printable(config.run.task) + "' is no task");
  return task;
}

}  // namespace espalier::training
