// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/studies/sweep_part.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <espalier/sparse/core/error.h>
#include "tests/support/temporary_folder.h"

namespace espalier::experiments {
namespace {

using espalier::testing::message_of;

Sweep named(const std::vector<std::string>& names) {
  Sweep sweep;
  for (const std::string& name : names) sweep.runs.emplace_back().run.name = name;
  return sweep;
}

std::vector<std::string> names_in(const Sweep& sweep) {
  std::vector<std::string> names;
  for (const training::RunConfig& config : sweep.runs) names.push_back(config.run.name);
  return names;
}

TEST(SweepPartTest, TakesEveryCountthRun) {
  const Sweep sweep = named({"a", "b", "c", "d", "e"});
  EXPECT_EQ(most_parts(sweep), 5);
  EXPECT_THAT(names_in(part_of(sweep, {1, 2})), ::testing::ElementsAre("a", "c", "e"));
  EXPECT_THAT(names_in(part_of(sweep, {2, 2})), ::testing::ElementsAre("b", "d"));
  EXPECT_THAT(names_in(part_of(sweep, {5, 5})), ::testing::ElementsAre("e"));
  EXPECT_THAT(names_in(part_of(sweep, {7, 9})), ::testing::IsEmpty());
  EXPECT_THAT(names_in(part_of(sweep, {1, 1})), ::testing::ElementsAre("a", "b", "c", "d", "e"));
}

TEST(SweepPartTest, KeepsRunsWithThoseThatGoOnFromThem) {
  Sweep sweep = named({"late", "a", "b", "c", "later", "latest"});
  sweep.origins = {{"late", {"b", 10}}, {"later", {"b", 20}}, {"latest", {"later", 5}}};
  EXPECT_EQ(most_parts(sweep), 3);
  EXPECT_THAT(names_in(part_of(sweep, {1, 3})), ::testing::ElementsAre("a"));
  EXPECT_THAT(names_in(part_of(sweep, {2, 3})),
              ::testing::ElementsAre("late", "b", "later", "latest"));
  EXPECT_THAT(names_in(part_of(sweep, {3, 3})), ::testing::ElementsAre("c"));
  EXPECT_EQ(part_of(sweep, {2, 3}).origins, sweep.origins);
}

TEST(SweepPartTest, RefusesASweepThatEndsByWhatItsRunsHaveDone) {
  for (const auto limit : {0, 1, 2}) {
    Sweep sweep = named({"a", "b"});
    if (limit == 0) sweep.budget.hours = 1;
    if (limit == 1) sweep.budget.flops = 1;
    if (limit == 2) sweep.metric.target = 2.5;
    EXPECT_THROW(part_of(sweep, {1, 2}), ConfigError) << limit;
  }
}

TEST(SweepPartTest, ReadsANumberOfACount) {
  EXPECT_EQ(sweep_part_in("3/240").number, 3);
  EXPECT_EQ(sweep_part_in("3/240").count, 240);
  for (const char* wrong : {"", "3", "/", "0/2", "3/2", "-1/2", "1/0", "1/2/3", "1 /2", "a/b",
                            "1/99999999999999999999"})
    EXPECT_THAT(message_of<ConfigError>([&] { sweep_part_in(wrong); }),
                ::testing::HasSubstr("expected NUMBER/COUNT"))
        << wrong;
}

}  // namespace
}  // namespace espalier::experiments
