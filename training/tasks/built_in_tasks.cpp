// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/tasks/built_in_tasks.h>

namespace espalier::training {

std::vector<TaskPtr> built_in_tasks() {
  return {
      mlm_declaration(),       image_declaration(),      classification_declaration(),
      causal_lm_declaration(), regression_declaration(), question_answering_declaration(),
  };
}

// What configurations know of them.
std::vector<TaskDeclarationPtr> built_in_task_declarations() {
  const std::vector<TaskPtr> tasks = built_in_tasks();
  return {tasks.begin(), tasks.end()};
}

}  // namespace espalier::training
