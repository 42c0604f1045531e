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

}  // namespace espalier::serving
