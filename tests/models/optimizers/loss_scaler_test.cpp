// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/optimizers/loss_scaler.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include <espalier/sparse/core/error.h>
#include "tests/support/message.h"

namespace espalier::models {
namespace {

using espalier::testing::message_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// The scales after each of some steps: '.' for a clean one, 'x' for an overflow.
std::vector<double> scales(LossScaler& scaler, const std::string& steps) {
  std::vector<double> found;
  for (const char step : steps) {
    scaler.update(step == '.');
    found.push_back(scaler.scale());
  }
  return found;
}

TEST(LossScaler, HalvesWithAnOverflowAndDoublesAfterAWindowWithoutOne) {
  LossScaler scaler({.initial_scale = 16, .window = 3, .smallest = 2});
  EXPECT_THAT(scales(scaler, "..x"), ElementsAre(16, 16, 8));
  EXPECT_THAT(scales(scaler, "..."), ElementsAre(8, 8, 16));
  EXPECT_THAT(scales(scaler, "......"), ElementsAre(16, 16, 32, 32, 32, 64));
  EXPECT_THAT(scales(scaler, "xxxxxxx"), ElementsAre(32, 16, 8, 4, 2, 2, 2));
}

// Of a hysteresis of 3, two overflows change nothing, clean steps between them or not; the third
// and all further ones do, until the scale has doubled.
TEST(LossScaler, WaitsForAsManyOverflowsAsItsHysteresis) {
  LossScaler scaler({.initial_scale = 16, .window = 2, .smallest = 1, .hysteresis = 3});
  EXPECT_THAT(scales(scaler, "x.xxx"), ElementsAre(16, 16, 16, 8, 4));
  EXPECT_THAT(scales(scaler, "..xxx"), ElementsAre(4, 8, 8, 8, 4));
}

TEST(LossScaler, CountsHowLongItHasBeenAtItsSmallest) {
  LossScaler scaler({.initial_scale = 4, .window = 3, .smallest = 2});
  scales(scaler, ".x");
  EXPECT_EQ(scaler.state().steps_at_smallest, 1);
  scales(scaler, "..");
  EXPECT_EQ(scaler.state().steps_at_smallest, 3);
  scales(scaler, ".");
  EXPECT_EQ(scaler.scale(), 4);
  EXPECT_EQ(scaler.state().steps_at_smallest, 0);
}

TEST(LossScaler, AStaticScaleStays) {
  LossScaler scaler({.dynamic = false, .initial_scale = 512, .window = 1});
  EXPECT_THAT(scales(scaler, ".x.x"), ElementsAre(512, 512, 512, 512));
}

TEST(LossScaler, GoesOnFromItsState) {
  const LossScalerOptions options = {.initial_scale = 16, .window = 4, .hysteresis = 2};
  LossScaler whole(options), part(options);
  scales(whole, "..x.x..");
  scales(part, "..x.x..");
  LossScaler resumed(options);
  resumed.restore(part.state());
  EXPECT_EQ(scales(resumed, "..xx.."), scales(whole, "..xx.."));
  EXPECT_EQ(resumed.state(), whole.state());
}

TEST(LossScaler, RefusesSettingsAndStatesThatNoneCanHave) {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  const auto refused = [](const LossScalerOptions& options) {
    return message_of<ConfigError>([&] { LossScaler scaler(options); });
  };
  EXPECT_THAT(refused({.initial_scale = 0}), HasSubstr("initial scale is 0"));
  EXPECT_THAT(refused({.initial_scale = kNaN}), HasSubstr("initial scale is nan"));
  EXPECT_THAT(refused({.initial_scale = 1}), HasSubstr("more than the smallest"));
  EXPECT_THAT(refused({.initial_scale = 1e-31, .smallest = 1e-30}),
              HasSubstr("initial scale is 1e-31; expected more than the smallest, 1e-30"));
  EXPECT_THAT(refused({.window = 0}), HasSubstr("window is 0"));
  EXPECT_THAT(refused({.smallest = -1}), HasSubstr("smallest scale is -1"));
  EXPECT_THAT(refused({.hysteresis = 0}), HasSubstr("hysteresis is 0"));

  LossScaler scaler({.initial_scale = 16, .window = 4, .smallest = 2, .hysteresis = 2});
  const LossScaler::State before = scaler.state();
  const auto wrong = [&](const LossScaler::State& state) {
    const std::string message = message_of<FormatError>([&] { scaler.restore(state); });
    EXPECT_EQ(scaler.state(), before);
    return message;
  };
  EXPECT_THAT(wrong({.scale = 1, .overflows_left = 1}), HasSubstr("loss scale is 1"));
  EXPECT_THAT(wrong({.scale = 8, .clean_steps = 4, .overflows_left = 1}),
              HasSubstr("steps without overflow are 4"));
  EXPECT_THAT(wrong({.scale = 8, .overflows_left = 3}), HasSubstr("overflows that are left are 3"));
  EXPECT_THAT(wrong({.scale = 8, .overflows_left = 1, .steps_at_smallest = -1}),
              HasSubstr("at the smallest loss scale are -1"));

  // One that stays has its first state for ever.
  LossScaler fixed({.dynamic = false, .initial_scale = 8, .window = 4, .hysteresis = 2});
  const auto wrong_of_fixed = [&](const LossScaler::State& state) {
    return message_of<FormatError>([&] { fixed.restore(state); });
  };
  EXPECT_THAT(wrong_of_fixed({.scale = 8, .clean_steps = 1, .overflows_left = 2}),
              HasSubstr("steps without overflow are 1; expected 0 to 0"));
  EXPECT_THAT(wrong_of_fixed({.scale = 8, .overflows_left = 1}),
              HasSubstr("overflows that are left are 1; expected 2 to 2"));
  EXPECT_THAT(wrong_of_fixed({.scale = 8, .overflows_left = 2, .steps_at_smallest = 1}),
              HasSubstr("at the smallest loss scale are 1; expected 0"));
  fixed.restore(fixed.state());
}

/// A parameter of so many values with a gradient.
void fill(Parameter& parameter, std::size_t count) {
  parameter.name = "w";
  parameter.make_dense({static_cast<Index>(count)});
  for (std::size_t i = 0; i < count; ++i)
    parameter.gradient[i] = 0x1p10F * (1 + static_cast<float>(i) * 0x1p-20F);
}

// More values than one task has; the operands of a gradient are divided too.
TEST(LossScaler, DividesGradientsByAPowerOfTwoWithoutError) {
  for (const int threads : {1, 2, 4}) {
    const Context context({.threads = threads});
    Parameter parameter;
    fill(parameter, 40000);
    parameter.operands.want(true);
    sparse::Activations x(16, 1, 16), dy(16, 1, 16);
    dy.at(3, 0) = 1024;
    x.at(3, 0) = 5;
    parameter.operands.keep(x, dy);
    const AlignedVector<float> before = parameter.gradient;
    EXPECT_TRUE(LossScaler({.initial_scale = 1024}).unscale({&parameter}, context));
    for (std::size_t i = 0; i < before.size(); ++i)
      ASSERT_EQ(parameter.gradient[i], before[i] / 1024);
    EXPECT_EQ(parameter.operands.parts()[0].dy.at(3, 0), 1);
    EXPECT_EQ(parameter.operands.parts()[0].x.at(3, 0), 5);
  }
}

// Behind it the inverse is no normal float, which contexts take for zero: gradients would vanish.
TEST(LossScaler, StaysWhereItsInverseIsANormalFloat) {
  LossScaler scaler({.initial_scale = 0x1p125, .window = 1});
  EXPECT_THAT(scales(scaler, "..."), ElementsAre(0x1p126, 0x1p126, 0x1p126));
  EXPECT_THROW(LossScaler({.initial_scale = 0x1p127}), ConfigError);
  LossScaler::State state = scaler.state();
  state.scale = 0x1p127;
  EXPECT_THROW(scaler.restore(state), FormatError);
}

TEST(LossScaler, SeesAnyGradientThatIsNotFinite) {
  const Context context({.threads = 2});
  const LossScaler scaler({});
  for (const float wrong :
       {std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(),
        std::numeric_limits<float>::quiet_NaN(), -std::numeric_limits<float>::quiet_NaN()}) {
    for (const std::size_t place : {0, 16384, 39999}) {
      Parameter good, bad;
      fill(good, 100);
      fill(bad, 40000);
      bad.gradient[place] = wrong;
      EXPECT_FALSE(scaler.unscale({&good, &bad}, context)) << wrong << " at " << place;
      EXPECT_TRUE(scaler.unscale({&good}, context));
    }
  }
  Parameter largest;
  fill(largest, 3);
  largest.gradient[1] = -std::numeric_limits<float>::max();
  EXPECT_TRUE(scaler.unscale({&largest}, context));
}

}  // namespace
}  // namespace espalier::models
