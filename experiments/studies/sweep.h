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
  Index workers = 0;  ///< runs at a time; 0: as many as there are cores
  bool quiet = false;
  bool overwrite = false;  ///< runs of other configurations make way, as for Resume::kReplace
  /// What progress is timed by: seconds from any fixed moment; the steady clock if empty.
  std::function<double()> clock = {};
  /// Set from a signal handler to stop all runs, each with a checkpoint. Null: never.
  const std::atomic<bool>* stop = nullptr;
};

/// What became of a sweep.
struct SweepOutcome {
  /// The best run by the sweep's metric.
  struct Best {
    std::string name;
    double value = 0;
  };

  Index done = 0;                     ///< runs, those that were done before included
  std::vector<std::string> failures;  ///< "NAME: why", in the order of the runs
  bool stopped = false;               ///< by request; the same call goes on
  std::optional<Best> best = {};      ///< nothing without a result
};

/// Trains every run that is not done yet, once `check_sweep` has found nothing against them, each
/// in a process of its own, so that one that fails or crashes takes no other with it; data that
/// runs can share are loaded once for all. What a run prints goes to `folder`/logs/NAME.log, behind
/// what earlier attempts printed; progress goes to stderr. Stopped runs go on where they were. Any
/// number of processes may call this for one folder: the log of a run is locked by who trains it,
/// which lets go of it however that process ends, and a run whose process has ended before it was
/// done is taken up by the next who looks. A call ends when all runs are done or failed, whoever
/// trained them. Must be called while the process has a single thread. Throws IoError if
/// processes or logs cannot be made, and ConfigError as `check_sweep`, before anything is made.
/// With `overwrite`, runs of another configuration make way when their turn comes; what goes on
/// from one of them waits for the new one.
SweepOutcome run_sweep(const Sweep& sweep, const SweepOptions& options);

}  // namespace espalier::experiments
