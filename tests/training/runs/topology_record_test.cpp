// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/runs/topology_record.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <espalier/schedules/policies/topology_policy.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/topology/random_pattern.h>
#include "tests/sparse/topology/owned_weight.h"
#include "tests/support/message.h"

namespace espalier::training {
namespace {

using espalier::testing::message_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr Index kSteps = 10;

/// A weight with its updater and recorder.
struct Recorded {
  Recorded()
      : weight(sparse::random_pattern(16, 16, {2, 2}, 0.25, Random(1, stream_id("start"))), 2),
        topology(schedules::dynamic({.updates = kSteps, .steps = kSteps}), {weight.owner("w")}, 3),
        recorder(topology, [this] { return patterns_of(topology); }) {}

  /// The records of the updates after steps `begin` to `end`.
  std::vector<nlohmann::json> run(Index begin, Index end) {
    std::vector<nlohmann::json> records;
    for (Index step = begin; step < end; ++step)
      if (const auto update = topology.step(step)) records.push_back(recorder.record(*update));
    return records;
  }

  sparse::OwnedWeight weight;
  schedules::TopologyUpdater topology;
  TopologyRecorder recorder;
};

TEST(TopologyRecord, ReadsBackWhatItWrote) {
  Recorded run;
  const sparse::PatternPtr initial = run.weight.pattern;
  const std::vector<nlohmann::json> records = run.run(0, kSteps);
  const std::vector<TopologyPoint> points = topology_points(records, "metrics");

  ASSERT_EQ(points.size(), static_cast<std::size_t>(kSteps - 1));
  const TopologyPoint& last = points.back();
  EXPECT_EQ(last.update, kSteps - 1);
  EXPECT_EQ(last.step, kSteps - 1);
  EXPECT_DOUBLE_EQ(last.total.density, 0.25);
  EXPECT_DOUBLE_EQ(last.total.explored, run.topology.explored());
  EXPECT_TRUE(last.total.expected_explored);
  Index kept = 0;
  for (const sparse::BlockCoordinate c : initial->coordinates())
    kept += run.weight.pattern->find(c) >= 0;
  EXPECT_DOUBLE_EQ(last.total.overlap_initial,
                   static_cast<double>(kept) / static_cast<double>(initial->blocks()));
  ASSERT_EQ(last.weights.size(), 1u);
  EXPECT_EQ(last.weights[0].first, "w");
  EXPECT_DOUBLE_EQ(last.weights[0].second.explored, last.total.explored);
}

TEST(TopologyRecord, OfAResumedRunIsThatOfAnUninterruptedOne) {
  Recorded whole;
  const std::vector<nlohmann::json> expected = whole.run(0, kSteps);

  Recorded first;
  std::vector<nlohmann::json> records = first.run(0, 5);
  Recorded second;
  second.weight.pattern = first.weight.pattern;
  second.weight.values = first.weight.values;
  second.weight.gradient = first.weight.gradient;
  second.weight.first = first.weight.first;
  second.weight.second = first.weight.second;
  second.topology.restore(first.topology.state());
  second.recorder.resume(records);
  for (const nlohmann::json& record : second.run(5, kSteps)) records.push_back(record);

  EXPECT_EQ(records, expected);
}

// Its patterns are those of a run before it, and not those that it was made with.
TEST(TopologyRecord, OfABranchCountsFromWhatItTookOver) {
  Recorded before;
  before.run(0, 5);
  const sparse::PatternPtr begun = before.weight.pattern;
  const std::vector<sparse::PatternPtr> patterns = {begun};
  const double explored = before.topology.explored();
  const auto take_over = [](const Recorded& from, Recorded& to) {
    to.weight.pattern = from.weight.pattern;
    to.weight.values = from.weight.values;
    to.weight.gradient = from.weight.gradient;
    to.weight.first = from.weight.first;
    to.weight.second = from.weight.second;
  };
  Recorded branch;
  take_over(before, branch);
  branch.topology.restore(branch.topology.adopted(before.topology.state(), patterns, 0, 0));
  branch.recorder.branch({{"w", begun}}, branch.topology.explored_shares());
  branch.recorder.resume({});
  const std::vector<nlohmann::json> records = branch.run(0, 1);
  const nlohmann::json& weight = records[0].at("weights").at(0);
  EXPECT_DOUBLE_EQ(weight.at("expected_explored").get<double>(),
                   schedules::expected_explored_after(explored, *begun, *branch.weight.pattern));
  EXPECT_EQ(weight.at("overlap_initial"), weight.at("overlap_previous"));

  // Stopped and resumed it goes on alike.
  Recorded resumed;
  take_over(branch, resumed);
  resumed.topology.restore(branch.topology.state());
  resumed.recorder.branch({{"w", begun}}, resumed.topology.explored_shares());
  resumed.recorder.resume(records);
  EXPECT_EQ(resumed.run(1, kSteps), branch.run(1, kSteps));
}

TEST(TopologyRecord, AfterRecordsWithoutTheExpectationThereIsNone) {
  Recorded run;
  const nlohmann::json first = run.run(0, 1)[0];
  EXPECT_TRUE(first.at("expected_explored").is_number());
  run.recorder.resume(std::vector<nlohmann::json>{{{"event", "topology"}, {"update", 1}}});
  EXPECT_TRUE(run.run(1, 2)[0].at("expected_explored").is_null());

  Recorded lost;
  lost.run(0, 1);
  lost.recorder.resume({});
  EXPECT_TRUE(lost.run(1, 2)[0].at("expected_explored").is_null());

  Recorded fresh;  // stopped before its first update
  fresh.recorder.resume({});
  EXPECT_EQ(fresh.run(0, 1)[0], first);
}

TEST(TopologyRecord, RefusesARecordWithoutStatistics) {
  const std::vector<nlohmann::json> records = {{{"event", "train"}},
                                               {{"event", "topology"}, {"update", 1}}};
  EXPECT_THAT(message_of<FormatError>([&] { (void)topology_points(records, "run/metrics.jsonl"); }),
              HasSubstr("run/metrics.jsonl: topology record 1"));
  EXPECT_THAT(topology_points(std::vector<nlohmann::json>{{{"event", "train"}}}, "m"), IsEmpty());
}

TEST(NormRecords, CountTheBlocksOfEachWeight) {
  Recorded run;
  for (float& value : run.weight.values) value = 0.25F;  // blocks of four: norm 1
  for (Index i = 0; i < 4; ++i) run.weight.values[static_cast<std::size_t>(i)] = 0;
  const nlohmann::json records = norm_records(run.topology.weights());
  ASSERT_EQ(records.size(), 1u);
  EXPECT_EQ(records[0].at("name"), "w");
  EXPECT_EQ(records[0].at("zeros"), 1);
  EXPECT_EQ(records[0].at("lowest_exponent"), 0);
  EXPECT_EQ(records[0].at("counts"), nlohmann::json({run.weight.pattern->blocks() - 1}));
}

}  // namespace
}  // namespace espalier::training
