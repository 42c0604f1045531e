// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/text/tokenizer/tokenizer.h>

namespace espalier::serving {

/// A vocabulary of a few words.
inline text::Tokenizer small_vocabulary() {
  return text::Tokenizer::from_text(
      "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nthe\nsea\nshell\n##s\nis\nold\ncafe\n?\nwhere\n.\n",
      "small");
}

}  // namespace espalier::serving
