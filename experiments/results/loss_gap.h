// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <espalier/drawing/chart.h>
#include <espalier/experiments/results/run_pairs.h>

namespace espalier::experiments {

/// The mean difference of validation loss at one time of training.
struct GapPoint {
  double budget = 0;  ///< tokens, or samples if a task of the rows counts none
  Sample differences;
};

/// How the difference of a row of pairs goes on over training.
struct LossGap {
  std::string label;  ///< as `row_labels`
  std::vector<GapPoint> points;
};

struct LossGaps {
  PairedRows rows;
  std::vector<LossGap> gaps;  ///< of each row that has a point
  std::string unit;           ///< "tokens" or "samples"
};

/// The rows of `paired_rows` over training: at each step at which both runs of every pair of a row
/// have validated, the losses of the first minus those of the other. Steps at which a run is not
/// `trained_enough` are left out: a difference there says who leaves the plateau first. Throws as
/// `paired_rows` and `read_loss_curves`; ConfigError if no row has such a step, and for runs
/// without a folder, since summaries have no curves.
LossGaps loss_gaps(const std::vector<training::RunSummary>& runs, const PairOptions& options);

/// A line for each row with the difference after a tenth, a quarter, half and all of training, or
/// at the validation nearest to it.
std::string loss_gaps_markdown(const LossGaps& gaps);
/// Every point: its pairs, mean, deviation and both ends of the 95% interval.
std::string loss_gaps_csv(const LossGaps& gaps);
/// A curve for each row, with Student's 95% intervals as bars.
drawing::Chart loss_gaps_chart(const LossGaps& gaps, const std::string& title);

/// Writes gap.md, gap.csv and the figure. Returns the files for people. Throws as `draw_chart`.
std::vector<std::filesystem::path> write_loss_gaps(const LossGaps& gaps,
                                                   const std::filesystem::path& folder,
                                                   const std::string& title);

}  // namespace espalier::experiments
