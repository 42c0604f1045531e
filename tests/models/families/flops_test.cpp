// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/families/flops.h>

#include <gtest/gtest.h>

#include <vector>

#include <espalier/sparse/core/error.h>

namespace espalier::models {
namespace {

struct Published {
  const char* model;
  double density;
  double flops;
  double unit;  // of the last digit that is printed
};

class PublishedFlops : public ::testing::TestWithParam<Published> {};

// Half a unit of the last printed digit is all that rounding allows.
TEST_P(PublishedFlops, AreReproducedToTheLastDigit) {
  const Published& row = GetParam();
  EXPECT_NEAR(training_flops(model_by_name(row.model), row.density, 128), row.flops, row.unit / 2);
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
  EXPECT_EQ(training_flops(model_by_name("tiny"), 0.25, 128), 3 * (linear + attention));
}

TEST(Flops, FullCountByHand) {
  ModelConfig config;
  config.layers = 1;
  config.hidden = 2;
  config.heads = 1;
  config.intermediate = 4;
  config.vocabulary = 10;
  config.max_positions = 3;
  config.segments = 2;
  const EncoderDensity density(0.5, 0.25);
  const FlopCount forward = count_flops(config, density, 3, 1.5, Pass::kForward);
  EXPECT_EQ(forward.encoder_linear, 2 * 3 * (16 * 0.5 + 16 * 0.25));
  EXPECT_EQ(forward.attention, 4 * 9 * 2);
  EXPECT_EQ(forward.head, 1.5 * (2 * 4 + 2 * 2 * 10));
  EXPECT_EQ(forward.embedding, 2 * 3 * 2);
  EXPECT_EQ(forward.update, 0);

  const FlopCount training = count_flops(config, density, 3, 1.5, Pass::kTraining, 8);
  EXPECT_EQ(training.encoder_linear, 3 * forward.encoder_linear);
  EXPECT_EQ(training.attention, 3 * forward.attention);
  EXPECT_EQ(training.head, 3 * forward.head);
  EXPECT_EQ(training.embedding, forward.embedding + 3 * 3 * 2);
  EXPECT_EQ(training.update, 16 * count_parameters(config, density).total() / 8);
  EXPECT_EQ(training.total(), training.encoder_linear + training.attention + training.head +
                                  training.embedding + training.update);
}

TEST(Flops, ParametersOfBertBase) {
  // bert-base-uncased with its MLM head and tied decoder, without a pooler: the 109,514,298 that
  // Hugging Face's BertForMaskedLM has.
  ModelConfig config = model_by_name("base");
  config.vocabulary = 30522;
  config.max_positions = 512;
  EXPECT_EQ(count_parameters(config, 1.0).total(), 109514298.0);
  EXPECT_EQ(count_parameters(config, 1.0).encoder_linear, 12 * 12 * 768.0 * 768.0);
}

TEST(Flops, RefusesValuesOutsideTheirDomain) {
  const ModelConfig config = model_by_name("tiny");
  EXPECT_THROW((void)training_flops(config, 0.0, 128), ConfigError);
  EXPECT_THROW((void)training_flops(config, 1.5, 128), ConfigError);
  EXPECT_THROW((void)training_flops(config, 1.0, 129), ConfigError);
  EXPECT_THROW((void)training_flops(config, 1.0, 0), ConfigError);
  EXPECT_THROW((void)count_flops(config, 1.0, 128, 129, Pass::kForward), ConfigError);
  EXPECT_THROW((void)count_flops(config, 1.0, 128, 19, Pass::kTraining, 0), ConfigError);
}

TEST(Flops, OfAStackOfLinearLayersByHand) {
  // 784-512-256-10 dense: 2 (401408 + 131072 + 2560) forward; training three times that without the
  // input gradient of the first layer, 2 * 401408.
  const std::vector<Index> dense = {784 * 512, 512 * 256, 256 * 10};
  EXPECT_EQ(layer_stack_flops(dense, Pass::kForward), 1070080);
  EXPECT_EQ(layer_stack_flops(dense, Pass::kTraining), 3210240 - 802816);
  EXPECT_EQ(layer_stack_flops({}, Pass::kTraining), 0);
}

}  // namespace
}  // namespace espalier::models
