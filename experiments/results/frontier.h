// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <espalier/drawing/chart.h>
#include <espalier/experiments/results/pareto.h>
#include <espalier/training/runs/step_times.h>

namespace espalier::experiments {

/// The lower hull of points: the places in `points` of those that a convex line in log(cost) and
/// log(loss) below all of them goes through, by ascending cost, as far as it falls; of equal points
/// the first. What lies on it is the lowest loss that one has for its cost, over all sizes and
/// lengths. Cost: n log n. Source: Andrew 1979, "Another efficient algorithm for convex hulls in
/// two dimensions" (the monotone chain). Throws ConfigError if a value is not finite and positive.
std::vector<std::size_t> lower_hull(const std::vector<CurvePoint>& points);

/// What a run costs.
enum class FrontierCost {
  kEncoderFlops,  ///< of training, by the paper's count
  kTotalFlops,    ///< every one that is counted
  kSeconds,       ///< its steps at a measured time each, on one thread
  kTokens,
};

/// The name on the command line and in CSV: "encoder_flops", "total_flops", "seconds" or "tokens".
std::string to_string(FrontierCost cost);
/// Throws ConfigError that lists them.
FrontierCost frontier_cost(const std::string& name);

struct FrontierOptions {
  std::vector<FrontierCost> costs = {FrontierCost::kEncoderFlops, FrontierCost::kTotalFlops,
                                     FrontierCost::kTokens};
  /// Keys by whose values rows are of one family, each of which has a hull.
  std::vector<std::string> families = {"topology.policy"};
  std::string against = "dense";  ///< the family that the others are held against
  std::vector<training::StepTime> times = {};
  std::vector<std::string> where = {};  ///< as `keep_where`; other runs are left out
  /// Takes validations on other windows of one text for comparable, as studies have that keep
  /// different parts of it back for a test; reports validation losses then.
  bool any_windows = false;
  std::string title = {};  ///< of the figure; empty: the usual one
  Index resamples = 2000;
};

/// Both ends of a 95% interval; NaN: not known.
struct Interval {
  double low = training::kUnknown, high = training::kUnknown;
};

/// One size, length, density and so on of a family, at its best learning rate.
struct FrontierPoint {
  ParetoRow row;
  double cost = training::kUnknown;
  bool on_hull = false;
  /// Of a point on a hull that is held against another: by how much that hull is above this
  /// point at its cost, and the point's cost divided by that at which it reaches the point's loss.
  std::optional<Matched> ahead = {}, share = {};
  Interval ahead_interval = {}, share_interval = {};
};

struct FrontierFamily {
  std::string name;
  std::vector<FrontierPoint> points;  ///< by ascending cost
};

struct FrontierOfCost {
  FrontierCost cost = FrontierCost::kEncoderFlops;
  /// That which others are held against first; then numbers ascend, and others are as they come.
  std::vector<FrontierFamily> families;
};

struct Frontier {
  FrontierOptions options;
  bool tested = false;          ///< as ParetoTable
  std::set<std::string> tasks;  ///< of the runs: losses have their unit (`loss_unit_of`)
  std::vector<FrontierOfCost> costs;
  /// Points of several seeds, and of one, over all families.
  Index repeated = 0, single = 0;
  /// By how much the validations of each run that is there twice differ: studies that keep
  /// parts of a text back validate on other windows of it.
  std::vector<double> windows_apart = {};
  /// Families without a row of several seeds, which would tell how far seeds spread: they have no
  /// intervals, and with the family that others are held against nobody has.
  std::vector<std::string> without_spread = {};
  std::vector<std::string> notes;  ///< one line for what was left out, with the reason
};

/// What each run of a row was trained on, in its unit (`budget_unit`); of runs by the hour in the
/// mean.
double trained_on(const ParetoRow& row);

/// The frontiers of runs of any lengths, sizes and studies, each run once (`run_identity`). Rows
/// and rates are those of `make_pareto_table`, over all studies whose runs have equal settings, or
/// of files of summaries, which do not tell them all, one `settings_hash`; a row that is not
/// `trained_enough` is no part of a hull. Between two points of a hull the loss is on the straight
/// line in the logarithms; beyond its ends along the last piece, which is marked as extrapolated.
///
/// Intervals: the mean of a row of n seeds is drawn anew, `resamples` times, as its mean plus that
/// of n draws of r_i sqrt(n / (n - 1)), r_i its seeds' residuals, whose variance is then that of a
/// sample. A row of one seed counts as no more certain than the others: its loss is drawn from a
/// normal distribution whose deviation is the median of those of its family's rows of several seeds
/// (the median, since a row that leaves the plateau late has one of another kind); if there are
/// none, there are no intervals. Each time both hulls are made anew, so that which points lie on
/// them is uncertain too, and both compared at the point's cost; ends are the 2.5th and 97.5th
/// percentile. The lower hull of many uncertain rows lies lower than each of them would: intervals
/// are wider on the side that favours the family with more rows. Deterministic: draws are Random(0,
/// stream of the resample and of the place of the row's first run). Cost: resamples x costs x
/// points x log(points). Source: Efron and Tibshirani 1993, An Introduction to the Bootstrap,
/// chapters 6 and 13.
///
/// A row's seconds are its steps at the time of a step of the row with its settings, else of one
/// that differs in length alone; a row without is left out of that cost. Throws as
/// `make_pareto_table`, and ConfigError if `against` is no family, or if a cost is left without
/// points.
Frontier make_frontier(const std::vector<training::RunSummary>& runs,
                       const FrontierOptions& options);

/// For each cost the points on hulls, with what they are ahead. "~" marks what is extrapolated.
std::string frontier_markdown(const Frontier& frontier);
/// Every point of every cost, with all digits.
std::string frontier_csv(const Frontier& frontier);
/// A panel for each cost: hulls as lines through filled marks, all other points open.
drawing::Chart frontier_chart(const Frontier& frontier);

/// Writes frontier.md, frontier.csv and the figure. Returns the files for people. Throws as
/// `draw_chart`, and IoError naming a file.
std::vector<std::filesystem::path> write_frontier(const Frontier& frontier,
                                                  const std::filesystem::path& folder);

}  // namespace espalier::experiments
