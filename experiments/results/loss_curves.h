// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <espalier/drawing/chart.h>
#include <espalier/training/runs/run_summary.h>

namespace espalier::experiments {

/// Validation loss of one run over the amount of data that it has trained on.
struct LossCurve {
  training::RunSummary run;
  std::string title = {};  ///< of its panel; empty: the run's name
  std::vector<drawing::ChartPoint>
      points;  ///< x: tokens, or samples if a task of the runs counts none; y: the loss

  /// How far the run's last loss lies below the floor, that is, the best loss without
  /// context; unknown if the task has no such floor.
  double below_context_free() const {
    return run.metrics.value(training::metric::kContextFreeLoss) - run.validation_loss();
  }
};

struct LossCurves {
  std::vector<LossCurve> curves;   ///< of the runs that are done, in the given order
  std::vector<std::string> notes;  ///< one line for each run that is left out, with the reason
};

/// Reads the runs' records. Throws as `read_run`.
LossCurves read_loss_curves(const std::vector<std::filesystem::path>& folders);

/// Gives curves the titles of `labels`, each RUN=TITLE; runs of one name are called by their folder
/// too, as "pareto-paper/dynamic_64", here and in tables. Throws ConfigError naming a label without
/// an equals sign, or whose run has no curve, and for labels without any curve.
void set_titles(LossCurves& curves, const std::vector<std::string>& labels);

/// A row for each run: its name, its last loss, the floors, its cost.
std::string loss_curves_markdown(const LossCurves& curves);

/// A panel for each run, with its two floors in grey and all other curves pale behind it. All
/// panels have the same axes. Throws ConfigError if there is no curve.
drawing::Chart loss_curves_chart(const LossCurves& curves, const std::string& title);

/// Writes curves.md, curves.csv (run, tokens or samples, loss), and the figure. Returns the files
/// for people. Throws as `loss_curves_chart`, before a file is written, and `draw_chart`.
std::vector<std::filesystem::path> write_loss_curves(const LossCurves& curves,
                                                     const std::filesystem::path& folder,
                                                     const std::string& title);

}  // namespace espalier::experiments
