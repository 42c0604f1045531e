// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <espalier/drawing/chart.h>
#include <espalier/experiments/studies/ablation_options.h>
#include <espalier/sparse/core/types.h>
#include <espalier/training/runs/run_summary.h>

namespace espalier::experiments {

/// What errors say of a metric that a run has not: the one of its metrics that was meant, or all.
std::string no_metric(const training::RunSummary& run, const std::string& metric);

/// The runs that are done, for an ablation. Of a file of summaries, the columns are the metrics,
/// and the settings are those in which its runs differ. `notes` gets a line for each run that is
/// left out.
std::vector<training::RunSummary> ablation_runs(const std::vector<training::RunSummary>& runs,
                                                std::vector<std::string>* notes = nullptr);

/// The values of a number over seeds.
struct Sample {
  std::vector<std::pair<Index, double>> values;  ///< by seed, ascending

  double mean() const;
  double deviation() const;  ///< of the values, n - 1; NaN for one
  /// Half of the 95% confidence interval of the mean, by Student's distribution; NaN for one.
  double half_interval() const;
  Index above_zero() const;  ///< how many of the values are
  /// Of differences d_1 ... d_n, the exact two-sided p-value of the sign-flip (permutation) test
  /// that they are as likely to be d as -d:
  ///   p = #{s in {-1, 1}^n: |sum s_i d_i| >= |sum d_i|} / 2^n
  /// It assumes no distribution, and is 2^(1 - n) at least. NaN for one, and for more than
  /// kMostSignFlips. Source: Fisher 1935, The Design of Experiments, section 21.
  double sign_flip_p() const;
  static constexpr std::size_t kMostSignFlips = 20;
};

/// One line of the table: a combination of values of the row keys.
struct AblationRow {
  std::vector<std::string> values;             ///< in the order of the row keys
  std::vector<std::optional<Sample>> samples;  ///< in the order of the columns
  /// Of each column: whether the metric is a loss, and a run of the sample, or of a row that is
  /// subtracted, is not `validated_enough`.
  std::vector<bool> on_plateau = {};
};

/// Differences between two rows that differ in one key only: the metric of a run with the `first`
/// value of the key minus that of the run with the `second` value and the same seed.
struct AblationPairs {
  std::string first, second;
  std::vector<AblationRow> rows;
};

/// The table of an ablation: a metric over the seeds for each value of some keys.
struct AblationTable {
  std::vector<std::string> row_keys;
  std::string column_key;
  std::vector<std::string> columns;  ///< numbers ascending, other values by the alphabet
  std::vector<AblationRow> rows;
  std::string metric;
  std::set<std::string> tasks;  ///< of the runs: a loss has their units (`metric_in_words`)
  std::string title;
  bool best_rate = false;  ///< each cell is at a learning rate of its own

  /// Keys in which the runs differ without being row keys: their values follow from the others.
  std::vector<std::string> followers;

  /// With `AblationOptions::pair`: the differences of every value from the one that all are
  /// compared with.
  std::string pair_key;
  std::vector<std::string> difference_keys;  ///< the row keys except the pair's
  std::vector<AblationPairs> differences;    ///< without lines that have no pair

  bool has_one_seed() const;  ///< in every cell: there are no deviations
  bool has_plateau() const;   ///< in some cell
};

/// The table of runs as `ablation_runs` returns them. Throws ConfigError naming key, run or value
/// if: no run is left; a key is not known or decides no number; a run lacks the metric; two runs of
/// one cell differ in more than their seed, or in the step at which they left other runs
/// (`branch_step`), or do not even differ in their seed; two runs of a cell or
/// pair have metrics of different data (`differing_data`, except for what the key of the pair
/// decides); two runs of a pair differ in more than its key, the learning rate and, for policies,
/// their own settings; or the `pair` does not have two values and `against` names none.
AblationTable ablation_table(const std::vector<training::RunSummary>& runs,
                             const AblationOptions& options);

/// Means with deviation and number of seeds; below them the paired differences with the 95%
/// interval of their mean, how many are above zero, and the p of `Sample::sign_flip_p`.
std::string ablation_markdown(const AblationTable& table);
/// The same for a paper: a tabular of booktabs, and a second one for the differences.
std::string ablation_latex(const AblationTable& table);
/// One line for each cell: its values, seeds, mean, deviation, lowest and highest.
std::string ablation_csv(const AblationTable& table);
/// One line for each cell of the differences: its values, which value minus which, pairs, mean,
/// deviation, both ends of the 95% interval, how many are above zero, and the p. Unknown numbers
/// are empty.
std::string ablation_pairs_csv(const AblationTable& table);
/// A curve for each row over the columns. The axis is logarithmic if the columns are positive
/// numbers that span a factor of eight or more; columns that are not numbers stand side by side,
/// with marks and no curves. Differences have a second panel, in colours that the first does not
/// use. A cell with a run on the plateau does not stretch the axis far. Bars show the
/// deviation; for differences of three pairs or more the 95% interval, cut where
/// the axis ends, which shows all pairs; for two pairs the lowest to the highest. Policies have the
/// colours that they have in every figure; without them the second of two keys gives the
/// colour, and of more keys each row has its own. A legend of many keys says what most rows have,
/// the usual values, and of a row what it has else.
drawing::Chart ablation_chart(const AblationTable& table);

/// The means as colours and numbers, rows by columns; cells without a mean are grey.
drawing::Chart heatmap_chart(const AblationTable& table);

/// Writes ablation.md, .tex, .csv, ablation_pairs.csv if there are differences, and both figures;
/// the heat map only if the table has two rows and two columns or more. Removes files of an earlier
/// table that this one does not have. Returns the files for people. Throws IoError naming a file,
/// or gnuplot's package if it is missing.
std::vector<std::filesystem::path> write_ablation(const AblationTable& table,
                                                  const std::filesystem::path& folder);

}  // namespace espalier::experiments
