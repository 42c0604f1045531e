// SPDX-License-Identifier: Apache-2.0
// An input is a vocabulary and, after a zero byte, a text.
#include <espalier/text/tokenizer/tokenizer.h>
#include "tests/fuzz/fuzz_target.h"

namespace espalier::fuzz {

void run(std::string_view bytes) {
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
  });
}

}  // namespace espalier::fuzz
