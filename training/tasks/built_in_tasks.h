// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/training/config/task.h>

namespace espalier::training {

/// The tasks that built_in_tasks.cpp lists, each declared in a file of its own.
TaskPtr mlm_declaration();
TaskPtr image_declaration();
TaskPtr classification_declaration();
TaskPtr causal_lm_declaration();

}  // namespace espalier::training
