// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/data/word_splitter.h>

#include <utf8proc.h>

#include <array>
#include <cstdint>
#include <string>

namespace espalier::experiments {
namespace {

enum class Kind : std::uint8_t { kLetter, kSpace, kMark, kDropped };

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

Kind unicode_kind(utf8proc_int32_t c) {
  if (c < 128) return kAsciiKinds[static_cast<std::size_t>(c)];
  if (c == 0xFFFD) return Kind::kDropped;
  switch (utf8proc_category(c)) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_MN:
      return Kind::kDropped;
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

  void take(Kind kind, utf8proc_int32_t c) {
    if (kind == Kind::kDropped) return;
    if (kind == Kind::kLetter) {
      append(c);
      return;
    }
    finish();
    if (kind == Kind::kMark) {
      append(c);
      finish();
    }
  }

  void finish() {
    if (!word_.empty()) visit_(word_);
    word_.clear();
  }

 private:
  void append(utf8proc_int32_t c) {
    if (c < 128) {
      word_ += static_cast<char>(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
    } else {
      experiments::append(word_, utf8proc_tolower(c));
    }
  }

  const std::function<void(std::string_view)>& visit_;
  std::string word_;
};

}  // namespace

void for_each_word(std::string_view text, const std::function<void(std::string_view)>& visit) {
  WordBuilder builder(visit);
  // The longest canonical decomposition of one character has four code points.
  std::array<utf8proc_int32_t, 16> decomposed;
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte < 128) {
      builder.take(kAsciiKinds[byte], byte);
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
    if (is_cjk(c)) {
      builder.take(Kind::kMark, c);
      continue;
    }
    int boundary = 0;
    const utf8proc_ssize_t count = utf8proc_decompose_char(c, decomposed.data(), decomposed.size(),
                                                           UTF8PROC_DECOMPOSE, &boundary);
    // What cannot be decomposed stands for itself: no character is lost.
    if (count < 0 || count > static_cast<utf8proc_ssize_t>(decomposed.size())) {
      builder.take(unicode_kind(c), c);
      continue;
    }
    for (utf8proc_ssize_t i = 0; i < count; ++i) {
      const utf8proc_int32_t part = decomposed[static_cast<std::size_t>(i)];
      builder.take(unicode_kind(part), part);
    }
  }
  builder.finish();
}

}  // namespace espalier::experiments
