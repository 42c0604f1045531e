// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <espalier/sparse/core/types.h>

namespace espalier::files {

/// One line of comma-separated values with its line feed; cells with a comma, quote or line break
/// are quoted (RFC 4180). An apostrophe is put before text that a spreadsheet would take for a
/// formula, which is text that begins with = + - @, a tab or a carriage return and is no number,
/// and before text that begins with an apostrophe. Reading takes it away.
std::string csv_line(const std::vector<std::string>& cells);

struct CsvRow {
  Index line = 0;  ///< in the file, from 1
  std::vector<std::string> cells;
};

/// Hands the rows of CSV text to `visit`, one at a time, so that it can refuse the first before
/// the rest take memory; empty lines and a byte order mark, as spreadsheets write it, are skipped.
/// Throws FormatError naming `file` and the line if
/// a quote is not closed or stands within an unquoted cell, or a row has more than 1000 cells.
void for_each_csv_row(std::string_view text, const std::string& file,
                      const std::function<void(const CsvRow&)>& visit);

}  // namespace espalier::files
