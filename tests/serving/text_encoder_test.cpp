// SPDX-License-Identifier: Apache-2.0
#include <espalier/serving/text_encoder.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <espalier/sparse/core/error.h>
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

TEST(TextEncoder, NeedsRoomForTwoTexts) {
  const text::Tokenizer tokenizer = small_vocabulary();
  EXPECT_THAT([&] { TextEncoder(tokenizer, 4, 2); },
              ThrowsMessage<ConfigError>(HasSubstr("4 tokens; expected at least 5")));
}

}  // namespace
}  // namespace espalier::serving
