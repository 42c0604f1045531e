// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/wall_clock.h>

#include <gmock/gmock.h>

#include <cmath>

#include <espalier/sparse/core/error.h>
#include "tests/support/temporary_folder.h"

namespace espalier::experiments {
namespace {

using espalier::testing::FolderTest;
using espalier::testing::message_of;

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

ParetoRow row(const std::string& mode, double flops, double loss) {
  ParetoRow row;
  row.model = mode + "_model";
  row.policy = mode;
  row.settings_hash = mode + std::to_string(static_cast<int>(flops));
  row.tokens = 1000;
  row.loss = loss;
  row.metrics.set(training::metric::kUnigramEntropy, 6);
  row.encoder_flops = flops;
  row.total_flops = 10 * flops;
  return row;
}

training::StepTime time_of(const ParetoRow& row, double seconds) {
  return {.run = row.model,
          .settings_hash = row.settings_hash,
          .steps = 100,
          .seconds = seconds,
          .lower = seconds * 0.9,
          .upper = seconds * 1.1,
          .rounds = 3,
          .sample_flops = row.encoder_flops,
          .processor = "a processor",
          .revision = "abc"};
}

// Dense losses fall by half where FLOPs and time grow fourfold. The sparse model has the loss of
// the geometric middle, for half of its FLOPs, in a quarter more than its time.
struct Example {
  Example() {
    table.rows = {row("dense", 100, 4), row("dense", 400, 2), row("sparse", 100, std::sqrt(8.0))};
    table.rows[2].total_match.cost_ratio = Matched{.value = 0.5, .extrapolated = false};
    times = {time_of(table.rows[0], 1), time_of(table.rows[1], 4), time_of(table.rows[2], 2.5)};
  }
  ParetoTable table;
  std::vector<training::StepTime> times;
};

TEST(WallClock, LeavesOutRunsThatEndByTheClock) {
  Example example;
  example.table.rows[2].hours = 1;  // its steps are no number that times could be multiplied by
  const WallClockTable table = make_wall_clock_table(example.table, example.times);
  EXPECT_EQ(table.rows.size(), 2u);
  EXPECT_THAT(table.notes, ElementsAre(HasSubstr("end by the clock")));
}

TEST(WallClock, MatchesByTimeAndTellsTheCostOfAFlop) {
  const Example example;
  const WallClockTable table = make_wall_clock_table(example.table, example.times);
  EXPECT_THAT(table.notes, IsEmpty());
  ASSERT_EQ(table.rows.size(), 3u);
  EXPECT_FALSE(table.rows[0].match.cost_ratio);
  const WallClockRow& sparse = table.rows[2];
  EXPECT_DOUBLE_EQ(sparse.seconds, 250);
  ASSERT_TRUE(sparse.match.cost_ratio && sparse.match.loss);
  EXPECT_NEAR(sparse.match.cost_ratio->value, 1.25, 1e-12);
  EXPECT_NEAR(sparse.match.loss->value, 4 / std::sqrt(2.5), 1e-12);
  EXPECT_NEAR(sparse.critical_cost, 2, 1e-12);
  EXPECT_NEAR(sparse.cost_of_flop, 2.5, 1e-12);  // more than the critical one: it is slower
  EXPECT_THAT(wall_clock_markdown(table), HasSubstr("| 2500.000 (2250.000 to 2750.000) | 250 |"));
}

TEST(WallClock, LeavesOutWhatWasNotMeasuredOrComputedOtherFlops) {
  Example example;
  example.times[0].settings_hash = "another";
  example.times[1].sample_flops *= 1.02;  // as of a model that grows sparse
  const WallClockTable table = make_wall_clock_table(example.table, example.times);
  ASSERT_EQ(table.rows.size(), 1u);
  EXPECT_FALSE(table.rows[0].match.cost_ratio);
  ASSERT_EQ(table.notes.size(), 2u);
  EXPECT_THAT(table.notes[0], HasSubstr("no time of its settings"));
  EXPECT_THAT(table.notes[1], HasSubstr("4.000e+02 FLOPs for a sequence, the step measured"));
}

// Its loss says nothing of its cost.
TEST(WallClock, MatchesWithNoDenseModelOnThePlateau) {
  Example example;
  ParetoRow plateau = row("dense", 900, 5.9);
  example.table.rows.push_back(plateau);
  example.times.push_back(time_of(plateau, 2));
  const WallClockTable with = make_wall_clock_table(example.table, example.times);
  const WallClockTable without = make_wall_clock_table(Example().table, Example().times);
  ASSERT_EQ(with.rows.size(), 4u);
  EXPECT_DOUBLE_EQ(with.rows[2].match.loss->value, without.rows[2].match.loss->value);
}

using WallClockFiles = FolderTest;

TEST_F(WallClockFiles, StepTimesReadBackEqual) {
  const Example example;
  const std::filesystem::path path = folder_ / training::kStepTimesFile;
  write_step_times(path, example.times);
  const std::vector<training::StepTime> times = training::read_step_times(path);
  ASSERT_EQ(times.size(), 3u);
  EXPECT_EQ(times[1].run, "dense_model");
  EXPECT_EQ(times[1].settings_hash, example.times[1].settings_hash);
  EXPECT_EQ(times[1].steps, 100);
  EXPECT_EQ(times[1].lower, example.times[1].lower);
  EXPECT_EQ(times[1].processor, "a processor");
}

TEST_F(WallClockFiles, RefusesStepTimesThatAreNone) {
  const std::filesystem::path path = folder_ / training::kStepTimesFile;
  write(path, "run,seconds\n");
  EXPECT_THAT(message_of<FormatError>([&] { (void)training::read_step_times(path); }),
              HasSubstr("step_times.csv:1: 2 cells, expected run,settings_hash"));
  Example example;
  example.times[0].seconds = -1;
  write_step_times(path, example.times);
  EXPECT_THAT(message_of<FormatError>([&] { (void)training::read_step_times(path); }),
              HasSubstr("step_times.csv:2: seconds_per_step: \"-1\", expected a number above 0"));
}

TEST_F(WallClockFiles, WritesTableAndFigure) {
  const Example example;
  write_wall_clock(make_wall_clock_table(example.table, example.times), folder_, "Time");
  for (const char* file : {"wall_clock.csv", "wall_clock.md", "wall_clock.svg", "wall_clock.png"})
    EXPECT_TRUE(std::filesystem::exists(folder_ / file)) << file;
  EXPECT_THAT(read(folder_ / "wall_clock.csv"), HasSubstr(",no,1.25"));
  EXPECT_THROW(write_wall_clock(make_wall_clock_table(example.table, {}), folder_, "Time"),
               ConfigError);
}

}  // namespace
}  // namespace espalier::experiments
