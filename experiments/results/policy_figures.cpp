// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/policy_figures.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include <espalier/drawing/chart.h>
#include <espalier/experiments/results/key_words.h>
#include <espalier/experiments/results/policy_rows.h>

namespace espalier::experiments {
namespace {

/// How a block is drawn, by its place in the list.
drawing::Look look_of(std::size_t block, int dash) {
  constexpr std::array kMarks = {drawing::kCircle, drawing::kTriangle, drawing::kDiamond,
                                 drawing::kTriangleDown, drawing::kPentagon};
  return {.colour = drawing::kCurveColours[block % drawing::kCurveColours.size()],
          .marker = kMarks[block % kMarks.size()],
          .dash = dash,
          .width = 1.4,
          .size = 0.8};
}

std::string block_name(Index block) { return fmt::format("block {0} x {0}", block); }

/// The values worth an axis, as people read them: from the best down to three times as far as the
/// lower quartile, so that a policy that collapses does not press the others together.
struct ValueRange {
  double low;
  double high;
  std::string note;  ///< in a title: whether points lie below
};
ValueRange value_range(const std::vector<const PolicyRow*>& rows, const PolicyTable& table) {
  const double scale = scale_of(table);
  std::vector<double> values;
  double best = 0;
  for (const PolicyRow* row : rows) {
    values.push_back(row->mean);
    best = std::max(best, row->highest);
  }
  std::ranges::sort(values);
  const double quartile = values[values.size() / 4];
  const double low =
      std::max(values.front(), best - std::max(3 * (best - quartile), 1 / (2 * scale)));
  const double margin = std::max(0.05 * (best - low), 1 / (10 * scale));
  return {scale * (low - margin), scale * (best + margin),
          low > values.front()
              ? fmt::format(" (down to {:.0f}{} off the axis)", scale * values.front(),
                            table.metric.unit == training::kShare ? "%" : "")
              : std::string()};
}

std::string with_unit(const std::string& title, const PolicyTable& table) {
  const std::string unit = table.metric.unit == training::kShare ? "%" : table.metric.unit;
  return unit.empty() ? title : title + ", " + unit;
}

drawing::ChartPoint point_of(const PolicyRow& row, double scale) {
  return {row.training_flops, scale * row.mean, scale * row.lowest, scale * row.highest};
}

/// The curve of one policy with one block.
struct PolicyCurve {
  std::string policy;
  std::size_t block = 0;  // place in the list of blocks
  std::vector<const PolicyRow*> points = {};
};

std::vector<PolicyCurve> curves_of(const std::vector<PolicyRow>& rows,
                                   const std::vector<Index>& blocks) {
  std::vector<PolicyCurve> curves;
  for (const std::string& policy : policy_order(rows))
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      PolicyCurve curve = {.policy = policy, .block = b};
      for (const PolicyRow& row : rows)
        if (row.policy == policy && (policy == "dense" || row.block == blocks[b]))
          curve.points.push_back(&row);
      if (!curve.points.empty() && (policy != "dense" || b == 0)) curves.push_back(curve);
    }
  return curves;
}

/// A panel for each policy, with its blocks in colours and all other curves in grey.
drawing::Chart flops_chart(const PolicyTable& table) {
  const std::vector<PolicyRow>& rows = table.rows;
  const std::vector<Index> blocks = values_of(rows, &PolicyRow::block);
  const double scale = scale_of(table);
  std::vector<const PolicyRow*> all;
  drawing::Axis x = {.title = "training FLOPs", .logarithmic = true};
  for (const PolicyRow& row : rows) {
    all.push_back(&row);
    x.cover(row.training_flops);
  }
  x.pad(0.05, 2);
  const ValueRange range = value_range(all, table);
  const std::vector<PolicyCurve> curves = curves_of(rows, blocks);
  std::vector<drawing::Series> others;
  for (const PolicyCurve& curve : curves) {
    others.push_back(
        {.name = "the other policies", .look = {.colour = drawing::kPale, .width = 0.8}});
    for (const PolicyRow* row : curve.points)
      others.back().points.push_back({row->training_flops, scale * row->mean});
  }
  drawing::Chart chart = {.name = table.metric.name + "_flops",
                          .title = "Training FLOPs, updates included, and " + metric_title(table),
                          .subtitle = "bars span the seeds" + range.note,
                          .columns = 5,
                          .panel_width = 240,
                          .panel_height = 170};
  for (const std::string& policy : policy_order(rows)) {
    if (policy == "dense") continue;
    drawing::Panel panel = {.title = in_words("topology.policy", policy),
                            .x = x,
                            .y = {.title = with_unit(title_of(table.metric), table),
                                  .low = range.low,
                                  .high = range.high},
                            .series = others};
    for (const PolicyCurve& curve : curves) {
      const bool dense = curve.policy == "dense";
      if (!dense && curve.policy != policy) continue;
      drawing::Series series = {.name = "dense",
                                .look = {.colour = drawing::kDarkGrey, .marker = drawing::kSquare}};
      if (!dense) {
        series.name = block_name(blocks[curve.block]);
        series.look = look_of(curve.block, 1);
      }
      for (const PolicyRow* row : curve.points) series.points.push_back(point_of(*row, scale));
      panel.series.push_back(std::move(series));
    }
    chart.panels.push_back(std::move(panel));
  }
  return chart;
}

/// A panel for each density, with the policies one below the other and their blocks in the line of
/// each.
drawing::Chart ranking_chart(const PolicyTable& table) {
  const double scale = scale_of(table);
  const std::vector<PolicyRow>& rows = table.rows;
  std::vector<double> densities = values_of(rows, &PolicyRow::density);
  std::ranges::reverse(densities);
  const std::vector<Index> blocks = values_of(rows, &PolicyRow::block);
  drawing::Chart chart = {.name = "ranking",
                          .title = "Policies by mean " + metric_title(table) + " over blocks",
                          .subtitle = "bars span the seeds",
                          .columns = 2,
                          .panel_width = 430,
                          .panel_height = 0};
  for (const double density : densities) {
    const std::vector<std::string> ranked = ranking(rows, density);
    std::vector<const PolicyRow*> present;
    for (const PolicyRow& row : rows)
      if (row.policy == "dense" || row.density == density) present.push_back(&row);
    const ValueRange range = value_range(present, table);
    drawing::Panel panel = {
        .title = fmt::format("density {}", density),
        .x = {.title = with_unit(metric_title(table), table), .low = range.low, .high = range.high},
        .y = {.title = "", .low = static_cast<double>(ranked.size()) - 0.3, .high = -0.7}};
    for (std::size_t place = 0; place < ranked.size(); ++place)
      panel.y.ticks.push_back(
          {in_words("topology.policy", ranked[place]), static_cast<double>(place)});
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      drawing::Series series = {.name = block_name(blocks[b]),
                                .look = look_of(b, 0),
                                .bars_across = true,
                                .beyond = true};
      const double shift =
          0.24 * (static_cast<double>(b) - 0.5 * static_cast<double>(blocks.size() - 1));
      for (std::size_t place = 0; place < ranked.size(); ++place)
        if (const PolicyRow* row = find_row(rows, ranked[place], density, blocks[b])) {
          drawing::ChartPoint point = point_of(*row, scale);
          point.x = point.y;
          point.y = static_cast<double>(place) + shift;
          series.points.push_back(point);
        }
      panel.series.push_back(std::move(series));
    }
    constexpr int kLineHeight = 22, kEnds = 20;
    chart.panel_height =
        std::max(chart.panel_height, kEnds + kLineHeight * static_cast<int>(ranked.size()));
    chart.panels.push_back(std::move(panel));
  }
  return chart;
}

}  // namespace

void draw_policy_figures(const PolicyTable& table, const std::filesystem::path& folder) {
  if (values_of(table.rows, &PolicyRow::block).empty()) return;
  drawing::draw_chart(flops_chart(table), folder);
  drawing::draw_chart(ranking_chart(table), folder);
}

}  // namespace espalier::experiments
