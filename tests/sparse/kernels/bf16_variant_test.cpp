// SPDX-License-Identifier: Apache-2.0
// Products of bfloat16 operands: a variant and an instruction set can be forced, the results show
// that they ran, and all of them keep to the same definition.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include <espalier/sparse/core/context.h>
#include <espalier/sparse/core/kernel_variant.h>
#include <espalier/sparse/ops/convert_bf16.h>
#include <espalier/sparse/ops/sddmm.h>
#include <espalier/sparse/ops/spmm.h>
#include <espalier/sparse/ops/target_names.h>
#include "tests/support/bf16_problem.h"
#include "tests/support/forced_target.h"

namespace espalier::sparse {
namespace {

using espalier::testing::Bf16Problem;
using espalier::testing::ForcedTarget;
using espalier::testing::nan_bf16_activations;
using espalier::testing::problem_specs;
using espalier::testing::ProblemSpec;

bool has_avx512_bf16() {
  const std::vector<std::string> names = kernel_names();
  return std::find(names.begin(), names.end(), "avx512_bf16") != names.end();
}

/// y[0] of a 2x2m matrix in blocks of 2 whose first row is `w` and whose second is zero, and of one
/// token whose features are `x`.
float first_output(const std::vector<float>& w, const std::vector<float>& x,
                   const ContextOptions& options) {
  const Context context(options);
  const auto in = static_cast<Index>(w.size());
  const ProductPlan plan = make_plan(BlockPattern::full(2, in, {2, 2}), context);
  std::vector<BFloat16> values(2 * w.size());
  Panels<BFloat16> input(1, in, 16), output = nan_bf16_activations(1, 2, 16);
  for (Index c = 0; c < in; ++c) {
    const auto k = static_cast<std::size_t>(c);
    values[static_cast<std::size_t>(c / 2 * 4 + c % 2)] = BFloat16(w[k]);
    input.at(0, c) = BFloat16(x[k]);
  }
  spmm(plan, values, input, output, {}, context);
  return static_cast<float>(output.at(0, 0));
}

// 2^24 + 1 - 2^24 is 1 in double and 0 in float; a product that is subnormal vanishes in the dot
// product, whatever the mode of the thread.
TEST(Bf16Variant, TheForcedOneIsTheOneThatRuns) {
  const auto sum = [](const char* kernel) {
    return first_output({0x1.0p24f, 1, -0x1.0p24f, 0}, {1, 1, 1, 1},
                        {.threads = 1, .kernel = kernel});
  };
  const auto tiny = [](const char* kernel) {
    return first_output({0x1.0p-70f, 0}, {0x1.0p-60f, 0},
                        {.threads = 1, .kernel = kernel, .flush_subnormals = false});
  };
  EXPECT_EQ(sum("reference"), 1.0f);
  EXPECT_EQ(tiny("reference"), 0x1.0p-130f);
  EXPECT_EQ(sum("highway"), 0.0f);
  EXPECT_EQ(tiny("highway"), 0x1.0p-130f);
  if (!has_avx512_bf16()) return;
  EXPECT_EQ(sum("avx512_bf16"), 0.0f);
  EXPECT_EQ(tiny("avx512_bf16"), 0.0f);
}

TEST(Bf16Variant, NamesItsInstructionSet) {
  const auto name = [](const char* kernel) {
    return bf16_simd_target_name(Context({.threads = 1, .kernel = kernel}));
  };
  EXPECT_EQ(name("reference"), "scalar");
  EXPECT_EQ(name("highway"), simd_target_name(Context({.threads = 1, .kernel = "highway"})));
  if (has_avx512_bf16()) {
    EXPECT_EQ(name("avx512_bf16"), "AVX512_BF16");
  }
}

// With flushing, which is the default, subnormal operands count as zero in every variant.
TEST(Bf16Variant, FlushesSubnormalOperandsAsTheContextSays) {
  constexpr float kSubnormal = 0x1.0p-130f;
  for (const std::string& kernel : kernel_names()) {
    SCOPED_TRACE(kernel);
    EXPECT_EQ(first_output({kSubnormal, 0}, {0x1.0p30f, 0}, {.threads = 1, .kernel = kernel}),
              0.0f);
    EXPECT_EQ(first_output({0x1.0p30f, 0}, {kSubnormal, 0}, {.threads = 1, .kernel = kernel}),
              0.0f);
    const float kept = first_output({kSubnormal, 0}, {0x1.0p30f, 0},
                                    {.threads = 1, .kernel = kernel, .flush_subnormals = false});
    EXPECT_EQ(kept, kernel == "avx512_bf16" ? 0.0f : 0x1.0p-100f);
  }
}

// A NaN or an infinity of the sum survives the rounding of each variant.
TEST(Bf16Variant, KeepsNaNAndInfinity) {
  constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (const std::string& kernel : kernel_names()) {
    SCOPED_TRACE(kernel);
    const ContextOptions options{.threads = 1, .kernel = kernel};
    EXPECT_TRUE(std::isnan(first_output({1, 1}, {kNaN, 1}, options)));
    EXPECT_EQ(first_output({1, 1}, {-kInfinity, 1}, options), -kInfinity);
    EXPECT_EQ(first_output({0x1.0p127f, 0}, {4, 0}, options), kInfinity);
  }
}

// Ties of the last rounding, which random operands seldom meet: 1 + 2^-8 lies between 1 and
// 1 + 2^-7, 1 + 3 * 2^-8 between 1 + 2^-7 and 1 + 2^-6.
TEST(Bf16Variant, RoundsTiesToEven) {
  for (const std::string& kernel : kernel_names()) {
    SCOPED_TRACE(kernel);
    const ContextOptions options{.threads = 1, .kernel = kernel};
    EXPECT_EQ(first_output({1, 0x1.0p-8f}, {1, 1}, options), 1.0f);
    EXPECT_EQ(first_output({1, 0x1.8p-7f}, {1, 1}, options), 1 + 0x1.0p-6f);
    EXPECT_EQ(first_output({1, 0x1.02p-8f}, {1, 1}, options), 1 + 0x1.0p-7f);
    EXPECT_EQ(first_output({-1, -0x1.0p-8f}, {1, 1}, options), -1.0f);
  }
}

struct Results {
  Panels<BFloat16> y, dx;
  std::vector<float> dw;

  bool operator==(const Results& other) const {
    return std::ranges::equal(y.values(), other.y.values()) &&
           std::ranges::equal(dx.values(), other.dx.values()) && dw == other.dw;
  }
};

Results products(const Bf16Problem& p, const Context& context) {
  const ProblemSpec& spec = p.exact.spec;
  const ProductPlan plan = make_plan(p.exact.w.pattern_ptr(), context);
  Results r{nan_bf16_activations(spec.tokens, p.exact.out(), spec.panel_width),
            nan_bf16_activations(spec.tokens, p.exact.in(), spec.panel_width),
            std::vector<float>(p.w.size())};
  spmm(plan, p.w, p.x, r.y, {.bias = p.exact.bias}, context);
  spmm_transposed(plan, p.w, p.dy, r.dx, {}, context);
  sddmm(plan, p.dy, p.x, r.dw, false, context);
  return r;
}

// Small integers, whose sums are exact in float: then every variant and every instruction set gives
// the bits of the reference, rounding at the end included. Biases are rounded to integers too.
TEST(Bf16Variant, EveryInstructionSetOfThisMachineEqualsTheReference) {
  std::set<std::string> names;
  for (const Index block : {1, 2, 4, 8, 16}) {
    for (const ProblemSpec& spec : problem_specs(block)) {
      SCOPED_TRACE(spec);
      Bf16Problem p = Bf16Problem::of_small_integers(spec);
      for (float& b : p.exact.bias) b = static_cast<float>(static_cast<int>(100 * b));
      const Results expected = products(p, Context({.threads = 1, .kernel = "reference"}));
      if (has_avx512_bf16()) {
        EXPECT_TRUE(products(p, Context({.threads = 1, .kernel = "avx512_bf16"})) == expected);
      }
      for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
        const ForcedTarget forced(target);
        const Context context({.threads = 1, .kernel = "highway"});
        names.insert(bf16_simd_target_name(context));
        SCOPED_TRACE(bf16_simd_target_name(context));
        EXPECT_TRUE(products(p, context) == expected);
      }
    }
  }
#if defined(__x86_64__)
  EXPECT_GE(names.size(), 2u);  // at least the plain loops and one instruction set
#endif
}

TEST(Bf16Variant, EveryInstructionSetOfThisMachineConvertsAlike) {
  std::vector<float> values;
  for (std::uint32_t upper = 0; upper < 0x10000; ++upper)
    for (const std::uint32_t lower : {0x0001U, 0x8000U, 0x8001U})
      values.push_back(std::bit_cast<float>(upper << 16 | lower));
  const auto tokens = static_cast<Index>(values.size()) / 2;
  const MatrixView<const float> matrix(values.data(), 2, tokens);
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    const ForcedTarget forced(target);
    const Context context({.threads = 1, .kernel = "highway"});
    SCOPED_TRACE(bf16_simd_target_name(context));
    std::vector<BFloat16> narrow(values.size());
    convert(values, narrow, context);
    Panels<BFloat16> x(tokens, 2, 16);
    pack(matrix, x, context);
    std::vector<float> wide(values.size());
    convert(std::span<const BFloat16>(narrow), wide, context);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const BFloat16 expected(values[i]);
      const auto k = static_cast<Index>(i);
      ASSERT_EQ(narrow[i], expected) << i;
      ASSERT_EQ(x.at(k % tokens, k / tokens), expected) << i;
      ASSERT_EQ(std::bit_cast<std::uint32_t>(wide[i]), std::uint32_t{expected.bits} << 16) << i;
    }
  }
}

}  // namespace
}  // namespace espalier::sparse
