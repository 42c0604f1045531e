// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/tokenizer/word_splitter.h>

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace espalier::text {
namespace {

enum class Kind : std::uint8_t { kLetter, kSpace, kMark, kAccent, kDropped };

/// ASCII signs count as punctuation even where Unicode calls them symbols ('$', '+', '^', ...).
constexpr Kind ascii_kind(unsigned char c) {
  if (c == ' ' || c == '\t' || c == '\n' || c == '\r') return Kind::kSpace;
  if (c < 32 || c == 127) return Kind::kDropped;
  const bool is_letter_or_digit =
      (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
  return is_letter_or_digit ? Kind::kLetter : Kind::kMark;
}

constexpr std::array<Kind, 128> kAsciiKinds = [] {
  std::array<Kind, 128> kinds{};
  for (unsigned char c = 0; c < 128; ++c) kinds[c] = ascii_kind(c);
  return kinds;
}();

/// The ranges that BERT's code names: ideographs, not Hangul, Hiragana or Katakana.
bool is_cjk(utf8proc_int32_t c) {
  return (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0x3400 && c <= 0x4DBF) ||
         (c >= 0x20000 && c <= 0x2A6DF) || (c >= 0x2A700 && c <= 0x2B73F) ||
         (c >= 0x2B740 && c <= 0x2B81F) || (c >= 0x2B820 && c <= 0x2CEAF) ||
         (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x2F800 && c <= 0x2FA1F);
}

Kind unicode_kind(utf8proc_int32_t c, const utf8proc_property_t& property) {
  if (c < 128) return kAsciiKinds[static_cast<std::size_t>(c)];
  if (c == 0xFFFD) return Kind::kDropped;
  switch (property.category) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
      return Kind::kDropped;
    case UTF8PROC_CATEGORY_MN:
      return Kind::kAccent;
    case UTF8PROC_CATEGORY_ZS:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
      return Kind::kSpace;
    case UTF8PROC_CATEGORY_PC:
    case UTF8PROC_CATEGORY_PD:
    case UTF8PROC_CATEGORY_PS:
    case UTF8PROC_CATEGORY_PE:
    case UTF8PROC_CATEGORY_PI:
    case UTF8PROC_CATEGORY_PF:
    case UTF8PROC_CATEGORY_PO:
      return Kind::kMark;
    default:
      return is_cjk(c) ? Kind::kMark : Kind::kLetter;
  }
}

void append(std::string& word, utf8proc_int32_t c) {
  std::array<utf8proc_uint8_t, 4> bytes;
  const utf8proc_ssize_t length = utf8proc_encode_char(c, bytes.data());
  word.append(reinterpret_cast<const char*>(bytes.data()), static_cast<std::size_t>(length));
}

class WordBuilder {
 public:
  explicit WordBuilder(const std::function<void(std::string_view)>& visit) : visit_(visit) {}

  void take_ascii(unsigned char c) {
    const Kind kind = kAsciiKinds[c];
    if (kind == Kind::kDropped) return;
    place_signs();
    if (kind != Kind::kLetter) finish();
    if (kind == Kind::kSpace) return;
    word_ += static_cast<char>(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
    if (kind == Kind::kMark) finish();
  }

  /// A character that is decomposed.
  void take(utf8proc_int32_t c) {
    if (c < 128) return take_ascii(static_cast<unsigned char>(c));
    const utf8proc_property_t& property = *utf8proc_get_property(c);
    const Kind kind = unicode_kind(c, property);
    if (kind == Kind::kDropped) return;
    if (property.combining_class == 0) place_signs();
    if (kind == Kind::kAccent) return;
    if (kind != Kind::kLetter) finish();
    if (kind == Kind::kSpace) return;
    if (property.combining_class == 0)
      append(word_, utf8proc_tolower(c));
    else
      signs_.emplace_back(property.combining_class, c);
    if (kind == Kind::kMark) finish();
  }

  void finish() {
    place_signs();
    if (!word_.empty()) visit_(word_);
    word_.clear();
  }

 private:
  using Sign = std::pair<utf8proc_propval_t, utf8proc_int32_t>;

  /// Combining signs that are no accents stay, in the canonical order: between two characters of
  /// class 0 by class, and within a class as they came.
  void place_signs() {
    if (signs_.empty()) return;
    std::ranges::stable_sort(signs_, {}, &Sign::first);
    for (const Sign& sign : signs_) append(word_, sign.second);
    signs_.clear();
  }

  const std::function<void(std::string_view)>& visit_;
  std::string word_;
  std::vector<Sign> signs_;  ///< behind the word's last character of class 0
};

}  // namespace

void for_each_word(std::string_view text, const std::function<void(std::string_view)>& visit) {
  WordBuilder builder(visit);
  // The longest canonical decomposition of one character has four code points.
  std::array<utf8proc_int32_t, 16> decomposed;
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte < 128) {
      builder.take_ascii(byte);
      ++at;
      continue;
    }
    utf8proc_int32_t c = 0;
    const utf8proc_ssize_t length =
        utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data() + at),
                         static_cast<utf8proc_ssize_t>(text.size() - at), &c);
    if (length <= 0) {
      ++at;
      continue;
    }
    at += static_cast<std::size_t>(length);
    int boundary = 0;
    const utf8proc_ssize_t count = utf8proc_decompose_char(c, decomposed.data(), decomposed.size(),
                                                           UTF8PROC_DECOMPOSE, &boundary);
    // What cannot be decomposed stands for itself: no character is lost.
    if (count < 0 || count > static_cast<utf8proc_ssize_t>(decomposed.size())) {
      builder.take(c);
      continue;
    }
    for (utf8proc_ssize_t i = 0; i < count; ++i)
      builder.take(decomposed[static_cast<std::size_t>(i)]);
  }
  builder.finish();
}

}  // namespace espalier::text
