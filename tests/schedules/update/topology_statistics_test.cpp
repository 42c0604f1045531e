// SPDX-License-Identifier: Apache-2.0
#include <espalier/schedules/update/topology_statistics.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <espalier/schedules/update/explored.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/topology/random_pattern.h>
#include "tests/sparse/topology/owned_weight.h"
#include "tests/support/message.h"

namespace espalier::schedules {
namespace {

using espalier::testing::message_of;
using sparse::BlockPattern;
using sparse::PatternPtr;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// A row of eight positions that stores these.
PatternPtr row_of_eight(std::vector<BlockIndex> columns, sparse::BlockShape block = {1, 1}) {
  std::vector<sparse::BlockCoordinate> coordinates;
  for (const BlockIndex column : columns) coordinates.push_back({0, column});
  return BlockPattern::from_coordinates(block.rows, 8 * block.cols, block, coordinates);
}

TEST(ExpectedExplored, AddsTheShareOfFreePositionsThatWereNeverStored) {
  // Five were free, two of them are grown now; half were never stored in expectation.
  const PatternPtr previous = row_of_eight({0, 1, 2});
  EXPECT_DOUBLE_EQ(expected_explored_after(0.5, *previous, *row_of_eight({0, 3, 4})),
                   0.5 + 2.0 / 5.0 * 0.5);
  EXPECT_DOUBLE_EQ(expected_explored_after(0.5, *previous, *previous), 0.5);
  EXPECT_DOUBLE_EQ(expected_explored_after(0.5, *previous, *row_of_eight({0})), 0.5);
  const PatternPtr full = BlockPattern::full(1, 8, {1, 1});
  EXPECT_DOUBLE_EQ(expected_explored_after(1, *full, *full), 1);
}

TEST(ExpectedExplored, IsTheClosedFormOfThePaperUpToWholeBlocks) {
  constexpr Index kUpdates = 20, kSide = 48;
  constexpr double kDensity = 0.25;
  sparse::OwnedWeight weight(
      sparse::random_pattern(kSide, kSide, {1, 1}, kDensity, Random(3, stream_id("start"))), 1);
  TopologyUpdater topology(dynamic({.updates = kUpdates, .steps = kUpdates}),
                           {weight.owner("weight")}, 4);
  double explored = kDensity;
  for (Index step = 0; step < kUpdates; ++step) {
    const PatternPtr previous = weight.pattern;
    if (topology.step(step)) {
      explored = expected_explored_after(explored, *previous, *weight.pattern);
    }
  }
  // Rounding up grows less than one block too many in each update, each worth at most 1 / free.
  const double free = kSide * kSide * (1 - kDensity);
  EXPECT_NEAR(explored, expected_explored(kDensity, kUpdates, 0.5), (kUpdates - 1) / free);
  EXPECT_GT(explored, kDensity + 0.1);
}

TEST(TopologyStatistics, DescribesWeightsAndTheirTotal) {
  // Weight a has 8 values; b has 16, so it weighs twice as much in the total.
  UpdateReport report;
  report.weights.resize(2);
  report.weights[0] = {.name = "a",
                       .stored = 2,
                       .target = 1,
                       .explored = 0.5,
                       .grown_before = 2,
                       .removed_new = 1,
                       .edit = {}};
  report.weights[1] = {.name = "b",
                       .stored = 4,
                       .target = 4,
                       .explored = 0.75,
                       .grown_before = 1,
                       .removed_new = 0,
                       .edit = {}};
  const std::vector<PatternCourse> courses = {
      {row_of_eight({0, 1}), row_of_eight({1, 2}), row_of_eight({2, 3}), 0.25},
      {row_of_eight({0, 1, 2, 3}, {1, 2}), row_of_eight({1, 2, 3, 4}, {1, 2}),
       row_of_eight({1, 2, 3, 4}, {1, 2}), 0.75}};

  const TopologyStatistics statistics = topology_statistics(report, courses);

  ASSERT_EQ(statistics.weights.size(), 2u);
  const PatternStatistics& a = statistics.weights[0];
  EXPECT_DOUBLE_EQ(a.density, 0.25);
  EXPECT_DOUBLE_EQ(a.target_density, 0.125);
  EXPECT_DOUBLE_EQ(a.explored, 0.5);
  EXPECT_DOUBLE_EQ(a.expected_explored.value(), 0.25 + 1.0 / 6.0 * 0.75);
  EXPECT_DOUBLE_EQ(a.removed_new, 0.5);
  EXPECT_DOUBLE_EQ(a.overlap_initial, 0);
  EXPECT_DOUBLE_EQ(a.overlap_previous, 0.5);
  EXPECT_EQ(a.dead_rows, 0);
  EXPECT_EQ(a.dead_cols, 6);
  const PatternStatistics& total = statistics.total;
  EXPECT_DOUBLE_EQ(total.density, (2.0 + 8.0) / 24.0);
  EXPECT_DOUBLE_EQ(total.target_density, (1.0 + 8.0) / 24.0);
  EXPECT_DOUBLE_EQ(total.explored, (0.5 * 8 + 0.75 * 16) / 24);
  EXPECT_DOUBLE_EQ(total.expected_explored.value(), (0.375 * 8 + 0.75 * 16) / 24);
  EXPECT_DOUBLE_EQ(total.removed_new, 1.0 / (2.0 + 2.0));      // one value of two, and none of two
  EXPECT_DOUBLE_EQ(total.overlap_initial, 6.0 / (2.0 + 8.0));  // none of two, three pairs of four
  EXPECT_DOUBLE_EQ(total.overlap_previous, (1.0 + 8.0) / 10.0);
  EXPECT_EQ(total.dead_cols, 6 + 4);
}

TEST(TopologyStatistics, SaysWhereThereIsNoClosedForm) {
  UpdateReport report;
  report.weights.resize(2);
  const PatternPtr pattern = row_of_eight({0});
  const TopologyStatistics statistics =
      topology_statistics(report, std::vector<PatternCourse>{{pattern, pattern, pattern, 0.125},
                                                             {pattern, pattern, pattern, {}}});
  EXPECT_TRUE(statistics.weights[0].expected_explored);
  EXPECT_FALSE(statistics.weights[1].expected_explored);
  EXPECT_FALSE(statistics.total.expected_explored);
}

TEST(TopologyStatistics, RefusesPatternsThatAreNotThoseOfTheReport) {
  UpdateReport report;
  report.weights.resize(1);
  report.weights[0].name = "a";
  const PatternPtr pattern = row_of_eight({0});
  EXPECT_THAT(message_of<ShapeError>([&] { (void)topology_statistics(report, {}); }),
              HasSubstr("0 weights; expected those of the 1"));
  const std::vector<PatternCourse> null = {{pattern, nullptr, pattern, {}}};
  EXPECT_THAT(message_of<ShapeError>([&] { (void)topology_statistics(report, null); }),
              HasSubstr("weight a"));
  const std::vector<PatternCourse> other = {{pattern, row_of_eight({0}, {2, 2}), pattern, {}}};
  EXPECT_THROW((void)topology_statistics(report, other), ShapeError);
}

TEST(Survival, FollowsGrownBlocksUntilTheyAreDropped) {
  const PatternPtr initial = row_of_eight({0, 1, 2});
  const std::vector<EditLogEntry> entries = {
      {1, 1, "a", {.drop = {0, 1}, .grow = {{0, 4}, {0, 5}}}},  // stores 2 4 5
      {1, 1, "b", {.drop = {}, .grow = {{0, 7}}}},
      {2, 2, "a", {.drop = {1}, .grow = {{0, 0}}}},      // stores 0 2 5
      {3, 3, "a", {.drop = {0, 2}, .grow = {{0, 5}}}}};  // stores 2 and a new 5

  // Of the two blocks of the first update one is stored after the second and none after the third,
  // of the one of the second none after the third.
  Survival survival = survival_of_grown(initial, entries, "a");
  EXPECT_THAT(survival.grown, ElementsAre(4, 3, 2));
  EXPECT_THAT(survival.stored, ElementsAre(4, 1, 0));
  EXPECT_THAT(survival.shares(), ElementsAre(1.0, 1.0 / 3.0, 0.0));
  survival.add({.grown = {2, 1, 1, 0}, .stored = {2, 1, 1, 0}});
  EXPECT_THAT(survival.shares(), ElementsAre(1.0, 0.5, 1.0 / 3.0, 0.0));
  EXPECT_THAT(survival_of_grown(initial, {}, "a").shares(), IsEmpty());
  EXPECT_THROW(static_cast<void>(survival_of_grown(nullptr, entries, "a")), ShapeError);
}

TEST(NormHistogram, SortsIntoPowersOfTwo) {
  const std::vector<double> norms = {0,       0.25, 0.49,
                                     0.5,     3,    std::nextafter(4.0, 0.0),
                                     4,       0,    std::numeric_limits<double>::quiet_NaN(),
                                     HUGE_VAL};
  const NormHistogram histogram = norm_histogram(norms);
  EXPECT_EQ(histogram.zeros, 2);
  EXPECT_EQ(histogram.not_finite, 2);
  EXPECT_EQ(histogram.lowest_exponent, -2);
  EXPECT_THAT(histogram.counts, ElementsAre(2, 1, 0, 2, 1));
  EXPECT_EQ(norm_histogram({}), NormHistogram());
}

}  // namespace
}  // namespace espalier::schedules
