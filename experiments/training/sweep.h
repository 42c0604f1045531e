// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

#include <espalier/experiments/config/run_config.h>

namespace espalier::experiments {

/// The runs of a sweep, in the order in which they start.
struct Sweep {
  std::filesystem::path folder;  ///< of the runs
  std::vector<RunConfig> runs;   ///< each with its name, in that folder and on one thread
};

/// Reads a sweep: a base configuration and, for some of its keys, lists of values. Every
/// combination of a grid is a run.
///
///   [sweep]
///   base = "base.toml"             # a run's configuration, beside this file
///   folder = "runs/fashion_policies"
///   [[grid]]                                # as many as needed; [grid] if there is one
///   "topology.policy" = ["static", "dynamic"]
///   "model.density" = [0.2, 0.1]
///   "run.seed" = [1, 2, 3]
///
/// A single value counts as a list of one. The last key of a grid varies fastest. A run is named
/// after the values of its grid, such as "policy_static-density_0.2-seed_1". `overrides` apply to
/// the base; `folder`, unless empty, is used instead of the file's. Throws IoError if a file cannot
/// be read, ConfigError if it is no sweep, if there are no or more than 10,000 runs, if two would
/// have one name, or as `load_run_config` does for the first run that is invalid.
Sweep load_sweep(const std::filesystem::path& path, const std::vector<std::string>& overrides = {},
                 const std::filesystem::path& folder = {});

struct SweepOptions {
  Index workers = 0;  ///< runs at a time; 0: as many as there are cores
  bool quiet = false;
  /// Set from a signal handler to stop all runs, each with a checkpoint. Null: never.
  const std::atomic<bool>* stop = nullptr;
};

/// What became of a sweep.
struct SweepOutcome {
  Index done = 0;                     ///< runs, those that were done before included
  std::vector<std::string> failures;  ///< "NAME: why", in the order of the runs
  bool stopped = false;               ///< by request; the same call goes on
};

/// Trains every run that is not done yet, each in a process of its own, so that one that fails or
/// crashes takes no other with it; data that runs can share are loaded once for all. What a run
/// prints goes to `folder`/logs/NAME.log, behind what earlier attempts printed; progress goes to
/// stderr. Stopped runs go on where they were. Must be called while the process has a single
/// thread. Throws IoError if processes or logs cannot be made, or if another sweep is at work in
/// the folder.
SweepOutcome run_sweep(const Sweep& sweep, const SweepOptions& options);

}  // namespace espalier::experiments
