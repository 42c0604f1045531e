// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/runs/clock_record.h>

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <string_view>

#include <espalier/files/lines.h>
#include <espalier/files/number_text.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>

namespace espalier::training {
namespace {

constexpr double kPerSecond = 1e6;
/// More than a run has hours, in microseconds; a sum of two such fits an Index.
constexpr Index kLargestReading = Index{1} << 62;
/// Two numbers of at most 19 digits.
constexpr std::size_t kLongestLine = 40;

/// The reading that comes so long after `before`, if there is one.
std::optional<Index> reading_after(Index before, std::string_view microseconds) {
  const auto passed = files::number_in<Index>(microseconds);
  if (!passed || *passed < 0 || *passed > kLargestReading - before) return std::nullopt;
  return before + *passed;
}

}  // namespace

double seconds_of(Index reading) { return static_cast<double>(reading) / kPerSecond; }

Index reading_of(double seconds) { return static_cast<Index>(std::llround(seconds * kPerSecond)); }

std::string clock_line(const StepReadings& step, Index before) {
  return fmt::format("{} {}\n", step.begin - before, step.end - step.begin);
}

std::vector<StepReadings> read_clock(const std::filesystem::path& path) {
  std::vector<StepReadings> steps;
  Index before = 0;
  files::for_each_line(path, kLongestLine, [&](const files::Line& line) {
    const std::size_t space = line.text.find(' ');
    const auto begin = space == std::string_view::npos
                           ? std::nullopt
                           : reading_after(before, line.text.substr(0, space));
    const auto end = begin ? reading_after(*begin, line.text.substr(space + 1)) : std::nullopt;
    if (!end || !line.ended || line.too_long)
      throw FormatError(
          fmt::format("{}:{}: \"{}\", expected two numbers of microseconds and a line "
                      "feed",
                      path.string(), line.number, files::printable(std::string(line.text))));
    steps.push_back({.begin = *begin, .end = *end});
    before = *end;
  });
  return steps;
}

}  // namespace espalier::training
