// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/optimizers/sgd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include <espalier/sparse/core/error.h>
#include "tests/models/optimizers/trained_model.h"
#include "tests/support/message.h"

namespace espalier::models {

// GoogleTest would print the bytes, those between the members too, which nobody has set.
static void PrintTo(const SgdOptions& options, std::ostream* out) {
  *out << "momentum " << options.momentum << ", nesterov " << options.nesterov << ", dampening "
       << options.dampening << ", weight_decay " << options.weight_decay;
}

namespace {

using ::testing::HasSubstr;
using testing::kSlack;
using testing::kUnit;
using testing::message_of;
using testing::TrainedModel;

/// A number and how far float arithmetic may stray from it.
struct Bounded {
  double value;
  double error;
};

/// a x + b y where a and b are rounded constants and x, y carry errors: one rounding of each
/// constant, of each product and of the sum.
Bounded combined(double a, Bounded x, double b, Bounded y) {
  const double value = a * x.value + b * y.value;
  return {value,
          std::abs(a) * x.error + std::abs(b) * y.error +
              kUnit * (2 * std::abs(a * x.value) + 2 * std::abs(b * y.value) + std::abs(value))};
}

/// The formula in double precision, one value and one step.
struct SgdOracle {
  SgdOptions options;
  double rate;
  double scale;
  bool first_step;
  bool decays;

  Bounded gradient, buffer, weight;  // after `step`
  void step(float w, float g, float b) {
    const double decay = decays ? options.weight_decay : 0;
    gradient = combined(scale, {g, 0}, options.decoupled_decay ? 0 : decay, {w, 0});
    const double gain = first_step ? 1 : 1 - options.dampening;
    buffer = combined(options.momentum, {b, 0}, gain, gradient);
    Bounded direction = options.momentum > 0 ? buffer : gradient;
    if (options.nesterov) direction = combined(1, gradient, options.momentum, buffer);
    const Bounded move =
        combined(rate, direction, options.decoupled_decay ? rate * decay : 0, {w, 0});
    weight = {w - move.value, move.error + kUnit * std::abs(w - move.value)};
  }
};

class SgdFormula : public ::testing::TestWithParam<SgdOptions> {};

// Each step from the state in which the one before left the optimizer, so that the bound is that of
// one step; blocks move after every third.
TEST_P(SgdFormula, HoldsStepByStep) {
  const SgdOptions options = GetParam();
  TrainedModel model;
  Sgd sgd(model.parameters(), options);
  for (int step = 1; step <= 10; ++step) {
    model.fill_gradients(step);
    const double rate = 0.1 / step;
    const double norm = sgd.gradient_norm();
    const double clip = options.gradient_clip;
    const double scale = 0.5 * (clip > 0 && 0.5 * norm > clip ? clip / (0.5 * norm) : 1);
    std::vector<AlignedVector<float>> values, gradients, buffers;
    for (const Parameter* parameter : model.parameters()) {
      values.push_back(parameter->values);
      gradients.push_back(parameter->gradient);
      buffers.push_back(options.momentum > 0 ? sgd.state(*parameter, "momentum_buffer")
                                             : AlignedVector<float>(parameter->values.size()));
    }
    ASSERT_TRUE(sgd.step(rate, 0.5).applied);
    for (std::size_t p = 0; p < values.size(); ++p) {
      const Parameter& parameter = *model.parameters()[p];
      SgdOracle oracle{options, rate, scale, step == 1, parameter.weight_decay, {}, {}, {}};
      for (std::size_t i = 0; i < values[p].size(); ++i) {
        oracle.step(values[p][i], gradients[p][i], buffers[p][i]);
        ASSERT_NEAR(double{parameter.values[i]}, oracle.weight.value, kSlack * oracle.weight.error)
            << parameter.name << ' ' << i << " step " << step;
        ASSERT_EQ(parameter.gradient[i], 0);
        if (options.momentum == 0) continue;
        ASSERT_NEAR(double{sgd.state(parameter, "momentum_buffer")[i]}, oracle.buffer.value,
                    kSlack * oracle.buffer.error);
      }
    }
    if (step % 3 != 0) continue;
    const auto grown = static_cast<std::size_t>(model.move_block(sgd));
    for (std::size_t i = 16 * grown; i < 16 * (grown + 1) && options.momentum > 0; ++i)
      EXPECT_EQ(sgd.state(model.sparse, "momentum_buffer")[i], 0);
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, SgdFormula,
    ::testing::Values(SgdOptions{.momentum = 0, .weight_decay = 0}, SgdOptions{.momentum = 0},
                      SgdOptions{}, SgdOptions{.nesterov = true},
                      SgdOptions{.dampening = 0.75, .weight_decay = 0.1},
                      SgdOptions{.weight_decay = 0.1, .decoupled_decay = true},
                      SgdOptions{.nesterov = true, .weight_decay = 0.1, .gradient_clip = 3}));

// Worked by hand, momentum 1/2 and rate 1/2; all numbers are exact. g = 1: b = 1, d = 1 + 1/2,
// w = 1 - 3/4. g = 2: b = 1/2 + 2, d = 2 + 5/4, w = 1/4 - 13/8.
TEST(Sgd, NesterovByHand) {
  Parameter parameter;
  parameter.name = "w";
  parameter.make_dense({1});
  parameter.values = {1};
  Sgd sgd({&parameter},
          {.learning_rate = 0.5, .momentum = 0.5, .nesterov = true, .weight_decay = 0});
  parameter.gradient = {1};
  sgd.step();
  EXPECT_EQ(parameter.values[0], 0.25f);
  parameter.gradient = {2};
  sgd.step();
  EXPECT_EQ(parameter.values[0], -1.375f);
  EXPECT_EQ(sgd.state(parameter, "momentum_buffer")[0], 2.5f);
}

// As torch.optim.SGD: the first gradient is the buffer, however dampened later ones are.
TEST(Sgd, TakesTheFirstGradientUndampened) {
  Parameter parameter;
  parameter.name = "w";
  parameter.make_dense({1});
  Sgd sgd({&parameter}, {.momentum = 0.5, .dampening = 0.75, .weight_decay = 0});
  parameter.gradient = {3};
  sgd.step();
  EXPECT_EQ(sgd.state(parameter, "momentum_buffer")[0], 3);
  parameter.gradient = {4};
  sgd.step();
  EXPECT_EQ(sgd.state(parameter, "momentum_buffer")[0], 2.5f);  // 3/2 + 4/4
}

TEST(Sgd, KeepsNothingWithoutMomentum) {
  TrainedModel model;
  EXPECT_TRUE(Sgd(model.parameters(), {.momentum = 0}).state().empty());
  EXPECT_EQ(Sgd(model.parameters(), {}).state(), std::vector<std::string>{"momentum_buffer"});
}

TEST(Sgd, CountsItsArithmetic) {
  EXPECT_EQ(Sgd({}, {.momentum = 0, .weight_decay = 0}).flops_per_value(), 2);
  EXPECT_EQ(Sgd({}, {}).flops_per_value(), 6);
  EXPECT_EQ(Sgd({}, {.dampening = 0.5}).flops_per_value(), 7);
  EXPECT_EQ(Sgd({}, {.nesterov = true}).flops_per_value(), 8);
}

TEST(Sgd, RefusesWrongSettings) {
  const auto message = [](const SgdOptions& options) {
    return message_of<ConfigError>([&] { Sgd({}, options); });
  };
  EXPECT_THAT(message({.momentum = 1}), HasSubstr("sgd: momentum is 1"));
  EXPECT_THAT(message({.dampening = -1}), HasSubstr("dampening"));
  EXPECT_THAT(message({.momentum = 0, .nesterov = true}), HasSubstr("nesterov"));
  EXPECT_THAT(message({.dampening = 0.5, .nesterov = true}), HasSubstr("no dampening"));
  EXPECT_THAT(message({.dampening = 1e-8, .nesterov = true}), HasSubstr("dampening 1e-08,"));
}

}  // namespace
}  // namespace espalier::models
