// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/layers/loss.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/models/layers/layer_oracles.h"
#include "tests/support/generated_problem.h"

namespace espalier::models {
namespace {

using testing::kUnitRoundoff;
using testing::normal_values;

constexpr Index kRows = 37;      // not a multiple of four
constexpr Index kColumns = 112;  // some strips of four vectors and single ones, on every target

const Context& context() {
  static const Context one({.threads = 1});
  return one;
}

struct Logits {
  Logits() : values(kRows * kColumns), bias(normal_values(kRows, 2)) {
    const auto normal = normal_values(kRows * kColumns, 1);
    for (std::size_t i = 0; i < normal.size(); ++i) values[i] = 8 * normal[i];
  }
  MatrixView<float> view() { return {values.data(), kRows, kColumns}; }

  AlignedVector<float> values;
  std::vector<float> bias;
};

TEST(ReduceSoftmax, FindsMaximumItsRowAndTheSum) {
  Logits logits;
  const AlignedVector<float> before = logits.values;
  SoftmaxPiece piece;
  reduce_softmax(logits.view(), logits.bias, piece, context());
  for (Index t = 0; t < kColumns; ++t) {
    float top = -std::numeric_limits<float>::infinity();
    Index row = -1;
    for (Index r = 0; r < kRows; ++r) {
      const float z = before[r * kColumns + t] + logits.bias[r];
      EXPECT_EQ(logits.view()(r, t), z);
      if (z > top) top = z, row = r;
    }
    EXPECT_EQ(piece.maximum[t], top);
    EXPECT_EQ(piece.row[t], static_cast<float>(row));
    double sum = 0;
    for (Index r = 0; r < kRows; ++r) sum += std::exp(double{logits.view()(r, t)} - top);
    // Exponents up to 87 are rounded as a difference, as a product with log2(e) and with that
    // constant (3 * 87 u), exponentials to 4 u, the sum of positive terms once for each.
    EXPECT_NEAR(piece.sum[t], sum, sum * kUnitRoundoff * (3 * 87 + 4 + kRows));
  }
}

TEST(ReduceSoftmax, RoundsTheSumOnceInTheReference) {
  Logits logits;
  SoftmaxPiece piece;
  const Context reference({.threads = 1, .kernel = "reference"});
  reduce_softmax(logits.view(), logits.bias, piece, reference);
  for (Index t = 0; t < kColumns; ++t) {
    double sum = 0;
    for (Index r = 0; r < kRows; ++r)
      sum += std::exp(double{logits.view()(r, t)} - piece.maximum[t]);
    EXPECT_EQ(piece.sum[t], static_cast<float>(sum)) << t;
  }
}

TEST(ReduceSoftmax, TakesTheFirstOfEqualRows) {
  AlignedVector<float> values(4 * 16);
  for (Index t = 0; t < 16; ++t) values[1 * 16 + t] = values[3 * 16 + t] = 2.0f;
  const std::vector<float> bias(4);
  SoftmaxPiece piece;
  reduce_softmax({values.data(), 4, 16}, bias, piece, context());
  EXPECT_EQ(piece.row[5], 1.0f);
}

TEST(ReduceSoftmax, DoesNotHideNotANumber) {
  AlignedVector<float> values(4 * 16);
  values[2 * 16 + 7] = std::numeric_limits<float>::quiet_NaN();
  const std::vector<float> bias(4);
  SoftmaxPiece piece;
  reduce_softmax({values.data(), 4, 16}, bias, piece, context());
  EXPECT_TRUE(std::isnan(piece.sum[7]));
  EXPECT_FALSE(std::isnan(piece.sum[6]));
}

TEST(SoftmaxGradient, SubtractsTheLabelAndSumsRows) {
  Logits logits;
  std::vector<std::int32_t> labels;
  for (Index t = 0; t < 100; ++t) labels.push_back(static_cast<std::int32_t>(t % 60));
  constexpr Index first_row = 10;  // labels below and above this piece occur too
  constexpr float scale = 0.25f;
  AlignedVector<float> log_sum(kColumns, std::numeric_limits<float>::infinity());
  for (Index t = 0; t < 100; ++t) log_sum[t] = 20.0f + static_cast<float>(t % 7);
  const AlignedVector<float> before = logits.values;
  std::vector<float> bias_gradient(kRows, 1.0f);
  softmax_gradient(logits.view(), log_sum, labels, first_row, scale, bias_gradient, context());
  for (Index r = 0; r < kRows; ++r) {
    double sum = 1, magnitude = 1;
    for (Index t = 0; t < kColumns; ++t) {
      const bool is_label = t < 100 && labels[t] == first_row + r;
      const double p =
          t < 100 ? std::exp(double{before[r * kColumns + t]} - log_sum[t]) * scale : 0;
      const double expected = p - (is_label ? scale : 0);
      // Exponents down to -87 are rounded three times as above, the exponential to 4 u, the product
      // and the difference once each; what lies below exp(-87) becomes zero.
      const double bound =
          kUnitRoundoff * ((3 * 87 + 6) * p + scale * is_label) + scale * std::exp(-87);
      EXPECT_NEAR(logits.view()(r, t), expected, bound) << r << " " << t;
      if (t >= 100) {
        EXPECT_EQ(logits.view()(r, t), 0.0f);
      }
      sum += expected;
      magnitude += p + (is_label ? scale : 0);
    }
    EXPECT_NEAR(bias_gradient[r], sum, magnitude * kUnitRoundoff * (3 * 87 + 6 + kColumns)) << r;
  }
}

TEST(PredictionLoss, AddsUp) {
  PredictionLoss total{1.5, 2, 1};
  total += {2.5, 3, 2};
  EXPECT_EQ(total.loss_sum, 4.0);
  EXPECT_EQ(total.count, 5);
  EXPECT_EQ(total.correct, 3);
}

}  // namespace
}  // namespace espalier::models
