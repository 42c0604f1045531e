// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <espalier/text/tokenizer/tokenizer.h>

namespace espalier::text {

/// How much of a text is [UNK].
struct UnknownTokens {
  std::int64_t unknown = 0;
  std::int64_t text = 0;  ///< tokens that stand for text, [UNK] among them

  /// 0 of no text.
  double fraction() const {
    return text > 0 ? static_cast<double>(unknown) / static_cast<double>(text) : 0;
  }
};

UnknownTokens count_unknown(std::span<const std::int32_t> tokens, const SpecialTokens& special);

/// How much of a text stands in words that are [UNK] for their length (`Tokenizer::is_too_long`).
class WordLengths {
 public:
  void add_text(std::string_view text);

  /// "40 of its 41 words have more than 100 characters, each of which is one [UNK]; expected text
  /// with spaces between its words", if half of the text or more stands in them; else empty.
  std::string problem() const;

 private:
  std::int64_t words_ = 0, long_words_ = 0;
  std::size_t bytes_ = 0, long_bytes_ = 0;
};

/// Throws FormatError naming `text` and the vocabulary if all of its tokens are [UNK], and there
/// are some. `lengths` is asked for its words then.
void require_known(std::span<const std::int32_t> tokens, const Tokenizer& tokenizer,
                   const std::string& text, const std::function<WordLengths()>& lengths);

/// From this share of [UNK] on people are warned.
inline constexpr double kMuchUnknown = 0.05;

/// Adds what they are told of `text`, if it has that share. `vocabulary` is its file; empty: it was
/// learnt.
void warn_of_unknown(const std::string& text, const UnknownTokens& found,
                     const std::filesystem::path& vocabulary, std::vector<std::string>& warnings);

/// From this share of pieces with capitals on people are warned: a third of those of BERT's cased
/// vocabulary have some, and of its uncased one only names in brackets.
inline constexpr double kManyCapitals = 0.01;

/// Adds what they are told of a vocabulary that has that share where text is lower-cased, so that
/// no text has these pieces. Capitals of ASCII count, but for those of names in brackets, as
/// [MASK].
void warn_of_capitals(const Tokenizer& tokenizer, std::vector<std::string>& warnings);

}  // namespace espalier::text
