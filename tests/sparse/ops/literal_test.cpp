// SPDX-License-Identifier: Apache-2.0
// The products on matrices small enough to multiply by hand. All values are small integers or
// halves, so every variant must be exact.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include <espalier/sparse/core/context.h>
#include <espalier/sparse/core/kernel_variant.h>
#include <espalier/sparse/ops/gemm.h>
#include <espalier/sparse/ops/sddmm.h>
#include <espalier/sparse/ops/spmm.h>

namespace espalier::sparse {
namespace {

using ::testing::ElementsAre;

std::vector<float> unpacked(const Activations& a) {
  std::vector<float> out(static_cast<std::size_t>(a.features() * a.tokens()));
  unpack(a, {out.data(), a.features(), a.tokens()});
  return out;
}

Activations packed(const std::vector<float>& values, Index features) {
  return pack({values.data(), features, static_cast<Index>(values.size()) / features}, 16);
}

class Literals : public ::testing::TestWithParam<std::string> {
 protected:
  Context context_{{.threads = 1, .kernel = GetParam()}};
};

// w = | 2  0 -1 |      x = | 1 2 |      dy = | 1 -1  |
//     | 0  3  0 |          | 3 4 |           | 2 0.5 |
//                          | 5 6 |
TEST_P(Literals, SparseProductsOfSingleValues) {
  const auto pattern = BlockPattern::from_coordinates(2, 3, {1, 1}, {{0, 0}, {0, 2}, {1, 1}});
  const ProductPlan plan = make_plan(pattern, context_);
  const std::vector<float> values = {2, -1, 3};
  const Activations x = packed({1, 2, 3, 4, 5, 6}, 3);
  const Activations dy = packed({1, -1, 2, 0.5f}, 2);

  Activations y(2, 2, 16);
  spmm(plan, values, x, y, {}, context_);
  EXPECT_THAT(unpacked(y), ElementsAre(-3, -2, 9, 12));
  const std::vector<float> bias = {10, 20};
  spmm(plan, values, x, y, {.bias = bias}, context_);
  EXPECT_THAT(unpacked(y), ElementsAre(7, 8, 29, 32));
  spmm(plan, values, x, y, {.accumulate = true}, context_);
  EXPECT_THAT(unpacked(y), ElementsAre(4, 6, 38, 44));

  Activations dx(2, 3, 16);
  spmm_transposed(plan, values, dy, dx, {}, context_);
  EXPECT_THAT(unpacked(dx), ElementsAre(2, -2, 6, 1.5f, -1, 1));

  std::vector<float> dw(3);
  sddmm(plan, dy, x, dw, false, context_);
  EXPECT_THAT(dw, ElementsAre(-1, -1, 8));
  sddmm(plan, dy, x, dw, true, context_);
  EXPECT_THAT(dw, ElementsAre(-2, -2, 16));
}

// w = | .  .  1  2 |    x = | 1 |    dy = | 1 |
//     | .  .  3  4 |        | 2 |         | 2 |
//     | 5  6  .  . |        | 3 |         | 3 |
//     | 7  8  .  . |        | 4 |         | 4 |
TEST_P(Literals, SparseProductsOfBlocks) {
  const auto pattern = BlockPattern::from_coordinates(4, 4, {2, 2}, {{0, 1}, {1, 0}});
  const ProductPlan plan = make_plan(pattern, context_);
  const std::vector<float> values = {1, 2, 3, 4, 5, 6, 7, 8};
  const Activations x = packed({1, 2, 3, 4}, 4);
  const Activations dy = packed({1, 2, 3, 4}, 4);

  Activations y(1, 4, 16);
  spmm(plan, values, x, y, {}, context_);
  EXPECT_THAT(unpacked(y), ElementsAre(11, 25, 17, 23));

  Activations dx(1, 4, 16);
  spmm_transposed(plan, values, dy, dx, {}, context_);
  EXPECT_THAT(unpacked(dx), ElementsAre(43, 50, 7, 10));

  std::vector<float> dw(8);
  sddmm(plan, dy, x, dw, false, context_);
  EXPECT_THAT(dw, ElementsAre(3, 4, 6, 8, 3, 6, 4, 8));
}

TEST_P(Literals, DenseProducts) {
  const std::vector<float> w = {2, 0, -1, 0, 3, 0};
  const MatrixView<const float> view(w.data(), 2, 3);
  const Activations x = packed({1, 2, 3, 4, 5, 6}, 3);
  const Activations dy = packed({1, -1, 2, 0.5f}, 2);

  Activations y(2, 2, 16);
  const std::vector<float> bias = {10, 20};
  gemm(view, x, y, {.bias = bias}, context_);
  EXPECT_THAT(unpacked(y), ElementsAre(7, 8, 29, 32));

  Activations dx(2, 3, 16);
  gemm_transposed(view, dy, dx, {}, context_);
  EXPECT_THAT(unpacked(dx), ElementsAre(2, -2, 6, 1.5f, -1, 1));

  std::vector<float> dw(6);
  gemm_weight_gradient(dy, x, {dw.data(), 2, 3}, false, context_);
  EXPECT_THAT(dw, ElementsAre(-1, -1, -1, 3, 8, 13));
}

// a = | 1 2 |   b = | 5 6 |   in every mix of transpositions that yields the same product.
//     | 3 4 |       | 7 8 |
TEST_P(Literals, MultiplyTakesEitherOperandTransposed) {
  const std::vector<float> a = {1, 2, 3, 4}, a_transposed = {1, 3, 2, 4};
  const std::vector<float> b = {5, 6, 7, 8}, b_transposed = {5, 7, 6, 8};
  for (const bool ta : {false, true}) {
    for (const bool tb : {false, true}) {
      std::vector<float> c = {100, 100, -1, 100, 100, -1};  // a 2x2 window of rows of 3
      multiply({ta ? a_transposed.data() : a.data(), 2, 2}, ta ? Transpose::kYes : Transpose::kNo,
               {tb ? b_transposed.data() : b.data(), 2, 2}, tb ? Transpose::kYes : Transpose::kNo,
               {c.data(), 2, 2, 3}, false, context_);
      EXPECT_THAT(c, ElementsAre(19, 22, -1, 43, 50, -1));
      multiply({ta ? a_transposed.data() : a.data(), 2, 2}, ta ? Transpose::kYes : Transpose::kNo,
               {tb ? b_transposed.data() : b.data(), 2, 2}, tb ? Transpose::kYes : Transpose::kNo,
               {c.data(), 2, 2, 3}, true, context_);
      EXPECT_THAT(c, ElementsAre(38, 44, -1, 86, 100, -1));
    }
  }
}

TEST_P(Literals, MultiplyWithoutDepthIsZeroOrNothing) {
  std::vector<float> c = {7};
  multiply({nullptr, 1, 0}, Transpose::kNo, {nullptr, 0, 1}, Transpose::kNo, {c.data(), 1, 1}, true,
           context_);
  EXPECT_THAT(c, ElementsAre(7));
  multiply({nullptr, 1, 0}, Transpose::kNo, {nullptr, 0, 1}, Transpose::kNo, {c.data(), 1, 1},
           false, context_);
  EXPECT_THAT(c, ElementsAre(0));
}

INSTANTIATE_TEST_SUITE_P(All, Literals, ::testing::ValuesIn(kernel_names()),
                         [](const auto& param) { return param.param; });

}  // namespace
}  // namespace espalier::sparse
