// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/sequences/batches.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <espalier/sparse/core/error.h>

namespace espalier::text {
namespace {

TEST(RandomPermutation, HitsEveryElementOnce) {
  for (const std::int64_t size : {1, 2, 3, 4, 5, 15, 16, 17, 63, 64, 65, 1000, 4097}) {
    const RandomPermutation order(size, 3, 4);
    std::vector<int> hits(static_cast<std::size_t>(size));
    for (std::int64_t i = 0; i < size; ++i) {
      const std::int64_t element = order(i);
      ASSERT_GE(element, 0);
      ASSERT_LT(element, size);
      ++hits[static_cast<std::size_t>(element)];
    }
    EXPECT_TRUE(std::all_of(hits.begin(), hits.end(), [](int h) { return h == 1; })) << size;
  }
  EXPECT_THROW(RandomPermutation(0, 1, 1), ShapeError);
}

TEST(RandomPermutation, EveryElementComesEquallyOftenToEveryPosition) {
  constexpr std::int64_t kSize = 7;
  constexpr int kDraws = 7000;
  std::vector<double> counts(kSize * kSize);
  for (int draw = 0; draw < kDraws; ++draw) {
    const RandomPermutation order(kSize, 11, static_cast<std::uint64_t>(draw));
    for (std::int64_t i = 0; i < kSize; ++i)
      ++counts[static_cast<std::size_t>(i * kSize + order(i))];
  }
  const double expected = static_cast<double>(kDraws) / kSize;
  // Five standard deviations of a binomial count.
  for (const double count : counts) EXPECT_NEAR(count, expected, 5 * std::sqrt(expected * 6 / 7));
}

TEST(BatchSampler, EachEpochSeesEachSequenceOnceAndInItsOwnOrder) {
  constexpr std::int64_t kSequences = 103;
  constexpr std::int64_t kBatch = 8;
  const BatchSampler sampler(kSequences, kBatch, 5);
  std::vector<std::int64_t> stream;
  for (std::int64_t step = 0; step < kSequences; ++step) {  // eight whole epochs
    const auto batch = sampler.batch(step);
    ASSERT_EQ(batch.size(), static_cast<std::size_t>(kBatch));
    stream.insert(stream.end(), batch.begin(), batch.end());
  }
  std::vector<std::int64_t> all(kSequences);
  std::iota(all.begin(), all.end(), 0);
  std::vector<std::vector<std::int64_t>> epochs;
  for (auto at = stream.begin(); at != stream.end(); at += kSequences) {
    epochs.emplace_back(at, at + kSequences);
    std::vector<std::int64_t> sorted = epochs.back();
    std::sort(sorted.begin(), sorted.end());
    EXPECT_EQ(sorted, all);
  }
  std::sort(epochs.begin(), epochs.end());
  EXPECT_EQ(std::adjacent_find(epochs.begin(), epochs.end()), epochs.end());
}

TEST(BatchSampler, AStepNeedsNoHistory) {
  const BatchSampler first(50, 6, 5);
  const auto late = first.batch(1234567);
  EXPECT_EQ(BatchSampler(50, 6, 5).batch(1234567), late);
  EXPECT_NE(BatchSampler(50, 6, 6).batch(1234567), late);
}

TEST(BatchSampler, DrawsFromAMixtureByWeight) {
  constexpr std::int64_t kBlock = BatchSampler::kMixtureBlock;
  const BatchSampler sampler({{.sequences = 100, .weight = 3}, {.sequences = 5000, .weight = 1}},
                             kBlock, 5);
  std::vector<int> seen(5100);
  for (int step = 0; step < 8; ++step) {
    const auto batch = sampler.batch(step);
    EXPECT_EQ(std::ranges::count_if(batch, [](std::int64_t i) { return i < 100; }), 3 * kBlock / 4);
    for (const std::int64_t i : batch) ++seen.at(static_cast<std::size_t>(i));
  }
  // Each corpus goes through epochs of its own: 6144 draws of 100, and 2048 of 5000.
  const auto [low, high] = std::minmax_element(seen.begin(), seen.begin() + 100);
  EXPECT_EQ(*low, 61);
  EXPECT_EQ(*high, 62);
  EXPECT_EQ(std::accumulate(seen.begin() + 100, seen.end(), 0), 2048);
  EXPECT_EQ(*std::max_element(seen.begin() + 100, seen.end()), 1);

  // The order does not depend on how positions are cut into batches.
  const BatchSampler small({{.sequences = 100, .weight = 3}, {.sequences = 5000, .weight = 1}}, 32,
                           5);
  const auto whole = sampler.batch(1);
  for (std::int64_t i = 0; i < 4; ++i) {
    const auto part = small.batch(kBlock / 32 + i);
    EXPECT_TRUE(std::equal(part.begin(), part.end(), whole.begin() + 32 * i)) << i;
  }
}

TEST(BatchSampler, AMixtureOfOneIsTheCorpus) {
  EXPECT_EQ(BatchSampler({{.sequences = 50, .weight = 0.1}}, 6, 5).batch(100),
            BatchSampler(50, 6, 5).batch(100));
  EXPECT_THROW(BatchSampler({{.sequences = 50}, {.sequences = 0}}, 6, 5), ShapeError);
  EXPECT_THROW(BatchSampler({{.sequences = 9, .weight = 1e9}, {.sequences = 9}}, 6, 5),
               ConfigError);
  EXPECT_THROW(BatchSampler(std::vector<CorpusShare>(), 6, 5), ShapeError);
  EXPECT_THROW(
      BatchSampler({{.sequences = 9, .weight = 1e308}, {.sequences = 9, .weight = 1e308}}, 6, 5),
      ConfigError);
}

TEST(BatchSampler, BatchesMayExceedAnEpoch) {
  const auto batch = BatchSampler(3, 7, 1).batch(0);
  EXPECT_EQ(batch.size(), 7u);
  EXPECT_EQ(std::accumulate(batch.begin(), batch.begin() + 6, std::int64_t{0}), 6);
  EXPECT_THROW(BatchSampler(3, 0, 1), ConfigError);
  EXPECT_THROW(BatchSampler(0, 3, 1), ShapeError);
}

class ValidationBatches : public ::testing::Test {
 protected:
  ValidationBatches() {
    for (std::int32_t i = 0; i < 20 * 16; ++i) validation_.tokens.push_back(5 + i % 4);
  }

  const Tokenizer tokenizer_ =
      Tokenizer::from_text("[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\nb\nc\nd\n", "test");
  std::vector<MaskedBatch> batches_of(std::int64_t most, std::int64_t batch_size,
                                      const MaskingOptions& masking = {}) const {
    const SequenceRange all = {0, validation_.count()};
    return validation_batches(validation_, all, validation_choice(all, most), tokenizer_, masking,
                              batch_size);
  }

  PackedSequences validation_{.sequence_length = 16, .tokens = {}};
};

TEST_F(ValidationBatches, TakeTheAskedNumberAndNoMore) {
  const auto batches = batches_of(10, 4);
  ASSERT_EQ(batches.size(), 3u);
  EXPECT_EQ(batches[0].inputs.size(), 4u * 16);
  EXPECT_EQ(batches[2].inputs.size(), 2u * 16);
  EXPECT_EQ(batches_of(1000, 7).size(), 3u);
  EXPECT_THROW(batches_of(0, 4), ConfigError);
  EXPECT_THROW(batches_of(4, 0), ConfigError);
}

// Five pieces of two and a half tenths: four are the whole, once each, and the fifth is the first.
TEST(ValidationPiece, IsTheNextShareEachTimeOverAndOver) {
  const SequenceRange part{100, 140};
  std::vector<std::int64_t> seen;
  for (std::int64_t number = 0; number < 4; ++number) {
    const auto piece = validation_piece(part, 0.25, number);
    EXPECT_EQ(piece.size(), 10u);
    seen.insert(seen.end(), piece.begin(), piece.end());
  }
  EXPECT_EQ(validation_piece(part, 0.25, 4), validation_piece(part, 0.25, 0));
  EXPECT_EQ(seen, validation_choice(part, 40));  // a shuffle
  std::ranges::sort(seen);
  for (std::int64_t i = 0; i < 40; ++i) EXPECT_EQ(seen[static_cast<std::size_t>(i)], 100 + i);
  // A share that does not divide it goes on where the last piece ended; the least is one.
  const auto third = validation_piece(part, 0.3, 3), first = validation_piece(part, 0.3, 0);
  EXPECT_EQ(third.size(), 12u);
  EXPECT_EQ(third[4], first[0]);
  EXPECT_EQ(validation_piece(part, 1e-9, 41), validation_piece(part, 1e-9, 1));
}

TEST_F(ValidationBatches, MasksDoNotDependOnTheBatchSize) {
  const auto flatten = [&](std::int64_t batch_size) {
    std::vector<std::int32_t> inputs;
    for (const MaskedBatch& batch : batches_of(20, batch_size)) {
      inputs.insert(inputs.end(), batch.inputs.begin(), batch.inputs.end());
    }
    return inputs;
  };
  EXPECT_EQ(flatten(1), flatten(20));
  EXPECT_EQ(flatten(3), flatten(20));
}

}  // namespace
}  // namespace espalier::text
