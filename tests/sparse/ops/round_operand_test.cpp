// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/ops/round_operand.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <string>
#include <vector>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/float16.h>
#include <espalier/sparse/core/kernel_variant.h>
#include <espalier/sparse/ops/gemm.h>
#include "tests/support/bf16_problem.h"
#include "tests/support/message.h"

namespace espalier::sparse {
namespace {

using espalier::testing::message_of;
using espalier::testing::nan_activations;
using espalier::testing::normal_activations;
using ::testing::HasSubstr;

class RoundOperand : public ::testing::TestWithParam<std::string> {
 protected:
  Context context_{{.threads = 2, .kernel = GetParam()}};
};

// Every upper half with lower halves around each decision of float16, whose last bit is the 14th:
// NaN, infinities, subnormals, ties.
TEST_P(RoundOperand, ArraysBecomeFloat16AsTheDefinitionSays) {
  std::vector<float> values;
  for (std::uint32_t upper = 0; upper < 0x10000; ++upper)
    for (const std::uint32_t lower : {0x0000U, 0x0001U, 0x0FFFU, 0x1000U, 0x1001U, 0x2FFFU, 0x3000U,
                                      0xEFFFU, 0xF000U, 0xF001U, 0xFFFFU})
      values.push_back(std::bit_cast<float>(upper << 16 | lower));
  values.push_back(1.0f);  // an odd number of values
  std::vector<float> rounded(values.size());
  round_operand(values, std::span<float>(rounded), context_);
  for (std::size_t i = 0; i < values.size(); ++i)
    ASSERT_EQ(std::bit_cast<std::uint32_t>(rounded[i]),
              std::bit_cast<std::uint32_t>(rounded_to_float16(values[i])))
        << i;
}

TEST_P(RoundOperand, ActivationsAndTilesAreRoundedInPlace) {
  const Activations x = normal_activations(37, 5, 16, 3);
  Activations rounded = nan_activations(37, 5, 16);
  round_operand(x, rounded, context_);
  for (Index t = 0; t < 37; ++t)
    for (Index f = 0; f < 5; ++f) ASSERT_EQ(rounded.at(t, f), rounded_to_float16(x.at(t, f)));
  EXPECT_EQ(espalier::testing::dirty_padding(rounded), "");

  // A tile of 2 x 16 within memory whose rows are 20 values apart.
  const MatrixView<const float> tile(x.row(1, 1), 2, 16);
  for (const Precision precision : {Precision::kBFloat16, Precision::kFloat16}) {
    std::vector<float> memory(40, -1.0f);
    round_tile(tile, precision, reinterpret_cast<std::byte*>(memory.data()), 20, context_);
    const auto found = [&](Index r, Index c) {
      if (precision == Precision::kFloat16) return memory[static_cast<std::size_t>(20 * r + c)];
      return static_cast<float>(reinterpret_cast<const BFloat16*>(memory.data())[20 * r + c]);
    };
    for (Index r = 0; r < 2; ++r)
      for (Index c = 0; c < 16; ++c)
        EXPECT_EQ(found(r, c), precision == Precision::kFloat16
                                   ? rounded_to_float16(tile(r, c))
                                   : static_cast<float>(BFloat16(tile(r, c))));
  }
}

// The dense products of float16 are those of rounded operands, to the last bit.
TEST_P(RoundOperand, DenseProductsRoundTheirOperands) {
  constexpr Index kOut = 24, kIn = 40, kTokens = 70;
  const Activations x = normal_activations(kTokens, kIn, 64, 1);
  const Activations dy = normal_activations(kTokens, kOut, 64, 2);
  const std::vector<float> w = espalier::testing::normal_values(kOut * kIn, 3);
  Activations rounded_x(kTokens, kIn, 64), rounded_dy(kTokens, kOut, 64);
  std::vector<float> rounded_w(w.size());
  round_operand(x, rounded_x, context_);
  round_operand(dy, rounded_dy, context_);
  round_operand(w, std::span<float>(rounded_w), context_);
  const MatrixView<const float> of_w(w.data(), kOut, kIn), of_rounded(rounded_w.data(), kOut, kIn);

  Activations y(kTokens, kOut, 64), expected_y = y, dx(kTokens, kIn, 64), expected_dx = dx;
  std::vector<float> dw(w.size()), expected_dw(w.size());
  gemm(of_w, x, y, {}, context_, Precision::kFloat16);
  gemm(of_rounded, rounded_x, expected_y, {}, context_);
  EXPECT_TRUE(std::ranges::equal(y.values(), expected_y.values()));
  gemm_transposed(of_w, dy, dx, {}, context_, Precision::kFloat16);
  gemm_transposed(of_rounded, rounded_dy, expected_dx, {}, context_);
  EXPECT_TRUE(std::ranges::equal(dx.values(), expected_dx.values()));
  gemm_weight_gradient(dy, x, {dw.data(), kOut, kIn}, false, context_, Precision::kFloat16);
  gemm_weight_gradient(rounded_dy, rounded_x, {expected_dw.data(), kOut, kIn}, false, context_);
  EXPECT_EQ(dw, expected_dw);
  gemm(of_w, x, expected_y, {}, context_);
  EXPECT_FALSE(std::ranges::equal(y.values(), expected_y.values()));
}

TEST_P(RoundOperand, NamesWhatDoesNotFit) {
  std::vector<float> from(6), to(5);
  EXPECT_THAT(message_of<ShapeError>([&] { round_operand(from, std::span<float>(to), context_); }),
              HasSubstr("round: number of values is 5; expected 6"));
  const Activations x(20, 4, 16);
  Activations other(20, 5, 16);
  EXPECT_THAT(message_of<ShapeError>([&] { round_operand(x, other, context_); }),
              HasSubstr("round: to has 5 features"));
}

INSTANTIATE_TEST_SUITE_P(All, RoundOperand, ::testing::ValuesIn(kernel_names()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace espalier::sparse
