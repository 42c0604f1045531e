// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace espalier::files {

/// U+FEFF in UTF-8, with which programs of Windows begin a text. It is none of its characters.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// Text from files, such as names, made harmless for where it is shown. What is shown is not read
/// back.

/// One line that no terminal obeys: a question mark for each control character (C0, DEL, and C1 in
/// UTF-8). All else stays.
std::string without_controls(std::string_view text);

/// The same, cut after 64 bytes: for values within a message.
std::string printable(std::string_view text);

/// The same, cut after 200 bytes, more than names have: for cells of a table, whose columns are as
/// wide as their widest, and for what a library says.
std::string cell_text(std::string_view text);

/// One line that Markdown shows as it is: without control characters, and with a backslash before
/// what would end a table's cell, begin code or begin HTML.
std::string markdown_text(std::string_view text);

}  // namespace espalier::files
