// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/models/checkpoints/vouched_tensors.h>
#include <espalier/models/optimizers/optimizer.h>

namespace espalier::models {

// How the state of an optimizer lies in a safetensors file; see checkpoint.h.

/// Throws ConfigError unless the optimizer has exactly these parameters.
void require_same_parameters(const ParameterList& parameters, const Optimizer& optimizer);

/// What the state in a checkpoint's file is of.
struct OptimizerSummary {
  std::string name;                ///< of the optimizer
  std::vector<std::string> state;  ///< what it keeps of each parameter, in the order of the file
};
/// Throws FormatError if the file has no optimizer's name or is damaged, IoError if it cannot be
/// read. Reads the header only: what `load_checkpoint` checks is not checked.
OptimizerSummary inspect_optimizer(const std::filesystem::path& path,
                                   const ParameterList& parameters);

/// Writes name, step count and state of the optimizer; returns the content_hash of the file. Calls
/// `state` of each parameter twice for every buffer. Throws IoError, and what a reader throws.
std::string write_optimizer(const std::filesystem::path& path, const SavedModel& model);

/// Checks the whole file: throws FormatError unless it is the state of an optimizer of this name
/// for parameters with these patterns and, unless `scope` is a part, for no others. Values are
/// checked of others too. Returns the step count.
Index check_optimizer(const VouchedTensors& file, const Optimizer& optimizer,
                      const ParameterList& parameters,
                      const std::vector<sparse::PatternPtr>& patterns, LoadScope scope);

/// Reads the state straight into its places. Throws as `VouchedTensors::read`.
void fill_optimizer(const VouchedTensors& file, Optimizer& optimizer, Index steps);

}  // namespace espalier::models
// Tested by tests/models/checkpoints/checkpoint_test.cpp
