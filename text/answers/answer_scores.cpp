// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/answers/answer_scores.h>

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>

#include <espalier/text/reading/ascii_text.h>
#include <espalier/text/reading/code_point.h>

namespace espalier::text {
namespace {

bool is_ascii_mark(utf8proc_int32_t c) {
  return c > ' ' && c < 0x7f && !is_letter(static_cast<char>(c)) && !is_digit(static_cast<char>(c));
}

/// What Python's str.split takes for white space.
bool is_white_space(utf8proc_int32_t c) {
  if ((c >= 0x09 && c <= 0x0d) || (c >= 0x1c && c <= 0x1f) || c == 0x85) return true;
  const utf8proc_category_t category = utf8proc_category(c);
  return category == UTF8PROC_CATEGORY_ZS || category == UTF8PROC_CATEGORY_ZL ||
         category == UTF8PROC_CATEGORY_ZP;
}

/// What Python's regular expressions take for part of a word.
bool is_word(utf8proc_int32_t c) {
  const utf8proc_category_t category = utf8proc_category(c);
  return (category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO) ||
         (category >= UTF8PROC_CATEGORY_ND && category <= UTF8PROC_CATEGORY_NO);
}

void append_character(std::string& text, utf8proc_int32_t c) {
  std::array<utf8proc_uint8_t, 4> bytes;
  const utf8proc_ssize_t length = utf8proc_encode_char(c, bytes.data());
  text.append(reinterpret_cast<const char*>(bytes.data()), static_cast<std::size_t>(length));
}

/// Joins runs of word characters and runs of others into words between spaces, and leaves out
/// articles.
class Words {
 public:
  void take(utf8proc_int32_t c) {
    const bool is_part = is_word(c);
    if (is_part != in_run_) end_run();
    in_run_ = is_part;
    if (!is_white_space(c)) return append_character(run_, c);
    end_run();
    end_word();
  }
  std::string finish() {
    end_run();
    end_word();
    return std::move(text_);
  }

 private:
  void end_run() {
    const bool is_article = in_run_ && (run_ == "a" || run_ == "an" || run_ == "the");
    if (!is_article) word_ += run_;
    run_.clear();
    if (is_article) end_word();  // a space stands in its place
  }
  void end_word() {
    if (!word_.empty()) text_ += (text_.empty() ? "" : " ") + word_;
    word_.clear();
  }

  bool in_run_ = false;
  std::string run_, word_, text_;
};

std::vector<std::string_view> words_in(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    words.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

double f1_of(std::string_view answer, std::string_view truth) {
  const std::vector<std::string_view> found = words_in(answer), expected = words_in(truth);
  if (found.empty() || expected.empty()) return found.empty() == expected.empty() ? 1 : 0;
  std::map<std::string_view, std::int64_t> left;
  for (const std::string_view word : expected) ++left[word];
  std::int64_t same = 0;
  for (const std::string_view word : found)
    if (left[word]-- > 0) ++same;
  return 2 * static_cast<double>(same) / static_cast<double>(found.size() + expected.size());
}

}  // namespace

std::string comparable_answer(std::string_view answer) {
  Words words;
  for (std::size_t at = 0; at < answer.size();) {
    const CodePoint point = code_point_at(answer, at);
    at += point.bytes;
    if (!point.is_valid()) continue;
    const utf8proc_int32_t c = utf8proc_tolower(point.value);
    if (!is_ascii_mark(c)) words.take(c);
  }
  return words.finish();
}

AnswerScore score_of(std::string_view answer, std::span<const std::string> truth) {
  const std::string found = comparable_answer(answer);
  AnswerScore best;
  const auto compare = [&](std::string_view expected) {
    best.exact = std::max(best.exact, found == expected ? 1.0 : 0.0);
    best.f1 = std::max(best.f1, f1_of(found, expected));
  };
  bool has_any = false;
  for (const std::string& one : truth) {
    const std::string expected = comparable_answer(one);
    has_any = has_any || !expected.empty();
    if (!expected.empty()) compare(expected);
  }
  if (!has_any) compare("");
  return best;
}

}  // namespace espalier::text
