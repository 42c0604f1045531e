// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <system_error>
#include <utility>

#include <espalier/drawing/chart.h>
#include <espalier/experiments/figures/curve_colours.h>
#include <espalier/experiments/results/ablation.h>
#include <espalier/experiments/results/key_words.h>
#include <espalier/experiments/results/plateau.h>
#include <espalier/experiments/results/table_cells.h>
#include <espalier/files/atomic_file.h>
#include <espalier/files/number_text.h>
#include <espalier/sparse/core/error.h>

namespace espalier::experiments {
namespace {

/// Room at either end of the axis, as a share of what lies between.
constexpr double kMargin = 0.06;

/// Where the columns stand on the axis: by their value if they are numbers, else side by side.
struct Columns {
  std::vector<double> places;
  bool numbers = true;
  drawing::Axis axis;

  explicit Columns(const AblationTable& table) {
    const std::vector<std::string>& columns = table.columns;
    for (const std::string& column : columns) {
      const auto number = files::number_in<double>(column);
      numbers &= number.has_value();
      places.push_back(number.value_or(0));
    }
    if (!numbers)
      for (std::size_t c = 0; c < columns.size(); ++c) places[c] = static_cast<double>(c);
    // Less than that is not worth its crooked ticks.
    constexpr double kFactor = 8;
    axis.title = in_words(table.column_key);
    axis.logarithmic = numbers && columns.size() > 1 && places.front() > 0 &&
                       places.back() / places.front() >= kFactor;
    for (const double place : places) axis.cover(place);
    if (numbers)
      axis.pad(kMargin, axis.high > axis.low ? 0 : 1);
    else
      axis = {.title = axis.title, .low = -0.5, .high = places.back() + 0.5};
    // More labels would not have room; round values then.
    constexpr std::size_t kMostLabels = 8;
    if (!numbers || columns.size() <= kMostLabels)
      for (std::size_t c = 0; c < columns.size(); ++c)
        axis.ticks.push_back({axis_value(columns[c]), places[c]});
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
    if (axis.logarithmic) return places[column] * std::pow(places.back() / places.front(), share);
    return places[column] + share * (places.back() - places.front());
  }
};

using Bar = std::pair<double, double>;

Bar mean_alone(const Sample& sample) { return {sample.mean(), sample.mean()}; }

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

/// A legend states the values of two keys of every row, and those of three of few rows; of more it
/// says what differs.
bool states_all(const std::vector<std::string>& keys, const std::vector<AblationRow>& rows) {
  constexpr std::size_t kFewRows = 4;
  return keys.size() <= 2 || (keys.size() == 3 && rows.size() <= kFewRows);
}

/// The key whose values have a colour each: the policy if it is one of the rows, as in all other
/// figures, or the second of two. Of more keys every row has a colour of its own.
std::optional<std::size_t> colour_key(const std::vector<std::string>& keys) {
  const auto policy = std::ranges::find(keys, "topology.policy");
  if (policy != keys.end()) return static_cast<std::size_t>(policy - keys.begin());
  if (keys.empty() || keys.size() > 2) return std::nullopt;
  return keys.size() - 1;
}

/// Colour by the value of the colour's key, mark and dashes by those of the others: so the two of a
/// pair that stand beside one another differ in colour, and what they have in common shows.
std::vector<drawing::Look> looks_of(const std::vector<std::string>& keys,
                                    const std::vector<AblationRow>& rows) {
  using namespace drawing;
  constexpr std::array kMarks = {kCircle,           kSquare,     kTriangle,   kTriangleDown,
                                 kDiamond,          kCircle - 1, kSquare - 1, kTriangle - 1,
                                 kTriangleDown - 1, kDiamond - 1};
  const std::optional<std::size_t> key = colour_key(keys);
  std::vector<std::string> coloured, marked, others;
  for (const AblationRow& row : rows) {
    std::vector<std::string> rest = row.values;
    coloured.push_back(fmt::format("{}", fmt::join(rest, "\n")));
    if (key) {
      coloured.back() = rest[*key];
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(*key));
    }
    marked.push_back(fmt::format("{}", fmt::join(rest, "\n")));
  }
  const std::map<std::string, std::string> colours = curve_colours(coloured);
  std::vector<Look> looks;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    auto mark = static_cast<std::size_t>(std::ranges::find(others, marked[r]) - others.begin());
    if (mark == others.size()) others.push_back(marked[r]);
    Look look = {.colour = colours.at(coloured[r]), .size = 1.1};
    // A round of colours that is over goes on with the marks.
    for (;; ++mark) {
      look.marker = kMarks[mark % kMarks.size()];
      look.dash = 1 + static_cast<int>((mark + mark / kMarks.size()) % 4);
      if (mark >= 4 * kMarks.size() || std::ranges::find(looks, look) == looks.end()) break;
    }
    looks.push_back(look);
  }
  return looks;
}

/// A difference has the style of the row that is its minuend, so that a mark or colour means one
/// thing in both panels; of two values alone, whose colours neither of them is, it is grey.
std::vector<drawing::Look> difference_looks(const AblationTable& table) {
  const std::vector<drawing::Look> rows = looks_of(table.row_keys, table.rows);
  const auto at = std::ranges::find(table.row_keys, table.pair_key) - table.row_keys.begin();
  const bool by_colour = colour_key(table.row_keys) == static_cast<std::size_t>(at);
  std::vector<drawing::Look> looks;
  for (const AblationPairs& pairs : table.differences)
    for (const AblationRow& row : pairs.rows) {
      std::vector<std::string> values = row.values;
      values.insert(values.begin() + at, pairs.first);
      const auto minuend = std::ranges::find(table.rows, values, &AblationRow::values);
      looks.push_back(rows[static_cast<std::size_t>(minuend - table.rows.begin())]);
      if (by_colour && table.differences.size() == 1) looks.back().colour = drawing::kDarkGrey;
    }
  return looks;
}

/// The rows as a legend names them, under a heading. If it states all, the heading is the keys, and
/// a row its values; else the heading says what most rows have, the usual values, and a row what it
/// has else.
struct RowNames {
  std::string heading;
  std::vector<std::string> names;
  bool all = false;  ///< stated

  RowNames(const std::vector<std::string>& keys, const std::vector<AblationRow>& rows) {
    std::vector<std::string> titles, commonest;
    for (std::size_t k = 0; k < keys.size(); ++k) {
      titles.push_back(in_words(keys[k]));
      std::map<std::string, int> counts;
      for (const AblationRow& row : rows) ++counts[row.values[k]];
      commonest.push_back(rows.front().values[k]);
      for (const AblationRow& row : rows)
        if (counts[row.values[k]] > counts[commonest[k]]) commonest[k] = row.values[k];
    }
    const auto stated = [&](const std::vector<std::string>& values, bool whole) {
      std::vector<std::string> parts;
      for (std::size_t k = 0; k < keys.size(); ++k)
        if (whole || values[k] != commonest[k])
          parts.push_back(titles[k] + ' ' + in_words(keys[k], values[k]));
      return fmt::format("{}", fmt::join(parts, ", "));
    };
    all = states_all(keys, rows);
    heading = all ? fmt::format("{}", fmt::join(titles, ", "))
                  : "usual values: " + stated(commonest, true);
    for (const AblationRow& row : rows) {
      std::vector<std::string> words;
      for (std::size_t k = 0; k < keys.size(); ++k)
        words.push_back(in_words(keys[k], row.values[k]));
      names.push_back(all ? fmt::format("{}", fmt::join(words, ", ")) : stated(row.values, false));
      if (names.back().empty()) names.back() = keys.empty() ? "all" : "usual values";
    }
  }
};

/// A line only between numbers: values without an order have nothing between them.
std::vector<drawing::Series> series_of(const std::vector<AblationRow>& rows, const RowNames& names,
                                       std::vector<drawing::Look> looks, const Columns& columns,
                                       Bar (*bar)(const Sample&)) {
  std::vector<drawing::Series> all;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (!columns.numbers) looks[r].dash = 0;
    all.push_back({.name = names.names[r], .look = looks[r]});
    for (std::size_t c = 0; c < rows[r].samples.size(); ++c) {
      if (!rows[r].samples[c]) continue;
      const auto [low, high] = bar(*rows[r].samples[c]);
      all.back().points.push_back(
          {columns.shifted(c, r, rows.size()), rows[r].samples[c]->mean(), low, high});
    }
  }
  return all;
}

/// Widens an axis to hold the bars of all cells, but of those on the plateau that are far from all
/// others.
void cover_cells(const AblationTable& table, Bar (*bar)(const Sample&), drawing::Axis& axis) {
  std::vector<ShownLoss> shown;
  for (const AblationRow& row : table.rows)
    for (std::size_t c = 0; c < row.samples.size(); ++c) {
      if (!row.samples[c]) continue;
      const auto [low, high] = bar(*row.samples[c]);
      shown.push_back({.loss = row.samples[c]->mean(),
                       .low = low,
                       .high = high,
                       .trained_enough = !row.on_plateau[c]});
    }
  cover_losses(axis, shown);
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

drawing::Chart ablation_chart(const AblationTable& table) {
  const Columns columns(table);
  const std::vector<drawing::Look> looks = looks_of(table.row_keys, table.rows);
  const RowNames names(table.row_keys, table.rows);
  drawing::Chart chart = {.name = "ablation",
                          .title = metric_in_words(table.title, table.tasks),
                          .columns = 2,
                          .panel_height = 420,
                          .legend_of_each_panel = true};
  drawing::Panel means = {
      .title = std::string(table.has_one_seed() ? "one seed"
                                                : "mean over the seeds; bars: standard deviation") +
               (table.best_rate ? "; each at its best rate" : ""),
      .x = columns.axis,
      .y = {.title = metric_in_words(table.metric, table.tasks)},
      .series = series_of(table.rows, names, looks, columns, deviation_bar),
      .legend_title = names.heading};
  cover_cells(table, deviation_bar, means.y);
  means.y.pad(kMargin, 1e-9);
  for (drawing::Series& series : means.series) series.beyond = true;
  chart.panels.push_back(std::move(means));
  const std::vector<AblationRow> differences = drawn_differences(table);
  if (differences.empty()) return chart;
  const bool several = table.differences.size() > 1;
  const AblationPairs& first = table.differences.front();
  std::vector<std::string> keys = table.difference_keys;
  if (several) keys.push_back(table.pair_key);
  const RowNames pairs(keys, differences);
  drawing::Panel panel = {
      .title = "paired by seed" + bars_of_pairs(differences),
      .x = columns.axis,
      .y = {.title = fmt::format("{} minus {}, {}",
                                 several ? "others" : in_words(table.pair_key, first.first),
                                 in_words(table.pair_key, first.second),
                                 metric_in_words(table.metric, table.tasks))},
      .series = {{.name = "",
                  .look = {.colour = "#888888", .width = 1},
                  .points = {{columns.axis.low, 0}, {columns.axis.high, 0}}}},
      .legend_title = pairs.heading};
  for (drawing::Series& series :
       series_of(differences, pairs, difference_looks(table), columns, interval_bar))
    panel.series.push_back(std::move(series));
  // An axis on which every pair has its place, the zero, and bars as far as they leave room.
  panel.y.cover(0);
  std::vector<Bar> bars;
  for (const AblationRow& row : differences)
    for (const auto& sample : row.samples) {
      if (!sample) continue;
      const auto [least, most] = lowest_to_highest(*sample);
      panel.y.cover(least);
      panel.y.cover(most);
      bars.push_back(interval_bar(*sample));
    }
  if (!panel.y.cover_bars(bars)) chart.footnote = drawing::kCutBars;
  panel.y.pad(kMargin, panel.y.high > panel.y.low ? 0 : 2);
  chart.panels.push_back(std::move(panel));
  return chart;
}

drawing::Chart heatmap_chart(const AblationTable& table) {
  // As many digits as tell the means apart in a hundred steps.
  drawing::Axis means;
  cover_cells(table, mean_alone, means);
  constexpr int kMostDigits = 6;
  const int digits =
      means.high > means.low
          ? std::clamp(static_cast<int>(std::ceil(-std::log10((means.high - means.low) / 100))), 0,
                       kMostDigits)
          : 4;
  const RowNames names(table.row_keys, table.rows);
  constexpr int kCellWidth = 118, kCellHeight = 38;
  // The numbers of the colour scale stand on one another below.
  constexpr int kLeastHeight = 110;
  const int height = std::max(kLeastHeight, kCellHeight * static_cast<int>(table.rows.size()));
  // A title of the axis that is longer than it would be cut; a letter takes up so many pixels.
  constexpr std::size_t kLetter = 8;
  const bool beside =
      names.all && names.heading.size() * kLetter <= static_cast<std::size_t>(height);
  drawing::Panel panel = {.x = {.title = in_words(table.column_key), .low = -0.5},
                          .y = {.title = beside ? names.heading : std::string(), .high = -0.5}};
  panel.x.high = static_cast<double>(table.columns.size()) - 0.5;
  panel.y.low = static_cast<double>(table.rows.size()) - 0.5;
  for (std::size_t c = 0; c < table.columns.size(); ++c)
    panel.x.ticks.push_back({axis_value(table.columns[c]), static_cast<double>(c)});
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    const auto place = static_cast<double>(r);
    panel.y.ticks.push_back({names.names[r], place});
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      const auto& sample = table.rows[r].samples[c];
      if (!sample || !std::isfinite(sample->mean())) continue;
      std::string text = fmt::format("{:.{}f}", sample->mean(), digits);
      if (std::isfinite(sample->deviation()))  // one seed has none
        text += fmt::format(" ± {:.{}f}", sample->deviation(), digits);
      panel.cells.push_back({static_cast<double>(c), place, sample->mean(), std::move(text),
                             sample->mean() > means.high || sample->mean() < means.low});
    }
  }
  drawing::Chart chart = {
      .name = "heatmap",
      .title = metric_in_words(table.title, table.tasks),
      .subtitle =
          (table.title == table.metric ? "" : metric_in_words(table.metric, table.tasks) + ": ") +
          (table.has_one_seed() ? "one seed" : "mean ± standard deviation over the seeds") +
          (table.best_rate ? "; each at its best rate" : ""),
      .footnote = beside      ? std::string()
                  : names.all ? "rows: " + names.heading
                              : names.heading,
      .panels = {std::move(panel)},
      .panel_width = kCellWidth * static_cast<int>(table.columns.size()),
      .panel_height = height};
  return chart;
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
  drawing::draw_chart(ablation_chart(table), folder);
  std::vector<std::filesystem::path> written = {folder / "ablation.png", folder / "ablation.svg",
                                                folder / "ablation.md", folder / "ablation.tex",
                                                folder / "ablation.csv"};
  if (!table.differences.empty()) {
    written.push_back(folder / "ablation_pairs.csv");
    files::write_file_atomically(written.back(), ablation_pairs_csv(table));
  }
  if (table.rows.size() >= 2 && table.columns.size() >= 2) {
    for (auto& file : drawing::draw_chart(heatmap_chart(table), folder))
      written.push_back(std::move(file));
  }
  return written;
}

}  // namespace espalier::experiments
