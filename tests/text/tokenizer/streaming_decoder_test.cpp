// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/tokenizer/streaming_decoder.h>

#include <gtest/gtest.h>

#include <string>

#include <espalier/sparse/core/error.h>

namespace espalier::text {
namespace {

const Tokenizer& words() {
  static const Tokenizer tokenizer = Tokenizer::from_text(
      "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nthe\nsea\nshell\n##s\ncaf\n##é\n.\n", "words",
      {.lower_case = false});
  return tokenizer;
}

TEST(StreamingDecoder, GoesOnWithTheTextBefore) {
  const std::string text = "the shells sea . café";
  // Cut anywhere, the parts are the whole.
  const std::vector<std::int32_t> ids = words().encode(text);
  for (std::size_t cut = 0; cut <= ids.size(); ++cut) {
    std::string all = words().decode(std::span(ids).first(cut));
    StreamingDecoder decoder(words(), all);
    for (std::size_t i = cut; i < ids.size(); ++i) all += decoder.next(ids[i]);
    EXPECT_EQ(all, text) << cut;
  }
}

TEST(StreamingDecoder, PutsNoSecondSpace) {
  EXPECT_EQ(StreamingDecoder(words(), "the ").next(6), "sea");
  EXPECT_EQ(StreamingDecoder(words(), "the\n").next(6), "sea");
  EXPECT_EQ(StreamingDecoder(words(), "the").next(6), " sea");
  EXPECT_EQ(StreamingDecoder(words(), "").next(8), "s");
  EXPECT_THROW(StreamingDecoder(words(), "").next(12), ShapeError);
}

}  // namespace
}  // namespace espalier::text
