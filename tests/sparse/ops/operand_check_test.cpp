// SPDX-License-Identifier: Apache-2.0
// Every product names the operand that does not fit, what it found and what it expected.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include <espalier/sparse/core/context.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/ops/block_norms.h>
#include <espalier/sparse/ops/convert_bf16.h>
#include <espalier/sparse/ops/gemm.h>
#include <espalier/sparse/ops/linear_plain.h>
#include <espalier/sparse/ops/sddmm.h>
#include <espalier/sparse/ops/spmm.h>
#include "tests/support/message.h"

namespace espalier::sparse {
namespace {

using espalier::testing::message_of;
using ::testing::AllOf;
using ::testing::HasSubstr;

class OperandCheck : public ::testing::Test {
 protected:
  Context context_{{.threads = 1}};
  PatternPtr pattern_ = BlockPattern::full(8, 4, {2, 2});  // out 8, in 4
  ProductPlan plan_ = make_plan(pattern_, context_);
  std::vector<float> values_ = std::vector<float>(32);
  Activations x_{10, 4, 16}, y_{10, 8, 16};

  template <typename Product>
  std::string error(const Product& product) {
    return message_of<ShapeError>(product);
  }
};

TEST_F(OperandCheck, PlanNeedsSquareBlocksWithKernels) {
  EXPECT_THAT(error([&] { make_plan(nullptr, context_); }), HasSubstr("null"));
  EXPECT_THAT(error([&] {
                make_plan(BlockPattern::full(6, 6, {3, 3}), context_);
              }),
              AllOf(HasSubstr("3x3"), HasSubstr("1, 2, 4, 8 or 16")));
  EXPECT_THAT(error([&] {
                make_plan(BlockPattern::full(4, 4, {2, 4}), context_);
              }),
              HasSubstr("2x4"));
  EXPECT_THAT(error([&] {
                make_plan(BlockPattern::full(64, 64, {32, 32}), context_);
              }),
              HasSubstr("32x32"));
}

TEST_F(OperandCheck, Spmm) {
  EXPECT_THAT(error([&] { spmm(plan_, values_, y_, y_, {}, context_); }),
              AllOf(HasSubstr("spmm: features of x is 8"), HasSubstr("expected 4")));
  EXPECT_THAT(error([&] { spmm(plan_, values_, x_, x_, {}, context_); }),
              AllOf(HasSubstr("features of y is 4"), HasSubstr("expected 8")));
  values_.resize(31);
  EXPECT_THAT(error([&] { spmm(plan_, values_, x_, y_, {}, context_); }),
              AllOf(HasSubstr("number of values is 31"), HasSubstr("expected 32")));
  values_.resize(32);
  Activations other_tokens(11, 8, 16), other_width(10, 8, 32);
  EXPECT_THAT(error([&] { spmm(plan_, values_, x_, other_tokens, {}, context_); }),
              HasSubstr("tokens of y is 11; expected 10"));
  EXPECT_THAT(error([&] { spmm(plan_, values_, x_, other_width, {}, context_); }),
              HasSubstr("panel width of y is 32; expected 16"));
  const std::vector<float> bias(8), short_bias(7);
  EXPECT_THAT(error([&] { spmm(plan_, values_, x_, y_, {.bias = short_bias}, context_); }),
              HasSubstr("length of the bias is 7; expected 8"));
  EXPECT_THAT(
      error([&] { spmm(plan_, values_, x_, y_, {.bias = bias, .accumulate = true}, context_); }),
      HasSubstr("both a bias and accumulation"));
  EXPECT_THAT(error([&] { spmm({}, values_, x_, y_, {}, context_); }), HasSubstr("no pattern"));
}

TEST_F(OperandCheck, SpmmTransposed) {
  EXPECT_THAT(error([&] { spmm_transposed(plan_, values_, x_, x_, {}, context_); }),
              HasSubstr("spmm_transposed: features of dy is 4; expected 8"));
  EXPECT_THAT(error([&] { spmm_transposed(plan_, values_, y_, y_, {}, context_); }),
              HasSubstr("features of dx is 8; expected 4"));
  const std::vector<float> bias(8);
  EXPECT_THAT(error([&] { spmm_transposed(plan_, values_, y_, x_, {.bias = bias}, context_); }),
              HasSubstr("length of the bias is 8; expected 4"));
  EXPECT_THAT(error([&] { spmm_transposed({}, values_, y_, x_, {}, context_); }),
              HasSubstr("no pattern"));
}

TEST_F(OperandCheck, Sddmm) {
  EXPECT_THAT(error([&] { sddmm(plan_, x_, x_, values_, false, context_); }),
              HasSubstr("sddmm: features of dy is 4; expected 8"));
  EXPECT_THAT(error([&] { sddmm(plan_, y_, y_, values_, false, context_); }),
              HasSubstr("features of x is 8; expected 4"));
  values_.resize(33);
  EXPECT_THAT(error([&] { sddmm(plan_, y_, x_, values_, false, context_); }),
              HasSubstr("number of gradient values is 33; expected 32"));
  EXPECT_THAT(error([&] { sddmm({}, y_, x_, values_, false, context_); }), HasSubstr("no pattern"));
}

TEST_F(OperandCheck, Gemm) {
  const MatrixView<float> w(values_.data(), 8, 4);
  EXPECT_THAT(error([&] { gemm(w, y_, y_, {}, context_); }),
              HasSubstr("gemm: features of x is 8; expected 4"));
  EXPECT_THAT(error([&] { gemm_transposed(w, x_, x_, {}, context_); }),
              HasSubstr("gemm_transposed: features of dy is 4; expected 8"));
  EXPECT_THAT(error([&] { gemm_weight_gradient(y_, y_, w, false, context_); }),
              HasSubstr("gemm_weight_gradient: features of x is 8; expected 4"));
  const std::vector<float> bias(4);
  EXPECT_THAT(error([&] { gemm(w, x_, y_, {.bias = bias}, context_); }),
              HasSubstr("length of the bias is 4; expected 8"));
}

TEST_F(OperandCheck, OutputsOverlapNoInput) {
  const ProductPlan plan = make_plan(BlockPattern::full(4, 4, {2, 2}), context_);
  std::vector<float> values(16);
  Activations x(10, 4, 16), dy(10, 4, 16);
  EXPECT_THAT(error([&] { spmm(plan, values, x, x, {}, context_); }),
              HasSubstr("spmm: y overlaps x; expected memory of its own"));
  EXPECT_THAT(error([&] { spmm_transposed(plan, values, x, x, {}, context_); }),
              HasSubstr("spmm_transposed: dx overlaps dy"));
  EXPECT_THAT(error([&] { spmm(plan, x.values().first(16), dy, x, {}, context_); }),
              HasSubstr("spmm: y overlaps the values"));
  EXPECT_THAT(error([&] { spmm(plan, values, dy, x, {.bias = x.values().last(4)}, context_); }),
              HasSubstr("spmm: y overlaps the bias"));
  EXPECT_THAT(error([&] { sddmm(plan, dy, x, x.values().last(16), true, context_); }),
              HasSubstr("sddmm: the gradient overlaps x"));
  const MatrixView<float> w(values.data(), 4, 4);
  EXPECT_THAT(error([&] { gemm(w, x, x, {}, context_); }), HasSubstr("gemm: y overlaps x"));
  const MatrixView<float> in_x(x.panel(0) + 3, 4, 4);
  EXPECT_THAT(error([&] { gemm(in_x, dy, x, {}, context_); }), HasSubstr("gemm: y overlaps w"));
  EXPECT_THAT(error([&] { gemm_transposed(w, x, x, {}, context_); }),
              HasSubstr("gemm_transposed: dx overlaps dy"));
  EXPECT_THAT(error([&] { gemm_weight_gradient(dy, x, in_x, true, context_); }),
              HasSubstr("gemm_weight_gradient: dw overlaps x"));
  EXPECT_NO_THROW(sddmm(plan, x, x, values, false, context_)) << "inputs may be one";
  EXPECT_NO_THROW(gemm_weight_gradient(x, x, w, false, context_));
}

TEST_F(OperandCheck, OutputsInBfloat16OverlapNoInput) {
  const ProductPlan plan = make_plan(BlockPattern::full(4, 4, {2, 2}), context_);
  std::vector<BFloat16> values(16);
  Panels<BFloat16> x(10, 4, 16);
  EXPECT_THAT(error([&] { spmm(plan, values, x, x, {}, context_); }),
              HasSubstr("spmm: y overlaps x"));
  EXPECT_THAT(error([&] { spmm_transposed(plan, values, x, x, {}, context_); }),
              HasSubstr("spmm_transposed: dx overlaps dy"));
}

TEST_F(OperandCheck, PlainOutputsOverlapNoInputButMayBeOtherColumns) {
  PlainScratch scratch;
  std::vector<float> rows(10 * 12 + 12);
  const auto columns = [&](Index first, Index count) {
    return MatrixView<float>(rows.data() + first, 10, count, 12);
  };
  EXPECT_NO_THROW(
      linear_plain(plan_, values_, columns(0, 4), columns(4, 8), {}, scratch, context_));
  EXPECT_NO_THROW(
      linear_plain_transposed(plan_, values_, columns(4, 8), columns(0, 4), scratch, context_));
  for (const Index first : {0, 3, 5, 12})  // the same columns, or some of the next row's
    EXPECT_THAT(error([&] {
                  linear_plain(plan_, values_, columns(0, 4), columns(first, 8), {}, scratch,
                               context_);
                }),
                HasSubstr("linear_plain: y overlaps x"))
        << first;
  EXPECT_THAT(error([&] {
                linear_plain_transposed(plan_, values_, columns(4, 8), columns(6, 4), scratch,
                                        context_);
              }),
              HasSubstr("linear_plain_transposed: dx overlaps dy"));
  EXPECT_THAT(error([&] {
                linear_plain_gradient(plan_, columns(4, 8), columns(0, 4),
                                      std::span(rows).first(32), false, scratch, context_);
              }),
              HasSubstr("linear_plain_gradient: the gradient overlaps"));
}

TEST_F(OperandCheck, RowsOfAMatrixFollowOneAnother) {
  const MatrixView<float> short_rows(values_.data(), 8, 4, 3), negative(values_.data(), -8, 4);
  EXPECT_THAT(error([&] { gemm(short_rows, x_, y_, {}, context_); }),
              HasSubstr("gemm: w is 8x4 with rows of 3"));
  EXPECT_THAT(error([&] { gemm(negative, x_, y_, {}, context_); }), HasSubstr("w is -8x4"));
  EXPECT_THAT(error([&] { pack_tokens(short_rows, x_, context_); }),
              HasSubstr("pack_tokens: plain is 8x4 with rows of 3"));
  Panels<BFloat16> panels(4, 8, 16);
  EXPECT_THAT(error([&] { pack(short_rows, panels, context_); }),
              HasSubstr("pack: the matrix is 8x4 with rows of 3"));
}

TEST_F(OperandCheck, BlockNorms) {
  values_.resize(3);
  EXPECT_THAT(error([&] { block_norms(*pattern_, values_, BlockNorm::kL1); }),
              HasSubstr("number of values is 3; expected 32"));
}

}  // namespace
}  // namespace espalier::sparse
