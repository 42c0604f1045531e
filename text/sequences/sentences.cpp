// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/sequences/sentences.h>

#include <algorithm>
#include <array>
#include <cstddef>

#include <espalier/text/reading/ascii_text.h>

namespace espalier::text {
namespace {

using std::string_view;

/// Marks that end a sentence wherever they stand: U+3002, U+FF01, U+FF1F.
constexpr std::array<string_view, 3> kIdeographicEnds = {"\xE3\x80\x82", "\xEF\xBC\x81",
                                                         "\xEF\xBC\x9F"};
/// What may close a sentence behind its mark, U+2019, U+201D and U+00BB among them.
constexpr std::array<string_view, 7> kClosing = {
    "\"", "'", ")", "]", "\xE2\x80\x99", "\xE2\x80\x9D", "\xC2\xBB"};

/// Bytes of the one of `marks` that `text` begins with; 0 if it begins with none.
template <std::size_t N>
std::size_t mark_length(const std::array<string_view, N>& marks, string_view text) {
  const auto* found =
      std::ranges::find_if(marks, [&](string_view m) { return text.starts_with(m); });
  return found == marks.end() ? 0 : found->size();
}

/// Is the full stop at `at` that of an initial?
bool ends_initial(string_view text, std::size_t at) {
  return text[at] == '.' && at > 0 && is_upper(text[at - 1]) && (at == 1 || text[at - 2] == ' ');
}

/// The end of the sentence whose mark may stand at `at`; 0 if none ends there.
std::size_t end_at(string_view text, std::size_t at) {
  const std::size_t wide = mark_length(kIdeographicEnds, text.substr(at));
  const bool plain = text[at] == '.' || text[at] == '!' || text[at] == '?';
  if (wide == 0 && (!plain || ends_initial(text, at))) return 0;
  std::size_t end = at + std::max<std::size_t>(wide, 1);
  while (const std::size_t closing = mark_length(kClosing, text.substr(end))) end += closing;
  if (wide > 0 || end == text.size()) return end;
  const std::size_t next = text.find_first_not_of(' ', end);
  const bool goes_on = next == end || (next != string_view::npos && is_lower(text[next]));
  return goes_on ? 0 : end;
}

}  // namespace

std::vector<string_view> split_sentences(string_view text) {
  std::vector<string_view> sentences;
  std::size_t start = text.find_first_not_of(' ');
  const auto add = [&](std::size_t end) {
    while (end > start && text[end - 1] == ' ') --end;
    if (end > start) sentences.push_back(text.substr(start, end - start));
  };
  for (std::size_t at = start; at < text.size();) {
    const std::size_t end = end_at(text, at);
    if (end == 0) {
      ++at;
      continue;
    }
    add(end);
    start = at = std::min(text.find_first_not_of(' ', end), text.size());
  }
  if (start < text.size()) add(text.size());
  return sentences;
}

}  // namespace espalier::text
