// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/loss_gap.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include <espalier/experiments/results/key_words.h>
#include <espalier/experiments/results/loss_curves.h>
#include <espalier/experiments/results/plateau.h>
#include <espalier/experiments/results/run_identity.h>
#include <espalier/experiments/results/table_cells.h>
#include <espalier/files/atomic_file.h>
#include <espalier/files/csv.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>

namespace espalier::experiments {
namespace {

LossCurve curve_of_run(const training::RunSummary& run) {
  if (!has_records(run))
    throw ConfigError(
        files::printable(run.name) +
        ": of a summary, which has no curve; name the folder of the run in its place");
  LossCurves read = read_loss_curves({run.folder});
  return read.curves.empty() ? LossCurve{} : std::move(read.curves.front());
}

/// Whether a run had left the plateau with this loss.
bool is_off_plateau(const training::RunSummary& run, double loss) {
  return trained_enough(run.metrics, loss).value_or(true);
}

/// Where both validated off the plateau, by budget.
std::map<double, double> differences_of(const RunPair& pair) {
  std::map<double, double> found;
  const LossCurve first = curve_of_run(pair.first), against = curve_of_run(pair.against);
  for (const drawing::ChartPoint& a : first.points)
    for (const drawing::ChartPoint& b : against.points)
      if (a.x == b.x && is_off_plateau(pair.first, a.y) && is_off_plateau(pair.against, b.y))
        found[a.x] = a.y - b.y;
  return found;
}

LossGap gap_of(const PairedRow& row, const std::string& label) {
  std::map<double, Sample> samples;
  for (const RunPair& pair : row.pairs)
    for (const auto& [budget, difference] : differences_of(pair))
      samples[budget].values.emplace_back(pair.first.seed, difference);
  LossGap gap = {.label = label, .points = {}};
  for (auto& [budget, sample] : samples)
    if (sample.values.size() == row.pairs.size())
      gap.points.push_back({.budget = budget, .differences = std::move(sample)});
  return gap;
}

const GapPoint& nearest(const LossGap& gap, double share) {
  const double budget = share * gap.points.back().budget;
  return *std::ranges::min_element(
      gap.points, {}, [&](const GapPoint& point) { return std::abs(point.budget - budget); });
}

std::string gap_text(const GapPoint& point, double whole) {
  const double half = point.differences.half_interval();
  return fmt::format("{:+.3f}{} (at {:.0f}%)", point.differences.mean(),
                     std::isfinite(half) ? fmt::format(" ± {:.3f}", half) : "",
                     100 * point.budget / whole);
}

}  // namespace

LossGaps loss_gaps(const std::vector<training::RunSummary>& runs, const PairOptions& options) {
  LossGaps found = {.rows = paired_rows(runs, options), .gaps = {}, .unit = "tokens"};
  const bool in_tokens = std::ranges::all_of(
      found.rows.rows, [](const PairedRow& row) { return row.pairs.front().first.tokens > 0; });
  if (!in_tokens) found.unit = "samples";
  const std::vector<std::string> labels = row_labels(found.rows);
  for (std::size_t r = 0; r < labels.size(); ++r) {
    const PairedRow& row = found.rows.rows[r];
    LossGap gap = gap_of(row, labels[r]);
    const training::RunSummary& run = row.pairs.front().first;
    if (!in_tokens && run.tokens > 0)
      for (GapPoint& point : gap.points)
        point.budget *= static_cast<double>(run.sequences) / static_cast<double>(run.tokens);
    if (gap.points.empty())
      found.rows.notes.push_back(
          labels[r] + ": left out, its runs have no step at which all validated off the plateau");
    else
      found.gaps.push_back(std::move(gap));
  }
  if (found.gaps.empty())
    throw ConfigError(
        "gap: no row has a step at which all its runs validated off the plateau; name longer runs, "
        "of one training.validate_every");
  return found;
}

std::string loss_gaps_markdown(const LossGaps& gaps) {
  const PairOptions& options = gaps.rows.options;
  std::string text = fmt::format(
      "Validation loss, {} minus {}, over training: mean ± 95% interval over pairs of one seed\n\n"
      "| row | pairs | after a tenth | a quarter | half | all |\n|---|---|---|---|---|---|\n",
      options.first.empty() ? "others" : files::markdown_text(options.first),
      files::markdown_text(options.against));
  for (const LossGap& gap : gaps.gaps) {
    text += fmt::format("| {} | {} |", files::markdown_text(gap.label),
                        gap.points.back().differences.values.size());
    for (const double share : {0.1, 0.25, 0.5, 1.0})
      text += ' ' + gap_text(nearest(gap, share), gap.points.back().budget) + " |";
    text += '\n';
  }
  const std::string usual = usual_values(gaps.rows);
  if (!usual.empty()) text += fmt::format("\nUnless stated: {}.\n", files::markdown_text(usual));
  return text;
}

std::string loss_gaps_csv(const LossGaps& gaps) {
  std::string text = files::csv_line(
      {"row", gaps.unit, "pairs", "mean", "deviation", "interval_low", "interval_high"});
  for (const LossGap& gap : gaps.gaps)
    for (const GapPoint& point : gap.points) {
      const Sample& sample = point.differences;
      const double mean = sample.mean(), half = sample.half_interval();
      text += files::csv_line({gap.label, csv_number(point.budget),
                               std::to_string(sample.values.size()), csv_number(mean),
                               csv_number(sample.deviation()), csv_number(mean - half),
                               csv_number(mean + half)});
    }
  return text;
}

drawing::Chart loss_gaps_chart(const LossGaps& gaps, const std::string& title) {
  constexpr double kMargin = 0.05;
  constexpr std::array kMarks = {drawing::kCircle, drawing::kSquare, drawing::kTriangle,
                                 drawing::kDiamond};
  const PairOptions& options = gaps.rows.options;
  const std::string subtracted =
      fmt::format("{} minus {}", options.first.empty() ? "others" : options.first, options.against);
  drawing::Panel panel = {
      .x = {.title = gaps.unit},
      .y = {.title = metric_in_words(training::metric::kValidationLoss, tasks_of(gaps.rows.rows)) +
                     ", " + subtracted}};
  panel.x.cover(0);
  panel.y.cover(0);
  std::vector<std::pair<double, double>> intervals;
  for (std::size_t g = 0; g < gaps.gaps.size(); ++g) {
    drawing::Series series = {
        .name = fmt::format("{} ({})", gaps.gaps[g].label,
                            gaps.gaps[g].points.back().differences.values.size()),
        .look = {.colour = drawing::kCurveColours[g % drawing::kCurveColours.size()],
                 .marker = kMarks[g % kMarks.size()]}};
    for (const GapPoint& point : gaps.gaps[g].points) {
      const double mean = point.differences.mean(), half = point.differences.half_interval();
      drawing::ChartPoint drawn = {.x = point.budget, .y = mean};
      if (std::isfinite(half)) {
        drawn.low = mean - half;
        drawn.high = mean + half;
        intervals.emplace_back(drawn.low, drawn.high);
      }
      series.points.push_back(drawn);
      panel.x.cover(point.budget);
      for (const auto& [seed, difference] : point.differences.values) panel.y.cover(difference);
    }
    panel.series.push_back(std::move(series));
  }
  panel.x.pad(kMargin, 1);
  // An axis on which every pair has its place, and intervals as far as they leave room.
  const bool whole = panel.y.cover_bars(intervals);
  panel.y.pad(kMargin, 1e-3);
  panel.series.insert(panel.series.begin(), {.look = {.colour = "#888888", .width = 1},
                                             .points = {{panel.x.low, 0}, {panel.x.high, 0}}});
  std::vector<std::string> notes;
  if (const std::string usual = usual_values(gaps.rows); !usual.empty())
    notes.push_back("unless stated: " + usual);
  if (!whole) notes.emplace_back(drawing::kCutBars);
  return {
      .name = "gap",
      .title = title.empty() ? "Validation loss over training, " + subtracted : title,
      .subtitle = "mean over pairs of one seed, whose number is in brackets; bars: 95% interval",
      .footnote = fmt::format("{}", fmt::join(notes, "; ")),
      .panels = {std::move(panel)}};
}

std::vector<std::filesystem::path> write_loss_gaps(const LossGaps& gaps,
                                                   const std::filesystem::path& folder,
                                                   const std::string& title) {
  files::create_folders(folder);
  files::write_file_atomically(folder / "gap.md", loss_gaps_markdown(gaps));
  files::write_file_atomically(folder / "gap.csv", loss_gaps_csv(gaps));
  drawing::draw_chart(loss_gaps_chart(gaps, title), folder);
  return {folder / "gap.png", folder / "gap.svg", folder / "gap.md", folder / "gap.csv"};
}

}  // namespace espalier::experiments
