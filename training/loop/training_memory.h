// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/training/config/run_config.h>

namespace espalier::training {

/// Bytes that training with this configuration needs at the very least: values, gradients and both
/// moments of every weight that is stored, the places of blocks, and what one panel group keeps of
/// each layer for the backward pass. Data, dense gradients of policies that need them, and scratch
/// come on top. Cost: none; nothing is built.
double least_training_bytes(const RunConfig& config);

/// Bytes that this process may hope for: the machine's memory, or less if its control group or a
/// resource limit says so.
double available_memory_bytes();

/// Throws ConfigError, with the keys that would help, if training needs more than `available`
/// bytes: better at once than after minutes of allocating.
void require_memory(const RunConfig& config, double available = available_memory_bytes());

}  // namespace espalier::training
