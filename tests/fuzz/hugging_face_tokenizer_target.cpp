// SPDX-License-Identifier: Apache-2.0
// An input is a tokenizer.json, a tokenizer_config.json and a vocab.txt, with a zero byte behind
// each of the first two. What is empty is not there.
#include <espalier/text/tokenizer/hugging_face_tokenizer.h>

#include <filesystem>

#include "tests/fuzz/fuzz_target.h"

namespace espalier::fuzz {

ESPALIER_FUZZ_TARGET(hugging_face_tokenizer)(std::string_view bytes) {
  for (const char* name : {"tokenizer.json", "tokenizer_config.json", "vocab.txt"}) {
    const std::string_view text = take(bytes, '\0');
    if (text.empty())
      std::filesystem::remove(scratch_folder() / name);
    else
      scratch_file(name, with_repetitions(text));
  }
  may_refuse([] {
    const text::Tokenizer tokenizer = text::read_hugging_face_tokenizer(scratch_folder());
    scratch_file("vocab.txt", tokenizer.vocabulary_text());
    scratch_file("tokenizer_config.json", text::hugging_face_tokenizer_config(tokenizer));
    const text::Tokenizer again =
        must_accept([] { return text::read_hugging_face_tokenizer(scratch_folder()); });
    require(again.hash() == tokenizer.hash(), "what is written is read back");
  });
}

}  // namespace espalier::fuzz
