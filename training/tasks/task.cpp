// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/tasks/task.h>

#include <utility>

#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/named_registry.h>
#include <espalier/training/runs/summary_columns.h>
#include <espalier/training/tasks/built_in_tasks.h>

namespace espalier::training {
namespace {

std::string name_of_task(const TaskPtr& task) { return task->info().name; }

NamedRegistry<TaskPtr, &name_of_task>& task_registry() {
  static NamedRegistry<TaskPtr, &name_of_task> instance("task", built_in_tasks());
  return instance;
}

}  // namespace

std::unique_ptr<TrainingTask> Task::make_stage(const RunConfig& config, const TaskData& data,
                                               const Context& context,
                                               machines::Machines& machines) const {
  require_stages_for(machines.ranks(), config);
  return make(config, data, context);
}

void register_task(TaskPtr task) {
  require_free_names(task->info());
  register_task_declaration(task);
  task_registry().add(std::move(task));
}

TaskPtr find_task(const std::string& name) {
  for (const TaskPtr& task : task_registry().all())
    if (task->info().name == name) return task;
  return nullptr;
}

TaskPtr task_of(const RunConfig& config) {
  TaskPtr task = find_task(config.run.task);
  if (task == nullptr)
    throw ConfigError("run.task: '" + files::printable(config.run.task) + "' is no task");
  return task;
}

}  // namespace espalier::training
