// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/ops/sddmm_top_k.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <set>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>
#include "tests/support/message.h"

namespace espalier::sparse {
namespace {

using espalier::testing::message_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr GradientPool kPools[] = {GradientPool::kSum, GradientPool::kMean, GradientPool::kMax};

/// Operands of one layer. Padding is NaN, since it must not be read.
struct Layer {
  Activations dy;
  Activations x;
  BlockShape block;

  Index grid_rows() const { return dy.features() / block.rows; }
  Index grid_cols() const { return x.features() / block.cols; }
};

void spoil_padding(Activations& a) {
  for (Index p = 0; p < a.panels(); ++p)
    for (Index f = 0; f < a.features(); ++f)
      std::fill(a.row(p, f) + a.used_lanes(p), a.row(p, f) + a.panel_width(), kNaN);
}

/// Integers from -limit to limit, so that every gradient and every score is exact in float.
Activations integers(Index tokens, Index features, Index panel_width, Index limit,
                     std::uint64_t seed) {
  Activations a(tokens, features, panel_width);
  const Random random(seed, stream_id("integers"));
  for (Index t = 0; t < tokens; ++t)
    for (Index f = 0; f < features; ++f) {
      const auto drawn = random.below(static_cast<std::uint64_t>(t * features + f),
                                      static_cast<std::uint64_t>(2 * limit + 1));
      a.at(t, f) = static_cast<float>(static_cast<Index>(drawn) - limit);
    }
  spoil_padding(a);
  return a;
}

Layer layer(Index out, Index in, BlockShape block, Index tokens, Index limit,
            Index panel_width = 16) {
  return {integers(tokens, out, panel_width, limit, 1), integers(tokens, in, panel_width, limit, 2),
          block};
}

/// The definition, from the whole gradient in double.
std::vector<double> expected_scores(const Layer& l, GradientPool pool) {
  const Index out = l.dy.features(), in = l.x.features();
  std::vector<double> scores(static_cast<std::size_t>(l.grid_rows() * l.grid_cols()), 0.0);
  for (Index r = 0; r < out; ++r)
    for (Index c = 0; c < in; ++c) {
      double gradient = 0;
      for (Index t = 0; t < l.dy.tokens(); ++t)
        gradient += double{l.dy.at(t, r)} * double{l.x.at(t, c)};
      double& score =
          scores[static_cast<std::size_t>(r / l.block.rows * l.grid_cols() + c / l.block.cols)];
      score = pool == GradientPool::kMax ? std::max(score, std::abs(gradient))
                                         : score + std::abs(gradient);
    }
  if (pool == GradientPool::kMean)
    for (double& score : scores) score /= static_cast<double>(l.block.size());
  return scores;
}

std::vector<float> scores_of(const Layer& l, GradientPool pool, const Context& context) {
  std::vector<float> all(static_cast<std::size_t>(l.grid_rows() * l.grid_cols()), -1.0f);
  std::mutex mutex;
  std::multiset<Index> visited;
  sddmm_block_scores(
      l.dy, l.x, l.block, pool,
      [&](Index row, std::span<const float> scores) {
        std::copy(scores.begin(), scores.end(), all.begin() + row * l.grid_cols());
        const std::lock_guard lock(mutex);
        visited.insert(row);
      },
      context);
  EXPECT_EQ(static_cast<Index>(visited.size()), l.grid_rows());
  for (Index r = 0; r < l.grid_rows(); ++r) EXPECT_EQ(visited.count(r), 1u) << r;
  return all;
}

/// The best positions by sorting all of them, for an excluded pattern.
std::vector<BlockCoordinate> expected_top(const Layer& l, const std::vector<double>& scores,
                                          const BlockPattern& excluded, Index count) {
  std::vector<Index> open;
  for (Index i = 0; i < excluded.grid_size(); ++i)
    if (excluded.find({static_cast<BlockIndex>(i / l.grid_cols()),
                       static_cast<BlockIndex>(i % l.grid_cols())}) < 0)
      open.push_back(i);
  std::stable_sort(open.begin(), open.end(), [&](Index a, Index b) {
    return scores[static_cast<std::size_t>(a)] > scores[static_cast<std::size_t>(b)];
  });
  std::vector<BlockCoordinate> best;
  for (Index i = 0; i < count; ++i) {
    const Index at = open[static_cast<std::size_t>(i)];
    best.push_back(
        {static_cast<BlockIndex>(at / l.grid_cols()), static_cast<BlockIndex>(at % l.grid_cols())});
  }
  std::sort(best.begin(), best.end());
  return best;
}

/// Stores about every third position.
PatternPtr some_pattern(const Layer& l) {
  std::vector<BlockCoordinate> stored;
  const Random random(5, stream_id("excluded"));
  for (BlockIndex r = 0; r < l.grid_rows(); ++r)
    for (BlockIndex c = 0; c < l.grid_cols(); ++c)
      if (random.below(static_cast<std::uint64_t>(r * l.grid_cols() + c), 3) == 0)
        stored.push_back({r, c});
  return BlockPattern::from_coordinates(l.dy.features(), l.x.features(), l.block, stored);
}

/// Several strips, ragged tokens, blocks of every shape, one taller than a strip.
std::vector<Layer> layers(Index limit) {
  return {layer(300, 20, {1, 1}, 37, limit), layer(272, 48, {16, 16}, 50, limit),
          layer(264, 12, {4, 2}, 16, limit), layer(300, 10, {150, 5}, 3, limit),
          layer(6, 9, {2, 3}, 1, limit),     layer(8, 8, {8, 8}, 100, limit, 64)};
}

TEST(SddmmBlockScores, EqualTheirDefinition) {
  const Context context({.threads = 2});
  for (const Layer& l : layers(8)) {
    for (const GradientPool pool : kPools) {
      const std::vector<float> scores = scores_of(l, pool, context);
      const std::vector<double> expected = expected_scores(l, pool);
      // Sums of integers are exact: 16 x 16 gradients of at most 100 * 8 * 8 stay below 2^24. The
      // division of a mean rounds once.
      for (std::size_t i = 0; i < expected.size(); ++i)
        ASSERT_EQ(scores[i], static_cast<float>(expected[i]))
            << "pool " << static_cast<int>(pool) << " " << i;
    }
  }
}

TEST(SddmmBlockScores, AreTheSameForAnyNumberOfThreads) {
  // Normal values, so that another order of summation would show.
  Activations dy(70, 400, 32), x(70, 64, 32);
  const Random random(3, stream_id("normal"));
  for (Index t = 0; t < 70; ++t) {
    for (Index f = 0; f < 400; ++f)
      dy.at(t, f) = static_cast<float>(random.normal(static_cast<std::uint64_t>(t * 1000 + f)));
    for (Index f = 0; f < 64; ++f)
      x.at(t, f) =
          static_cast<float>(random.normal(static_cast<std::uint64_t>(t * 1000 + 500 + f)));
  }
  const Layer l{dy, x, {4, 4}};
  const PatternPtr excluded = some_pattern(l);
  const Context one({.threads = 1});
  const std::vector<float> scores = scores_of(l, GradientPool::kSum, one);
  const auto top = sddmm_top_k(l.dy, l.x, *excluded, 100, GradientPool::kSum, one);
  for (const int threads : {2, 3, 5}) {
    const Context many({.threads = threads});
    EXPECT_EQ(scores_of(l, GradientPool::kSum, many), scores);
    EXPECT_EQ(sddmm_top_k(l.dy, l.x, *excluded, 100, GradientPool::kSum, many), top);
  }
}

TEST(SddmmBlockScores, OfNoTokensAreZero) {
  const Layer l{Activations(0, 4, 16), Activations(0, 6, 16), {2, 2}};
  EXPECT_EQ(scores_of(l, GradientPool::kSum, Context({.threads = 1})), std::vector<float>(6, 0.0f));
}

TEST(SddmmBlockScores, KeepNaNInEveryPool) {
  Layer l{Activations(1, 4, 16), Activations(1, 4, 16), {2, 2}};
  for (Index f = 0; f < 4; ++f) l.dy.at(0, f) = l.x.at(0, f) = 1;
  for (const Index bad : {2, 3}) {
    Layer damaged = l;
    damaged.dy.at(0, bad) = kNaN;
    for (const GradientPool pool : kPools) {
      const std::vector<float> scores = scores_of(damaged, pool, Context({.threads = 1}));
      EXPECT_FALSE(std::isnan(scores[0]) || std::isnan(scores[1]));
      EXPECT_TRUE(std::isnan(scores[2]) && std::isnan(scores[3]));
    }
  }
}

TEST(SddmmBlockScores, PassOnWhatTheVisitThrows) {
  const Layer l = layer(600, 4, {2, 2}, 3, 2);  // several strips
  for (const int threads : {1, 3}) {
    const Context context({.threads = threads});
    for (const Index bad_row : {0, 150, 299}) {
      const auto fail = [&](Index row, std::span<const float>) {
        if (row == bad_row) throw ConfigError("stop");
      };
      EXPECT_THROW(sddmm_block_scores(l.dy, l.x, l.block, GradientPool::kSum, fail, context),
                   ConfigError)
          << threads << " threads, row " << bad_row;
    }
  }
}

// Large integers: ties are rare. Small ones: most scores tie.
TEST(SddmmTopK, EqualsTheDenseGradientAnswer) {
  const Context context({.threads = 2});
  for (const Index limit : {8, 1}) {
    for (const Layer& l : layers(limit)) {
      const PatternPtr excluded = some_pattern(l);
      const Index open = excluded->grid_size() - excluded->blocks();
      for (const GradientPool pool : kPools) {
        const std::vector<double> scores = expected_scores(l, pool);
        for (const Index count : {Index{0}, std::min<Index>(1, open), open / 7, open / 2, open})
          ASSERT_EQ(sddmm_top_k(l.dy, l.x, *excluded, count, pool, context),
                    expected_top(l, scores, *excluded, count))
              << "pool " << static_cast<int>(pool) << " " << count << " of " << open << " limit "
              << limit;
      }
    }
  }
}

TEST(SddmmTopK, BreaksTiesOnTheLowerPositionAndTakesNaNLast) {
  // One token: dw[r, c] = dy[r] x[c].
  Activations dy(1, 3, 16), x(1, 4, 16);
  const float outs[] = {1, 2, kNaN}, ins[] = {1, -1, 2, 1};
  for (Index f = 0; f < 3; ++f) dy.at(0, f) = outs[f];
  for (Index f = 0; f < 4; ++f) x.at(0, f) = ins[f];
  const auto none = BlockPattern::from_coordinates(3, 4, {1, 1}, {});
  const auto top = [&](Index count) {
    return sddmm_top_k(dy, x, *none, count, GradientPool::kMax, Context({.threads = 1}));
  };
  using At = BlockCoordinate;
  // Scores: 1 1 2 1 / 2 2 4 2 / NaN.
  EXPECT_THAT(top(1), ElementsAre(At{1, 2}));
  EXPECT_THAT(top(3), ElementsAre(At{0, 2}, At{1, 0}, At{1, 2}));
  EXPECT_THAT(top(6), ElementsAre(At{0, 0}, At{0, 2}, At{1, 0}, At{1, 1}, At{1, 2}, At{1, 3}));
  EXPECT_THAT(top(9), ElementsAre(At{0, 0}, At{0, 1}, At{0, 2}, At{0, 3}, At{1, 0}, At{1, 1},
                                  At{1, 2}, At{1, 3}, At{2, 0}));
}

TEST(SddmmTopK, RefusesWhatDoesNotFit) {
  const Layer l = layer(4, 6, {2, 2}, 3, 2);
  const Context context({.threads = 1});
  const auto top = [&](const Activations& dy, const Activations& x, const BlockPattern& excluded,
                       Index count) {
    return message_of<ShapeError>(
        [&] { sddmm_top_k(dy, x, excluded, count, GradientPool::kSum, context); });
  };
  const auto excluded = BlockPattern::from_coordinates(4, 6, {2, 2}, {{0, 0}});
  EXPECT_THAT(top(l.x, l.dy, *excluded, 1), HasSubstr("features of dy is 6; expected 4"));
  EXPECT_THAT(top(l.dy, l.dy, *excluded, 1), HasSubstr("features of x is 4; expected 6"));
  EXPECT_THAT(top(l.dy, Activations(2, 6, 16), *excluded, 1), HasSubstr("tokens of x is 2"));
  EXPECT_THAT(top(l.dy, Activations(3, 6, 32), *excluded, 1), HasSubstr("panel width of x is 32"));
  EXPECT_THAT(top(l.dy, l.x, *excluded, 6),
              HasSubstr("count is 6; expected a value from 0 to the 5"));
  EXPECT_THAT(top(l.dy, l.x, *excluded, -1), HasSubstr("count is -1"));
  for (const BlockShape block : {BlockShape{3, 2}, BlockShape{2, 4}, BlockShape{0, 2}})
    EXPECT_THROW(
        sddmm_block_scores(
            l.dy, l.x, block, GradientPool::kSum, [](Index, std::span<const float>) {}, context),
        ShapeError);
}

}  // namespace
}  // namespace espalier::sparse
