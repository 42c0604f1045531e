// SPDX-License-Identifier: Apache-2.0
// Every product, variant, block size and generated problem against an oracle in double precision.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

#include <espalier/sparse/core/context.h>
#include <espalier/sparse/core/kernel_variant.h>
#include <espalier/sparse/format/convert.h>
#include <espalier/sparse/ops/gemm.h>
#include <espalier/sparse/ops/narrow_run.h>
#include <espalier/sparse/ops/plan_passes.h>
#include <espalier/sparse/ops/sddmm.h>
#include <espalier/sparse/ops/spmm.h>
#include "tests/support/generated_problem.h"
#include "tests/support/oracle.h"
#include "tests/support/same_bits.h"

namespace espalier::testing {
namespace {

using sparse::Activations;
using sparse::ProductPlan;
using sparse::ProductStart;

/// What a product is asked to start from.
enum class Start { kZero, kBias, kAccumulate };

/// The three products of one layer, sparse or dense, with the names of their operands.
struct Layer {
  std::string name;
  void (*forward)(const Problem&, const Activations&, Activations&, const ProductStart&,
                  const Context&);
  void (*transposed)(const Problem&, const Activations&, Activations&, const ProductStart&,
                     const Context&);
};

void sparse_forward(const Problem& p, const Activations& x, Activations& y,
                    const ProductStart& start, const Context& context) {
  spmm(make_plan(p.w.pattern_ptr(), context), p.w.values(), x, y, start, context);
}

void sparse_transposed(const Problem& p, const Activations& dy, Activations& dx,
                       const ProductStart& start, const Context& context) {
  spmm_transposed(make_plan(p.w.pattern_ptr(), context), p.w.values(), dy, dx, start, context);
}

/// The dense operand is a window of a wider matrix, so that strides are tested too.
constexpr Index kExtraColumns = 3;

std::vector<float> widened(const Problem& p) {
  const std::vector<double> dense = to_double(p.w);
  std::vector<float> out(static_cast<std::size_t>(p.out() * (p.in() + kExtraColumns)),
                         std::numeric_limits<float>::quiet_NaN());
  for (Index r = 0; r < p.out(); ++r)
    for (Index c = 0; c < p.in(); ++c)
      out[static_cast<std::size_t>(r * (p.in() + kExtraColumns) + c)] =
          static_cast<float>(dense[static_cast<std::size_t>(r * p.in() + c)]);
  return out;
}

void dense_forward(const Problem& p, const Activations& x, Activations& y,
                   const ProductStart& start, const Context& context) {
  const std::vector<float> w = widened(p);
  gemm({w.data(), p.out(), p.in(), p.in() + kExtraColumns}, x, y, start, context);
}

void dense_transposed(const Problem& p, const Activations& dy, Activations& dx,
                      const ProductStart& start, const Context& context) {
  const std::vector<float> w = widened(p);
  gemm_transposed({w.data(), p.out(), p.in(), p.in() + kExtraColumns}, dy, dx, start, context);
}

const Layer kLayers[] = {{"sparse", &sparse_forward, &sparse_transposed},
                         {"dense", &dense_forward, &dense_transposed}};

/// Runs one product from one start into an output full of NaN and compares it with the oracle.
template <typename Product>
void check_product(const Product& product, const std::vector<double>& w, Index rows, Index inner,
                   const Activations& input, const std::vector<float>& bias, Start start) {
  Activations output = nan_activations(input.tokens(), rows, input.panel_width());
  std::vector<double> start_values;
  ProductStart product_start;
  if (start == Start::kBias) {
    product_start.bias = bias;
    start_values = broadcast(bias, input.tokens());
  } else if (start == Start::kAccumulate) {
    product_start.accumulate = true;
    output = normal_activations(input.tokens(), rows, input.panel_width(), 99);
    start_values = to_double(output);
  }
  product(input, output, product_start);
  const Oracle oracle =
      oracle_product(w, rows, inner, to_double(input), input.tokens(), start_values);
  EXPECT_EQ(difference(oracle, output), "");
  EXPECT_EQ(dirty_padding(output), "");
}

class Products : public ::testing::TestWithParam<std::tuple<std::string, Index>> {
 protected:
  Context context_{{.threads = 2, .kernel = std::get<0>(GetParam())}};
  std::vector<ProblemSpec> specs_ = problem_specs(std::get<1>(GetParam()));
};

TEST_P(Products, ForwardEqualsTheOracle) {
  for (const ProblemSpec& spec : specs_) {
    const Problem p(spec);
    for (const Layer& layer : kLayers) {
      for (const Start start : {Start::kZero, Start::kBias, Start::kAccumulate}) {
        SCOPED_TRACE(::testing::Message()
                     << layer.name << ", " << spec << ", start " << static_cast<int>(start));
        check_product([&](const Activations& x, Activations& y,
                          const ProductStart& s) { layer.forward(p, x, y, s, context_); },
                      to_double(p.w), p.out(), p.in(), p.x, p.bias, start);
      }
    }
  }
}

TEST_P(Products, InputGradientEqualsTheOracle) {
  for (const ProblemSpec& spec : specs_) {
    const Problem p(spec);
    for (const Layer& layer : kLayers) {
      for (const Start start : {Start::kZero, Start::kBias, Start::kAccumulate}) {
        SCOPED_TRACE(::testing::Message()
                     << layer.name << ", " << spec << ", start " << static_cast<int>(start));
        check_product([&](const Activations& dy, Activations& dx,
                          const ProductStart& s) { layer.transposed(p, dy, dx, s, context_); },
                      transposed(to_double(p.w), p.out(), p.in()), p.in(), p.out(), p.dy, p.bias_in,
                      start);
      }
    }
  }
}

/// The same tokens, NaN in the padding.
Activations in_spoiled_padding(const Activations& x) {
  Activations spoiled = nan_activations(x.tokens(), x.features(), x.panel_width());
  for (Index t = 0; t < x.tokens(); ++t)
    for (Index f = 0; f < x.features(); ++f) spoiled.at(t, f) = x.at(t, f);
  return spoiled;
}

TEST_P(Products, PaddingOfTheInputIsNotRead) {
  const auto expect_same = [&](const auto& product, const Problem& p, const Activations& input,
                               Index outputs) {
    Activations expected = nan_activations(input.tokens(), outputs, input.panel_width());
    Activations found = expected;
    product(p, input, expected, {}, context_);
    product(p, in_spoiled_padding(input), found, {}, context_);
    EXPECT_TRUE(same_bits(found.values(), expected.values()));
  };
  for (const Index tokens : {5, 70}) {
    const Problem p(
        {.block = std::get<1>(GetParam()), .grid_rows = 3, .grid_cols = 4, .tokens = tokens});
    for (const Layer& layer : kLayers) {
      SCOPED_TRACE(::testing::Message() << layer.name << ", " << tokens << " tokens");
      expect_same(layer.forward, p, p.x, p.out());
      expect_same(layer.transposed, p, p.dy, p.in());
    }
  }
}

// Rows 2 KiB apart, which the dense product copies further apart first.
TEST_P(Products, InputGradientOfRowsThatShareCacheSetsEqualsTheOracle) {
  const Index block = std::get<1>(GetParam());
  const Problem p({.block = block, .grid_rows = 3, .grid_cols = 512 / block, .tokens = 70});
  const auto w = sparse::to_dense(p.w);
  for (const Start start : {Start::kZero, Start::kAccumulate}) {
    check_product(
        [&](const Activations& dy, Activations& dx, const ProductStart& s) {
          gemm_transposed({w.data(), p.out(), p.in()}, dy, dx, s, context_);
        },
        transposed(to_double(p.w), p.out(), p.in()), p.in(), p.out(), p.dy, p.bias_in, start);
  }
}

Oracle weight_gradient_oracle(const Problem& p, const std::vector<double>& start) {
  return oracle_product(to_double(p.dy), p.out(), p.spec.tokens,
                        transposed(to_double(p.x), p.in(), p.spec.tokens), p.in(), start);
}

TEST_P(Products, SparseWeightGradientEqualsTheOracle) {
  for (const ProblemSpec& spec : specs_) {
    SCOPED_TRACE(spec);
    const Problem p(spec);
    const ProductPlan plan = make_plan(p.w.pattern_ptr(), context_);
    std::vector<float> gradient(p.w.values().size(), std::numeric_limits<float>::quiet_NaN());
    sddmm(plan, p.dy, p.x, gradient, /*accumulate=*/false, context_);
    EXPECT_EQ(difference(at_stored(weight_gradient_oracle(p, {}), p.w.pattern()), gradient), "");

    // Accumulation onto the weights themselves.
    gradient.assign(p.w.values().begin(), p.w.values().end());
    sddmm(plan, p.dy, p.x, gradient, /*accumulate=*/true, context_);
    const Oracle sum = weight_gradient_oracle(p, to_double(p.w));
    EXPECT_EQ(difference(at_stored(sum, p.w.pattern()), gradient), "");
  }
}

TEST_P(Products, DenseWeightGradientEqualsTheOracle) {
  for (const ProblemSpec& spec : specs_) {
    SCOPED_TRACE(spec);
    const Problem p(spec);
    std::vector<float> gradient(static_cast<std::size_t>(p.out() * p.in()),
                                std::numeric_limits<float>::quiet_NaN());
    gemm_weight_gradient(p.dy, p.x, {gradient.data(), p.out(), p.in()}, false, context_);
    EXPECT_EQ(difference(weight_gradient_oracle(p, {}), gradient), "");

    const auto dense = sparse::to_dense(p.w);
    gradient.assign(dense.begin(), dense.end());
    gemm_weight_gradient(p.dy, p.x, {gradient.data(), p.out(), p.in()}, true, context_);
    EXPECT_EQ(difference(weight_gradient_oracle(p, to_double(p.w)), gradient), "");
  }
}

/// <a, b> over all tokens.
double inner_product(const Activations& a, const Activations& b) {
  double sum = 0;
  for (Index t = 0; t < a.tokens(); ++t)
    for (Index f = 0; f < a.features(); ++f) sum += static_cast<double>(a.at(t, f)) * b.at(t, f);
  return sum;
}

/// sum of |dy| |w| |x| over all terms of the trilinear form, which scales its rounding error.
double trilinear_magnitude(const Problem& p) {
  const std::vector<double> w = to_double(p.w);
  double sum = 0;
  for (Index t = 0; t < p.spec.tokens; ++t)
    for (Index r = 0; r < p.out(); ++r)
      for (Index c = 0; c < p.in(); ++c)
        sum += std::abs(w[static_cast<std::size_t>(r * p.in() + c)] * p.dy.at(t, r) * p.x.at(t, c));
  return sum;
}

// <dy, W x> = <W^T dy, x> = <dW, W>: one trilinear form, computed by three products.
TEST_P(Products, AreAdjointToEachOther) {
  for (const ProblemSpec& spec : specs_) {
    SCOPED_TRACE(spec);
    const Problem p(spec);
    const ProductPlan plan = make_plan(p.w.pattern_ptr(), context_);
    Activations y(spec.tokens, p.out(), spec.panel_width);
    Activations dx(spec.tokens, p.in(), spec.panel_width);
    std::vector<float> dw(p.w.values().size());
    spmm(plan, p.w.values(), p.x, y, {}, context_);
    spmm_transposed(plan, p.w.values(), p.dy, dx, {}, context_);
    sddmm(plan, p.dy, p.x, dw, false, context_);
    double of_weights = 0;
    for (std::size_t i = 0; i < dw.size(); ++i)
      of_weights += static_cast<double>(dw[i]) * p.w.values()[i];

    const Index terms = std::max({p.in(), p.out(), spec.tokens});
    const double bound = 2 * rounding_bound(terms, trilinear_magnitude(p));
    const double of_outputs = inner_product(p.dy, y);
    EXPECT_NEAR(of_outputs, inner_product(dx, p.x), bound);
    EXPECT_NEAR(of_outputs, of_weights, bound);
  }
}

TEST_P(Products, DoNotDependOnTheNumberOfThreads) {
  const auto& [kernel, block] = GetParam();
  // One panel, cut into parts, with a contraction that takes several passes, of few tokens and of
  // more; and many panels.
  for (const auto& [tokens, features] :
       {std::pair<Index, Index>{40, 1600}, {60, 1600}, {520, 48}}) {
    const Problem p({.block = block,
                     .grid_rows = 1 + 64 / block,
                     .grid_cols = 1 + features / block,
                     .tokens = tokens,
                     .panel_width = 64});
    const auto dense = sparse::to_dense(p.w);
    const MatrixView<const float> w(dense.data(), p.out(), p.in());
    struct Results {
      Activations y, dx, dense_y, dense_dx;
      std::vector<float> dw, dense_dw;
    };
    const auto results = [&, tokens = tokens, kernel = kernel](int threads) {
      const Context context({.threads = threads, .kernel = kernel});
      const ProductPlan plan = make_plan(p.w.pattern_ptr(), context);
      Activations y(tokens, p.out(), 64), dx(tokens, p.in(), 64);
      Results r{
          y, dx, y, dx, std::vector<float>(p.w.values().size()), std::vector<float>(dense.size())};
      spmm(plan, p.w.values(), p.x, r.y, {.bias = p.bias}, context);
      spmm_transposed(plan, p.w.values(), p.dy, r.dx, {}, context);
      sddmm(plan, p.dy, p.x, r.dw, false, context);
      gemm(w, p.x, r.dense_y, {.bias = p.bias}, context);
      gemm_transposed(w, p.dy, r.dense_dx, {}, context);
      gemm_weight_gradient(p.dy, p.x, {r.dense_dw.data(), p.out(), p.in()}, false, context);
      return r;
    };
    const Results one = results(1);
    for (const int threads : {2, 4, 8}) {
      const Results many = results(threads);
      EXPECT_TRUE(same_bits(one.y.values(), many.y.values())) << threads;
      EXPECT_TRUE(same_bits(one.dx.values(), many.dx.values())) << threads;
      EXPECT_TRUE(same_bits(one.dw, many.dw)) << threads;
      EXPECT_TRUE(same_bits(one.dense_y.values(), many.dense_y.values())) << threads;
      EXPECT_TRUE(same_bits(one.dense_dx.values(), many.dense_dx.values())) << threads;
      EXPECT_TRUE(same_bits(one.dense_dw, many.dense_dw)) << threads;
    }
  }
}

TEST_P(Products, TakeValuesThatAreNotAligned) {
  const Problem p({.block = std::get<1>(GetParam()), .grid_rows = 3, .grid_cols = 4, .tokens = 50});
  const ProductPlan plan = make_plan(p.w.pattern_ptr(), context_);
  std::vector<float> shifted(1);
  shifted.insert(shifted.end(), p.w.values().begin(), p.w.values().end());
  const std::span<float> values = std::span(shifted).subspan(1);
  Activations y(50, p.out(), 16), expected_y = y, dx(50, p.in(), 16), expected_dx = dx;
  spmm(plan, p.w.values(), p.x, expected_y, {}, context_);
  spmm(plan, values, p.x, y, {}, context_);
  EXPECT_TRUE(same_bits(y.values(), expected_y.values()));
  spmm_transposed(plan, p.w.values(), p.dy, expected_dx, {}, context_);
  spmm_transposed(plan, values, p.dy, dx, {}, context_);
  EXPECT_TRUE(same_bits(dx.values(), expected_dx.values()));
  std::vector<float> expected_dw(values.size());
  sddmm(plan, p.dy, p.x, expected_dw, false, context_);
  sddmm(plan, p.dy, p.x, values, false, context_);
  EXPECT_TRUE(same_bits(values, expected_dw));
}

// 66000 x 66000 positions are more than 2^32; so are the offsets of their dense counterparts. For
// few tokens and for many, which have kernels of their own.
TEST_P(Products, ReachPositionsBeyondThirtyTwoBits) {
  const Index b = std::get<1>(GetParam()), grid = 66000 / b, features = grid * b;
  const auto last = static_cast<BlockIndex>(grid - 1);
  const std::vector<sparse::BlockCoordinate> corners = {{0, 0}, {0, last}, {last, 0}, {last, last}};
  const ProductPlan plan = make_plan(
      sparse::BlockPattern::from_coordinates(features, features, {b, b}, corners), context_);
  std::vector<float> values(static_cast<std::size_t>(4 * b * b), 0.0f);
  for (Index k = 0; k < 4; ++k)  // the last value of each block alone
    values[static_cast<std::size_t>((k + 1) * b * b - 1)] = static_cast<float>(k + 1);
  for (const Index tokens : {Index{1}, sparse::kMostNarrowTokens + 1}) {
    SCOPED_TRACE(tokens);
    const Index last_token = tokens - 1;  // the others are zero
    Activations x(tokens, features, 16), y(tokens, features, 16), dx(tokens, features, 16);
    x.at(last_token, b - 1) = 10, x.at(last_token, features - 1) = 1;
    spmm(plan, values, x, y, {}, context_);
    EXPECT_EQ(y.at(last_token, b - 1), 12);
    EXPECT_EQ(y.at(last_token, features - 1), 34);
    spmm_transposed(plan, values, x, dx, {}, context_);
    EXPECT_EQ(dx.at(last_token, b - 1), 13);
    EXPECT_EQ(dx.at(last_token, features - 1), 24);
    std::vector<float> gradient(values.size());
    sddmm(plan, x, x, gradient, false, context_);
    const auto of_block = [&](Index k) {
      return gradient[static_cast<std::size_t>((k + 1) * b * b - 1)];
    };
    EXPECT_EQ(of_block(0), 100);
    EXPECT_EQ(of_block(1), 10);
    EXPECT_EQ(of_block(2), 10);
    EXPECT_EQ(of_block(3), 1);
  }
}

// A plan for each rectangle of a large pattern would grow with the square of its sides.
TEST_P(Products, PlanLeavesOutPassesWithoutBlocks) {
  const Index b = std::get<1>(GetParam()), grid = 1 << 18;
  const std::vector<sparse::BlockCoordinate> blocks = {
      {0, 0}, {5000, 5000}, {5001, 260000}, {200000, 7}};
  const ProductPlan plan = make_plan(
      sparse::BlockPattern::from_coordinates(grid * b, grid * b, {b, b}, blocks), context_);
  const auto entries = [](const std::vector<sparse::ProductPass>& passes) {
    Index result = 0;
    for (const sparse::ProductPass& pass : passes)
      for (const sparse::ProductSweep& sweep : pass.sweeps)
        for (const sparse::kernels::LineVisit& visit : sweep.visits) result += visit.count;
    return result;
  };
  for (const auto* passes :
       {&plan.passes().forward, &plan.passes().transposed, &plan.passes().gradient}) {
    EXPECT_EQ(entries(*passes), 4);
    const auto starts = std::count_if(passes->begin(), passes->end(),
                                      [](const sparse::ProductPass& p) { return p.starts(); });
    EXPECT_LE(static_cast<std::ptrdiff_t>(passes->size()), starts + 4);
    for (const sparse::ProductPass& pass : *passes) EXPECT_LE(pass.sweeps.size(), 3u);
  }
}

std::string case_name(const ::testing::TestParamInfo<Products::ParamType>& info) {
  return std::get<0>(info.param) + "_block" + std::to_string(std::get<1>(info.param));
}

INSTANTIATE_TEST_SUITE_P(All, Products,
                         ::testing::Combine(::testing::ValuesIn(kernel_names()),
                                            ::testing::Values(1, 2, 4, 8, 16)),
                         case_name);

}  // namespace
}  // namespace espalier::testing
