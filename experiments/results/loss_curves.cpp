// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/loss_curves.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

#include <espalier/drawing/style.h>
#include <espalier/experiments/results/key_words.h>
#include <espalier/experiments/results/run_identity.h>
#include <espalier/files/atomic_file.h>
#include <espalier/files/csv.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/runs/run_store.h>

namespace espalier::experiments {
namespace {

/// Do all of the runs count tokens? Else all are drawn over samples, which every run has.
bool count_tokens(const LossCurves& curves) {
  return std::ranges::all_of(curves.curves, [](const LossCurve& c) { return c.run.tokens > 0; });
}

std::string unit(const LossCurves& curves) { return count_tokens(curves) ? "tokens" : "samples"; }

/// What a run has trained on.
double budget(const training::RunSummary& run, bool in_tokens) {
  return static_cast<double>(in_tokens ? run.tokens : run.sequences);
}

/// The loss of all curves, with the units of their tasks.
std::string loss_title(const LossCurves& curves) {
  std::set<std::string> tasks;
  for (const LossCurve& curve : curves.curves) tasks.insert(curve.run.task);
  return metric_in_words(training::metric::kValidationLoss, tasks);
}

std::string loss_text(double value) {
  return std::isfinite(value) ? fmt::format("{:.3f}", value) : std::string("-");
}

constexpr int kUnigramDash = 2, kContextFreeDash = 3;

/// What a run is called: its name or, where another has that too, with its folder before it.
std::string name_among(const LossCurve& curve, const LossCurves& curves) {
  const auto has_name = [&](const LossCurve& c) { return c.run.name == curve.run.name; };
  return std::ranges::count_if(curves.curves, has_name) > 1 ? place_of_run(curve.run)
                                                            : curve.run.name;
}

void require_some(const LossCurves& curves) {
  if (curves.curves.empty()) throw ConfigError("curves: no run is done; name one that is");
}

}  // namespace

LossCurves read_loss_curves(const std::vector<std::filesystem::path>& folders) {
  LossCurves read;
  for (const std::filesystem::path& folder : folders) {
    LossCurve curve;
    const training::RunReading reading =
        training::read_run(folder, [&](const nlohmann::json& record, const std::string& where) {
          if (!training::is_event(record, training::event::kValidation)) return;
          const auto step = record.find(training::field::kStep);
          const auto loss = record.find(training::field::kLoss);
          if (step == record.end() || !step->is_number() || loss == record.end() ||
              !(loss->is_number() || loss->is_null()))
            throw FormatError(where + ": a validation without step or loss, expected numbers");
          // Null was not finite: a model that had diverged for a while.
          if (loss->is_null()) return;
          curve.points.push_back({step->get<double>(), loss->get<double>()});
        });
    curve.run = reading.summary;
    if (curve.run.status != "done" || curve.run.steps == 0) {
      read.notes.push_back(curve.run.name + ": left out, not done");
      continue;
    }
    std::erase_if(curve.points, [](const drawing::ChartPoint& point) { return point.x == 0; });
    read.curves.push_back(std::move(curve));
  }
  const bool in_tokens = count_tokens(read);
  for (LossCurve& curve : read.curves)
    for (drawing::ChartPoint& point : curve.points)
      point.x *= budget(curve.run, in_tokens) / static_cast<double>(curve.run.steps);
  return read;
}

void set_titles(LossCurves& curves, const std::vector<std::string>& labels) {
  if (!labels.empty()) require_some(curves);
  for (const std::string& label : labels) {
    const std::size_t equals = label.find('=');
    if (equals == std::string::npos)
      throw ConfigError("label " + files::printable(label) + ", expected RUN=TITLE");
    const auto of_run = [&](const LossCurve& curve) { return name_among(curve, curves); };
    const auto curve = std::ranges::find(curves.curves, label.substr(0, equals), of_run);
    if (curve == curves.curves.end()) {
      std::vector<std::string> names;
      std::ranges::transform(curves.curves, std::back_inserter(names), of_run);
      throw ConfigError(fmt::format("label {}: no such run that is done, expected one of {}",
                                    files::printable(label), fmt::join(names, ", ")));
    }
    curve->title = label.substr(equals + 1);
  }
}

std::string loss_curves_markdown(const LossCurves& curves) {
  std::string text = fmt::format(
      "| run | task | model | {} | parameters | FLOPs | minutes | unigram | context-free | "
      "validation loss | below context-free |\n|---|---|---|---|---|---|---|---|---|---|---|\n",
      unit(curves));
  const bool in_tokens = count_tokens(curves);
  for (const LossCurve& curve : curves.curves) {
    const training::RunSummary& run = curve.run;
    text += fmt::format(
        "| {} | {} | {} | {:.3g} | {:.3g} | {:.3g} | {:.1f} | {} | {} | {} | {} |\n",
        files::markdown_text(name_among(curve, curves)), run.task, files::markdown_text(run.model),
        budget(run, in_tokens), run.parameters, run.total_training_flops, run.seconds / 60,
        loss_text(run.metrics.value(training::metric::kUnigramEntropy)),
        loss_text(run.metrics.value(training::metric::kContextFreeLoss)),
        loss_text(run.validation_loss()), loss_text(curve.below_context_free()));
  }
  return text;
}

drawing::Chart loss_curves_chart(const LossCurves& curves, const std::string& title) {
  require_some(curves);
  drawing::Axis x = {.title = unit(curves), .logarithmic = true};
  drawing::Axis y = {.title = loss_title(curves)};
  for (const LossCurve& curve : curves.curves) {
    for (const drawing::ChartPoint& point : curve.points) {
      x.cover(point.x);
      y.cover(point.y);
    }
    y.cover(curve.run.metrics.value(training::metric::kContextFreeLoss));
    y.cover(curve.run.metrics.value(training::metric::kUnigramEntropy));
  }
  x.pad(0.05, 2);
  y.pad(0.05, 0.1);
  drawing::Chart chart = {
      .name = "curves", .title = title, .columns = 4, .panel_width = 260, .panel_height = 190};
  for (const LossCurve& curve : curves.curves) {
    drawing::Panel panel = {
        .title = curve.title.empty() ? name_among(curve, curves) : curve.title, .x = x, .y = y};
    for (const LossCurve& other : curves.curves)
      if (&other != &curve)
        panel.series.push_back({.name = "the others",
                                .look = {.colour = drawing::kPale, .width = 0.8},
                                .points = other.points});
    const auto add_floor = [&](const char* metric, const std::string& name, int dash) {
      const double loss = curve.run.metrics.value(metric);
      if (std::isfinite(loss))
        panel.series.push_back({.name = name,
                                .look = {.colour = drawing::kDarkGrey, .dash = dash, .width = 1},
                                .points = {{x.low, loss}, {x.high, loss}}});
    };
    add_floor(training::metric::kUnigramEntropy, "unigram entropy", kUnigramDash);
    add_floor(training::metric::kContextFreeLoss, "context-free loss", kContextFreeDash);
    panel.series.push_back({.name = "the run",
                            .look = {.marker = drawing::kCircle, .size = 0.4},
                            .points = curve.points});
    chart.panels.push_back(std::move(panel));
  }
  return chart;
}

std::vector<std::filesystem::path> write_loss_curves(const LossCurves& curves,
                                                     const std::filesystem::path& folder,
                                                     const std::string& title) {
  const drawing::Chart chart = loss_curves_chart(curves, title);
  files::create_folders(folder);
  std::string csv = files::csv_line({"run", unit(curves), "validation_loss"});
  for (const LossCurve& curve : curves.curves)
    for (const drawing::ChartPoint& point : curve.points)
      csv += files::csv_line(
          {name_among(curve, curves), fmt::format("{}", point.x), fmt::format("{}", point.y)});
  files::write_file_atomically(folder / "curves.csv", csv);
  files::write_file_atomically(folder / "curves.md", loss_curves_markdown(curves));
  drawing::draw_chart(chart, folder);
  return {folder / "curves.png", folder / "curves.svg", folder / "curves.md",
          folder / "curves.csv"};
}

}  // namespace espalier::experiments
