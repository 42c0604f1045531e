// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <espalier/drawing/chart.h>
#include <espalier/training/runs/run_summary.h>

namespace espalier::experiments {

/// Validation loss of one run over what it has trained on.
struct LossCurve {
  training::RunSummary run;
  std::vector<drawing::ChartPoint> points;  ///< tokens, or samples of tasks that count none; nats

  /// Nats that the run's last loss lies below what a model can reach that sees no context; unknown
  /// of tasks that have no such floor.
  double below_context_free() const {
    return run.metrics.value(training::metric::kContextFreeLoss) - run.validation_loss();
  }
};

struct LossCurves {
  std::vector<LossCurve> curves;   ///< of the runs that are done, in the order in which they came
  std::vector<std::string> notes;  ///< runs that are left out and why, one line each
};

/// Reads the runs' records. Throws as `read_run`.
LossCurves read_loss_curves(const std::vector<std::filesystem::path>& folders);

/// A row for each run: what it is, its last loss, the floors, what it cost.
std::string loss_curves_markdown(const LossCurves& curves);

/// A panel for each run, with its two floors in grey and all other curves pale behind it, on axes
/// that all share.
drawing::Chart loss_curves_chart(const LossCurves& curves, const std::string& title);

/// Writes curves.md, curves.csv (run, tokens or samples, loss), and the figure. Returns the files
/// that people look at. Throws as `draw_chart`.
std::vector<std::filesystem::path> write_loss_curves(const LossCurves& curves,
                                                     const std::filesystem::path& folder,
                                                     const std::string& title);

}  // namespace espalier::experiments
