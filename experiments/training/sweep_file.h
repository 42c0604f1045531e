// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <espalier/experiments/config/run_config.h>
#include <espalier/experiments/config/study.h>
#include <espalier/experiments/search/halving.h>
#include <espalier/experiments/search/space.h>
#include <espalier/sparse/core/types.h>

namespace espalier::experiments {

/// What makes one run better than another: a column of their summaries.
struct SweepMetric {
  std::string name = "validation_loss";
  bool maximize = false;
  std::optional<double> target = {};  ///< no further trial begins once a run is as good
};

/// When no further trial begins; 0: no such limit.
struct SweepBudget {
  Index trials = 0;  ///< of the first rung, where there are several
  double flops = 0;  ///< of the trials that are done: `RunSummary::total_training_flops`
  double hours = 0;  ///< that these took in training, all together
};

enum class SearchMethod {
  kRandom,   ///< `random_points`
  kBayes,    ///< `propose`
  kHalving,  ///< `random_points`, the best of them once more and longer: `Bracket`
};

/// Trials that are chosen instead of listed.
struct Search {
  SearchMethod method = SearchMethod::kRandom;
  std::uint64_t seed = 1;
  Space space;
  std::vector<std::vector<std::string>> choices;  ///< of each dimension, as TOML; none of numbers
  std::vector<std::string> fixed;                 ///< overrides of every trial, "key=value"
  Bracket bracket;                                ///< of kHalving
  /// The base with overrides, checked.
  std::function<RunConfig(const std::vector<std::string>&)> base;
};

/// The runs of a sweep, in the order in which they start.
struct Sweep {
  std::filesystem::path folder;  ///< of the runs
  std::vector<RunConfig> runs;   ///< each with its name, in that folder and on one thread
  std::map<std::string, RunOrigin> origins = {};  ///< of runs that go on from others, by name
  std::optional<Search> search = {};              ///< in place of `runs`
  SweepMetric metric = {};
  SweepBudget budget = {};
  std::vector<std::string> notes = {};  ///< of what the file says in vain
};

/// What a call may change in a sweep's file.
struct SweepChanges {
  std::vector<std::string> overrides = {};  ///< of the base; of no key that the sweep sets itself
  std::filesystem::path folder = {};        ///< empty: the file's
  std::string method = {};                  ///< empty: the file's
  SweepBudget budget = {};                  ///< what is not 0 in it
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
/// after the values of its grid, such as "policy_static-density_0.2-seed_1". Or trials are chosen,
/// with the keys that W&B's sweeps have:
///
///   [sweep]
///   method = "bayes"               # or random, halving; grid is a grid of the parameters' values
///   metric = { name = "validation_loss", goal = "minimize" }   # a summary's column; also: target.
///                                  # This one unless given, of a grid too
///   run_cap = 40                   # or trials; flops and hours are budgets too
///   seed = 1                       # of the search
///   early_terminate = { type = "hyperband", eta = 3, s = 2 }   # or min_iter, or max_iter with s
///   [sweep.parameters]
///   "training.learning_rate" = { distribution = "log_uniform_values", min = 1e-4, max = 1e-1 }
///   "training.batch" = { distribution = "q_log_uniform_values", min = 8, max = 256, q = 8 }
///   "model.layers" = { min = 1, max = 4 }                      # whole numbers
///   "training.weight_decay" = { distribution = "log_normal", mu = -4.6, sigma = 1 }
///   "topology.policy" = { values = ["static", "dynamic"] }     # and probabilities
///   "model.initial_deviation" = "=0.05/sqrt(model.density)"    # in every trial
///
/// early_terminate makes a random search one by successive halving, and so a grid, all of whose
/// combinations are then the first rung; a Bayesian search cannot have it. An iteration of min_iter
/// and max_iter is a validation of a whole trial. name and description are for people; program,
/// command, project and entity lead to a note.
///
/// In a study's file, [base] and, with `row = "NAME"`, a row of it are the base, and the folder is
/// "runs/STUDY-sweep" unless given. Throws IoError if a file cannot be read, ConfigError if it is
/// no sweep, if there are no or more than 10,000 runs, if two would have one name, or as
/// `load_run_config` does for the first run that is invalid; of a search, those at the ends of each
/// parameter and the first random ones are checked.
Sweep load_sweep(const std::filesystem::path& path, const SweepChanges& changes = {});

/// Random trials of a search that are checked before it begins. It may know thousands; those that
/// cannot be come early.
inline constexpr Index kCheckedTrials = 64;

/// The points of a search's trials that are known before any result is, at most so many: all at
/// random, or those that a search by results begins with.
std::vector<Point> first_points(const Sweep& sweep, Index most);

/// The configuration of a trial of a search, on one thread and named "trial_0007", and of a rung
/// above the first "trial_0007-rung_1". A rung that is not the last has its share of
/// training.epochs, tokens or steps. Throws as `load_run_config`.
RunConfig trial_config(const Sweep& sweep, Index trial, const Point& point, Index rung = 0);

/// The values of a point as overrides, "key=value".
std::vector<std::string> overrides_of(const Search& search, const Point& point);

/// "grid", "random", "bayes" or "halving".
std::string method_name(const Sweep& sweep);

}  // namespace espalier::experiments
