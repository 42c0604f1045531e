// SPDX-License-Identifier: Apache-2.0
#include <espalier/files/plain_text.h>

#include <algorithm>
#include <cstddef>

namespace espalier::files {

std::string without_controls(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    const auto next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0U;
    if (c == 0xc2 && next >= 0x80 && next < 0xa0) {  // U+0080 to U+009F
      result += '?';
      ++i;
    } else {
      result += c < 0x20 || c == 0x7f ? '?' : text[i];
    }
  }
  return result;
}

namespace {

/// Of the first letter of a text that is not empty; 0 if it is no valid UTF-8.
std::size_t bytes_of_letter(std::string_view text) {
  const auto at = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const unsigned first = at(0);
  if (first < 0x80) return 1;
  const std::size_t bytes = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4) return 0;
  for (std::size_t i = 1; i < bytes; ++i)
    if ((at(i) & 0xc0) != 0x80) return 0;
  // Shorter forms of the same letter, surrogates, and what lies past the last letter.
  const unsigned second = at(1);
  if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second >= 0xa0) ||
      (first == 0xf0 && second < 0x90) || (first == 0xf4 && second >= 0x90))
    return 0;
  return bytes;
}

std::string cut(std::string_view text, std::size_t longest) {
  const std::string result = without_controls(text.substr(0, longest));
  return text.size() > longest ? result + "..." : result;
}

}  // namespace

std::string printable(std::string_view text) {
  constexpr std::size_t kLongest = 64;
  return cut(text, kLongest);
}

std::string cell_text(std::string_view text) {
  constexpr std::size_t kLongest = 200;
  return cut(text, kLongest);
}

std::string xml_characters(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t bytes = bytes_of_letter(text.substr(i));
    const bool is_control = static_cast<unsigned char>(text[i]) < 0x20;
    const std::string_view letter = text.substr(i, std::max<std::size_t>(bytes, 1));
    if (bytes == 0 || is_control || letter == "\xef\xbf\xbe" || letter == "\xef\xbf\xbf")
      result += '?';
    else
      result += letter;
    i += letter.size();
  }
  return result;
}

std::string markdown_text(std::string_view text) {
  std::string result;
  for (const char c : without_controls(text)) {
    if (c == '|' || c == '`' || c == '<' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

}  // namespace espalier::files
