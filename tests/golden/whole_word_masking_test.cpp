// SPDX-License-Identifier: Apache-2.0
// Masks of whole words against an independent Python program; see README.md here.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <espalier/text/sequences/masking.h>
#include <espalier/text/tokenizer/tokenizer.h>

namespace espalier::experiments {
namespace {

using Json = nlohmann::json;
using Ids = std::vector<std::int32_t>;

TEST(WholeWordMasking, EqualsThatOfAnotherProgram) {
  const Json golden =
      Json::parse(std::ifstream(ESPALIER_SOURCE_DIR "/tests/golden/whole_word_masking.json"));
  std::string vocabulary;
  for (const Json& piece : golden.at("pieces")) vocabulary += piece.get<std::string>() + '\n';
  const text::Tokenizer tokenizer = text::Tokenizer::from_text(vocabulary, "golden");
  ASSERT_EQ(golden.at("cases").size(), 4u);
  for (const Json& given : golden.at("cases")) {
    const text::MaskingOptions options = {.masked_fraction = given.at("masked_fraction"),
                                          .whole_words = true};
    const text::Masker masker(tokenizer, options, given.at("seed").get<std::uint64_t>());
    const auto ids = given.at("ids").get<std::vector<std::int64_t>>();
    const auto tokens = given.at("tokens").get<Ids>();
    const text::MaskedBatch masked = masker.mask(tokens, given.at("sequence").get<std::int64_t>(),
                                                 ids, given.at("round").get<std::uint64_t>());
    EXPECT_EQ(masked.inputs, given.at("inputs").get<Ids>()) << options.masked_fraction;
    EXPECT_EQ(masked.positions, given.at("positions").get<Ids>()) << options.masked_fraction;
    EXPECT_EQ(masked.labels, given.at("labels").get<Ids>()) << options.masked_fraction;
    EXPECT_EQ(masked.positions.empty(), options.masked_fraction < 1e-6);
    // Pieces of their own are another choice, so that the case tells.
    const text::Masker pieces(tokenizer, {.masked_fraction = options.masked_fraction},
                              given.at("seed").get<std::uint64_t>());
    const auto apart = pieces.mask(tokens, given.at("sequence").get<std::int64_t>(), ids,
                                   given.at("round").get<std::uint64_t>());
    EXPECT_EQ(apart.positions == masked.positions,
              options.masked_fraction == 1 || masked.positions.empty());
  }
}

}  // namespace
}  // namespace espalier::experiments
