// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/tokenizer/unknown_words.h>

#include <fmt/format.h>

#include <algorithm>

#include <espalier/sparse/core/error.h>
#include <espalier/text/tokenizer/word_splitter.h>
#include <espalier/text/tokenizer/wordpiece_learner.h>

namespace espalier::text {

UnknownTokens count_unknown(std::span<const std::int32_t> tokens, const SpecialTokens& special) {
  UnknownTokens found;
  for (const std::int32_t token : tokens) {
    const bool unknown = token == special.unknown;
    found.unknown += unknown;
    found.text += unknown || !special.contains(token);
  }
  return found;
}

void WordLengths::add_text(std::string_view text) {
  for_each_word(text, [this](std::string_view word) {
    const bool too_long = Tokenizer::is_too_long(word);
    ++words_;
    bytes_ += word.size();
    long_words_ += too_long;
    if (too_long) long_bytes_ += word.size();
  });
}

std::string WordLengths::problem() const {
  if (long_words_ == 0 || long_bytes_ < bytes_ - long_bytes_) return "";
  return fmt::format(
      "{} of its {} words have more than {} characters, each of which is one [UNK]; expected text "
      "with spaces between its words",
      long_words_, words_, Tokenizer::kMaximumWordCharacters);
}

void require_known(std::span<const std::int32_t> tokens, const Tokenizer& tokenizer,
                   const std::string& text, const std::function<WordLengths()>& lengths) {
  const UnknownTokens found = count_unknown(tokens, tokenizer.special());
  if (found.text == 0 || found.unknown < found.text) return;
  const std::string problem = lengths().problem();
  throw FormatError(fmt::format(
      "{}: all of its {} tokens are [UNK] to the {}; {}", text, found.text, tokenizer.name(),
      problem.empty() ? "expected a vocabulary with the characters of this text" : problem));
}

void warn_of_unknown(const std::string& text, const UnknownTokens& found,
                     const std::filesystem::path& vocabulary, std::vector<std::string>& warnings) {
  if (found.fraction() < kMuchUnknown) return;
  const std::string advice =
      vocabulary.empty() ? fmt::format(
                               "the vocabulary was learnt, of the {} most frequent characters; "
                               "data.vocabulary names another",
                               kAlphabetLimit)
                         : fmt::format("does the vocabulary '{}' fit the language of this text?",
                                       vocabulary.string());
  warnings.push_back(
      fmt::format("{}: {:.1f}% of the tokens are [UNK], words with characters that the vocabulary "
                  "does not have "
                  "or with more than {} of them, of which a model learns nothing; {}",
                  text, 100 * found.fraction(), Tokenizer::kMaximumWordCharacters, advice));
}

void warn_of_capitals(const Tokenizer& tokenizer, std::vector<std::string>& warnings) {
  if (!tokenizer.normalisation().lower_case) return;
  std::int64_t capital = 0;
  for (std::int32_t id = 0; id < tokenizer.size(); ++id) {
    const std::string& piece = tokenizer.piece(id);
    if (piece.starts_with('[') && piece.ends_with(']')) continue;
    capital += std::ranges::any_of(piece, [](char c) { return c >= 'A' && c <= 'Z'; });
  }
  if (static_cast<double>(capital) < kManyCapitals * static_cast<double>(tokenizer.size())) return;
  warnings.push_back(fmt::format(
      "{}: {} of its {} pieces have capitals, which are never met, since text is lower-cased; "
      "expected the vocabulary of an uncased model",
      tokenizer.name(), capital, tokenizer.size()));
}

}  // namespace espalier::text
