// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/families/sequence_classifier.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include <espalier/models/families/family_registry.h>
#include <espalier/models/families/flops.h>
#include <espalier/models/families/mlp.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>
#include "tests/support/message.h"

namespace espalier::models {
namespace {

using espalier::testing::message_of;
using ::testing::HasSubstr;

constexpr Index kSequence = 16, kSequences = 3, kClasses = 4;

ModelConfig small_model() {
  return {.name = "small",
          .layers = 2,
          .hidden = 32,
          .heads = 2,
          .intermediate = 64,
          .vocabulary = 40,
          .max_positions = kSequence,
          .segments = 2};
}

/// Three sequences, two of them shorter than the others' room.
struct SmallBatch {
  SmallBatch() {
    const Random random(3, stream_id("small batch"));
    for (Index i = 0; i < kSequences * kSequence; ++i)
      tokens.push_back(static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(i), 40)));
  }
  ClassificationBatch batch() const {
    return {.tokens = tokens, .sequence = kSequence, .labels = labels, .lengths = lengths};
  }

  std::vector<std::int32_t> tokens, labels = {3, 0, 1};
  std::vector<Index> lengths = {5, 16, 9};
};

TEST(SequenceClassifier, WhatStandsPastTheLengthHasNoInfluence) {
  const Context context({.threads = 1, .seed = 2});
  SequenceClassifier model({.config = small_model(), .density = 0.25}, kClasses, context);
  SmallBatch data;
  SequenceClassifier::Record record;
  const double before = model.evaluate(data.batch(), record).loss_sum;
  for (Index s = 0; s < kSequences; ++s)
    for (Index t = data.lengths[s]; t < kSequence; ++t) data.tokens[s * kSequence + t] = 7;
  EXPECT_EQ(model.evaluate(data.batch(), record).loss_sum, before);
  data.tokens[data.lengths[0] - 1] += 1;
  EXPECT_NE(model.evaluate(data.batch(), record).loss_sum, before);
}

// As for masked words (bert_test.cpp): the slope along a gradient is its norm. `noise` is what the
// loss of two equal models may differ by, here three terms of size one, each after a chain of about
// 2^6 roundings of 2^-24.
TEST(SequenceClassifier, GradientIsTheSlopeOfTheLossForEveryParameter) {
  const Context context({.threads = 1, .seed = 2});
  SequenceClassifier model({.config = small_model(), .density = 0.25, .initial_deviation = 0.2},
                           kClasses, context);
  const SmallBatch data;
  SequenceClassifier::Record record;
  model.train(data.batch(), 1.0, record);
  int checked = 0;
  for (Parameter* p : model.parameters()) {
    double square = 0;
    for (const float g : p->gradient) square += static_cast<double>(g) * g;
    const double norm = std::sqrt(square);
    const AlignedVector<float> values = p->values;
    const auto loss_at = [&](double step) {
      for (std::size_t i = 0; i < values.size(); ++i)
        p->values[i] =
            static_cast<float>(values[i] + step * p->gradient[i] / std::max(norm, 1e-30));
      const double loss = model.evaluate(data.batch(), record).loss_sum;
      p->values = values;
      return loss;
    };
    const double step = 0x1.0p-8;
    const auto slope = [&](double h) { return (loss_at(h) - loss_at(-h)) / (2 * h); };
    const double fine = slope(step), coarse = slope(2 * step);
    const double noise = kSequences * 64 * 0x1.0p-24;
    const double tolerance = std::abs(coarse - fine) + noise / step;
    EXPECT_NEAR(fine, norm, tolerance) << p->name;
    if (tolerance < 0.2 * norm) ++checked;
  }
  EXPECT_GE(checked, 25) << "of " << model.parameters().size()
                         << " parameters had a gradient worth the name";
}

TEST(SequenceClassifier, ConsistsOfWhatEncoderAndHeadDeclare) {
  const Context context({.threads = 1});
  const ModelConfig config = small_model();
  SequenceClassifier model({.config = config}, kClasses, context);
  ModelDeclaration declared = declare(config);
  PooledHead::declare(config.hidden, kClasses, declared);
  double values = 0;
  for (const Parameter* parameter : model.parameters())
    values += static_cast<double>(parameter->positions());
  EXPECT_EQ(count_parameters(declared, 1.0).total(), values);
  // One prediction: three times 2 (H H + H C).
  EXPECT_EQ(count_flops(declared, 1.0, kSequence, 1, Pass::kTraining).head,
            6 * (32 * 32 + 32 * kClasses));
}

TEST(SequenceClassifier, WantsAFamilyThatReadsTokens) {
  const Context context({.threads = 1});
  EXPECT_THAT(message_of<ConfigError>([&] {
                const SequenceClassifier model({.config = mlp_config({4, 2})}, kClasses, context);
              }),
              HasSubstr("model family 'mlp' reads no sequences of tokens"));
}

}  // namespace
}  // namespace espalier::models
