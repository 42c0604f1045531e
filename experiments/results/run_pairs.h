// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <espalier/experiments/results/ablation.h>
#include <espalier/sparse/core/types.h>
#include <espalier/training/runs/run_summary.h>

namespace espalier::experiments {

/// Which runs of all studies are held against which.
struct PairOptions {
  std::string key = "topology.policy";
  std::string first = "static";     ///< empty: every value but `against`, each in rows of its own
  std::string against = "dynamic";  ///< whose metric is subtracted
  /// Empty: the loss of the test where every run of a row has one, else that of the validation.
  std::string metric = {};
  std::vector<std::string> where = {};  ///< as `keep_where`; other runs are left out
};

/// One run with `first` and one with `against`, of one seed.
struct RunPair {
  training::RunSummary first, against;
  double difference = training::kUnknown;  ///< metric of the first minus that of the other
};

/// The pairs of runs that agree in everything else: in all settings but the key, the learning rate
/// and, if the key is the policy, the policy's own settings, by which the `against` of a row agree.
/// Each of the two has the learning rate with most seeds, since the one that is found best with one
/// seed is the one that is repeated; of several the best by validation loss. If those two have no
/// seed in common, rates of seeds that both have. Of runs in files of summaries, which do not say
/// what all runs of a file have in common, only those of one study and one hash of the settings
/// share a row where the settings that are known have several hashes.
struct PairedRow {
  std::string first, against;
  std::vector<std::string> values;   ///< of PairedRows::keys
  std::vector<std::string> studies;  ///< folders that the runs lie in
  double first_rate = training::kUnknown, against_rate = training::kUnknown;
  std::string metric;
  std::vector<RunPair> pairs;  ///< by seed
  /// Whether all runs are `trained_enough`; true for tasks without a unigram entropy.
  bool trained_enough = true;

  Sample differences() const;
};

struct PairedRows {
  PairOptions options;
  /// Settings in which the rows differ and that do not follow from those before them: width, block,
  /// tokens and density first. None of what is measured, which the metric of a row tells. The
  /// first side's own are among them only where nothing else tells two rows apart.
  std::vector<std::string> keys;
  std::vector<PairedRow> rows;     ///< by their values
  std::vector<std::string> notes;  ///< one line for what was left out, with the reason

  std::size_t pairs() const;  ///< all distinct
  Index pairs_above() const;  ///< with a difference above zero
};

/// The rows of runs of any number of studies. A run that several studies have (`run_identity`)
/// counts once, and so does a pair: it stands in the row that has most pairs, and of those in the
/// first. Runs that are not done or have no validation loss are left out. Throws ConfigError naming
/// key or value if the key decides no number, no run is left, or none has `first`, `against` or the
/// metric.
PairedRows paired_rows(const std::vector<training::RunSummary>& runs, const PairOptions& options);

/// The tasks of the runs of rows, of which losses have their units (`metric_in_words`).
std::set<std::string> tasks_of(std::span<const PairedRow> rows);

/// What a row is, in words: "width 64, block size 1, tokens 102.4M", and of other keys what most
/// rows do not have. A row that has nothing of its own is called by what most have, or "all".
std::vector<std::string> row_labels(const PairedRows& rows);
/// What most rows have of the keys that the label of some row leaves out; empty: nothing.
std::string usual_values(const PairedRows& rows);

}  // namespace espalier::experiments
