// SPDX-License-Identifier: Apache-2.0
// What every optimizer of the registry has from the class that they share.
#include <espalier/models/optimizers/optimizer.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <barrier>
#include <cstdlib>
#include <limits>
#include <memory>
#include <span>
#include <thread>

#include <espalier/models/optimizers/optimizer_registry.h>
#include <espalier/sparse/core/error.h>
#include "tests/models/optimizers/trained_model.h"

namespace espalier::models {
namespace {

using ::testing::Each;
using testing::TrainedModel;

std::vector<std::string> names() {
  std::vector<std::string> result;
  for (const OptimizerInfo& info : optimizers()) result.push_back(info.name);
  return result;
}

class EveryOptimizer : public ::testing::TestWithParam<std::string> {
 protected:
  static std::unique_ptr<Optimizer> make(TrainedModel& model, const Context* context = nullptr) {
    return make_optimizer(GetParam(), model.parameters(), {}, context);
  }

  static void train(TrainedModel& model, Optimizer& optimizer, int first, int last) {
    for (int step = first; step <= last; ++step) {
      model.fill_gradients(step);
      ASSERT_TRUE(optimizer.step(0.01).applied);
      if (step % 2 == 0) model.move_block(optimizer);
    }
  }
};

TEST_P(EveryOptimizer, DoesNotDependOnTheNumberOfThreads) {
  const auto run = [](const Context* context) {
    TrainedModel model;
    const auto optimizer = make(model, context);
    train(model, *optimizer, 1, 5);
    return model.everything(*optimizer);
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

TEST_P(EveryOptimizer, GoesOnFromItsState) {
  TrainedModel whole;
  const auto uninterrupted = make(whole);
  train(whole, *uninterrupted, 1, 6);

  TrainedModel model;
  const auto before = make(model);
  train(model, *before, 1, 3);
  const auto after = make(model);
  const std::span<StateBuffers> state = after->begin_restore(before->steps());
  for (std::size_t i = 0; i < state.size(); ++i)
    for (std::size_t j = 0; j < state[i].size(); ++j)
      state[i][j] = before->state(*model.parameters()[i], before->state()[j]);
  train(model, *after, 4, 6);
  EXPECT_EQ(after->steps(), 6);
  EXPECT_EQ(model.everything(*after), whole.everything(*uninterrupted));
}

TEST_P(EveryOptimizer, RefusesANegativeStepCount) {
  TrainedModel model;
  const auto optimizer = make(model);
  train(model, *optimizer, 1, 1);
  const auto before = model.everything(*optimizer);
  EXPECT_THROW(optimizer->begin_restore(-1), ShapeError);
  EXPECT_EQ(model.everything(*optimizer), before);
}

TEST_P(EveryOptimizer, SkipsAStepWithoutFiniteGradients) {
  TrainedModel model;
  const auto optimizer = make(model);
  train(model, *optimizer, 1, 2);
  const auto before = model.everything(*optimizer);
  for (const float bad :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    model.fill_gradients(3);
    model.dense.gradient[17001] = bad;
    EXPECT_FALSE(optimizer->step().applied);
    EXPECT_EQ(model.everything(*optimizer), before);
    EXPECT_THAT(model.dense.gradient, Each(0.0f));
    EXPECT_EQ(optimizer->steps(), 2);
  }
}

TEST_P(EveryOptimizer, PullsOnWholeBlocks) {
  TrainedModel model;
  model.sparse.initial_deviation = 1;
  const auto optimizer =
      make_optimizer(GetParam(), model.parameters(), {{"group_lasso", 1e6}, {"weight_decay", 0.0}});
  optimizer->step(0.01);  // no gradient; a pull so strong that every block stops at zero
  EXPECT_THAT(model.sparse.values, Each(0.0f));
  EXPECT_NE(model.dense.values[0], 0);
}

/// Sums what two optimizers have, each in a thread of its own: first those of number 0.
class TotalOfTwo {
 public:
  TotalOfSquares of(std::size_t number) {
    return [this, number](const std::vector<std::vector<double>>& squares) {
      squares_[number] = squares;
      both_.arrive_and_wait();
      double total = 0;
      for (const auto& of_optimizer : squares_)
        for (const auto& of_parameter : of_optimizer)
          for (const double sum : of_parameter) total += sum;
      both_.arrive_and_wait();
      return total;
    };
  }

 private:
  std::array<std::vector<std::vector<double>>, 2> squares_;
  std::barrier<> both_{2};
};

// Each in a process of its own in earnest: neither reads what the other has.
TEST_P(EveryOptimizer, TwoWithPartsShareANorm) {
  const SettingValues settings = {{"gradient_clip", 0.5}};
  constexpr int kSteps = 4;
  constexpr int kBad = 3;  // the step in which a gradient of the second part is not finite
  const auto fill = [](TrainedModel& model, int step) {
    model.fill_gradients(step);
    if (step == kBad) model.sparse.gradient[5] = std::numeric_limits<float>::quiet_NaN();
  };
  TrainedModel whole;
  const auto of_whole = make_optimizer(GetParam(), whole.parameters(), settings);
  std::vector<StepResult> expected;
  for (int step = 1; step <= kSteps; ++step) {
    fill(whole, step);
    expected.push_back(of_whole->step(0.01));
  }
  ASSERT_GT(expected[0].gradient_norm, 0.5);  // it is clipped
  ASSERT_FALSE(expected[kBad - 1].applied);

  TotalOfTwo total;
  const auto train_part = [&](std::size_t number) {
    TrainedModel model;
    const ParameterList all = model.parameters();
    const ParameterList part = number == 0 ? ParameterList{all[0]} : ParameterList{all[1], all[2]};
    const auto optimizer = make_optimizer(GetParam(), part, settings);
    optimizer->share_norm(total.of(number));
    for (int step = 1; step <= kSteps; ++step) {
      fill(model, step);
      const StepResult& of_whole_model = expected[static_cast<std::size_t>(step - 1)];
      const double norm = optimizer->gradient_norm();
      const StepResult result = optimizer->step(0.01);
      EXPECT_EQ(result.applied, of_whole_model.applied);
      if (step == kBad) continue;
      EXPECT_EQ(norm, of_whole_model.gradient_norm);
      EXPECT_EQ(result.gradient_norm, of_whole_model.gradient_norm);
    }
    EXPECT_EQ(optimizer->steps(), of_whole->steps());
    for (std::size_t i = 0; i < part.size(); ++i) {
      const Parameter& same = *whole.parameters()[number + i];
      EXPECT_EQ(part[i]->values, same.values);
      EXPECT_THAT(part[i]->gradient, Each(0.0f));
      for (const std::string& name : optimizer->state())
        EXPECT_EQ(optimizer->state(*part[i], name), of_whole->state(same, name));
    }
  };
  std::jthread second([&] { train_part(1); });
  train_part(0);
}

TEST_P(EveryOptimizer, SharesANormOrKeepsASlice) {
  TrainedModel model;
  const auto none = [](const std::vector<std::vector<double>>&) { return 0.0; };
  const OptimizerSlice slice{.slices = {model.parameters(), 1}, .own = 0, .gather = {}};
  const auto shares = make(model);
  EXPECT_THROW(shares->share_norm(nullptr), ConfigError);
  shares->share_norm(none);
  EXPECT_THROW(shares->keep_slice(slice), ConfigError);
  const auto keeps = make(model);
  keeps->keep_slice(slice);
  EXPECT_THROW(keeps->share_norm(none), ConfigError);
}

INSTANTIATE_TEST_SUITE_P(All, EveryOptimizer, ::testing::ValuesIn(names()));

}  // namespace
}  // namespace espalier::models
