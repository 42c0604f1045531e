// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/ops/convert_bf16.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <string>
#include <vector>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/kernel_variant.h>
#include "tests/support/bf16_problem.h"
#include "tests/support/message.h"

namespace espalier::sparse {
namespace {

using espalier::testing::dirty_padding;
using espalier::testing::message_of;
using espalier::testing::nan_activations;
using espalier::testing::nan_bf16_activations;
using espalier::testing::narrowed;
using espalier::testing::normal_activations;
using espalier::testing::widened;
using ::testing::HasSubstr;

class ConvertBf16 : public ::testing::TestWithParam<std::string> {
 protected:
  Context context_{{.threads = 2, .kernel = GetParam()}};
};

// Every upper half with lower halves around each decision: NaN, infinities, subnormals, ties.
TEST_P(ConvertBf16, ArraysRoundAsTheTypeDoes) {
  std::vector<float> values;
  for (std::uint32_t upper = 0; upper < 0x10000; ++upper)
    for (const std::uint32_t lower : {0x0000U, 0x0001U, 0x7FFFU, 0x8000U, 0x8001U, 0xFFFFU})
      values.push_back(std::bit_cast<float>(upper << 16 | lower));
  values.push_back(1.0f);  // an odd number of values
  std::vector<BFloat16> narrow(values.size());
  convert(values, narrow, context_);
  for (std::size_t i = 0; i < values.size(); ++i) ASSERT_EQ(narrow[i], BFloat16(values[i])) << i;

  std::vector<float> wide(values.size());
  convert(std::span<const BFloat16>(narrow), wide, context_);
  for (std::size_t i = 0; i < values.size(); ++i)
    ASSERT_EQ(std::bit_cast<std::uint32_t>(wide[i]), std::uint32_t{narrow[i].bits} << 16) << i;
}

TEST_P(ConvertBf16, ArraysMayLieAnywhere) {
  const std::vector<float> values = espalier::testing::normal_values(100, 1);
  for (const std::size_t first : {1u, 3u}) {
    std::vector<BFloat16> narrow(values.size());
    convert(std::span(values).subspan(first), std::span(narrow).subspan(first), context_);
    for (std::size_t i = first; i < values.size(); ++i) EXPECT_EQ(narrow[i], BFloat16(values[i]));
    EXPECT_EQ(narrow[0], BFloat16());
  }
}

TEST_P(ConvertBf16, ActivationsAndMatricesMoveToTheirPlaces) {
  for (const Index tokens : {0, 1, 16, 17, 40, 300}) {
    for (const Index features : {1, 2, 7, 8}) {
      SCOPED_TRACE(::testing::Message() << tokens << " tokens, " << features << " features");
      const Activations x = normal_activations(tokens, features, 32, 5);
      std::vector<float> matrix(static_cast<std::size_t>(tokens * features));
      unpack(x, {matrix.data(), features, tokens});
      const Panels<BFloat16> expected = narrowed(x);

      Panels<BFloat16> from_panels = nan_bf16_activations(tokens, features, 32);
      convert(x, from_panels, context_);
      Panels<BFloat16> from_matrix = nan_bf16_activations(tokens, features, 32);
      pack({matrix.data(), features, tokens}, from_matrix, context_);
      for (const Panels<BFloat16>* found : {&from_panels, &from_matrix}) {
        EXPECT_TRUE(
            std::equal(found->values().begin(), found->values().end(), expected.values().begin()));
        EXPECT_EQ(dirty_padding(*found), "");
      }

      Activations back = nan_activations(tokens, features, 32);
      convert(expected, back, context_);
      const Activations expected_back = widened(expected);
      EXPECT_TRUE(
          std::equal(back.values().begin(), back.values().end(), expected_back.values().begin()));
      std::vector<float> matrix_back(matrix.size());
      unpack(expected, {matrix_back.data(), features, tokens}, context_);
      for (std::size_t i = 0; i < matrix.size(); ++i)
        EXPECT_EQ(matrix_back[i], static_cast<float>(BFloat16(matrix[i])));
    }
  }
}

TEST_P(ConvertBf16, MatricesMayHaveGaps) {
  const std::vector<float> storage = espalier::testing::normal_values(3 * 25, 1);
  const MatrixView<const float> view(storage.data() + 1, 3, 20, 25);
  Panels<BFloat16> x(20, 3, 16);
  pack(view, x, context_);
  std::vector<float> out(3 * 25, -1.0f);
  unpack(x, {out.data() + 1, 3, 20, 25}, context_);
  for (Index f = 0; f < 3; ++f) {
    for (Index i = 0; i < 25; ++i) {
      const auto k = static_cast<std::size_t>(f * 25 + i);
      const bool inside = i >= 1 && i <= 20;
      EXPECT_EQ(out[k], inside ? static_cast<float>(BFloat16(storage[k])) : -1.0f) << k;
    }
  }
}

TEST_P(ConvertBf16, NamesWhatDoesNotFit) {
  std::vector<float> floats(6);
  std::vector<BFloat16> narrow(5);
  EXPECT_THAT(message_of<ShapeError>([&] { convert(floats, narrow, context_); }),
              HasSubstr("number of values is 5; expected 6"));
  const Activations x(20, 4, 16);
  Panels<BFloat16> features(20, 5, 16), tokens(21, 4, 16), width(20, 4, 32);
  EXPECT_THAT(
      message_of<ShapeError>([&] { convert(x, features, context_); }),
      HasSubstr("convert: to has 5 features of 20 tokens in panels of 16; expected 4 features"));
  EXPECT_THAT(message_of<ShapeError>([&] { convert(x, tokens, context_); }),
              HasSubstr("to has 4 features of 21 tokens"));
  EXPECT_THAT(message_of<ShapeError>([&] { convert(x, width, context_); }),
              HasSubstr("in panels of 32; expected"));
  EXPECT_THAT(message_of<ShapeError>([&] {
                pack({floats.data(), 2, 3}, width, context_);
              }),
              HasSubstr("pack: features of the matrix is 2; expected 4"));
  EXPECT_THAT(message_of<ShapeError>([&] {
                unpack(width, {floats.data(), 4, 1}, context_);
              }),
              HasSubstr("unpack: tokens of the matrix is 1; expected 20"));
}

INSTANTIATE_TEST_SUITE_P(All, ConvertBf16, ::testing::ValuesIn(kernel_names()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace espalier::sparse
