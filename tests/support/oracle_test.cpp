// SPDX-License-Identifier: Apache-2.0
// The instruments of the other tests: an oracle that cannot object proves nothing.
#include "tests/support/oracle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include "tests/support/generated_problem.h"

namespace espalier::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Oracle, MultipliesLiterals) {
  const Oracle o = oracle_product({1, -2, 3, 4}, 2, 2, {5, 6, 7, 8}, 2, {10, 20, 30, 40});
  EXPECT_THAT(o.value, ElementsAre(5 - 14 + 10, 6 - 16 + 20, 15 + 28 + 30, 18 + 32 + 40));
  EXPECT_THAT(o.magnitude, ElementsAre(5 + 14 + 10, 6 + 16 + 20, 15 + 28 + 30, 18 + 32 + 40));
  EXPECT_EQ(o.terms, 3);
}

TEST(Oracle, ObjectsJustOutsideItsBound) {
  const Oracle o = oracle_product({1}, 1, 1, {1}, 1, {});
  const double bound = rounding_bound(o.terms, 1);
  EXPECT_EQ(difference(o, std::vector<float>{static_cast<float>(1 + 0.5 * bound)}), "");
  EXPECT_THAT(difference(o, std::vector<float>{static_cast<float>(1 + 2 * bound)}),
              HasSubstr("(0, 0)"));
  EXPECT_NE(difference(o, std::vector<float>{std::numeric_limits<float>::quiet_NaN()}), "");
  EXPECT_NE(difference(o, std::vector<float>{1, 1}), "");
}

TEST(Oracle, SeesOnePaddingLane) {
  sparse::Activations x(17, 2, 16);
  EXPECT_EQ(dirty_padding(x), "");
  x.row(1, 1)[0] = 5;  // a token, not padding
  EXPECT_EQ(dirty_padding(x), "");
  x.row(1, 1)[15] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THAT(dirty_padding(x), HasSubstr("lane 15 of feature 1"));
}

TEST(GeneratedProblem, IsAFunctionOfItsSpec) {
  const ProblemSpec spec{.block = 4, .grid_rows = 5, .grid_cols = 3, .tokens = 20};
  const Problem a(spec), b(spec);
  EXPECT_EQ(a.w.pattern(), b.w.pattern());
  EXPECT_TRUE(std::equal(a.x.values().begin(), a.x.values().end(), b.x.values().begin()));
  ProblemSpec other = spec;
  other.seed = 2;
  EXPECT_FALSE(a.w.pattern() == Problem(other).w.pattern());
}

TEST(GeneratedProblem, SpecsCoverTheHardCases) {
  for (const Index block : {1, 2, 4, 8, 16}) {
    std::set<Fill> fills;
    std::set<Index> tokens;
    bool ragged = false, empty_row = false, wide = false, tall = false;
    for (const ProblemSpec& spec : problem_specs(block)) {
      const Problem p(spec);
      fills.insert(spec.fill);
      tokens.insert(spec.tokens);
      ragged |= spec.tokens % spec.panel_width != 0;
      wide |= p.in() > p.out();
      tall |= p.out() > p.in();
      const auto offsets = p.w.pattern().row_offsets();
      for (std::size_t r = 1; r < offsets.size(); ++r)
        empty_row |= offsets[r] == offsets[r - 1] && p.w.pattern().blocks() > 1;
      if (spec.fill == Fill::kOneBlock) {
        EXPECT_EQ(p.w.pattern().blocks(), 1);
      }
      if (spec.fill == Fill::kFull) {
        EXPECT_EQ(p.w.pattern().density(), 1.0);
      }
    }
    EXPECT_EQ(fills.size(), 5u);
    EXPECT_TRUE(tokens.contains(0) && tokens.contains(1));
    EXPECT_TRUE(ragged && empty_row && wide && tall);
  }
}

}  // namespace
}  // namespace espalier::testing
