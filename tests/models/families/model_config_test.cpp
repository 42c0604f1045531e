// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/families/model_config.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <espalier/models/families/flops.h>
#include <espalier/sparse/core/error.h>

namespace espalier::models {
namespace {

using ::testing::HasSubstr;

template <typename Call>
std::string config_error(const Call& call) {
  try {
    call();
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "no error";
}

TEST(ModelConfig, PublishedSizes) {
  const ModelConfig base = model_by_name("base");
  EXPECT_EQ(base.layers, 12);
  EXPECT_EQ(base.hidden, 768);
  EXPECT_EQ(base.head_size(), 64);
  EXPECT_EQ(base.intermediate, 3072);
  EXPECT_EQ(model_by_name("tiny").layers, 2);
  EXPECT_EQ(model_by_name("tiny").hidden, 128);
  EXPECT_EQ(model_by_name("mini").hidden, 256);
  EXPECT_EQ(model_by_name("small").layers, 4);
  EXPECT_EQ(model_by_name("medium").layers, 8);
}

TEST(ModelConfig, EveryNameIsAValidModelInOrderOfItsCost) {
  double previous = 0;
  for (const std::string& name : model_names()) {
    const ModelConfig config = model_by_name(name);
    EXPECT_EQ(config.name, name);
    EXPECT_NO_THROW(validate(config));
    EXPECT_TRUE(config.head_size() == 32 || config.head_size() == 64) << name;
    const double flops = training_flops(config, 1.0, 128);
    EXPECT_GT(flops, previous) << name;
    previous = flops;
  }
}

TEST(ModelConfig, UnknownNameListsTheNames) {
  const std::string message = config_error([] { (void)model_by_name("huge"); });
  EXPECT_THAT(message, HasSubstr("'huge'"));
  EXPECT_THAT(message, HasSubstr("base"));
}

TEST(ModelConfig, RefusesShapesThatDoNotFit) {
  ModelConfig config = model_by_name("tiny");
  config.heads = 3;
  EXPECT_EQ(config_error([&] { validate(config); }),
            "model heads is 3, expected a divisor of hidden, 128");
  config = model_by_name("tiny");
  config.layers = 0;
  EXPECT_THAT(config_error([&] { validate(config); }), HasSubstr("layers is 0"));
  config = model_by_name("tiny");
  config.vocabulary = Index{1} << 40;
  EXPECT_THAT(config_error([&] { validate(config); }), HasSubstr("vocabulary is 1099511627776"));
}

}  // namespace
}  // namespace espalier::models
