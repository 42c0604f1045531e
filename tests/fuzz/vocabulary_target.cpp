// SPDX-License-Identifier: Apache-2.0
// An input is a vocabulary and, after a zero byte, a text.
#include <espalier/text/tokenizer/tokenizer.h>
#include "tests/fuzz/fuzz_target.h"

namespace espalier::fuzz {

namespace {

/// Every part is one of the text, in its order.
void require_placed(const text::Tokenizer& tokenizer, std::string_view text,
                    text::SpecialText special) {
  const text::EncodedText encoded = tokenizer.encode_with_offsets(text, special);
  require(encoded.ids.size() == encoded.ranges.size(), "each id has a part of the text");
  std::int64_t last = 0;
  for (const text::TextRange& range : encoded.ranges) {
    require(range.begin >= last && range.begin < range.end, "parts ascend and are not empty");
    require(range.end <= static_cast<std::int64_t>(text.size()), "parts are within the text");
    last = range.begin;
  }
}

}  // namespace

ESPALIER_FUZZ_TARGET(vocabulary)(std::string_view bytes) {
  const std::string_view vocabulary = take(bytes, '\0');
  may_refuse([&] {
    const auto tokenizer = text::Tokenizer::from_text(vocabulary, "input");
    const std::string text = tokenizer.vocabulary_text();
    const auto again = must_accept([&] { return text::Tokenizer::from_text(text, "output"); });
    require(again.hash() == tokenizer.hash(), "what is written is read back");
    const auto ids = tokenizer.encode(bytes);
    for (const std::int32_t id : ids)
      require(id >= 0 && id < tokenizer.size(), "an id is in the vocabulary");
    require(again.encode(bytes) == ids, "the same vocabulary gives the same ids");
    tokenizer.decode(ids);
    require_placed(tokenizer, bytes, text::SpecialText::kPlain);
    require_placed(tokenizer, bytes, text::SpecialText::kPieces);
    require(tokenizer.encode_with_offsets(bytes).ids == ids, "offsets change no id");
  });
}

}  // namespace espalier::fuzz
