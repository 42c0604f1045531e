// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/training/tasks/task.h>

namespace espalier::training {

// The program's own tasks. Each is declared in a file of its own.
TaskPtr mlm_declaration();
TaskPtr image_declaration();
TaskPtr classification_declaration();
TaskPtr causal_lm_declaration();
TaskPtr regression_declaration();
TaskPtr question_answering_declaration();

}  // namespace espalier::training
