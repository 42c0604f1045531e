// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <espalier/experiments/studies/study.h>
#include <espalier/sparse/core/types.h>
#include <espalier/training/config/run_config.h>

namespace espalier::experiments {

/// The metric by which runs are compared: a column of their summaries.
struct SweepMetric {
  std::string name = "validation_loss";
  bool maximize = false;
  std::optional<double> target = {};  ///< no further run begins once a run is as good as this
};

/// Limits after which no further run begins; 0: no limit.
struct SweepBudget {
  Index runs = 0;    ///< number of combinations, the first ones
  double flops = 0;  ///< of the runs that are done: `RunSummary::total_training_flops`
  double hours = 0;  ///< of training, all runs together
};

/// The runs of a sweep, in the order in which they start.
struct Sweep {
  std::filesystem::path folder;           ///< of the runs
  std::vector<training::RunConfig> runs;  ///< each with its name, in that folder and on one thread
  std::map<std::string, RunOrigin> origins =
      {};  ///< starts of runs that go on from others, by name
  SweepMetric metric = {};
  SweepBudget budget = {};
  std::vector<std::string> notes = {};  ///< entries of the file that have no effect
  std::string kind = "sweep";           ///< what its progress calls it
};

/// Changes to a sweep's file that a call may ask for.
struct SweepChanges {
  std::vector<std::string> overrides = {};  ///< of the base; not of keys that the sweep sets itself
  std::filesystem::path folder = {};        ///< empty: the file's
  SweepBudget budget = {};                  ///< entries that are not 0
};

/// Reads a sweep: a base configuration and what varies in it. As a grid, every combination of lists
/// of values is a run:
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
/// after the values of its grid, such as "policy_static-density_0.2-seed_1". A grid may also use
/// the keys of W&B's sweeps:
///
///   [sweep]
///   method = "grid"
///   metric = { name = "validation_loss", goal = "minimize" }   # a summary's column; also: target.
///                                  # This one unless given
///   run_cap = 40                   # or trials; flops and hours are budgets too
///   [sweep.parameters]
///   "topology.policy" = { values = ["static", "dynamic"] }
///
/// name and description are for people; program, command, project and entity give a note. Any other
/// method, and its keys, are refused; the message names `python -m espalier.tune`, which searches.
///
/// In a study's file, [base] and, with `row = "NAME"`, a row of it are the base, and the folder is
/// "runs/STUDY-sweep", by its `study_name`, unless given. Throws IoError if a file cannot be read,
/// ConfigError if it is no sweep, if there are no or more than 10,000 runs, if two would have one
/// name, or as `load_run_config` does for the first run that is invalid.
Sweep load_sweep(const std::filesystem::path& path, const SweepChanges& changes = {});

}  // namespace espalier::experiments
