// SPDX-License-Identifier: Apache-2.0
// A variant and an instruction set can be forced, and the results show that they ran.
#include <espalier/sparse/ops/target_names.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <iostream>
#include <set>
#include <string>
#include <vector>

#include <espalier/sparse/core/context.h>
#include <espalier/sparse/ops/sddmm.h>
#include <espalier/sparse/ops/spmm.h>
#include "tests/support/forced_target.h"
#include "tests/support/generated_problem.h"
#include "tests/support/oracle.h"

namespace espalier::sparse {
namespace {

using espalier::testing::at_stored;
using espalier::testing::broadcast;
using espalier::testing::difference;
using espalier::testing::dirty_padding;
using espalier::testing::ForcedTarget;
using espalier::testing::nan_activations;
using espalier::testing::Oracle;
using espalier::testing::oracle_product;
using espalier::testing::Problem;
using espalier::testing::problem_specs;
using espalier::testing::ProblemSpec;
using espalier::testing::to_double;
using espalier::testing::transposed;

/// Sums 2^24 + 1 - 2^24 in column order: 1 in double, 0 in float, where 2^24 + 1 rounds to 2^24.
float sum_that_tells_double_from_float(const std::string& kernel) {
  const Context context({.threads = 1, .kernel = kernel});
  const ProductPlan plan = make_plan(BlockPattern::full(1, 3, {1, 1}), context);
  const std::vector<float> x = {1, 1, 1};
  const std::vector<float> values = {0x1.0p24f, 1, -0x1.0p24f};
  Activations y(1, 1, 16);
  spmm(plan, values, pack({x.data(), 3, 1}, 16), y, {}, context);
  return y.at(0, 0);
}

TEST(KernelVariant, TheForcedOneIsTheOneThatRuns) {
  EXPECT_EQ(sum_that_tells_double_from_float("reference"), 1.0f);
  EXPECT_EQ(sum_that_tells_double_from_float("highway"), 0.0f);
}

TEST(KernelVariant, NamesItsInstructionSet) {
  EXPECT_EQ(simd_target_name(Context({.threads = 1, .kernel = "reference"})), "scalar");
  const std::string name = simd_target_name(Context({.threads = 1, .kernel = "highway"}));
  EXPECT_NE(name, "scalar");
#if defined(__aarch64__)
  EXPECT_EQ(name, "NEON");  // the scalable instruction sets are left out
#endif
  std::cout << "highway runs on " << name << '\n';
}

struct Results {
  Activations y, dx;
  std::vector<float> dw;
};

Results products(const Problem& p, const Context& context) {
  const ProductPlan plan = make_plan(p.w.pattern_ptr(), context);
  Results r{nan_activations(p.spec.tokens, p.out(), p.spec.panel_width),
            nan_activations(p.spec.tokens, p.in(), p.spec.panel_width),
            std::vector<float>(p.w.values().size())};
  spmm(plan, p.w.values(), p.x, r.y, {.bias = p.bias}, context);
  spmm_transposed(plan, p.w.values(), p.dy, r.dx, {}, context);
  sddmm(plan, p.dy, p.x, r.dw, false, context);
  return r;
}

TEST(KernelVariant, EveryInstructionSetOfThisMachineEqualsTheOracle) {
  std::set<std::string> names;
  for (const Index block : {1, 2, 4, 8, 16}) {
    for (const ProblemSpec& spec : problem_specs(block)) {
      SCOPED_TRACE(spec);
      const Problem p(spec);
      const std::vector<double> w = to_double(p.w), x = to_double(p.x), dy = to_double(p.dy);
      const Oracle y =
          oracle_product(w, p.out(), p.in(), x, spec.tokens, broadcast(p.bias, spec.tokens));
      const Oracle dx =
          oracle_product(transposed(w, p.out(), p.in()), p.in(), p.out(), dy, spec.tokens, {});
      const Oracle dw = at_stored(
          oracle_product(dy, p.out(), spec.tokens, transposed(x, p.in(), spec.tokens), p.in(), {}),
          p.w.pattern());
      for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
        const ForcedTarget forced(target);
        const Context context({.threads = 1, .kernel = "highway"});
        names.insert(simd_target_name(context));
        SCOPED_TRACE(simd_target_name(context));
        const Results results = products(p, context);
        EXPECT_EQ(difference(y, results.y), "");
        EXPECT_EQ(difference(dx, results.dx), "");
        EXPECT_EQ(difference(dw, results.dw), "");
        EXPECT_EQ(dirty_padding(results.y), "");
        EXPECT_EQ(dirty_padding(results.dx), "");
      }
    }
  }
  EXPECT_TRUE(names.contains(simd_target_name(Context({.threads = 1, .kernel = "highway"}))));
#if defined(__x86_64__)
  EXPECT_GE(names.size(), 2u);  // at least the plain loops and one instruction set
#endif
}

}  // namespace
}  // namespace espalier::sparse
