// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/config/task.h>

#include <algorithm>
#include <utility>

#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/named_registry.h>

namespace espalier::experiments {
namespace {

std::string name_of(const TaskPtr& task) { return task->info().name; }

NamedRegistry<TaskPtr, &name_of>& registry() {
  static NamedRegistry<TaskPtr, &name_of> instance("task", built_in_tasks());
  return instance;
}

}  // namespace

void register_task(TaskPtr task) { registry().add(std::move(task)); }

std::vector<TaskPtr> tasks() { return registry().all(); }

TaskPtr find_task(const std::string& name) {
  const std::vector<TaskPtr> all = tasks();
  const auto found =
      std::ranges::find_if(all, [&](const TaskPtr& task) { return task->info().name == name; });
  return found == all.end() ? nullptr : *found;
}

TaskPtr task_of(const RunConfig& config) {
  TaskPtr task = find_task(config.run.task);
  if (task == nullptr)
    throw ConfigError("run.task: '" + files::printable(config.run.task) + "' is no task");
  return task;
}

}  // namespace espalier::experiments
