// SPDX-License-Identifier: Apache-2.0
// A grouped layer against the layer whose weight is the same matrix in full.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include <espalier/models/layers/linear.h>
#include <espalier/models/optimizers/adamw.h>
#include <espalier/models/parameters/evolvable.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/format/grouped_pattern.h>
#include "tests/support/generated_problem.h"
#include "tests/support/message.h"
#include "tests/support/oracle.h"

namespace espalier::models {
namespace {

using sparse::Activations;
using testing::difference;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::message_of;
using testing::nan_activations;
using testing::normal_activations;
using testing::to_double;

constexpr Index kIn = 96, kOut = 48, kGroups = 3, kTokens = 200, kWidth = 64;

LinearOptions options(double density, Index block) {
  return {.name = "grouped",
          .in = kIn,
          .out = kOut,
          .groups = kGroups,
          .block = block,
          .density = density,
          .initial_deviation = 1.0};
}

struct Results {
  Activations y, dx;
  AlignedVector<float> gradient;
};

Results run(Linear& layer) {
  const Activations x = normal_activations(kTokens, kIn, kWidth, 1);
  const Activations dy = normal_activations(kTokens, kOut, kWidth, 2);
  Results results = {
      nan_activations(kTokens, kOut, kWidth), nan_activations(kTokens, kIn, kWidth), {}};
  layer.forward(x, results.y);
  layer.backward(x, dy, &results.dx);
  results.gradient = layer.weight().gradient;
  return results;
}

TEST(UngroupedPattern, ShiftsTheColumnsOfEachGroup) {
  // Two groups of two block rows; blocks of 2 in [8, 4].
  const auto pattern = sparse::BlockPattern::from_coordinates(
      8, 4, {2, 2}, {{0, 1}, {1, 0}, {2, 0}, {3, 0}, {3, 1}});
  const sparse::PatternPtr full = sparse::ungrouped(pattern, 2);
  EXPECT_EQ(full->cols(), 8);
  EXPECT_THAT(full->coordinates(),
              ElementsAre(sparse::BlockCoordinate{0, 1}, sparse::BlockCoordinate{1, 0},
                          sparse::BlockCoordinate{2, 2}, sparse::BlockCoordinate{3, 2},
                          sparse::BlockCoordinate{3, 3}));
  EXPECT_EQ(sparse::ungrouped(pattern, 1), pattern);
  EXPECT_THAT(message_of<ShapeError>([&] { (void)sparse::ungrouped(pattern, 3); }),
              HasSubstr("groups is 3; expected a divisor of 4 block rows"));
  EXPECT_THAT(message_of<ShapeError>([&] { (void)sparse::ungrouped(nullptr, 1); }),
              HasSubstr("no pattern"));
  // The column of this block would be 2^31 + 2^15 - 1.
  const auto wide =
      sparse::BlockPattern::from_coordinates(65537, 65537, {1, 1}, {{32767, 65536}, {65536, 0}});
  EXPECT_THAT(message_of<ShapeError>([&] { (void)sparse::ungrouped(wide, 65537); }),
              HasSubstr("65537 block columns in each of 65537 groups; expected at most 2^31 - 1"));
}

// The same kernels on the same blocks: the same bits.
TEST(GroupedLinear, SparseEqualsTheMatrixInFull) {
  for (const Precision precision : {Precision::kFloat32, Precision::kBFloat16})
    for (const Index block : {1, 4, 16}) {
      const Context context({.threads = 2, .seed = 4, .precision = precision});
      Linear grouped(options(0.4, block), context);
      ASSERT_EQ(grouped.in(), kIn);
      ASSERT_EQ(grouped.weight().shape, (std::vector<Index>{kOut, kIn / kGroups}));
      Linear full(
          {.in = kIn, .out = kOut, .pattern = sparse::ungrouped(grouped.weight().pattern, kGroups)},
          context);
      full.weight().values = grouped.weight().values;
      const Results a = run(grouped), b = run(full);
      EXPECT_TRUE(std::ranges::equal(a.y.values(), b.y.values()));
      EXPECT_TRUE(std::ranges::equal(a.dx.values(), b.dx.values()));
      EXPECT_EQ(a.gradient, b.gradient);
    }
}

TEST(GroupedLinear, DenseMatchesTheDefinition) {
  const Context context({.threads = 2, .seed = 4});
  Linear layer(options(1.0, 4), context);
  const Index inputs = kIn / kGroups, outputs = kOut / kGroups;
  // The matrix in full.
  std::vector<double> full(kOut * kIn);
  for (Index o = 0; o < kOut; ++o)
    for (Index i = 0; i < inputs; ++i)
      full[o * kIn + o / outputs * inputs + i] = layer.weight().values[o * inputs + i];
  const Results results = run(layer);
  const auto x = to_double(normal_activations(kTokens, kIn, kWidth, 1));
  const auto dy = to_double(normal_activations(kTokens, kOut, kWidth, 2));
  using testing::oracle_product;
  EXPECT_EQ(difference(oracle_product(full, kOut, kIn, x, kTokens, {}), results.y), "");
  EXPECT_EQ(
      difference(oracle_product(testing::transposed(full, kOut, kIn), kIn, kOut, dy, kTokens, {}),
                 results.dx),
      "");
  const testing::Oracle gradient =
      oracle_product(dy, kOut, kTokens, testing::transposed(x, kIn, kTokens), kIn, {});
  for (Index o = 0; o < kOut; ++o)
    for (Index i = 0; i < inputs; ++i) {
      const Index at = o * kIn + o / outputs * inputs + i;
      EXPECT_NEAR(results.gradient[o * inputs + i], gradient.value[at],
                  testing::rounding_bound(kTokens, gradient.magnitude[at]));
    }
  EXPECT_EQ(testing::dirty_padding(results.y), "");
  EXPECT_EQ(testing::dirty_padding(results.dx), "");
}

TEST(GroupedLinear, ResultsDoNotDependOnTheNumberOfThreads) {
  for (const double density : {1.0, 0.4})
    for (const Precision precision : {Precision::kFloat32, Precision::kBFloat16}) {
      const auto results = [&](int threads) {
        const Context context({.threads = threads, .seed = 4, .precision = precision});
        Linear layer(options(density, 4), context);
        return run(layer);
      };
      const Results one = results(1), many = results(3);
      EXPECT_TRUE(std::ranges::equal(one.y.values(), many.y.values()));
      EXPECT_TRUE(std::ranges::equal(one.dx.values(), many.dx.values()));
      EXPECT_EQ(one.gradient, many.gradient);
    }
}

// Whoever scores positions that are not stored multiplies the operands, with no word of groups.
TEST(GroupedLinear, KeepsOperandsWhoseProductIsTheGroupsGradient) {
  const Context context({.threads = 1, .seed = 4});
  Linear layer(options(0.4, 4), context), dense(options(1.0, 4), context);
  layer.weight().operands.want(true);
  run(layer);
  const Results expected = run(dense);
  ASSERT_EQ(layer.weight().operands.parts().size(), 1U);
  const sparse::GradientOperands::Part& kept = layer.weight().operands.parts()[0];
  const Index inputs = kIn / kGroups;
  ASSERT_EQ(kept.x.features(), inputs);
  ASSERT_EQ(kept.dy.features(), kOut);
  for (Index o = 0; o < kOut; ++o)
    for (Index i = 0; i < inputs; ++i) {
      double sum = 0, magnitude = 0;
      for (Index t = 0; t < kept.x.tokens(); ++t) {
        sum += double{kept.dy.at(t, o)} * kept.x.at(t, i);
        magnitude += std::abs(double{kept.dy.at(t, o)} * kept.x.at(t, i));
      }
      EXPECT_NEAR(sum, expected.gradient[o * inputs + i],
                  testing::rounding_bound(kTokens, magnitude));
    }
}

// Where blocks go is where they count: a block that moves stays in its group.
TEST(GroupedLinear, FollowsAnEditOfItsPattern) {
  const Context context({.threads = 1, .seed = 4});
  struct Model {
    Linear layer;
    ParameterList parameters() { return layer.parameters(); }
  } model{
      {{.name = "grouped", .in = 8, .out = 4, .groups = 2, .block = 2, .density = 0.5}, context}};
  AdamW adamw(model.parameters(), {});
  const sparse::WeightOwners weights = evolvable(model, adamw);
  ASSERT_EQ(weights.size(), 1u);
  const sparse::BlockPattern& before = weights[0]->view().pattern();
  ASSERT_EQ(before.grid_size(), 4);
  ASSERT_EQ(before.blocks(), 2);
  sparse::TopologyEdit edit;
  edit.drop = {0, 1};
  for (BlockIndex row = 0; row < 2; ++row)
    for (BlockIndex col = 0; col < 2; ++col)
      if (before.find({row, col}) < 0) edit.grow.push_back({row, col});
  edit_weight(*weights[0], edit);
  Parameter& weight = model.layer.weight();
  std::ranges::fill(weight.values, 1.0f);
  Activations x(16, 8, 16), y(16, 4, 16);
  for (Index f = 0; f < 8; ++f) x.at(0, f) = static_cast<float>(1 << f);
  model.layer.forward(x, y);
  for (Index o = 0; o < 4; ++o) {
    float expected = 0;
    for (const sparse::BlockCoordinate& at : weight.pattern->coordinates())
      if (at.row == o / 2)
        for (Index c = 0; c < 2; ++c)
          expected += static_cast<float>(1 << (o / 2 * 4 + at.col * 2 + c));
    EXPECT_EQ(y.at(0, o), expected);
  }
}

TEST(GroupedLinear, RejectsGroupsThatDoNotFit) {
  const Context context({.threads = 1});
  const auto refusal = [&](const LinearOptions& given) {
    return message_of<ShapeError>([&] { const Linear layer(given, context); });
  };
  EXPECT_EQ(refusal({.name = "g", .in = 8, .out = 6, .groups = 4}),
            "g: in 8, out 6; expected multiples of groups, 4");
  EXPECT_THAT(refusal({.in = 8, .out = 8, .groups = 0}), HasSubstr("multiples of groups, 0"));
  // Four outputs to a group, blocks of eight.
  EXPECT_THAT(refusal({.name = "g", .in = 32, .out = 16, .groups = 4, .block = 8, .density = 0.5}),
              HasSubstr("g.weight: ungrouped: groups is 4; expected a divisor of 2 block rows"));
}

}  // namespace
}  // namespace espalier::models
