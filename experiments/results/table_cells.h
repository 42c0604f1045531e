// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace espalier::experiments {

// Numbers in cells of tables. Unknown numbers are empty in CSV and "-" in Markdown.

std::string csv_number(double value);

std::string fixed(double value, int digits);
std::string scientific(double value);
std::string with_spread(double mean, double spread);

}  // namespace espalier::experiments
