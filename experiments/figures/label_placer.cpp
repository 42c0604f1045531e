// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/figures/label_placer.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <espalier/drawing/gnuplot.h>

namespace espalier::experiments {
namespace {

/// Where a label stands beside its point, in characters.
struct LabelPlace {
  bool right;  ///< of the point
  double x, y;
};
constexpr std::array kLabelPlaces = {LabelPlace{true, 0.7, 0.6}, LabelPlace{false, -0.7, -0.7},
                                     LabelPlace{true, 0.7, -0.7}, LabelPlace{false, -0.7, 0.6}};

constexpr std::size_t kFirstTag = 10;  // below it are the figure's own labels

double pixels(double value, const PlottedAxis& axis) {
  return std::log(value / axis.low) / std::log(axis.high / axis.low) * axis.length;
}

}  // namespace

bool LabelPlacer::Box::meets(const Box& other) const {
  return left < other.right && other.left < right && bottom < other.top && other.bottom < top;
}

bool LabelPlacer::Box::has(const Pixel& pixel) const {
  return pixel.x > left && pixel.x < right && pixel.y > bottom && pixel.y < top;
}

// The share of the line that lies between the box's sides must meet the one between top and bottom
// (Liang and Barsky 1984).
bool LabelPlacer::Box::is_crossed_by(const Line& line) const {
  double begin = 0, end = 1;
  const auto clip = [&](double from, double to, double low, double high) {
    if (from == to) return from > low && from < high;
    const double a = (low - from) / (to - from), b = (high - from) / (to - from);
    begin = std::max(begin, std::min(a, b));
    end = std::min(end, std::max(a, b));
    return begin < end;
  };
  return clip(line.from.x, line.to.x, left, right) && clip(line.from.y, line.to.y, bottom, top);
}

LabelPlacer::Pixel LabelPlacer::place_of(const PlottedPoint& point) const {
  return {pixels(point.x, x_), pixels(point.y, y_)};
}

std::size_t LabelPlacer::covered(const Box& box) const {
  const auto points = std::ranges::count_if(points_, [&](const Pixel& p) { return box.has(p); });
  const auto lines =
      std::ranges::count_if(lines_, [&](const Line& line) { return box.is_crossed_by(line); });
  return static_cast<std::size_t>(points) * (lines_.size() + 1) + static_cast<std::size_t>(lines);
}

std::string LabelPlacer::label(const PlottedPoint& point, const std::string& text,
                               const char* colour, std::size_t first_place) {
  if (text.empty()) return {};
  // Of a character of the axes' font, in which offsets count, and of the labels' smaller one.
  constexpr double kCharacter = 7.5, kLine = 15, kLabelCharacter = 7, kLabelHeight = 14;
  const Pixel at = place_of(point);
  const double width = kLabelCharacter * static_cast<double>(text.size());
  const LabelPlace* best = nullptr;
  std::optional<Box> box;
  for (std::size_t i = 0; i < kLabelPlaces.size(); ++i) {
    const LabelPlace& place = kLabelPlaces[(first_place + i) % kLabelPlaces.size()];
    const double begin = at.x + place.x * kCharacter, middle = at.y + place.y * kLine;
    const Box candidate = {place.right ? begin : begin - width, place.right ? begin + width : begin,
                           middle - kLabelHeight / 2, middle + kLabelHeight / 2};
    const bool hides =
        std::ranges::any_of(boxes_, [&](const Box& other) { return candidate.meets(other); });
    if (hides || candidate.left < 0 || candidate.right > x_.length) continue;
    if (box && covered(candidate) >= covered(*box)) continue;
    best = &place;
    box = candidate;
  }
  if (!best) return {};
  boxes_.push_back(*box);
  return fmt::format(
      "set label {} {} at first {:.9e},{:.9e} {} offset {},{} font ',11' tc rgb '{}' noenhanced\n",
      kFirstTag + boxes_.size(), drawing::gnuplot_quoted(text), point.x, point.y,
      best->right ? "left" : "right", best->x, best->y, colour);
}

}  // namespace espalier::experiments
