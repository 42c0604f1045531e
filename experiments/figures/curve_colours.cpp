// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/figures/curve_colours.h>

#include <algorithm>
#include <cstddef>

#include <espalier/drawing/style.h>

namespace espalier::experiments {

std::map<std::string, std::string> curve_colours(const std::vector<std::string>& values) {
  static const std::map<std::string, std::string> kModes = {
      {"dense", drawing::kDarkGrey}, {"static", drawing::kVermilion}, {"dynamic", drawing::kBlue}};
  std::vector<std::string> others(drawing::kCurveColours.begin(), drawing::kCurveColours.end());
  if (std::ranges::any_of(values, [](const std::string& v) { return kModes.contains(v); }))
    std::erase_if(others, [](const std::string& colour) {
      return std::ranges::any_of(kModes, [&](const auto& mode) { return mode.second == colour; });
    });
  std::map<std::string, std::string> colours;
  std::size_t next = 0;
  for (const std::string& value : values) {
    if (colours.contains(value)) continue;
    const auto mode = kModes.find(value);
    colours[value] = mode != kModes.end() ? mode->second : others[next++ % others.size()];
  }
  return colours;
}

}  // namespace espalier::experiments
