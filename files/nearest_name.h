// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace espalier::files {

/// The text ", did you mean x?" with the most similar name, of equally similar ones the longest, or
/// nothing if none is similar.
std::string nearest_of(std::string_view name, const std::vector<std::string>& known);

}  // namespace espalier::files
