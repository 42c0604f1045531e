// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/sequences/sentence_pairs.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include <espalier/sparse/core/error.h>
#include <espalier/text/sequences/batches.h>
#include <espalier/text/sequences/sentences.h>
#include "tests/support/message.h"

namespace espalier::text::sentence_pairs_test {
namespace {

using espalier::testing::message_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr SpecialTokens kSpecial;  // pad 0, unknown 1, cls 2, sep 3, mask 4

TEST(Sentences, EndBehindTheirMarks) {
  EXPECT_THAT(split_sentences("One. Two!  Is it \"three?\" (Four.) end"),
              ElementsAre("One.", "Two!", "Is it \"three?\"", "(Four.) end"));
  EXPECT_THAT(split_sentences("no mark at all"), ElementsAre("no mark at all"));
  EXPECT_THAT(split_sentences(" One. "), ElementsAre("One."));
  EXPECT_THAT(split_sentences("It is 3.5 of e.g. these. No"),
              ElementsAre("It is 3.5 of e.g. these.", "No"));
  EXPECT_THAT(split_sentences("By J. R. Smith. And"), ElementsAre("By J. R. Smith.", "And"));
  EXPECT_THAT(split_sentences("\u201cSo.\u201d He left\u2026 Then. \u00c9mile"),
              ElementsAre("\u201cSo.\u201d", "He left\u2026 Then.", "\u00c9mile"));
  EXPECT_THAT(split_sentences("\u4e00\u3002\u4e8c\uff1f"),
              ElementsAre("\u4e00\u3002", "\u4e8c\uff1f"));
  EXPECT_THAT(split_sentences(""), IsEmpty());
  EXPECT_THAT(split_sentences("  "), IsEmpty());
  EXPECT_THAT(split_sentences("?!. ..."), ElementsAre("?!.", "..."));
}

/// Words 5 + i; the odd ones from 100 on go on with a word.
Tokenizer tokenizer() {
  std::string text = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n";
  for (int i = 5; i < 400; ++i)
    text += (i >= 100 && i % 2 == 1 ? "##w" : "w") + std::to_string(i) + '\n';
  return Tokenizer::from_text(text, "test");
}

using Ids = std::vector<std::int32_t>;

PackedSequences rows_of(const std::vector<Ids>& documents, std::int64_t length) {
  const Tokenizer words = tokenizer();
  const auto packer = make_packer(Packing::kSentencePairs, length, words);
  for (const Ids& document : documents) packer->add(document);
  return packer->finish();
}

Ids row(const PackedSequences& rows, std::int64_t index) {
  const auto row = rows.sequence(index);
  return {row.begin(), row.end()};
}

TEST(PackSentences, PutsAsManyToARowAsFit) {
  const PackedSequences rows =
      rows_of({{10, 11, 3, 12, 13, 3, 14, 3, 15, 16, 17, 3, 18, 3}, {20, 3, 21, 22, 3}}, 12);
  ASSERT_EQ(rows.count(), 3);
  EXPECT_EQ(rows.packing, Packing::kSentencePairs);
  EXPECT_THAT(row(rows, 0), ElementsAre(2, 10, 11, 3, 12, 13, 3, 14, 3, 0, 0, 0));
  EXPECT_THAT(row(rows, 1), ElementsAre(15, 16, 17, 3, 18, 3, 0, 0, 0, 0, 0, 0));
  EXPECT_THAT(row(rows, 2), ElementsAre(2, 20, 3, 21, 22, 3, 0, 0, 0, 0, 0, 0));
}

TEST(PackSentences, CutsTheLongAndDividesTheLonely) {
  // Half of 12 - 3 are 4 tokens; 101 goes on with 100.
  const PackedSequences rows =
      rows_of({{10, 11, 12, 100, 101, 14, 15, 3}, {20, 21, 3}, {30, 3}, {40, 102, 103, 41, 3}}, 12);
  ASSERT_EQ(rows.count(), 3);
  EXPECT_THAT(row(rows, 0), ElementsAre(2, 10, 11, 12, 3, 100, 101, 14, 15, 3, 0, 0));
  EXPECT_THAT(row(rows, 1), ElementsAre(2, 20, 3, 21, 3, 0, 0, 0, 0, 0, 0, 0));
  EXPECT_THAT(row(rows, 2), ElementsAre(2, 40, 3, 102, 103, 41, 3, 0, 0, 0, 0, 0));
}

/// `count` documents; the words of document d are 5 + d, in sentences of 1 to 5, some 60 in all.
PackedSequences many_rows(int count) {
  std::vector<Ids> documents;
  for (int d = 0; d < count; ++d) {
    Ids document;
    for (int s = 0; s < 10 + 3 * (d % 7); ++s) {
      for (int w = 0; w < 1 + (s * s + d) % 5; ++w) document.push_back(5 + d);
      document.push_back(3);
    }
    documents.push_back(document);
  }
  return rows_of(documents, 32);
}

TEST(SentencePairs, AreTwoSegmentsOfWhichHalfGoOn) {
  const PackedSequences rows = many_rows(80);
  const SentencePairs pairs(rows, {{0, rows.count()}}, kSpecial, 7, true);
  std::vector<std::int64_t> all(static_cast<std::size_t>(rows.count()));
  std::iota(all.begin(), all.end(), 0);
  std::int64_t others = 0, seen = 0;
  for (std::uint64_t round = 0; round < 20; ++round) {
    const PairBatch batch = pairs.pairs(all, round);
    const PairLayout layout = pair_layout(batch.tokens, 32, kSpecial);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const std::span<const std::int32_t> tokens = std::span(batch.tokens).subspan(i * 32, 32);
      ASSERT_EQ(tokens[0], kSpecial.cls);
      std::set<std::int32_t> first, second;
      int separators = 0;
      for (std::size_t t = 1; t < static_cast<std::size_t>(layout.lengths[i]); ++t) {
        EXPECT_EQ(layout.segments[i * 32 + t], separators);
        ASSERT_NE(tokens[t], kSpecial.pad);
        if (tokens[t] == kSpecial.sep)
          ++separators;
        else
          (separators == 0 ? first : second).insert(tokens[t]);
      }
      for (auto t = static_cast<std::size_t>(layout.lengths[i]); t < 32; ++t)
        ASSERT_EQ(tokens[t], kSpecial.pad);
      ASSERT_EQ(separators, 2);
      ASSERT_EQ(tokens[static_cast<std::size_t>(layout.lengths[i]) - 1], kSpecial.sep);
      // All words of a document are one.
      ASSERT_EQ(first.size(), 1u);
      ASSERT_EQ(second.size(), 1u);
      ASSERT_EQ(batch.next_sentence[i], first == second ? 0 : 1);
      others += batch.next_sentence[i];
      ++seen;
    }
  }
  // Of n fair draws, four standard deviations around a half.
  const auto n = static_cast<double>(seen);
  EXPECT_NEAR(static_cast<double>(others) / n, 0.5, 4 * 0.5 / std::sqrt(n));
}

TEST(SentencePairs, GoOnOrNotAreAboutAsLong) {
  const PackedSequences rows = many_rows(80);
  const SentencePairs pairs(rows, {{0, rows.count()}}, kSpecial, 7, true);
  double tokens[2] = {0, 0}, count[2] = {0, 0};
  for (std::uint64_t round = 0; round < 20; ++round)
    for (std::int64_t i = 0; i < rows.count(); ++i) {
      const PairBatch pair = pairs.pairs(std::vector{i}, round);
      const auto next = static_cast<std::size_t>(pair.next_sentence[0]);
      tokens[next] += static_cast<double>(pair_layout(pair.tokens, 32, kSpecial).lengths[0]);
      ++count[next];
    }
  // To fill what room there is would make those longer by a sixth that do not go on; the ends of
  // documents, of four rows each, take a twelfth from them.
  EXPECT_NEAR(tokens[1] / count[1], tokens[0] / count[0], 0.1 * tokens[0] / count[0]);
}

TEST(SentencePairs, DependOnTheRoundAndTheRowAlone) {
  const PackedSequences rows = many_rows(20);
  const SentencePairs pairs(rows, {{0, rows.count()}}, kSpecial, 7, true);
  const PairBatch both = pairs.pairs(std::vector<std::int64_t>{3, 8}, 5);
  const PairBatch alone = pairs.pairs(std::vector<std::int64_t>{8}, 5);
  EXPECT_EQ(Ids(both.tokens.begin() + 32, both.tokens.end()), alone.tokens);
  EXPECT_EQ(both.next_sentence[1], alone.next_sentence[0]);
  std::set<Ids> rounds;
  for (std::uint64_t round = 0; round < 20; ++round)
    rounds.insert(pairs.pairs(std::vector<std::int64_t>{8}, round).tokens);
  EXPECT_GT(rounds.size(), 5u);
}

TEST(SentencePairs, StayInTheirPart) {
  const PackedSequences rows = many_rows(40);
  std::int64_t middle = rows.count() / 2;
  while (rows.sequence(middle).front() != kSpecial.cls) ++middle;
  const std::int32_t border = rows.sequence(middle)[1];
  const SentencePairs pairs(rows, {{0, middle}, {middle, rows.count()}}, kSpecial, 7, true);
  for (std::uint64_t round = 0; round < 10; ++round)
    for (std::int64_t i = 0; i < rows.count(); ++i)
      for (const std::int32_t token : pairs.pairs(std::vector{i}, round).tokens)
        ASSERT_TRUE(token < 5 || (token < border) == (i < middle)) << token;
}

// As the rows to test may, whose number is given.
TEST(SentencePairs, StayInAPartThatBeginsInTheMiddleOfADocument) {
  Ids cut;
  for (int s = 0; s < 60; ++s) cut.insert(cut.end(), {10, 10, 10, 3});
  const PackedSequences rows = rows_of({cut, {20, 20, 3, 20, 3}, {30, 3, 30, 3}}, 32);
  const std::int64_t begin = rows.count() - 3;  // one row of each
  ASSERT_GT(begin, 3) << "more rows ahead of the part than in it";
  ASSERT_NE(rows.sequence(begin).front(), kSpecial.cls);
  ASSERT_EQ(rows.sequence(begin + 1).front(), kSpecial.cls);
  const SentencePairs pairs(rows, {{begin, rows.count()}}, kSpecial, 7, true);
  std::set<std::int32_t> words;
  for (std::uint64_t round = 0; round < 100; ++round)
    for (const std::int32_t token : pairs.pairs(std::vector{begin}, round).tokens)
      if (token > kSpecial.mask) words.insert(token);
  EXPECT_THAT(words, ElementsAre(10, 20, 30));
}

TEST(SentencePairs, GoOnUnlessAskedToBeTold) {
  const PackedSequences rows = many_rows(1);
  const SentencePairs pairs(rows, {{0, rows.count()}}, kSpecial, 7, false);
  for (std::int64_t i = 0; i < rows.count(); ++i)
    EXPECT_EQ(pairs.pairs(std::vector{i}, 1).next_sentence[0], 0);
  EXPECT_THAT(message_of<ConfigError>([&] {
                const SentencePairs asked(rows, {{0, rows.count()}}, kSpecial, 7, true);
              }),
              HasSubstr("training.next_sentence: found 1 document"));
  EXPECT_THROW((void)pairs.pairs(std::vector<std::int64_t>{rows.count()}, 0), ShapeError);
}

// All of them, on the same words, whatever the size of a batch.
TEST(PairsToValidate, DoNotDependOnTheSizeOfABatch) {
  const PackedSequences rows = many_rows(30);
  const Tokenizer words = tokenizer();
  const SequenceRange part = {0, rows.count()};
  const auto flat = [&](std::int64_t size) {
    Ids inputs;
    for (const MaskedBatch& batch :
         validation_batches(rows, part, validation_choice(part, 20), words, {}, size, true)) {
      inputs.insert(inputs.end(), batch.inputs.begin(), batch.inputs.end());
      inputs.insert(inputs.end(), batch.labels.begin(), batch.labels.end());
    }
    return std::multiset<std::int32_t>(inputs.begin(), inputs.end());
  };
  for (const std::int64_t size : {1, 2, 3, 8}) EXPECT_EQ(flat(size), flat(20)) << size;
}

}  // namespace
}  // namespace espalier::text::sentence_pairs_test
