// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

namespace espalier::experiments {

/// A colour for each of the values that distinguish curves, in their order. Dense, static and
/// dynamic have the same colours in every figure, and no other value gets one of these colours
/// where its owner is present.
std::map<std::string, std::string> curve_colours(const std::vector<std::string>& values);

}  // namespace espalier::experiments
