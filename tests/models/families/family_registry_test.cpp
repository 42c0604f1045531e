// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/families/family_registry.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include <espalier/models/families/causal_lm_model.h>
#include <espalier/models/families/flops.h>
#include <espalier/models/families/mlm_model.h>
#include <espalier/models/families/mlp.h>
#include <espalier/sparse/core/error.h>
#include "tests/support/message.h"

namespace espalier::models {
namespace {

using espalier::testing::message_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(ModelSizes, ArePublished) {
  const ModelConfig base = model_by_name("base");
  EXPECT_EQ(base.layers, 12);
  EXPECT_EQ(base.hidden, 768);
  EXPECT_EQ(base.intermediate, 3072);
  EXPECT_EQ(model_by_name("tiny").layers, 2);
  EXPECT_EQ(model_by_name("tiny").hidden, 128);
  EXPECT_EQ(model_by_name("mini").hidden, 256);
  EXPECT_EQ(model_by_name("small").layers, 4);
  EXPECT_EQ(model_by_name("medium").layers, 8);
  EXPECT_THAT(model_by_name("mlp_784-300-100-10").widths, ElementsAre(784, 300, 100, 10));
}

TEST(ModelSizes, AreValidModelsInOrderOfTheirCost) {
  for (const ModelFamily& family : model_families()) {
    double previous = 0;
    for (const ModelConfig& size : family.sizes) {
      EXPECT_EQ(size.family, family.name) << size.name;
      EXPECT_EQ(model_by_name(size.name), size);
      const ModelDeclaration model = declare(size);
      const double flops = training_flops(model, 1.0, model.longest_sequence);
      EXPECT_GT(flops, previous) << size.name;
      previous = flops;
    }
  }
  for (const std::string& name : model_names("bert")) {
    const ModelConfig config = model_by_name(name);
    const Index head_size = config.hidden / config.heads;
    EXPECT_TRUE(head_size == 32 || head_size == 64) << name;
  }
}

TEST(ModelSizes, UnknownNameListsTheNames) {
  const std::string message = message_of<ConfigError>([] { (void)model_by_name("huge"); });
  EXPECT_THAT(message, HasSubstr("'huge'"));
  EXPECT_THAT(message, HasSubstr("base"));
  EXPECT_THAT(message_of<ConfigError>([] { (void)model_family("llama"); }),
              HasSubstr("unknown model family 'llama', expected one of bert gpt groupbert mlp"));
}

TEST(ModelFamily, RefusesShapesThatDoNotFit) {
  const auto refusal = [](const ModelConfig& config) {
    return message_of<ConfigError>([&] { validate(config); });
  };
  ModelConfig config = model_by_name("tiny");
  config.heads = 3;
  EXPECT_EQ(refusal(config), "model heads is 3, expected a divisor of hidden, 128");
  config = model_by_name("tiny");
  config.layers = 0;
  EXPECT_THAT(refusal(config), HasSubstr("layers is 0"));
  config = model_by_name("tiny");
  config.norm_epsilon = 1e-50;  // 0 as a float
  EXPECT_EQ(refusal(config),
            "model norm_epsilon is 1e-50, expected a number from 1.18e-38 to 3.4e38");
  config.norm_epsilon = 1e39;  // infinite as one
  EXPECT_EQ(refusal(config),
            "model norm_epsilon is 1e+39, expected a number from 1.18e-38 to 3.4e38");
  config = model_by_name("tiny");
  config.vocabulary = Index{1} << 40;
  EXPECT_THAT(refusal(config), HasSubstr("vocabulary is 1099511627776"));
  EXPECT_THAT(refusal(mlp_config({7})), HasSubstr("at least 2"));
  EXPECT_THAT(refusal(mlp_config({7, 0})), HasSubstr("a model width is 0"));
}

TEST(ModelFamily, IsRegisteredOnceAndWhole) {
  const auto refusal = [](const ModelFamily& family) {
    return message_of<ConfigError>([&] { register_model_family(family); });
  };
  ModelFamily family = mlp_family();
  EXPECT_THAT(refusal(family), HasSubstr("'mlp': the name is taken"));
  family.name = "own";
  EXPECT_THAT(refusal(family), HasSubstr("'mlp_784-300-100-10' has no name, or one that is taken"));
  family.sizes.clear();
  family.recognise = nullptr;
  EXPECT_THAT(refusal(family), HasSubstr("a function is empty"));
  family.name.clear();
  EXPECT_THAT(refusal(family), HasSubstr("its name is empty"));
}

ModelConfig small_bert() {
  return {.layers = 3,
          .hidden = 32,
          .heads = 1,
          .intermediate = 48,
          .vocabulary = 40,
          .max_positions = 16,
          .segments = 2};
}

/// The declaration of a model against what is made: no closed form, no list can go its own way.
void expect_declares(const ModelDeclaration& declared, const ParameterList& parameters) {
  double values = 0;
  std::vector<NamedShape> shapes;
  for (const Parameter* parameter : parameters) {
    values += static_cast<double>(parameter->positions());
    shapes.push_back({parameter->name, parameter->shape});
  }
  EXPECT_EQ(count_parameters(declared, 1.0).total(), values);
  const std::vector<Index> stored = stored_values(declared, parameters);
  for (std::size_t i = 0; i < stored.size(); ++i)
    EXPECT_EQ(stored[i], declared.weights[i].rows * declared.weights[i].cols);
  const auto recognised = recognise(shapes);
  ASSERT_TRUE(recognised);
  EXPECT_EQ(recognised->chains, declared.chains);
  EXPECT_EQ(stored_values(*recognised, parameters), stored);
  EXPECT_EQ(recognised->longest_sequence, declared.longest_sequence);
}

TEST(ModelDeclaration, SaysWhatABertConsistsOf) {
  const Context context({.threads = 1});
  const ModelConfig config = small_bert();
  MlmModel bert({.config = config}, context);
  ModelDeclaration model = declare(config);
  LmHead::declare(config.hidden, config.vocabulary, model);
  expect_declares(model, bert.parameters());
  EXPECT_EQ(model.chains.size(), 6u);
}

TEST(ModelDeclaration, SaysWhatAGroupBertConsistsOf) {
  const Context context({.threads = 1});
  ModelConfig config = small_bert();
  config.family = "groupbert";
  config.norm = NormPlacement::kPre;
  MlmModel model({.config = config}, context);
  ModelDeclaration declared = declare(config);
  LmHead::declare(config.hidden, config.vocabulary, declared);
  expect_declares(declared, model.parameters());
  EXPECT_EQ(declared.chains.size(), 9u);
}

TEST(ModelDeclaration, SaysWhatAPreNormBertConsistsOf) {
  const Context context({.threads = 1});
  ModelConfig config = small_bert();
  config.norm = NormPlacement::kPre;
  MlmModel bert({.config = config}, context);
  ModelDeclaration model = declare(config);
  LmHead::declare(config.hidden, config.vocabulary, model);
  expect_declares(model, bert.parameters());
}

TEST(ModelDeclaration, SaysWhatAGptConsistsOf) {
  const Context context({.threads = 1});
  ModelConfig config = small_bert();
  config.family = "gpt";
  config.segments = 0;
  config.norm = NormPlacement::kPre;
  CausalLmModel gpt({.config = config}, context);
  ModelDeclaration model = declare(config);
  LmHead::declare(config.hidden, config.vocabulary, model, LmHeadKind::kPlain);
  expect_declares(model, gpt.parameters());
  EXPECT_TRUE(model.causal);
}

TEST(ModelFamily, ShapesOfGptAndBertAreTheSame) {
  for (const std::string& name : model_names("bert")) {
    const ModelConfig bert = model_by_name(name), gpt = model_by_name("gpt_" + name);
    EXPECT_EQ(gpt.layers, bert.layers);
    EXPECT_EQ(gpt.hidden, bert.hidden);
    EXPECT_EQ(gpt.heads, bert.heads);
    EXPECT_EQ(gpt.intermediate, bert.intermediate);
  }
}

TEST(ModelFamily, AGptHasNoSegmentsAndNoPostNorm) {
  const auto refusal = [](const ModelConfig& config) {
    return message_of<ConfigError>([&] { validate(config); });
  };
  ModelConfig config = model_by_name("gpt_tiny");
  config.segments = 2;
  EXPECT_THAT(refusal(config), HasSubstr("model segments is 2, expected 0"));
  config = model_by_name("gpt_tiny");
  config.norm = NormPlacement::kPost;
  EXPECT_THAT(refusal(config), HasSubstr("expected pre"));
}

TEST(ModelDeclaration, SaysWhatAPerceptronConsistsOf) {
  const Context context({.threads = 1});
  Mlp mlp({.widths = {12, 8, 4, 3}}, context);
  const ModelDeclaration model = declare(mlp_config({12, 8, 4, 3}));
  expect_declares(model, mlp.parameters());
  EXPECT_THAT(model.chains,
              ElementsAre(ElementsAre("layer0.weight", "layer1.weight", "layer2.weight")));
}

TEST(ModelDeclaration, FindsOnlyTheWeightsThatItDeclares) {
  const Context context({.threads = 1});
  Mlp mlp({.widths = {12, 8, 3}}, context);
  EXPECT_THAT(message_of<ShapeError>([&] {
                (void)stored_values(declare(mlp_config({12, 8, 4})), mlp.parameters());
              }),
              HasSubstr("layer1.weight: not among the parameters as declared; expected 4x8"));
}

// Names and extents of a checkpoint may be anything.
TEST(ModelFamily, RecognisesNothingInWhatContradictsItself) {
  const auto recognised = [](std::vector<NamedShape> shapes) {
    return recognise(shapes).has_value();
  };
  const std::string query = "bert.encoder.layer.0.attention.self.query.weight";
  EXPECT_TRUE(recognised({{query, {8, 8}}}));
  EXPECT_FALSE(recognised({}));
  EXPECT_FALSE(recognised({{"layer99999999999999999999.weight", {8, 4}}}));
  EXPECT_FALSE(recognised({{query, {8}}}));
  EXPECT_FALSE(recognised({{query, {0, 8}}}));
  EXPECT_FALSE(recognised({{query, {Index{1} << 40, 8}}}));
  EXPECT_FALSE(recognised({{"layer0.weight", {8, -4}}}));
}

}  // namespace
}  // namespace espalier::models
