// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/loss_curves.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include <espalier/drawing/gnuplot.h>
#include <espalier/drawing/panel_grid.h>
#include <espalier/drawing/style.h>
#include <espalier/files/atomic_file.h>
#include <espalier/files/csv.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/runs/run_store.h>

namespace espalier::experiments {
namespace {

/// What a run has trained on, in its task's unit.
double budget(const training::RunSummary& run) {
  return static_cast<double>(run.tokens > 0 ? run.tokens : run.sequences);
}

std::string unit(const LossCurves& curves) {
  const bool tokens =
      std::ranges::all_of(curves.curves, [](const LossCurve& c) { return c.run.tokens > 0; });
  return tokens ? "tokens" : "samples";
}

std::string nats(double value) {
  return std::isfinite(value) ? fmt::format("{:.3f}", value) : std::string("-");
}

/// The least and the largest of all points, and of losses also of the floors.
struct Extent {
  double fewest = HUGE_VAL, most = 0;
  double lowest = HUGE_VAL, highest = -HUGE_VAL;

  explicit Extent(const LossCurves& curves) {
    for (const LossCurve& curve : curves.curves) {
      for (const LinePoint& point : curve.points) {
        if (!(std::isfinite(point.x) && point.x > 0 && std::isfinite(point.y)))
          throw ConfigError(fmt::format(
              "figure curves: run {} has ({}, {}), expected finite values, the first above 0",
              curve.run.name, point.x, point.y));
        fewest = std::min(fewest, point.x);
        most = std::max(most, point.x);
        widen(point.y);
      }
      widen(curve.run.metrics.value(training::metric::kContextFreeLoss));
      widen(curve.run.metrics.value(training::metric::kUnigramEntropy));
    }
    if (most == 0) throw ConfigError("figure curves: no points, expected at least one");
  }

 private:
  void widen(double loss) {
    if (!std::isfinite(loss)) return;
    lowest = std::min(lowest, loss);
    highest = std::max(highest, loss);
  }
};

std::string floor_plot(double loss, int dash) {
  if (!std::isfinite(loss)) return {};
  return fmt::format("{:.9g} with lines lc rgb '{}' lw 1 dt {} notitle", loss, drawing::kDarkGrey,
                     dash);
}

/// A name as the title of a panel: of a longer one the middle is left out.
std::string panel_title(const std::string& name) {
  constexpr std::size_t kMost = 44;  // in font 10, of a panel's width
  if (name.size() <= kMost) return name;
  constexpr std::size_t kHalf = kMost / 2 - 1;
  return name.substr(0, kHalf) + ".." + name.substr(name.size() - kHalf);
}

constexpr int kUnigramDash = 2, kContextFreeDash = 3;

}  // namespace

LossCurves read_loss_curves(const std::vector<std::filesystem::path>& folders) {
  LossCurves read;
  for (const std::filesystem::path& folder : folders) {
    LossCurve curve;
    const training::RunReading reading =
        training::read_run(folder, [&](const nlohmann::json& record, const std::string& where) {
          if (!training::is_event(record, training::event::kValidation)) return;
          if (!record.contains(training::field::kStep) ||
              !record.at(training::field::kStep).is_number() ||
              !record.contains(training::field::kLoss) ||
              !record.at(training::field::kLoss).is_number())
            throw FormatError(where + ": a validation without step or loss, expected numbers");
          curve.points.push_back({record.at(training::field::kStep).get<double>(),
                                  record.at(training::field::kLoss).get<double>()});
        });
    curve.run = reading.summary;
    if (curve.run.status != "done" || curve.run.steps == 0) {
      read.notes.push_back(curve.run.name + ": left out, not done");
      continue;
    }
    for (LinePoint& point : curve.points)
      point.x *= budget(curve.run) / static_cast<double>(curve.run.steps);
    std::erase_if(curve.points, [](const LinePoint& point) { return point.x == 0; });
    read.curves.push_back(std::move(curve));
  }
  return read;
}

std::string loss_curves_markdown(const LossCurves& curves) {
  std::string text = fmt::format(
      "| run | task | model | {} | parameters | FLOPs | minutes | unigram | context-free | "
      "validation loss | below context-free |\n|---|---|---|---|---|---|---|---|---|---|---|\n",
      unit(curves));
  for (const LossCurve& curve : curves.curves) {
    const training::RunSummary& run = curve.run;
    text +=
        fmt::format("| {} | {} | {} | {:.3g} | {:.3g} | {:.3g} | {:.1f} | {} | {} | {} | {} |\n",
                    files::markdown_text(run.name), run.task, files::markdown_text(run.model),
                    budget(run), run.parameters, run.total_training_flops, run.seconds / 60,
                    nats(run.metrics.value(training::metric::kUnigramEntropy)),
                    nats(run.metrics.value(training::metric::kContextFreeLoss)),
                    nats(run.validation_loss()), nats(curve.below_context_free()));
  }
  return text;
}

std::string loss_curves_script(const LossCurves& curves, const std::string& title) {
  const Extent extent(curves);
  const std::size_t count = curves.curves.size();
  std::string script = "# Draw again with: gnuplot curves.gp\nset encoding utf8\n";
  std::vector<std::string> pale;
  for (std::size_t i = 0; i < count; ++i) {
    script += fmt::format("$d{} << EOD\n", i);
    for (const LinePoint& point : curves.curves[i].points)
      script += fmt::format("{:.9g} {:.9g}\n", point.x, point.y);
    script += "EOD\n";
    pale.push_back(fmt::format("$d{} with lines lc rgb '{}' lw 0.8 notitle", i, drawing::kPale));
  }
  const drawing::PanelGrid grid(count, 4, {.width = 290, .height = 230});
  const double margin = std::max(0.05 * (extent.highest - extent.lowest), 0.01);
  for (const std::string_view terminal : {"svg", "pngcairo"}) {
    script += "reset\n" + drawing::gnuplot_terminal(terminal, grid.width(), grid.height());
    script += fmt::format(
        "set output 'curves.{}'\nset multiplot title {} noenhanced\nset key off\nset logscale x\n{}"
        "set yrange [{:.9g}:{:.9g}]\nset xrange [{:.9g}:{:.9g}]\n",
        terminal == "svg" ? "svg" : "png", drawing::gnuplot_quoted(title), drawing::kAxes,
        extent.lowest - margin, extent.highest + margin, extent.fewest / 1.3, extent.most * 1.3);
    for (std::size_t i = 0; i < count; ++i) {
      script += grid.place(i);
      const bool first = grid.in_first_column(i), lowest = grid.is_lowest(i);
      script += fmt::format(
          "set title {} noenhanced offset 0,-0.6 font ',10'\nset format y '{}'\nset format x '{}'\n"
          "set ylabel '{}'\nset xlabel '{}'\n",
          drawing::gnuplot_quoted(panel_title(curves.curves[i].run.name)), first ? "%g" : "",
          lowest ? "10^{%T}" : "", first ? "validation loss, nats" : "",
          lowest ? unit(curves) : "");
      std::vector<std::string> parts = pale;
      const training::MetricValues& metrics = curves.curves[i].run.metrics;
      parts.push_back(floor_plot(metrics.value(training::metric::kUnigramEntropy), kUnigramDash));
      parts.push_back(
          floor_plot(metrics.value(training::metric::kContextFreeLoss), kContextFreeDash));
      parts.push_back(fmt::format("$d{} with linespoints lc rgb '{}' lw 1.8 pt 7 ps 0.4 notitle", i,
                                  drawing::kBlue));
      std::erase(parts, "");
      script += fmt::format("plot {}\n", fmt::join(parts, ", \\\n  "));
    }
    script += grid.legend(
        {fmt::format("NaN with lines lc rgb '{}' lw 1 dt {} title 'unigram entropy'",
                     drawing::kDarkGrey, kUnigramDash),
         fmt::format("NaN with lines lc rgb '{}' lw 1 dt {} title 'context-free loss'",
                     drawing::kDarkGrey, kContextFreeDash),
         fmt::format("NaN with linespoints lc rgb '{}' lw 1.8 pt 7 ps 0.4 title 'the run'",
                     drawing::kBlue),
         fmt::format("NaN with lines lc rgb '{}' title 'the others'", drawing::kPale)});
    script += "unset multiplot\nset output\n";
  }
  return script;
}

std::vector<std::filesystem::path> write_loss_curves(const LossCurves& curves,
                                                     const std::filesystem::path& folder,
                                                     const std::string& title) {
  const std::string script = loss_curves_script(curves, title);
  files::create_folders(folder);
  std::string csv = files::csv_line({"run", unit(curves), "validation_loss"});
  for (const LossCurve& curve : curves.curves)
    for (const LinePoint& point : curve.points)
      csv +=
          files::csv_line({curve.run.name, fmt::format("{}", point.x), fmt::format("{}", point.y)});
  files::write_file_atomically(folder / "curves.csv", csv);
  files::write_file_atomically(folder / "curves.md", loss_curves_markdown(curves));
  drawing::run_gnuplot_script(folder, "curves.gp", script);
  return {folder / "curves.png", folder / "curves.svg", folder / "curves.md",
          folder / "curves.csv"};
}

}  // namespace espalier::experiments
