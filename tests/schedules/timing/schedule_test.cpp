// SPDX-License-Identifier: Apache-2.0
#include <espalier/schedules/timing/schedule.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <espalier/schedules/rules/policy_options.h>
#include <espalier/sparse/core/error.h>

namespace espalier::schedules {
namespace {

// A few roundings of values of at most 1.
constexpr double kRounding = 8 * std::numeric_limits<double>::epsilon();

TEST(Schedule, ConstantStaysAtItsStart) {
  const ConstantSchedule schedule{0.3};
  for (const double t : {-5.0, 0.0, 7.0, 1e9}) EXPECT_EQ(schedule.at(t), 0.3);
}

TEST(Schedule, LinearRunsFromStartToEnd) {
  const LinearSchedule schedule{.start = 1, .end = 0.5, .length = 200};
  EXPECT_EQ(schedule.at(0), 1);
  EXPECT_EQ(schedule.at(50), 0.875);
  EXPECT_EQ(schedule.at(100), 0.75);
  EXPECT_EQ(schedule.at(200), 0.5);
}

TEST(Schedule, CosineRunsFromStartToEnd) {
  const CosineSchedule schedule{.start = 0.5, .end = 0, .length = 120};
  EXPECT_EQ(schedule.at(0), 0.5);
  EXPECT_NEAR(schedule.at(20), 0.25 * (1 + std::sqrt(3.0) / 2), kRounding);
  EXPECT_NEAR(schedule.at(40), 0.375, kRounding);
  EXPECT_NEAR(schedule.at(60), 0.25, kRounding);
  EXPECT_NEAR(schedule.at(80), 0.125, kRounding);
  EXPECT_EQ(schedule.at(120), 0);

  const CosineSchedule rising{.start = 0.1, .end = 0.9, .length = 2};
  EXPECT_EQ(rising.at(0), 0.1);
  EXPECT_NEAR(rising.at(1), 0.5, kRounding);
  EXPECT_EQ(rising.at(2), 0.9);
}

TEST(Schedule, HoldsItsEndsOutsideItsLength) {
  const LinearSchedule linear{.start = 1, .end = 0.5, .length = 10};
  const CosineSchedule cosine{.start = 1, .end = 0.5, .length = 10};
  EXPECT_EQ(linear.at(-1), 1);
  EXPECT_EQ(linear.at(11), 0.5);
  EXPECT_EQ(cosine.at(-1), 1);
  EXPECT_EQ(cosine.at(11), 0.5);
}

// From 3 steps on, for 12: the phase shifts the whole curve.
TEST(Schedule, CosineHoldsItsStartForItsPhase) {
  const CosineSchedule schedule{.start = 0.5, .end = 0.1, .length = 12, .phase = 3};
  EXPECT_EQ(schedule.at(0), 0.5);
  EXPECT_EQ(schedule.at(3), 0.5);
  EXPECT_NEAR(schedule.at(7), 0.1 + 0.2 * 1.5, kRounding);
  EXPECT_NEAR(schedule.at(9), 0.3, kRounding);
  EXPECT_GT(schedule.at(14.9), 0.1);
  EXPECT_EQ(schedule.at(15), 0.1);
  EXPECT_EQ(schedule.at(16), 0.1);
}

// Zhu and Gupta 2017, equation 1, in terms of sparsity: s_t = s_f + (s_i - s_f) (1 - t/n)^3, from 0
// to 0.9: 0.9 * 37/64, 0.9 * 7/8, 0.9 * 63/64.
TEST(Schedule, CubicIsThatOfGradualPruning) {
  const Schedule schedule = make_schedule(ScheduleShape::kCubic, 1, 0.1, 400);
  EXPECT_EQ(schedule.at(0), 1);
  EXPECT_NEAR(schedule.at(100), 1 - 0.9 * 37 / 64, kRounding);
  EXPECT_NEAR(schedule.at(200), 1 - 0.9 * 7 / 8, kRounding);
  EXPECT_NEAR(schedule.at(300), 1 - 0.9 * 63 / 64, kRounding);
  EXPECT_EQ(schedule.at(400), 0.1);
  EXPECT_EQ(schedule.at(500), 0.1);
}

// Evci et al. 2020, appendix G: alpha (1 - t/T)^k; k = 1 is linear.
TEST(Schedule, InversePowerFallsByItsPower) {
  const auto at = [](double power, double t) {
    return make_schedule(ScheduleShape::kInversePower, 0.4, 0, 10, {.power = power}).at(t);
  };
  EXPECT_NEAR(at(1, 5), 0.2, kRounding);
  EXPECT_NEAR(at(2, 5), 0.1, kRounding);
  EXPECT_NEAR(at(3, 5), 0.05, kRounding);
  EXPECT_NEAR(at(0.5, 7.5), 0.2, kRounding);
  EXPECT_EQ(at(3, 0), 0.4);
  EXPECT_EQ(at(3, 10), 0);
}

// The mean of the drop fraction over the n - 1 updates of a run is half its start: the sum over
// k = 1 .. n - 1 of p/2 (1 + cos(pi k/n)) is p (n - 1)/2, 39.75 in the paper's setting.
TEST(Schedule, CosineSumsToThePapersTotal) {
  const CosineSchedule schedule{.start = 0.5, .end = 0, .length = 160};
  double sum = 0;
  for (int k = 1; k < 160; ++k) sum += schedule.at(k);
  EXPECT_NEAR(sum, 39.75, 160 * kRounding);
}

TEST(Schedule, IsMadeByName) {
  for (const std::string& name : choice_names<ScheduleShape>())
    EXPECT_EQ(choice_name(choice<ScheduleShape>(name)), name);
  EXPECT_EQ(make_schedule(choice<ScheduleShape>("constant"), 0.5, 0, 10).at(9), 0.5);
  EXPECT_EQ(make_schedule(choice<ScheduleShape>("linear"), 0.5, 0, 10).at(5), 0.25);
  EXPECT_NEAR(make_schedule(choice<ScheduleShape>("cosine"), 0.6, 0, 3).at(1), 0.45, kRounding);
  EXPECT_THROW(choice<ScheduleShape>("Cosine"), ConfigError);
}

TEST(Schedule, RefusesValuesOutsideItsDomain) {
  EXPECT_THROW(make_schedule(ScheduleShape::kLinear, 1, 0, 0), ConfigError);
  EXPECT_THROW(make_schedule(ScheduleShape::kLinear, 1, 0, -3), ConfigError);
  EXPECT_THROW(make_schedule(ScheduleShape::kCosine, NAN, 0, 1), ConfigError);
  EXPECT_THROW(make_schedule(ScheduleShape::kCosine, 1, INFINITY, 1), ConfigError);
  EXPECT_THROW(make_schedule(ScheduleShape::kCosine, 1, 0, 1, {.phase = -1}), ConfigError);
  EXPECT_THROW(make_schedule(ScheduleShape::kCosine, 1, 0, 1, {.phase = NAN}), ConfigError);
  EXPECT_THROW(make_schedule(ScheduleShape::kInversePower, 1, 0, 1, {.power = 0}), ConfigError);
  EXPECT_THROW(make_schedule(ScheduleShape::kInversePower, 1, 0, NAN), ConfigError);
  EXPECT_THAT([] { (void)make_schedule(ScheduleShape::kLinear, 1, 0, -1e-9); },
              ::testing::ThrowsMessage<ConfigError>(::testing::HasSubstr("length -1e-09:")));
  EXPECT_THAT([] { (void)make_schedule(ScheduleShape::kCosine, 1, 0, 1, {.phase = -1e-9}); },
              ::testing::ThrowsMessage<ConfigError>(::testing::HasSubstr("phase -1e-09:")));
}

}  // namespace
}  // namespace espalier::schedules
