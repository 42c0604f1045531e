// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <iosfwd>
#include <string>

#include <espalier/sparse/core/types.h>

namespace espalier::drawing {

enum class ProgressStyle {
  kBar,    ///< one line, redrawn in place: for terminals
  kLines,  ///< a plain line now and then: for logs
  kQuiet   ///< nothing
};

/// Shows how far a long task is, its rate and the time left, on a stream that the caller chooses.
///   tiny-dynamic [########............] 41%  410/1000 steps  12.3/s  0:48 left  loss 5.213
/// The rate counts from the last start or resume, so that a resumed task does not look faster than
/// it is, and is told when some seconds have passed: the first steps tell little of the others.
/// Updates that come too soon after the last one cost a clock reading. Not for concurrent use.
class Progress {
 public:
  struct Options {
    ProgressStyle style = ProgressStyle::kLines;
    double bar_interval_seconds = 0.2;
    double line_interval_seconds = 10;
    std::size_t columns = 0;  ///< a bar is cut to this width; 0: not cut
    std::string unit = "steps";
    bool fractions = false;  ///< shows what is under way with what is done, as in 0.25/10
    double under_way = 0;    ///< units: what earlier sessions have done of those that are not done
    /// Seconds from any fixed moment; the steady clock if empty.
    std::function<double()> clock = {};
  };

  /// A task called `label` of `total` units, of which `done` were done in earlier sessions.
  Progress(std::ostream& stream, std::string label, Index total, Index done, Options options);

  /// `done` units are complete, and of the others together `under_way` units; `note` is shown at
  /// the end of the line.
  void update(Index done, const std::string& note = {}, double under_way = 0);

  /// Shows the last state, whatever the interval, and ends the line.
  void finish(const std::string& note = {});

  /// Writes a line of its own that stays, such as a validation's result.
  void message(const std::string& text);

 private:
  std::string line(double now) const;
  /// Units that are done, and what is done of those under way.
  double reached() const { return static_cast<double>(done_) + under_way_; }
  void show(double now);
  double now() const;

  std::ostream& stream_;
  std::string label_;
  std::string note_;
  Index total_;
  Index done_;
  Options options_;
  double under_way_;
  double first_;  ///< done and under way in the beginning
  double start_seconds_;
  double shown_seconds_;
  std::size_t shown_width_ = 0;  ///< of the bar now on the terminal
};

/// Options for standard error: quiet if asked for, a bar as wide as the terminal if it is one, else
/// lines.
Progress::Options progress_options(bool quiet);

/// Seconds as people read them: 0:07, 12:34 or 1:02:03.
std::string format_duration(double seconds);

}  // namespace espalier::drawing
