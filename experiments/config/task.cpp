// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/config/task.h>

#include <algorithm>
#include <mutex>

#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>

namespace espalier::experiments {
namespace {

/// A process-wide table, as that of the policies.
struct Registry {
  std::mutex mutex;
  std::vector<TaskPtr> tasks = built_in_tasks();
};

Registry& registry() {
  static Registry instance;
  return instance;
}

}  // namespace

void register_task(TaskPtr task) {
  const std::string name = task->info().name;
  if (name.empty()) throw ConfigError("task: the name is empty");
  Registry& known = registry();
  const std::lock_guard lock(known.mutex);
  if (std::ranges::any_of(known.tasks,
                          [&](const TaskPtr& other) { return other->info().name == name; }))
    throw ConfigError("task '" + name + "': the name is taken");
  known.tasks.push_back(std::move(task));
}

std::vector<TaskPtr> tasks() {
  Registry& known = registry();
  const std::lock_guard lock(known.mutex);
  return known.tasks;
}

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
