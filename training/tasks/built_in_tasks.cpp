// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/tasks/built_in_tasks.h>

namespace espalier::training {

// In the order in which the help lists them.
std::vector<TaskDeclarationPtr> built_in_task_declarations() {
  return {
      mlm_declaration(),       image_declaration(),      classification_declaration(),
      causal_lm_declaration(), regression_declaration(), question_answering_declaration(),
  };
}

}  // namespace espalier::training
