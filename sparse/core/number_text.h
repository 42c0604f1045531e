// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <charconv>
#include <string>

namespace espalier {

/// The shortest text that is read as this number again: 0.1, 1e-39, 1.0000001. So an error never
/// shows a value outside its domain as one inside, as the six decimals of std::to_string do.
inline std::string number_text(double number) {
  std::array<char, 32> text{};  // 24 is what the longest takes
  const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), number);
  return {text.data(), end};
}

}  // namespace espalier
