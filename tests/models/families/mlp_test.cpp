// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/families/mlp.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/topology/random_pattern.h>
#include "tests/models/layers/layer_oracles.h"
#include "tests/support/generated_problem.h"
#include "tests/support/gradient_check.h"
#include "tests/support/oracle.h"

namespace espalier::models {
namespace {

using sparse::Activations;
using testing::Doubles;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

constexpr Index kSamples = 20;

MlpOptions small(double density) {
  return {.widths = {16, 12, 8, 3}, .block = 4, .density = density};
}

std::vector<std::int32_t> some_labels() {
  std::vector<std::int32_t> labels;
  for (Index t = 0; t < kSamples; ++t) labels.push_back(static_cast<std::int32_t>(t % 3));
  return labels;
}

/// How many values the weight of each layer stores.
std::vector<Index> stored_weights(Mlp& mlp) {
  std::vector<Index> stored;
  for (const Parameter* parameter : mlp.parameters())
    if (parameter->name.ends_with(".weight")) stored.push_back(std::ssize(parameter->values));
  return stored;
}

/// The weight as a dense row-major matrix, given its stored values.
Doubles dense(const Parameter& weight, const Doubles& values) {
  if (!weight.is_sparse()) return values;
  Doubles out(static_cast<std::size_t>(weight.positions()));
  const sparse::BlockShape block = weight.pattern->block();
  std::size_t next = 0;
  for (const sparse::BlockCoordinate& c : weight.pattern->coordinates())
    for (Index i = 0; i < block.rows; ++i)
      for (Index j = 0; j < block.cols; ++j)
        out[(c.row * block.rows + i) * weight.shape[1] + c.col * block.cols + j] = values[next++];
  return out;
}

/// The model in double. `values` has one entry for each parameter; inputs are [features][samples].
/// `nearest_kink` becomes the smallest magnitude in front of a ReLU.
double oracle_loss(const ParameterList& parameters, const std::vector<Doubles>& values, Doubles x,
                   const std::vector<std::int32_t>& labels, double& nearest_kink) {
  for (std::size_t p = 0; p < parameters.size(); p += 2) {
    const Index out = parameters[p]->shape[0], in = parameters[p]->shape[1];
    const Doubles weight = dense(*parameters[p], values[p]);
    Doubles y(static_cast<std::size_t>(out * kSamples));
    for (Index o = 0; o < out; ++o)
      for (Index t = 0; t < kSamples; ++t) {
        double sum = values[p + 1][o];
        for (Index i = 0; i < in; ++i) sum += weight[o * in + i] * x[i * kSamples + t];
        const bool last = p + 2 == parameters.size();
        if (!last) nearest_kink = std::min(nearest_kink, std::abs(sum));
        y[o * kSamples + t] = last ? sum : std::max(sum, 0.0);
      }
    x = y;
  }
  double loss = 0;
  for (Index t = 0; t < kSamples; ++t) {
    double sum = 0;
    for (Index c = 0; c < 3; ++c) sum += std::exp(x[c * kSamples + t]);
    loss += std::log(sum) - x[labels[t] * kSamples + t];
  }
  return loss;
}

class MlpGradient : public ::testing::TestWithParam<double> {};

TEST_P(MlpGradient, IsTheSlopeOfTheDefinitionForEveryParameter) {
  const Context context({.threads = 2, .seed = 4});
  Mlp mlp(small(GetParam()), context);
  const Activations x = testing::normal_activations(kSamples, 16, 16, 1);
  const auto labels = some_labels();
  const ParameterList parameters = mlp.parameters();
  std::vector<Doubles> values;
  for (Parameter* p : parameters) {
    if (p->shape.size() == 1) {  // biases that are not all zero
      const auto bias = testing::normal_values(p->shape[0], 7);
      p->values.assign(bias.begin(), bias.end());
    }
    values.push_back(testing::to_doubles(p->values));
  }
  constexpr double scale = 0.5;
  MlpRecord record;
  const PredictionLoss result = mlp.train(x, labels, scale, record);

  double nearest_kink = 1;
  const double expected =
      oracle_loss(parameters, values, testing::to_double(x), labels, nearest_kink);
  // No unit switches within the steps of the differences, at most 2^-12 of a value below 4 each.
  ASSERT_GT(nearest_kink, 0x1.0p-10);
  // Sums over 16, 12 and 8 inputs, values and logits below 16.
  EXPECT_NEAR(result.loss_sum, expected, kSamples * 16 * 2 * (16 + 12 + 8 + 3) * 0x1.0p-24);
  for (std::size_t p = 0; p < parameters.size(); ++p)
    // Forward sums as above, backward ones over 3 classes, 8 and 12 units and 20 samples.
    testing::expect_gradient(
        parameters[p]->name,
        [&](const Doubles& v) {
          std::vector<Doubles> changed = values;
          changed[p] = v;
          double ignored = 1;
          return scale * oracle_loss(parameters, changed, testing::to_double(x), labels, ignored);
        },
        values[p], parameters[p]->gradient, 2 * (16 + 12 + 8 + 3) * 2 + kSamples);
}

INSTANTIATE_TEST_SUITE_P(DenseAndSparse, MlpGradient, ::testing::Values(1.0, 0.5));

TEST(Mlp, KeepsTheLastLayerDenseUnlessToldOtherwise) {
  const Context context({.threads = 1});
  MlpOptions options = {.widths = {16, 12, 8, 4}, .block = 4, .density = 0.5};
  Mlp dense_output(options, context);
  EXPECT_EQ(stored_weights(dense_output), (std::vector<Index>{96, 48, 32}));
  options.dense_output = false;
  Mlp sparse_output(options, context);
  EXPECT_EQ(stored_weights(sparse_output), (std::vector<Index>{96, 48, 16}));
}

TEST(Mlp, TakesPatternsFromTheirSource) {
  const Context context({.threads = 1});
  MlpOptions options = small(0.5);
  std::vector<std::string> asked;
  options.patterns = [&](const std::string& weight, Index out, Index in) -> sparse::PatternPtr {
    asked.push_back(weight);
    if (weight != "layer1.weight") return nullptr;
    return sparse::random_pattern(out, in, {.rows = 2, .cols = 2}, 0.25, Random(1, 2));
  };
  Mlp mlp(options, context);
  EXPECT_EQ(asked, (std::vector<std::string>{"layer0.weight", "layer1.weight", "layer2.weight"}));
  EXPECT_EQ(stored_weights(mlp), (std::vector<Index>{192, 24, 24}));
}

TEST(Mlp, ScalesInitialWeightsByTheirInputs) {
  const Context context({.threads = 1});
  const auto deviation = [&](InitialScale scale) {
    Mlp mlp({.widths = {512, 256, 4}, .block = 4, .density = 0.25, .initial_scale = scale},
            context);
    double square = 0;
    const auto& values = mlp.parameters().front()->values;
    for (const float v : values) square += double{v} * v;
    return std::sqrt(square / static_cast<double>(values.size()));
  };
  // A normal truncated at two deviations has 0.8796 of the deviation. The estimate from 32768
  // values has a relative deviation of at most 1 / sqrt(2 * 32768) = 0.4%; five of them.
  const double expected = 0.8796 * std::sqrt(2.0 / 512);
  EXPECT_NEAR(deviation(InitialScale::kInputs), expected, 0.02 * expected);
  EXPECT_NEAR(deviation(InitialScale::kStoredInputs), 2 * expected, 0.02 * 2 * expected);
}

TEST(Mlp, DoesNotDependOnTheNumberOfThreads) {
  const auto labels = some_labels();
  const Activations x = testing::normal_activations(kSamples, 16, 16, 1);
  std::vector<AlignedVector<float>> expected;
  for (const int threads : {1, 2, 4}) {
    const Context context({.threads = threads, .seed = 4});
    Mlp mlp(small(0.5), context);
    MlpRecord record;
    mlp.train(x, labels, 1.0, record);
    std::vector<AlignedVector<float>> gradients;
    for (const Parameter* p : mlp.parameters()) gradients.push_back(p->gradient);
    if (expected.empty()) expected = gradients;
    EXPECT_TRUE(gradients == expected) << threads << " threads";
  }
}

TEST(Mlp, RefusesWhatIsNoNetwork) {
  const Context context({.threads = 1});
  EXPECT_THAT([&] { Mlp({.widths = {784}}, context); },
              ThrowsMessage<ConfigError>(HasSubstr("1 widths; expected at least 2")));
  EXPECT_THAT(
      [&] {
        Mlp({.widths = {18, 8, 4}, .block = 4, .density = 0.5}, context);
      },
      ThrowsMessage<ShapeError>(HasSubstr("18")));
}

}  // namespace
}  // namespace espalier::models
