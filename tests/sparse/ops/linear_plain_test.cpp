// SPDX-License-Identifier: Apache-2.0
// Products on plain activations against those on panels.
#include <espalier/sparse/ops/linear_plain.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/kernel_variant.h>
#include <espalier/sparse/ops/sddmm.h>
#include <espalier/sparse/ops/spmm.h>
#include "tests/support/generated_problem.h"
#include "tests/support/message.h"
#include "tests/support/same_bits.h"

namespace espalier::sparse {
namespace {

using espalier::testing::message_of;
using espalier::testing::normal_values;
using espalier::testing::Problem;
using espalier::testing::same_bits;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;

/// Columns of the viewed matrices that no product may touch.
constexpr Index kExtraColumns = 3;

/// [tokens, features], each row followed by columns of NaN.
struct Plain {
  Plain(Index tokens_, Index features_)
      : tokens(tokens_),
        features(features_),
        values(static_cast<std::size_t>(tokens * (features + kExtraColumns)),
               std::numeric_limits<float>::quiet_NaN()) {}
  explicit Plain(const Activations& panels) : Plain(panels.tokens(), panels.features()) {
    for (Index t = 0; t < tokens; ++t)
      for (Index f = 0; f < features; ++f) view()(t, f) = panels.at(t, f);
  }
  MatrixView<float> view() { return {values.data(), tokens, features, features + kExtraColumns}; }
  float at(Index t, Index f) const {
    return values[static_cast<std::size_t>(t * (features + kExtraColumns) + f)];
  }

  Index tokens, features;
  std::vector<float> values;
};

/// The same tokens in panels of another width.
Activations panels_of(const Activations& x, Index width = kDefaultPanelWidth) {
  Activations out(x.tokens(), x.features(), width);
  for (Index t = 0; t < x.tokens(); ++t)
    for (Index f = 0; f < x.features(); ++f) out.at(t, f) = x.at(t, f);
  return out;
}

void expect_equal_bits(const Plain& found, const Activations& expected) {
  for (Index t = 0; t < found.tokens; ++t) {
    for (Index f = 0; f < found.features; ++f)
      ASSERT_TRUE(same_bits(found.at(t, f), expected.at(t, f)))
          << found.at(t, f) << ", expected " << expected.at(t, f) << ": token " << t << ", feature "
          << f;
    for (Index f = found.features; f < found.features + kExtraColumns; ++f)
      ASSERT_TRUE(std::isnan(found.at(t, f))) << "written outside the view";
  }
}

/// Shapes with whole and ragged groups of 16 tokens and of 16 and 4 features; none, fewer and more
/// panels than threads; the last of several passes (more than 768 features).
const std::vector<espalier::testing::ProblemSpec>& specs() {
  static const std::vector<espalier::testing::ProblemSpec> all = {
      {.block = 4, .grid_rows = 5, .grid_cols = 7, .tokens = 70},
      {.block = 1, .grid_rows = 9, .grid_cols = 6, .tokens = 33},
      {.block = 16, .grid_rows = 2, .grid_cols = 3, .tokens = 900},
      {.block = 4, .grid_rows = 203, .grid_cols = 196, .tokens = 210},
      {.block = 2, .grid_rows = 3, .grid_cols = 1, .tokens = 1},
      {.block = 4, .grid_rows = 3, .grid_cols = 2, .tokens = 300, .density = 0},
      {.block = 8, .grid_rows = 3, .grid_cols = 2, .tokens = 0}};
  return all;
}

TEST(LinearPlain, IsTheProductOnPanelsToTheLastBit) {
  for (const std::string& kernel : kernel_names()) {
    for (const int threads : {1, 3}) {
      const Context context({.threads = threads, .kernel = kernel});
      PlainScratch scratch;
      for (const auto& spec : specs()) {
        SCOPED_TRACE(spec);
        const Problem p(spec);
        const ProductPlan plan = make_plan(p.w.pattern_ptr(), context);
        Plain x(p.x), dy(p.dy), y(spec.tokens, p.out()), dx(spec.tokens, p.in());
        Activations y_panels(spec.tokens, p.out()), dx_panels(spec.tokens, p.in());
        linear_plain(plan, p.w.values(), x.view(), y.view(), p.bias, scratch, context);
        spmm(plan, p.w.values(), panels_of(p.x), y_panels, {.bias = p.bias}, context);
        expect_equal_bits(y, y_panels);
        linear_plain_transposed(plan, p.w.values(), dy.view(), dx.view(), scratch, context);
        spmm_transposed(plan, p.w.values(), panels_of(p.dy), dx_panels, {}, context);
        expect_equal_bits(dx, dx_panels);
      }
    }
  }
}

// As in training on few tokens that is followed by an evaluation on more.
TEST(LinearPlain, ScratchOfFewTokensServesMore) {
  const Context context({.threads = 4});
  const Problem few({.block = 4, .grid_rows = 5, .grid_cols = 7, .tokens = 8});
  const Problem more({.block = 4, .grid_rows = 5, .grid_cols = 7, .tokens = 100});
  const ProductPlan plan = make_plan(few.w.pattern_ptr(), context);
  PlainScratch scratch;
  Plain x(few.x), dy(few.dy);
  std::vector<float> gradient(few.w.values().size());
  linear_plain_gradient(plan, dy.view(), x.view(), gradient, false, scratch, context);
  Plain input(more.x), y(100, few.out());
  linear_plain(plan, few.w.values(), input.view(), y.view(), few.bias, scratch, context);
  Activations expected(100, few.out());
  spmm(plan, few.w.values(), panels_of(more.x), expected, {.bias = few.bias}, context);
  expect_equal_bits(y, expected);
}

TEST(LinearPlain, GradientIsThatOnPanelsForAFewTokens) {
  for (const auto& spec : specs()) {
    if (spec.tokens > 192) continue;  // more than one group: see below
    SCOPED_TRACE(spec);
    const Context context({.threads = 2});
    const Problem p(spec);
    const ProductPlan plan = make_plan(p.w.pattern_ptr(), context);
    PlainScratch scratch;
    Plain x(p.x), dy(p.dy);
    const Index width = std::clamp<Index>((spec.tokens + 15) / 16 * 16, 16, kDefaultPanelWidth);
    for (const bool accumulate : {false, true}) {
      std::vector<float> found = normal_values(p.w.pattern().values(), 5), expected = found;
      linear_plain_gradient(plan, dy.view(), x.view(), found, accumulate, scratch, context);
      sddmm(plan, panels_of(p.dy, width), panels_of(p.x, width), expected, accumulate, context);
      EXPECT_THAT(found, ElementsAreArray(expected));
    }
  }
}

TEST(LinearPlain, GradientOverManyTokensIsTheSumOverGroupsWhateverTheThreads) {
  const Problem p({.block = 4, .grid_rows = 3, .grid_cols = 4, .tokens = 2000});
  Plain x(p.x), dy(p.dy);
  std::vector<std::vector<float>> results;
  for (const int threads : {1, 2, 5}) {
    const Context context({.threads = threads});
    const ProductPlan plan = make_plan(p.w.pattern_ptr(), context);
    PlainScratch scratch;
    results.emplace_back(p.w.values().size());
    linear_plain_gradient(plan, dy.view(), x.view(), results.back(), false, scratch, context);
    EXPECT_THAT(results.back(), ElementsAreArray(results.front()));
    // Against one call: both are sums of 2000 products of standard normals, in another order.
    std::vector<float> whole(p.w.values().size());
    sddmm(plan, panels_of(p.dy), panels_of(p.x), whole, false, context);
    // gamma_n times the sum of magnitudes, whose mean is 2 / pi for each product, doubled.
    const double bound = 2 * 2002 * 0x1.0p-24 * 2000 * 2 * (2 / 3.14159);
    for (std::size_t i = 0; i < whole.size(); ++i) ASSERT_NEAR(whole[i], results.back()[i], bound);
  }
}

TEST(LinearPlain, NamesTheOperandThatDoesNotFit) {
  const Context context({.threads = 1});
  const Problem p({.block = 4, .grid_rows = 3, .grid_cols = 2, .tokens = 5});
  const ProductPlan plan = make_plan(p.w.pattern_ptr(), context);
  PlainScratch scratch;
  Plain x(5, 8), y(5, 12), wrong(5, 9), short_y(4, 12);
  const auto message = [&](MatrixView<float> a, MatrixView<float> b) {
    return message_of<ShapeError>(
        [&] { linear_plain(plan, p.w.values(), a, b, {}, scratch, context); });
  };
  EXPECT_THAT(message(wrong.view(), y.view()), HasSubstr("features of x is 9; expected 8"));
  EXPECT_THAT(message(x.view(), short_y.view()), HasSubstr("tokens of y is 4; expected 5"));
  // Also without a single token, for which no product runs.
  Plain no_x(0, 8), no_y(0, 12);
  const std::vector<float> bias(11), one_more(p.w.values().size() + 1);
  EXPECT_THAT(message_of<ShapeError>([&] {
                linear_plain(plan, one_more, no_x.view(), no_y.view(), {}, scratch, context);
              }),
              HasSubstr("linear_plain: number of values"));
  EXPECT_THAT(message_of<ShapeError>([&] {
                linear_plain(plan, p.w.values(), no_x.view(), no_y.view(), bias, scratch, context);
              }),
              HasSubstr("length of the bias is 11; expected 12"));
  EXPECT_THAT(message_of<ShapeError>([&] {
                linear_plain({}, p.w.values(), x.view(), y.view(), {}, scratch, context);
              }),
              HasSubstr("no pattern"));
}

}  // namespace
}  // namespace espalier::sparse
