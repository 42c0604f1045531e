// SPDX-License-Identifier: Apache-2.0
// Gradients of parts of a batch, added before they are scored: by one process or by several.
#include <espalier/sparse/ops/dense_gradient.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <barrier>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <thread>
#include <vector>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>
#include <espalier/sparse/ops/gemm.h>
#include <espalier/sparse/ops/sddmm_top_k.h>

namespace espalier::sparse::dense_gradient_test {
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

/// Where processes meet, each a thread.
class Meeting {
 public:
  explicit Meeting(std::size_t count)
      : held(count), slices(count), barrier_(static_cast<std::ptrdiff_t>(count)) {}
  void wait() { barrier_.arrive_and_wait(); }

  std::vector<Flat> held;                                     ///< what they add
  std::vector<std::span<const std::span<std::byte>>> slices;  ///< what they gather

 private:
  std::barrier<> barrier_;
};

class Process final : public GradientPeers {
 public:
  Process(Meeting& meeting, Index own) : meeting_(&meeting), own_(own) {}

  Index count() const override { return std::ssize(meeting_->held); }
  Index own() const override { return own_; }

  void sum(std::span<float> values) override {
    meeting_->held[number()].assign(values.begin(), values.end());
    meeting_->wait();
    std::ranges::copy(tree_of(meeting_->held, 0, meeting_->held.size()), values.begin());
    meeting_->wait();
    sent += 2 * values.size_bytes() * (meeting_->held.size() - 1) / meeting_->held.size();
  }
  void sum_slices(std::span<float> values, std::span<const std::size_t> borders) override {
    EXPECT_EQ(std::ssize(borders), count() + 1);
    EXPECT_EQ(borders.front(), 0U);
    EXPECT_EQ(borders.back(), values.size());
    const std::size_t begin = borders[number()], end = borders[number() + 1];
    const std::size_t before = sent;
    sum(values);
    // What is not its own says nothing.
    std::fill(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(begin), 1e30F);
    std::fill(values.begin() + static_cast<std::ptrdiff_t>(end), values.end(), 1e30F);
    sent = before + (values.size() - (end - begin)) * sizeof(float);
  }
  void gather(std::span<const std::span<std::byte>> slices) override {
    meeting_->slices[number()] = slices;
    meeting_->wait();
    for (std::size_t i = 0; i < slices.size(); ++i) {
      const std::span<const std::byte> slice = meeting_->slices[i][i];
      EXPECT_EQ(slice.size(), slices[i].size());
      if (i != number() && slice.size() == slices[i].size())
        std::ranges::copy(slice, slices[i].begin());
    }
    meeting_->wait();
    sent += slices[number()].size() * (slices.size() - 1);
  }

  std::size_t sent = 0;  ///< bytes, to all others

 private:
  std::size_t number() const { return static_cast<std::size_t>(own_); }

  Meeting* meeting_;
  Index own_;
};

/// What each of so many processes gets that share the parts of a batch, and what all of them send.
template <typename Result>
struct OfProcesses {
  std::vector<Result> results;
  std::size_t sent = 0;
};
template <typename Function>
auto of_processes(Index count, const Batch& batch, const Function& function) {
  Meeting meeting(static_cast<std::size_t>(count));
  OfProcesses<decltype(function(GradientParts()))> all;
  all.results.resize(static_cast<std::size_t>(count));
  std::atomic<std::size_t> sent = 0;
  {
    std::vector<std::jthread> threads;
    for (Index i = 0; i < count; ++i)
      threads.emplace_back([&, i] {
        Process process(meeting, i);
        GradientParts parts = batch.parts(i * kParts / count, kParts / count);
        parts.peers = &process;
        all.results[static_cast<std::size_t>(i)] = function(parts);
        sent += process.sent;
      });
  }
  all.sent = sent;
  return all;
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

TEST(DenseGradient, IsTheSameOnAllProcesses) {
  const Batch batch(200, 40, 21);
  const Flat gradient = gradient_of(batch.parts(0, kParts), batch);
  const Flat scores = scores_of(batch.parts(0, kParts), batch, 3);
  for (const Index count : {1, 2, 4, 8}) {
    for (const Flat& found : of_processes(count, batch, [&](const GradientParts& p) {
                               return gradient_of(p, batch);
                             }).results)
      EXPECT_TRUE(found == gradient) << count;
    for (const Flat& found : of_processes(count, batch, [&](const GradientParts& p) {
                               return scores_of(p, batch, 2);
                             }).results)
      EXPECT_TRUE(found == scores) << count;
  }
}

// More values than are summed at once; the last strip is lower than the others.
TEST(DenseGradient, IsSummedInPieces) {
  const Batch batch(2068, 2048, 1);
  const Flat expected = scores_of(batch.parts(0, kParts), batch);
  const PatternPtr none = BlockPattern::from_coordinates(2068, 2048, {4, 4}, {});
  const auto best = [&](const GradientParts& parts) {
    return sddmm_top_k(parts, *none, 900, GradientPool::kSum, Context({.threads = 1}));
  };
  const std::vector<BlockCoordinate> positions = best(batch.parts(0, kParts));
  for (const Flat& found :
       of_processes(2, batch, [&](const GradientParts& p) { return scores_of(p, batch); }).results)
    EXPECT_TRUE(found == expected);
  for (const std::vector<BlockCoordinate>& found : of_processes(4, batch, best).results)
    EXPECT_TRUE(found == positions);
}

/// The best `count` positions of blocks of 4 that `excluded` does not store.
struct Best {
  const BlockPattern& excluded;
  Index count;
  GradientPool pool = GradientPool::kSum;

  std::vector<BlockCoordinate> operator()(const GradientParts& parts) const {
    return sddmm_top_k(parts, excluded, count, pool, Context({.threads = 2}));
  }
};

/// All positions of block rows [first, last), of ten each.
std::vector<BlockCoordinate> block_rows(BlockIndex first, BlockIndex last) {
  std::vector<BlockCoordinate> all;
  for (BlockIndex r = first; r < last; ++r)
    for (BlockIndex c = 0; c < 10; ++c) all.push_back({r, c});
  return all;
}

std::vector<BlockCoordinate> both(std::vector<BlockCoordinate> a,
                                  const std::vector<BlockCoordinate>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

// 52 block rows of ten; in the second pattern a slice has nothing to pick, others have too little.
TEST(DenseGradient, IsPickedFromByOwners) {
  const Batch batch(208, 40, 21);
  for (const auto& stored : {block_rows(0, 0), block_rows(5, 30)}) {
    const PatternPtr excluded = BlockPattern::from_coordinates(208, 40, {4, 4}, stored);
    for (const Index count : {1, 17, 30, 80, 270})
      for (const GradientPool pool :
           {GradientPool::kSum, GradientPool::kMean, GradientPool::kMax}) {
        const Best best{*excluded, count, pool};
        const std::vector<BlockCoordinate> positions = best(batch.parts(0, kParts));
        for (const Index processes : {1, 2, 4, 8})
          for (const auto& found : of_processes(processes, batch, best).results)
            EXPECT_TRUE(found == positions) << processes << " processes, " << count << " picks";
      }
  }
}

/// A batch whose gradient is the same at all positions, but not a number in one block row.
Batch even_batch(Index block_row) {
  Batch batch(208, 40, 3);
  for (std::size_t i = 0; i < batch.dy.size(); ++i) {
    std::ranges::fill(batch.dy[i].values(), 1.0F);
    std::ranges::fill(batch.x[i].values(), 1.0F);
    if (i != 5) batch.dy[i].at(0, 4 * block_row) = std::numeric_limits<float>::quiet_NaN();
  }
  return batch;
}

// All block rows but one are equally good, whoever owns them.
TEST(DenseGradient, IsPickedFromTheLowerPositionsAtTies) {
  const Batch batch = even_batch(3);
  const auto expect_picks = [&](const std::vector<BlockCoordinate>& stored, Index count,
                                const std::vector<BlockCoordinate>& expected) {
    const PatternPtr excluded = BlockPattern::from_coordinates(208, 40, {4, 4}, stored);
    for (const Index processes : {1, 2, 4, 8})
      for (const auto& found : of_processes(processes, batch, Best{*excluded, count}).results)
        EXPECT_TRUE(found == expected) << processes << " processes, " << count << " picks";
  };
  expect_picks({}, 20, block_rows(0, 2));
  expect_picks({}, 40, both(block_rows(0, 3), block_rows(4, 5)));
  expect_picks(block_rows(1, 50), 14, both(block_rows(0, 1), {{50, 0}, {50, 1}, {50, 2}, {50, 3}}));
  // What is not a number, where there is nothing else.
  expect_picks(both(block_rows(0, 3), block_rows(4, 52)), 10, block_rows(3, 4));
}

TEST(DenseGradient, SendsEachValueOnceAndPicksOrScores) {
  const Batch batch(208, 40, 21);
  const PatternPtr none = BlockPattern::from_coordinates(208, 40, {4, 4}, {});
  constexpr std::size_t kValues = 208 * 40, kBlocks = 52 * 10;
  for (const std::size_t p : {1, 2, 4, 8}) {
    const auto processes = static_cast<Index>(p);
    const auto sent = [&](const auto& function) {
      return of_processes(processes, batch, function).sent;
    };
    EXPECT_EQ(sent([&](const GradientParts& parts) { return gradient_of(parts, batch); }),
              2 * (p - 1) * 4 * kValues);
    EXPECT_EQ(sent([&](const GradientParts& parts) { return scores_of(parts, batch); }),
              (p - 1) * 4 * (kValues + kBlocks));
    // Picks, unless those of all processes are more bytes than the scores.
    for (const std::size_t picks : {1, 20, 30, 200})
      EXPECT_EQ(sent(Best{*none, static_cast<Index>(picks)}),
                (p - 1) * (4 * kValues + std::min(p * 12 * picks, 4 * kBlocks)))
          << p << " processes, " << picks << " picks";
  }
}

// One block row for eight owners, of whom seven have nothing.
TEST(DenseGradient, IsPickedFromByFewOwners) {
  const Batch batch(4, 120, 21);
  const PatternPtr none = BlockPattern::from_coordinates(4, 120, {4, 4}, {});
  for (const Index count : {1, 29}) {
    const Best best{*none, count};
    for (const Index processes : {2, 8})
      for (const auto& found : of_processes(processes, batch, best).results)
        EXPECT_TRUE(found == best(batch.parts(0, kParts))) << processes << ' ' << count;
  }
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
  EXPECT_THROW(dense_gradient({}, {dw.data(), -8, 12}, Context({.threads = 1})), ShapeError);
}

}  // namespace
}  // namespace espalier::sparse::dense_gradient_test
