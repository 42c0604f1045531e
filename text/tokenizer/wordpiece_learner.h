// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace espalier::text {

/// How often each word occurs.
class WordCounts {
 public:
  /// Counts the words of a text, as `for_each_word` finds them.
  void add_text(std::string_view text);
  void add(std::string_view word, std::int64_t count = 1);

  /// Words and counts in the order of their bytes.
  std::vector<std::pair<std::string, std::int64_t>> sorted() const;

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const;
  };
  std::unordered_map<std::string, std::int64_t, Hash, std::equal_to<>> counts_;
};

/// Learns WordPiece pieces (without special tokens) by joining, again and again, the most frequent
/// pair of neighbouring pieces inside words, until there are `size` pieces or no pair occurs twice.
///
/// A word starts as its characters, all but the first marked by "##". Every character is a piece in
/// the forms in which it occurs, the most frequent first, so that words of the counted text can
/// always be encoded; of more than kAlphabetLimit (or `size`) such forms the rarest are left out,
/// and words with them become unknown. So are words that are too long (`Tokenizer::is_too_long`),
/// of which nothing is learnt. Equal counts are decided by the order in which the pieces of the
/// pair came into being, characters in the order of their bytes: the result is a pure function of
/// the counts. Returns pieces in the order characters, joins; fewer than `size` if the text is
/// small. Cost: O(n log n) in the sizes of the words changed; 6 million words to 8192 pieces take a
/// second. Source: Sennrich et al. 2016, Neural machine translation of rare words with subword
/// units, with the piece marks of Devlin et al. 2019.
std::vector<std::string> learn_pieces(const WordCounts& counts, std::int64_t size);

/// Most character forms that a learnt vocabulary holds: as many as BERT's own learner kept
/// characters.
inline constexpr std::size_t kAlphabetLimit = 1000;

}  // namespace espalier::text
// Tested by tests/text/tokenizer/tokenizer_test.cpp
