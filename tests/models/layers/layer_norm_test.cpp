// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/layers/layer_norm.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <espalier/sparse/core/error.h>
#include "tests/models/layers/layer_oracles.h"
#include "tests/support/generated_problem.h"
#include "tests/support/oracle.h"

namespace espalier::models {
namespace {

using sparse::Activations;
using testing::dirty_padding;
using testing::Doubles;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::kUnitRoundoff;
using testing::nan_activations;
using testing::normal_activations;
using ::testing::ThrowsMessage;
using testing::to_double;
using testing::to_doubles;

struct Shape {
  Index tokens;
  Index features;
  Index panel_width;
};

void randomise(Parameter& parameter, std::uint64_t seed) {
  const auto values = testing::normal_values(static_cast<Index>(parameter.values.size()), seed);
  parameter.values.assign(values.begin(), values.end());
}

/// Bound on the error of x̂ for one token z. With u = 2^-24 and s the shift that the variance is
/// summed around: its relative error is at most (F + 4) u (1 + ((s - mean) / deviation)^2), half of
/// which reaches 1 / deviation; the mean is off by (F + 4) u times the mean |z - s|, plus one
/// rounding of z and one of the mean, both of the size of z.
double normalised_bound(const Doubles& z, double normalised) {
  const double features = static_cast<double>(z.size());
  const std::size_t head = std::min<std::size_t>(16, z.size());
  double mean = 0, shift = 0, variance = 0, distance = 0, greatest = 0;
  for (std::size_t f = 0; f < z.size(); ++f) mean += z[f] / features;
  for (std::size_t f = 0; f < head; ++f) shift += z[f] / static_cast<double>(head);
  for (const double value : z) {
    variance += (value - mean) * (value - mean) / features;
    distance += std::abs(value - shift) / features;
    greatest = std::max(greatest, std::abs(value));
  }
  const double deviation = std::sqrt(variance), offset = (shift - mean) / deviation;
  return kUnitRoundoff *
         (std::abs(normalised) * (0.5 * (features + 4) * (1 + offset * offset) + 4) +
          ((features + 4) * distance + 4 * greatest) / deviation);
}

void expect_forward(const Shape& shape, double offset, bool with_residual) {
  const Context context({.threads = 1});
  LayerNorm norm("norm", shape.features, context);
  randomise(*norm.parameters()[0], 1);
  randomise(*norm.parameters()[1], 2);
  Activations x = normal_activations(shape.tokens, shape.features, shape.panel_width, 3);
  for (float& value : x.values()) value += static_cast<float>(offset);
  const Activations residual =
      normal_activations(shape.tokens, shape.features, shape.panel_width, 4);
  Doubles z = to_double(x);
  if (with_residual) {
    const Doubles other = to_double(residual);
    for (std::size_t i = 0; i < z.size(); ++i) z[i] += other[i];
  }
  Activations y = nan_activations(shape.tokens, shape.features, shape.panel_width);
  AlignedVector<float> inverse_deviation;
  norm.forward(x, with_residual ? &residual : nullptr, y, inverse_deviation);

  const Doubles ones(static_cast<std::size_t>(shape.features), 1.0), zeros(ones.size());
  const Doubles weight = to_doubles(norm.parameters()[0]->values);
  const Doubles bias = to_doubles(norm.parameters()[1]->values);
  const Doubles normalised = testing::layer_norm_oracle(z, shape.tokens, ones, zeros, 1e-12);
  for (Index t = 0; t < shape.tokens; ++t) {
    Doubles token;
    for (Index f = 0; f < shape.features; ++f) token.push_back(z[f * shape.tokens + t]);
    for (Index f = 0; f < shape.features; ++f) {
      const double expected = normalised[f * shape.tokens + t];
      const double bound = normalised_bound(token, expected);
      ASSERT_NEAR(x.at(t, f), expected, bound) << "x̂ token " << t << " feature " << f;
      const double result = weight[f] * expected + bias[f];
      ASSERT_NEAR(
          y.at(t, f), result,
          std::abs(weight[f]) * bound + 2 * kUnitRoundoff * (std::abs(result) + std::abs(bias[f])))
          << "y token " << t << " feature " << f;
    }
  }
  EXPECT_EQ(dirty_padding(x), "");
  EXPECT_EQ(dirty_padding(y), "");
}

TEST(LayerNorm, MatchesTheDefinition) {
  // One vector, several strips, a last strip of a few lanes, odd features, a ragged last panel.
  for (const Shape& shape : {Shape{16, 4, 16}, Shape{40, 24, 16}, Shape{128, 100, 128},
                             Shape{300, 33, 160}, Shape{3, 2, 16}}) {
    expect_forward(shape, 0, true);
    expect_forward(shape, 0, false);
  }
}

TEST(LayerNorm, KeepsItsVarianceBesideALargeOffset) {
  // E[z^2] - E[z]^2 would lose all digits here: (1e4)^2 * 2^-24 is 6 times the variance.
  expect_forward({32, 48, 16}, 1e4, false);
}

TEST(LayerNorm, OutputMayOverwriteTheResidual) {
  const Context context({.threads = 1});
  const LayerNorm norm("norm", 12, context);
  Activations x = normal_activations(32, 12, 16, 1), other = x;
  Activations y = normal_activations(32, 12, 16, 2), separate(32, 12, 16);
  AlignedVector<float> inverse_deviation;
  norm.forward(other, &y, separate, inverse_deviation);
  norm.forward(x, &y, y, inverse_deviation);
  EXPECT_THAT(y.values(), ::testing::ElementsAreArray(separate.values()));
}

TEST(LayerNorm, WithoutARecordGivesTheSameBits) {
  const Context context({.threads = 2});
  LayerNorm norm("norm", 20, context);
  randomise(*norm.parameters()[0], 1);
  randomise(*norm.parameters()[1], 2);
  const NormWeights weights = {norm.parameters()[0]->values, norm.parameters()[1]->values};
  const Activations x = normal_activations(150, 20, 144, 3);
  const Activations residual = normal_activations(150, 20, 144, 4);
  for (const Activations* with : {static_cast<const Activations*>(nullptr), &residual}) {
    Activations replaced = x, expected(150, 20, 144);
    AlignedVector<float> inverse_deviation;
    norm.forward(replaced, with, expected, inverse_deviation);
    const auto expect_same = [&](const Activations& y) {
      EXPECT_THAT(y.values(), ::testing::ElementsAreArray(expected.values()));
    };
    Activations y = nan_activations(150, 20, 144), over_x = x, over_residual = residual;
    layer_norm(x, with, y, weights, context);
    expect_same(y);
    layer_norm(over_x, with, over_x, weights, context);
    expect_same(over_x);
    if (with == nullptr) continue;
    layer_norm(x, &over_residual, over_residual, weights, context);
    expect_same(over_residual);
  }
  Activations y(150, 19, 144);
  EXPECT_THAT([&] { layer_norm(x, nullptr, y, weights, context); },
              ThrowsMessage<ShapeError>(HasSubstr("layer_norm: y has 19 features")));
  Activations other(150, 19, 144);
  EXPECT_THAT([&] { layer_norm(y, nullptr, other, weights, context); },
              ThrowsMessage<ShapeError>(HasSubstr("20 weights and 20 biases; expected 19")));
}

TEST(LayerNorm, ParametersHaveTheirNamesAndStart) {
  const Context context({.threads = 1});
  LayerNorm norm("bert.encoder.layer.0.output.LayerNorm", 3, context);
  const ParameterList parameters = norm.parameters();
  ASSERT_EQ(parameters.size(), 2u);
  EXPECT_EQ(parameters[0]->name, "bert.encoder.layer.0.output.LayerNorm.weight");
  EXPECT_EQ(parameters[1]->name, "bert.encoder.layer.0.output.LayerNorm.bias");
  EXPECT_THAT(parameters[0]->values, ElementsAre(1.0f, 1.0f, 1.0f));
  EXPECT_THAT(parameters[1]->values, ElementsAre(0.0f, 0.0f, 0.0f));
  for (const Parameter* parameter : parameters) EXPECT_FALSE(parameter->weight_decay);
}

TEST(LayerNorm, GradientsAccumulateAndPaddingStaysZero) {
  const Context context({.threads = 1});
  LayerNorm norm("norm", 6, context);
  Activations x = normal_activations(20, 6, 16, 1), y(20, 6, 16);
  AlignedVector<float> inverse_deviation;
  norm.forward(x, nullptr, y, inverse_deviation);
  const Activations dy = normal_activations(20, 6, 16, 2);
  Activations dx = nan_activations(20, 6, 16);
  norm.backward(x, inverse_deviation, dy, dx);
  EXPECT_EQ(dirty_padding(dx), "");
  const auto once = norm.parameters()[0]->gradient;
  norm.backward(x, inverse_deviation, dy, dx);
  for (std::size_t i = 0; i < once.size(); ++i)
    EXPECT_EQ(norm.parameters()[0]->gradient[i], 2 * once[i]);  // doubling is exact
}

TEST(LayerNorm, ResultsDoNotDependOnTheNumberOfThreads) {
  std::vector<float> first;
  for (const int threads : {1, 2, 4, 8}) {
    const Context context({.threads = threads});
    LayerNorm norm("norm", 70, context);
    randomise(*norm.parameters()[0], 9);
    Activations x = normal_activations(1500, 70, 144, 1), y(1500, 70, 144), dx(1500, 70, 144);
    const Activations dy = normal_activations(1500, 70, 144, 2);
    AlignedVector<float> inverse_deviation;
    norm.forward(x, nullptr, y, inverse_deviation);
    norm.backward(x, inverse_deviation, dy, dx);
    std::vector<float> all;
    for (const std::span<const float> part :
         {std::span<const float>(y.values()), std::span<const float>(dx.values()),
          std::span<const float>(norm.parameters()[0]->gradient),
          std::span<const float>(norm.parameters()[1]->gradient)})
      all.insert(all.end(), part.begin(), part.end());
    if (threads == 1) first = all;
    EXPECT_TRUE(all == first) << threads << " threads";
  }
}

TEST(LayerNorm, ErrorsNameTheOperand) {
  const Context context({.threads = 1});
  EXPECT_THAT([&] { LayerNorm("norm", 0, context); },
              ThrowsMessage<ConfigError>("norm: features is 0; expected at least 1"));
  EXPECT_THAT([&] { LayerNorm("norm", 4, context, -1.0); },
              ThrowsMessage<ConfigError>(HasSubstr("norm: epsilon is -1")));
  for (const double epsilon : {1e-46, 1e39})  // 0 and infinite as floats
    EXPECT_THAT([&] { LayerNorm("norm", 4, context, epsilon); },
                ThrowsMessage<ConfigError>(HasSubstr("expected a number from 1.18e-38 to 3.4e38")));
  LayerNorm norm("norm", 4, context);
  Activations x(16, 4, 16), narrow(16, 3, 16), wide(16, 4, 32);
  AlignedVector<float> inverse_deviation;
  EXPECT_THAT([&] { norm.forward(narrow, nullptr, x, inverse_deviation); },
              ThrowsMessage<ShapeError>("norm.weight: x has 3 features of 16 tokens in panels of "
                                        "16; expected 4 features of 16 tokens in panels of 16"));
  EXPECT_THAT([&] { norm.forward(x, &narrow, x, inverse_deviation); },
              ThrowsMessage<ShapeError>(HasSubstr("norm.weight: residual has 3")));
  EXPECT_THAT([&] { norm.forward(x, nullptr, wide, inverse_deviation); },
              ThrowsMessage<ShapeError>(HasSubstr("norm.weight: y has 4")));
  inverse_deviation.assign(15, 1.0f);
  EXPECT_THAT(
      [&] { norm.backward(x, inverse_deviation, x, x); },
      ThrowsMessage<ShapeError>("norm.weight: inverse_deviation has 15 values; expected 16"));
}

TEST(LayerNorm, IsItsDefinitionRoundedOnceInTheReference) {
  constexpr Index tokens = 64, features = 24;
  const Activations input = normal_activations(tokens, features, 64, 1);
  const auto worst_error = [&](const char* kernel) {
    const Context context({.threads = 1, .kernel = kernel});
    const LayerNorm norm("norm", features, context);
    Activations x = input, y(tokens, features, 64);
    AlignedVector<float> inverse_deviation;
    norm.forward(x, nullptr, y, inverse_deviation);
    double worst = 0;
    for (Index t = 0; t < tokens; ++t) {
      double mean = 0, variance = 0;
      for (Index f = 0; f < features; ++f) mean += input.at(t, f) / double{features};
      for (Index f = 0; f < features; ++f)
        variance += std::pow(input.at(t, f) - mean, 2) / double{features};
      for (Index f = 0; f < features; ++f) {
        const double exact = (input.at(t, f) - mean) / std::sqrt(variance + 1e-12);
        worst = std::max(worst, std::abs(x.at(t, f) - exact) / std::abs(exact));
      }
    }
    return worst;
  };
  // One rounding to float; what double loses is far below the hundredth of it.
  EXPECT_LE(worst_error("reference"), 1.01 * kUnitRoundoff);
  EXPECT_GT(worst_error("highway"), 1.01 * kUnitRoundoff);
}

}  // namespace
}  // namespace espalier::models
