// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <espalier/drawing/chart.h>
#include <espalier/experiments/studies/ablation_options.h>
#include <espalier/sparse/core/types.h>
#include <espalier/training/runs/run_summary.h>

namespace espalier::experiments {

/// Those of the runs that are done. Of a file of summaries the metrics are its columns, and the
/// settings those in which its runs differ.
std::vector<training::RunSummary> ablation_runs(const std::vector<training::RunSummary>& runs);

/// A number over seeds.
struct Sample {
  std::vector<std::pair<Index, double>> values;  ///< by seed, ascending

  double mean() const;
  double deviation() const;  ///< of the values, n - 1; NaN for one
  /// Half of the 95% confidence interval of the mean, by Student's distribution; NaN for one.
  double half_interval() const;
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
};

/// The metric of runs with the `first` value of a key minus that of runs with the `second`, run by
/// run of one seed, of each two rows that differ in this key only.
struct AblationPairs {
  std::string first, second;
  std::vector<AblationRow> rows;
};

/// Any ablation: a metric over the seeds for each value of some keys.
struct AblationTable {
  std::vector<std::string> row_keys;
  std::string column_key;
  std::vector<std::string> columns;  ///< numbers ascending, other values by the alphabet
  std::vector<AblationRow> rows;
  std::string metric;
  std::string title;

  /// Keys in which the runs differ, though they are no rows of their own: the others say their
  /// values.
  std::vector<std::string> followers;

  /// With `AblationOptions::pair`: its differences, of every value but the one that all are held
  /// against.
  std::string pair_key;
  std::vector<std::string> difference_keys;  ///< the row keys but that
  std::vector<AblationPairs> differences;    ///< none that has no row

  bool has_one_seed() const;  ///< in every cell: there are no deviations
};

/// Of runs as `ablation_runs` has them. Throws ConfigError naming key, run or value: no run is
/// left, a key is not known or decides no number, a metric that a run has not, two runs of one cell
/// that differ in more than their seed or not even in that, two of a cell or pair whose metrics are
/// of different data (`differing_data`, but for what the key of the pair decides), or a `pair` that
/// has not two values and nothing that they are held `against`.
AblationTable ablation_table(const std::vector<training::RunSummary>& runs,
                             const AblationOptions& options);

/// Means with deviation and number of seeds; below them the paired differences with the 95%
/// interval of their mean, how many are above zero, and the p of `Sample::sign_flip_p`.
std::string ablation_markdown(const AblationTable& table);
/// The same for a paper: a tabular of booktabs, and a second one of the differences.
std::string ablation_latex(const AblationTable& table);
/// One line for each cell: its values, seeds, mean, deviation, lowest and highest.
std::string ablation_csv(const AblationTable& table);
/// One line for each cell of the differences: its values, which value minus which, pairs, mean,
/// deviation, both ends of the 95% interval, how many are above zero, and the p. What is not known
/// is empty.
std::string ablation_pairs_csv(const AblationTable& table);
/// A curve for each row over the columns, on a logarithmic axis if they are positive numbers over a
/// factor of eight or more; columns that are no numbers stand side by side, with marks and no
/// curves; with differences a second panel of those, in colours that the first has not. Bars: the
/// deviation, and the 95% interval of three pairs or more as far as the axis goes, which shows all
/// pairs; of two pairs the lowest to the highest. A legend of more than two keys names of each row
/// what most have not.
drawing::Chart ablation_chart(const AblationTable& table);

/// The means as colours and numbers, rows by columns, grey where there is none.
drawing::Chart heatmap_chart(const AblationTable& table);

/// A key or metric as figures name it, in words and with its unit: "test loss (nats)" for
/// test_loss. What has no such name, a title for instance, stays as it is.
std::string figure_name(const std::string& key);

/// Writes ablation.md, .tex, .csv, ablation_pairs.csv of a table with differences, and both
/// figures, the heat map if the table has two rows and two columns or more. Those that an earlier
/// table left there and this one has not are removed. Returns the files that people look at. Throws
/// IoError naming a file, or gnuplot's package if it is missing.
std::vector<std::filesystem::path> write_ablation(const AblationTable& table,
                                                  const std::filesystem::path& folder);

}  // namespace espalier::experiments
