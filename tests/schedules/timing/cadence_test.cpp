// SPDX-License-Identifier: Apache-2.0
#include <espalier/schedules/timing/cadence.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include <espalier/sparse/core/error.h>

namespace espalier::schedules {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// Completed steps after which an update happens; checks that they are numbered 1, 2, ...
std::vector<Index> update_steps(const Cadence& cadence, Index until) {
  std::vector<Index> steps;
  for (Index completed = 0; completed <= until; ++completed) {
    const auto update = cadence.update_at(completed);
    if (update) steps.push_back(completed);
    const auto so_far = static_cast<Index>(steps.size());
    EXPECT_EQ(cadence.updates_by(completed), so_far) << "after step " << completed;
    EXPECT_EQ(update.value_or(so_far), so_far) << "after step " << completed;
  }
  EXPECT_EQ(cadence.updates_by(-1), 0);
  EXPECT_EQ(static_cast<Index>(steps.size()), cadence.count());
  return steps;
}

TEST(Cadence, EndsTheRunWithAnIntervalWithoutUpdate) {
  EXPECT_THAT(update_steps(Cadence::updates(4, 20), 100), ElementsAre(5, 10, 15));
  EXPECT_THAT(update_steps(Cadence::updates(1, 20), 100), IsEmpty());
}

TEST(Cadence, RoundsDownIfIntervalsAreNotWhole) {
  EXPECT_THAT(update_steps(Cadence::updates(4, 10), 100), ElementsAre(2, 5, 7));
  EXPECT_THAT(update_steps(Cadence::updates(4, 4), 100), ElementsAre(1, 2, 3));
}

TEST(Cadence, GivesOneUpdateLessThanIntervalsForEveryCount) {
  for (Index total = 1; total <= 60; ++total) {
    for (Index count = 1; count <= total; ++count) {
      const std::vector<Index> steps = update_steps(Cadence::updates(count, total), total + 5);
      ASSERT_EQ(static_cast<Index>(steps.size()), count - 1);
      for (Index k = 1; k < count; ++k)
        ASSERT_EQ(steps[static_cast<std::size_t>(k - 1)], k * total / count);
    }
  }
}

TEST(Cadence, CountsWithoutOverflowAtItsLimits) {
  constexpr Index kMost = Index{1} << 31;
  const Cadence cadence = Cadence::updates(kMost, kMost);
  EXPECT_EQ(cadence.update_at(kMost - 1), kMost - 1);
  EXPECT_EQ(cadence.update_at(kMost), std::nullopt);
  EXPECT_EQ(cadence.updates_by(std::numeric_limits<Index>::max()), kMost - 1);
}

TEST(Cadence, RunsEverySoManySteps) {
  EXPECT_THAT(update_steps(Cadence::every(100, 100, 500), 1000), ElementsAre(100, 200, 300, 400));
  EXPECT_THAT(update_steps(Cadence::every(100, 30, 331), 1000), ElementsAre(30, 130, 230, 330));
  EXPECT_THAT(update_steps(Cadence::every(100, 30, 330), 1000), ElementsAre(30, 130, 230));
  EXPECT_THAT(update_steps(Cadence::every(1, 3, 6), 10), ElementsAre(3, 4, 5));
  EXPECT_THAT(update_steps(Cadence::every(7, 5, 5), 10), IsEmpty());
}

TEST(Cadence, OfWholeIntervalsIsThatOfTheirLength) {
  EXPECT_EQ(update_steps(Cadence::updates(160, 16000), 20000),
            update_steps(Cadence::every(100, 100, 16000), 20000));
}

TEST(Cadence, MayBeOnce) {
  EXPECT_THAT(update_steps(Cadence::once(1), 100), ElementsAre(1));
  EXPECT_THAT(update_steps(Cadence::once(40), 100), ElementsAre(40));
  EXPECT_EQ(Cadence::once(40).count(), 1);
}

TEST(Cadence, TellsWhereSchedulesEnd) {
  EXPECT_EQ(Cadence::updates(4, 22).end_step(), 22);  // not 16, where the last update is
  EXPECT_EQ(Cadence::every(100, 30, 331).end_step(), 331);
  EXPECT_EQ(Cadence::once(40).end_step(), 41);
  EXPECT_EQ(Cadence::every_seconds(10, 8).end_step(), 8);
  EXPECT_EQ(Cadence::never().end_step(), 0);
}

TEST(Cadence, ByTimeFollowsTheClock) {
  const Cadence cadence = Cadence::every_seconds(10, 8);
  EXPECT_TRUE(cadence.by_time());
  EXPECT_FALSE(Cadence::once(1).by_time());
  EXPECT_EQ(cadence.count(), 7);  // at most one after each step but the last
  // Completed steps and the seconds of training then. Step 4 took three intervals, which are made
  // up for one after each step.
  const double seconds[] = {0, 9.5, 10, 12, 41, 42, 43, 44, 99};
  std::vector<Index> steps;
  for (Index completed = 0; completed <= 8; ++completed) {
    EXPECT_EQ(cadence.update_at(completed), std::nullopt);
    const auto update = cadence.due(completed, static_cast<Index>(steps.size()),
                                    seconds[static_cast<std::size_t>(completed)]);
    if (!update) continue;
    steps.push_back(completed);
    EXPECT_EQ(*update, static_cast<Index>(steps.size()));
  }
  EXPECT_THAT(steps, ElementsAre(2, 4, 5, 6));  // not 8, which ends the run
}

// Seconds count over all sessions: a run that was resumed after 25 s and two updates waits 5 s.
TEST(Cadence, ByTimeGoesOnAfterAnInterruption) {
  const Cadence cadence = Cadence::every_seconds(10, 100);
  EXPECT_EQ(cadence.due(50, 2, 25), std::nullopt);
  EXPECT_EQ(cadence.due(51, 2, 29.9), std::nullopt);
  EXPECT_EQ(cadence.due(52, 2, 30), 3);
  EXPECT_EQ(cadence.due(52, 3, 30), std::nullopt);
  EXPECT_EQ(cadence.due(0, 0, 1000), std::nullopt);  // before the first step
}

TEST(Cadence, ByTimeCountsAnIntervalForEachStepAtMost) {
  const Cadence cadence = Cadence::every_seconds(10, 100);
  EXPECT_EQ(cadence.updates_by(50, 39.9), 3);
  EXPECT_EQ(cadence.updates_by(50, 1e9), 50);
  EXPECT_EQ(cadence.updates_by(100, 1e9), 99);
  EXPECT_EQ(cadence.updates_by(50, -1), 0);
  EXPECT_EQ(cadence.updates_by(-1, 1e9), 0);
  EXPECT_EQ(Cadence::every(10, 10, 100).updates_by(50, 0), 5);
}

TEST(Cadence, ByStepsDoesNotLookAtTheClock) {
  const Cadence cadence = Cadence::every(10, 10, 100);
  EXPECT_EQ(cadence.due(20, 0, 1e9), 2);  // whatever the clock says and was done
  EXPECT_EQ(cadence.due(21, 2, 1e9), std::nullopt);
}

TEST(Cadence, MayBeNever) { EXPECT_THAT(update_steps(Cadence::never(), 100), IsEmpty()); }

TEST(Cadence, RefusesValuesOutsideItsDomain) {
  EXPECT_THROW(Cadence::updates(0, 10), ConfigError);
  EXPECT_THROW(Cadence::updates(11, 10), ConfigError);
  EXPECT_THROW(Cadence::updates(1, 0), ConfigError);
  EXPECT_THROW(Cadence::updates(1, (Index{1} << 31) + 1), ConfigError);
  EXPECT_THROW(Cadence::every(0, 1, 10), ConfigError);
  EXPECT_THROW(Cadence::every(1, 0, 10), ConfigError);
  EXPECT_THROW(Cadence::every(1, 11, 10), ConfigError);
  EXPECT_THROW(Cadence::once(0), ConfigError);
  EXPECT_THROW(Cadence::once(Index{1} << 31), ConfigError);
  EXPECT_THROW(Cadence::every_seconds(0, 10), ConfigError);
  EXPECT_THROW(Cadence::every_seconds(-1, 10), ConfigError);
  EXPECT_THROW(Cadence::every_seconds(std::numeric_limits<double>::quiet_NaN(), 10), ConfigError);
  EXPECT_THROW(Cadence::every_seconds(std::numeric_limits<double>::infinity(), 10), ConfigError);
  EXPECT_THROW(Cadence::every_seconds(1, 0), ConfigError);
  EXPECT_THAT([] { (void)Cadence::every_seconds(-1e-9, 10); },
              ::testing::ThrowsMessage<ConfigError>(::testing::HasSubstr("-1e-09 seconds")));
}

}  // namespace
}  // namespace espalier::schedules
