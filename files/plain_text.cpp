// SPDX-License-Identifier: Apache-2.0
#include <espalier/files/plain_text.h>

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

std::string markdown_text(std::string_view text) {
  std::string result;
  for (const char c : without_controls(text)) {
    if (c == '|' || c == '`' || c == '<' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

}  // namespace espalier::files
