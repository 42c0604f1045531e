// SPDX-License-Identifier: Apache-2.0
// Splits a text by a vocabulary of its own.
#include <espalier/text/tokenizer/tokenizer.h>

int main() {
  const auto tokenizer = espalier::text::Tokenizer::from_text(
      "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nsparse\n##ly\n", "vocabulary");
  return tokenizer.encode("Sparsely") == std::vector<std::int32_t>{5, 6} ? 0 : 1;
}
