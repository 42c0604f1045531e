// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace espalier::text {

/// A character of a text, or a byte that is none.
struct CodePoint {
  std::int32_t value = -1;  ///< -1: the byte belongs to no valid character
  std::size_t bytes = 1;

  bool is_valid() const { return value >= 0; }
};

/// That at byte `at` of a text in UTF-8. Precondition: at < text.size().
CodePoint code_point_at(std::string_view text, std::size_t at);

}  // namespace espalier::text
