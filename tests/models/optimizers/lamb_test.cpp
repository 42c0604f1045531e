// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/optimizers/lamb.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include <espalier/sparse/core/error.h>
#include "tests/models/optimizers/trained_model.h"

namespace espalier::models {

// GoogleTest would print the bytes, those between the members too, which nobody has set.
static void PrintTo(const LambOptions& options, std::ostream* out) {
  *out << "weight_decay " << options.weight_decay << ", gradient_clip " << options.gradient_clip
       << ", bias_correction " << options.bias_correction << ", adapt_all " << options.adapt_all;
}

namespace {

using testing::kSlack;
using testing::kUnit;
using testing::TrainedModel;

/// What one step makes of a parameter by the formula in double precision, and how far float
/// arithmetic may stray from it.
struct LambOracle {
  std::vector<double> m, v, u, w;
  std::vector<double> m_error, v_error, u_error, w_error;

  LambOracle(const LambOptions& options, const Parameter& parameter, bool decays, double rate,
             double scale, int step, const AlignedVector<float>& first,
             const AlignedVector<float>& second) {
    const std::size_t size = parameter.values.size();
    for (std::vector<double>* array : {&m, &v, &u, &w, &m_error, &v_error, &u_error, &w_error})
      array->resize(size);
    const double a = 1 - options.beta1, b = 1 - options.beta2;
    const double c1 = options.bias_correction ? 1 - std::pow(options.beta1, step) : 1;
    const double c2 = options.bias_correction ? 1 - std::pow(options.beta2, step) : 1;
    const double decay = decays ? options.weight_decay : 0;
    double squares_w = 0, squares_u = 0, squares_error = 0;
    for (std::size_t i = 0; i < size; ++i) {
      const double old_w{parameter.values[i]}, old_m{first[i]}, old_v{second[i]};
      const double g = scale * double{parameter.gradient[i]};
      const double g_error = 2 * kUnit * std::abs(g);  // of the scale and of the product
      // old + rate (now - old): roundings of rate, difference, product and sum.
      m[i] = options.beta1 * old_m + a * g;
      m_error[i] = a * g_error + kUnit * (3 * a * std::abs(g - old_m) + std::abs(m[i]));
      v[i] = options.beta2 * old_v + b * g * g;
      v_error[i] = b * (2 * std::abs(g) * g_error + kUnit * g * g) +
                   kUnit * (3 * b * std::abs(g * g - old_v) + v[i]);
      // Of the divisor: root, two constants, product and sum; of the quotient three more.
      const double quotient = m[i] / c1 / (std::sqrt(v[i] / c2) + options.epsilon);
      const double quotient_error = m_error[i] / c1 / (std::sqrt(v[i] / c2) + options.epsilon) +
                                    std::abs(quotient) * (0.5 * v_error[i] / v[i] + 8 * kUnit);
      u[i] = quotient + decay * old_w;
      u_error[i] = quotient_error + kUnit * (2 * decay * std::abs(old_w) + std::abs(u[i]));
      squares_w += old_w * old_w;
      squares_u += u[i] * u[i];
      squares_error += u_error[i] * u_error[i];
    }
    const bool adapted = options.adapt_all || decays;
    double ratio = 1, ratio_error = 0;
    if (adapted && squares_w > 0 && squares_u > 0) {
      ratio = std::sqrt(squares_w / squares_u);
      ratio_error = std::sqrt(squares_error / squares_u);  // relative, by the triangle inequality
    }
    for (std::size_t i = 0; i < size; ++i) {
      const double move = rate * ratio * u[i];
      w[i] = double{parameter.values[i]} - move;
      w_error[i] = rate * ratio * u_error[i] + std::abs(move) * (ratio_error + 2 * kUnit) +
                   kUnit * std::abs(w[i]);
    }
  }
};

class LambFormula : public ::testing::TestWithParam<LambOptions> {};

// Each step from the state in which the one before left the optimizer, so that the bound is that of
// one step; blocks move after every third.
TEST_P(LambFormula, HoldsStepByStep) {
  const LambOptions options = GetParam();
  TrainedModel model;
  Lamb lamb(model.parameters(), options);
  for (int step = 1; step <= 10; ++step) {
    model.fill_gradients(step);
    if (step == 5) std::fill(model.bias.values.begin(), model.bias.values.end(), 0.0f);
    const double rate = 0.1 / step;
    const double norm = lamb.gradient_norm(), clip = options.gradient_clip;
    const double scale = clip > 0 && norm > clip ? clip / norm : 1;
    std::vector<LambOracle> oracles;
    for (const Parameter* parameter : model.parameters())
      oracles.emplace_back(options, *parameter, parameter->weight_decay, rate, scale, step,
                           lamb.state(*parameter, "exp_avg"), lamb.state(*parameter, "exp_avg_sq"));
    ASSERT_TRUE(lamb.step(rate).applied);
    for (std::size_t p = 0; p < oracles.size(); ++p) {
      const Parameter& parameter = *model.parameters()[p];
      const LambOracle& oracle = oracles[p];
      for (std::size_t i = 0; i < parameter.values.size(); ++i) {
        ASSERT_NEAR(double{lamb.state(parameter, "exp_avg")[i]}, oracle.m[i],
                    kSlack * oracle.m_error[i]);
        ASSERT_NEAR(double{lamb.state(parameter, "exp_avg_sq")[i]}, oracle.v[i],
                    kSlack * oracle.v_error[i]);
        ASSERT_NEAR(double{parameter.values[i]}, oracle.w[i], kSlack * oracle.w_error[i])
            << parameter.name << ' ' << i << " step " << step;
        ASSERT_EQ(parameter.gradient[i], 0);
      }
    }
    if (step % 3 != 0) continue;
    const auto grown = static_cast<std::size_t>(model.move_block(lamb));
    for (std::size_t i = 16 * grown; i < 16 * (grown + 1); ++i) {
      EXPECT_EQ(lamb.state(model.sparse, "exp_avg")[i], 0);
      EXPECT_EQ(lamb.state(model.sparse, "exp_avg_sq")[i], 0);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, LambFormula,
                         ::testing::Values(LambOptions{}, nvlamb_options(),
                                           LambOptions{.bias_correction = false},
                                           LambOptions{.weight_decay = 0, .adapt_all = true}));

// Worked by hand: without memory u = g / |g| = +-1 (epsilon does not show in a float), so that the
// ratio is |w| / |u| = 5 / sqrt(2).
TEST(Lamb, ScalesAStepToTheNormOfTheWeights) {
  Parameter parameter;
  parameter.name = "w";
  parameter.make_dense({2});
  parameter.values = {3, 4};
  Lamb lamb({&parameter}, {.beta1 = 0, .beta2 = 0, .epsilon = 1e-12, .weight_decay = 0});
  parameter.gradient = {10, -20};
  lamb.step(0.1);
  const double move = 0.1 * 5 / std::sqrt(2.0);
  EXPECT_FLOAT_EQ(parameter.values[0], static_cast<float>(3 - move));
  EXPECT_FLOAT_EQ(parameter.values[1], static_cast<float>(4 + move));
}

TEST(Lamb, LeavesTensorsWithoutDecayToTheirOwnSizeUnlessToldOtherwise) {
  const auto moved = [](const LambOptions& options) {
    Parameter bias;
    bias.name = "b";
    bias.make_dense({1});
    bias.values = {100};
    bias.weight_decay = false;
    Lamb lamb({&bias}, options);
    bias.gradient = {0.5};
    lamb.step(0.01);
    return 100 - bias.values[0];
  };
  EXPECT_NEAR(moved({}), 0.01, 1e-5);                  // 0.01 u, where a float of 100 has 8e-6
  EXPECT_NEAR(moved({.adapt_all = true}), 1.0, 1e-5);  // times 100 / |u|
}

// NVLAMB divides the gradients of the whole model by their norm if that is above one.
TEST(Lamb, NvidiaNormalisesTheGradientOfTheWholeModelFirst) {
  Parameter a, b;
  a.name = "a";
  b.name = "b";
  a.make_dense({1});
  b.make_dense({1});
  LambOptions options = nvlamb_options();
  options.beta1 = 0;  // the first moment is the gradient that was used
  Lamb lamb({&a, &b}, options);
  a.gradient = {3};
  b.gradient = {4};
  EXPECT_EQ(lamb.step().gradient_norm, 5);
  EXPECT_FLOAT_EQ(lamb.state(a, "exp_avg")[0], 0.6f);
  EXPECT_FLOAT_EQ(lamb.state(b, "exp_avg")[0], 0.8f);
}

TEST(Lamb, CountsItsArithmetic) {
  EXPECT_EQ(Lamb({}, {}).flops_per_value(), 20);
  EXPECT_EQ(Lamb({}, {.bias_correction = false}).flops_per_value(), 18);
}

TEST(Lamb, RefusesWrongSettings) {
  EXPECT_THROW(Lamb({}, {.beta1 = 1}), ConfigError);
  EXPECT_THROW(Lamb({}, {.epsilon = 0}), ConfigError);
  EXPECT_THROW(Lamb({}, {.weight_decay = -1}), ConfigError);
}

}  // namespace
}  // namespace espalier::models
