// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/wall_clock.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include <espalier/drawing/chart.h>
#include <espalier/experiments/results/pareto_figure.h>
#include <espalier/experiments/results/pareto_text.h>
#include <espalier/files/atomic_file.h>
#include <espalier/files/csv.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>

namespace espalier::experiments {
namespace {

void match_with_dense(WallClockTable& table) {
  for (WallClockRow& sparse : table.rows) {
    if (sparse.row.policy == "dense") continue;
    std::vector<CurvePoint> points;
    for (const WallClockRow& dense : table.rows)
      if (dense.row.policy == "dense" && dense.row.budget() == sparse.row.budget() &&
          dense.row.trained_enough().value_or(true))
        points.push_back({dense.seconds, dense.row.loss});
    sparse.match = match(DenseCurve(points), sparse.seconds, sparse.row.loss);
    const std::optional<Matched>& flops = sparse.row.total_match.cost_ratio;
    if (!sparse.match.cost_ratio || !flops) continue;
    sparse.critical_cost = 1 / flops->value;
    sparse.cost_of_flop = sparse.match.cost_ratio->value * sparse.critical_cost;
  }
}

std::string file_of(const std::filesystem::path& folder, const char* ending) {
  return (folder / "wall_clock").string() + ending;
}

}  // namespace

bool measures(const training::StepTime& time, const ParetoRow& row) {
  constexpr double kSameFlops = 0.01;
  return std::abs(row.encoder_flops / time.sample_flops - 1) <= kSameFlops;
}

WallClockTable make_wall_clock_table(const ParetoTable& table,
                                     const std::vector<training::StepTime>& times) {
  WallClockTable result;
  result.tested = table.tested;
  for (const ParetoRow& row : table.rows) {
    const std::string name = model_label(row, table.rows) + ", " + row.policy;
    const auto time =
        std::ranges::find(times, row.settings_hash, &training::StepTime::settings_hash);
    if (row.hours > 0) {
      result.notes.push_back(name + ": left out, its runs end by the clock and not by steps");
    } else if (time == times.end()) {
      result.notes.push_back(name + ": left out, no time of its settings was measured");
    } else if (!measures(*time, row)) {
      result.notes.push_back(fmt::format(
          "{}: left out, its runs computed {:.3e} FLOPs for a sequence, the step measured {:.3e}",
          name, row.encoder_flops, time->sample_flops));
    } else {
      result.rows.push_back({.row = row,
                             .step = *time,
                             .seconds = time->seconds * static_cast<double>(time->steps),
                             .match = {}});
    }
  }
  match_with_dense(result);
  return result;
}

std::string wall_clock_csv(const WallClockTable& table) {
  std::string text = files::csv_line(
      {"model", "policy", "density", "block", "settings_hash",
       table.tested ? "test_loss" : "validation_loss", "seconds_per_step", "lower_quartile",
       "upper_quartile", "seconds", "flops_per_second", "matched_loss", "matched_loss_extrapolated",
       "time_ratio", "time_ratio_extrapolated", "cost_of_flop", "critical_cost"});
  for (const WallClockRow& entry : table.rows) {
    const ParetoRow& row = entry.row;
    text +=
        files::csv_line({row.model, row.policy, csv_number(row.density), std::to_string(row.block),
                         row.settings_hash, csv_number(row.loss), csv_number(entry.step.seconds),
                         csv_number(entry.step.lower), csv_number(entry.step.upper),
                         csv_number(entry.seconds), csv_number(row.total_flops / entry.seconds),
                         csv_value(entry.match.loss), csv_mark(entry.match.loss),
                         csv_value(entry.match.cost_ratio), csv_mark(entry.match.cost_ratio),
                         csv_number(entry.cost_of_flop), csv_number(entry.critical_cost)});
  }
  return text;
}

std::string wall_clock_markdown(const WallClockTable& table) {
  std::string text =
      "| model | policy | density | block | " + loss_name(table.tested) +
      " | milliseconds a step | seconds | GFLOP/s | matched dense loss | time at equal loss | "
      "cost of a FLOP | critical cost |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n";
  for (const WallClockRow& entry : table.rows) {
    const ParetoRow& row = entry.row;
    text += fmt::format(
        "| {} | {} | {:.3g} | {} | {} | {} ({} to {}) | {} | {} | {} | {} | {} | {} |\n",
        files::markdown_text(row.model), files::markdown_text(row.policy), row.density,
        block_label(row.policy, row.block), with_spread(row.loss, row.loss_spread),
        fixed(1e3 * entry.step.seconds, 3), fixed(1e3 * entry.step.lower, 3),
        fixed(1e3 * entry.step.upper, 3), fixed(entry.seconds, 0),
        fixed(1e-9 * row.total_flops / entry.seconds, 1), markdown_value(entry.match.loss),
        markdown_value(entry.match.cost_ratio), fixed(entry.cost_of_flop, 2),
        fixed(entry.critical_cost, 2));
  }
  text +=
      "\n*Seconds*: all steps of a run at the median time of one, with its quartiles, on one "
      "thread; no validations. *Time at\nequal loss*: seconds of the sparse model divided by those "
      "of a dense one that was trained on as much and reaches the same\nloss; below 1 the sparse "
      "model is faster. A dense model that was trained on less may be faster still. *Cost of a "
      "FLOP*:"
      "\nhow many times as long one takes as in that dense model. *Critical cost*: below it the "
      "sparse model is faster. \"~\" marks\nvalues beyond the ends of the dense curve.\n";
  if (table.rows.empty()) return text;
  const training::StepTime& first = table.rows.front().step;
  text += fmt::format("\nMeasured in {} rounds on {}, revision {}.\n", first.rounds,
                      files::markdown_text(first.processor), files::markdown_text(first.revision));
  if (!table.notes.empty()) text += '\n';
  for (const std::string& note : table.notes) text += "- " + files::markdown_text(note) + '\n';
  return text;
}

void write_wall_clock(const WallClockTable& table, const std::filesystem::path& folder,
                      const std::string& title) {
  if (table.rows.empty())
    throw ConfigError("wall clock: no row has a time; measure them by espalier study --time");
  files::write_file_atomically(file_of(folder, ".csv"), wall_clock_csv(table));
  files::write_file_atomically(file_of(folder, ".md"), "# " + files::markdown_text(title) + "\n\n" +
                                                           wall_clock_markdown(table));
  ParetoTable drawn;
  drawn.tested = table.tested;
  std::map<std::string, double> seconds;  // by settings
  for (const WallClockRow& entry : table.rows) {
    drawn.rows.push_back(entry.row);
    seconds[entry.row.settings_hash] = entry.seconds;
  }
  const CostAxes axes = {.figure = "wall_clock",
                         .titles = {"Training steps on one thread, seconds"},
                         .costs = [&](const ParetoRow& row) {
                           return std::vector<double>{seconds.at(row.settings_hash)};
                         }};
  ParetoOptions options;
  options.title = title;
  drawing::draw_chart(pareto_chart(drawn, {}, options, axes), folder);
}

}  // namespace espalier::experiments
