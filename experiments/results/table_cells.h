// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace espalier::experiments {

// Numbers in cells of tables. Unknown numbers are empty in CSV and "-" in Markdown.

std::string csv_number(double value);

std::string fixed(double value, int digits);
std::string scientific(double value);
std::string with_spread(double mean, double spread);

/// A value of a key as axes show it: 20000 as "20k".
std::string axis_value(const std::string& value);

/// Text for LaTeX: what it would obey escaped.
std::string latex_text(const std::string& text);

}  // namespace espalier::experiments
