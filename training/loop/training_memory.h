// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/training/config/run_config.h>

namespace espalier::training {

/// A lower bound of the bytes that training with this configuration needs: values, gradients and
/// both moments of every stored weight, the positions of blocks, and what the layers keep of one
/// panel group for the backward pass. Data, dense gradients of policies that need them, and scratch
/// are not counted. Builds nothing.
double least_training_bytes(const RunConfig& config);

/// Bytes that are available to this process: the machine's memory, or less if its control group or
/// a resource limit says so.
double available_memory_bytes();

/// Throws ConfigError, with the keys that would help, if training needs more than `available`
/// bytes. So a run fails at once, and not after minutes of allocating.
void require_memory(const RunConfig& config, double available = available_memory_bytes());

}  // namespace espalier::training
