// SPDX-License-Identifier: Apache-2.0
#include <espalier/serving/text_encoder.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <espalier/sparse/core/error.h>
#include <espalier/text/sequences/labelled_sequences.h>
#include "tests/serving/small_vocabulary.h"

namespace espalier::serving {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::ThrowsMessage;

std::string words_of(const text::Tokenizer& tokenizer, const std::vector<std::int32_t>& ids) {
  std::string words;
  for (const std::int32_t id : ids) words += (words.empty() ? "" : " ") + tokenizer.piece(id);
  return words;
}

TEST(TextEncoder, PutsTextsBetweenSpecialTokens) {
  const text::Tokenizer tokenizer = small_vocabulary();
  const TextEncoder encoder(tokenizer, 16, 2);
  const TokenisedText one = encoder.encode({"The sea[MASK] is OLD"});
  EXPECT_EQ(words_of(tokenizer, one.tokens), "[CLS] the sea [MASK] is old [SEP]");
  EXPECT_EQ(one.left_out, 0);
  const TokenisedText two = encoder.encode({"the sea", "shells"});
  EXPECT_EQ(words_of(tokenizer, two.tokens), "[CLS] the sea [SEP] shell ##s [SEP]");
  EXPECT_THAT(two.segments, ElementsAre(0, 0, 0, 0, 1, 1, 1));
  EXPECT_THAT(TextEncoder(tokenizer, 16, 0).encode({"the", "sea"}).segments, IsEmpty());
  EXPECT_EQ(words_of(tokenizer, encoder.encode({""}).tokens), "[CLS] [SEP]");
}

// Nobody who writes a text can put another special piece into it: a bracket is a word.
TEST(TextEncoder, TakesOtherNamesOfSpecialPiecesForText) {
  const text::Tokenizer tokenizer = small_vocabulary();
  const TextEncoder encoder(tokenizer, 16, 2);
  EXPECT_EQ(words_of(tokenizer, encoder.encode({"sea [SEP] [mask]"}).tokens),
            "[CLS] sea [UNK] [UNK] [UNK] [UNK] [UNK] [UNK] [SEP]");
}

TEST(TextEncoder, CutsTheLongerText) {
  const text::Tokenizer tokenizer = small_vocabulary();
  const TextEncoder encoder(tokenizer, 8, 2);
  const TokenisedText one = encoder.encode({"the the the the the the the the"});
  EXPECT_EQ(one.tokens.size(), 8u);
  EXPECT_EQ(one.left_out, 2);
  const TokenisedText two = encoder.encode({"the the the the the the", "sea old"});
  EXPECT_EQ(words_of(tokenizer, two.tokens), "[CLS] the the the [SEP] sea old [SEP]");
  EXPECT_EQ(two.left_out, 3);
}

// Of texts of any lengths the same is left as in training.
TEST(TextEncoder, CutsAsTrainingDoes) {
  const text::Tokenizer tokenizer = small_vocabulary();
  const TextEncoder encoder(tokenizer, 16, 2);
  const auto repeat = [](const std::string& word, int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += (i == 0 ? "" : " ") + word;
    return text;
  };
  for (int first = 1; first < 20; ++first)
    for (int second = 0; second < 20; ++second) {
      const std::string text = repeat("sea", first), pair = repeat("old", second);
      std::vector<std::int32_t> trained;
      bool cut = false;
      text::append_texts(tokenizer, text, pair, 16, trained, cut);
      const TokenisedText served = encoder.encode({text, pair});
      ASSERT_EQ(served.tokens, trained) << first << ' ' << second;
      ASSERT_EQ(served.left_out, std::max(0, first + second - (second == 0 ? 14 : 13)));
      ASSERT_EQ(cut, served.left_out > 0);
    }
}

TEST(TextEncoder, CountsMasksThatDoNotFit) {
  const text::Tokenizer tokenizer = small_vocabulary();
  const TextEncoder encoder(tokenizer, 8, 2);
  const TokenisedText fits = encoder.encode({"the the the the the [MASK] the"});
  EXPECT_EQ(fits.left_out, 1);
  EXPECT_EQ(fits.masks_left_out, 0);
  EXPECT_NO_THROW(require_masks(fits, "text 3"));
  const TokenisedText cut = encoder.encode({"the the the [MASK] the the [MASK] the [MASK]"});
  EXPECT_EQ(cut.masks_left_out, 2);
  EXPECT_THAT(
      [&] { require_masks(cut, "f.txt:3:", "--longest"); },
      ThrowsMessage<FormatError>("f.txt:3: has 11 tokens, of which 8 fit (--longest), and 2 "
                                 "[MASK] among the others; expected each [MASK] among "
                                 "those that fit"));
}

TEST(TextEncoder, NeedsRoomForTwoTexts) {
  const text::Tokenizer tokenizer = small_vocabulary();
  EXPECT_THAT([&] { TextEncoder(tokenizer, 4, 2); },
              ThrowsMessage<ConfigError>(HasSubstr("4 tokens; expected at least 5")));
}

}  // namespace
}  // namespace espalier::serving
