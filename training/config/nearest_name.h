// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace espalier::training {

/// ", did you mean x?" for the nearest of some names, or nothing if none is near.
std::string nearest_of(std::string_view name, const std::vector<std::string>& known);

}  // namespace espalier::training
