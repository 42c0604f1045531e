// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/sequences/masking.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <set>
#include <vector>

#include <espalier/sparse/core/error.h>
#include "tests/support/temporary_folder.h"

namespace espalier::text::masking_test {
namespace {

using espalier::testing::message_of;

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr std::int64_t kVocabulary = 50;
constexpr std::int64_t kLength = 16;
/// Not the first ids, so that drawing a token has to step over them.
constexpr SpecialTokens kSpecial{.pad = 0, .unknown = 10, .cls = 11, .sep = 12, .mask = 49};

/// Rows of [CLS], text and [SEP]; the text runs through the vocabulary.
std::vector<std::int32_t> rows(std::size_t count) {
  std::vector<std::int32_t> tokens;
  std::int32_t next = 1;
  for (std::size_t row = 0; row < count; ++row) {
    tokens.push_back(kSpecial.cls);
    while (tokens.size() % kLength != kLength - 1) {
      if (!kSpecial.contains(next)) tokens.push_back(next);
      next = (next + 1) % kVocabulary;
    }
    tokens.push_back(kSpecial.sep);
  }
  return tokens;
}

std::vector<std::int64_t> ids(std::size_t count, std::int64_t first = 0) {
  std::vector<std::int64_t> all(count);
  std::iota(all.begin(), all.end(), first);
  return all;
}

TEST(Masker, ChangesChosenPositionsOnly) {
  const auto tokens = rows(200);
  const MaskedBatch batch = Masker(kSpecial, kVocabulary, {}, 7).mask(tokens, kLength, ids(200), 3);
  ASSERT_EQ(batch.inputs.size(), tokens.size());
  ASSERT_EQ(batch.positions.size(), batch.labels.size());
  EXPECT_TRUE(std::is_sorted(batch.positions.begin(), batch.positions.end()));
  std::set<std::int32_t> chosen(batch.positions.begin(), batch.positions.end());
  EXPECT_EQ(chosen.size(), batch.positions.size());
  for (std::size_t i = 0; i < batch.positions.size(); ++i) {
    const auto at = static_cast<std::size_t>(batch.positions[i]);
    EXPECT_EQ(batch.labels[i], tokens[at]);
    EXPECT_FALSE(kSpecial.contains(tokens[at]));
  }
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    if (chosen.count(static_cast<std::int32_t>(at)) == 0) {
      EXPECT_EQ(batch.inputs[at], tokens[at]);
    }
  }
}

TEST(Masker, SharesAreTheAskedOnes) {
  constexpr std::size_t kRows = 4000;
  const auto tokens = rows(kRows);
  const MaskedBatch batch =
      Masker(kSpecial, kVocabulary, {}, 7).mask(tokens, kLength, ids(kRows), 0);
  const auto text = static_cast<double>(kRows * (kLength - 2));
  const auto chosen = static_cast<double>(batch.positions.size());
  // Five standard deviations of a binomial count, here and below.
  EXPECT_NEAR(chosen, 0.15 * text, 5 * std::sqrt(text * 0.15 * 0.85));
  double masked = 0;
  double same = 0;
  std::vector<double> drawn(kVocabulary);
  for (std::size_t i = 0; i < batch.positions.size(); ++i) {
    const std::int32_t input = batch.inputs[static_cast<std::size_t>(batch.positions[i])];
    masked += input == kSpecial.mask;
    same += input == batch.labels[i];
    if (input != kSpecial.mask && input != batch.labels[i])
      ++drawn[static_cast<std::size_t>(input)];
  }
  EXPECT_NEAR(masked, 0.8 * chosen, 5 * std::sqrt(chosen * 0.8 * 0.2));
  // A random token is the old one in one case of 45.
  const double same_share = 0.1 + 0.1 / 45;
  EXPECT_NEAR(same, same_share * chosen, 5 * std::sqrt(chosen * same_share * (1 - same_share)));
  const double expected = 0.1 * chosen * 44 / 45 / 45;
  for (std::int32_t token = 0; token < kVocabulary; ++token) {
    if (kSpecial.contains(token)) {
      EXPECT_EQ(drawn[static_cast<std::size_t>(token)], 0) << token;
    } else {
      EXPECT_NEAR(drawn[static_cast<std::size_t>(token)], expected, 5 * std::sqrt(expected))
          << token;
    }
  }
}

TEST(Masker, ASequenceIsMaskedAlikeInAnyBatch) {
  const auto tokens = rows(6);
  const Masker masker(kSpecial, kVocabulary, {}, 7);
  const MaskedBatch all = masker.mask(tokens, kLength, ids(6, 100), 5);
  const std::span<const std::int32_t> tail = std::span(tokens).subspan(2 * kLength);
  const MaskedBatch part = masker.mask(tail, kLength, ids(4, 102), 5);
  EXPECT_TRUE(std::equal(part.inputs.begin(), part.inputs.end(), all.inputs.begin() + 2 * kLength));
}

TEST(Masker, RoundSeedAndSequenceDrawAnew) {
  const auto tokens = rows(20);
  const Masker masker(kSpecial, kVocabulary, {}, 7);
  const auto base = masker.mask(tokens, kLength, ids(20), 5).positions;
  EXPECT_EQ(masker.mask(tokens, kLength, ids(20), 5).positions, base);
  EXPECT_NE(masker.mask(tokens, kLength, ids(20), 6).positions, base);
  EXPECT_NE(masker.mask(tokens, kLength, ids(20, 1), 5).positions, base);
  EXPECT_NE(Masker(kSpecial, kVocabulary, {}, 8).mask(tokens, kLength, ids(20), 5).positions, base);
}

// Each sequence alone has the masks that it has among all, though then one of ten has none.
TEST(Masker, MasksAreFunctionsOfTheSequenceAlone) {
  constexpr std::size_t kRows = 200;
  const auto tokens = rows(kRows);
  const Masker masker(kSpecial, kVocabulary, {}, 7);
  const MaskedBatch all = masker.mask(tokens, kLength, ids(kRows), 5);
  MaskedBatch joined;
  std::size_t without = 0;
  for (std::size_t row = 0; row < kRows; ++row) {
    const MaskedBatch one = masker.mask(std::span(tokens).subspan(row * kLength, kLength), kLength,
                                        ids(1, static_cast<std::int64_t>(row)), 5);
    without += one.positions.empty();
    joined.inputs.insert(joined.inputs.end(), one.inputs.begin(), one.inputs.end());
    joined.labels.insert(joined.labels.end(), one.labels.begin(), one.labels.end());
    for (const std::int32_t at : one.positions)
      joined.positions.push_back(static_cast<std::int32_t>(row * kLength) + at);
  }
  EXPECT_EQ(joined.inputs, all.inputs);
  EXPECT_EQ(joined.positions, all.positions);
  EXPECT_EQ(joined.labels, all.labels);
  // Fourteen tokens of text each: 0.85^14 of the rows, within five standard deviations.
  const double chance = std::pow(0.85, 14);
  EXPECT_NEAR(static_cast<double>(without), kRows * chance,
              5 * std::sqrt(kRows * chance * (1 - chance)));
}

TEST(Masker, MayChooseNothing) {
  const auto tokens = rows(3);
  const MaskedBatch batch =
      Masker(kSpecial, kVocabulary, {.masked_fraction = 1e-12}, 7).mask(tokens, kLength, ids(3), 0);
  EXPECT_EQ(batch.inputs, tokens);
  EXPECT_TRUE(batch.positions.empty());
  EXPECT_TRUE(batch.labels.empty());
  const std::vector<std::int32_t> special(kLength, kSpecial.sep);
  EXPECT_TRUE(
      Masker(kSpecial, kVocabulary, {}, 7).mask(special, kLength, ids(1), 0).positions.empty());
}

TEST(Masker, ExtremeFractions) {
  const auto tokens = rows(4);
  const MaskedBatch all_masked =
      Masker(kSpecial, kVocabulary,
             {.masked_fraction = 1, .mask_token_fraction = 1, .random_token_fraction = 0}, 7)
          .mask(tokens, kLength, ids(4), 0);
  EXPECT_EQ(all_masked.positions.size(), 4u * (kLength - 2));
  for (const std::int32_t at : all_masked.positions) {
    EXPECT_EQ(all_masked.inputs[static_cast<std::size_t>(at)], kSpecial.mask);
  }
  const MaskedBatch none_changed =
      Masker(kSpecial, kVocabulary,
             {.masked_fraction = 1, .mask_token_fraction = 0, .random_token_fraction = 0}, 7)
          .mask(tokens, kLength, ids(4), 0);
  EXPECT_EQ(none_changed.inputs, tokens);
}

TEST(Masker, BadInputIsNamed) {
  const Masker masker(kSpecial, kVocabulary, {}, 7);
  std::vector<std::int32_t> foreign = rows(1);
  EXPECT_THROW(masker.mask(foreign, kLength, ids(2), 0), ShapeError);
  foreign[3] = kVocabulary;
  EXPECT_THAT(message_of<ShapeError>([&] { masker.mask(foreign, kLength, ids(1), 0); }),
              HasSubstr("50"));
  foreign[3] = -1;
  EXPECT_THROW(masker.mask(foreign, kLength, ids(1), 0), ShapeError);
  const auto make = [](MaskingOptions options) { Masker(kSpecial, kVocabulary, options, 7); };
  EXPECT_THAT(message_of<ConfigError>([&] { make({.masked_fraction = 0}); }),
              AllOf(HasSubstr("masking.masked_fraction"), HasSubstr("(0, 1]")));
  EXPECT_THROW(make({.masked_fraction = 1.5}), ConfigError);
  EXPECT_THROW(make({.masked_fraction = std::nan("")}), ConfigError);
  EXPECT_THROW(make({.mask_token_fraction = 0.8, .random_token_fraction = 0.3}), ConfigError);
  EXPECT_THROW(Masker(kSpecial, 5, {}, 7), ConfigError);
}

TEST(ContextFreeLoss, IsTheConditionalEntropyOfTheLabelGivenWhatStandsThere) {
  const std::vector<double> p = {0.5, 0.2, 0.2, 0.1, 0.0};
  const MaskingOptions options;
  const double random = 0.1 / 5, unchanged = 0.1;
  double entropy = 0, visible = 0;
  for (std::size_t x = 0; x < p.size(); ++x) {
    if (p[x] > 0) entropy -= p[x] * std::log(p[x]);
    const double marginal = random + unchanged * p[x];
    for (std::size_t y = 0; y < p.size(); ++y) {
      const double joint = p[y] * random + (x == y ? unchanged * p[x] : 0.0);
      if (joint > 0) visible -= joint * std::log(joint / marginal);
    }
  }
  // A few dozen terms of at most one, each rounded a few times.
  EXPECT_NEAR(context_free_loss(p, options), 0.8 * entropy + visible, 1e-14);
}

TEST(ContextFreeLoss, HasTheLimitsThatItMust) {
  const std::vector<double> p = {0.25, 0.25, 0.25, 0.25};
  const double entropy = std::log(4.0);
  const auto loss = [&](double mask, double random) {
    return context_free_loss(p, {.mask_token_fraction = mask, .random_token_fraction = random});
  };
  EXPECT_NEAR(loss(1.0, 0.0), entropy, 1e-15);  // nothing is seen
  EXPECT_NEAR(loss(0.0, 1.0), entropy, 1e-15);  // what is seen says nothing
  EXPECT_NEAR(loss(0.0, 0.0), 0.0, 1e-15);      // the label itself is seen
  EXPECT_NEAR(loss(0.75, 0.0), 0.75 * entropy, 1e-15);
}

/// Words of one, two and three pieces, and one that goes on from the sequence before.
class WholeWords : public ::testing::Test {
 protected:
  std::vector<std::int32_t> words(std::size_t count) const {
    const std::vector<std::int32_t> row = {2, 7, 5, 8, 5, 6, 7, 9, 5, 6, 8, 5, 6, 6, 9, 3};
    std::vector<std::int32_t> tokens;
    for (std::size_t i = 0; i < count; ++i) tokens.insert(tokens.end(), row.begin(), row.end());
    return tokens;
  }

  const Tokenizer tokenizer_ =
      Tokenizer::from_text("[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\n##b\n##c\nd\ne\n", "test");
  // First and last position of each word in a row.
  const std::vector<std::pair<std::size_t, std::size_t>> words_ = {
      {1, 1}, {2, 2}, {3, 3}, {4, 6}, {7, 7}, {8, 9}, {10, 10}, {11, 13}, {14, 14}};
};

TEST_F(WholeWords, AreChosenWithAllTheirPiecesOrNot) {
  constexpr std::size_t kRows = 4000;
  const auto tokens = words(kRows);
  const MaskedBatch whole =
      Masker(tokenizer_, {.whole_words = true}, 7).mask(tokens, 16, ids(kRows), 3);
  const MaskedBatch pieces = Masker(tokenizer_, {}, 7).mask(tokens, 16, ids(kRows), 3);
  const std::set<std::size_t> chosen(whole.positions.begin(), whole.positions.end());
  const std::set<std::size_t> alone(pieces.positions.begin(), pieces.positions.end());
  EXPECT_TRUE(std::is_sorted(whole.positions.begin(), whole.positions.end()));
  std::size_t long_words = 0, replaced_apart = 0;
  for (std::size_t row = 0; row < kRows; ++row)
    for (const auto& [first, last] : words_) {
      const bool is_chosen = chosen.contains(16 * row + first);
      EXPECT_EQ(is_chosen, alone.contains(16 * row + first)) << "the first piece decides";
      for (std::size_t at = first; at <= last; ++at)
        ASSERT_EQ(chosen.contains(16 * row + at), is_chosen) << row << ' ' << at;
      if (!is_chosen || first == last) continue;
      ++long_words;
      replaced_apart +=
          (whole.inputs[16 * row + first] == 4) != (whole.inputs[16 * row + last] == 4);
    }
  // Each piece is replaced by a draw of its own: 2 * 0.8 * 0.2 differ.
  const auto count = static_cast<double>(long_words);
  EXPECT_NEAR(static_cast<double>(replaced_apart), 0.32 * count,
              5 * std::sqrt(count * 0.32 * 0.68));
  // The chance of a piece is what it was; words of up to three are chosen at once.
  const double text = 14.0 * kRows;
  EXPECT_NEAR(static_cast<double>(chosen.size()), 0.15 * text,
              5 * std::sqrt(3 * text * 0.15 * 0.85));
}

}  // namespace
}  // namespace espalier::text::masking_test
