// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>
#include <vector>

#include <espalier/models/families/family_registry.h>
#include <espalier/models/families/mlm_model.h>
#include <espalier/models/families/sequence_classifier.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>
#include "tests/models/families/loss_slope.h"
#include "tests/support/message.h"

namespace espalier::models::group_bert_test {
namespace {

using ::testing::HasSubstr;
using testing::message_of;

constexpr Index kSequence = 16, kSequences = 3;

ModelConfig small_model() {
  return {.name = "small",
          .family = "groupbert",
          .layers = 2,
          .hidden = 32,
          .heads = 2,
          .intermediate = 64,
          .vocabulary = 40,
          .max_positions = kSequence,
          .segments = 2,
          .norm = NormPlacement::kPre};
}

/// Three masked sequences, two of them shorter than their room.
struct SmallBatch {
  SmallBatch() {
    const Random random(3, stream_id("small batch"));
    for (Index i = 0; i < kSequences * kSequence; ++i) {
      tokens.push_back(static_cast<std::int32_t>(random.below(i, 40)));
      if (i % 5 == 2 && i % kSequence < lengths[i / kSequence]) {
        positions.push_back(i);
        labels.push_back(static_cast<std::int32_t>(random.below(1000 + i, 40)));
      }
    }
  }
  MlmBatch batch() const {
    return {.tokens = tokens,
            .sequence = kSequence,
            .positions = positions,
            .labels = labels,
            .lengths = lengths};
  }

  std::vector<Index> lengths = {13, 16, 9};
  std::vector<std::int32_t> tokens, labels;
  std::vector<Index> positions;
};

class GroupBertGradient : public ::testing::TestWithParam<double> {};

// As of a BERT (bert_test), of twice as many sub-layers.
TEST_P(GroupBertGradient, IsTheSlopeOfTheLossForEveryParameter) {
  const Context context({.threads = 1, .seed = 2});
  for (const double dropout : {0.0, 0.25}) {
    MlmModel model({.config = small_model(),
                    .block = 4,
                    .density = GetParam(),
                    .initial_deviation = 0.2,
                    .dropout = dropout,
                    .attention_dropout = dropout},
                   context);
    const SmallBatch data;
    testing::expect_gradient_is_slope(model, data.batch(), 200 * 64 * 0x1.0p-24, 40, dropout > 0);
  }
}

INSTANTIATE_TEST_SUITE_P(DenseAndSparse, GroupBertGradient, ::testing::Values(1.0, 0.25));

TEST(GroupBert, HasTheWeightsOfItsFourSubLayers) {
  const Context context({.threads = 1});
  MlmModel model({.config = small_model(), .block = 4, .density = 0.25}, context);
  std::set<std::string> names;
  Index sparse = 0;
  for (const Parameter* p : model.parameters()) {
    EXPECT_TRUE(names.insert(p->name).second) << p->name;
    sparse += p->is_sparse() ? 1 : 0;
    if (p->name.ends_with("grouped_matmul.weight")) {
      EXPECT_EQ(p->shape, (std::vector<Index>{32, 64 / 4})) << p->name;
    }
    if (p->name.ends_with("groupconv.weight")) {
      EXPECT_EQ(p->shape, (std::vector<Index>{32, 16 * 7})) << p->name;
    }
  }
  const std::string layer = "groupbert.encoder.layer.1.";
  for (const char* name :
       {"convolution.prenorm.weight", "convolution.glu.weight", "convolution.groupconv.bias",
        "convolution.conv_norm.weight", "convolution.output_projection.weight",
        "intermediate_first.LayerNorm.bias", "intermediate_first.dense.weight",
        "output_first.grouped_matmul.weight", "output_first.dense_output_projection.bias",
        "attention.LayerNorm.weight", "attention.self.query.weight",
        "attention.output.dense.weight", "intermediate_second.LayerNorm.weight",
        "intermediate_second.dense.weight", "output_second.grouped_matmul.bias",
        "output_second.dense_output_projection.weight"})
    EXPECT_TRUE(names.contains(layer + name)) << name;
  EXPECT_TRUE(names.contains("groupbert.LayerNorm.weight"));
  // 10 of convolution and attention each, 8 of each feed-forward layer; embeddings 5, final norm 2,
  // head 5.
  EXPECT_EQ(names.size(), 2u * (10 + 10 + 8 + 8) + 12);
  EXPECT_EQ(sparse, 2 * 12);
}

// A norm undoes a factor of what it reads, but for its epsilon. A power of two rounds nothing, so
// that without one the norms of both layers differ in the last bit of 1 / deviation at most; what
// follows may make 32 times of that.
TEST(GroupBert, EpsilonIsThatOfTheConvolutionsNormToo) {
  const Context context({.threads = 1, .seed = 2});
  const SmallBatch data;
  constexpr double kRounding = 2 * 32 * 0x1.0p-24;
  for (const double epsilon : {1e-12, 0.1}) {
    ModelConfig config = small_model();
    config.norm_epsilon = epsilon;
    MlmModel model({.config = config, .initial_deviation = 0.2}, context);
    MlmModel::Record record;
    const double before = model.evaluate(data.batch(), record).loss_sum;
    for (Parameter* p : model.parameters())
      if (p->name.find(".groupconv.") != std::string::npos)
        for (float& value : p->values) value *= 64;
    const double change = std::abs(model.evaluate(data.batch(), record).loss_sum / before - 1);
    EXPECT_EQ(change > kRounding, epsilon > 0.01) << epsilon << ": " << change;
  }
}

TEST(GroupBert, WhatStandsPastTheLengthHasNoInfluence) {
  const Context context({.threads = 1, .seed = 2});
  MlmModel model({.config = small_model(), .block = 4, .density = 0.25, .initial_deviation = 0.2},
                 context);
  SmallBatch data;
  MlmModel::Record record;
  const double before = model.evaluate(data.batch(), record).loss_sum;
  for (Index s = 0; s < kSequences; ++s)
    for (Index t = data.lengths[s]; t < kSequence; ++t) data.tokens[s * kSequence + t] = 7;
  EXPECT_EQ(model.evaluate(data.batch(), record).loss_sum, before);
  data.tokens[data.lengths[0] - 1] += 1;
  EXPECT_NE(model.evaluate(data.batch(), record).loss_sum, before);
}

// A record keeps what the layers of its model keep: two of the same shape differ in what they do.
TEST(GroupBert, MakesTheRecordOfAnotherModelItsOwn) {
  const Context context({.threads = 1, .seed = 2});
  ModelConfig bert = small_model();
  bert.family = "bert";
  MlmModel first({.config = bert}, context), second({.config = small_model()}, context);
  SmallBatch data;
  MlmModel::Record record;
  MlmModel::Record fresh;
  const double loss = second.evaluate(data.batch(), fresh).loss_sum;
  first.evaluate(data.batch(), record);
  EXPECT_EQ(second.evaluate(data.batch(), record).loss_sum, loss);
  auto batch = data.batch();
  batch.sequence = 0;
  EXPECT_THROW(first.evaluate(batch, record), ShapeError);
}

// No token of another sequence is seen, wherever sequences lie in panels.
TEST(GroupBert, SequencesDoNotSeeEachOther) {
  const Context context({.threads = 1, .seed = 2});
  MlmModel model({.config = small_model(), .initial_deviation = 0.2}, context);
  SmallBatch data;
  MlmModel::Record record, changed_record;
  const sparse::Activations& hidden = model.encode(data.batch(), record);
  SmallBatch changed = data;
  for (Index t = kSequence; t < 2 * kSequence; ++t)
    changed.tokens[t] = (changed.tokens[t] + 7) % 40;
  const sparse::Activations& after = model.encode(changed.batch(), changed_record);
  for (Index t = 0; t < kSequences * kSequence; ++t)
    for (Index f = 0; f < 32; ++f) {
      ASSERT_EQ(after.at(t, f) == hidden.at(t, f), t / kSequence != 1) << t;
    }
}

TEST(GroupBert, ResultsDoNotDependOnTheNumberOfThreads) {
  const auto gradients = [](int threads, double density, Precision precision) {
    const Context context({.threads = threads, .seed = 2, .precision = precision});
    MlmModel model({.config = small_model(), .block = 4, .density = density}, context);
    const SmallBatch data;
    MlmModel::Record record;
    std::vector<float> all = {static_cast<float>(model.train(data.batch(), 1.0, record).loss_sum)};
    for (const Parameter* p : model.parameters())
      all.insert(all.end(), p->gradient.begin(), p->gradient.end());
    return all;
  };
  for (const double density : {1.0, 0.25})
    for (const Precision precision : {Precision::kFloat32, Precision::kBFloat16}) {
      const std::vector<float> one = gradients(1, density, precision);
      for (const int threads : {2, 4}) EXPECT_EQ(gradients(threads, density, precision), one);
    }
}

TEST(GroupBert, ClassifiesSequences) {
  const Context context({.threads = 1, .seed = 2});
  SequenceClassifier model(
      {.config = small_model(), .block = 4, .density = 0.25, .initial_deviation = 0.2}, 4, context);
  const SmallBatch data;
  const std::vector<std::int32_t> labels = {3, 0, 1};
  const ClassificationBatch batch = {
      .tokens = data.tokens, .sequence = kSequence, .labels = labels, .lengths = data.lengths};
  // As of a BERT (sequence_classifier_test), of twice as many sub-layers.
  testing::expect_gradient_is_slope(model, batch, 2 * 3 * 64 * 0x1.0p-24, 40);
}

TEST(GroupBert, RefusesShapesThatDoNotFit) {
  const auto refusal = [](const ModelConfig& config) {
    return message_of<ConfigError>([&] { validate(config); });
  };
  ModelConfig config = small_model();
  config.hidden = 40;
  EXPECT_EQ(refusal(config),
            "model hidden is 40, expected a multiple of 16, a GroupBERT's groups of features");
  config = small_model();
  config.intermediate = 66;
  EXPECT_THAT(refusal(config), HasSubstr("intermediate is 66, expected a multiple of 4"));
  config = small_model();
  config.norm = NormPlacement::kPost;
  EXPECT_THAT(refusal(config), HasSubstr("norm is post, expected pre"));
  config = small_model();
  config.segments = 0;
  EXPECT_THAT(refusal(config), HasSubstr("segments is 0"));
  // Eight outputs to a group.
  const Context context({.threads = 1});
  EXPECT_THAT(message_of<ShapeError>([&] {
                const MlmModel model({.config = small_model(), .block = 16, .density = 0.5},
                                     context);
              }),
              HasSubstr("output_first.grouped_matmul.weight: ungrouped: groups is 4"));
}

}  // namespace
}  // namespace espalier::models::group_bert_test
