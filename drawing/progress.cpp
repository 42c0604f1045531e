// SPDX-License-Identifier: Apache-2.0
#include <espalier/drawing/progress.h>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <ostream>
#include <utility>

namespace espalier::drawing {
namespace {

/// "12.3/s"; slow ones by the hour, where people would count zeros.
std::string rate_text(double per_second) {
  constexpr double kSlowest = 0.01, kHour = 3600;
  return per_second < kSlowest ? fmt::format("{:.3g}/h", per_second * kHour)
                               : fmt::format("{:.3g}/s", per_second);
}

}  // namespace

Progress::Options progress_options(bool quiet) {
  Progress::Options options;
  if (quiet) {
    options.style = ProgressStyle::kQuiet;
  } else if (::isatty(STDERR_FILENO) == 1) {
    options.style = ProgressStyle::kBar;
    winsize size{};
    if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0) options.columns = size.ws_col;
  }
  return options;
}

std::string format_duration(double seconds) {
  constexpr double kLongest = 3.6e8;  // 100000 hours; minutes do not matter beyond that
  if (!(seconds >= 0 && seconds < kLongest)) return "?";
  const auto whole = static_cast<Index>(std::llround(seconds));
  const Index hours = whole / 3600;
  const Index minutes = whole / 60 % 60;
  if (hours > 0) return fmt::format("{}:{:02}:{:02}", hours, minutes, whole % 60);
  return fmt::format("{}:{:02}", minutes, whole % 60);
}

Progress::Progress(std::ostream& stream, std::string label, Index total, Index done,
                   Options options)
    : stream_(stream),
      label_(std::move(label)),
      total_(total),
      done_(done),
      options_(std::move(options)),
      under_way_(options_.under_way),
      first_(reached()),
      start_seconds_(now()),
      shown_seconds_(-std::numeric_limits<double>::infinity()) {}

double Progress::now() const {
  if (options_.clock) return options_.clock();
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string Progress::line(double now) const {
  const double share =
      total_ > 0 ? std::clamp(reached() / static_cast<double>(total_), 0.0, 1.0) : 1.0;
  std::string text = label_ + ' ';
  if (options_.style == ProgressStyle::kBar) {
    constexpr int kWidth = 20;
    const int filled = static_cast<int>(share * kWidth);
    text += fmt::format("[{:#<{}}{:.<{}}] ", "", filled, "", kWidth - filled);
  }
  text += fmt::format("{}%  {}/{} {}", static_cast<int>(share * 100),
                      options_.fractions ? fmt::format("{:.2f}", reached()) : fmt::to_string(done_),
                      total_, options_.unit);
  constexpr double kFirstSeconds = 2;
  const double seconds = now - start_seconds_;
  if (reached() > first_ && seconds > 0 && (seconds >= kFirstSeconds || done_ >= total_)) {
    const double rate = (reached() - first_) / seconds;
    text += "  " + rate_text(rate) + "  ";
    text += done_ < total_
                ? format_duration((static_cast<double>(total_) - reached()) / rate) + " left"
                : "in " + format_duration(seconds);
  }
  if (!note_.empty()) text += "  " + note_;
  return text;
}

void Progress::show(double now) {
  shown_seconds_ = now;
  std::string text = line(now);
  if (options_.style == ProgressStyle::kLines) {
    stream_ << text << '\n' << std::flush;
    return;
  }
  // A line that wraps could not be redrawn; the last column is left to the cursor. No letter takes
  // up more columns than bytes, and none is cut.
  if (options_.columns > 1 && text.size() >= options_.columns) {
    std::size_t end = options_.columns - 1;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
    text.resize(end);
  }
  // Spaces cover what a longer line left.
  const std::size_t rest = shown_width_ > text.size() ? shown_width_ - text.size() : 0;
  stream_ << '\r' << text << std::string(rest, ' ') << std::flush;
  shown_width_ = text.size();
}

void Progress::update(Index done, const std::string& note, double under_way) {
  done_ = done;
  under_way_ = under_way;
  if (!note.empty()) note_ = note;
  if (options_.style == ProgressStyle::kQuiet) return;
  const double interval = options_.style == ProgressStyle::kBar ? options_.bar_interval_seconds
                                                                : options_.line_interval_seconds;
  const double time = now();
  if (time - shown_seconds_ >= interval) show(time);
}

void Progress::finish(const std::string& note) {
  if (!note.empty()) note_ = note;
  if (options_.style == ProgressStyle::kQuiet) return;
  show(now());
  if (options_.style == ProgressStyle::kBar) stream_ << '\n' << std::flush;
  shown_width_ = 0;
}

void Progress::message(const std::string& text) {
  if (options_.style == ProgressStyle::kQuiet) return;
  if (shown_width_ > 0) stream_ << '\r' << std::string(shown_width_, ' ') << '\r';
  stream_ << text << '\n' << std::flush;
  shown_width_ = 0;
}

}  // namespace espalier::drawing
