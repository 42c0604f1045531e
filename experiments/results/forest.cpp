// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/forest.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include <espalier/experiments/results/key_words.h>
#include <espalier/experiments/results/plateau.h>
#include <espalier/experiments/results/table_cells.h>
#include <espalier/files/atomic_file.h>
#include <espalier/files/csv.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>

namespace espalier::experiments {
namespace {

/// Does the 95% interval of the mean leave out zero?
bool without_zero(const Sample& sample) {
  return std::abs(sample.mean()) > sample.half_interval();  // false of one pair, whose is NaN
}

std::string p_text(const Sample& sample) {
  const double p = sample.sign_flip_p();
  return std::isfinite(p) ? fmt::format("{:.2g}", p) : "-";
}

/// The value of all rows whose metric is the minuend; of several "others".
std::string minuend(const Forest& forest) {
  const std::vector<PairedRow>& rows = forest.rows.rows;
  const bool one = std::ranges::all_of(
      rows, [&](const PairedRow& row) { return row.first == rows.front().first; });
  return one ? in_words(forest.options.pairs.key, rows.front().first) : "others";
}

std::string subtrahend(const Forest& forest) {
  return in_words(forest.options.pairs.key, forest.options.pairs.against);
}

std::string what_is_subtracted(const Forest& forest) {
  return fmt::format("{} minus {}", minuend(forest), subtrahend(forest));
}

bool one_metric(const std::vector<PairedRow>& rows) {
  return std::ranges::all_of(
      rows, [&](const PairedRow& row) { return row.metric == rows.front().metric; });
}

/// The metric of all rows in words; of two losses that of the test, and rows say if it is the
/// other.
std::string metric_title(const Forest& forest) {
  const std::vector<PairedRow>& rows = forest.rows.rows;
  return metric_in_words(one_metric(rows) ? rows.front().metric : training::metric::kTestLoss,
                         tasks_of(rows));
}

/// Cells of a row, for people.
std::vector<std::string> forest_cells(const PairedRow& row, const std::string& label,
                                      const char* plus_minus) {
  const Sample sample = row.differences();
  const double half = sample.half_interval();
  return {label + (row.trained_enough ? "" : " †"),
          fmt::format("{:.4g}", row.first_rate),
          fmt::format("{:.4g}", row.against_rate),
          metric_in_words(row.metric, tasks_of({&row, 1})),
          fmt::format("{:+.3f}", sample.mean()) +
              (std::isfinite(half) ? fmt::format(" {} {:.3f}", plus_minus, half) : ""),
          fmt::format("{} of {}", sample.above_zero(), sample.values.size()),
          p_text(sample)};
}

std::vector<std::string> forest_heading(const Forest& forest) {
  return {"row",
          fmt::format("rate, {}", minuend(forest)),
          fmt::format("rate, {}", subtrahend(forest)),
          "metric",
          what_is_subtracted(forest),
          "above zero",
          "p"};
}

std::string summary_line(const Forest& forest) {
  return fmt::format("{} distinct pairs, {} of them above zero", forest.rows.pairs(),
                     forest.rows.pairs_above());
}

/// At which rates the modes of the rows stand.
std::string rates_of(const std::vector<PairedRow>& rows) {
  const double rate = rows.front().first_rate;
  const bool one = std::ranges::all_of(rows, [&](const PairedRow& row) {
    return row.first_rate == rate && row.against_rate == rate;
  });
  return one ? fmt::format("all at a rate of {:.4g}", rate)
             : "each policy at the rate that most seeds have";
}

bool any_untrained(const Forest& forest) {
  return !std::ranges::all_of(forest.rows.rows, &PairedRow::trained_enough);
}

/// How far from zero the mean or a pair of a row lies.
double extent(const Sample& sample) {
  double farthest = std::abs(sample.mean());
  for (const auto& [seed, difference] : sample.values)
    farthest = std::max(farthest, std::abs(difference));
  return farthest;
}

/// The extent that the axis shows: that of all rows, unless a minority lies so far out that the
/// others would have less than an eighth of the axis, as where a run of a pair stands on the
/// plateau.
double shown_extent(const std::vector<PairedRow>& rows) {
  constexpr double kFarOut = 8;
  std::vector<double> extents;
  extents.reserve(rows.size());
  for (const PairedRow& row : rows) extents.push_back(extent(row.differences()));
  std::ranges::sort(extents);
  for (std::size_t r = extents.size() / 2 + 1; r < extents.size(); ++r)
    if (extents[r] > kFarOut * extents[r - 1]) return extents[r - 1];
  return extents.back();
}

}  // namespace

Forest make_forest(const std::vector<training::RunSummary>& runs, const ForestOptions& options) {
  if (options.reference && !std::isfinite(*options.reference))
    throw ConfigError(
        fmt::format("forest: reference {}, expected a finite number", *options.reference));
  return {.rows = paired_rows(runs, options.pairs), .options = options};
}

std::string forest_markdown(const Forest& forest) {
  const auto line = [](const std::vector<std::string>& cells) {
    return fmt::format("| {} |\n", fmt::join(cells, " | "));
  };
  std::vector<std::string> heading = forest_heading(forest);
  for (std::string& cell : heading) cell = files::markdown_text(cell);
  std::string text = line(heading) + "|---|---|---|---|---|---|---|\n";
  const std::vector<std::string> labels = row_labels(forest.rows);
  for (std::size_t r = 0; r < labels.size(); ++r) {
    std::vector<std::string> cells = forest_cells(forest.rows.rows[r], labels[r], "±");
    for (std::string& cell : cells) cell = files::markdown_text(cell);
    text += line(cells);
  }
  text += fmt::format(
      "\n{}. Each policy at the rate that most of its seeds have, of several the best by "
      "validation "
      "loss; by pairs of one seed: mean ± 95% interval of it, how many are above zero, and the p "
      "of the\nsign-flip test. Runs that are bit-identical count once.",
      summary_line(forest));
  if (forest.options.reference)
    text += fmt::format(" {}: {:+.3g}.", files::markdown_text(forest.options.reference_name),
                        *forest.options.reference);
  const std::string usual = usual_values(forest.rows);
  if (!usual.empty()) text += fmt::format(" Unless stated: {}.", files::markdown_text(usual));
  if (any_untrained(forest)) text += fmt::format(" † a run {}.", kNotTrainedEnough);
  return text + '\n';
}

std::string forest_latex(const Forest& forest) {
  const auto line = [](std::vector<std::string> cells) {
    for (std::string& cell : cells) cell = latex_text(cell);
    // The one sign that is LaTeX already.
    std::string text = fmt::format("{} \\\\\n", fmt::join(cells, " & "));
    for (const auto& [from, to] :
         {std::pair<std::string, std::string>{"±", "$\\pm$"}, {"†", "$\\dagger$"}})
      for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at))
        text.replace(at, from.size(), to);
    return text;
  };
  std::string text = fmt::format(
      "% {}, by pairs of one seed: mean, half of its 95% interval; needs \\usepackage{{booktabs}}\n"
      "\\begin{{tabular}}{{lrrlrrr}}\n\\toprule\n",
      latex_text(what_is_subtracted(forest)));
  text += line(forest_heading(forest)) + "\\midrule\n";
  const std::vector<std::string> labels = row_labels(forest.rows);
  for (std::size_t r = 0; r < labels.size(); ++r)
    text += line(forest_cells(forest.rows.rows[r], labels[r], "±"));
  return text + "\\bottomrule\n\\end{tabular}\n";
}

std::string forest_csv(const Forest& forest) {
  std::vector<std::string> cells = forest.rows.keys;
  for (const char* name :
       {"first", "against", "studies", "metric", "first_rate", "against_rate", "seeds", "pairs",
        "mean", "deviation", "interval_low", "interval_high", "above_zero", "p", "trained_enough"})
    cells.emplace_back(name);
  std::string text = files::csv_line(cells);
  for (const PairedRow& row : forest.rows.rows) {
    const Sample sample = row.differences();
    std::vector<Index> seeds;
    for (const auto& [seed, value] : sample.values) seeds.push_back(seed);
    cells = row.values;
    const double mean = sample.mean(), half = sample.half_interval();
    cells.insert(cells.end(),
                 {row.first, row.against, fmt::format("{}", fmt::join(row.studies, " ")),
                  row.metric, csv_number(row.first_rate), csv_number(row.against_rate),
                  fmt::format("{}", fmt::join(seeds, " ")), std::to_string(sample.values.size()),
                  csv_number(mean), csv_number(sample.deviation()), csv_number(mean - half),
                  csv_number(mean + half), std::to_string(sample.above_zero()),
                  csv_number(sample.sign_flip_p()), row.trained_enough ? "1" : "0"});
    text += files::csv_line(cells);
  }
  return text;
}

drawing::Chart forest_chart(const Forest& forest) {
  constexpr double kMargin = 0.06;
  constexpr int kRowHeight = 24;
  const std::vector<PairedRow>& rows = forest.rows.rows;
  const std::vector<std::string> labels = row_labels(forest.rows);
  drawing::Series certain = {
      .name = "mean, 95% interval without zero",
      .look = {.colour = drawing::kBlue, .marker = drawing::kSquare, .dash = 0, .size = 1.1},
      .bars_across = true,
      .beyond = true};
  drawing::Series open = {
      .name = "mean, 95% interval with zero, or one pair",
      .look = {.colour = drawing::kBlue, .marker = drawing::kSquare - 1, .dash = 0, .size = 1.1},
      .bars_across = true,
      .beyond = true};
  drawing::Series pairs = {
      .name = "one pair",
      .look = {.colour = "#888888", .marker = drawing::kCircle, .dash = 0, .size = 0.4},
      .bars_across = true,
      .beyond = true,
      .beyond_values = false};
  drawing::Axis x = {.title =
                         fmt::format("{}, {}", metric_title(forest), what_is_subtracted(forest))};
  drawing::Axis y = {.low = static_cast<double>(rows.size()) - 0.4, .high = -0.6};
  x.cover(0);
  if (forest.options.reference) x.cover(*forest.options.reference);
  const double shown = shown_extent(rows);
  std::vector<std::pair<double, double>> intervals;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const auto place = static_cast<double>(r);
    const Sample sample = rows[r].differences();
    const bool validated = rows[r].metric == training::metric::kValidationLoss && !one_metric(rows);
    y.ticks.push_back({labels[r] + (validated ? ", validation" : "") +
                           (rows[r].trained_enough ? "" : " †") +
                           fmt::format(" ({})", sample.values.size()),
                       place});
    const double half = sample.half_interval();
    drawing::ChartPoint point = {.x = sample.mean(), .y = place};
    if (std::isfinite(half)) {
      point.low = point.x - half;
      point.high = point.x + half;
      intervals.emplace_back(point.low, point.high);
    }
    (without_zero(sample) ? certain : open).points.push_back(point);
    for (const auto& [seed, difference] : sample.values) {
      if (std::abs(difference) <= shown) x.cover(difference);
      // Below the mean, which they would hide.
      pairs.points.push_back({.x = difference, .y = place + 0.28});
    }
  }
  const bool whole = x.cover_bars(intervals);
  x.pad(kMargin, 1e-3);
  drawing::Panel panel = {.x = x, .y = y};
  panel.series.push_back(
      {.look = {.colour = "#888888", .width = 1}, .points = {{0, y.low}, {0, y.high}}});
  if (forest.options.reference)
    panel.series.push_back(
        {.name =
             fmt::format("{}: {:.3g}", forest.options.reference_name, *forest.options.reference),
         .look = {.colour = drawing::kVermilion, .dash = 2, .width = 1.6},
         .points = {{*forest.options.reference, y.low}, {*forest.options.reference, y.high}}});
  for (drawing::Series& series : std::vector{pairs, open, certain})
    if (!series.points.empty()) panel.series.push_back(std::move(series));
  drawing::Chart chart = {
      .name = "forest",
      .title = forest.options.title.empty()
                   ? fmt::format("{}, {}", metric_title(forest), what_is_subtracted(forest))
                   : forest.options.title,
      .subtitle = summary_line(forest) + "; number of pairs in brackets; " + rates_of(rows),
      .panels = {std::move(panel)},
      .panel_width = 520,
      .panel_height = kRowHeight * static_cast<int>(rows.size()) + 10};
  std::vector<std::string> notes;
  if (const std::string usual = usual_values(forest.rows); !usual.empty())
    notes.push_back("unless stated: " + usual);
  if (any_untrained(forest)) notes.push_back(fmt::format("† a run {}", kNotTrainedEnough));
  if (!whole) notes.emplace_back(drawing::kCutBars);
  chart.footnote = fmt::format("{}", fmt::join(notes, "; "));
  return chart;
}

std::vector<std::filesystem::path> write_forest(const Forest& forest,
                                                const std::filesystem::path& folder) {
  files::create_folders(folder);
  files::write_file_atomically(folder / "forest.md", forest_markdown(forest));
  files::write_file_atomically(folder / "forest.tex", forest_latex(forest));
  files::write_file_atomically(folder / "forest.csv", forest_csv(forest));
  drawing::draw_chart(forest_chart(forest), folder);
  return {folder / "forest.png", folder / "forest.svg", folder / "forest.md", folder / "forest.tex",
          folder / "forest.csv"};
}

}  // namespace espalier::experiments
