// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <espalier/experiments/config/task.h>

namespace espalier::experiments {

/// What the declarations of tasks on an encoder have in common.

/// The extents of its weights that may be sparse, with their names.
std::vector<std::pair<std::string, Index>> encoder_widths(const RunConfig& config);

/// The least that training it holds in memory, for a model with a head. `model` has the vocabulary
/// that is sure to be there.
MemoryNeed encoder_memory(const RunConfig& config, const models::ModelDeclaration& model);

}  // namespace espalier::experiments
