// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/families/flops.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include <espalier/models/families/causal_lm_model.h>
#include <espalier/models/families/family_registry.h>
#include <espalier/models/families/lm_head.h>
#include <espalier/models/families/mlm_model.h>
#include <espalier/models/families/mlp.h>
#include <espalier/models/families/pretraining_head.h>
#include <espalier/sparse/core/error.h>

namespace espalier::models {
namespace {

struct Published {
  const char* model;
  double density;
  double flops;
  double unit;  // of the last digit that is printed
};

ModelDeclaration declared(const char* name) { return declare(model_by_name(name)); }

/// With a head that predicts masked words.
ModelDeclaration for_masked_words(const ModelConfig& config) {
  ModelDeclaration model = declare(config);
  LmHead::declare(config.hidden, config.vocabulary, model);
  return model;
}

class PublishedFlops : public ::testing::TestWithParam<Published> {};

// Half a unit of the last printed digit is all that rounding allows.
TEST_P(PublishedFlops, AreReproducedToTheLastDigit) {
  const Published& row = GetParam();
  EXPECT_NEAR(training_flops(declared(row.model), row.density, 128), row.flops, row.unit / 2);
}

// Dietrich et al. 2021, tables 1 and A.8, and the values derived from the same formula.
INSTANTIATE_TEST_SUITE_P(
    Family, PublishedFlops,
    ::testing::Values(Published{"tiny", 1.0, 3.523e8, 1e5}, Published{"tiny", 0.1, 8.053e7, 1e4},
                      Published{"mini", 1.0, 2.617e9, 1e6}, Published{"mini", 0.1, 4.429e8, 1e5},
                      Published{"small", 1.0, 1.0066e10, 1e6},
                      Published{"small", 0.1, 1.369e9, 1e6},
                      Published{"medium", 1.0, 2.0133e10, 1e6},
                      Published{"medium", 0.1, 2.738e9, 1e6}, Published{"base", 1.0, 6.704e10, 1e7},
                      Published{"base", 0.1, 8.335e9, 1e6}));

TEST(Flops, PaperFormulaByHand) {
  // 3 (24 * 2 * 128^2 * 128 * 1/4 + 4 * 128^2 * 128 * 2): powers of two, so exact.
  const double linear = 24.0 * 2 * 16384 * 128 / 4;
  const double attention = 4.0 * 16384 * 128 * 2;
  EXPECT_EQ(training_flops(declared("tiny"), 0.25, 128), 3 * (linear + attention));
}

// The closed form of the paper, for every size: one rounding of the density's product apart.
TEST(Flops, DeclarationsReproduceTheClosedForm) {
  for (const std::string& name : model_names("bert"))
    for (const double f : {1.0, 0.5, 0.25, 0.1, 0.05, 0.01}) {
      const ModelConfig config = model_by_name(name);
      const auto hidden = static_cast<double>(config.hidden);
      const auto layers = static_cast<double>(config.layers);
      const double sequence = 128;
      const double paper =
          3 * layers * (24 * f * hidden * hidden * sequence + 4 * sequence * sequence * hidden);
      EXPECT_DOUBLE_EQ(training_flops(declare(config), f, 128), paper) << name << ' ' << f;
    }
}

// Parameters and FLOPs of the published sizes, with a vocabulary of 30,522 and 512 positions, and
// without a head; half a unit of the last digit.
struct PublishedSize {
  const char* model;
  double total, encoder;  // parameters, in millions
  double flops, unit;     // of 128 tokens
};

class PublishedSizes : public ::testing::TestWithParam<PublishedSize> {};

TEST_P(PublishedSizes, AreReproducedToTheLastDigit) {
  const PublishedSize& row = GetParam();
  ModelConfig config = model_by_name(row.model);
  config.vocabulary = 30522;
  config.max_positions = 512;
  const ModelDeclaration model = declare(config);
  const ParameterCount count = count_parameters(model, 1.0);
  EXPECT_NEAR(count.total() / 1e6, row.total, 0.05);
  EXPECT_NEAR((count.encoder_linear + count.other) / 1e6, row.encoder, 0.05);
  EXPECT_NEAR(training_flops(model, 1.0, 128), row.flops, row.unit / 2);
}

INSTANTIATE_TEST_SUITE_P(
    Families, PublishedSizes,
    ::testing::Values(PublishedSize{"groupbert_medium", 56.3, 40.4, 3.18e10, 1e8},
                      PublishedSize{"groupbert_base", 159.6, 135.8, 1.059e11, 1e8},
                      PublishedSize{"groupbert_large", 513.4, 481.6, 3.74e11, 1e9},
                      PublishedSize{"medium", 41.1, 25.2, 2.013e10, 1e7},
                      PublishedSize{"base", 108.9, 85.1, 6.70e10, 1e8},
                      PublishedSize{"large", 334.1, 302.3, 2.37e11, 1e9}));

// 19 H^2 + 112 H weights in each layer (BERT: 12 H^2), of which the convolution's 112 H stay dense.
TEST(Flops, GroupBertReproducesTheClosedForm) {
  for (const std::string& name : model_names("groupbert"))
    for (const double f : {1.0, 0.5, 0.1}) {
      const ModelConfig config = model_by_name(name);
      const auto hidden = static_cast<double>(config.hidden);
      const auto layers = static_cast<double>(config.layers);
      const double sequence = 128;
      const double linear = layers * (19 * f * hidden * hidden + 112 * hidden);
      const double expected =
          3 * (2 * sequence * linear + layers * 4 * sequence * sequence * hidden);
      EXPECT_DOUBLE_EQ(training_flops(declare(config), f, 128), expected) << name << ' ' << f;
      EXPECT_DOUBLE_EQ(count_parameters(declare(config), f).encoder_linear, linear);
    }
}

// The claim of its paper: GroupBERT Base at less than half of BERT Large.
TEST(Flops, GroupBertBaseCostsLessThanHalfOfBertLarge) {
  EXPECT_NEAR(training_flops(declared("groupbert_base"), 1.0, 128) /
                  training_flops(declared("large"), 1.0, 128),
              0.447, 0.0005);
}

/// Small enough to count by hand.
ModelConfig counted_by_hand() {
  ModelConfig config;
  config.layers = 1;
  config.hidden = 2;
  config.heads = 1;
  config.intermediate = 4;
  config.vocabulary = 10;
  config.max_positions = 3;
  config.segments = 2;
  return config;
}

TEST(Flops, FullCountByHand) {
  const EncoderDensity density(0.5, 0.25);
  const ModelDeclaration model = for_masked_words(counted_by_hand());
  const FlopCount forward = count_flops(model, density, 3, 1.5, Pass::kForward);
  EXPECT_EQ(forward.encoder_linear, 2 * 3 * (16 * 0.5 + 16 * 0.25));
  EXPECT_EQ(forward.attention, 4 * 9 * 2);
  EXPECT_EQ(forward.head, 1.5 * (2 * 4 + 2 * 2 * 10));
  EXPECT_EQ(forward.embedding, 2 * 3 * 2);
  EXPECT_EQ(forward.update, 0);

  const FlopCount training = count_flops(model, density, 3, 1.5, Pass::kTraining, {16, 8});
  EXPECT_EQ(training.encoder_linear, 3 * forward.encoder_linear);
  EXPECT_EQ(training.attention, 3 * forward.attention);
  EXPECT_EQ(training.head, 3 * forward.head);
  EXPECT_EQ(training.embedding, forward.embedding + 3 * 3 * 2);
  EXPECT_EQ(training.update, 16 * count_parameters(model, density).total() / 8);
  EXPECT_EQ(training.total(), training.encoder_linear + training.attention + training.head +
                                  training.embedding + training.update);
}

// Of a table of words of which a quarter is stored: the decoder that shares it, and the rows that
// are summed, are that much shorter; the rest is as above.
TEST(Flops, OfASparseTableOfWordsByHand) {
  const EncoderDensity dense(0.5, 0.25), sparse(0.5, 0.25, 0.25);
  const ModelDeclaration model = for_masked_words(counted_by_hand());
  const FlopCount forward = count_flops(model, sparse, 3, 1.5, Pass::kForward);
  EXPECT_EQ(forward.head, 1.5 * (2 * 4 + 2 * 2 * 10 * 0.25));
  EXPECT_EQ(forward.embedding, 1.25 * 3 * 2);
  const FlopCount training = count_flops(model, sparse, 3, 1.5, Pass::kTraining, {16, 8});
  const FlopCount usual = count_flops(model, dense, 3, 1.5, Pass::kTraining, {16, 8});
  EXPECT_EQ(training.encoder_linear, usual.encoder_linear);
  EXPECT_EQ(training.attention, usual.attention);
  EXPECT_EQ(training.head, 3 * forward.head);
  EXPECT_EQ(training.embedding, forward.embedding + 2.25 * 3 * 2);
  EXPECT_EQ(training.update, usual.update - 16 * 15 / 8.0);
  EXPECT_EQ(count_parameters(model, sparse).embedding, 10 * 2 * 0.25 + 3 * 2 + 2 * 2);
  EXPECT_EQ(count_parameters(model, sparse).total(), count_parameters(model, dense).total() - 15);
  EXPECT_THROW((void)count_parameters(model, {0.5, 0.25, 0.0}), ConfigError);
  EXPECT_THROW((void)count_flops(model, {0.5, 0.25, 1.5}, 3, 0, Pass::kForward), ConfigError);
}

/// Values that a model has in memory.
double values_of(const ParameterList& parameters) {
  double values = 0;
  for (const Parameter* parameter : parameters)
    values += static_cast<double>(parameter->values.size());
  return values;
}

TEST(Flops, CountWhatModelsWithASparseTableOfWordsHave) {
  const Context context({.threads = 1});
  for (const char* name : {"nano", "gpt_nano", "groupbert_nano"}) {
    ModelConfig config = model_by_name(name);
    config.vocabulary = 64;
    ModelDeclaration model = declare(config);
    const EncoderOptions options = {
        .config = config, .block = 4, .density = 0.25, .embedding_density = 0.125};
    const EncoderDensity density(0.25, 0.25, 0.125);  // whole blocks of all of them
    if (model.causal) {
      LmHead::declare(config.hidden, config.vocabulary, model, LmHeadKind::kPlain);
      CausalLmModel made(options, context);
      EXPECT_EQ(count_parameters(model, density).total(), values_of(made.parameters())) << name;
    } else {
      PretrainingHead::declare(config.hidden, config.vocabulary, true, model);
      MlmModel made(options, context, true);
      EXPECT_EQ(count_parameters(model, density).total(), values_of(made.parameters())) << name;
    }
  }
}

// A token sees itself and those before it: S (S + 1) / 2 pairs; everything else is as in BERT.
TEST(Flops, CausalAttentionCountsWhatIsSeen) {
  const ModelDeclaration gpt = declared("gpt_tiny"), bert = declared("tiny");
  const FlopCount of_gpt = count_flops(gpt, 0.25, 128, 0, Pass::kTraining);
  const FlopCount of_bert = count_flops(bert, 0.25, 128, 0, Pass::kTraining);
  EXPECT_EQ(of_gpt.encoder_linear, of_bert.encoder_linear);
  EXPECT_EQ(of_bert.attention, 3 * 4.0 * 128 * 128 * 2 * 128);
  EXPECT_EQ(of_gpt.attention, 3 * 4.0 * (128 * 129 / 2) * 2 * 128);
  EXPECT_EQ(training_flops(gpt, 0.25, 128), of_gpt.encoder_linear + of_gpt.attention);
  // Rows of two tables are summed in place of three, forward and back.
  EXPECT_EQ(of_bert.embedding, (2 + 3) * 128.0 * 128);
  EXPECT_EQ(of_gpt.embedding, (1 + 2) * 128.0 * 128);
}

TEST(Flops, SparseAttentionCountsThePairsThatAreSeen) {
  ModelConfig config = model_by_name("small");
  config.max_positions = 512;
  const auto attention = [&] {
    return count_flops(declare(config), 1, 512, 0, Pass::kForward).attention;
  };
  const double full = attention();
  config.attention = {.block = 64, .window = 1, .global = 1};
  // Of eight blocks of queries the first sees all eight, the second three, the others up to three
  // and the first, the last two and the first.
  EXPECT_DOUBLE_EQ(attention(), full * (8 + 3 + 5 * 4 + 3) / 64);
}

TEST(Flops, ParametersOfGpt2) {
  // The 124,439,808 that Hugging Face's GPT2LMHeadModel has.
  ModelConfig config = model_by_name("gpt_base");
  config.vocabulary = 50257;
  config.max_positions = 1024;
  ModelDeclaration model = declare(config);
  LmHead::declare(config.hidden, config.vocabulary, model, LmHeadKind::kPlain);
  EXPECT_EQ(count_parameters(model, 1.0).total(), 124439808.0);
}

TEST(Flops, ParametersOfBertBase) {
  // bert-base-uncased with its MLM head and tied decoder, without a pooler: the 109,514,298 that
  // Hugging Face's BertForMaskedLM has.
  ModelConfig config = model_by_name("base");
  config.vocabulary = 30522;
  config.max_positions = 512;
  const ModelDeclaration model = for_masked_words(config);
  EXPECT_EQ(count_parameters(model, 1.0).total(), 109514298.0);
  EXPECT_EQ(count_parameters(model, 1.0).encoder_linear, 12 * 12 * 768.0 * 768.0);
}

TEST(Flops, OfBertBaseWithBothOfItsHeads) {
  // The 110,106,428 that Hugging Face's BertForPreTraining has, and for each sequence the products
  // of pooler and classifier, whatever is masked.
  ModelConfig config = model_by_name("base");
  config.vocabulary = 30522;
  config.max_positions = 512;
  ModelDeclaration both = declare(config);
  PretrainingHead::declare(config.hidden, config.vocabulary, true, both);
  EXPECT_EQ(count_parameters(both, 1.0).total(), 110106428.0);
  const ModelDeclaration masked = for_masked_words(config);
  for (const double predicted : {0.0, 20.0})
    EXPECT_EQ(count_flops(both, 1.0, 128, predicted, Pass::kTraining).head -
                  count_flops(masked, 1.0, 128, predicted, Pass::kTraining).head,
              3 * 2 * (768.0 * 768 + 2 * 768));
}

TEST(Flops, RefusesValuesOutsideTheirDomain) {
  const ModelDeclaration model = declared("tiny");
  EXPECT_THROW((void)training_flops(model, 0.0, 128), ConfigError);
  EXPECT_THROW((void)training_flops(model, 1.5, 128), ConfigError);
  EXPECT_THAT([&] { (void)training_flops(model, 1.0000001, 128); },
              ::testing::ThrowsMessage<ConfigError>(::testing::HasSubstr("density is 1.0000001,")));
  EXPECT_THROW((void)training_flops(model, 1.0, 129), ConfigError);
  EXPECT_THROW((void)training_flops(model, 1.0, 0), ConfigError);
  EXPECT_THROW((void)count_flops(model, 1.0, 128, 129, Pass::kForward), ConfigError);
  EXPECT_THROW((void)count_flops(model, 1.0, 128, 19, Pass::kTraining, {16, 0}), ConfigError);
}

// What the patterns store is counted exactly, and so is a density that stores whole values.
TEST(Flops, OfWhatIsStoredAgreeWithItsDensity) {
  for (const std::string& name : model_names("bert")) {
    const ModelDeclaration model = declared(name.c_str());
    std::vector<Index> stored;
    for (const LinearWeight& weight : model.weights)
      stored.push_back(weight.rows * weight.cols / (belongs_to_attention(weight.kind) ? 8 : 4));
    const EncoderDensity density = mean_density(model, stored);
    EXPECT_EQ(density.attention, 0.125) << name;
    EXPECT_EQ(density.feed_forward, 0.25) << name;
    EXPECT_EQ(training_flops(model, stored, 128), training_flops(model, density, 128)) << name;
  }
  const std::vector<Index> none;
  EXPECT_THROW((void)training_flops(declared("tiny"), none, 128), ShapeError);
  EXPECT_THROW((void)mean_density(declared("tiny"), none), ShapeError);
}

TEST(Flops, OfAStackOfLinearLayersByHand) {
  // 784-512-256-10 dense: 2 (401408 + 131072 + 2560) forward; training three times that without the
  // input gradient of the first layer, 2 * 401408.
  const ModelDeclaration dense = declare(mlp_config({784, 512, 256, 10}));
  EXPECT_EQ(count_flops(dense, 1.0, 1, 0, Pass::kForward).total(), 1070080);
  EXPECT_EQ(training_flops(dense, 1.0, 1), 3210240 - 802816);
  const std::vector<Index> stored = {784 * 512 / 8, 512 * 256 / 8, 256 * 10};  // the last is dense
  EXPECT_EQ(training_flops(dense, stored, 1), training_flops(dense, 0.125, 1));
  EXPECT_EQ(training_flops(dense, stored, 1), 6 * (50176 + 16384 + 2560) - 2 * 50176);
  EXPECT_EQ(count_parameters(dense, 1.0).total(), 401408 + 131072 + 2560 + 512 + 256 + 10);
}

}  // namespace
}  // namespace espalier::models
