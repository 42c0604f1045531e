// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace espalier::experiments {

/// Insertions, deletions and replacements that lead from `a` to `b`. Cost: |a| |b|.
std::size_t edit_distance(std::string_view a, std::string_view b);

}  // namespace espalier::experiments
