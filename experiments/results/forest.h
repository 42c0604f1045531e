// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <espalier/drawing/chart.h>
#include <espalier/experiments/results/run_pairs.h>

namespace espalier::experiments {

struct ForestOptions {
  PairOptions pairs;
  std::optional<double> reference = {};  ///< of another publication, drawn as a line
  std::string reference_name = "reference";
  std::string title = {};  ///< of the figure; empty: which metric, which minus which
};

/// All rows below one another: the mean difference of each with Student's 95% interval.
struct Forest {
  PairedRows rows;
  ForestOptions options;
};

/// As `paired_rows`, which see. Throws ConfigError if the reference is not finite.
Forest make_forest(const std::vector<training::RunSummary>& runs, const ForestOptions& options);

/// A line for each row: what it is, learning rates, mean, half of the 95% interval, how many pairs
/// are above zero, and the p of `Sample::sign_flip_p`; then how many pairs there are in all.
std::string forest_markdown(const Forest& forest);
/// The same for a paper: a tabular of booktabs.
std::string forest_latex(const Forest& forest);
/// The same with all digits, the seeds and the studies. Unknown numbers are empty.
std::string forest_csv(const Forest& forest);

/// A line for each row, from the top: the mean with its 95% interval, filled where the interval
/// leaves out zero and open where it does not or there is one pair, and every pair as a dot.
/// Intervals end where the axis does, which shows all pairs, the reference and zero.
drawing::Chart forest_chart(const Forest& forest);

/// Writes forest.md, .tex, .csv and the figure. Returns the files for people. Throws as
/// `draw_chart`, and IoError naming a file.
std::vector<std::filesystem::path> write_forest(const Forest& forest,
                                                const std::filesystem::path& folder);

}  // namespace espalier::experiments
