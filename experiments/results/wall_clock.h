// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <espalier/experiments/results/pareto.h>
#include <espalier/training/runs/step_times.h>

namespace espalier::experiments {

/// An experiment of a Pareto table with its time: (seconds of a step) x (steps).
struct WallClockRow {
  ParetoRow row;
  training::StepTime step;
  double seconds = training::kUnknown;  ///< of the run's steps, on one thread
  DenseMatch match;                     ///< by seconds; a ratio below 1: the sparse model is faster
  /// The time of one of its FLOPs divided by that of one of the dense model's; all FLOPs count.
  double cost_of_flop = training::kUnknown;
  /// The largest such ratio at which the sparse model would still be as fast: the reciprocal of its
  /// FLOPs at equal loss. Source: Dietrich et al. 2021, appendix A.3.
  double critical_cost = training::kUnknown;
};

struct WallClockTable {
  bool tested = false;             ///< as ParetoTable
  std::vector<WallClockRow> rows;  ///< in the order of the Pareto table
  std::vector<std::string> notes;  ///< one line for each row that is left out, with the reason
};

/// Did the measured step compute what those of the row's runs did, to a hundredth? Patterns of one
/// density store equal numbers of blocks but for rounding; a policy that starts dense computes more
/// at first.
bool measures(const training::StepTime& time, const ParetoRow& row);

/// Adds the measured times to the rows, and matches the sparse rows with the dense ones as
/// make_pareto_table does, but by seconds instead of FLOPs. A row is left out, with a note, if its
/// time is missing or its runs computed other FLOPs than the measured step, as runs with a changing
/// density do.
WallClockTable make_wall_clock_table(const ParetoTable& table,
                                     const std::vector<training::StepTime>& times);

std::string wall_clock_csv(const WallClockTable& table);
std::string wall_clock_markdown(const WallClockTable& table);

/// Writes wall_clock.csv, wall_clock.md and the figure: wall_clock.gp, .svg and .png. The tables
/// are written even if gnuplot is missing. Throws as draw_figure does, ConfigError if no row is
/// left, IoError naming a file.
void write_wall_clock(const WallClockTable& table, const std::filesystem::path& folder,
                      const std::string& title);

}  // namespace espalier::experiments
