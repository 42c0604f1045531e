// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <cmath>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include <espalier/sparse/core/number_text.h>

namespace espalier::files {

/// 2^53: above it doubles skip some integers.
inline constexpr double kLargestWhole = 9007199254740992.0;

/// A number without a fraction as an integer; nothing if it is none, or above 2^53.
inline std::optional<std::int64_t> whole(double number) {
  if (!(std::abs(number) <= kLargestWhole) || number != std::trunc(number)) return std::nullopt;
  return static_cast<std::int64_t>(number);
}

/// The number that all of a text is; nothing if anything else stands there, or it does not fit.
template <typename Number>
std::optional<Number> number_in(std::string_view text) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end) return std::nullopt;
  return number;
}

/// The integer that all of a text is, however it is written: 10000, 1e4, 51.2e6; as `number_in` and
/// `whole`.
inline std::optional<std::int64_t> whole_in(std::string_view text) {
  if (const auto integer = number_in<std::int64_t>(text)) return integer;
  const auto number = number_in<double>(text);
  return number ? whole(*number) : std::nullopt;
}

using espalier::number_text;

/// How two texts compare as numbers: integers of up to 64 bits exactly, where doubles skip some;
/// unordered if one of them is no number.
inline std::partial_ordering compare_numbers(std::string_view a, std::string_view b) {
  if (const auto x = number_in<std::int64_t>(a), y = number_in<std::int64_t>(b); x && y)
    return *x <=> *y;
  if (const auto x = number_in<std::uint64_t>(a), y = number_in<std::uint64_t>(b); x && y)
    return *x <=> *y;
  const auto x = number_in<double>(a), y = number_in<double>(b);
  return x && y ? *x <=> *y : std::partial_ordering::unordered;
}

}  // namespace espalier::files
