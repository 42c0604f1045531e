// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/topology/gradient_operands.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include <espalier/sparse/core/context.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>
#include <espalier/sparse/ops/sddmm_top_k.h>

namespace espalier::sparse {
namespace {

constexpr Index kIn = 24, kOut = 16, kTokens = 150;

/// Tokens [first, last) of a batch of normal values, in panels of a width.
Activations part_of_batch(const char* name, Index features, Index first, Index last,
                          Index panel_width) {
  Activations part(last - first, features, panel_width);
  for (Index t = first; t < last; ++t)
    for (Index f = 0; f < features; ++f)
      part.at(t - first, f) = static_cast<float>(
          Random(3, stream_id(name)).normal(static_cast<std::uint64_t>(t * features + f)));
  return part;
}

void keep_part(GradientOperands& operands, Index first, Index last, Index panel_width) {
  operands.keep(part_of_batch("x", kIn, first, last, panel_width),
                part_of_batch("dy", kOut, first, last, panel_width));
}

/// Scores of all positions in blocks of 4x4, row by row.
std::vector<float> scores(const GradientOperands& operands, int threads) {
  const Context context({.threads = threads});
  std::vector<float> all(kOut / 4 * (kIn / 4));
  sddmm_block_scores(
      operands.gradient(), kOut, kIn, {4, 4}, GradientPool::kSum,
      [&](Index row, std::span<const float> of_row) {
        std::copy(of_row.begin(), of_row.end(), all.begin() + row * (kIn / 4));
      },
      context);
  return all;
}

TEST(GradientOperands, OfMicroBatchesAreThoseOfTheBatch) {
  GradientOperands whole;
  whole.want(true);
  keep_part(whole, 0, kTokens, 32);
  const std::vector<std::vector<Index>> ends = {
      {75, kTokens}, {64, kTokens}, {1, 33, 140, kTokens}};
  for (const std::vector<Index>& division : ends) {
    GradientOperands parts;
    parts.want(true);
    Index first = 0;
    for (const Index last : division) {
      keep_part(parts, first, last, first == 0 ? 32 : 48);
      first = last;
    }
    ASSERT_EQ(parts.parts().size(), 1U);
    const Activations &found = parts.parts()[0].x, &expected = whole.parts()[0].x;
    EXPECT_EQ(found.shape(), expected.shape());
    EXPECT_TRUE(std::ranges::equal(found.values(), expected.values()));
    // The same sums in the same order, whatever the number of threads.
    for (const int threads : {1, 2, 5}) EXPECT_EQ(scores(parts, threads), scores(whole, 1));
  }
}

// Against sums in double precision: a sum of n products of values below m in single precision errs
// by at most n (n + 1) 2^-24 m^2 whatever its order, a block adds sixteen of them.
TEST(GradientOperands, OfMicroBatchesGiveTheSumOfTheirGradients) {
  GradientOperands operands;
  operands.want(true);
  keep_part(operands, 0, 70, 16);
  keep_part(operands, 70, kTokens, 64);
  const Activations x = part_of_batch("x", kIn, 0, kTokens, 16);
  const Activations dy = part_of_batch("dy", kOut, 0, kTokens, 16);
  double largest = 0;
  for (const Activations* operand : {&x, &dy})
    for (const float value : operand->values())
      largest = std::max(largest, std::abs(double{value}));
  const double tolerance = 16 * kTokens * (kTokens + 1) * std::ldexp(1.0, -24) * largest * largest;
  const std::vector<float> found = scores(operands, 2);
  for (Index r = 0; r < kOut / 4; ++r)
    for (Index c = 0; c < kIn / 4; ++c) {
      double expected = 0;
      for (Index i = 4 * r; i < 4 * r + 4; ++i)
        for (Index j = 4 * c; j < 4 * c + 4; ++j) {
          double gradient = 0;
          for (Index t = 0; t < kTokens; ++t) gradient += double{dy.at(t, i)} * x.at(t, j);
          expected += std::abs(gradient);
        }
      EXPECT_NEAR(found[static_cast<std::size_t>(r * (kIn / 4) + c)], expected, tolerance);
    }
}

TEST(GradientOperands, AreThoseOfOneStep) {
  GradientOperands operands;
  keep_part(operands, 0, 5, 16);
  EXPECT_EQ(operands.tokens(), 0);  // nobody wants them
  EXPECT_FALSE(operands.kept());
  operands.want(true);
  keep_part(operands, 0, 5, 16);
  operands.want(true);
  EXPECT_EQ(operands.tokens(), 0);
  EXPECT_FALSE(operands.kept());
  keep_part(operands, 5, 5, 16);
  EXPECT_EQ(operands.tokens(), 0);
  EXPECT_TRUE(operands.kept());  // a pass of no tokens is one too
  keep_part(operands, 5, 8, 16);
  EXPECT_EQ(operands.tokens(), 3);
  EXPECT_EQ(operands.bytes(), 16.0 * (kIn + kOut) * sizeof(float));
  operands.want(false);
  EXPECT_EQ(operands.bytes(), 0);
}

// Every part begins a panel of its own, and the memory of a step serves the next.
TEST(GradientOperands, OfPartsStayApart) {
  GradientOperands operands;
  operands.begin_part();
  EXPECT_EQ(operands.parts().size(), 0U);  // nobody wants them
  operands.want(true);
  for (int step = 0; step < 2; ++step) {
    for (const Index first : {0, 20, 50, 50}) {
      operands.begin_part();
      if (first != 50) keep_part(operands, first, first + 10, 16);
    }
    ASSERT_EQ(operands.parts().size(), 4U);
    EXPECT_EQ(operands.parts()[1].x.tokens(), 10);
    EXPECT_EQ(operands.parts()[1].x.at(0, 3), part_of_batch("x", kIn, 20, 21, 16).at(0, 3));
    EXPECT_EQ(operands.parts()[3].dy.tokens(), 0);
    EXPECT_EQ(operands.gradient().parts.size(), 4U);
    EXPECT_EQ(operands.tokens(), 20);
    EXPECT_EQ(operands.bytes(), 2 * 16.0 * (kIn + kOut) * sizeof(float));
    EXPECT_FALSE(operands.is_zero());
    operands.want(true);
    EXPECT_EQ(operands.parts().size(), 0U);
    EXPECT_TRUE(operands.is_zero());
  }
}

class NoPeers final : public GradientPeers {
  Index count() const override { return 1; }
  Index own() const override { return 0; }
  void sum(std::span<float>) override {}
  void sum_slices(std::span<float>, std::span<const std::size_t>) override {}
  void gather(std::span<const std::span<std::byte>>) override {}
};

TEST(GradientOperands, OfOthersCountUntilTheNextStep) {
  GradientOperands operands;
  operands.want(true);
  operands.begin_part();
  operands.keep(Activations(5, kIn, 16), Activations(5, kOut, 16));
  EXPECT_TRUE(operands.is_zero());
  operands.join(
      {.tokens = 7, .bytes = 100, .is_zero = false, .peers = std::make_shared<NoPeers>()});
  EXPECT_EQ(operands.tokens(), 12);
  EXPECT_TRUE(operands.kept());
  EXPECT_EQ(operands.bytes(), 100 + 16.0 * (kIn + kOut) * sizeof(float));
  EXPECT_FALSE(operands.is_zero());
  EXPECT_NE(operands.gradient().peers, nullptr);
  operands.want(true);
  EXPECT_EQ(operands.tokens(), 0);
  EXPECT_TRUE(operands.is_zero());
  EXPECT_EQ(operands.gradient().peers, nullptr);
}

TEST(GradientOperands, RefuseWhatDoesNotFit) {
  GradientOperands operands;
  operands.want(true);
  EXPECT_THROW(operands.keep(Activations(4, kIn), Activations(5, kOut)), ShapeError);
  keep_part(operands, 0, 5, 16);
  EXPECT_THROW(operands.keep(Activations(4, kIn + 1), Activations(4, kOut)), ShapeError);
  EXPECT_EQ(operands.tokens(), 5);
}

}  // namespace
}  // namespace espalier::sparse
