// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/runs/step_times.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string_view>

#include <espalier/files/atomic_file.h>
#include <espalier/files/csv.h>
#include <espalier/files/number_text.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>

namespace espalier::training {
namespace {

constexpr std::array<std::string_view, 10> kColumns = {
    "run",    "settings_hash", "steps",     "seconds_per_step", "lower_quartile", "upper_quartile",
    "rounds", "sample_flops",  "processor", "revision"};

/// A line for each of at most as many settings as a study has runs.
constexpr std::size_t kLargestBytes = std::size_t{4} << 20;

template <typename Number>
Number positive(const files::CsvRow& row, std::size_t column, const std::string& file) {
  const std::string& text = row.cells[column];
  const auto number = files::number_in<Number>(text);
  if (!number || !(*number > 0)) {
    throw FormatError(fmt::format("{}:{}: {}: \"{}\", expected a number above 0", file, row.line,
                                  kColumns[column], files::printable(text)));
  }
  return *number;
}

}  // namespace

void write_step_times(const std::filesystem::path& path, const std::vector<StepTime>& times) {
  std::string text = files::csv_line({kColumns.begin(), kColumns.end()});
  for (const StepTime& time : times) {
    text += files::csv_line({time.run, time.settings_hash, fmt::to_string(time.steps),
                             fmt::to_string(time.seconds), fmt::to_string(time.lower),
                             fmt::to_string(time.upper), fmt::to_string(time.rounds),
                             fmt::to_string(time.sample_flops), time.processor, time.revision});
  }
  files::write_file_atomically(path, text);
}

std::vector<StepTime> read_step_times(const std::filesystem::path& path) {
  const std::string file = path.string();
  bool headed = false;
  std::vector<StepTime> times;
  files::for_each_csv_row(
      files::read_file(path, kLargestBytes), file, [&](const files::CsvRow& row) {
        if (row.cells.size() != kColumns.size() ||
            (!headed && !std::ranges::equal(row.cells, kColumns))) {
          throw FormatError(fmt::format("{}:{}: {} cells, expected {}", file, row.line,
                                        row.cells.size(), fmt::join(kColumns, ",")));
        }
        if (!headed) {
          headed = true;
          return;
        }
        times.push_back({.run = files::without_controls(row.cells[0]),
                         .settings_hash = files::without_controls(row.cells[1]),
                         .steps = positive<Index>(row, 2, file),
                         .seconds = positive<double>(row, 3, file),
                         .lower = positive<double>(row, 4, file),
                         .upper = positive<double>(row, 5, file),
                         .rounds = positive<Index>(row, 6, file),
                         .sample_flops = positive<double>(row, 7, file),
                         .processor = files::without_controls(row.cells[8]),
                         .revision = files::without_controls(row.cells[9])});
      });
  return times;
}

}  // namespace espalier::training
