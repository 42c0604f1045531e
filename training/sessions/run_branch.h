// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <espalier/training/config/run_config.h>
#include <espalier/training/loop/trainer.h>

namespace espalier::training {

/// A run that goes on from a checkpoint of another run with some keys changed, such as the policy.
/// Both runs have seen the same batches up to there and see the same ones afterwards, so that the
/// change alone makes them differ.
struct RunBranch {
  std::filesystem::path checkpoint;
  std::string name;  ///< "run@step"
  BranchStart start = BranchStart::kThere;
  Index step = 0;  ///< of the checkpoint
  /// Hashes of the configuration of the other run, and of those that it had before it was extended;
  /// empty: not known.
  std::vector<std::string> config_hashes = {};

  /// Number of steps that the branch has completed when it begins.
  Index first_step() const { return start == BranchStart::kThere ? step : 0; }
  /// Seconds of training that these took. Throws as `training_seconds`.
  double first_seconds() const {
    return start == BranchStart::kThere ? training_seconds(checkpoint) : 0;
  }
};

/// The branch at RUN@STEP, where RUN is the folder of a run; without @STEP at its newest
/// checkpoint. Messages call the argument `option`. Throws ConfigError or IoError naming the
/// folder, with the steps that it has.
RunBranch branch_of(const std::string& from, const std::string& option = "--from");

/// A branch goes on from the weights, the positions and the state of the optimizer of its run, and
/// its steps correspond to those of the run, except in a next phase. Throws ConfigError "WHERE: KEY
/// is X; expected Y, that of the run" if the table of words has another density, the optimizer
/// keeps another state, it names an encoder although the run began from scratch, there are other
/// positions, batches or sequences, or the model has other weights, norms or, unless one of the two
/// is dense, blocks.
void require_continuation(const RunConfig& source, const RunConfig& branch,
                          const std::string& where, BranchStart start = BranchStart::kThere);

/// A branch has the patterns of its run. Throws ConfigError "WHERE: ..." if it asks for others,
/// which only a policy that leads the density somewhere could make of them: for another density,
/// or by a key of which `overridden` says that it was set for the branch.
void require_patterns_of(const RunConfig& source, const RunConfig& branch,
                         const std::function<bool(std::string_view)>& overridden,
                         const std::string& where);

/// Throws ConfigError if a run of this configuration has no step left where the branch begins.
void require_step_left(const RunBranch& branch, const RunConfig& config);

/// Throws ConfigError if a run of this configuration has no time left where the branch begins,
/// after so many seconds of training.
void require_time_left(const RunBranch& branch, double seconds, const RunConfig& config);

/// The configuration of the branch: that of its source with `overrides` ("table.key=value").
/// Another policy comes with its own settings, but the spread of blocks over the weights stays.
/// So does another optimizer. Throws ConfigError as `load_run_config`, `require_continuation` and
/// `require_patterns_of`, and if run.name is not among the overrides, or another task is.
RunConfig branch_config(const std::string& from, const std::vector<std::string>& overrides,
                        BranchStart start = BranchStart::kThere);

}  // namespace espalier::training
