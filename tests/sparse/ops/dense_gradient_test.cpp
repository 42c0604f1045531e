// SPDX-License-Identifier: Apache-2.0
// Gradients of parts of a batch, added before they are scored: by one process or by several.
#include <espalier/sparse/ops/dense_gradient.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <barrier>
#include <cstdint>
#include <span>
#include <thread>
#include <vector>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>
#include <espalier/sparse/ops/gemm.h>
#include <espalier/sparse/ops/sddmm_top_k.h>

namespace espalier::sparse {
namespace {

constexpr Index kParts = 8;

/// dy and x of the parts of a batch; the fifth has no tokens, and so no shape.
struct Batch {
  Batch(Index rows_, Index cols_, Index tokens) : rows(rows_), cols(cols_) {
    for (Index part = 0; part < kParts; ++part)
      if (part == 5) {
        dy.emplace_back();
        x.emplace_back();
      } else {
        dy.push_back(values("dy", part, tokens, rows));
        x.push_back(values("x", part, tokens, cols));
      }
  }
  static Activations values(const char* name, Index part, Index tokens, Index features) {
    Activations all(tokens, features, 16);
    const Random random(9, stream_id(name, static_cast<std::uint64_t>(part)));
    for (Index t = 0; t < tokens; ++t)
      for (Index f = 0; f < features; ++f)
        all.at(t, f) =
            static_cast<float>(random.uniform(static_cast<std::uint64_t>(t * features + f)) - 0.5);
    return all;
  }
  GradientParts parts(Index first, Index count) const {
    GradientParts gradient;
    for (Index i = first; i < first + count; ++i)
      gradient.parts.push_back(
          {.dy = &dy[static_cast<std::size_t>(i)], .x = &x[static_cast<std::size_t>(i)]});
    return gradient;
  }

  Index rows, cols;
  std::vector<Activations> dy, x;
};

using Flat = std::vector<float>;

Flat plus(Flat a, const Flat& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] += b[i];
  return a;
}

/// The definition: the two halves, added.
Flat tree_of(const std::vector<Flat>& leaves, std::size_t first, std::size_t count) {
  if (count == 1) return leaves[first];
  return plus(tree_of(leaves, first, count / 2), tree_of(leaves, first + count / 2, count / 2));
}

Flat gradient_of(const GradientParts& parts, const Batch& batch, int threads = 1) {
  Flat dw(static_cast<std::size_t>(batch.rows * batch.cols), 7.0F);
  dense_gradient(parts, {dw.data(), batch.rows, batch.cols}, Context({.threads = threads}));
  return dw;
}

/// Scores of blocks of 4 of all positions, row by row.
Flat scores_of(const GradientParts& parts, const Batch& batch, int threads = 1) {
  const Index columns = batch.cols / 4;
  Flat scores(static_cast<std::size_t>(batch.rows / 4 * columns));
  sddmm_block_scores(
      parts, batch.rows, batch.cols, {4, 4}, GradientPool::kSum,
      [&](Index row, std::span<const float> of_row) {
        std::ranges::copy(of_row, scores.begin() + row * columns);
      },
      Context({.threads = threads}));
  return scores;
}

/// Processes, each a thread, that add what they hold by the tree.
class Meeting {
 public:
  explicit Meeting(std::size_t ranks)
      : held_(ranks), barrier_(static_cast<std::ptrdiff_t>(ranks)) {}

  void add(std::size_t rank, std::span<float> values) {
    held_[rank].assign(values.begin(), values.end());
    barrier_.arrive_and_wait();
    std::ranges::copy(tree_of(held_, 0, held_.size()), values.begin());
    barrier_.arrive_and_wait();
  }

 private:
  std::vector<Flat> held_;
  std::barrier<> barrier_;
};

/// What each of so many processes gets that share the parts of a batch.
template <typename Result>
auto of_ranks(Index ranks, const Batch& batch, const Result& result) {
  Meeting meeting(static_cast<std::size_t>(ranks));
  std::vector<decltype(result(GradientParts()))> results(static_cast<std::size_t>(ranks));
  {
    std::vector<std::jthread> threads;
    for (Index rank = 0; rank < ranks; ++rank)
      threads.emplace_back([&, rank] {
        GradientParts parts = batch.parts(rank * kParts / ranks, kParts / ranks);
        const auto own = static_cast<std::size_t>(rank);
        parts.add_others = [&, own](std::span<float> values) { meeting.add(own, values); };
        results[own] = result(parts);
      });
  }
  return results;
}

TEST(DenseGradient, AddsPartsInPairs) {
  const Batch batch(24, 40, 21);
  std::vector<Flat> leaves;
  const Context context({.threads = 1});
  for (Index i = 0; i < kParts; ++i) {
    Flat& leaf = leaves.emplace_back(24 * 40);
    if (i != 5)
      gemm_weight_gradient(batch.dy[static_cast<std::size_t>(i)],
                           batch.x[static_cast<std::size_t>(i)], {leaf.data(), 24, 40}, false,
                           context);
  }
  for (const int threads : {1, 3}) {
    EXPECT_TRUE(gradient_of(batch.parts(0, 8), batch, threads) == tree_of(leaves, 0, 8));
    EXPECT_TRUE(gradient_of(batch.parts(4, 4), batch, threads) == tree_of(leaves, 4, 4));
    EXPECT_TRUE(gradient_of(batch.parts(3, 1), batch, threads) == leaves[3]);
    EXPECT_TRUE(gradient_of({}, batch, threads) == Flat(24 * 40));
  }
  // The order is one that can be told from others.
  Flat fold(24 * 40);
  for (const Flat& leaf : leaves) fold = plus(fold, leaf);
  EXPECT_FALSE(tree_of(leaves, 0, 8) == fold);
}

// Magnitudes cannot be added: a part that cancels another leaves no score.
TEST(DenseGradient, IsAddedBeforeItIsScored) {
  Batch batch(8, 8, 3);
  for (std::size_t i = 0; i < 8; i += 2) {
    batch.x[i] = batch.x[0];
    batch.dy[i] = batch.dy[0];
    batch.x[i + 1] = batch.x[0];
    batch.dy[i + 1] = batch.dy[0];
    for (float& value : batch.dy[i + 1].values()) value = -value;
  }
  EXPECT_THAT(scores_of(batch.parts(0, 8), batch), ::testing::Each(0.0F));
  EXPECT_THAT(scores_of(batch.parts(0, 1), batch), ::testing::Each(::testing::Gt(0.0F)));
}

TEST(DenseGradient, IsTheSameOnAllRanks) {
  const Batch batch(200, 40, 21);
  const Flat gradient = gradient_of(batch.parts(0, kParts), batch);
  const Flat scores = scores_of(batch.parts(0, kParts), batch, 3);
  const PatternPtr none = BlockPattern::from_coordinates(200, 40, {4, 4}, {});
  const auto best = [&](const GradientParts& parts) {
    return sddmm_top_k(parts, *none, 30, GradientPool::kMax, Context({.threads = 1}));
  };
  const std::vector<BlockCoordinate> positions = best(batch.parts(0, kParts));
  for (const Index ranks : {1, 2, 8}) {
    for (const Flat& found :
         of_ranks(ranks, batch, [&](const GradientParts& p) { return gradient_of(p, batch); }))
      EXPECT_TRUE(found == gradient) << ranks;
    for (const Flat& found :
         of_ranks(ranks, batch, [&](const GradientParts& p) { return scores_of(p, batch, 2); }))
      EXPECT_TRUE(found == scores) << ranks;
    for (const std::vector<BlockCoordinate>& found : of_ranks(ranks, batch, best))
      EXPECT_TRUE(found == positions) << ranks;
  }
}

// More values than are summed at once; the last strip is lower than the others.
TEST(DenseGradient, IsSummedInPieces) {
  const Batch batch(2068, 2048, 1);
  const Flat expected = scores_of(batch.parts(0, kParts), batch);
  for (const Flat& found :
       of_ranks(2, batch, [&](const GradientParts& p) { return scores_of(p, batch); }))
    EXPECT_TRUE(found == expected);
}

TEST(DenseGradient, RefusesPartsThatDoNotFit) {
  Batch batch(8, 12, 3);
  EXPECT_THROW(gradient_of(batch.parts(0, 3), batch), ShapeError);
  EXPECT_THROW(scores_of(batch.parts(0, 6), batch), ShapeError);
  batch.x[1] = Activations(4, 12, 16);
  EXPECT_THROW(gradient_of(batch.parts(0, 2), batch), ShapeError);
  batch.x[1] = Activations(3, 11, 16);
  EXPECT_THROW(scores_of(batch.parts(0, 2), batch), ShapeError);
  Flat dw(8 * 13);
  EXPECT_THROW(dense_gradient(batch.parts(0, 1), {dw.data(), 8, 12, 13}, Context({.threads = 1})),
               ShapeError);
}

}  // namespace
}  // namespace espalier::sparse
