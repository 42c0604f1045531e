// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/policy_figures.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>

#include <espalier/drawing/gnuplot.h>
#include <espalier/drawing/panel_grid.h>
#include <espalier/drawing/style.h>
#include <espalier/experiments/results/policy_rows.h>

namespace espalier::experiments {
namespace {

/// Colour and gnuplot point type of a block, by its place in the list.
struct Mark {
  const char* colour;
  int point;
};
Mark mark_of(std::size_t block) {
  constexpr std::array points = {7, 9, 13, 11, 15};  // filled; 5, a square, is that of dense models
  return {drawing::kCurveColours[block % drawing::kCurveColours.size()],
          points[block % points.size()]};
}

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

std::string output_of(std::string_view terminal, std::string_view name) {
  return fmt::format("set output '{}.{}'\n", name, terminal == "svg" ? "svg" : "png");
}

/// The curve of one policy with one block.
struct PolicyCurve {
  std::string policy;
  std::size_t block = 0;  // place in the list of blocks
  std::vector<const PolicyRow*> points;
};

std::vector<PolicyCurve> curves_of(const std::vector<PolicyRow>& rows,
                                   const std::vector<Index>& blocks) {
  std::vector<PolicyCurve> curves;
  for (const std::string& policy : policy_order(rows))
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      PolicyCurve curve = {.policy = policy, .block = b, .points = {}};
      for (const PolicyRow& row : rows)
        if (row.policy == policy && (policy == "dense" || row.block == blocks[b]))
          curve.points.push_back(&row);
      if (!curve.points.empty() && (policy != "dense" || b == 0)) curves.push_back(curve);
    }
  return curves;
}

std::vector<std::string> legend_of(const std::vector<Index>& blocks, bool dense) {
  std::vector<std::string> parts;
  for (std::size_t b = 0; b < blocks.size(); ++b)
    parts.push_back(fmt::format("NaN with linespoints lc rgb '{}' pt {} lw 1.4 title '{} x {}'",
                                mark_of(b).colour, mark_of(b).point, blocks[b], blocks[b]));
  if (dense)
    parts.push_back(
        fmt::format("NaN with points lc rgb '{}' pt 5 title 'dense'", drawing::kDarkGrey));
  parts.push_back(
      fmt::format("NaN with lines lc rgb '{}' title 'the other policies'", drawing::kPale));
  return parts;
}

/// A panel for each policy, with its blocks in colours and all other curves in grey.
std::string flops_script(const PolicyTable& table) {
  const std::vector<PolicyRow>& rows = table.rows;
  const std::vector<Index> blocks = values_of(rows, &PolicyRow::block);
  std::vector<std::string> policies = policy_order(rows);
  std::erase(policies, "dense");
  std::vector<const PolicyRow*> all;
  all.reserve(rows.size());
  double fewest = HUGE_VAL, most = 0;
  for (const PolicyRow& row : rows) {
    all.push_back(&row);
    fewest = std::min(fewest, row.training_flops);
    most = std::max(most, row.training_flops);
  }
  const double scale = scale_of(table);
  const ValueRange range = value_range(all, table);
  const std::vector<PolicyCurve> curves = curves_of(rows, blocks);
  std::string script;
  std::vector<std::string> others;
  for (std::size_t i = 0; i < curves.size(); ++i) {
    script += fmt::format("$d{} << EOD\n", i);
    for (const PolicyRow* row : curves[i].points)
      script += fmt::format("{} {} {} {}\n", row->training_flops, scale * row->mean,
                            scale * row->lowest, scale * row->highest);
    script += "EOD\n";
    others.push_back(fmt::format("$d{} with lines lc rgb '{}' lw 0.8 notitle", i, drawing::kPale));
  }
  const drawing::PanelGrid grid(policies.size(), 5, {.width = 270, .height = 210});
  for (const char* terminal : {"svg", "pngcairo"}) {
    script += "reset\n" + drawing::gnuplot_terminal(terminal, grid.width(), grid.height());
    script += output_of(terminal, table.metric.name + "_flops");
    script += fmt::format(
        "set multiplot title {}\nset key off\nset logscale x\n{}set yrange [{}:{}]\nset xrange "
        "[{}:{}]\n",
        drawing::gnuplot_quoted("Training FLOPs, updates included, and " + metric_title(table) +
                                "; bars span the seeds" + range.note),
        drawing::kAxes, range.low, range.high, fewest / 1.3, most * 1.3);
    for (std::size_t p = 0; p < policies.size(); ++p) {
      script += grid.place(p);
      const bool first = grid.in_first_column(p), lowest = grid.is_lowest(p);
      script += fmt::format(
          "set title {} noenhanced offset 0,-0.6\nset format y '{}'\nset format x '{}'\n"
          "set ylabel '{}'\nset xlabel '{}'\n",
          drawing::gnuplot_quoted(policies[p]), first ? "%g" : "", lowest ? "10^{%T}" : "",
          first ? with_unit(title_of(table.metric), table) : "", lowest ? "training FLOPs" : "");
      std::vector<std::string> parts = others;
      for (std::size_t i = 0; i < curves.size(); ++i) {
        const bool dense = curves[i].policy == "dense";
        if (!dense && curves[i].policy != policies[p]) continue;
        parts.push_back(fmt::format(
            "$d{} using 1:2:3:4 with yerrorlines lc rgb '{}' pt {} ps 0.7 lw 1.4 notitle", i,
            dense ? drawing::kDarkGrey : mark_of(curves[i].block).colour,
            dense ? 5 : mark_of(curves[i].block).point));
      }
      script += fmt::format("plot {}\n", fmt::join(parts, ", \\\n  "));
    }
    script += grid.legend(legend_of(blocks, curves.front().policy == "dense"));
    script += "unset multiplot\n";
  }
  return script;
}

std::string ranking_script(const PolicyTable& table) {
  const double scale = scale_of(table);
  const std::vector<PolicyRow>& rows = table.rows;
  std::vector<double> densities = values_of(rows, &PolicyRow::density);
  std::ranges::reverse(densities);
  const std::vector<Index> blocks = values_of(rows, &PolicyRow::block);
  std::string script;
  std::size_t most = 0;
  for (std::size_t d = 0; d < densities.size(); ++d) {
    const std::vector<std::string> ranked = ranking(rows, densities[d]);
    most = std::max(most, ranked.size());
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      script += fmt::format("$d{}_{} << EOD\n", d, b);
      for (std::size_t place = 0; place < ranked.size(); ++place)
        if (const PolicyRow* row = find_row(rows, ranked[place], densities[d], blocks[b])) {
          // Blocks one below the other within the line of a policy.
          const double shift =
              0.24 * (static_cast<double>(b) - 0.5 * static_cast<double>(blocks.size() - 1));
          script +=
              fmt::format("{} {} {} {}\n", scale * row->mean, static_cast<double>(place) + shift,
                          scale * row->lowest, scale * row->highest);
        }
      script += "EOD\n";
    }
  }
  const std::size_t columns = std::min<std::size_t>(2, densities.size());
  const std::size_t lines = (densities.size() + columns - 1) / columns;
  constexpr double kLabelWidth = 205;  // of the longest policy's name
  const int panel_height = 115 + 22 * static_cast<int>(most);
  const int page_width = 640 * static_cast<int>(columns);
  const int page_height = 95 + panel_height * static_cast<int>(lines);
  for (const char* terminal : {"svg", "pngcairo"}) {
    script += drawing::gnuplot_terminal(terminal, page_width, page_height);
    script += output_of(terminal, "ranking");
    script += fmt::format("set multiplot title {}\nset grid\n",
                          drawing::gnuplot_quoted("Policies by mean " + metric_title(table) +
                                                  " over blocks; bars span the seeds"));
    for (std::size_t d = 0; d < densities.size(); ++d) {
      const std::vector<std::string> ranked = ranking(rows, densities[d]);
      std::vector<const PolicyRow*> present;
      for (const PolicyRow& row : rows)
        if (row.policy == "dense" || row.density == densities[d]) present.push_back(&row);
      const ValueRange range = value_range(present, table);
      const double left = static_cast<double>(d % columns) / static_cast<double>(columns);
      const double above =
          95.0 + panel_height * std::floor(static_cast<double>(d) / static_cast<double>(columns));
      const double height = page_height;
      script += drawing::panel_margins(
          left + kLabelWidth / page_width, left + 0.98 / static_cast<double>(columns),
          1 - (above + panel_height - 70) / height, 1 - (above + 25) / height);
      std::string tics;
      for (std::size_t place = 0; place < ranked.size(); ++place)
        tics += fmt::format("{}{} {}", place == 0 ? "" : ", ",
                            drawing::gnuplot_quoted(ranked[place]), place);
      script += fmt::format(
          "set title 'density {}{}'\nset ytics ({}) noenhanced\nset yrange [{}:-0.7]\n"
          "set xrange [{}:{}]\nset xlabel '{}'\n{}\nplot ",
          densities[d], range.note, tics, static_cast<double>(ranked.size()) - 0.3, range.low,
          range.high, d + columns < densities.size() ? "" : with_unit(metric_title(table), table),
          // Between the title of the page and those of the panels.
          d == 0 ? fmt::format("set key at screen 0.98,{} right top horizontal samplen 1",
                               1 - 40 / height)
                 : "set key off");
      for (std::size_t b = 0; b < blocks.size(); ++b)
        script += fmt::format(
            "{}$d{}_{} using 1:2:3:4 with xerrorbars lc rgb '{}' pt {} ps 0.8 title '{} x {}'",
            b == 0 ? "" : ", \\\n  ", d, b, mark_of(b).colour, mark_of(b).point, blocks[b],
            blocks[b]);
      script += "\n";
    }
    script += "unset multiplot\n";
  }
  return script;
}

}  // namespace

void draw_policy_figures(const PolicyTable& table, const std::filesystem::path& folder) {
  if (values_of(table.rows, &PolicyRow::block).empty()) return;
  drawing::run_gnuplot_script(folder, table.metric.name + "_flops.gp", flops_script(table));
  drawing::run_gnuplot_script(folder, "ranking.gp", ranking_script(table));
}

}  // namespace espalier::experiments
