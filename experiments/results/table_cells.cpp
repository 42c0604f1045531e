// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/table_cells.h>

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include <espalier/files/number_text.h>
#include <espalier/files/plain_text.h>

namespace espalier::experiments {

std::string csv_number(double value) {
  return std::isfinite(value) ? fmt::format("{}", value) : "";
}
std::string fixed(double value, int digits) {
  return std::isfinite(value) ? fmt::format("{:.{}f}", value, digits) : "-";
}
std::string scientific(double value) {
  return std::isfinite(value) ? fmt::format("{:.3e}", value) : "-";
}
std::string with_spread(double mean, double spread) {
  return fixed(mean, 3) + (std::isfinite(spread) ? " ± " + fixed(spread, 3) : "");
}

std::string latex_text(const std::string& text) {
  std::string out;
  for (const char c : files::without_controls(text)) {
    if (std::string_view("&%$#_{}").find(c) != std::string_view::npos)
      out += std::string("\\") + c;
    else if (c == '\\' || c == '~' || c == '^')
      out += fmt::format("\\char`\\{}{{}}", c);
    else
      out += c;
  }
  return out;
}

std::string axis_value(const std::string& value) {
  const auto number = files::number_in<double>(value);
  if (!number) return value;
  constexpr std::array<std::pair<double, const char*>, 3> kUnits = {
      {{1e9, "G"}, {1e6, "M"}, {1e3, "k"}}};
  for (const auto& [unit, letter] : kUnits)
    if (std::abs(*number) >= unit) return fmt::format("{:.4g}{}", *number / unit, letter);
  return fmt::format("{:.4g}", *number);
}

}  // namespace espalier::experiments
