// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/families/transformer.h>

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include <espalier/models/families/mlm_model.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>
#include "tests/models/families/loss_slope.h"

namespace espalier::models {
namespace {

constexpr Index kSequence = 16;

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

/// Three masked sequences.
struct SmallBatch {
  SmallBatch() {
    const Random random(3, stream_id("small batch"));
    for (Index i = 0; i < 3 * kSequence; ++i) {
      tokens.push_back(static_cast<std::int32_t>(random.below(i, 40)));
      if (i % 5 == 2) {
        positions.push_back(i);
        labels.push_back(static_cast<std::int32_t>(random.below(1000 + i, 40)));
      }
    }
  }
  MlmBatch batch() const {
    return {.tokens = tokens, .sequence = kSequence, .positions = positions, .labels = labels};
  }

  std::vector<std::int32_t> tokens, labels;
  std::vector<Index> positions;
};

class BertGradient : public ::testing::TestWithParam<double> {};

// The loss of two equal models may differ by the sum of some hundred terms of size one, each after
// a chain of about 2^6 roundings of 2^-24. Keys have no bias gradient in exact arithmetic (softmax
// ignores a shift), all others do.
TEST_P(BertGradient, IsTheSlopeOfTheLossForEveryParameter) {
  const Context context({.threads = 1, .seed = 2});
  const double deviation = 0.2;  // large enough for attention to be far from uniform
  MlmModel bert(
      {.config = small_model(), .block = 4, .density = GetParam(), .initial_deviation = deviation},
      context);
  const SmallBatch data;
  testing::expect_gradient_is_slope(bert, data.batch(), 100 * 64 * 0x1.0p-24, 30);
}

// The table of words both embeds and decodes.
TEST_P(BertGradient, IsTheSlopeOfTheLossOfASparseTableOfWords) {
  const Context context({.threads = 1, .seed = 2});
  MlmModel bert({.config = small_model(),
                 .block = 4,
                 .density = GetParam(),
                 .embedding_density = 0.3,
                 .initial_deviation = 0.2},
                context);
  ASSERT_TRUE(bert.parameters()[0]->is_sparse());
  EXPECT_EQ(bert.parameters()[0]->pattern->blocks(), 24) << "0.3 of 10 x 8";
  const SmallBatch data;
  testing::expect_gradient_is_slope(bert, data.batch(), 100 * 64 * 0x1.0p-24, 30);
}

// What dropout scales by 4/3, the norm behind it makes of ordinary size again, but for the
// probabilities of attention: terms grow by less than two.
TEST_P(BertGradient, IsTheSlopeOfTheLossUnderFixedMasks) {
  const Context context({.threads = 1, .seed = 2});
  MlmModel bert({.config = small_model(),
                 .block = 4,
                 .density = GetParam(),
                 .initial_deviation = 0.2,
                 .dropout = 0.25,
                 .attention_dropout = 0.25},
                context);
  const SmallBatch data;
  testing::expect_gradient_is_slope(bert, data.batch(), 2 * 100 * 64 * 0x1.0p-24, 30, true);
}

TEST_P(BertGradient, IsTheSlopeOfTheLossOfAPreNormModel) {
  const Context context({.threads = 1, .seed = 2});
  ModelConfig config = small_model();
  config.norm = NormPlacement::kPre;
  MlmModel bert({.config = config, .block = 4, .density = GetParam(), .initial_deviation = 0.2},
                context);
  const SmallBatch data;
  testing::expect_gradient_is_slope(bert, data.batch(), 100 * 64 * 0x1.0p-24, 30);
}

// Of a variance near one, so that what is added to it matters.
TEST_P(BertGradient, IsTheSlopeOfTheLossWithAnotherActivationAndEpsilon) {
  const Context context({.threads = 1, .seed = 2});
  ModelConfig config = small_model();
  config.activation = Activation::kGeluTanh;
  config.norm_epsilon = 0.1;
  MlmModel bert({.config = config, .block = 4, .density = GetParam(), .initial_deviation = 0.2},
                context);
  const SmallBatch data;
  testing::expect_gradient_is_slope(bert, data.batch(), 100 * 64 * 0x1.0p-24, 30);
}

INSTANTIATE_TEST_SUITE_P(DenseAndSparse, BertGradient, ::testing::Values(1.0, 0.25));

TEST(Bert, NamesItsParametersAsHuggingFaceDoes) {
  const Context context({.threads = 1});
  MlmModel bert({.config = small_model()}, context);
  std::set<std::string> names;
  for (const Parameter* p : bert.parameters()) EXPECT_TRUE(names.insert(p->name).second) << p->name;
  for (const char* name :
       {"bert.embeddings.word_embeddings.weight", "bert.embeddings.LayerNorm.bias",
        "bert.encoder.layer.1.attention.self.query.weight",
        "bert.encoder.layer.0.attention.output.LayerNorm.weight",
        "bert.encoder.layer.1.intermediate.dense.bias", "bert.encoder.layer.0.output.dense.weight",
        "cls.predictions.transform.dense.weight", "cls.predictions.bias"})
    EXPECT_TRUE(names.contains(name)) << name;
  // 5 of the embedding, 16 of each layer, 5 of the head.
  EXPECT_EQ(names.size(), 5u + 2u * 16u + 5u);
}

TEST(Bert, NamesTheNormsOfPreNormLayersAsHuggingFaceDoes) {
  const Context context({.threads = 1});
  ModelConfig config = small_model();
  config.norm = NormPlacement::kPre;
  MlmModel bert({.config = config}, context);
  std::set<std::string> names;
  for (const Parameter* p : bert.parameters()) EXPECT_TRUE(names.insert(p->name).second) << p->name;
  for (const char* name :
       {"bert.embeddings.LayerNorm.bias", "bert.encoder.layer.0.attention.LayerNorm.weight",
        "bert.encoder.layer.1.intermediate.LayerNorm.bias", "bert.LayerNorm.weight"})
    EXPECT_TRUE(names.contains(name)) << name;
  // As many as above, and the final norm.
  EXPECT_EQ(names.size(), 5u + 2u * 16u + 2u + 5u);
}

TEST(Bert, ComputesWithTheActivationAndEpsilonOfItsShape) {
  const Context context({.threads = 1, .seed = 2});
  const SmallBatch data;
  std::set<double> losses;
  for (const Activation activation : {Activation::kGelu, Activation::kGeluTanh, Activation::kRelu})
    for (const double epsilon : {1e-12, 0.1}) {
      ModelConfig config = small_model();
      config.activation = activation;
      config.norm_epsilon = epsilon;
      const MlmModel bert({.config = config, .initial_deviation = 0.2}, context);
      MlmModel::Record record;
      losses.insert(bert.evaluate(data.batch(), record).loss_sum);
    }
  EXPECT_EQ(losses.size(), 6u) << "all differ";
  ModelConfig wrong = small_model();
  wrong.norm_epsilon = 0;
  EXPECT_THROW(validate(wrong), ConfigError);
}

TEST(Bert, MakesOnlyTheEncodersWeightsSparse) {
  const Context context({.threads = 1});
  MlmModel bert({.config = small_model(), .block = 4, .density = 0.25}, context);
  int sparse = 0;
  for (const Parameter* p : bert.parameters()) {
    if (!p->is_sparse()) continue;
    ++sparse;
    EXPECT_TRUE(p->name.starts_with("bert.encoder.layer.")) << p->name;
    EXPECT_EQ(p->pattern->density(), 0.25) << p->name;
  }
  EXPECT_EQ(sparse, 2 * 6);
}

TEST(Bert, DropsInTrainingOnlyAndAnewAtEachStep) {
  const Context context({.threads = 1, .seed = 2});
  const SmallBatch data;
  MlmModel::Record record;
  const ModelConfig config = small_model();
  MlmModel plain({.config = config}, context);
  const double loss = plain.evaluate(data.batch(), record).loss_sum;
  EXPECT_EQ(plain.train(data.batch(), 1.0, record).loss_sum, loss);
  for (const bool of_attention : {false, true}) {
    MlmModel dropping({.config = config,
                       .dropout = of_attention ? 0 : 0.1,
                       .attention_dropout = of_attention ? 0.1 : 0},
                      context);
    EXPECT_EQ(dropping.evaluate(data.batch(), record).loss_sum, loss);
    const double first = dropping.train(data.batch(), 1.0, record, 1).loss_sum;
    EXPECT_NE(first, loss);
    EXPECT_NE(dropping.train(data.batch(), 1.0, record, 2).loss_sum, first);
    EXPECT_EQ(dropping.train(data.batch(), 1.0, record, 1).loss_sum, first);
  }
}

class BertGroups : public ::testing::TestWithParam<double> {};

TEST_P(BertGroups, GradientsDoNotDependOnHowABatchIsCutIntoGroups) {
  const Context context({.threads = 1, .seed = 2});
  const SmallBatch data;
  MlmModel::Record record;
  const EncoderOptions options = {.config = small_model(),
                                  .block = 4,
                                  .density = 0.25,
                                  .dropout = GetParam(),
                                  .attention_dropout = GetParam()};
  MlmModel whole(options, context);
  const PredictionLoss together = whole.train(data.batch(), 1.0, record);
  MlmModel parts(options, context);
  double loss = 0;
  for (Index s = 0; s < 3; ++s) {
    std::vector<Index> positions;
    std::vector<std::int32_t> labels;
    for (std::size_t i = 0; i < data.positions.size(); ++i) {
      if (data.positions[i] / kSequence != s) continue;
      positions.push_back(data.positions[i] - s * kSequence);
      labels.push_back(data.labels[i]);
    }
    const MlmBatch group = {.tokens = std::span(data.tokens).subspan(s * kSequence, kSequence),
                            .sequence = kSequence,
                            .positions = positions,
                            .labels = labels,
                            .first_sequence = s};
    loss += parts.train(group, 1.0, record).loss_sum;
  }
  // Sums over 30 positions and 48 tokens in another order.
  EXPECT_NEAR(loss, together.loss_sum, 64 * 0x1.0p-24 * together.loss_sum);
  const ParameterList a = whole.parameters(), b = parts.parameters();
  for (std::size_t i = 0; i < a.size(); ++i) {
    double greatest = 0;
    for (const float g : a[i]->gradient) greatest = std::max(greatest, std::abs(double{g}));
    for (std::size_t j = 0; j < a[i]->gradient.size(); ++j)
      ASSERT_NEAR(a[i]->gradient[j], b[i]->gradient[j], 256 * 0x1.0p-24 * greatest + 1e-9)
          << a[i]->name;
  }
}

INSTANTIATE_TEST_SUITE_P(WithoutAndWithDropout, BertGroups, ::testing::Values(0.0, 0.25));

}  // namespace
}  // namespace espalier::models
