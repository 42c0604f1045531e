// SPDX-License-Identifier: Apache-2.0
#include <espalier/drawing/chart.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include <espalier/drawing/gnuplot.h>
#include <espalier/sparse/core/error.h>

namespace espalier::drawing {
namespace {

// Pixels of the SVG. A letter of DejaVu Sans is on average 0.58 of its font wide.
constexpr double kLetter = 0.58;
constexpr int kNumbers = 12, kTitles = 13, kHeading = 17, kSmall = 12,
              kFootnote = kNumbers - 2;  // fonts
constexpr int kMargin = 20, kGap = 22, kLine = 22, kTickRoom = 14, kRowRoom = 30, kColourScale = 90;
constexpr int kLeastWidth = 640;
/// A line and mark of a legend with what is around them and the text.
constexpr int kSample = 64;
/// Gnuplot does not know letters where it writes SVG: there it takes each for 0.7 of its font, and
/// the line of a legend for five of them, and puts entries below each other that would be too wide
/// so.
constexpr double kLegendLetter = 0.7;
constexpr int kLegendLine = 5;
/// As a share of its values, the shortest axis: a shorter one would be none in the digits of a
/// script.
constexpr double kShortest = 1e-6;

std::size_t letters(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

int text_width(const std::string& text, int font) {
  return static_cast<int>(std::ceil(kLetter * font * static_cast<double>(letters(text))));
}

/// In at most so many pixels.
std::string shortened_to(const std::string& text, int font, double width) {
  return shortened(text, static_cast<std::size_t>(std::max(width, 0.0) / (kLetter * font)));
}
std::string fitted(const std::string& text, int font, double width) {
  return gnuplot_quoted(shortened_to(text, font, width));
}

std::string power_text(double value) {
  const double magnitude = std::abs(value);
  if (value == 0 || (magnitude >= 0.0009 && magnitude < 99999)) return fmt::format("{:.6g}", value);
  constexpr std::array kDigits = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  const auto exponent = static_cast<int>(std::floor(std::log10(magnitude) + 1e-9));
  const double factor = value / std::pow(10, exponent);
  std::string text = std::abs(factor - 1) < 1e-9 ? "10" : fmt::format("{:.4g}·10", factor);
  if (exponent < 0) text += "⁻";
  for (const char digit : std::to_string(std::abs(exponent)))
    text += kDigits[static_cast<std::size_t>(digit - '0')];
  return text;
}

/// At 1, 2 and 5 times powers of ten, or at fewer of these.
std::vector<Tick> powers(const Axis& axis, std::size_t most) {
  for (const auto& [digits, step] :
       {std::pair{std::vector<int>{1, 2, 5}, 1}, {{1, 3}, 1}, {{1}, 1}, {{1}, 3}, {{1}, 10}}) {
    std::vector<Tick> ticks;
    for (int exponent = static_cast<int>(std::floor(std::log10(axis.low)));
         exponent <= std::log10(axis.high); ++exponent)
      for (const int digit : digits) {
        const double value = digit * std::pow(10, exponent);
        if (exponent % step == 0 && value >= axis.low && value <= axis.high)
          ticks.push_back({power_text(value), value});
      }
    if (ticks.size() <= most) return ticks;
  }
  return {};
}

std::vector<Tick> round_values(const Axis& axis, std::size_t most) {
  const double least = (axis.high - axis.low) / static_cast<double>(most);
  double step = std::pow(10, std::floor(std::log10(least)));
  for (const double factor : {2.0, 2.5, 2.0})
    if (step < least) step *= factor;
  const int digits = std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
  std::vector<Tick> ticks;
  for (double i = std::ceil(axis.low / step); i * step <= axis.high; ++i) {
    const double value = i == 0 ? 0 : i * step;
    ticks.push_back({std::abs(axis.high) < 99999 && digits < 5
                         ? fmt::format("{:.{}f}", value, digits)
                         : power_text(value),
                     value});
  }
  return ticks;
}

/// The axis with its ticks, `length` pixels long and so many pixels for each.
std::vector<Tick> ticks_of(const Axis& axis, int length, int room) {
  if (!axis.ticks.empty()) return axis.ticks;
  if (!(axis.low < axis.high)) return {};  // the axis of no values has NaN for its ends
  const auto most = static_cast<std::size_t>(std::max(2, length / room));
  std::vector<Tick> ticks;
  if (axis.logarithmic) ticks = powers(axis, most);
  return ticks.size() < 3 ? round_values(axis, most) : ticks;
}

/// Takes from the round ticks of a horizontal axis the texts that would reach into those of a
/// neighbour: beyond the middle of the gap to a panel that stands on the left or right.
void clear_gaps(std::vector<Tick>& ticks, const Axis& axis, int length, bool left, bool right) {
  constexpr double kAllowed = kGap / 2.0 - 2;
  const auto share = [&](double value) {
    return axis.logarithmic ? std::log(value / axis.low) / std::log(axis.high / axis.low)
                            : (value - axis.low) / (axis.high - axis.low);
  };
  for (Tick& tick : ticks) {
    const double half = text_width(tick.text, kNumbers) / 2.0, place = length * share(tick.place);
    if ((left && half - place > kAllowed) || (right && place + half - length > kAllowed))
      tick.text.clear();
  }
}

/// The text of a tick. One with a percent sign is a format of the tick's place to gnuplot, of which
/// it keeps so many bytes.
std::string quoted_tick(const std::string& text) {
  constexpr std::size_t kMostBytes = 49;
  std::string quoted = gnuplot_quoted(text);
  if (text.find('%') == std::string::npos) return quoted;
  const std::string whole = quoted.substr(1, quoted.size() - 2);
  std::string kept = whole;
  for (std::size_t most = letters(whole); kept.size() > kMostBytes; --most)
    kept = shortened(whole, most);
  quoted = "'";
  for (const char c : kept) quoted += c == '%' ? std::string("%%") : std::string(1, c);
  return quoted + '\'';
}

std::string tick_list(const std::vector<Tick>& ticks, bool shown) {
  std::string text = "(";
  for (const Tick& tick : ticks)
    text += fmt::format("{}{} {:.9g}", text.size() > 1 ? ", " : "",
                        shown ? quoted_tick(tick.text) : "''", tick.place);
  return text + ")";
}

bool has_bars(const Series& series) {
  return std::ranges::any_of(series.points, [](const ChartPoint& p) { return p.low < p.high; });
}

bool is_drawing(const Panel& panel) { return panel.cells.empty() && panel.image.rows == 0; }

void check(const Chart& chart) {
  bool any = false;
  for (const Panel& panel : chart.panels) {
    any |= !is_drawing(panel);
    for (const Series& series : panel.series)
      for (const ChartPoint& point : series.points) {
        any = true;
        const auto shows = [](const Axis& axis, double value) {
          return std::isfinite(value) && (!axis.logarithmic || value > 0);
        };
        if (shows(panel.x, point.x) && shows(panel.y, point.y)) continue;
        throw ConfigError(fmt::format(
            "figure {}: {} has ({}, {}), expected finite values{}", chart.name,
            series.name.empty() ? "a curve of " + panel.title : series.name, point.x, point.y,
            panel.x.logarithmic || panel.y.logarithmic ? ", above 0 on a logarithmic axis" : ""));
      }
  }
  if (!any) throw ConfigError("figure " + chart.name + ": no points, expected at least one");
}

std::string style_of(const Look& look) {
  const std::string line = fmt::format(" lc rgb '{}' lw {}", look.colour, look.width);
  const std::string mark = fmt::format(" pt {} ps {}", look.marker, look.size);
  if (look.dash == 0) return "with points" + line + mark;
  const std::string dash = fmt::format(" dt {}", look.dash);
  return look.marker == 0 ? "with lines" + line + dash : "with linespoints" + line + dash + mark;
}

/// Of more entries a legend names the first and the last only.
constexpr std::size_t kMostEntries = 24;

/// The text in lines of a width, broken at spaces, and a longer word between its letters.
std::vector<std::string> wrapped(const std::string& text, int font, double width) {
  const auto most = static_cast<std::size_t>(std::max(width, kLetter * font) / (kLetter * font));
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    // Behind the letters that fit: whole ones, of one byte or several.
    std::size_t end = at;
    for (std::size_t letter = 0; end < text.size(); ++end)
      if ((static_cast<unsigned char>(text[end]) & 0xc0) != 0x80 && letter++ == most) break;
    if (end < text.size()) {
      const std::size_t space = text.rfind(' ', end);
      if (space != std::string::npos && space > at) end = space;
    }
    lines.push_back(text.substr(at, end - at));
    at = end < text.size() && text[end] == ' ' ? end + 1 : end;
  }
  return lines;
}

/// The series of a panel of which the legend tells, each once.
void add_entries(const Panel& panel, std::vector<const Series*>& entries) {
  for (const Series& series : panel.series)
    if (!series.name.empty() && std::ranges::none_of(entries, [&](const Series* other) {
          return other->name == series.name && other->look == series.look;
        }))
      entries.push_back(&series);
}

/// A legend in lines of a width.
class Legend {
 public:
  Legend(std::string title, std::vector<const Series*> entries, int width)
      : title_(std::move(title)), entries_(std::move(entries)), width_(width) {
    if (entries_.size() > kMostEntries) entries_ = {entries_.front(), entries_.back()};
    // What does not fit beside its heading stands below it, the heading in as many lines as it
    // takes.
    int widest = 1;
    for (const Series* entry : entries_)
      widest = std::max(
          {widest, kSample + text_width(entry->name, kSmall),
           static_cast<int>(std::ceil(kLegendLetter * kSmall *
                                      static_cast<double>(letters(entry->name) + kLegendLine)))});
    columns_ =
        std::clamp<int>(width / widest, 1, std::max<int>(1, static_cast<int>(entries_.size())));
    heading_ = wrapped(title_, kSmall, width);
  }

  int height() const {
    const auto count = static_cast<int>(entries_.size());
    return kLine * (static_cast<int>(heading_.size()) + (count + columns_ - 1) / columns_);
  }

  /// A plot of its own between these pixels from the left, and from the top of a page.
  std::string script(int left, int top, int page_width, int page_height) const {
    if (entries_.empty()) return {};
    const double above = 1 - static_cast<double>(top) / page_height;
    const double line = static_cast<double>(kLine) / page_height;
    std::string text;
    for (std::size_t i = 0; i < heading_.size(); ++i)
      text += fmt::format("set label {} {} at screen {:.4f},{:.4f} center font ',{}'\n", i + 1,
                          gnuplot_quoted(heading_[i]), (left + 0.5 * width_) / page_width,
                          above - (static_cast<double>(i) + 0.5) * line, kSmall);
    const double first = above - static_cast<double>(heading_.size()) * line;
    text += fmt::format(
        "set margins screen {:.4f}, screen {:.4f}, screen {:.4f}, screen {:.4f}\n"
        "set key center center horizontal maxcols {} Left reverse font ',{}' samplen 3 spacing "
        "1.2\n",
        static_cast<double>(left) / page_width, static_cast<double>(left + width_) / page_width,
        1 - static_cast<double>(top + height()) / page_height, first, columns_, kSmall);
    std::vector<std::string> parts;
    for (const Series* entry : entries_)
      parts.push_back(fmt::format("NaN {} title {}", style_of(entry->look),
                                  fitted(entry->name, kSmall, width_ - kSample)));
    return text + fmt::format("plot {}\nunset label\n", fmt::join(parts, ", \\\n     "));
  }

 private:
  std::string title_;
  std::vector<const Series*> entries_;
  int width_;
  int columns_;
  std::vector<std::string> heading_;
};

/// Does a series that shows such points, with values or without, have one beyond its axis?
bool any_beyond(const Chart& chart, bool values) {
  return std::ranges::any_of(chart.panels, [&](const Panel& panel) {
    return std::ranges::any_of(panel.series, [&](const Series& series) {
      const Axis& axis = series.bars_across ? panel.x : panel.y;
      if (!series.beyond || series.beyond_values != values) return false;
      return std::ranges::any_of(series.points, [&](const ChartPoint& point) {
        const double value = series.bars_across ? point.x : point.y;
        return value < axis.low || value > axis.high;
      });
    });
  });
}

/// Where everything stands, in pixels from the upper left corner.
class Layout {
 public:
  explicit Layout(const Chart& chart)
      : chart_(chart),
        columns_(std::clamp<std::size_t>(chart.panels.size(), 1,
                                         std::max<std::size_t>(1, chart.columns))),
        rows_((chart.panels.size() + columns_ - 1) / columns_),
        panel_width_(chart.panel_width),
        lefts_(columns_),
        tops_(rows_),
        titles_(rows_) {
    // The panels take what a wide heading leaves.
    place_columns();
    const int needed = std::max({kLeastWidth, text_width(chart.title, kHeading) + 2 * kMargin,
                                 text_width(chart.subtitle, kSmall) + 2 * kMargin});
    // But no line of text makes a page wider than this.
    constexpr int kMost = 1280;
    const int missing = std::min(needed, kMost) - width_;
    if (missing > 0) {
      if (chart.panels.size() == 1 && !is_drawing(chart.panels[0])) {
        lefts_[0] += missing / 2;  // squares stay squares
        width_ += missing;
      } else {
        panel_width_ += missing / static_cast<int>(columns_) + 1;
        place_columns();
      }
    }
    int top =
        kMargin + (chart.title.empty() ? 0 : kLine + 6) + (chart.subtitle.empty() ? 0 : kLine);
    legend_top_ = top + 4;
    if (!chart.legend_of_each_panel) {
      std::vector<const Series*> entries;
      for (const Panel& panel : chart.panels) add_entries(panel, entries);
      legends_.emplace_back(std::string(), std::move(entries), width_ - 2 * kMargin);
      top += legends_.back().height() + (legends_.back().height() > 0 ? 10 : 0);
    }
    for (std::size_t row = 0; row < rows_; ++row) {
      int head = 10, legend = 0, below = kGap;
      for (std::size_t i = row * columns_; i < std::min((row + 1) * columns_, count()); ++i) {
        if (!panel(i).title.empty()) head = kLine + 10;
        below = std::max(below, kGap + (shows_x(i) ? kTickRoom + 34 : 0) -
                                    (shows_x(i) && panel(i).image.rows > 0 ? kTickRoom : 0));
        if (!chart.legend_of_each_panel) continue;
        std::vector<const Series*> entries;
        add_entries(panel(i), entries);
        legends_.emplace_back(panel(i).legend_title, std::move(entries), panel_width_);
        legend = std::max(legend, legends_.back().height() + 6);
      }
      titles_[row] = top + kLine / 2;
      tops_[row] = top + head + legend;
      top = tops_[row] + chart.panel_height + below;
    }
    std::string footnote = chart.footnote;
    for (const bool values : {true, false})
      if (any_beyond(chart, values))
        footnote += (footnote.empty() ? "" : "; ") + std::string(values ? kBeyond : kBeyondAlone);
    footnote_ = wrapped(footnote, kFootnote, width_ - 2 * kMargin);
    height_ = top + kLine * static_cast<int>(footnote_.size());
  }

  int width() const { return width_; }
  int height() const { return height_; }
  int panel_width() const { return panel_width_; }
  const std::vector<std::string>& footnote() const { return footnote_; }
  int left(std::size_t i) const { return lefts_[i % columns_]; }
  int top(std::size_t i) const { return tops_[i / columns_]; }
  /// Where the middle of a panel's title stands.
  int title(std::size_t i) const { return titles_[i / columns_]; }

  bool shows_y(std::size_t i) const { return i % columns_ == 0 || !(panel(i).y == panel(i - 1).y); }
  bool shows_x(std::size_t i) const {
    return i + columns_ >= count() || !(panel(i).x == panel(i + columns_).x);
  }
  /// Whether nothing but the gap is between this panel and the one on its left.
  bool touches_left(std::size_t i) const { return i % columns_ > 0 && !shows_y(i); }
  bool touches_right(std::size_t i) const {
    return i + 1 < count() && (i + 1) % columns_ > 0 && !shows_y(i + 1);
  }

  std::string margins(std::size_t i) const {
    const double w = width_, h = height_;
    return fmt::format("set margins screen {:.4f}, screen {:.4f}, screen {:.4f}, screen {:.4f}\n",
                       left(i) / w, (left(i) + panel_width_) / w,
                       1 - (top(i) + chart_.panel_height) / h, 1 - top(i) / h);
  }

  std::string legends() const {
    std::string text;
    if (!chart_.legend_of_each_panel)
      return legends_[0].script(kMargin, legend_top_, width_, height_);
    for (std::size_t i = 0; i < count(); ++i)
      text += legends_[i].script(left(i), top(i) - legends_[i].height() - 6, width_, height_);
    return text;
  }

 private:
  std::size_t count() const { return chart_.panels.size(); }
  const Panel& panel(std::size_t i) const { return chart_.panels[i]; }

  void place_columns() {
    int right = kMargin;
    for (std::size_t column = 0; column < columns_; ++column) {
      int before = column == 0 ? 0 : kGap;
      for (std::size_t i = column; i < count(); i += columns_) {
        if (!shows_y(i)) continue;
        int numbers = 0;
        if (panel(i).image.rows == 0)
          for (const Tick& tick : ticks_of(panel(i).y, chart_.panel_height, kRowRoom))
            numbers = std::max(numbers, kTickRoom + text_width(tick.text, kNumbers));
        before = std::max(before,
                          numbers + (panel(i).y.title.empty() ? 0 : 28) + (column == 0 ? 0 : kGap));
      }
      lefts_[column] = right + before;
      right = lefts_[column] + panel_width_;
    }
    const bool scale =
        std::ranges::any_of(chart_.panels, [](const Panel& p) { return !p.cells.empty(); });
    width_ = right + kMargin + (scale ? kColourScale : 0);
  }

  const Chart& chart_;
  std::size_t columns_, rows_;
  int panel_width_, width_ = 0, height_ = 0, legend_top_ = 0;
  std::vector<int> lefts_, tops_, titles_;
  std::vector<Legend> legends_;
  std::vector<std::string> footnote_;
};

std::string number(double value) {
  return std::isfinite(value) ? fmt::format("{:.9g}", value) : std::string("NaN");
}

/// The data blocks of a chart. Series of several panels share one.
class Data {
 public:
  explicit Data(const Chart& chart) {
    for (std::size_t p = 0; p < chart.panels.size(); ++p) {
      const Panel& panel = chart.panels[p];
      for (std::size_t s = 0; s < panel.series.size(); ++s)
        add({p, s}, lines_of(panel.series[s], panel.series[s].bars_across ? panel.x : panel.y));
      for (std::size_t s = 0; s < panel.series.size(); ++s)
        for (const bool above : {false, true})
          if (const std::string lines = beyond_lines_of(panel.series[s], panel, above);
              !lines.empty())
            add({p, beyond(panel, s, above)}, lines);
      std::string lines;
      for (const Cell& cell : panel.cells)
        lines +=
            fmt::format("{} {} {:.9g} {}\n", cell.x, cell.y, cell.value, gnuplot_word(cell.text));
      const auto cols = static_cast<std::size_t>(panel.image.cols);
      for (std::size_t i = 0; i < panel.image.cells.size(); ++i)
        lines += fmt::format("{}{}", panel.image.cells[i], (i + 1) % cols == 0 ? "\n" : " ");
      if (!lines.empty()) add({p, 0}, lines);
    }
  }

  const std::string& blocks() const { return blocks_; }
  /// Of a series, or of a panel's cells or image.
  const std::string& name(std::size_t panel, std::size_t series = 0) const {
    return names_.at({panel, series});
  }
  /// Of the points of a series above or below its axis, as places at the frame and texts; empty:
  /// there are none.
  std::string beyond_name(const Panel& panel, std::size_t p, std::size_t series, bool above) const {
    const auto found = names_.find({p, beyond(panel, series, above)});
    return found == names_.end() ? std::string() : found->second;
  }

 private:
  static std::string lines_of(const Series& series, const Axis& axis) {
    const bool bars = has_bars(series);
    std::string lines;
    for (const ChartPoint& point : series.points) {
      lines += number(point.x) + ' ' + number(point.y);
      // A bar that reaches zero ends where a logarithmic axis does.
      const double low = axis.logarithmic ? std::max(point.low, axis.low) : point.low;
      if (bars) lines += ' ' + number(low) + ' ' + number(point.high);
      lines += '\n';
    }
    return lines;
  }
  /// Such points stand behind all series of their panel.
  static std::size_t beyond(const Panel& panel, std::size_t series, bool above) {
    return panel.series.size() + 2 * series + (above ? 1 : 0);
  }
  static std::string beyond_lines_of(const Series& series, const Panel& panel, bool above) {
    if (!series.beyond) return {};
    const Axis& axis = series.bars_across ? panel.x : panel.y;
    std::string lines;
    for (const ChartPoint& point : series.points) {
      const double value = series.bars_across ? point.x : point.y;
      const double end = above ? axis.high : axis.low;
      if (above ? value <= end : value >= end) continue;
      const char* arrow = series.bars_across ? (above ? "▶" : "◀") : (above ? "▲" : "▼");
      std::string text = arrow;
      if (series.beyond_values)
        text = series.bars_across && above ? fmt::format("{:.3g} {}", value, arrow)
                                           : fmt::format("{} {:.3g}", arrow, value);
      lines += fmt::format("{} {} {}\n", number(series.bars_across ? end : point.x),
                           number(series.bars_across ? point.y : end), gnuplot_word(text));
    }
    return lines;
  }
  void add(std::pair<std::size_t, std::size_t> place, const std::string& lines) {
    const auto [known, is_new] =
        known_.emplace(lines, fmt::format("$data_{}_{}", place.first, place.second));
    if (is_new) blocks_ += fmt::format("{} << EOD\n{}EOD\n", known->second, lines);
    names_[place] = known->second;
  }

  std::string blocks_;
  std::map<std::string, std::string> known_;  // names by lines
  std::map<std::pair<std::size_t, std::size_t>, std::string> names_;
};

/// Cells as boxes, since an image would be blurred and leave no gap for what is missing, in the
/// colours of viridis, which keep their order for colour-blind readers and in grey.
std::string plot_cells(const Panel& panel, const std::string& data) {
  const bool all_beyond = std::ranges::all_of(panel.cells, &Cell::beyond);
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (const Cell& cell : panel.cells) {
    if (cell.beyond && !all_beyond) continue;
    low = std::min(low, cell.value);
    high = std::max(high, cell.value);
  }
  if (high - low <= kShortest * std::abs(low)) high = low + 1;
  // The palette's upper part is so light that text on it is dark.
  const double light = low + 0.55 * (high - low);
  return fmt::format(
      "set palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')\n"
      "set cbrange [{0:.9g}:{1:.9g}]\nset cbtics scale 0.5 font ',10'\nset colorbox\n"
      "set tics scale 0\nunset border\nunset grid\n"
      "set object 1 rectangle from graph 0,0 to graph 1,1 fc rgb '#eeeeee' fs noborder behind\n"
      "set style fill solid 1 border rgb '#ffffff'\n"
      "plot {2} using 1:2:(0.5):(0.5):3 with boxxyerror palette, \\\n"
      "     {2} using 1:($3 > {3:.9g} ? $2 : NaN):4 with labels font ',10' tc rgb "
      "'#222222', \\\n"
      "     {2} using 1:($3 > {3:.9g} ? NaN : $2):4 with labels font ',10' tc rgb "
      "'#ffffff'\n",
      low, high, data, light);
}

std::string plot_image(const Image& image, const std::string& data) {
  return fmt::format(
      "set cbrange [0:300]\n"
      "set palette defined (0 '#ffffff', 1 '#b8c4d6', 100 '#1d3557', 101 '#1d3557', "
      "150 '#009E73', 249 '#009E73', 250 '#F5B041', 300 '#F5B041') maxcolors 301\n"
      "unset colorbox\nunset tics\nset border 15 lc rgb '#999999'\nset size ratio -1\n"
      "set xrange [-0.5:{}]\nset yrange [{}:-0.5]\nplot {} matrix with image\n",
      static_cast<double>(image.cols) - 0.5, static_cast<double>(image.rows) - 0.5, data);
}

std::string plot_series(const Panel& panel, std::size_t p, const Data& blocks) {
  std::vector<std::string> parts;
  for (std::size_t s = 0; s < panel.series.size(); ++s) {
    const Series& series = panel.series[s];
    if (series.points.empty()) continue;
    const std::string& data = blocks.name(p, s);
    if (has_bars(series))
      parts.push_back(fmt::format("{} using 1:2:3:4 with {} lc rgb '{}' lw {} dt 1 pt 0", data,
                                  series.bars_across ? "xerrorbars" : "yerrorbars",
                                  series.look.colour, std::min(series.look.width, 1.5)));
    // A single point makes no line.
    Look look = series.look;
    if (series.points.size() == 1 && look.marker == 0) look.marker = kCircle;
    parts.push_back(data + " using 1:2 " + style_of(look));
    for (const bool above : {false, true}) {
      const std::string beyond = blocks.beyond_name(panel, p, s, above);
      if (beyond.empty()) continue;
      std::string place = above ? "center offset 0,-0.7" : "center offset 0,0.7";
      // A value stands above the bar through its point, which would cross it out.
      if (series.bars_across)
        place = fmt::format("{},{}", above ? "right offset -0.3" : "left offset 0.3",
                            series.beyond_values ? "0.5" : "0");
      parts.push_back(fmt::format("{} using 1:2:3 with labels {} font ',{}' tc rgb '{}'", beyond,
                                  place, kFootnote, series.look.colour));
    }
  }
  if (parts.empty()) parts.emplace_back("NaN");
  return fmt::format("plot {}\n", fmt::join(parts, ", \\\n     "));
}

std::string axis_commands(const Axis& axis, char name, const std::vector<Tick>& ticks, bool shown,
                          int length) {
  return fmt::format(
      "{0}set logscale {1}\nset {1}range [{2:.9g}:{3:.9g}]\nset {1}tics {4} font ',{5}'\n"
      "set {1}label {6} font ',{7}'\n",
      axis.logarithmic ? "" : "un", name, axis.low, axis.high, tick_list(ticks, shown), kNumbers,
      shown ? fitted(axis.title, kTitles, length) : "''", kTitles);
}

std::string panel_commands(const Chart& chart, const Layout& layout, const Data& data,
                           std::size_t p) {
  const Panel& panel = chart.panels[p];
  const int width = layout.panel_width(), height = chart.panel_height;
  if (panel.image.rows > 0)
    return fmt::format("set xlabel {} font ',{}' offset 0,0.6\n",
                       fitted(panel.x.title, kNumbers, width), kNumbers) +
           plot_image(panel.image, data.name(p));
  const Axis& x = panel.x;
  const Axis& y = panel.y;
  std::vector<Tick> x_ticks = ticks_of(x, width, 5 * kTitles);
  if (x.ticks.empty())
    clear_gaps(x_ticks, x, width, layout.touches_left(p), layout.touches_right(p));
  return axis_commands(x, 'x', x_ticks, layout.shows_x(p), width) +
         axis_commands(y, 'y', ticks_of(y, height, kRowRoom), layout.shows_y(p), height) +
         (panel.cells.empty() ? plot_series(panel, p, data) : plot_cells(panel, data.name(p)));
}

std::string begin_script(const Chart& chart, const Data& data) {
  return fmt::format("# Draw again with: gnuplot {}.gp\nset encoding utf8\n", chart.name) +
         data.blocks();
}

constexpr const char* kGrey = "tc rgb '#555555'";

}  // namespace

void Axis::cover(double value) {
  if (!std::isfinite(value) || (logarithmic && value <= 0)) return;
  low = std::min(low, value);
  high = std::max(high, value);
}

bool Axis::is_near(double value) const {
  constexpr double kNear = 0.25;
  if (logarithmic) {
    const double room = std::pow(high / low, kNear);
    return value >= low / room && value <= high * room;
  }
  const double room = kNear * (high - low);
  return value >= low - room && value <= high + room;
}

bool Axis::cover_bars(const std::vector<std::pair<double, double>>& bars) {
  constexpr double kLongest = 2;
  const double longest = kLongest * (high - low);
  for (const auto& [from, to] : bars) {
    if (to - from > longest) continue;
    cover(from);
    cover(to);
  }
  return std::ranges::all_of(
      bars, [&](const auto& bar) { return low <= bar.first && bar.second <= high; });
}

void Axis::pad(double share, double least) {
  if (low > high) low = high = 1;
  if (logarithmic) {
    const double middle = std::sqrt(low * high), half = std::sqrt(least);
    low = std::min(low, middle / half);
    high = std::max(high, middle * half);
    const double margin = std::pow(high / low, share);
    low /= margin;
    high *= margin;
    return;
  }
  const double middle = 0.5 * (low + high);
  if (std::max(least, high - low) <= kShortest * std::abs(middle)) least = 0.1 * std::abs(middle);
  low = std::min(low, middle - 0.5 * least);
  high = std::max(high, middle + 0.5 * least);
  const double margin = share * (high - low);
  low -= margin;
  high += margin;
}

std::string shortened(const std::string& text, std::size_t most) {
  if (letters(text) <= most) return text;
  // Whole letters, of one byte or several.
  std::vector<std::size_t> begins;
  for (std::size_t i = 0; i < text.size(); ++i)
    if ((static_cast<unsigned char>(text[i]) & 0xc0) != 0x80) begins.push_back(i);
  const std::size_t half = most / 2 > 1 ? most / 2 - 1 : 1;
  if (begins.size() <= 2 * half) return text;  // which has no middle
  return text.substr(0, begins[half]) + ".." + text.substr(begins[begins.size() - half]);
}

std::string chart_script(const Chart& chart) {
  check(chart);
  const Data data(chart);
  const Layout layout(chart);
  std::string text = begin_script(chart, data);
  const double width = layout.width(), height = layout.height();
  const auto label = [&](int number, const std::string& words, double x, double y, const char* side,
                         int font, const char* colour) {
    if (words.empty()) return std::string();
    return fmt::format("set label {} {} at screen {:.4f},{:.4f} {} font ',{}' {}\n", number,
                       fitted(words, font, width - 2 * kMargin), x / width, 1 - y / height, side,
                       font, colour);
  };
  for (const auto& [terminal, ending] : {std::pair{"svg", "svg"}, {"pngcairo", "png"}}) {
    // No text means anything to gnuplot but itself.
    text += "reset\n" + gnuplot_terminal(terminal, layout.width(), layout.height()) +
            "set termoption noenhanced\nset datafile missing 'NaN'\n";
    text += fmt::format("set output {}\nset multiplot\n{}unset key\n",
                        gnuplot_quoted(chart.name + '.' + ending), kAxes);
    text += label(1, chart.title, width / 2, kMargin + 8, "center", kHeading, "") +
            label(2, chart.subtitle, width / 2, kMargin + 38, "center", kSmall, kGrey);
    const auto below = static_cast<int>(layout.footnote().size());
    for (int line = 0; line < below; ++line)
      text += label(5 + line, layout.footnote()[static_cast<std::size_t>(line)], width - kMargin,
                    height - (below - line - 0.5) * kLine, "right", kFootnote, kGrey);
    for (std::size_t p = 0; p < chart.panels.size(); ++p) {
      const double middle = layout.left(p) + 0.5 * layout.panel_width();
      text += label(4, shortened_to(chart.panels[p].title, kTitles, layout.panel_width()), middle,
                    layout.title(p), "center", kTitles, "") +
              layout.margins(p) + panel_commands(chart, layout, data, p) + "unset label\n";
    }
    text +=
        "unset logscale\nunset xlabel\nunset ylabel\nunset tics\nunset border\nunset grid\n"
        "unset title\nset xrange [0:1]\nset yrange [0:1]\n" +
        layout.legends() + "unset multiplot\nset output\n";
  }
  return text;
}

std::vector<std::filesystem::path> draw_chart(const Chart& chart,
                                              const std::filesystem::path& folder) {
  run_gnuplot_script(folder, chart.name + ".gp", chart_script(chart));
  return {folder / (chart.name + ".png"), folder / (chart.name + ".svg")};
}

std::filesystem::path animate_chart(const Chart& chart, const std::filesystem::path& folder) {
  check(chart);
  const Data data(chart);
  const Layout layout(chart);
  // A fifth of a second to a frame, again and again.
  std::string text =
      begin_script(chart, data) +
      fmt::format(
          "set terminal gif animate delay 20 loop 0 optimize noenhanced size {},{}\n"
          "set output {}\nunset key\n",
          chart.panel_width, chart.panel_height, gnuplot_quoted(chart.name + ".gif"));
  for (std::size_t p = 0; p < chart.panels.size(); ++p)
    text += "set title " + fitted(chart.panels[p].title, kTitles, chart.panel_width) + '\n' +
            panel_commands(chart, layout, data, p);
  run_gnuplot_script(folder, chart.name + ".gp", text + "set output\n");
  return folder / (chart.name + ".gif");
}

}  // namespace espalier::drawing
