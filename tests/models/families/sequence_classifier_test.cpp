// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/families/sequence_classifier.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <espalier/models/families/family_registry.h>
#include <espalier/models/families/flops.h>
#include <espalier/models/families/mlp.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>
#include "tests/models/families/loss_slope.h"
#include "tests/support/message.h"

namespace espalier::models::sequence_classifier_test {
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

// The loss of two equal models may differ by three terms of size one, each after a chain of about
// 2^6 roundings of 2^-24.
TEST(SequenceClassifier, GradientIsTheSlopeOfTheLossForEveryParameter) {
  const Context context({.threads = 1, .seed = 2});
  SequenceClassifier model({.config = small_model(), .density = 0.25, .initial_deviation = 0.2},
                           kClasses, context);
  const SmallBatch data;
  espalier::testing::expect_gradient_is_slope(model, data.batch(), kSequences * 64 * 0x1.0p-24, 25);
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

TEST(SequenceClassifier, NamesTheLayerWhoseAttentionRefuses) {
  const Context context({.threads = 1});
  SequenceClassifier model({.config = small_model()}, kClasses, context);
  SmallBatch data;
  data.lengths[1] = kSequence + 1;
  SequenceClassifier::Record record;
  EXPECT_THAT(message_of<ShapeError>([&] { model.evaluate(data.batch(), record); }),
              HasSubstr("bert.encoder.layer.0: attention_forward: length 1 is 17"));
}

TEST(SequenceClassifier, WantsAFamilyThatReadsTokens) {
  const Context context({.threads = 1});
  EXPECT_THAT(message_of<ConfigError>([&] {
                const SequenceClassifier model({.config = mlp_config({4, 2})}, kClasses, context);
              }),
              HasSubstr("model family 'mlp' reads no sequences of tokens"));
}

}  // namespace
}  // namespace espalier::models::sequence_classifier_test
