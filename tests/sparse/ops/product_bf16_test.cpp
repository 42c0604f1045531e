// SPDX-License-Identifier: Apache-2.0
// Products of bfloat16 operands: every variant, block size and generated problem against an oracle
// in double precision.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

#include <espalier/sparse/core/context.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/kernel_variant.h>
#include <espalier/sparse/ops/sddmm.h>
#include <espalier/sparse/ops/spmm.h>
#include "tests/support/bf16_problem.h"
#include "tests/support/message.h"

namespace espalier::testing::product_bf16_test {
namespace {

using sparse::Panels;
using sparse::ProductPlan;
using sparse::ProductStart;
using ::testing::HasSubstr;

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

/// What a product is asked to start from.
enum class Start { kZero, kBias, kAccumulate };
constexpr Start kStarts[] = {Start::kZero, Start::kBias, Start::kAccumulate};

template <typename Out>
using Bf16Product = void (*)(const ProductPlan&, std::span<const BFloat16>, const Panels<BFloat16>&,
                             Panels<Out>&, const ProductStart&, const Context&);

/// One product of a problem and the dense matrix that it multiplies by.
struct Case {
  Bf16Product<BFloat16> product;
  Bf16Product<float> wide_product;
  const Panels<BFloat16>& input;
  const sparse::Activations& exact_input;
  std::vector<double> w;
  Index rows, inner;
  const std::vector<float>& bias;
};

Case forward_case(const Bf16Problem& p) {
  return {&sparse::spmm,        &sparse::spmm, p.x,          p.exact.x,
          to_double(p.exact.w), p.exact.out(), p.exact.in(), p.exact.bias};
}

Case transposed_case(const Bf16Problem& p) {
  return {&sparse::spmm_transposed,
          &sparse::spmm_transposed,
          p.dy,
          p.exact.dy,
          transposed(to_double(p.exact.w), p.exact.out(), p.exact.in()),
          p.exact.in(),
          p.exact.out(),
          p.exact.bias_in};
}

/// What outputs of each type start from, and what they hold before they are overwritten.
template <typename Out>
struct Outputs;
template <>
struct Outputs<BFloat16> {
  static constexpr auto product = &Case::product;
  static Panels<BFloat16> nan(Index tokens, Index features, Index width) {
    return nan_bf16_activations(tokens, features, width);
  }
  static Panels<BFloat16> of(const sparse::Activations& x) { return narrowed(x); }
  static std::vector<double> exact(const Panels<BFloat16>& x) { return to_double(widened(x)); }
};
template <>
struct Outputs<float> {
  static constexpr auto product = &Case::wide_product;
  static Panels<float> nan(Index tokens, Index features, Index width) {
    return nan_activations(tokens, features, width);
  }
  static Panels<float> of(const sparse::Activations& x) { return x; }
  static std::vector<double> exact(const Panels<float>& x) { return to_double(x); }
};

/// Runs one product from one start into an output full of NaN and compares it with the oracle. Sums
/// that stay float are within the bound of those: nothing is rounded to bfloat16 on the way.
template <typename Out>
void check_product_to(const Case& c, const ProductPlan& plan, std::span<const BFloat16> values,
                      Start start, const Context& context) {
  const Index tokens = c.input.tokens();
  Panels<Out> output = Outputs<Out>::nan(tokens, c.rows, c.input.panel_width());
  std::vector<double> start_values;
  ProductStart product_start;
  if (start == Start::kBias) {
    product_start.bias = c.bias;
    start_values = broadcast(c.bias, tokens);
  } else if (start == Start::kAccumulate) {
    product_start.accumulate = true;
    output = Outputs<Out>::of(normal_activations(tokens, c.rows, c.input.panel_width(), 99));
    start_values = Outputs<Out>::exact(output);
  }
  (c.*Outputs<Out>::product)(plan, values, c.input, output, product_start, context);
  EXPECT_EQ(difference(oracle_product(c.w, c.rows, c.inner, to_double(c.exact_input), tokens,
                                      start_values),
                       output),
            "");
  EXPECT_EQ(dirty_padding(output), "");
}

void check_product(const Case& c, const ProductPlan& plan, std::span<const BFloat16> values,
                   Start start, const Context& context) {
  check_product_to<BFloat16>(c, plan, values, start, context);
  check_product_to<float>(c, plan, values, start, context);
}

Oracle weight_gradient_oracle(const Bf16Problem& p, const std::vector<double>& start) {
  const Problem& e = p.exact;
  const Oracle dense =
      oracle_product(to_double(e.dy), e.out(), e.spec.tokens,
                     transposed(to_double(e.x), e.in(), e.spec.tokens), e.in(), start);
  return at_stored(dense, e.w.pattern());
}

class ProductsBf16 : public ::testing::TestWithParam<std::tuple<std::string, Index>> {
 protected:
  Context context_{{.threads = 2, .kernel = std::get<0>(GetParam())}};
  Index block_ = std::get<1>(GetParam());

  ProductPlan plan_of(const Bf16Problem& p) const {
    return make_plan(p.exact.w.pattern_ptr(), context_);
  }
};

TEST_P(ProductsBf16, ForwardAndInputGradientEqualTheOracle) {
  for (const ProblemSpec& spec : problem_specs(block_)) {
    const Bf16Problem p(spec);
    for (const Start start : kStarts) {
      SCOPED_TRACE(::testing::Message() << spec << ", start " << static_cast<int>(start));
      check_product(forward_case(p), plan_of(p), p.w, start, context_);
      check_product(transposed_case(p), plan_of(p), p.w, start, context_);
    }
  }
}

TEST_P(ProductsBf16, WeightGradientEqualsTheOracle) {
  std::vector<ProblemSpec> specs = problem_specs(block_);
  // A panel wider than what is summed at a time.
  specs.push_back(
      {.block = block_, .grid_rows = 2, .grid_cols = 3, .tokens = 1500, .panel_width = 1040});
  for (const ProblemSpec& spec : specs) {
    SCOPED_TRACE(spec);
    const Bf16Problem p(spec);
    std::vector<float> gradient(p.w.size(), kNaN);
    sddmm(plan_of(p), p.dy, p.x, gradient, /*accumulate=*/false, context_);
    EXPECT_EQ(difference(weight_gradient_oracle(p, {}), gradient), "");

    // Accumulation onto the weights themselves.
    gradient.assign(p.exact.w.values().begin(), p.exact.w.values().end());
    sddmm(plan_of(p), p.dy, p.x, gradient, /*accumulate=*/true, context_);
    EXPECT_EQ(difference(weight_gradient_oracle(p, to_double(p.exact.w)), gradient), "");
  }
}

/// <a, b> over all tokens.
double inner_product(const Panels<BFloat16>& a, const sparse::Activations& b) {
  double sum = 0;
  for (Index t = 0; t < a.tokens(); ++t)
    for (Index f = 0; f < a.features(); ++f)
      sum += static_cast<double>(static_cast<float>(a.at(t, f))) * b.at(t, f);
  return sum;
}

// <W x, dy> = <x, W^T dy> = <W, dW>: one trilinear form, computed by three products. With integers
// so small that sums are below 2^8, which bfloat16 holds exactly, the three are equal.
TEST_P(ProductsBf16, AreAdjointToEachOther) {
  for (const ProblemSpec& spec : problem_specs(block_)) {
    SCOPED_TRACE(spec);
    const Bf16Problem p = Bf16Problem::of_small_integers(spec);
    Panels<BFloat16> y = nan_bf16_activations(spec.tokens, p.exact.out(), spec.panel_width);
    Panels<BFloat16> dx = nan_bf16_activations(spec.tokens, p.exact.in(), spec.panel_width);
    std::vector<float> dw(p.w.size());
    spmm(plan_of(p), p.w, p.x, y, {}, context_);
    spmm_transposed(plan_of(p), p.w, p.dy, dx, {}, context_);
    sddmm(plan_of(p), p.dy, p.x, dw, false, context_);
    for (const Panels<BFloat16>* output : {&y, &dx})
      for (const BFloat16 value : output->values())
        ASSERT_LE(std::abs(static_cast<float>(value)), 256.0f) << "the problem is not exact";
    double of_weights = 0;
    for (std::size_t i = 0; i < dw.size(); ++i)
      of_weights += static_cast<double>(dw[i]) * static_cast<float>(p.w[i]);
    const double of_outputs = inner_product(y, p.exact.dy);
    EXPECT_EQ(of_outputs, inner_product(dx, p.exact.x));
    EXPECT_EQ(of_outputs, of_weights);
  }
}

TEST_P(ProductsBf16, DoNotDependOnTheNumberOfThreads) {
  // One panel, cut into parts; many panels; an odd number of rows where blocks allow it.
  for (const auto& [tokens, features] : {std::pair<Index, Index>{40, 1600}, {520, 48}}) {
    const Bf16Problem p({.block = block_,
                         .grid_rows = 1 + 64 / block_,
                         .grid_cols = 1 + features / block_,
                         .tokens = tokens,
                         .panel_width = 64});
    struct Results {
      Panels<BFloat16> y, dx;
      Panels<float> wide_y, wide_dx;
      std::vector<float> dw;
    };
    const auto results = [&, tokens = tokens](int threads) {
      const Context context({.threads = threads, .kernel = context_.kernel()});
      Results r{nan_bf16_activations(tokens, p.exact.out(), 64),
                nan_bf16_activations(tokens, p.exact.in(), 64),
                nan_activations(tokens, p.exact.out(), 64),
                nan_activations(tokens, p.exact.in(), 64), std::vector<float>(p.w.size())};
      spmm(plan_of(p), p.w, p.x, r.y, {.bias = p.exact.bias}, context);
      spmm_transposed(plan_of(p), p.w, p.dy, r.dx, {}, context);
      spmm<BFloat16>(plan_of(p), p.w, p.x, r.wide_y, {.bias = p.exact.bias}, context);
      spmm_transposed<BFloat16>(plan_of(p), p.w, p.dy, r.wide_dx, {}, context);
      sddmm(plan_of(p), p.dy, p.x, r.dw, false, context);
      return r;
    };
    const Results one = results(1);
    for (const int threads : {2, 4, 8}) {
      const Results many = results(threads);
      EXPECT_TRUE(std::ranges::equal(one.y.values(), many.y.values())) << threads;
      EXPECT_TRUE(std::ranges::equal(one.dx.values(), many.dx.values())) << threads;
      EXPECT_TRUE(std::ranges::equal(one.wide_y.values(), many.wide_y.values())) << threads;
      EXPECT_TRUE(std::ranges::equal(one.wide_dx.values(), many.wide_dx.values())) << threads;
      EXPECT_EQ(one.dw, many.dw) << threads;
    }
  }
}

TEST_P(ProductsBf16, TakeWeightsAndGradientsAtAnyAddress) {
  const Bf16Problem p(
      {.block = block_, .grid_rows = 5, .grid_cols = 7, .tokens = 40, .panel_width = 16});
  const ProductPlan plan = plan_of(p);
  for (const std::size_t shift : {1u, 3u}) {
    AlignedVector<BFloat16> storage(p.w.size() + shift);
    std::copy(p.w.begin(), p.w.end(), storage.begin() + static_cast<std::ptrdiff_t>(shift));
    const auto values = std::span<const BFloat16>(storage).subspan(shift);
    check_product(forward_case(p), plan, values, Start::kZero, context_);
    check_product(transposed_case(p), plan, values, Start::kZero, context_);
    AlignedVector<float> gradient(p.w.size() + shift + 1, -7.0f);
    const auto inside = std::span(gradient).subspan(shift, p.w.size());
    sddmm(plan, p.dy, p.x, inside, false, context_);
    EXPECT_EQ(difference(weight_gradient_oracle(p, {}), inside), "");
    EXPECT_EQ(gradient[shift - 1], -7.0f);
    EXPECT_EQ(gradient.back(), -7.0f);
  }
}

// Lanes past the tokens and, of an odd number of features, the place beside the last one.
TEST_P(ProductsBf16, PaddingOfTheInputIsNotRead) {
  const Bf16Problem p(
      {.block = block_, .grid_rows = 5, .grid_cols = 7, .tokens = 40, .panel_width = 64});
  for (const Case& c : {forward_case(p), transposed_case(p)}) {
    Panels<BFloat16> spoiled = nan_bf16_activations(40, c.inner, 64);
    for (Index t = 0; t < 40; ++t)
      for (Index f = 0; f < c.inner; ++f) spoiled.at(t, f) = c.input.at(t, f);
    Panels<BFloat16> expected = nan_bf16_activations(40, c.rows, 64), found = expected;
    c.product(plan_of(p), p.w, c.input, expected, {}, context_);
    c.product(plan_of(p), p.w, spoiled, found, {}, context_);
    EXPECT_TRUE(std::ranges::equal(found.values(), expected.values()));
  }
}

// What one weight multiplies must not reach outputs that it does not join: an infinite feature
// beside a finite one in its pair.
TEST_P(ProductsBf16, AnInfiniteFeatureStaysWithItsOutputs) {
  const float infinity = std::numeric_limits<float>::infinity();
  const Index b = block_;
  // Row 0 joins input block 0, row 1 joins input block 1, blocks of ones.
  const auto pattern =
      sparse::BlockPattern::from_coordinates(2 * b, 2 * b, {b, b}, {{0, 0}, {1, 1}});
  const ProductPlan plan = make_plan(pattern, context_);
  const std::vector<BFloat16> w(static_cast<std::size_t>(2 * b * b), BFloat16(1.0f));
  Panels<BFloat16> x(20, 2 * b, 16), y = nan_bf16_activations(20, 2 * b, 16);
  x.at(3, b) = BFloat16(infinity);
  spmm(plan, w, x, y, {}, context_);
  for (Index t = 0; t < 20; ++t)
    for (Index f = 0; f < 2 * b; ++f)
      EXPECT_EQ(static_cast<float>(y.at(t, f)), t == 3 && f >= b ? infinity : 0.0f)
          << t << " " << f;
}

TEST_P(ProductsBf16, NameTheOperandThatDoesNotFit) {
  const Index b = block_;
  const ProductPlan plan = make_plan(sparse::BlockPattern::full(4 * b, 2 * b, {b, b}), context_);
  std::vector<BFloat16> values(static_cast<std::size_t>(8 * b * b));
  std::vector<float> gradient(values.size() + 1);
  Panels<BFloat16> x(10, 2 * b, 16), y(10, 4 * b, 16), other(11, 4 * b, 16);
  const auto error = [](const auto& call) { return message_of<ShapeError>(call); };
  EXPECT_THAT(error([&] { spmm(plan, values, y, y, {}, context_); }),
              HasSubstr("spmm: features of x is " + std::to_string(4 * b)));
  EXPECT_THAT(error([&] { spmm(plan, values, x, other, {}, context_); }),
              HasSubstr("tokens of y is 11; expected 10"));
  EXPECT_THAT(error([&] { spmm_transposed(plan, values, x, x, {}, context_); }),
              HasSubstr("spmm_transposed: features of dy is " + std::to_string(2 * b)));
  EXPECT_THAT(error([&] { sddmm(plan, y, x, gradient, false, context_); }),
              HasSubstr("sddmm: number of gradient values"));
  const std::vector<float> bias(1);
  EXPECT_THAT(error([&] { spmm(plan, values, x, y, {.bias = bias}, context_); }),
              HasSubstr("length of the bias is 1"));
  values.pop_back();
  EXPECT_THAT(error([&] { spmm(plan, values, x, y, {}, context_); }),
              HasSubstr("number of values is"));
  EXPECT_THAT(error([&] { spmm({}, values, x, y, {}, context_); }), HasSubstr("no pattern"));
}

INSTANTIATE_TEST_SUITE_P(All, ProductsBf16,
                         ::testing::Combine(::testing::ValuesIn(kernel_names()),
                                            ::testing::Values(1, 2, 4, 8, 16)),
                         [](const auto& test) {
                           return std::get<0>(test.param) + "_block" +
                                  std::to_string(std::get<1>(test.param));
                         });

}  // namespace
}  // namespace espalier::testing::product_bf16_test
