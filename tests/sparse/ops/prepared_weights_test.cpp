// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/ops/prepared_weights.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/kernel_variant.h>
#include <espalier/sparse/ops/spmm.h>
#include "tests/support/bf16_problem.h"
#include "tests/support/message.h"

namespace espalier::sparse {
namespace {

using espalier::testing::Bf16Problem;
using espalier::testing::message_of;
using espalier::testing::Problem;
using espalier::testing::ProblemSpec;
using ::testing::HasSubstr;

/// Operands of one type of value.
template <typename T>
struct Operands {
  std::vector<T> w;
  Panels<T> x, dy;
  PatternPtr pattern;
};

template <typename T>
Operands<T> operands_of(const ProblemSpec& spec) {
  const Bf16Problem p(spec);
  if constexpr (std::is_same_v<T, float>)
    return {{p.exact.w.values().begin(), p.exact.w.values().end()},
            p.exact.x,
            p.exact.dy,
            p.exact.w.pattern_ptr()};
  else
    return {p.w, p.x, p.dy, p.exact.w.pattern_ptr()};
}

/// y and dx, one after the other.
template <typename T>
std::vector<T> values_of(const Panels<T>& y, const Panels<T>& dx) {
  std::vector<T> all(y.values().begin(), y.values().end());
  all.insert(all.end(), dx.values().begin(), dx.values().end());
  return all;
}

template <typename T>
std::vector<T> products(const PreparedWeights<T>& w, const Operands<T>& o, const Context& context) {
  Panels<T> y(o.x.tokens(), o.dy.features(), o.x.panel_width());
  Panels<T> dx(o.x.tokens(), o.x.features(), o.x.panel_width());
  spmm(w, o.x, y, {}, context);
  spmm_transposed(w, o.dy, dx, {}, context);
  return values_of(y, dx);
}

template <typename T>
std::vector<T> products(const ProductPlan& plan, const Operands<T>& o, const Context& context) {
  Panels<T> y(o.x.tokens(), o.dy.features(), o.x.panel_width());
  Panels<T> dx(o.x.tokens(), o.x.features(), o.x.panel_width());
  spmm(plan, o.w, o.x, y, {}, context);
  spmm_transposed(plan, o.w, o.dy, dx, {}, context);
  return values_of(y, dx);
}

class Prepared : public ::testing::TestWithParam<std::tuple<std::string, Index>> {
 protected:
  Context context_{{.threads = 2, .kernel = std::get<0>(GetParam())}};
  ProblemSpec spec_{.block = std::get<1>(GetParam()),
                    .grid_rows = 5,
                    .grid_cols = 7,
                    .tokens = 100,
                    .panel_width = 64};

  template <typename T>
  void expect_equal_products() {
    const Operands<T> o = operands_of<T>(spec_);
    const ProductPlan plan = make_plan(o.pattern, context_);
    const PreparedWeights<T> w(plan, o.w, context_);
    const std::vector<T> expected = products(plan, o, context_);
    EXPECT_EQ(products(w, o, context_), expected);
    EXPECT_EQ(products(w, o, context_), expected) << "a product left something behind";
  }

  /// Products of several threads at once, which a product that wrote to the weights would disturb.
  template <typename T>
  void expect_equal_products_at_once() {
    const Operands<T> o = operands_of<T>(spec_);
    const PreparedWeights<T> w(make_plan(o.pattern, context_), o.w, context_);
    const std::vector<T> expected = products(w, o, context_);
    std::vector<std::vector<T>> found(4);
    {
      std::vector<std::jthread> threads;
      for (auto& result : found)
        threads.emplace_back([&, to = &result] { *to = products(w, o, context_); });
    }
    for (const auto& result : found) EXPECT_EQ(result, expected);
  }

  template <typename T>
  void expect_new_products_after_refresh() {
    Operands<T> o = operands_of<T>(spec_);
    const ProductPlan plan = make_plan(o.pattern, context_);
    PreparedWeights<T> w(plan, o.w, context_);
    std::reverse(o.w.begin(), o.w.end());
    w.refresh(o.w, context_);
    EXPECT_EQ(products(w, o, context_), products(plan, o, context_));
  }
};

TEST_P(Prepared, GiveTheProductsOfTheValues) {
  expect_equal_products<float>();
  expect_equal_products<BFloat16>();
}

TEST_P(Prepared, ServeSeveralThreadsAtOnce) {
  expect_equal_products_at_once<float>();
  expect_equal_products_at_once<BFloat16>();
}

TEST_P(Prepared, FollowTheValuesWhenRefreshed) {
  expect_new_products_after_refresh<float>();
  expect_new_products_after_refresh<BFloat16>();
}

// What is written there of values that have changed in between: the copy is old until `refresh`.
TEST_P(Prepared, KeepTheInputGradientOfTheValuesTheyWereMadeOf) {
  Operands<float> o = operands_of<float>(spec_);
  const PreparedWeights<float> w(make_plan(o.pattern, context_), o.w, context_);
  Panels<float> before(o.x.tokens(), o.x.features(), 64), after = before;
  spmm_transposed(w, o.dy, before, {}, context_);
  for (float& value : o.w) value += 1.0f;
  spmm_transposed(w, o.dy, after, {}, context_);
  EXPECT_TRUE(std::ranges::equal(after.values(), before.values()));
}

// Another variant may read the values in another form, which nobody made.
TEST_P(Prepared, RefuseTheContextOfAnotherVariant) {
  const Operands<BFloat16> o = operands_of<BFloat16>(spec_);
  const PreparedWeights<BFloat16> w(make_plan(o.pattern, context_), o.w, context_);
  for (const KernelVariant* other : kernel_variants()) {
    if (other == &context_.variant()) continue;
    const Context others({.threads = 1, .kernel = std::string(other->name)});
    EXPECT_THAT(message_of<ConfigError>([&] { products(w, o, others); }),
                ::testing::AllOf(HasSubstr(std::string(context_.variant().name)),
                                 HasSubstr(std::string(other->name))));
  }
}

TEST_P(Prepared, KeepNothingForAProductThatIsNotWanted) {
  const Operands<BFloat16> o = operands_of<BFloat16>(spec_);
  const ProductPlan plan = make_plan(o.pattern, context_);
  const PreparedWeights<BFloat16> both(plan, o.w, context_);
  const PreparedWeights<BFloat16> forward(plan, o.w, context_, PreparedFor::kForward);
  Panels<BFloat16> expected(o.x.tokens(), o.dy.features(), 64), y = expected;
  spmm(both, o.x, expected, {}, context_);
  spmm(forward, o.x, y, {}, context_);
  EXPECT_TRUE(std::ranges::equal(y.values(), expected.values()));
  Panels<BFloat16> dx(o.x.tokens(), o.x.features(), 64);
  EXPECT_THAT(
      message_of<ConfigError>([&] { spmm_transposed(forward, o.dy, dx, {}, context_); }),
      HasSubstr("spmm_transposed: the weights were prepared for the forward product alone"));
  // Kernels of bfloat16 read its values where they are, and others a copy of floats.
  const bool converts = both.forward().wide() != nullptr;
  const std::size_t copy = o.w.size() * (converts ? sizeof(float) : sizeof(BFloat16));
  EXPECT_EQ(forward.bytes(), converts ? copy : 0);
  EXPECT_EQ(both.bytes(), forward.bytes() + copy);
}

TEST_P(Prepared, RefuseOtherNumbersOfValues) {
  Operands<float> o = operands_of<float>(spec_);
  const ProductPlan plan = make_plan(o.pattern, context_);
  PreparedWeights<float> w(plan, o.w, context_);
  const std::vector<float> expected = products(w, o, context_);
  const std::vector<float> longer(o.w.size() + 1);
  EXPECT_THAT(message_of<ShapeError>([&] { w.refresh(longer, context_); }),
              HasSubstr("prepared weights: number of values is"));
  EXPECT_EQ(products(w, o, context_), expected);
  EXPECT_THAT(message_of<ShapeError>([&] { PreparedWeights<float>({}, o.w, context_); }),
              HasSubstr("prepared weights: the plan has no pattern"));
}

INSTANTIATE_TEST_SUITE_P(All, Prepared,
                         ::testing::Combine(::testing::ValuesIn(kernel_names()),
                                            ::testing::Values(1, 2, 4, 8, 16)),
                         [](const auto& test) {
                           return std::get<0>(test.param) + "_block" +
                                  std::to_string(std::get<1>(test.param));
                         });

}  // namespace
}  // namespace espalier::sparse
