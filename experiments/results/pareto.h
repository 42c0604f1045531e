// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <espalier/experiments/results/plateau.h>
#include <espalier/sparse/core/types.h>
#include <espalier/training/runs/run_store.h>
#include <espalier/training/runs/run_summary.h>

namespace espalier::experiments {

/// The cost of a model, in any unit, and its loss.
struct CurvePoint {
  double cost = 0;
  double loss = 0;
};

/// A value read off a curve.
struct Matched {
  double value = 0;
  bool extrapolated = false;  ///< beyond the curve's ends, along its last segment
};

/// Loss of dense models against their cost, FLOPs or seconds: a straight line in log(cost) and
/// log(loss) between neighbours. Source: reproduces the "matched" rows of Dietrich et al. 2021,
/// tables 1 and A.8.
class DenseCurve {
 public:
  /// Points in any order; of several with equal cost the lowest loss counts.
  /// Throws ConfigError if a value is not finite and positive.
  explicit DenseCurve(std::vector<CurvePoint> points);

  /// Loss of a dense model of this `cost`. Empty if the curve has fewer than two points.
  std::optional<Matched> loss_at(double cost) const;

  /// Lowest cost at which the curve reaches `loss`; outside the losses of the curve along the end
  /// segment. Empty for fewer than two points, or if that end segment does not fall, so that no
  /// cost reaches the loss.
  std::optional<Matched> cost_at(double loss) const;

  const std::vector<CurvePoint>& points() const { return points_; }

 private:
  std::vector<CurvePoint> points_;  // by ascending cost
};

/// The dense models to compare with a sparse one.
struct DenseMatch {
  std::optional<Matched> loss;        ///< of a dense model of equal cost
  std::optional<Matched> cost_ratio;  ///< cost of the sparse model / of a dense one of equal loss
};

DenseMatch match(const DenseCurve& dense, double cost, double loss);

/// One experiment: runs that differ in the seed only, at the best of their learning rates.
struct ParetoRow {
  std::string model;
  std::string policy;
  double density = 1;
  Index block = 1;
  Index tokens = 0;             ///< trained on by each run, by the hour on average; 0: not counted
  Index samples = 0;            ///< the same in sequences, images, ...
  std::string unit = "tokens";  ///< what the task counts
  double hours = 0;             ///< hours of each run, for runs by the hour
  std::string settings_hash;
  Index seeds = 0;
  double learning_rate = training::kUnknown;
  double loss = training::kUnknown;           ///< mean over the seeds; see ParetoTable::tested
  double loss_spread = training::kUnknown;    ///< sample standard deviation; unknown for one seed
  training::MetricValues metrics = {};        ///< means over the seeds, as `RunSummary` has them
  double encoder_flops = training::kUnknown;  ///< per sequence, the paper's count
  double total_flops = training::kUnknown;    ///< every counted FLOP of one run
  double parameters = training::kUnknown;
  double seconds = training::kUnknown;          ///< mean of one run
  DenseMatch encoder_match;                     ///< by encoder_flops
  DenseMatch total_match;                       ///< by total_flops
  std::vector<training::RunSummary> runs = {};  ///< at that rate
  std::vector<double> losses = {};              ///< of each of them

  /// The budget of each run, in the unit of its task; for runs by the hour the hours, since the
  /// amount of data then differs from run to run.
  double budget() const {
    if (hours > 0) return hours;
    return static_cast<double>(tokens > 0 ? tokens : samples);
  }
  double below_unigram() const { return metrics.value(training::metric::kUnigramEntropy) - loss; }
  /// Does the row prove anything? See `experiments::validated_enough`.
  std::optional<bool> trained_enough() const { return validated_enough(metrics, loss); }
};

/// One learning rate of an experiment.
struct RateRow {
  std::string model;
  std::string policy;
  double density = 1;
  Index block = 1;
  Index tokens = 0;
  std::string settings_hash;
  double learning_rate = training::kUnknown;
  Index seeds = 0;
  double loss = training::kUnknown;
  double loss_spread = training::kUnknown;
  bool chosen = false;
  bool at_edge = false;  ///< the lowest or highest rate tried: the best may lie beyond
};

struct ParetoTable {
  /// Whether every run has a test loss. Rows then report it; rates are always chosen by validation
  /// loss.
  bool tested = false;
  std::vector<ParetoRow> rows;     ///< dense, static, dynamic; then by density, block and FLOPs
  std::vector<RateRow> rates;      ///< in the same order, rates ascending
  std::vector<std::string> notes;  ///< one line for each run that is left out, with the reason
};

enum class ReportedLoss {
  kTestOfAll,   ///< loss of the test, if every run has one
  kValidation,  ///< loss of the validation
};

/// Throws ConfigError naming two runs if their losses cannot be compared (`differing_data`).
void require_comparable(const std::vector<training::RunSummary>& runs);

/// Groups runs into experiments, chooses the learning rate with the lowest mean validation loss (of
/// two rates over the seeds that both have, in ascending order of rates) and matches the sparse
/// rows with the dense ones of the same budget that are trained enough. Runs that are not done,
/// have no loss or repeat another one are left out with a note, and so are branches of an
/// experiment that has runs which began by themselves, or at another step if its first run is a
/// branch. Throws ConfigError naming two runs if their losses cannot be compared
/// (`differing_data`).
ParetoTable make_pareto_table(const std::vector<training::RunSummary>& runs,
                              ReportedLoss reported = ReportedLoss::kTestOfAll);

/// The tables as CSV and Markdown. In Markdown "~" marks extrapolated values.
std::string pareto_csv(const ParetoTable& table);
std::string learning_rates_csv(const ParetoTable& table);
std::string pareto_markdown(const ParetoTable& table);

struct ParetoOptions {
  std::string title = "Loss against FLOPs";
  /// Drawn over the rest with markers of their own; without dense runs among them they are matched
  /// with those of the rest of the same budget, if their losses can be compared. Of both the test
  /// losses are reported only if all runs of both have one.
  std::vector<training::RunSummary> overlay;
  std::string overlay_name = "these runs";
  bool show_unigram = false;  ///< draw the unigram entropy as a line even if it is far off
};

struct WrittenPareto {
  ParetoTable table;               ///< of the runs, without the overlay
  std::string markdown;            ///< what pareto.md has
  std::vector<std::string> notes;  ///< as ParetoTable, those of the overlay too
};

/// Writes pareto.csv, learning_rates.csv, pareto.md, summary.csv (the runs themselves), overlay.csv
/// if there is an overlay, which is removed if there is none, and the figure: pareto.gp, pareto.svg
/// and pareto.png. The tables are written even if gnuplot is missing.
/// Throws as make_pareto_table and draw_figure do, ConfigError if no run is left, or none of an
/// overlay, IoError naming a file.
WrittenPareto write_pareto(const std::vector<training::RunSummary>& runs,
                           const std::filesystem::path& folder, const ParetoOptions& options = {});

}  // namespace espalier::experiments
