// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sparse/core/types.h"

namespace espalier::experiments {

/// One line of comma-separated values with its line feed; cells with a comma, quote or line break
/// are quoted (RFC 4180).
std::string csv_line(const std::vector<std::string>& cells);

struct CsvRow {
  Index line = 0;  ///< in the file, from 1
  std::vector<std::string> cells;
};

/// The rows of CSV text; empty lines are skipped. Throws FormatError naming `file` and the line if
/// a quote is not closed or stands within an unquoted cell.
std::vector<CsvRow> parse_csv(std::string_view text, const std::string& file);

}  // namespace espalier::experiments
