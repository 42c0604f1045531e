// SPDX-License-Identifier: Apache-2.0
// Tables and figure of frontiers.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <espalier/experiments/figures/curve_colours.h>
#include <espalier/experiments/results/frontier.h>
#include <espalier/experiments/results/key_words.h>
#include <espalier/experiments/results/pareto_text.h>
#include <espalier/experiments/results/run_identity.h>
#include <espalier/experiments/results/run_keys.h>
#include <espalier/experiments/results/seed_statistics.h>
#include <espalier/experiments/results/table_cells.h>
#include <espalier/files/atomic_file.h>
#include <espalier/files/csv.h>
#include <espalier/files/plain_text.h>
#include <espalier/training/config/settings.h>

namespace espalier::experiments {
namespace {

/// What the runs were trained on.
std::string unit_of(const FrontierOfCost& of_cost) {
  return budget_unit(of_cost.families.front().points.front().row);
}

std::string cost_title(const FrontierOfCost& of_cost) {
  switch (of_cost.cost) {
    case FrontierCost::kEncoderFlops:
      return "encoder, training FLOPs";
    case FrontierCost::kTotalFlops:
      return "every training FLOP";
    case FrontierCost::kSeconds:
      return "training steps on one thread, seconds";
    case FrontierCost::kTokens:
      break;
  }
  return unit_of(of_cost);
}

std::string layers_of(const ParetoRow& row) { return key_value(row.runs.front(), "model.layers"); }

/// The number of layers that most points have.
std::string usual_layers(const FrontierOfCost& of_cost) {
  std::map<std::string, int> counts;
  for (const FrontierFamily& family : of_cost.families)
    for (const FrontierPoint& point : family.points) ++counts[layers_of(point.row)];
  return std::ranges::max_element(counts, {}, [](const auto& count) { return count.second; })
      ->first;
}

/// "width 128, block 4, density 0.1"; layers are named where there are not as many as usual. A
/// perceptron is called by its name, which has its widths.
std::string size_of(const ParetoRow& row, const std::string& usual_layers) {
  const std::string width = key_value(row.runs.front(), "model.hidden");
  std::string text = width == "-" ? files::markdown_text(row.model) : "width " + width;
  if (layers_of(row) != usual_layers) text += ", layers " + layers_of(row);
  if (row.policy == "dense") return text;
  return text + fmt::format(", block {}, density {:.3g}", row.block, row.density);
}

std::string interval_text(const Interval& interval, int digits) {
  if (!std::isfinite(interval.low)) return "";
  return fmt::format(" ({} to {})", fixed(interval.low, digits), fixed(interval.high, digits));
}

std::string matched_text(const std::optional<Matched>& matched, const Interval& interval,
                         int digits) {
  if (!matched) return "-";
  return (matched->extrapolated ? "~" : "") + fixed(matched->value, digits) +
         interval_text(interval, digits);
}

/// "static", or "tokens 12.8M".
std::string family_title(const FrontierOptions& options, const std::string& name) {
  if (options.families.size() != 1) return name;
  const std::string& key = options.families.front();
  if (key == "topology.policy") return in_words(key, name);
  return in_words(key) + ' ' + axis_value(in_words(key, name));
}

/// Colour and filled mark of each family.
using Looks = std::map<std::string, std::pair<std::string, int>>;

/// Families that share a colour, where there are more of them than colours, have marks of their
/// own.
Looks looks_of(const std::vector<std::string>& names) {
  constexpr std::array kMarks = {drawing::kCircle,  drawing::kSquare,       drawing::kTriangle,
                                 drawing::kDiamond, drawing::kTriangleDown, drawing::kPentagon};
  const std::map<std::string, std::string> colours = curve_colours(names);
  std::map<std::string, std::size_t> seen;
  Looks looks;
  for (const std::string& name : names) {
    const std::string& colour = colours.at(name);
    looks[name] = {colour, kMarks[seen[colour]++ % kMarks.size()]};
  }
  return looks;
}

drawing::Series hull_series(const FrontierFamily& family, const std::string& title,
                            const Looks& looks) {
  const auto& [colour, mark] = looks.at(family.name);
  drawing::Series series = {.name = title + ", on its frontier",
                            .look = {.colour = colour, .marker = mark}};
  for (const FrontierPoint& point : family.points)
    if (point.on_hull) series.points.push_back({.x = point.cost, .y = point.row.loss});
  return series;
}

drawing::Series other_series(const FrontierFamily& family, const std::string& title,
                             const Looks& looks) {
  const auto& [colour, mark] = looks.at(family.name);
  drawing::Series series = {
      .name = title + ", not on its frontier",
      .look = {.colour = colour, .marker = mark - 1, .dash = 0, .width = 1, .size = 0.8}};
  for (const FrontierPoint& point : family.points)
    if (!point.on_hull) series.points.push_back({.x = point.cost, .y = point.row.loss});
  return series;
}

/// The last piece of the first family's hull, as far as others reach beyond it.
drawing::Series extrapolation(const FrontierOfCost& of_cost, const std::string& title,
                              const std::string& colour) {
  const FrontierFamily& reference = of_cost.families.front();
  std::vector<CurvePoint> corners;
  for (const FrontierPoint& point : reference.points)
    if (point.on_hull) corners.push_back({point.cost, point.row.loss});
  drawing::Series series = {.name = title + ", extrapolated",
                            .look = {.colour = colour, .dash = 3, .width = 1.4}};
  double furthest = corners.back().cost, lowest = corners.back().loss;
  for (const FrontierFamily& family : of_cost.families)
    for (const FrontierPoint& point : family.points)
      if (point.on_hull) {
        furthest = std::max(furthest, point.cost);
        lowest = std::min(lowest, point.row.loss);
      }
  const DenseCurve line(corners);
  const auto at_loss = line.cost_at(lowest);
  if (at_loss && at_loss->extrapolated && lowest < corners.back().loss)
    furthest = std::max(furthest, at_loss->value);
  const auto end = line.loss_at(furthest);
  if (end && furthest > corners.back().cost)
    series.points = {{.x = corners.back().cost, .y = corners.back().loss},
                     {.x = furthest, .y = end->value}};
  return series;
}

/// What all models were trained on, if that is one number of tokens.
std::optional<std::string> one_length(const Frontier& frontier) {
  std::optional<std::string> length;
  for (const FrontierOfCost& of_cost : frontier.costs)
    for (const FrontierFamily& family : of_cost.families)
      for (const FrontierPoint& point : family.points) {
        if (length && *length != budget_label(point.row)) return std::nullopt;
        length = budget_label(point.row);
      }
  return length;
}

std::string seeds_title(const Frontier& frontier) {
  if (frontier.single == 0) return "all with several seeds";
  if (frontier.repeated == 0) return "all with one seed";
  return fmt::format("{} with several seeds and {} with one", frontier.repeated, frontier.single);
}

}  // namespace

std::string frontier_markdown(const Frontier& frontier) {
  const std::string unit = loss_unit_of(frontier.tasks);
  std::string text;
  for (const FrontierOfCost& of_cost : frontier.costs) {
    const std::string against =
        files::markdown_text(family_title(frontier.options, of_cost.families.front().name));
    const std::string layers = usual_layers(of_cost);
    text += fmt::format(
        "## By {}\n\n| family | model | {} | rate | seeds | cost | {} | ahead of {} at equal "
        "cost{} | share of the cost of {} at equal loss "
        "|\n|---|---|---|---|---|---|---|---|---|\n",
        cost_title(of_cost), unit_of(of_cost), loss_name(frontier.tested), against,
        unit.empty() ? "" : ", " + unit, against);
    for (const FrontierFamily& family : of_cost.families)
      for (const FrontierPoint& point : family.points) {
        if (!point.on_hull) continue;
        text += fmt::format(
            "| {} | {} | {} | {} | {} | {} | {} | {} | {} |\n",
            files::markdown_text(family_title(frontier.options, family.name)),
            size_of(point.row, layers), axis_value(fmt::format("{}", trained_on(point.row))),
            fmt::format("{:.4g}", point.row.learning_rate), point.row.seeds, scientific(point.cost),
            with_spread(point.row.loss, point.row.loss_spread),
            matched_text(point.ahead, point.ahead_interval, 3),
            matched_text(point.share, point.share_interval, 2));
      }
    text += '\n';
  }
  text +=
      "The points on the lower hull of each family, over sizes and lengths; each row at its best "
      "rate. ";
  if (frontier.repeated > 0)
    text += fmt::format(
        "In brackets 95% intervals of {}\nresamples of the seeds, between hulls made anew each "
        "time; rows of one seed ({} of {}) spread as the others of their family do. ",
        frontier.options.resamples, frontier.single, frontier.single + frontier.repeated);
  if (!frontier.without_spread.empty())
    text += fmt::format(
        "Without a row of several seeds, and so without intervals: {}. ",
        files::markdown_text(fmt::format("{}", fmt::join(frontier.without_spread, ", "))));
  text += "\"~\" marks\nwhat lies beyond the ends of the other hull, along its last piece.";
  if (frontier.options.any_windows && !frontier.windows_apart.empty())
    text += fmt::format(
        " Not all validation losses are on the same windows of the text: of runs that are one they "
        "differ\nby {:.4f}{} in the mean and {:.4f} at most.",
        mean_of(frontier.windows_apart), unit.empty() ? "" : ' ' + unit,
        *std::ranges::max_element(frontier.windows_apart));
  return text + '\n';
}

std::string frontier_csv(const Frontier& frontier) {
  std::string text = files::csv_line({"cost",
                                      "family",
                                      "run",
                                      "model",
                                      "policy",
                                      "density",
                                      "block",
                                      "tokens",
                                      "learning_rate",
                                      "seeds",
                                      "cost_value",
                                      frontier.tested ? "test_loss" : "validation_loss",
                                      "loss_deviation",
                                      "on_hull",
                                      "ahead",
                                      "ahead_low",
                                      "ahead_high",
                                      "ahead_extrapolated",
                                      "share",
                                      "share_low",
                                      "share_high",
                                      "share_extrapolated"});
  for (const FrontierOfCost& of_cost : frontier.costs)
    for (const FrontierFamily& family : of_cost.families)
      for (const FrontierPoint& point : family.points) {
        const ParetoRow& row = point.row;
        text += files::csv_line({to_string(of_cost.cost),
                                 family.name,
                                 place_of_run(row.runs.front()),
                                 row.model,
                                 row.policy,
                                 csv_number(row.density),
                                 std::to_string(row.block),
                                 csv_number(trained_on(row)),
                                 csv_number(row.learning_rate),
                                 std::to_string(row.seeds),
                                 csv_number(point.cost),
                                 csv_number(row.loss),
                                 csv_number(row.loss_spread),
                                 point.on_hull ? "1" : "0",
                                 csv_value(point.ahead),
                                 csv_number(point.ahead_interval.low),
                                 csv_number(point.ahead_interval.high),
                                 csv_mark(point.ahead),
                                 csv_value(point.share),
                                 csv_number(point.share_interval.low),
                                 csv_number(point.share_interval.high),
                                 csv_mark(point.share)});
      }
  return text;
}

drawing::Chart frontier_chart(const Frontier& frontier) {
  constexpr double kMargin = 0.06;
  std::vector<std::string> names;
  for (const FrontierOfCost& of_cost : frontier.costs)
    for (const FrontierFamily& family : of_cost.families) names.push_back(family.name);
  std::ranges::sort(names, training::value_before);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  const Looks looks = looks_of(names);
  drawing::Axis losses = {.title = loss_axis_title(frontier.tested, frontier.tasks),
                          .logarithmic = true};
  for (const FrontierOfCost& of_cost : frontier.costs)
    for (const FrontierFamily& family : of_cost.families)
      for (const FrontierPoint& point : family.points) losses.cover(point.row.loss);
  losses.pad(kMargin, 1.02);
  const std::optional<std::string> length = one_length(frontier);
  drawing::Chart chart = {
      .name = "frontier",
      .title = !frontier.options.title.empty() ? frontier.options.title
               : length ? "The lowest loss for a cost, over sizes, each trained on " + *length
                        : "The lowest loss for a cost, over sizes and lengths",
      .subtitle = "each row at its best rate, " + seeds_title(frontier),
      .footnote = "lines: lower hulls, straight in both logarithms",
      // All in one row, but four.
      .columns = frontier.costs.size() == 4 ? 2 : frontier.costs.size(),
      .panel_width = 400,
      .panel_height = 340};
  for (const FrontierOfCost& of_cost : frontier.costs) {
    drawing::Panel panel = {.x = {.title = cost_title(of_cost), .logarithmic = true}, .y = losses};
    for (const FrontierFamily& family : of_cost.families)
      for (const FrontierPoint& point : family.points) panel.x.cover(point.cost);
    panel.x.pad(kMargin, 2);
    const FrontierFamily& reference = of_cost.families.front();
    const auto title = [&](const FrontierFamily& family) {
      return family_title(frontier.options, family.name);
    };
    drawing::Series beyond =
        extrapolation(of_cost, title(reference), looks.at(reference.name).first);
    // Off the axis it would tell nothing.
    for (drawing::ChartPoint& point : beyond.points) panel.x.cover(point.x);
    if (!beyond.points.empty()) panel.series.push_back(std::move(beyond));
    for (const FrontierFamily& family : of_cost.families)
      for (drawing::Series& series : std::vector{other_series(family, title(family), looks),
                                                 hull_series(family, title(family), looks)})
        if (!series.points.empty()) panel.series.push_back(std::move(series));
    chart.panels.push_back(std::move(panel));
  }
  return chart;
}

std::vector<std::filesystem::path> write_frontier(const Frontier& frontier,
                                                  const std::filesystem::path& folder) {
  files::create_folders(folder);
  files::write_file_atomically(folder / "frontier.md", frontier_markdown(frontier));
  files::write_file_atomically(folder / "frontier.csv", frontier_csv(frontier));
  drawing::draw_chart(frontier_chart(frontier), folder);
  return {folder / "frontier.png", folder / "frontier.svg", folder / "frontier.md",
          folder / "frontier.csv"};
}

}  // namespace espalier::experiments
