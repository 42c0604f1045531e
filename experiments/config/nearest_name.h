// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace espalier::experiments {

/// Insertions, deletions and replacements that lead from `a` to `b`. Cost: |a| |b|.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// ", did you mean x?" for the nearest of some names, or nothing if none is near.
std::string nearest_of(std::string_view name, const std::vector<std::string>& known);

}  // namespace espalier::experiments
