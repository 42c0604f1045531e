// SPDX-License-Identifier: Apache-2.0
// Products of few tokens against those of many, bit by bit; product_test.cpp has both against an
// oracle.
#include <espalier/sparse/ops/narrow_run.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include <espalier/sparse/core/kernel_variant.h>
#include <espalier/sparse/ops/linear_plain.h>
#include <espalier/sparse/ops/spmm.h>
#include <espalier/sparse/ops/visit_parts.h>
#include "tests/support/generated_problem.h"
#include "tests/support/oracle.h"
#include "tests/support/same_bits.h"

namespace espalier::sparse {
namespace {

using espalier::testing::Fill;
using espalier::testing::nan_activations;
using espalier::testing::normal_activations;
using espalier::testing::Problem;
using espalier::testing::ProblemSpec;
using espalier::testing::same_bits;

constexpr float kNotWritten = std::numeric_limits<float>::quiet_NaN();

/// Every number of lanes with and without a token to spare, and what takes panels.
constexpr Index kTokenCounts[] = {
    1, 2, 3, 4, 5, 8, 9, 15, 16, 17, 33, 36, kMostNarrowTokens, kMostNarrowTokens + 1};
constexpr Index kMostTokens = kMostNarrowTokens + 2;

/// [tokens, features] in rows that are two longer than the features, NaN where nothing is.
class Rows {
 public:
  Rows(Index tokens, Index features)
      : tokens_(tokens),
        features_(features),
        values_(static_cast<std::size_t>(tokens * (features + 2)), kNotWritten) {}
  explicit Rows(const Activations& x) : Rows(x.tokens(), x.features()) {
    for (Index t = 0; t < tokens_; ++t)
      for (Index f = 0; f < features_; ++f) view()(t, f) = x.at(t, f);
  }
  /// The first `tokens` rows.
  MatrixView<float> first(Index tokens) {
    return {values_.data(), tokens, features_, features_ + 2};
  }
  MatrixView<float> view() { return first(tokens_); }
  float at(Index t, Index f) const {
    return values_[static_cast<std::size_t>(t * (features_ + 2) + f)];
  }

  void expect_first_of(Index tokens, const Rows& all) const {
    for (Index t = 0; t < tokens; ++t) {
      for (Index f = 0; f < features_; ++f)
        ASSERT_TRUE(same_bits(at(t, f), all.at(t, f)))
            << at(t, f) << ", expected " << all.at(t, f) << ": token " << t << ", feature " << f;
      for (Index f = features_; f < features_ + 2; ++f)
        ASSERT_TRUE(std::isnan(at(t, f))) << "written beside token " << t;
    }
  }

 private:
  Index tokens_, features_;
  std::vector<float> values_;
};

/// Lines of many lengths and of none, fewer and more of them than run side by side, ragged ones.
std::vector<ProblemSpec> specs_of(Index block, int threads) {
  std::vector<ProblemSpec> specs = {{.grid_rows = 13, .grid_cols = 11},
                                    {.grid_rows = 1, .grid_cols = 29, .density = 0.7},
                                    {.grid_rows = 29, .grid_cols = 1, .density = 0.7},
                                    {.grid_rows = 6, .grid_cols = 9, .fill = Fill::kEmptyRows},
                                    {.grid_rows = 7, .grid_cols = 5, .fill = Fill::kFull},
                                    {.grid_rows = 3, .grid_cols = 4, .fill = Fill::kOneBlock},
                                    {.grid_rows = 3, .grid_cols = 4, .fill = Fill::kNone}};
  // Enough work for several threads with the last numbers of tokens.
  if (threads > 1)
    specs.push_back({.grid_rows = 640 / block, .grid_cols = 480 / block, .density = 0.25});
  for (ProblemSpec& spec : specs) {
    spec.block = block;
    spec.tokens = kMostTokens;
  }
  return specs;
}

class NarrowProducts : public ::testing::TestWithParam<std::tuple<std::string, Index, int>> {
 protected:
  Context context_{{.threads = std::get<2>(GetParam()), .kernel = std::get<0>(GetParam())}};
  std::vector<ProblemSpec> specs_ = specs_of(std::get<1>(GetParam()), std::get<2>(GetParam()));

  void expect_rows_as_among_many(const ProblemSpec& spec,
                                 std::span<const Index> token_counts) const {
    PlainScratch scratch;
    const Problem p(spec);
    const ProductPlan plan = make_plan(p.w.pattern_ptr(), context_);
    Rows x(p.x), dy(p.dy), all_y(kMostTokens, p.out()), all_dx(kMostTokens, p.in());
    linear_plain(plan, p.w.values(), x.view(), all_y.view(), p.bias, scratch, context_);
    linear_plain_transposed(plan, p.w.values(), dy.view(), all_dx.view(), scratch, context_);
    for (const Index tokens : token_counts) {
      SCOPED_TRACE(::testing::Message() << spec << ", first " << tokens);
      Rows y(tokens, p.out()), dx(tokens, p.in());
      linear_plain(plan, p.w.values(), x.first(tokens), y.view(), p.bias, scratch, context_);
      y.expect_first_of(tokens, all_y);
      linear_plain_transposed(plan, p.w.values(), dy.first(tokens), dx.view(), scratch, context_);
      dx.expect_first_of(tokens, all_dx);
    }
  }
};

TEST_P(NarrowProducts, OfRowsGiveEachTokenTheBitsThatItHasAmongMany) {
  for (const ProblemSpec& spec : specs_) expect_rows_as_among_many(spec, kTokenCounts);
}

// So many values that a single token is work for three threads: 2^18 multiply-adds for each.
TEST_P(NarrowProducts, OfManyWeightsGiveEachTokenTheBitsThatItHasAmongMany) {
  const Index block = std::get<1>(GetParam());
  expect_rows_as_among_many({.block = block,
                             .grid_rows = 1600 / block,
                             .grid_cols = 1600 / block,
                             .tokens = kMostTokens,
                             .density = 0.45},
                            std::vector<Index>{1, 4});
}

/// The first tokens of `x`.
Activations first_of(const Activations& x, Index tokens) {
  Activations first(tokens, x.features(), x.panel_width());
  for (Index t = 0; t < tokens; ++t)
    for (Index f = 0; f < x.features(); ++f) first.at(t, f) = x.at(t, f);
  return first;
}

void expect_first_of(const Activations& found, const Activations& all) {
  for (Index t = 0; t < found.tokens(); ++t)
    for (Index f = 0; f < found.features(); ++f)
      ASSERT_TRUE(same_bits(found.at(t, f), all.at(t, f)))
          << found.at(t, f) << ", expected " << all.at(t, f) << ": token " << t << ", feature "
          << f;
  ASSERT_EQ(espalier::testing::dirty_padding(found), "");
}

TEST_P(NarrowProducts, OfPanelsGiveEachTokenTheBitsThatItHasAmongMany) {
  for (ProblemSpec& spec : specs_) {
    for (const Index width : {16, 64}) {
      spec.panel_width = width;
      const Problem p(spec);
      const ProductPlan plan = make_plan(p.w.pattern_ptr(), context_);
      const PreparedWeights<float> w(plan, p.w.values(), context_);
      const Activations start_y = normal_activations(kMostTokens, p.out(), width, 21);
      const Activations start_dx = normal_activations(kMostTokens, p.in(), width, 22);
      for (const bool accumulate : {false, true}) {
        const auto make = [&](const Activations& start, Index tokens) {
          return accumulate ? first_of(start, tokens)
                            : nan_activations(tokens, start.features(), width);
        };
        const auto from = [&](const std::vector<float>& bias) {
          return accumulate ? ProductStart{.accumulate = true} : ProductStart{.bias = bias};
        };
        Activations all_y = make(start_y, kMostTokens), all_dx = make(start_dx, kMostTokens);
        spmm(w, p.x, all_y, from(p.bias), context_);
        spmm_transposed(w, p.dy, all_dx, from(p.bias_in), context_);
        for (const Index tokens : kTokenCounts) {
          SCOPED_TRACE(::testing::Message() << spec << ", first " << tokens << ", " << accumulate);
          const Activations x = first_of(p.x, tokens), dy = first_of(p.dy, tokens);
          for (const bool prepared : {true, false}) {
            Activations y = make(start_y, tokens), dx = make(start_dx, tokens);
            prepared ? spmm(w, x, y, from(p.bias), context_)
                     : spmm(plan, p.w.values(), x, y, from(p.bias), context_);
            expect_first_of(y, all_y);
            prepared ? spmm_transposed(w, dy, dx, from(p.bias_in), context_)
                     : spmm_transposed(plan, p.w.values(), dy, dx, from(p.bias_in), context_);
            expect_first_of(dx, all_dx);
          }
        }
      }
    }
  }
}

TEST_P(NarrowProducts, ReadNoInputThatALineDoesNotStore) {
  PlainScratch scratch;
  for (const ProblemSpec& spec : specs_) {
    const Problem p(spec);
    const BlockPattern& pattern = p.w.pattern();
    const ProductPlan plan = make_plan(p.w.pattern_ptr(), context_);
    const Index block = spec.block, column = spec.grid_cols / 2, row = spec.grid_rows / 2;
    for (const Index tokens : {1, 3, 6, 12}) {
      SCOPED_TRACE(::testing::Message() << spec << ", first " << tokens);
      // A block column of x and a block row of dy are NaN, of the first token alone.
      Rows x(p.x), dy(p.dy), y(tokens, p.out()), dx(tokens, p.in());
      for (Index i = 0; i < block; ++i) {
        x.view()(0, column * block + i) = kNotWritten;
        dy.view()(0, row * block + i) = kNotWritten;
      }
      linear_plain(plan, p.w.values(), x.first(tokens), y.view(), {}, scratch, context_);
      linear_plain_transposed(plan, p.w.values(), dy.first(tokens), dx.view(), scratch, context_);
      const auto stored = [&](Index r, Index c) {
        return pattern.find({static_cast<BlockIndex>(r), static_cast<BlockIndex>(c)}) >= 0;
      };
      for (Index t = 0; t < tokens; ++t) {
        for (Index f = 0; f < p.out(); ++f)
          ASSERT_EQ(std::isnan(y.at(t, f)), t == 0 && stored(f / block, column)) << t << ' ' << f;
        for (Index f = 0; f < p.in(); ++f)
          ASSERT_EQ(std::isnan(dx.at(t, f)), t == 0 && stored(row, f / block)) << t << ' ' << f;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, NarrowProducts,
                         ::testing::Combine(::testing::ValuesIn(kernel_names()),
                                            ::testing::Values(1, 2, 4, 8, 16),
                                            ::testing::Values(1, 3)),
                         [](const auto& parameters) {
                           return std::get<0>(parameters.param) + "_block_" +
                                  std::to_string(std::get<1>(parameters.param)) + "_threads_" +
                                  std::to_string(std::get<2>(parameters.param));
                         });

TEST(VisitParts, CoverAllVisitsInOrderWhateverTheirLengths) {
  std::vector<kernels::LineVisit> visits;
  for (const BlockIndex count : {0, 0, 5, 1, 0, 40, 2, 3, 0, 0}) {
    const Index first = visits.empty() ? 0 : visits.back().first + visits.back().count;
    visits.push_back({first, count, static_cast<BlockIndex>(visits.size())});
    for (const Index parts : {1, 2, 3, 20}) {
      std::size_t at = 0;
      for (Index part = 0; part < parts; ++part) {
        const auto found = part_of_work(visits, part, parts);
        ASSERT_EQ(found.data(), visits.data() + at);
        at += found.size();
      }
      ASSERT_EQ(at, visits.size());
    }
  }
  EXPECT_TRUE(part_of_work({}, 0, 2).empty());
}

}  // namespace
}  // namespace espalier::sparse
