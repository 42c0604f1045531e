// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/layers/classification_loss.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include <espalier/sparse/core/error.h>
#include "tests/models/layers/layer_oracles.h"
#include "tests/support/generated_problem.h"
#include "tests/support/oracle.h"

namespace espalier::models {
namespace {

using sparse::Activations;
using ::testing::HasSubstr;
using testing::kUnitRoundoff;
using ::testing::ThrowsMessage;

constexpr Index kSamples = 40, kClasses = 10;

std::vector<std::int32_t> some_labels() {
  std::vector<std::int32_t> labels;
  for (Index t = 0; t < kSamples; ++t) labels.push_back(static_cast<std::int32_t>(t * t % 10));
  return labels;
}

/// ln of the sum of exponentials of one sample's logits.
double log_sum(const Activations& logits, Index t) {
  double sum = 0;
  for (Index c = 0; c < kClasses; ++c) sum += std::exp(double{logits.at(t, c)});
  return std::log(sum);
}

TEST(ClassificationLoss, IsTheCrossEntropyAndCountsHits) {
  const Context context({.threads = 2});
  const auto labels = some_labels();
  Activations logits = testing::normal_activations(kSamples, kClasses, 16, 1);
  const Activations before = logits;
  ClassificationRecord record;
  const PredictionLoss result = classification_loss(logits, labels, record, context);
  double expected = 0;
  Index correct = 0;
  for (Index t = 0; t < kSamples; ++t) {
    expected += log_sum(before, t) - before.at(t, labels[t]);
    Index best = 0;
    for (Index c = 1; c < kClasses; ++c)
      if (before.at(t, c) > before.at(t, best)) best = c;
    correct += best == labels[t];
  }
  // The sum of 10 exponentials is rounded 10 times after exponents below 8 (three times each) and
  // the exponential itself (4 u); the logarithm turns relative errors into absolute ones.
  EXPECT_NEAR(result.loss_sum, expected, kSamples * kUnitRoundoff * (3 * 8 + 4 + kClasses));
  EXPECT_EQ(result.correct, correct);
  EXPECT_EQ(result.count, kSamples);
  for (Index t = 0; t < kSamples; ++t)
    for (Index c = 0; c < kClasses; ++c) EXPECT_EQ(logits.at(t, c), before.at(t, c));
}

TEST(ClassificationLossBackward, IsTheSoftmaxMinusTheLabel) {
  const Context context({.threads = 2});
  const auto labels = some_labels();
  Activations logits = testing::normal_activations(kSamples, kClasses, 16, 1);
  logits.row(2, 4)[12] = 3.0f;  // padding, as a bias leaves it
  const Activations before = logits;
  ClassificationRecord record;
  classification_loss(logits, labels, record, context);
  classification_loss_backward(logits, labels, 0.25, record, context);
  for (Index t = 0; t < kSamples; ++t)
    for (Index c = 0; c < kClasses; ++c) {
      const double p = std::exp(before.at(t, c) - log_sum(before, t));
      const double expected = 0.25 * (p - (c == labels[t]));
      // The logarithm as above, stored as a float below 8, and the exponential of a difference.
      EXPECT_NEAR(logits.at(t, c), expected,
                  0.25 * kUnitRoundoff * (3 * 8 + 4 + kClasses + 8 + 3 * 8 + 6 + 1));
    }
  EXPECT_EQ(testing::dirty_padding(logits), "");
}

TEST(ClassificationLoss, RefusesLabelsThatDoNotFit) {
  const Context context({.threads = 1});
  Activations logits(2, 3, 16);
  ClassificationRecord record;
  const auto loss = [&](std::vector<std::int32_t> labels) {
    return [&, labels] { classification_loss(logits, labels, record, context); };
  };
  EXPECT_THAT(loss({1}), ThrowsMessage<ShapeError>(HasSubstr("labels has 1 values; expected 2")));
  EXPECT_THAT(loss({1, 3}), ThrowsMessage<ShapeError>(HasSubstr("label 1 is 3; expected 0 to 2")));
  EXPECT_THAT(loss({-1, 0}), ThrowsMessage<ShapeError>(HasSubstr("label 0 is -1")));
}

}  // namespace
}  // namespace espalier::models
