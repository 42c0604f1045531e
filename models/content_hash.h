// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace espalier::models {

/// XXH3 (64 bits) as 16 hexadecimal digits, of the concatenation of `pieces`. It finds damage, not
/// forgery. Source: https://xxhash.com, XXH3_64bits with the default seed.
std::string content_hash(std::span<const std::string_view> pieces);
std::string content_hash(std::string_view bytes);

}  // namespace espalier::models
