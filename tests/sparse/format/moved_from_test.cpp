// SPDX-License-Identifier: Apache-2.0
// What has been moved from is empty, not broken: every function that takes it has nothing to do or
// says what does not fit.
#include <gtest/gtest.h>

#include <utility>

#include <espalier/sparse/core/context.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/format/activations.h>
#include <espalier/sparse/format/block_csr_matrix.h>
#include <espalier/sparse/format/convert.h>
#include <espalier/sparse/format/panels.h>
#include <espalier/sparse/ops/product_plan.h>
#include <espalier/sparse/ops/spmm.h>
#include <espalier/sparse/topology/gradient_operands.h>

namespace espalier::sparse {
namespace {

template <typename Panels>
void expect_empty(const Panels& x) {
  EXPECT_EQ(x.tokens(), 0);
  EXPECT_EQ(x.features(), 0);
  EXPECT_EQ(x.panels(), 0);
  EXPECT_TRUE(x.values().empty());
  Panels copy = x;
  copy.clear();
  copy.clear_padding();
}

template <typename Panels>
void expect_movable() {
  Panels from(20, 3, 16);
  from.at(18, 2) = {};
  Panels to = std::move(from);
  expect_empty(from);
  EXPECT_EQ(to.tokens(), 20);
  from = std::move(to);
  expect_empty(to);
  EXPECT_EQ(from.features(), 3);
  to.reshape(5, 2, 32);
  EXPECT_EQ(to.values().size(), Panels(5, 2, 32).values().size());
  EXPECT_EQ(Panels(from).tokens(), 20) << "a copy leaves the original alone";
  EXPECT_EQ(from.tokens(), 20);
  Panels& same = from;
  from = std::move(same);
  expect_empty(from);
}

TEST(MovedFrom, ActivationsAreEmpty) {
  expect_movable<Activations>();
  expect_movable<Panels<BFloat16>>();
}

TEST(MovedFrom, GradientOperandsAreEmpty) {
  GradientOperands operands;
  operands.want(true);
  operands.keep(Activations(4, 2, 16), Activations(4, 3, 16));
  const GradientOperands moved = std::move(operands);
  EXPECT_EQ(operands.parts().size(), 0U);
  EXPECT_EQ(operands.tokens(), 0);
  EXPECT_EQ(moved.parts()[0].dy.features(), 3);
}

TEST(MovedFrom, BlockCsrMatrixIsEmpty) {
  const auto expect_no_rows = [](BlockCsrMatrix<float>& matrix) {
    EXPECT_EQ(matrix.pattern().rows(), 0);
    EXPECT_EQ(matrix.pattern().blocks(), 0);
    EXPECT_TRUE(matrix.values().empty());
    EXPECT_TRUE(to_dense(matrix).empty());
    EXPECT_TRUE(to_triplets(matrix).empty());
  };
  BlockCsrMatrix<float> from(BlockPattern::full(4, 6, {2, 2}));
  BlockCsrMatrix<float> to = std::move(from);
  expect_no_rows(from);
  EXPECT_EQ(to.values().size(), 24u);
  from = std::move(to);
  expect_no_rows(to);
  EXPECT_EQ(from.pattern().cols(), 6);
}

TEST(MovedFrom, BlockPatternStaysWhole) {
  BlockPattern from = *BlockPattern::full(4, 6, {2, 2});
  const BlockPattern to = std::move(from);
  EXPECT_EQ(from, to);
  EXPECT_EQ(from.find({1, 2}), 5);
}

TEST(MovedFrom, ProductPlanIsRefused) {
  const Context context({.threads = 1});
  ProductPlan from = make_plan(BlockPattern::full(4, 4, {2, 2}), context);
  const ProductPlan to = std::move(from);
  Activations x(3, 4, 16), y(3, 4, 16);
  const std::vector<float> values(16);
  EXPECT_THROW(spmm(from, values, x, y, {}, context), ShapeError);
  EXPECT_NO_THROW(spmm(to, values, x, y, {}, context));
}

TEST(MovedFrom, PreparedWeightsAreRefusedAndTakeNoMemory) {
  const Context context({.threads = 1});
  const ProductPlan plan = make_plan(BlockPattern::full(4, 4, {2, 2}), context);
  const std::vector<float> values(16);
  PreparedWeights<float> from(plan, values, context);
  EXPECT_GT(from.bytes(), 0U);
  const PreparedWeights<float> to = std::move(from);
  EXPECT_EQ(from.bytes(), 0U);
  Activations x(3, 4, 16), y(3, 4, 16);
  EXPECT_THROW(spmm(from, x, y, {}, context), ShapeError);
  EXPECT_NO_THROW(spmm(to, x, y, {}, context));
}

}  // namespace
}  // namespace espalier::sparse
