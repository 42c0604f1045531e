// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/layers/activation.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <espalier/sparse/core/error.h>
#include "tests/models/layers/layer_oracles.h"
#include "tests/support/generated_problem.h"
#include "tests/support/oracle.h"

namespace espalier::models {
namespace {

using sparse::Activations;
using ::testing::HasSubstr;
using testing::kUnitRoundoff;
using ::testing::ThrowsMessage;

double distribution(double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); }
double density(double x) { return std::exp(-0.5 * x * x) / std::sqrt(2 * std::numbers::pi); }

/// Of the reciprocal, relative, on any instruction set: its estimate e is off by at most 1.5 *
/// 2^-12 (RCPPS of the Intel and AMD manuals), which e (2 - x e) squares to 2.25 u; x e, 2 - x e
/// and the product are rounded.
constexpr double kReciprocalBound = 5.25 * kUnitRoundoff;

/// The formula is within 1.5e-7 of erf (Abramowitz and Stegun 1964, 7.1.26), so within half of that
/// of the distribution. Its float terms, of alternating sign and sum of magnitudes below 2, are
/// rounded: 6 u covers the two roundings of t's denominator, the polynomial and the exponential.
constexpr double kDistributionBound = 0.75e-7 + 6 * kUnitRoundoff + kReciprocalBound;

TEST(Gelu, MatchesErfFromTailToTail) {
  const Context context({.threads = 1});
  constexpr Index tokens = 1 << 15;
  Activations x(tokens, 1, tokens), y = testing::nan_activations(tokens, 1, tokens);
  for (Index t = 0; t < tokens; ++t)
    x.at(t, 0) = static_cast<float>(-16 + 32.0 * static_cast<double>(t) / tokens);
  const Activations input = x;
  gelu(x, y, context);
  for (Index t = 0; t < tokens; ++t) {
    const double v = input.at(t, 0), expected = testing::gelu_oracle(v);
    ASSERT_NEAR(y.at(t, 0), expected,
                std::abs(v) * kDistributionBound + kUnitRoundoff * std::abs(expected))
        << v;
    // The derivative adds x * density: 2^-22 and three roundings of the exponent x^2 / 2.
    const double slope = v * density(v);
    ASSERT_NEAR(x.at(t, 0), distribution(v) + slope,
                kDistributionBound + (8 + 1.5 * v * v) * kUnitRoundoff * std::abs(slope) +
                    2 * kUnitRoundoff)
        << v;
  }
}

// Which shows that forcing the reference reaches the layers: the vectorised loops are within their
// bounds and not exact.
TEST(Gelu, IsItsDefinitionRoundedOnceInTheReference) {
  constexpr Index tokens = 1024;
  const auto results = [](const char* kernel) {
    Activations x = testing::normal_activations(tokens, 1, tokens, 1), y(tokens, 1, tokens);
    gelu(x, y, Context({.threads = 1, .kernel = kernel}));
    return y;
  };
  const Activations input = testing::normal_activations(tokens, 1, tokens, 1);
  const Activations reference = results("reference"), vectorised = results("highway");
  int inexact = 0;
  for (Index t = 0; t < tokens; ++t) {
    const double v = input.at(t, 0);
    const auto exact = static_cast<float>(v * distribution(v));
    EXPECT_EQ(reference.at(t, 0), exact) << v;
    inexact += vectorised.at(t, 0) != exact;
  }
  EXPECT_GT(inexact, 0);
}

TEST(Gelu, HandlesExtremeValues) {
  const Context context({.threads = 1});
  Activations x(16, 1, 16), y(16, 1, 16);
  x.at(0, 0) = 1e30f;
  x.at(1, 0) = -1e30f;
  x.at(2, 0) = std::numeric_limits<float>::quiet_NaN();
  x.at(3, 0) = 0.0f;
  gelu(x, y, context);
  EXPECT_EQ(y.at(0, 0), 1e30f);
  EXPECT_EQ(x.at(0, 0), 1.0f);
  EXPECT_EQ(y.at(1, 0), 0.0f);
  EXPECT_EQ(x.at(1, 0), 0.0f);
  EXPECT_TRUE(std::isnan(y.at(2, 0))) << "a NaN must not be hidden";
  EXPECT_TRUE(std::isnan(x.at(2, 0)));
  EXPECT_EQ(y.at(3, 0), 0.0f);
  EXPECT_NEAR(x.at(3, 0), 0.5, kDistributionBound);
}

TEST(Gelu, ClearsThePaddingOfBothOperands) {
  const Context context({.threads = 1});
  Activations x = testing::normal_activations(20, 3, 16, 1);
  Activations y = testing::nan_activations(20, 3, 16);
  gelu(x, y, context);
  EXPECT_EQ(testing::dirty_padding(x), "") << "the derivative at zero is one half";
  EXPECT_EQ(testing::dirty_padding(y), "");
}

TEST(Activate, InPlaceGivesTheSameBits) {
  const Context context({.threads = 2});
  for (const Activation activation :
       {Activation::kGelu, Activation::kGeluTanh, Activation::kRelu}) {
    Activations x = testing::normal_activations(500, 70, 128, 1), y(500, 70, 128), in_place = x;
    activate(activation, x, y, context);
    activate(activation, in_place, context);
    EXPECT_THAT(in_place.values(), ::testing::ElementsAreArray(y.values()));
  }
}

TEST(Gelu, BackwardMultiplies) {
  const Context context({.threads = 1});
  const Activations derivative = testing::normal_activations(40, 5, 16, 1);
  Activations dy = testing::normal_activations(40, 5, 16, 2);
  const Activations before = dy;
  gelu_backward(derivative, dy, context);
  for (std::size_t i = 0; i < dy.values().size(); ++i)
    EXPECT_EQ(dy.values()[i], before.values()[i] * derivative.values()[i]);
}

TEST(Gelu, ResultsDoNotDependOnTheNumberOfThreads) {
  Activations first;
  for (const int threads : {1, 2, 4, 8}) {
    const Context context({.threads = threads});
    Activations x = testing::normal_activations(1000, 70, 128, 1), y(1000, 70, 128);
    gelu(x, y, context);
    gelu_backward(x, y, context);
    if (threads == 1) first = y;
    EXPECT_TRUE(std::equal(y.values().begin(), y.values().end(), first.values().begin()))
        << threads << " threads";
  }
}

TEST(Gelu, ErrorsNameTheOperand) {
  const Context context({.threads = 1});
  Activations x(16, 4, 16), y(16, 5, 16);
  EXPECT_THAT([&] { gelu(x, y, context); },
              ThrowsMessage<ShapeError>("gelu: y has 5 features of 16 tokens in panels of 16; "
                                        "expected 4 features of 16 tokens in panels of 16"));
  EXPECT_THAT([&] { gelu_backward(x, y, context); },
              ThrowsMessage<ShapeError>(HasSubstr("gelu_backward: dy has 5")));
}

/// Of the sigmoid, relative: 4 u of the exponential and its factor, the reciprocal, 3 u of sum and
/// product, and the rounding of its exponent |x|.
double sigmoid_bound(double x) { return kReciprocalBound + (7 + std::abs(x)) * kUnitRoundoff; }

TEST(Silu, MatchesItsDefinitionFromTailToTail) {
  const Context context({.threads = 1});
  constexpr Index tokens = 1 << 15;
  Activations x(tokens, 1, tokens), y = testing::nan_activations(tokens, 1, tokens);
  for (Index t = 0; t < tokens; ++t)
    x.at(t, 0) = static_cast<float>(-32 + 64.0 * static_cast<double>(t) / tokens);
  const Activations input = x;
  silu(x, y, context);
  for (Index t = 0; t < tokens; ++t) {
    const double v = input.at(t, 0), s = testing::sigmoid_oracle(v);
    ASSERT_NEAR(y.at(t, 0), v * s, (sigmoid_bound(v) + kUnitRoundoff) * std::abs(v * s)) << v;
    const double slope = v * s * testing::sigmoid_oracle(-v);
    ASSERT_NEAR(x.at(t, 0), s + slope,
                (sigmoid_bound(v) + 2 * kUnitRoundoff) * s +
                    2 * (sigmoid_bound(v) + 2 * kUnitRoundoff) * std::abs(slope))
        << v;
  }
}

TEST(Silu, HandlesExtremeValues) {
  const Context context({.threads = 1});
  Activations x(16, 1, 16), y(16, 1, 16);
  x.at(0, 0) = 1e30f;
  x.at(1, 0) = -1e30f;
  x.at(2, 0) = std::numeric_limits<float>::quiet_NaN();
  silu(x, y, context);
  // The exponential of -1e30 is zero, and the reciprocal of 1 need not be 1.
  EXPECT_NEAR(y.at(0, 0), 1e30f, (kReciprocalBound + kUnitRoundoff) * 1e30);
  EXPECT_NEAR(x.at(0, 0), 1.0f, kReciprocalBound);
  EXPECT_EQ(y.at(1, 0), 0.0f);
  EXPECT_EQ(x.at(1, 0), 0.0f);
  EXPECT_TRUE(std::isnan(y.at(2, 0))) << "a NaN must not be hidden";
  EXPECT_TRUE(std::isnan(x.at(2, 0)));
}

/// The argument z of the sigmoid has five roundings, which the sigmoid passes on |z| times as
/// large.
double gelu_tanh_bound(double z) { return sigmoid_bound(z) + 5 * std::abs(z) * kUnitRoundoff; }

TEST(GeluTanh, MatchesItsDefinitionFromTailToTail) {
  const Context context({.threads = 1});
  constexpr Index tokens = 1 << 15;
  Activations x(tokens, 1, tokens), y = testing::nan_activations(tokens, 1, tokens);
  for (Index t = 0; t < tokens; ++t)
    x.at(t, 0) = static_cast<float>(-16 + 32.0 * static_cast<double>(t) / tokens);
  const Activations input = x;
  gelu_tanh(x, y, context);
  for (Index t = 0; t < tokens; ++t) {
    const double v = input.at(t, 0), z = testing::gelu_tanh_argument(v);
    const double expected = testing::gelu_tanh_oracle(v);
    // As the source writes it; 1 + tanh loses digits where it is small.
    ASSERT_NEAR(expected, 0.5 * v * (1 + std::tanh(z / 2)), 1e-14 * std::abs(v));
    constexpr double kLeast = 0x1.0p-126;  // the exponential is 0 below it
    ASSERT_NEAR(y.at(t, 0), expected,
                (gelu_tanh_bound(z) + kUnitRoundoff) * std::abs(expected) + std::abs(v) * kLeast)
        << v;
    const double s = testing::sigmoid_oracle(z), of_minus = testing::sigmoid_oracle(-z);
    const double rise = 2 * std::sqrt(2 / std::numbers::pi) * (1 + 3 * 0.044715 * v * v);
    const double slope = v * s * of_minus * rise;
    ASSERT_NEAR(x.at(t, 0), s + slope,
                (gelu_tanh_bound(z) + 2 * kUnitRoundoff) * s +
                    (2 * gelu_tanh_bound(z) + 8 * kUnitRoundoff) * std::abs(slope) +
                    (1 + std::abs(v) * rise) * kLeast)
        << v;
  }
}

TEST(GeluTanh, HandlesExtremeValues) {
  const Context context({.threads = 1});
  Activations x(16, 1, 16), y(16, 1, 16);
  x.at(0, 0) = 1e30f;
  x.at(1, 0) = -1e30f;
  x.at(2, 0) = std::numeric_limits<float>::quiet_NaN();
  x.at(3, 0) = std::numeric_limits<float>::infinity();
  gelu_tanh(x, y, context);
  EXPECT_NEAR(y.at(0, 0), 1e30f, (kReciprocalBound + kUnitRoundoff) * 1e30);
  EXPECT_NEAR(x.at(0, 0), 1.0f, kReciprocalBound);
  EXPECT_EQ(y.at(1, 0), 0.0f);
  EXPECT_EQ(x.at(1, 0), 0.0f);
  EXPECT_TRUE(std::isnan(y.at(2, 0))) << "a NaN must not be hidden";
  EXPECT_TRUE(std::isnan(x.at(2, 0)));
  EXPECT_TRUE(std::isinf(y.at(3, 0)));
}

TEST(Activate, IsTheFunctionThatItIsToldAndItsDerivative) {
  const Context context({.threads = 2});
  const Activations input = testing::normal_activations(40, 100, 16, 1);
  const auto expect_same = [](const Activations& a, const Activations& b) {
    EXPECT_TRUE(std::ranges::equal(a.values(), b.values()));
  };
  for (const auto& [which, function] :
       {std::pair(Activation::kGelu, &gelu), std::pair(Activation::kGeluTanh, &gelu_tanh)}) {
    Activations x = input, y = input, own_x = input, own_y = input;
    activate(which, x, y, context);
    function(own_x, own_y, context);
    expect_same(x, own_x);
    expect_same(y, own_y);
  }
  Activations x = input, y = testing::nan_activations(40, 100, 16), own = input;
  activate(Activation::kRelu, x, y, context);
  relu(own, context);
  expect_same(y, own);
  EXPECT_EQ(testing::dirty_padding(x), "");
  Activations dy = testing::normal_activations(40, 100, 16, 2), own_dy = dy;
  activate_backward(x, dy, context);
  relu_backward(own, own_dy, context);
  expect_same(dy, own_dy);
  EXPECT_THAT([&] { activate(Activation::kRelu, x, x, context); },
              ThrowsMessage<ShapeError>(HasSubstr("activate: y overlaps x")));
}

TEST(Glu, GatesTheSecondHalfByTheFirst) {
  constexpr Index tokens = 40, features = 700, width = 32;
  const Context context({.threads = 2});
  Activations x = testing::normal_activations(tokens, 2 * features, width, 1);
  const Activations input = x;
  const Activations dy = testing::normal_activations(tokens, features, width, 2);
  Activations y = testing::nan_activations(tokens, features, width);
  Activations dx = testing::nan_activations(tokens, 2 * features, width);
  glu(x, y, context);
  EXPECT_EQ(testing::dirty_padding(x), "") << "the derivative at zero is one half";
  EXPECT_EQ(testing::dirty_padding(y), "");
  glu_backward(x, dy, dx, context);
  EXPECT_EQ(testing::dirty_padding(dx), "");
  for (Index t = 0; t < tokens; ++t)
    for (Index f = 0; f < features; ++f) {
      const double gate = input.at(t, f), value = input.at(t, features + f), d = dy.at(t, f);
      const double s = testing::sigmoid_oracle(gate), of_minus = testing::sigmoid_oracle(-gate);
      const double relative = 2 * sigmoid_bound(gate) + 4 * kUnitRoundoff;
      ASSERT_NEAR(y.at(t, f), s * value, relative * std::abs(s * value));
      ASSERT_NEAR(dx.at(t, features + f), d * s, relative * std::abs(d * s));
      ASSERT_NEAR(dx.at(t, f), d * value * s * of_minus,
                  relative * std::abs(d * value * s * of_minus));
    }
}

TEST(Glu, ResultsDoNotDependOnTheNumberOfThreads) {
  Activations first;
  for (const int threads : {1, 2, 4, 8}) {
    const Context context({.threads = threads});
    Activations x = testing::normal_activations(1000, 140, 128, 1), y(1000, 70, 128), dx = x;
    glu(x, y, context);
    Activations activated = y;
    silu(y, activated, context);
    glu_backward(x, activated, dx, context);
    if (threads == 1) first = dx;
    EXPECT_TRUE(std::ranges::equal(dx.values(), first.values())) << threads << " threads";
  }
}

TEST(Glu, ErrorsNameTheOperand) {
  const Context context({.threads = 1});
  Activations x(16, 8, 16), y(16, 4, 16), wide(16, 5, 16);
  EXPECT_THAT([&] { glu(x, wide, context); },
              ThrowsMessage<ShapeError>("glu: x has 8 features of 16 tokens in panels of 16; "
                                        "expected 10 features of 16 tokens in panels of 16"));
  EXPECT_THAT([&] { glu_backward(x, y, wide, context); },
              ThrowsMessage<ShapeError>(HasSubstr("glu_backward: dx has 5")));
  EXPECT_THAT([&] { silu(x, x, context); },
              ThrowsMessage<ShapeError>(HasSubstr("silu: y overlaps x")));
}

TEST(Relu, CutsNegativeValuesAndKeepsNotANumber) {
  const Context context({.threads = 2});
  Activations x = testing::normal_activations(40, 1000, 16, 1);
  x.at(3, 7) = std::numeric_limits<float>::quiet_NaN();
  x.row(2, 5)[15] = 4.0f;  // padding, as a bias leaves it
  const Activations input = x;
  relu(x, context);
  for (Index t = 0; t < 40; ++t)
    for (Index f = 0; f < 1000; ++f) {
      if (t == 3 && f == 7) continue;
      ASSERT_EQ(x.at(t, f), std::max(input.at(t, f), 0.0f));
    }
  EXPECT_TRUE(std::isnan(x.at(3, 7)));
  EXPECT_EQ(testing::dirty_padding(x), "");
}

TEST(ReluBackward, PassesGradientsOfPositiveOutputs) {
  const Context context({.threads = 2});
  Activations y = testing::normal_activations(40, 1000, 16, 1);
  relu(y, context);
  Activations dy = testing::normal_activations(40, 1000, 16, 2);
  const Activations given = dy;
  relu_backward(y, dy, context);
  for (Index t = 0; t < 40; ++t)
    for (Index f = 0; f < 1000; ++f) ASSERT_EQ(dy.at(t, f), y.at(t, f) > 0 ? given.at(t, f) : 0.0f);
  EXPECT_EQ(testing::dirty_padding(dy), "");
}

TEST(ReluBackward, RefusesOtherShapes) {
  const Context context({.threads = 1});
  const Activations y(16, 4, 16);
  Activations dy(16, 5, 16);
  EXPECT_THAT([&] { relu_backward(y, dy, context); },
              ThrowsMessage<ShapeError>(HasSubstr("relu_backward: dy")));
}

}  // namespace
}  // namespace espalier::models
