// SPDX-License-Identifier: Apache-2.0
// Dense products whose operands are rounded to bfloat16, against an oracle in double precision of
// the rounded operands. Run a second time where oneDNN is told to find no bfloat16.
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include <espalier/sparse/core/context.h>
#include <espalier/sparse/core/kernel_variant.h>
#include <espalier/sparse/ops/gemm.h>
#include "tests/support/bf16_problem.h"

namespace espalier::testing {
namespace {

using sparse::Activations;
using sparse::DenseOperand;
using sparse::Transpose;

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
/// The dense operand is a window of a wider matrix, so that strides are tested too.
constexpr Index kExtraColumns = 3;

/// A problem whose operands are not rounded, and the same rounded.
struct Rounding {
  explicit Rounding(const ProblemSpec& spec)
      : given(spec), rounded(spec), w(static_cast<std::size_t>(given.out() * stride()), kNaN) {
    const std::vector<double> dense = to_double(given.w);
    for (Index r = 0; r < given.out(); ++r)
      for (Index c = 0; c < given.in(); ++c)
        w[static_cast<std::size_t>(r * stride() + c)] =
            static_cast<float>(dense[static_cast<std::size_t>(r * given.in() + c)]);
  }
  Index stride() const { return given.in() + kExtraColumns; }
  MatrixView<const float> weight() const { return {w.data(), given.out(), given.in(), stride()}; }

  Problem given;
  Bf16Problem rounded;
  std::vector<float> w;
};

std::vector<ProblemSpec> specs() {
  std::vector<ProblemSpec> all = problem_specs(4);
  // Several tiles of rows, and an odd width of panels.
  all.push_back({.block = 16, .grid_rows = 40, .grid_cols = 3, .tokens = 100, .panel_width = 48});
  return all;
}

class DenseBf16 : public ::testing::TestWithParam<std::string> {
 protected:
  Context context_{{.threads = 2, .kernel = GetParam()}};
};

// An operand that were not rounded would show: 2^-9 of a value beside some 2^-20 of the bound.
TEST_P(DenseBf16, ForwardAndInputGradientEqualTheOracleOfRoundedOperands) {
  for (const ProblemSpec& spec : specs()) {
    SCOPED_TRACE(spec);
    const Rounding p(spec);
    const Problem& exact = p.rounded.exact;
    const std::vector<double> w = to_double(exact.w);
    const Index out = exact.out(), in = exact.in(), tokens = spec.tokens;
    const Activations before = normal_activations(tokens, out, spec.panel_width, 99);

    Activations y = before;
    gemm(p.weight(), p.given.x, y, {.accumulate = true}, context_, Precision::kBFloat16);
    EXPECT_EQ(
        difference(oracle_product(w, out, in, to_double(exact.x), tokens, to_double(before)), y),
        "");
    EXPECT_EQ(dirty_padding(y), "");

    Activations dx = nan_activations(tokens, in, spec.panel_width);
    gemm_transposed(p.weight(), p.given.dy, dx, {}, context_, Precision::kBFloat16);
    EXPECT_EQ(
        difference(oracle_product(transposed(w, out, in), in, out, to_double(exact.dy), tokens, {}),
                   dx),
        "");
    EXPECT_EQ(dirty_padding(dx), "");
  }
}

TEST_P(DenseBf16, WeightGradientEqualsTheOracleOfRoundedOperands) {
  for (const ProblemSpec& spec : specs()) {
    SCOPED_TRACE(spec);
    const Rounding p(spec);
    const Problem& exact = p.rounded.exact;
    const Index out = exact.out(), in = exact.in();
    const auto oracle = [&](const std::vector<double>& start) {
      return oracle_product(to_double(exact.dy), out, spec.tokens,
                            transposed(to_double(exact.x), in, spec.tokens), in, start);
    };
    std::vector<float> dw(static_cast<std::size_t>(out * in), kNaN);
    const MatrixView<float> view(dw.data(), out, in);
    gemm_weight_gradient(p.given.dy, p.given.x, view, false, context_, Precision::kBFloat16);
    EXPECT_EQ(difference(oracle({}), dw), "");
    const std::vector<double> once(dw.begin(), dw.end());
    gemm_weight_gradient(p.given.dy, p.given.x, view, true, context_, Precision::kBFloat16);
    EXPECT_EQ(difference(oracle(once), dw), "");
  }
}

TEST_P(DenseBf16, DoNotDependOnTheNumberOfThreads) {
  const Rounding p(
      {.block = 16, .grid_rows = 40, .grid_cols = 3, .tokens = 300, .panel_width = 64});
  struct Results {
    Activations y, dx;
    std::vector<float> dw;
  };
  const auto results = [&](int threads) {
    const Context context({.threads = threads, .kernel = context_.kernel()});
    Results r{nan_activations(300, p.given.out(), 64), nan_activations(300, p.given.in(), 64),
              std::vector<float>(static_cast<std::size_t>(p.given.out() * p.given.in()))};
    gemm(p.weight(), p.given.x, r.y, {.bias = p.given.bias}, context, Precision::kBFloat16);
    gemm_transposed(p.weight(), p.given.dy, r.dx, {}, context, Precision::kBFloat16);
    gemm_weight_gradient(p.given.dy, p.given.x, {r.dw.data(), p.given.out(), p.given.in()}, false,
                         context, Precision::kBFloat16);
    return r;
  };
  const Results one = results(1);
  for (const int threads : {2, 3, 8}) {
    const Results many = results(threads);
    EXPECT_TRUE(std::ranges::equal(one.y.values(), many.y.values())) << threads;
    EXPECT_TRUE(std::ranges::equal(one.dx.values(), many.dx.values())) << threads;
    EXPECT_EQ(one.dw, many.dw) << threads;
  }
}

// Every way to transpose, and extents that have no vector in them.
TEST_P(DenseBf16, MultipliesMatricesOfAnyExtents) {
  for (const auto& [m, k, n] : {std::tuple<Index, Index, Index>{1, 1, 1},
                                {3, 5, 7},
                                {33, 1, 16},
                                {17, 64, 9},
                                {64, 31, 1},
                                {2, 0, 3}}) {
    const auto drawn = [](Index count, std::uint64_t seed) {
      std::vector<BFloat16> values;
      for (const float v : normal_values(count, seed)) values.emplace_back(v);
      return values;
    };
    const std::vector<BFloat16> a = drawn(m * k, 1), b = drawn(k * n, 2);
    for (const Transpose of_a : {Transpose::kNo, Transpose::kYes}) {
      for (const Transpose of_b : {Transpose::kNo, Transpose::kYes}) {
        SCOPED_TRACE(::testing::Message() << m << "x" << k << "x" << n << " "
                                          << static_cast<int>(of_a) << static_cast<int>(of_b));
        const auto doubles = [](const std::vector<BFloat16>& x, Transpose t, Index r, Index c) {
          std::vector<double> out;
          for (const BFloat16 v : x) out.push_back(static_cast<float>(v));
          return t == Transpose::kYes ? transposed(out, c, r) : out;
        };
        std::vector<float> c(static_cast<std::size_t>(m * n), kNaN);
        const auto view = [](const std::vector<BFloat16>& x, Transpose t, Index r, Index cols) {
          return DenseOperand(t == Transpose::kYes ? MatrixView<const BFloat16>(x.data(), cols, r)
                                                   : MatrixView<const BFloat16>(x.data(), r, cols));
        };
        multiply(view(a, of_a, m, k), of_a, view(b, of_b, k, n), of_b, {c.data(), m, n}, false,
                 context_);
        EXPECT_EQ(
            difference(oracle_product(doubles(a, of_a, m, k), m, k, doubles(b, of_b, k, n), n, {}),
                       c),
            "");
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, DenseBf16, ::testing::ValuesIn(kernel_names()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace espalier::testing
