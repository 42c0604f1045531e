// SPDX-License-Identifier: Apache-2.0
#include <espalier/schedules/update/explored.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <set>
#include <vector>

#include <espalier/sparse/core/error.h>

namespace espalier::schedules {
namespace {

struct Row {
  double density;
  Index updates;
  std::vector<double> expected;  // for drop fractions 0.10 0.25 0.50 0.75 1.00
};

// Three printed digits: half a unit of the last.
TEST(Explored, Table) {
  const std::vector<Row> table = {
      {0.1, 40, {.276, .479, .702, .832, .906}},   {0.1, 80, {.421, .703, .904, .970, .991}},
      {0.1, 160, {.629, .903, .990, .999, 1.0}},   {0.1, 320, {.848, .990, 1.0, 1.0, 1.0}},
      {0.01, 160, {.086, .190, .338, .459, .558}}, {0.01, 320, {.157, .338, .558, .705, .804}}};
  const std::vector<double> drop_fractions = {0.10, 0.25, 0.50, 0.75, 1.00};
  for (const Row& row : table) {
    for (std::size_t i = 0; i < drop_fractions.size(); ++i) {
      EXPECT_NEAR(expected_explored(row.density, row.updates, drop_fractions[i]), row.expected[i],
                  0.0005)
          << row.density << ' ' << row.updates << ' ' << drop_fractions[i];
    }
  }
}

TEST(Explored, StartsAtDensityAndStaysThereWithoutDrops) {
  EXPECT_EQ(expected_explored(0.1, 1, 0.5), 0.1);
  EXPECT_EQ(expected_explored(0.1, 100, 0.0), 0.1);
  EXPECT_EQ(expected_explored(1.0, 100, 0.5), 1.0);
}

TEST(Explored, TwoIntervalsByHand) {
  // One update at the middle of the cosine: p = 0.25, so 0.025 of all positions are grown.
  EXPECT_NEAR(expected_explored(0.1, 2, 0.5), 0.1 + 0.025, 1e-15);
  EXPECT_NEAR(expected_explored(0.1, 2, 0.5, {.regrow_dropped = true}), 0.1 + 0.025 / 0.925 * 0.9,
              1e-15);
}

TEST(Explored, AgreesWithASimulation) {
  // 20000 positions, 20 intervals. The explored share of one run has a standard deviation below
  // that of independent positions, sqrt(c (1 - c) / positions) <= 0.0036; six of them, and the
  // rounding of each update to whole positions, 20 / 20000.
  constexpr int kPositions = 20000;
  constexpr double kDensity = 0.1;
  constexpr int kUpdates = 20;
  std::mt19937_64 generator(1);
  std::vector<int> positions(kPositions);
  for (int i = 0; i < kPositions; ++i) positions[static_cast<std::size_t>(i)] = i;
  std::shuffle(positions.begin(), positions.end(), generator);
  const auto stored = static_cast<std::ptrdiff_t>(kDensity * kPositions);
  std::set<int> explored(positions.begin(), positions.begin() + stored);
  for (int update = 1; update < kUpdates; ++update) {
    const double drop = 0.25 * (1 + std::cos(std::numbers::pi * update / kUpdates));
    const auto moved = static_cast<std::ptrdiff_t>(std::lround(drop * static_cast<double>(stored)));
    // The first `stored` positions are the pattern: swap some of them for random others.
    std::shuffle(positions.begin(), positions.begin() + stored, generator);
    std::shuffle(positions.begin() + stored, positions.end(), generator);
    std::swap_ranges(positions.begin(), positions.begin() + moved, positions.begin() + stored);
    explored.insert(positions.begin(), positions.begin() + stored);
  }
  EXPECT_NEAR(static_cast<double>(explored.size()) / kPositions,
              expected_explored(kDensity, kUpdates, 0.5), 6 * 0.0036 + 0.001);
}

TEST(Explored, RefusesValuesOutsideTheirDomain) {
  EXPECT_THROW((void)expected_explored(0.0, 10, 0.5), ConfigError);
  EXPECT_THROW((void)expected_explored(1.1, 10, 0.5), ConfigError);
  EXPECT_THROW((void)expected_explored(0.1, 0, 0.5), ConfigError);
  EXPECT_THROW((void)expected_explored(0.1, 10, 1.5), ConfigError);
  EXPECT_THROW((void)expected_explored(std::nan(""), 10, 0.5), ConfigError);
  EXPECT_THAT([] { (void)expected_explored(1.0000001, 10, 0.5); },
              ::testing::ThrowsMessage<ConfigError>(::testing::HasSubstr("density is 1.0000001,")));
}

}  // namespace
}  // namespace espalier::schedules
