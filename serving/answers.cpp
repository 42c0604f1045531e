// SPDX-License-Identifier: Apache-2.0
#include <espalier/serving/answers.h>

#include <array>
#include <utility>

#include <espalier/sparse/core/error.h>

namespace espalier::serving {
namespace {

constexpr std::array kTaskNames = {
    std::pair{Task::kEmbed, "embed"}, std::pair{Task::kFillMask, "fill-mask"},
    std::pair{Task::kClassify, "classify"}, std::pair{Task::kAnswer, "qa"},
    std::pair{Task::kGenerate, "generate"}};

bool has_use(Task task, TaskOption option) {
  switch (option) {
    case TaskOption::kBest:
      return task != Task::kEmbed && task != Task::kGenerate;
    case TaskOption::kLongest:
      return task != Task::kGenerate;
    case TaskOption::kStride:
    case TaskOption::kMayHaveNone:
      break;
  }
  return task == Task::kAnswer;
}

}  // namespace

std::string to_string(Task task) {
  for (const auto& [known, name] : kTaskNames)
    if (known == task) return name;
  return {};
}

Task task_by_name(const std::string& name) {
  std::string message = "unknown task '" + name + "', expected one of";
  for (const auto& [task, known] : kTaskNames) {
    if (name == known) return task;
    message += std::string(" ") + known;
  }
  throw ConfigError(message);
}

void require_use(Task task, TaskOption option, const std::string& name) {
  if (has_use(task, option)) return;
  std::string readers;
  for (const auto& [other, known] : kTaskNames)
    if (has_use(other, option)) readers += std::string(known) + ' ';
  throw ConfigError(name + ": is read by " + readers + "alone, and the task is " + to_string(task) +
                    "; leave it out");
}

}  // namespace espalier::serving
