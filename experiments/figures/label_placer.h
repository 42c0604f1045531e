// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace espalier::experiments {

/// A logarithmic axis: its ends, and its length in pixels.
struct PlottedAxis {
  double low, high, length;
};

/// A point in the units of the axes.
struct PlottedPoint {
  double x, y;
};

/// Labels of the points of a panel: of four places beside a point each takes the first where it
/// covers no other label and, if there is one, no point and no line of a curve.
class LabelPlacer {
 public:
  LabelPlacer(const PlottedAxis& x, const PlottedAxis& y) : x_(x), y_(y) {}

  /// What stands in the way of labels that come later.
  void avoid_point(const PlottedPoint& point) { points_.push_back(place_of(point)); }
  void avoid_line(const PlottedPoint& from, const PlottedPoint& to) {
    lines_.push_back({place_of(from), place_of(to)});
  }

  /// The gnuplot command for a label of `point`, tried first at place `first_place` of four: above
  /// on the right, below on the left, below on the right, above on the left. Empty if there is no
  /// room, or no text.
  std::string label(const PlottedPoint& point, const std::string& text, const char* colour,
                    std::size_t first_place);

 private:
  struct Pixel {
    double x, y;
  };
  struct Line {
    Pixel from, to;
  };
  struct Box {
    double left, right, bottom, top;
    bool meets(const Box& other) const;
    bool has(const Pixel& pixel) const;
    bool is_crossed_by(const Line& line) const;
  };

  Pixel place_of(const PlottedPoint& point) const;
  /// How many points and lines the box would cover; points count as more than any line.
  std::size_t covered(const Box& box) const;

  PlottedAxis x_, y_;
  std::vector<Pixel> points_;
  std::vector<Line> lines_;
  std::vector<Box> boxes_;
};

}  // namespace espalier::experiments
