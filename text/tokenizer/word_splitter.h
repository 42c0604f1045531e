// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include <espalier/text/tokenizer/normalisation.h>

namespace espalier::text {

/// Calls `visit` with each word of a UTF-8 text, normalised as BERT's models do: control characters
/// dropped, decomposed (NFD) and accents dropped, lower-cased, divided at white space; each
/// punctuation mark and each CJK ideograph is a word, a compatibility ideograph that is decomposed
/// as the one that it stands for. `normalisation` says which of this is left out. The view is valid
/// only during the call.
///
/// Invalid bytes and U+FFFD are dropped. Lower-casing is per character: a capital sigma becomes
/// U+03C3 at the end of a word too, as in the fast tokenizer of Hugging Face. A pure function.
/// Cost: one pass. Source: Devlin et al. 2019, BasicTokenizer of the published code.
void for_each_word(std::string_view text, const std::function<void(std::string_view)>& visit,
                   const Normalisation& normalisation = {});

/// A word, and where it comes from.
struct PlacedWord {
  std::string_view text;
  /// [characters of the word]: the number of the code point of the original text that each of them
  /// comes from, ascending. Several may come from one.
  std::span<const std::int64_t> origins;
};

/// The same with the places of the words; `first` is the number of the text's first code point. A
/// byte that is no UTF-8 counts as a code point. What `visit` is given is valid only during the
/// call. Returns `first` and the number of code points of the text.
std::int64_t for_each_placed_word(std::string_view text, const Normalisation& normalisation,
                                  std::int64_t first,
                                  const std::function<void(const PlacedWord&)>& visit);

/// Bytes of the valid UTF-8 sequence that starts with `first`.
constexpr std::size_t utf8_sequence_length(char first) {
  const auto byte = static_cast<unsigned char>(first);
  return byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

}  // namespace espalier::text
// Tested by tests/golden/word_splitting_test.cpp
