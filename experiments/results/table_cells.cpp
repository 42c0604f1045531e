// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/table_cells.h>

#include <fmt/format.h>

#include <cmath>

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

}  // namespace espalier::experiments
