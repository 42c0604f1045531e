// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

namespace espalier::experiments {

/// A colour for each of the values that tell curves apart, in their order. Dense, static and
/// dynamic have the same in every figure, and where one of them is, no other value has theirs.
std::map<std::string, std::string> curve_colours(const std::vector<std::string>& values);

}  // namespace espalier::experiments
