// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/tasks/task.h>

#include <utility>

#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/named_registry.h>
#include <espalier/training/tasks/built_in_tasks.h>

namespace espalier::training {
namespace {

std::string name_of_task(const TaskPtr& task) { return task->info().name; }

NamedRegistry<TaskPtr, &name_of_task>& task_registry() {
  static NamedRegistry<TaskPtr, &name_of_task> instance("task", built_in_tasks());
  return instance;
}

}  // namespace

std::unique_ptr<TrainingTask> Task::make_stage(const RunConfig&, const TaskData&, const Context&,
                                               machines::Machines&) const {
  throw ConfigError("--pipeline: the layers of run.task \"" + info().name +
                    "\" cannot lie with several processes; leave the option away, so that each "
                    "has all of them");
}

void register_task(TaskPtr task) {
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
