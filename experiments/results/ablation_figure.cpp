// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <system_error>
#include <utility>

#include <espalier/drawing/gnuplot.h>
#include <espalier/drawing/style.h>
#include <espalier/experiments/results/ablation.h>
#include <espalier/files/atomic_file.h>
#include <espalier/files/number_text.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/task.h>

namespace espalier::experiments {
namespace {

constexpr int kPanelWidth = 640, kPanelHeight = 520, kLegendHeight = 22;
constexpr double kAxisHeight = 70;
/// Share of a panel left of its axis: numbers of four digits and the title beside them.
constexpr double kLeft = 0.17;

/// Room at either end of the axis, as a share of what lies between.
constexpr double kMargin = 0.06;

/// Where the columns stand on the axis: by their value if they are numbers, else side by side.
struct Axis {
  std::vector<double> places;
  bool numbers = true;
  bool logarithmic = false;

  explicit Axis(const std::vector<std::string>& columns) {
    for (const std::string& column : columns) {
      const auto number = files::number_in<double>(column);
      numbers &= number.has_value();
      places.push_back(number.value_or(0));
    }
    if (!numbers)
      for (std::size_t c = 0; c < columns.size(); ++c) places[c] = static_cast<double>(c);
    // Less than that is not worth its crooked ticks.
    constexpr double kFactor = 8;
    logarithmic = numbers && columns.size() > 1 && places.front() > 0 &&
                  places.back() / places.front() >= kFactor;
  }

  std::string commands(const std::vector<std::string>& columns) const {
    std::string text = logarithmic ? "set logscale x\n" : "unset logscale x\n";
    // More labels would not have room; gnuplot then chooses.
    constexpr std::size_t kMostLabels = 8;
    if (!numbers || columns.size() <= kMostLabels) {
      text += "set xtics (";
      for (std::size_t c = 0; c < columns.size(); ++c)
        text += fmt::format("{}{} {:.9g}", c == 0 ? "" : ", ",
                            drawing::gnuplot_quoted(numbers ? short_number(places[c]) : columns[c]),
                            places[c]);
      text += ") noenhanced\n";
    }
    const double low = places.front(), high = places.back();
    if (!numbers) return text + fmt::format("set xrange [{:.9g}:{:.9g}]\n", low - 0.5, high + 0.5);
    if (logarithmic) {
      const double margin = std::pow(high / low, kMargin);
      text += fmt::format("set xrange [{:.9g}:{:.9g}]\n", low / margin, high * margin);
    } else {
      const double margin = high > low ? kMargin * (high - low) : 0.5;
      text += fmt::format("set xrange [{:.9g}:{:.9g}]\n", low - margin, high + margin);
    }
    return text;
  }

  /// Curves side by side, so that their bars do not cover one another; over values that are no
  /// numbers there are no curves, and the marks of each take up half of its place at most.
  double shifted(std::size_t column, std::size_t curve, std::size_t curves) const {
    const double place = static_cast<double>(curve) - 0.5 * static_cast<double>(curves - 1);
    if (!numbers) return places[column] + place * std::min(0.1, 0.5 / static_cast<double>(curves));
    // Many curves stand closer, so that the outermost stay on the axis.
    constexpr double kStep = 0.015, kMostAside = 0.9 * kMargin;
    const double share =
        place *
        (curves > 1 ? std::min(kStep, 2 * kMostAside / static_cast<double>(curves - 1)) : 0);
    if (places.size() < 2) return places[column] + share;
    if (logarithmic) return places[column] * std::pow(places.back() / places.front(), share);
    return places[column] + share * (places.back() - places.front());
  }
};

using Bar = std::pair<double, double>;

/// One standard deviation to either side; of one seed nothing.
Bar deviation_bar(const Sample& sample) {
  const double mean = sample.mean(), half = sample.deviation();
  return std::isfinite(half) ? Bar(mean - half, mean + half) : Bar(mean, mean);
}

Bar lowest_to_highest(const Sample& sample) {
  const auto [low, high] =
      std::ranges::minmax_element(sample.values, {}, [](const auto& v) { return v.second; });
  return {low->second, high->second};
}

/// Of two pairs the interval of the mean is so wide that it would hide all others.
constexpr std::size_t kFewestOfInterval = 3;

Bar interval_bar(const Sample& sample) {
  if (sample.values.size() < kFewestOfInterval) return lowest_to_highest(sample);
  return {sample.mean() - sample.half_interval(), sample.mean() + sample.half_interval()};
}

/// An axis on which every pair has its place, and the zero.
std::string range_of_pairs(const std::vector<AblationRow>& rows) {
  double low = 0, high = 0;
  for (const AblationRow& row : rows)
    for (const auto& sample : row.samples) {
      if (!sample) continue;
      const auto [least, most] = lowest_to_highest(*sample);
      low = std::min(low, least);
      high = std::max(high, most);
    }
  const double margin = high > low ? kMargin * (high - low) : 1;
  return fmt::format("set yrange [{:.9g}:{:.9g}]\n", low - margin, high + margin);
}

std::string bars_of_pairs(const std::vector<AblationRow>& rows) {
  bool interval = false, range = false;
  for (const AblationRow& row : rows)
    for (const auto& sample : row.samples) {
      if (!sample) continue;
      interval |= sample->values.size() >= kFewestOfInterval;
      range |= sample->values.size() == 2;
    }
  if (interval && range) return "; bars: 95% interval, of two lowest to highest";
  if (interval) return "; bars: 95% interval";
  return range ? "; bars: lowest to highest" : "";
}

std::string data_of(const std::string& name, const std::vector<AblationRow>& rows, const Axis& axis,
                    Bar (*bar)(const Sample&)) {
  std::string text;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    text += fmt::format("${}{} << EOD\n", name, r);
    for (std::size_t c = 0; c < rows[r].samples.size(); ++c) {
      if (!rows[r].samples[c]) continue;
      const auto [low, high] = bar(*rows[r].samples[c]);
      text += fmt::format("{:.9g} {:.9g} {:.9g} {:.9g}\n", axis.shifted(c, r, rows.size()),
                          rows[r].samples[c]->mean(), low, high);
    }
    text += "EOD\n";
  }
  return text;
}

/// Colour by the last value of a row, mark and dashes by those before it: so the two of a pair that
/// stand beside one another differ in colour, and what they have in common shows.
struct Style {
  const char* colour;
  int point;
  int dash;
};
std::vector<Style> styles_of(const std::vector<AblationRow>& rows) {
  constexpr std::array kPoints = {7, 5, 9, 11, 13, 6, 4, 8, 10, 12};
  std::vector<std::string> last, others;
  const auto place = [](std::vector<std::string>& known, const std::string& value) {
    const auto found = std::ranges::find(known, value);
    if (found != known.end()) return static_cast<std::size_t>(found - known.begin());
    known.push_back(value);
    return known.size() - 1;
  };
  std::vector<Style> styles;
  for (const AblationRow& row : rows) {
    const std::size_t colour = place(last, row.values.empty() ? "" : row.values.back());
    const std::vector<std::string> rest(row.values.begin(),
                                        row.values.end() - (row.values.empty() ? 0 : 1));
    const std::size_t mark = place(others, fmt::format("{}", fmt::join(rest, "\n")));
    // A round of colours or marks that is over goes on with the other.
    const std::size_t round = colour / drawing::kCurveColours.size();
    styles.push_back({drawing::kCurveColours[colour % drawing::kCurveColours.size()],
                      kPoints[(mark + round) % kPoints.size()],
                      1 + static_cast<int>((mark + mark / kPoints.size()) % 4)});
  }
  return styles;
}

/// A difference has the style of the row that is its minuend, so that a mark or colour means one
/// thing in both panels; of two values alone, whose colours neither of them is, it is grey.
std::vector<Style> difference_styles(const AblationTable& table) {
  const std::vector<Style> rows = styles_of(table.rows);
  const auto at = std::ranges::find(table.row_keys, table.pair_key) - table.row_keys.begin();
  const bool by_colour = table.row_keys.back() == table.pair_key;
  std::vector<Style> styles;
  for (const AblationPairs& pairs : table.differences)
    for (const AblationRow& row : pairs.rows) {
      std::vector<std::string> values = row.values;
      values.insert(values.begin() + at, pairs.first);
      const auto minuend = std::ranges::find(table.rows, values, &AblationRow::values);
      styles.push_back(rows[static_cast<std::size_t>(minuend - table.rows.begin())]);
      if (by_colour && table.differences.size() == 1) styles.back().colour = drawing::kDarkGrey;
    }
  return styles;
}

/// The keys of rows as the legend's heading, in lines that fit a panel: gnuplot cuts a wider
/// legend.
std::vector<std::string> heading_of(const std::vector<std::string>& keys) {
  // Of the font of 13 points 9 pixels each, of the four fifths that are around the axis's middle.
  constexpr std::size_t kLetters = kPanelWidth * 4 / 5 / 9;
  std::vector<std::string> lines = {""};
  for (const std::string& key : keys) {
    if (!lines.back().empty()) lines.back() += ',';
    const std::string name = figure_name(key);
    if (!lines.back().empty() && lines.back().size() + 1 + name.size() > kLetters)
      lines.emplace_back();
    lines.back() += (lines.back().empty() ? "" : " ") + name;
  }
  return lines;
}

/// A line only between numbers: values without an order have nothing between them.
std::string plot_of(const std::string& name, const std::vector<AblationRow>& rows, const Axis& axis,
                    bool zero, const std::vector<Style>& styles) {
  std::string text = zero ? "plot 0 with lines lc rgb '#888888' lw 1 notitle" : "plot ";
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const std::string title = rows[r].values.empty()
                                  ? std::string("all")
                                  : fmt::format("{}", fmt::join(rows[r].values, ", "));
    text += fmt::format(
        "{}${}{} using 1:2:3:4 with {} lc rgb '{}' lw 1.8 dt {} pt {} ps 0.8 title {} noenhanced",
        r == 0 && !zero ? "" : ", \\\n     ", name, r, axis.numbers ? "yerrorlines" : "yerrorbars",
        styles[r].colour, axis.numbers ? styles[r].dash : 1, styles[r].point,
        drawing::gnuplot_quoted(title));
  }
  return text + '\n';
}

/// The differences one below the other; of several values each row has its own at the end.
std::vector<AblationRow> drawn_differences(const AblationTable& table) {
  std::vector<AblationRow> rows;
  for (const AblationPairs& pairs : table.differences)
    for (const AblationRow& row : pairs.rows) {
      rows.push_back(row);
      if (table.differences.size() > 1) rows.back().values.push_back(pairs.first);
    }
  return rows;
}

}  // namespace

std::string figure_name(const std::string& key) {
  static const std::map<std::string, std::string> kNames = {
      {"model.block", "block size"},
      {"model.density", "density"},
      {"model.embedding_deviation", "first deviation of the embedding"},
      {"model.hidden", "width"},
      {"model.initial_deviation", "first deviation"},
      {"model.layers", "layers"},
      {"model.name", "model"},
      {"model.norm", "placement of norms"},
      {"run.seed", "seed"},
      {"topology.block_norm", "norm of a block"},
      {"topology.drop_fraction", "drop fraction"},
      {"topology.grow", "growth"},
      {"topology.policy", "policy"},
      {"topology.updates", "number of updates"},
      {"training.beta2", "beta2"},
      {"training.group_lasso", "group lasso"},
      {"training.learning_rate", "learning rate"},
      {"training.tokens", "tokens"},
      {"training.weight_decay", "weight decay"},
  };
  for (const training::ResultMetric& result : training::result_metrics())
    if (key == result.name)
      return result.metric.unit.empty() || result.metric.unit == training::kShare
                 ? result.title
                 : fmt::format("{} ({})", result.title, result.metric.unit);
  const auto found = kNames.find(key);
  return found == kNames.end() ? key : found->second;
}

std::string short_number(double value) {
  constexpr std::array<std::pair<double, const char*>, 3> kUnits = {
      {{1e9, "G"}, {1e6, "M"}, {1e3, "k"}}};
  for (const auto& [unit, letter] : kUnits)
    if (std::abs(value) >= unit) return fmt::format("{:.4g}{}", value / unit, letter);
  return fmt::format("{:.4g}", value);
}

std::string ablation_script(const AblationTable& table) {
  const Axis axis(table.columns);
  const std::vector<AblationRow> differences = drawn_differences(table);
  const bool pair = !differences.empty();
  std::string script = "# Draw again with: gnuplot ablation.gp\nset encoding utf8\n";
  script += data_of("row", table.rows, axis, deviation_bar);
  if (pair) script += data_of("difference", differences, axis, interval_bar);
  const double panels = pair ? 2 : 1;
  // Below the axis its numbers and title, and then the legend with a heading.
  const auto legend_lines = table.rows.size() + heading_of(table.row_keys).size();
  const int legend = kLegendHeight * static_cast<int>(legend_lines);
  const int height = kPanelHeight + legend;
  const double bottom = (kAxisHeight + legend) / height;
  for (const char* terminal : {"svg", "pngcairo"}) {
    script += "reset\n" +
              drawing::gnuplot_terminal(terminal, static_cast<int>(kPanelWidth * panels), height);
    script += fmt::format("set output 'ablation.{}'\n{}",
                          std::string_view(terminal) == "svg" ? "svg" : "png", drawing::kAxes);
    script += fmt::format(
        "set multiplot\nset label 1 {} at screen 0.5,0.96 center font ',15' "
        "noenhanced\nset bmargin at screen {:.4f}\nset tmargin at screen 0.85\n",
        drawing::gnuplot_quoted(figure_name(table.title)), bottom);
    script += fmt::format("set xlabel {} noenhanced\n",
                          drawing::gnuplot_quoted(figure_name(table.column_key)));
    script += axis.commands(table.columns);
    const auto panel = [&](int number, const std::string& title, const std::string& y_title,
                           const std::vector<std::string>& keys) {
      script += fmt::format(
          "set lmargin at screen {:.4f}\nset rmargin at screen {:.4f}\n"
          "set title {} noenhanced\nset ylabel {} noenhanced\n"
          "set key at screen {:.4f},{:.4f} center top maxcols 1 Left reverse samplen 3 title {} "
          "noenhanced\n",
          (number + kLeft) / panels, (number + 0.97) / panels, drawing::gnuplot_quoted(title),
          drawing::gnuplot_quoted(y_title), (number + (kLeft + 0.97) / 2) / panels,
          static_cast<double>(legend) / height,
          fmt::format("\"{}\"", fmt::join(heading_of(keys), "\\n")));
    };
    panel(0, table.has_one_seed() ? "one seed" : "mean over the seeds; bars: standard deviation",
          figure_name(table.metric), table.row_keys);
    script += plot_of("row", table.rows, axis, false, styles_of(table.rows));
    if (pair) {
      script += "unset label 1\n";
      const bool several = table.differences.size() > 1;
      const AblationPairs& first = table.differences.front();
      std::vector<std::string> keys = table.difference_keys;
      if (several) keys.push_back(table.pair_key);
      panel(1, "paired by seed" + bars_of_pairs(differences),
            (several ? "others" : first.first) + " minus " + first.second, keys);
      script += range_of_pairs(differences);
      script += plot_of("difference", differences, axis, true, difference_styles(table));
    }
    script += "unset multiplot\nset output\n";
  }
  return script;
}

std::vector<std::filesystem::path> write_ablation(const AblationTable& table,
                                                  const std::filesystem::path& folder) {
  files::create_folders(folder);
  for (const char* other : {"ablation_pairs.csv", "heatmap.gp", "heatmap.png", "heatmap.svg"}) {
    std::error_code error;
    std::filesystem::remove(folder / other, error);
    if (error) throw IoError((folder / other).string() + ": cannot remove: " + error.message());
  }
  files::write_file_atomically(folder / "ablation.md", ablation_markdown(table));
  files::write_file_atomically(folder / "ablation.tex", ablation_latex(table));
  files::write_file_atomically(folder / "ablation.csv", ablation_csv(table));
  drawing::run_gnuplot_script(folder, "ablation.gp", ablation_script(table));
  std::vector<std::filesystem::path> written = {folder / "ablation.png", folder / "ablation.svg",
                                                folder / "ablation.md", folder / "ablation.tex",
                                                folder / "ablation.csv"};
  if (!table.differences.empty()) {
    written.push_back(folder / "ablation_pairs.csv");
    files::write_file_atomically(written.back(), ablation_pairs_csv(table));
  }
  if (table.rows.size() >= 2 && table.columns.size() >= 2) {
    drawing::run_gnuplot_script(folder, "heatmap.gp", heatmap_script(table));
    written.insert(written.end(), {folder / "heatmap.png", folder / "heatmap.svg"});
  }
  return written;
}

}  // namespace espalier::experiments
