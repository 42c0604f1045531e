// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/optimizers/adamw.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <memory>
#include <string>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>
#include "tests/models/optimizers/trained_model.h"
#include "tests/support/forced_target.h"

namespace espalier::models {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::kUnit;

std::unique_ptr<Parameter> dense(const std::string& name, std::size_t size) {
  auto parameter = std::make_unique<Parameter>();
  parameter->name = name;
  parameter->shape = {static_cast<Index>(size)};
  parameter->values.resize(size);
  parameter->gradient.resize(size);
  return parameter;
}

void fill_normal(AlignedVector<float>& values, const std::string& stream, std::uint64_t step) {
  const Random random(11, stream_id(stream, step));
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<float>(random.normal(i));
  }
}

TEST(AdamW, TwoStepsByHand) {
  // lr 0.1, b1 0.5, b2 0.75, epsilon 1, decay 0.5, w = 2; all numbers below are exact in decimals.
  // Step 1, g = 3: m = 1.5, v = 2.25; corrected 3 and 9; w = 2 - 0.1 (3 / (3 + 1) + 0.5 * 2)
  // = 1.825 Step 2, g = -1: m = 0.25, v = 1.9375; corrected 1/3 and 31/7;
  //   w = 1.825 - 0.1 ((1/3) / (sqrt(31/7) + 1) + 0.9125) = 1.7230126...
  auto parameter = dense("w", 1);
  parameter->values[0] = 2;
  AdamW adamw(
      {parameter.get()},
      {.learning_rate = 0.1, .beta1 = 0.5, .beta2 = 0.75, .epsilon = 1, .weight_decay = 0.5});

  parameter->gradient[0] = 3;
  const StepResult first = adamw.step();
  EXPECT_TRUE(first.applied);
  EXPECT_EQ(first.gradient_norm, 3);
  EXPECT_FLOAT_EQ(parameter->values[0], 1.825f);
  EXPECT_EQ(adamw.state(*parameter, "exp_avg")[0], 1.5f);
  EXPECT_EQ(adamw.state(*parameter, "exp_avg_sq")[0], 2.25f);
  EXPECT_EQ(parameter->gradient[0], 0);

  parameter->gradient[0] = -1;
  EXPECT_TRUE(adamw.step().applied);
  EXPECT_EQ(adamw.state(*parameter, "exp_avg")[0], 0.25f);
  EXPECT_EQ(adamw.state(*parameter, "exp_avg_sq")[0], 1.9375f);
  EXPECT_FLOAT_EQ(parameter->values[0], 1.7230126f);
  EXPECT_EQ(adamw.steps(), 2);
}

TEST(AdamW, DecaysOnlyWhereWanted) {
  auto decayed = dense("weight", 3);
  auto plain = dense("bias", 3);
  plain->weight_decay = false;
  decayed->values = {1, -2, 4};
  plain->values = {1, -2, 4};
  AdamW adamw({decayed.get(), plain.get()}, {.learning_rate = 0.25, .weight_decay = 0.5});
  adamw.step();  // no gradient: decay alone, w (1 - 0.25 * 0.5)
  EXPECT_THAT(decayed->values, ElementsAre(0.875f, -1.75f, 3.5f));
  EXPECT_THAT(plain->values, ElementsAre(1, -2, 4));
}

// Follows the definition in double precision and bounds, value by value, how far float arithmetic
// may stray from it: each operation adds its rounding (kUnit of its result), each error is carried
// on through the derivatives of the next operation.
TEST(AdamW, StaysWithinTheRoundingOfADoubleOracleForAHundredSteps) {
  constexpr std::size_t kSize = 1000;
  const AdamWOptions options{.learning_rate = 3e-3, .weight_decay = 0.1};
  auto parameter = dense("w", kSize);
  fill_normal(parameter->values, "initial", 0);
  AdamW adamw({parameter.get()}, options);

  struct State {
    double w, m = 0, v = 0;
    double w_error = 0, m_error = 0, v_error = 0;
  };
  std::vector<State> oracle(kSize);
  for (std::size_t i = 0; i < kSize; ++i) oracle[i].w = double{parameter->values[i]};

  for (int step = 1; step <= 100; ++step) {
    fill_normal(parameter->gradient, "gradient", static_cast<std::uint64_t>(step));
    const double rate = options.learning_rate * step / 100;
    const double c1 = 1 - std::pow(options.beta1, step);
    const double c2 = 1 - std::pow(options.beta2, step);
    const double a = 1 - options.beta1;
    const double b = 1 - options.beta2;
    for (std::size_t i = 0; i < kSize; ++i) {
      State& s = oracle[i];
      const double g = double{parameter->gradient[i]};
      // m + a (g - m): roundings of a, of the difference and of the sum.
      const double m_move = a * std::abs(g - s.m);
      s.m = options.beta1 * s.m + a * g;
      s.m_error = options.beta1 * s.m_error + kUnit * (2 * m_move + std::abs(s.m));
      // v + b (g^2 - v): as above and the rounding of g^2.
      const double v_move = b * std::abs(g * g - s.v);
      s.v = options.beta2 * s.v + b * g * g;
      s.v_error = options.beta2 * s.v_error + kUnit * (2 * v_move + b * g * g + s.v);
      // rate / c1 * m / (sqrt(v / c2) + epsilon): six roundings (two constants, root, sum, product,
      // quotient); the root halves the relative error of v.
      const double update = rate / c1 * s.m / (std::sqrt(s.v / c2) + options.epsilon);
      const double update_error = rate / c1 * s.m_error / (std::sqrt(s.v / c2) + options.epsilon) +
                                  std::abs(update) * (0.5 * s.v_error / s.v + 6 * kUnit);
      const double decay = rate * options.weight_decay;
      s.w_error += update_error + decay * s.w_error + kUnit * 2 * decay * std::abs(s.w);
      s.w -= update + decay * s.w;
      s.w_error += kUnit * (std::abs(update) + std::abs(s.w));
    }
    ASSERT_TRUE(adamw.step(rate).applied);
    for (std::size_t i = 0; i < kSize; ++i) {
      const double slack = 1.01;  // products of two roundings, which the bound leaves out
      const State& s = oracle[i];
      ASSERT_NEAR(double{adamw.state(*parameter, "exp_avg")[i]}, s.m, slack * s.m_error) << step;
      ASSERT_NEAR(double{adamw.state(*parameter, "exp_avg_sq")[i]}, s.v, slack * s.v_error) << step;
      ASSERT_NEAR(double{parameter->values[i]}, s.w, slack * s.w_error) << step;
    }
  }
  // The bound is a bound of rounding, not a licence: 100 steps stay within a few hundred roundings.
  for (const State& s : oracle) EXPECT_LT(s.w_error, 500 * kUnit);
}

// A large gradient must not drown the small ones that follow: with b = 0 a moment is the present
// gradient alone, bit for bit.
TEST(AdamW, WithoutMemorySeesASmallGradientAfterALargeOne) {
  auto parameter = dense("w", 1);
  AdamW adamw({parameter.get()},
              {.learning_rate = 1, .beta1 = 0, .beta2 = 0, .epsilon = 1e-6, .weight_decay = 0});
  for (const float g : {1e6f, 1e-3f, -1e-12f, 3.0f}) {
    parameter->values[0] = 0;
    parameter->gradient[0] = g;
    adamw.step();
    EXPECT_EQ(adamw.state(*parameter, "exp_avg")[0], g);
    EXPECT_EQ(adamw.state(*parameter, "exp_avg_sq")[0], g * g);
    EXPECT_FLOAT_EQ(parameter->values[0], -g / (std::abs(g) + 1e-6f));
  }
}

// Moments for every b, on every instruction set, under gradients from 1e-15 to 1e15. With r the
// smaller of b and 1 - b, a moment is one end plus r times the distance: three roundings of r and
// of the two products and differences of size r |now - old|, one of the sum, one of g^2, and what
// the old moment has of earlier steps. So the second moment, whose terms are all positive, is known
// to five roundings a step.
TEST(AdamW, KeepsMomentsToFloatPrecisionForEveryDecay) {
  constexpr std::size_t kSize = 37;  // full vectors and a rest
  constexpr int kSteps = 30;
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    const espalier::testing::ForcedTarget forced(target);
    for (const double beta :
         {0.0, 1e-9, 1e-4, 0.01, 0.1, 0.3, 0.4999, 0.5, 0.5001, 0.7, 0.9, 0.98, 0.999, 0.99999}) {
      SCOPED_TRACE(std::string(hwy::TargetName(target)) + ", b = " + std::to_string(beta));
      auto parameter = dense("w", kSize);
      AdamW adamw({parameter.get()}, {.beta1 = beta, .beta2 = beta});
      struct Moment {
        double value = 0, error = 0, size = 0;
        void move(double b, double now, double now_error) {
          const double distance = std::min(b, 1 - b) * (std::abs(now) + size);
          value = b * value + (1 - b) * now;
          size = b * size + (1 - b) * std::abs(now);
          error = b * error + (1 - b) * now_error + kUnit * (3 * distance + size);
        }
      };
      std::vector<Moment> first(kSize), second(kSize);
      for (int step = 0; step < kSteps; ++step) {
        const Random random(3, stream_id("gradients", static_cast<std::uint64_t>(step)));
        for (std::size_t i = 0; i < kSize; ++i) {
          const double g = random.normal(i) * std::pow(10, std::floor(30 * random.uniform(i)) - 15);
          parameter->gradient[i] = static_cast<float>(g);
          const double now{parameter->gradient[i]};
          first[i].move(beta, now, 0);
          second[i].move(beta, now * now, kUnit * now * now);
        }
        ASSERT_TRUE(adamw.step().applied);
        for (std::size_t i = 0; i < kSize; ++i) {
          const double slack = 1.01;  // products of two roundings, which the bound leaves out
          ASSERT_NEAR(double{adamw.state(*parameter, "exp_avg")[i]}, first[i].value,
                      slack * first[i].error)
              << step;
          ASSERT_NEAR(double{adamw.state(*parameter, "exp_avg_sq")[i]}, second[i].value,
                      slack * second[i].error)
              << step;
          ASSERT_LE(second[i].error, 5 * (step + 1) * kUnit * second[i].value) << step;
        }
      }
    }
  }
}

TEST(AdamW, DoesNotDependOnTheNumberOfThreads) {
  // Several chunks, and a length that is no multiple of any vector.
  constexpr std::size_t kSteps = 5;
  std::vector<AlignedVector<float>> of_large(kSteps + 1, AlignedVector<float>(70001)),
      of_small(kSteps + 1, AlignedVector<float>(13));
  for (std::size_t step = 0; step <= kSteps; ++step) {
    fill_normal(of_large[step], "large", step);
    fill_normal(of_small[step], "small", step);
  }
  const auto run = [&](const Context* context) {
    auto large = dense("large", 70001);
    auto small = dense("small", 13);
    large->values = of_large[0];
    small->values = of_small[0];
    AdamW adamw({large.get(), small.get()}, {.gradient_clip = 1}, context);
    std::vector<double> norms;
    for (std::size_t step = 1; step <= kSteps; ++step) {
      large->gradient = of_large[step];
      small->gradient = of_small[step];
      norms.push_back(adamw.step().gradient_norm);
    }
    return std::make_tuple(large->values, small->values, adamw.state(*large, "exp_avg_sq"), norms);
  };
  const Context one({.threads = 1});
  const auto expected = run(&one);
  for (const int threads : {2, 4, 8}) {
    const Context context({.threads = threads});
    EXPECT_EQ(run(&context), expected) << threads << " threads";
  }
  // Without a context it is the fastest variant, which a forced one need not equal to the last bit.
  if (std::getenv("ESPALIER_KERNEL") == nullptr) {
    EXPECT_EQ(run(nullptr), expected);
  }
}

TEST(AdamW, NormCoversAllParameters) {
  auto a = dense("a", 40000);
  auto b = dense("b", 3);
  AdamW adamw({a.get(), b.get()}, {});
  for (float& g : a->gradient) g = 0.5f;  // 40000 / 4 = 10000
  b->gradient = {0, 1, -20};              // 401; every partial sum is exact
  EXPECT_EQ(adamw.gradient_norm(), std::sqrt(10401.0));
}

TEST(AdamW, ClipsAndScales) {
  // With b1 = 0 the first moment is the gradient that was used.
  auto parameter = dense("w", 2);
  AdamW adamw({parameter.get()}, {.beta1 = 0, .gradient_clip = 2.5});
  parameter->gradient = {6, 8};
  const StepResult result = adamw.step(1e-3, 0.5);
  EXPECT_EQ(result.gradient_norm, 5);  // after the scale, before the clip
  EXPECT_THAT(adamw.state(*parameter, "exp_avg"), ElementsAre(1.5f, 2.0f));
  parameter->gradient = {1.2f, 1.6f};
  adamw.step();  // a norm of 2 is left alone
  EXPECT_THAT(adamw.state(*parameter, "exp_avg"), ElementsAre(1.2f, 1.6f));
}

TEST(AdamW, SkipsAStepWithoutFiniteGradients) {
  for (const float bad :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), 1e20f}) {
    for (const double clip : {0.0, 1.0}) {
      if (bad == 1e20f && clip > 0) continue;  // the clip makes it usable
      auto parameter = dense("w", 20000);
      fill_normal(parameter->values, "values", 0);
      AdamW adamw({parameter.get()}, {.gradient_clip = clip});
      fill_normal(parameter->gradient, "gradient", 1);
      adamw.step();
      const AlignedVector<float> values = parameter->values;
      const AlignedVector<float> first = adamw.state(*parameter, "exp_avg");
      const AlignedVector<float> second = adamw.state(*parameter, "exp_avg_sq");

      parameter->gradient[17001] = bad;
      const StepResult result = adamw.step();
      EXPECT_FALSE(result.applied) << bad;
      EXPECT_FALSE(result.gradient_norm < 1e19);
      EXPECT_EQ(parameter->values, values);
      EXPECT_EQ(adamw.state(*parameter, "exp_avg"), first);
      EXPECT_EQ(adamw.state(*parameter, "exp_avg_sq"), second);
      EXPECT_THAT(parameter->gradient, Each(0.0f));
      EXPECT_EQ(adamw.steps(), 1);
    }
  }
}

TEST(AdamW, ClipsALargeFiniteGradient) {
  auto parameter = dense("w", 2);
  AdamW adamw({parameter.get()}, {.gradient_clip = 1});
  parameter->gradient = {3e30f, 4e30f};
  EXPECT_TRUE(adamw.step().applied);
  EXPECT_FLOAT_EQ(adamw.state(*parameter, "exp_avg")[0], 0.1f * 0.6f);
  EXPECT_FLOAT_EQ(adamw.state(*parameter, "exp_avg")[1], 0.1f * 0.8f);
}

TEST(AdamW, LeavesAGradientOutThatClippingWouldMakeZero) {
  auto parameter = dense("w", 2);
  AdamW adamw({parameter.get()}, {.weight_decay = 0.5f, .gradient_clip = 1});
  parameter->values = {1, 2};
  parameter->gradient = {2e38f, 2e38f};  // 1 / norm is no normal float
  EXPECT_FALSE(adamw.step().applied);
  EXPECT_THAT(parameter->values, ElementsAre(1, 2));
  EXPECT_EQ(adamw.steps(), 0);
}

TEST(AdamW, MomentsFollowThePattern) {
  // Blocks of one value in a 2x3 matrix; stored: (0,0), (0,2), (1,1).
  Parameter parameter;
  parameter.name = "w";
  parameter.shape = {2, 3};
  parameter.pattern =
      sparse::BlockPattern::from_coordinates(2, 3, {1, 1}, {{0, 0}, {0, 2}, {1, 1}});
  parameter.values = {1, 2, 3};
  parameter.gradient = {4, 5, 6};
  AdamW adamw({&parameter}, {.learning_rate = 0, .beta1 = 0.5, .beta2 = 0.75});
  sparse::WeightBuffers weight(parameter.name, parameter.pattern, parameter.values,
                               parameter.gradient);
  adamw.attach(parameter, weight);
  adamw.step();

  edit_weight(weight, {.drop = {1}, .grow = {{1, 0}}});
  EXPECT_THAT(parameter.values, ElementsAre(1, 0, 3));
  EXPECT_THAT(adamw.state(parameter, "exp_avg"), ElementsAre(2, 0, 3));
  EXPECT_THAT(adamw.state(parameter, "exp_avg_sq"), ElementsAre(4, 0, 9));

  // Another number of blocks, and a step on it.
  edit_weight(weight, {.drop = {}, .grow = {{0, 1}}});
  EXPECT_THAT(adamw.state(parameter, "exp_avg"), ElementsAre(2, 0, 0, 3));
  parameter.gradient = {0, 8, 0, 0};
  adamw.step();
  EXPECT_THAT(adamw.state(parameter, "exp_avg"), ElementsAre(1, 4, 0, 1.5f));
}

TEST(AdamW, RefusesWrongSettings) {
  auto parameter = dense("w", 2);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto message = [&](const AdamWOptions& options) -> std::string {
    try {
      AdamW adamw({parameter.get()}, options);
    } catch (const ConfigError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_THAT(message({.learning_rate = -1}), HasSubstr("learning_rate is -1"));
  EXPECT_THAT(message({.learning_rate = nan}), HasSubstr("learning_rate is nan"));
  EXPECT_THAT(message({.beta1 = 1}), HasSubstr("beta1"));
  EXPECT_THAT(message({.beta2 = -0.5}), HasSubstr("beta2"));
  EXPECT_THAT(message({.epsilon = 0}), HasSubstr("epsilon"));
  EXPECT_THAT(message({.epsilon = 1e-60}), HasSubstr("epsilon"));  // zero as a float
  EXPECT_THAT(message({.epsilon = 1e-39}),
              HasSubstr("epsilon"));  // subnormal, which counts as zero
  EXPECT_THAT(message({.epsilon = 1e39}), HasSubstr("expected a number from 1.18e-38 to 3.4e38"));
  EXPECT_THAT(message({.weight_decay = -0.1}), HasSubstr("weight_decay"));
  for (const AdamWOptions& infinite :  // as a float
       {AdamWOptions{.learning_rate = 1e39}, AdamWOptions{.weight_decay = 1e39}})
    EXPECT_THAT(message(infinite), HasSubstr("is 1e+39, expected a number from 0 to 3.4e38"));
  EXPECT_THAT(message({.gradient_clip = nan}), HasSubstr("gradient_clip"));

  EXPECT_THROW(AdamW({parameter.get(), parameter.get()}, {}), ConfigError);
  AdamW adamw({parameter.get()}, {});
  EXPECT_THROW(adamw.step(-1), ConfigError);
  EXPECT_THROW(adamw.step(1, nan), ConfigError);
  EXPECT_THROW(adamw.state(*dense("other", 2), "exp_avg"), ConfigError);
  EXPECT_THROW(adamw.state(*parameter, "momentum_buffer"), ConfigError);
  parameter->values.resize(3);
  parameter->gradient.resize(3);
  EXPECT_THROW(adamw.step(), ShapeError);
  EXPECT_EQ(adamw.steps(), 0);
}

// Worked by hand: the first block has norm 5, and its factor is 1 - lr lambda sigma sqrt(B) / 5.
// The other block is so small that it would turn its sign: it stops at zero.
TEST(AdamW, GroupLassoPullsOnWholeBlocks) {
  Parameter sparse;
  sparse.name = "sparse";
  sparse.shape = {2, 4};
  sparse.pattern = sparse::BlockPattern::full(2, 4, {2, 2});
  sparse.values = {3, 4, 0, 0, 1e-9f, 0, 0, 0};
  sparse.gradient.resize(8);
  sparse.initial_deviation = 0.5;
  Parameter dense;
  dense.name = "dense";
  dense.shape = {1};
  dense.values = {3};
  dense.gradient.resize(1);
  dense.initial_deviation = 0.5;
  AdamW adamw({&sparse, &dense}, {.learning_rate = 0.1, .weight_decay = 0, .group_lasso = 2.0});
  adamw.step();
  const double pull = 0.1 * 2.0 * 0.5 * std::sqrt(2.0);
  const double factor = 1 - pull / std::sqrt(25 + 1e-6);
  // One rounding of the factor and one of the product.
  EXPECT_NEAR(sparse.values[0], 3 * factor, 3 * std::numeric_limits<float>::epsilon());
  EXPECT_NEAR(sparse.values[1], 4 * factor, 4 * std::numeric_limits<float>::epsilon());
  EXPECT_EQ(sparse.values[4], 0);
  EXPECT_EQ(dense.values[0], 3);
  EXPECT_THROW(AdamW({&dense}, {.group_lasso = -1.0}), ConfigError);
}

TEST(AdamW, SkippingAStepClearsTheGradientsAlone) {
  Parameter parameter;
  parameter.name = "weight";
  parameter.shape = {2};
  parameter.values = {1, 2};
  parameter.gradient = {3, 4};
  AdamW adamw({&parameter}, {});
  adamw.skip();
  EXPECT_EQ(parameter.values[0], 1);
  EXPECT_EQ(parameter.gradient[1], 0);
  EXPECT_EQ(adamw.steps(), 0);
}

}  // namespace
}  // namespace espalier::models
