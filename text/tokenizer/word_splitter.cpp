// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/tokenizer/word_splitter.h>

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include <espalier/text/reading/code_point.h>

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

void append_utf8(std::string& word, utf8proc_int32_t c) {
  std::array<utf8proc_uint8_t, 4> bytes;
  const utf8proc_ssize_t length = utf8proc_encode_char(c, bytes.data());
  word.append(reinterpret_cast<const char*>(bytes.data()), static_cast<std::size_t>(length));
}

/// Puts words together. `kPlaced`: with the origin of every character.
template <bool kPlaced>
class WordBuilder {
 public:
  using Visit =
      std::function<void(std::conditional_t<kPlaced, const PlacedWord&, std::string_view>)>;

  WordBuilder(const Normalisation& normalisation, const Visit& visit)
      : lower_case_(normalisation.lower_case),
        strips_accents_(normalisation.strips_accents()),
        split_chinese_(normalisation.split_chinese),
        visit_(visit) {}

  bool decomposes() const { return strips_accents_; }

  void take_ascii(unsigned char c, std::int64_t origin) {
    const Kind kind = kAsciiKinds[c];
    if (kind == Kind::kDropped) return;
    place_signs();
    if (kind != Kind::kLetter) finish();
    if (kind == Kind::kSpace) return;
    const bool lowers = lower_case_ && c >= 'A' && c <= 'Z';
    word_ += static_cast<char>(lowers ? c + ('a' - 'A') : c);
    place(origin);
    if (kind == Kind::kMark) finish();
  }

  /// A character of the text, or one of those that it is decomposed into, of which all but the
  /// first are `added`.
  void take(utf8proc_int32_t c, std::int64_t origin, bool added) {
    if (c < 128) return take_ascii(static_cast<unsigned char>(c), origin);
    const utf8proc_property_t& property = *utf8proc_get_property(c);
    const Kind kind = kind_of(c, property);
    if (kind == Kind::kDropped) return;
    // What is not decomposed is not put in order either.
    const bool is_sign = strips_accents_ && property.combining_class != 0;
    if (!is_sign) place_signs();
    if (kind == Kind::kAccent && !(kPlaced && is_sign)) return;
    if (kind != Kind::kLetter && kind != Kind::kAccent) finish();
    if (kind == Kind::kSpace) return;
    if (is_sign)
      signs_.push_back({property.combining_class, c, origin, added, kind == Kind::kAccent});
    else
      append(c, origin);
    if (kind == Kind::kMark) finish();
  }

  void finish() {
    place_signs();
    if (word_.empty()) return;
    if constexpr (kPlaced)
      visit_(PlacedWord{word_, origins_});
    else
      visit_(word_);
    word_.clear();
    origins_.clear();
  }

 private:
  struct Sign {
    utf8proc_propval_t combining_class;
    utf8proc_int32_t character;
    std::int64_t origin;
    bool added;
    bool is_accent;
  };

  Kind kind_of(utf8proc_int32_t c, const utf8proc_property_t& property) const {
    const Kind kind = unicode_kind(c, property);
    if (kind == Kind::kAccent && !strips_accents_) return Kind::kLetter;
    if (kind == Kind::kMark && !split_chinese_ && is_cjk(c)) return Kind::kLetter;
    return kind;
  }

  void append(utf8proc_int32_t c, std::int64_t origin) {
    append_utf8(word_, lower_case_ ? utf8proc_tolower(c) : c);
    place(origin);
    // The one capital whose small letter has two code points.
    constexpr utf8proc_int32_t kCapitalIWithDot = 0x130, kDotAbove = 0x307;
    if (c != kCapitalIWithDot || !lower_case_) return;
    append_utf8(word_, kDotAbove);
    place(origin);
  }

  void place(std::int64_t origin) {
    if constexpr (kPlaced) origins_.push_back(origin);
  }

  /// Combining signs that are no accents stay, in the canonical order: between two characters of
  /// class 0 by class, and within a class as they came. Their origins stay as they were: those of
  /// the signs that stood there, accents among them.
  void place_signs() {
    if (signs_.empty()) return;
    std::vector<std::int64_t> origins;
    for (const Sign& sign : signs_)
      if (!sign.added) origins.push_back(sign.origin);
    // Of a sign that its letter was decomposed into, the letter's.
    std::int64_t origin = signs_.front().origin;
    auto next = origins.begin();
    std::ranges::stable_sort(signs_, {}, &Sign::combining_class);
    for (const Sign& sign : signs_) {
      if (!sign.added) origin = *next++;
      if (!sign.is_accent) append(sign.character, origin);
    }
    signs_.clear();
  }

  bool lower_case_, strips_accents_, split_chinese_;
  const Visit& visit_;
  std::string word_;
  std::vector<std::int64_t> origins_;  ///< of its characters, if they are asked for
  std::vector<Sign>
      signs_;  ///< behind the word's last character of class 0; accents only if placed
};

/// Hands all characters of the text to the builder; returns `position` and their number.
template <bool kPlaced>
std::int64_t take_text(std::string_view text, std::int64_t position,
                       WordBuilder<kPlaced>& builder) {
  // The longest canonical decomposition of one character has four code points.
  std::array<utf8proc_int32_t, 16> decomposed;
  for (std::size_t at = 0; at < text.size(); ++position) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte < 128) {
      builder.take_ascii(byte, position);
      ++at;
      continue;
    }
    const CodePoint point = code_point_at(text, at);
    at += point.bytes;
    if (!point.is_valid()) continue;
    const utf8proc_int32_t c = point.value;
    int boundary = 0;
    const utf8proc_ssize_t count =
        builder.decomposes() ? utf8proc_decompose_char(c, decomposed.data(), decomposed.size(),
                                                       UTF8PROC_DECOMPOSE, &boundary)
                             : 0;
    // What is not or cannot be decomposed stands for itself: no character is lost.
    if (count <= 0 || count > static_cast<utf8proc_ssize_t>(decomposed.size())) {
      builder.take(c, position, /*added=*/false);
      continue;
    }
    for (utf8proc_ssize_t i = 0; i < count; ++i)
      builder.take(decomposed[static_cast<std::size_t>(i)], position, /*added=*/i > 0);
  }
  builder.finish();
  return position;
}

}  // namespace

void for_each_word(std::string_view text, const std::function<void(std::string_view)>& visit,
                   const Normalisation& normalisation) {
  WordBuilder<false> builder(normalisation, visit);
  take_text(text, 0, builder);
}

std::int64_t for_each_placed_word(std::string_view text, const Normalisation& normalisation,
                                  std::int64_t first,
                                  const std::function<void(const PlacedWord&)>& visit) {
  WordBuilder<true> builder(normalisation, visit);
  return take_text(text, first, builder);
}

}  // namespace espalier::text
