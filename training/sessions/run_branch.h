// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <espalier/training/config/run_config.h>
#include <espalier/training/loop/trainer.h>

namespace espalier::training {

/// A run that goes on from a checkpoint of another one with some keys changed, such as the policy:
/// both have seen the same batches up to there and see the same ones afterwards, so that what they
/// differ in is the change alone.
struct RunBranch {
  std::filesystem::path checkpoint;
  std::string name;  ///< "run@step"
  BranchStart start = BranchStart::kThere;
  Index step = 0;  ///< of the checkpoint
  /// Hashes of the configuration of that run, and of those that it had before it was extended;
  /// empty: not known.
  std::vector<std::string> config_hashes = {};

  /// Steps that the branch has behind it when it begins.
  Index first_step() const { return start == BranchStart::kThere ? step : 0; }
};

/// The branch at RUN@STEP, where RUN is the folder of a run, or at its newest checkpoint if @STEP
/// is not given. `option` is what messages call it. Throws ConfigError or IoError naming the
/// folder, with the steps that there are.
RunBranch branch_of(const std::string& from, const std::string& option = "--from");

/// Throws ConfigError if no step of a run of this configuration is left where the branch begins.
void require_step_left(const RunBranch& branch, const RunConfig& config);

/// The configuration of that branch: that of the run with `overrides` ("table.key=value"). A policy
/// of another name brings its own settings, but the spread of blocks over the weights stays. Throws
/// ConfigError as `load_run_config`, and unless run.name is among the overrides, the table of words
/// is as sparse as that of the run, and batch and sequence are those of the run, without which
/// their steps would not be alike; a next phase may have others.
RunConfig branch_config(const std::string& from, const std::vector<std::string>& overrides,
                        BranchStart start = BranchStart::kThere);

}  // namespace espalier::training
