// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace espalier::files {

/// Deepest nesting that JSON from outside may have. Ours has at most five levels; a value is copied
/// and written by functions that call themselves once a level, so that an endless row of brackets
/// would overflow the stack.
inline constexpr int kDeepestJson = 32;

/// The JSON object that `text` from outside holds. Private to those who read files. Throws
/// FormatError beginning with `where`, on one line, unless it is one valid JSON object without
/// repeated keys and not nested deeper than `kDeepestJson`. The caller bounds the length: memory is
/// at most some 40 times that of the text.
nlohmann::json parse_json_object(std::string_view text, const std::string& where);

/// The text of JSON, of which a string may quote any bytes, such as the name of a file: what is no
/// UTF-8 becomes U+FFFD, where `dump` alone would throw. `indent` is the spaces of a level; -1 puts
/// all on one line.
template <typename AnyJson>
std::string json_text(const AnyJson& json, int indent = -1) {
  return json.dump(indent, ' ', false, AnyJson::error_handler_t::replace);
}

}  // namespace espalier::files
