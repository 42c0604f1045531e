// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/inference/int8_weights.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>
#include <espalier/sparse/topology/random_pattern.h>

namespace espalier::models {
namespace {

using sparse::Activations;
using sparse::BlockPattern;
using Matrix = sparse::BlockCsrMatrix<float>;

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

sparse::PatternPtr pattern_of(Index rows, Index cols, Index block, double density = 0.3) {
  return sparse::random_pattern(
      rows, cols, {block, block}, density,
      Random(static_cast<std::uint64_t>(rows + block), stream_id("int8")));
}

/// From normal numbers, or of the whole numbers from `low` to `high`.
struct Draw {
  explicit Draw(std::uint64_t seed) : random(seed, stream_id("int8 values")) {}
  float normal() { return static_cast<float>(random.normal(next++)); }
  float whole(int low, int high) {
    return static_cast<float>(
        low + static_cast<int>(random.below(next++, static_cast<std::uint64_t>(high - low + 1))));
  }
  Random random;
  std::uint64_t next = 0;
};

Matrix matrix_of(const sparse::PatternPtr& pattern, auto&& value) {
  AlignedVector<float> values(static_cast<std::size_t>(pattern->values()));
  for (float& v : values) v = value();
  return {pattern, std::move(values)};
}

/// The value (row, column of the block) of a block, in whose rows they lie side by side.
float& value_of(Matrix& matrix, Index block, Index row, Index col) {
  return matrix.block(block)[static_cast<std::size_t>(row * matrix.pattern().block().cols + col)];
}

/// Calls body(entry, column) for the stored values of a row.
void for_each_in_row(const Matrix& matrix, Index row, auto&& body) {
  const BlockPattern& pattern = matrix.pattern();
  const Index block = pattern.block().rows;
  const auto line = static_cast<std::size_t>(row / block);
  for (Index e = pattern.row_offsets()[line]; e < pattern.row_offsets()[line + 1]; ++e)
    for (Index c = 0; c < block; ++c)
      body(matrix.block(e)[static_cast<std::size_t>(row % block * block + c)],
           pattern.columns()[static_cast<std::size_t>(e)] * block + c);
}

std::vector<float> outputs_of(const Activations& y, Index token) {
  std::vector<float> values;
  for (Index f = 0; f < y.features(); ++f) values.push_back(y.at(token, f));
  return values;
}

std::vector<float> inputs_of(const Activations& x, Index token) { return outputs_of(x, token); }

Activations product(const Int8Weights& weights, Index rows, const Activations& x,
                    std::span<const float> bias, const Context& context) {
  Activations y(x.tokens(), rows, x.panel_width());
  for (float& value : y.values()) value = kNaN;
  Int8Inputs inputs;
  weights.multiply(x, bias, y, inputs, context);
  return y;
}

class Int8Kernel : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Variants, Int8Kernel, ::testing::Values("highway", "reference"),
                         [](const auto& one) { return std::string(one.param); });

// Rows whose largest weight is 127 and tokens whose values span 127 have steps of one, and whole
// numbers are not rounded. Then outputs are whole numbers below 128 * 127 * 192 < 2^24, exact in
// float: those of every instruction set and of the reference must be the sums themselves.
TEST_P(Int8Kernel, SumsWholeNumbersExactly) {
  const Context context({.threads = 2, .kernel = GetParam()});
  for (const Index block : {4, 8, 16})
    for (const Index width : {16, 32, 48, 64}) {
      const Index rows = 96, cols = 192, tokens = 2 * width - 5;
      Draw draw(static_cast<std::uint64_t>(block + width));
      Matrix weights =
          matrix_of(pattern_of(rows, cols, block, 0.5), [&] { return draw.whole(-127, 127); });
      for (Index b = 0; b < weights.pattern().blocks(); ++b)
        for (Index r = 0; r < block; ++r) value_of(weights, b, r, b % block) = b % 2 ? 127 : -127;
      Activations x(tokens, cols, width);
      for (Index t = 0; t < tokens; ++t) {
        const int low = t % 3 == 0 ? 0 : t % 3 == 1 ? -127 : -32;  // 95 / 127 + 32 / 127 is 1 too
        for (Index c = 0; c < cols; ++c) x.at(t, c) = draw.whole(low, low + 127);
        x.at(t, t % cols) = static_cast<float>(low);
        x.at(t, (t + 1) % cols) = static_cast<float>(low + 127);
        ASSERT_EQ(Int8Scale::of(static_cast<float>(low), static_cast<float>(low + 127)).step, 1);
      }
      // Everything at an end: pairs of products that 16 bits just hold.
      for (Index c = 0; c < cols; ++c) {
        x.at(0, c) = 127;
        x.at(1, c) = -127;
        x.at(2, c) = c % 4 < 2 ? 63.5f : -63.5f;  // u is 128 or 0: both ends are rounded to even
      }
      std::vector<float> bias;
      for (Index r = 0; r < rows; ++r) bias.push_back(draw.whole(-9, 9));
      const Int8Weights packed(weights);
      const Activations y = product(packed, rows, x, bias, context);
      std::vector<float> of_one(static_cast<std::size_t>(rows));
      Int8Inputs inputs;
      for (Index t = 0; t < tokens; ++t) {
        packed.multiply(inputs_of(x, t), bias, of_one, inputs, context);
        for (Index r = 0; r < rows; ++r) {
          double sum = bias[static_cast<std::size_t>(r)];
          for_each_in_row(weights, r, [&](float w, Index c) {
            sum += static_cast<double>(w) * std::nearbyint(x.at(t, c));
          });
          ASSERT_EQ(y.at(t, r), sum) << "block " << block << ", token " << t << ", row " << r;
          ASSERT_EQ(of_one[static_cast<std::size_t>(r)], sum);
        }
      }
    }
}

// A weight is off by half a step a of its row, an input by half a step s of its token, so that a
// product w x is off by |x| a / 2 + |w| s / 2 + a s / 4. Quotients that are rounded in float beside
// that may be off by 127 * 2^-23 of a step: 1.0001 times. At the end the sum becomes a float and is
// multiplied and added to: three roundings of it.
TEST_P(Int8Kernel, IsWithinHalfAStepOfWeightsAndInputs) {
  const Context context({.threads = 1, .kernel = GetParam()});
  for (const Index block : {4, 8, 16}) {
    const Index rows = 64, cols = 320, tokens = 40;
    Draw draw(static_cast<std::uint64_t>(block));
    const Matrix weights = matrix_of(pattern_of(rows, cols, block), [&] { return draw.normal(); });
    Activations x(tokens, cols, 16);
    for (Index t = 0; t < tokens; ++t)
      for (Index c = 0; c < cols; ++c)
        x.at(t, c) = draw.normal() * (t % 2 == 0 ? 1e-6f : 3) + (t % 3 == 0 ? 2.0f : 0.0f);
    const Activations y = product(Int8Weights(weights), rows, x, {}, context);
    double farthest = 0;
    for (Index t = 0; t < tokens; ++t) {
      float low = 0, high = 0;
      for (const float value : inputs_of(x, t)) {
        low = std::min(low, value);
        high = std::max(high, value);
      }
      const double s = (static_cast<double>(high) - low) / 127;
      for (Index r = 0; r < rows; ++r) {
        double largest = 0, expected = 0, size = 0;
        for_each_in_row(weights, r, [&](float w, Index) {
          largest = std::max(largest, std::abs(static_cast<double>(w)));
        });
        const double a = largest / 127;
        double bound = 0;
        for_each_in_row(weights, r, [&](float w, Index c) {
          const double input = x.at(t, c);
          expected += w * input;
          size += std::abs(w * input);
          bound += std::abs(input) * a / 2 + std::abs(w) * s / 2 + a * s / 4;
        });
        bound = 1.0001 * bound + 3 * 0x1p-24 * (size + bound);
        const double error = std::abs(y.at(t, r) - expected);
        ASSERT_LE(error, bound) << "block " << block << ", token " << t << ", row " << r;
        if (bound > 0) farthest = std::max(farthest, error / bound);
      }
    }
    EXPECT_GT(farthest, 0.02) << "they are rounded";
  }
}

TEST_P(Int8Kernel, ATokenHasTheSameBitsWhateverLiesBeside) {
  const Index rows = 80, cols = 144, tokens = 70;
  for (const Index block : {4, 8, 16}) {
    Draw draw(7);
    const Matrix weights = matrix_of(pattern_of(rows, cols, block), [&] { return draw.normal(); });
    const Int8Weights packed(weights);
    Activations x(tokens, cols);
    for (Index t = 0; t < tokens; ++t)
      for (Index c = 0; c < cols; ++c) x.at(t, c) = draw.normal() * static_cast<float>(1 + t);
    std::vector<float> bias;
    for (Index r = 0; r < rows; ++r) bias.push_back(draw.normal());
    const Context one({.threads = 1, .kernel = GetParam()});
    const Context three({.threads = 3, .kernel = GetParam()});
    const Activations y = product(packed, rows, x, bias, one);
    const Activations by_three = product(packed, rows, x, bias, three);
    ASSERT_TRUE(std::ranges::equal(y.values(), by_three.values()));
    for (Index lane = y.used_lanes(1); lane < y.panel_width(); ++lane)
      ASSERT_EQ(y.row(1, 3)[lane], 0) << "padding";
    Int8Inputs inputs;
    for (Index t = 0; t < tokens; t += 9) {
      Activations alone(1, cols, 16);
      for (Index c = 0; c < cols; ++c) alone.at(0, c) = x.at(t, c);
      const std::vector<float> expected = outputs_of(y, t);
      EXPECT_EQ(outputs_of(product(packed, rows, alone, bias, three), 0), expected);
      std::vector<float> of_one(static_cast<std::size_t>(rows), kNaN);
      packed.multiply(inputs_of(x, t), bias, of_one, inputs, three);
      EXPECT_EQ(of_one, expected) << "token " << t;
    }
  }
}

TEST_P(Int8Kernel, ATokenThatIsNotFiniteIsNaNAlone) {
  const Context context({.threads = 1, .kernel = GetParam()});
  const Index rows = 32, cols = 64;
  Draw draw(3);
  const Int8Weights packed(matrix_of(pattern_of(rows, cols, 8), [&] { return draw.normal(); }));
  Activations x(16, cols, 16);
  for (float& value : x.values()) value = draw.normal();
  const Activations before = product(packed, rows, x, {}, context);
  const float infinity = std::numeric_limits<float>::infinity();
  // As the first, a middle and the last input, each in a lane of its own.
  x.at(1, 0) = kNaN;
  x.at(4, 33) = infinity;
  x.at(6, 34) = -infinity;
  x.at(6, 35) = infinity;
  x.at(15, cols - 1) = -kNaN;
  const Activations y = product(packed, rows, x, {}, context);
  std::vector<float> of_one(static_cast<std::size_t>(rows));
  Int8Inputs inputs;
  for (Index t = 0; t < 16; ++t) {
    const bool bad = t == 1 || t == 4 || t == 6 || t == 15;
    packed.multiply(inputs_of(x, t), {}, of_one, inputs, context);
    for (Index r = 0; r < rows; ++r) {
      ASSERT_EQ(std::isnan(y.at(t, r)), bad) << "token " << t << ", row " << r;
      ASSERT_EQ(std::isnan(of_one[static_cast<std::size_t>(r)]), bad);
      if (!bad) {
        ASSERT_EQ(y.at(t, r), before.at(t, r));
      }
    }
  }
}

TEST_P(Int8Kernel, ZerosGiveTheBias) {
  const Context context({.threads = 1, .kernel = GetParam()});
  const Index rows = 16, cols = 32;
  Draw draw(4);
  Matrix weights = matrix_of(BlockPattern::full(rows, cols, {4, 4}), [&] { return draw.normal(); });
  // A row of zeros, and one whose step would be subnormal.
  for (Index b = 0; b < cols / 4; ++b)
    for (Index c = 0; c < 4; ++c) {
      value_of(weights, b, 1, c) = 0;
      value_of(weights, b, 2, c) = 1e-38f;
    }
  const Int8Weights packed(weights);
  std::vector<float> bias;
  for (Index r = 0; r < rows; ++r) bias.push_back(static_cast<float>(r) - 4);
  Activations x(4, cols, 16);
  for (Index c = 0; c < cols; ++c) {
    x.at(0, c) = draw.normal();
    x.at(2, c) = -1e-37f;                      // a 127th of it is subnormal
    x.at(3, c) = c % 2 == 0 ? 3e38f : -3e38f;  // the difference is more than a float holds
  }
  const Activations y = product(packed, rows, x, bias, context);
  EXPECT_EQ(y.at(0, 1), bias[1]);
  EXPECT_EQ(y.at(0, 2), bias[2]);
  EXPECT_NE(y.at(0, 3), bias[3]);
  EXPECT_EQ(outputs_of(y, 1), bias);
  EXPECT_EQ(outputs_of(y, 2), bias);
  EXPECT_EQ(y.at(3, 1), bias[1]);
  EXPECT_FALSE(std::isnan(y.at(3, 3)));
}

TEST_P(Int8Kernel, APatternWithoutBlocksGivesTheBias) {
  const Context context({.threads = 1, .kernel = GetParam()});
  const auto empty = std::make_shared<const BlockPattern>(
      16, 16, sparse::BlockShape{8, 8}, std::vector<Index>{0, 0, 0}, std::vector<BlockIndex>{});
  const std::vector<float> bias(16, 2.5f);
  Activations x(3, 16, 16);
  for (float& value : x.values()) value = 1;
  const Int8Weights packed(Matrix(empty, {}));
  EXPECT_EQ(outputs_of(product(packed, 16, x, bias, context), 2), bias);
}

TEST(Int8Weights, SuitBlocksOfFourAndMore) {
  for (const Index block : {4, 8, 16})
    EXPECT_TRUE(Int8Weights::suit(*BlockPattern::full(16, 16, {block, block})));
  for (const Index block : {1, 2}) {
    const auto pattern = BlockPattern::full(16, 16, {block, block});
    EXPECT_FALSE(Int8Weights::suit(*pattern));
    EXPECT_THROW(Int8Weights(Matrix(pattern, AlignedVector<float>(256))), ShapeError);
  }
}

// The largest sum of so many is 128 * 127 * 131072 = 0.99 * 2^31.
TEST(Int8Weights, SuitRowsWhoseSumsFitIn32Bits) {
  EXPECT_TRUE(Int8Weights::suit(*BlockPattern::full(16, 131072, {16, 16})));
  EXPECT_FALSE(Int8Weights::suit(*BlockPattern::full(16, 131088, {16, 16})));
}

TEST(Int8Weights, TakeAByteForAValue) {
  Draw draw(1);
  const Int8Weights packed(matrix_of(pattern_of(64, 128, 16), [&] { return draw.normal(); }));
  EXPECT_EQ(packed.bytes(),
            static_cast<std::size_t>(pattern_of(64, 128, 16)->values() + 64 * (4 + 4)));
}

TEST(Int8Weights, RefuseOtherExtents) {
  const Context context({.threads = 1});
  Draw draw(1);
  const Int8Weights packed(matrix_of(pattern_of(32, 64, 4), [&] { return draw.normal(); }));
  Int8Inputs inputs;
  Activations x(5, 64, 16), y(5, 32, 16), wide(5, 32, 32), few(5, 60, 16);
  const std::vector<float> one(64), bias(31);
  std::vector<float> out(32);
  EXPECT_THROW(packed.multiply(few, {}, y, inputs, context), ShapeError);
  EXPECT_THROW(packed.multiply(x, {}, wide, inputs, context), ShapeError);
  EXPECT_THROW(packed.multiply(x, bias, y, inputs, context), ShapeError);
  EXPECT_THROW(packed.multiply(out, {}, out, inputs, context), ShapeError);
  EXPECT_THROW(packed.multiply(one, bias, out, inputs, context), ShapeError);
  EXPECT_NO_THROW(packed.multiply(one, {}, out, inputs, context));
}

}  // namespace
}  // namespace espalier::models
