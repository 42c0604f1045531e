// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

namespace espalier::text {

/// Calls `visit` with each word of a UTF-8 text, normalised as BERT's uncased models do: control
/// characters dropped, decomposed (NFD), accents dropped, lower-cased, divided at white space; each
/// punctuation mark and each CJK ideograph is a word, a compatibility ideograph as the one that it
/// stands for. The view is valid only during the call.
///
/// Invalid bytes and U+FFFD are dropped. Lower-casing is per character: a capital sigma becomes
/// U+03C3 at the end of a word too, as in the fast tokenizer of Hugging Face. A pure function.
/// Cost: one pass. Source: Devlin et al. 2019, BasicTokenizer of the published code.
void for_each_word(std::string_view text, const std::function<void(std::string_view)>& visit);

/// Bytes of the valid UTF-8 sequence that starts with `first`.
constexpr std::size_t utf8_sequence_length(char first) {
  const auto byte = static_cast<unsigned char>(first);
  return byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

}  // namespace espalier::text
// Tested by tests/golden/word_splitting_test.cpp
