// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <espalier/experiments/studies/sweep_file.h>

namespace espalier::experiments {

struct SweepOptions {
  Index workers = 0;  ///< runs at a time; 0: `workers_asked_for` says how many
  bool quiet = false;
  bool overwrite = false;  ///< runs of other configurations make way, as for Resume::kReplace
  /// Times the progress: returns seconds from any fixed moment; empty: the steady clock.
  std::function<double()> clock = {};
  /// A signal handler sets it to stop all runs, each with a checkpoint. Null: none.
  const std::atomic<bool>* stop = nullptr;
};

/// The outcome of a sweep.
struct SweepOutcome {
  /// The best run by the sweep's metric.
  struct Best {
    std::string name;
    double value = 0;
  };

  Index done = 0;  ///< number of runs that are done, including those that were done before
  std::vector<std::string> failures;  ///< "NAME: why", in the order of the runs
  bool stopped = false;               ///< on request; calling again continues
  std::optional<Best> best = {};      ///< nothing without a result
};

/// Trains every run that is not done yet, after `check_sweep` has found no obstacle. Each run has a
/// process of its own, so that a run that fails or crashes does not harm the others; data that runs
/// can share are loaded once for all. The output of a run is appended to `folder`/logs/NAME.log;
/// progress goes to stderr. Stopped runs continue where they were. With `overwrite`, runs of
/// another configuration make way when their turn comes, and branches of such a run wait for the
/// new one.
///
/// Any number of processes may call this for one folder. The process that trains a run locks its
/// log, and the lock ends with the process, however that ends; another process then takes up the
/// run. A call ends when all runs are done or failed, no matter which process trained them. Must be
/// called while the process has a single thread. Throws IoError if processes or logs cannot be
/// made, and ConfigError as `check_sweep`, before anything is made.
SweepOutcome run_sweep(const Sweep& sweep, const SweepOptions& options);

}  // namespace espalier::experiments
