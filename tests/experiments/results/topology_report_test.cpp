// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/topology_report.h>

#include <gmock/gmock.h>

#include <algorithm>

#include <espalier/files/csv.h>
#include <espalier/schedules/policies/topology_policy.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/topology/random_pattern.h>
#include "tests/sparse/topology/owned_weight.h"
#include "tests/support/temporary_folder.h"

namespace espalier::experiments {
namespace {

using espalier::testing::FolderTest;
using espalier::testing::message_of;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::SizeIs;

class TopologyReportTest : public FolderTest {
 protected:
  /// Of an earlier version, without checksums.
  static constexpr const char* kManifest = R"({"name": "run"})";

  /// A run of two weights with `updates` updates, as its folder has it.
  std::filesystem::path make_run(const std::string& name, Index updates) {
    sparse::OwnedWeight a(initial()[0].pattern, 1), b(initial()[1].pattern, 2);
    const Index steps = updates + 1;
    schedules::TopologyUpdater topology(schedules::dynamic({.updates = steps, .steps = steps}),
                                        {a.owner("a"), b.owner("b")}, 3);
    training::TopologyRecorder recorder(topology, [&] { return training::patterns_of(topology); });
    std::string metrics, edits;
    for (Index step = 0; step < steps; ++step) {
      const auto update = topology.step(step);
      if (!update) continue;
      metrics += recorder.record(*update).dump() + "\n";
      edits += schedules::format_edits(*update);
    }
    write(name + "/manifest.json", kManifest);
    write(name + "/metrics.jsonl", metrics);
    write(name + "/edits.log", edits);
    return folder_ / name;
  }

  static std::vector<training::NamedPattern> initial() {
    return {{"a", sparse::random_pattern(16, 16, {2, 2}, 0.25, Random(1, stream_id("a")))},
            {"b", sparse::random_pattern(8, 16, {2, 2}, 0.5, Random(1, stream_id("b")))}};
  }

  std::vector<files::CsvRow> rows(const char* file) const {
    std::vector<files::CsvRow> rows;
    files::for_each_csv_row(read(folder_ / "out" / file), file,
                            [&](const files::CsvRow& row) { rows.push_back(row); });
    return rows;
  }
};

TEST_F(TopologyReportTest, DrawsEverythingOfTwoRuns) {
  const std::vector<TopologyRun> runs = {
      read_topology_run(make_run("first", 6), initial()),
      read_topology_run(make_run("second", 3).string() + "/", initial())};
  EXPECT_EQ(runs[1].name, "second");
  const TopologyReport report = write_topology_report(runs, folder_ / "out", {.frames = 3});

  EXPECT_THAT(report.notes, SizeIs(0));
  for (const char* file :
       {"topology.csv", "explored.svg", "overlap.png", "survival.csv", "first/density.csv",
        "first/patterns.svg", "first/patterns.png", "second/animation.gif"})
    EXPECT_THAT(report.files, Contains(folder_ / "out" / file));
  for (const auto& file : report.files) EXPECT_GT(std::filesystem::file_size(file), 0u) << file;
  // A heading, and for each update a row of all weights and one for each.
  EXPECT_THAT(rows("topology.csv"), SizeIs(1 + (6 + 3) * 3));
}

TEST_F(TopologyReportTest, TellsTheNumbersOfTheRun) {
  const std::vector<TopologyRun> runs = {read_topology_run(make_run("run", 4), initial())};
  write_topology_report(runs, folder_ / "out", {.weight = "b"});

  // At the start a quarter of 64 blocks and half of 32 are stored.
  const std::vector<files::CsvRow> explored = rows("explored.csv");
  ASSERT_THAT(explored, SizeIs(1 + 5 + 5));
  EXPECT_DOUBLE_EQ(std::stod(explored[1].cells[2]), 32.0 / 96.0);
  EXPECT_DOUBLE_EQ(std::stod(explored[5].cells[2]), runs[0].points.back().total.explored);
  EXPECT_EQ(explored[6].cells[0], "run, expected");
  EXPECT_DOUBLE_EQ(std::stod(explored[10].cells[2]),
                   runs[0].points.back().total.expected_explored.value());
  // Grown blocks are all there at first; one update later those that it did not drop.
  const std::vector<files::CsvRow> survival = rows("survival.csv");
  ASSERT_THAT(survival, SizeIs(1 + 4));
  EXPECT_DOUBLE_EQ(std::stod(survival[1].cells[2]), 1);
  const training::TopologyPoint& second = runs[0].points[1];
  EXPECT_LT(std::stod(survival[2].cells[2]), 1);
  EXPECT_GT(second.total.removed_new, 0);
}

// The updates before it are another run's.
TEST_F(TopologyReportTest, ABranchHasNoCurveBeforeItBegins) {
  std::vector<TopologyRun> runs = {read_topology_run(make_run("branch", 5), initial())};
  runs[0].points.erase(runs[0].points.begin(), runs[0].points.begin() + 2);
  write_topology_report(runs, folder_ / "out");
  EXPECT_EQ(rows("explored.csv")[1].cells[1], "3");
  EXPECT_EQ(rows("overlap.csv")[1].cells[1], std::to_string(runs[0].points[0].step));
  EXPECT_EQ(rows("branch/density.csv")[1].cells[1], std::to_string(runs[0].points[0].step));
}

TEST_F(TopologyReportTest, OfAStaticRunHasPicturesOnly) {
  write("still/manifest.json", kManifest);
  write("still/metrics.jsonl", R"({"event":"train","step":1})"
                               "\n");
  const TopologyReport report = write_topology_report(
      std::vector<TopologyRun>{read_topology_run(folder_ / "still", initial())}, folder_ / "out");
  EXPECT_THAT(report.files, Contains(folder_ / "out/still/patterns.svg"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out/explored.svg"));
  EXPECT_THAT(report.notes, Contains("still: no updates, so no animation"));
}

TEST_F(TopologyReportTest, AnimatesNoMoreFramesThanAsked) {
  const std::vector<TopologyRun> runs = {read_topology_run(make_run("run", 20), initial())};
  write_topology_report(runs, folder_ / "out", {.frames = 5});
  const std::string script = read(folder_ / "out/run/animation.gp");
  EXPECT_THAT(script, HasSubstr("$data_4_0 <<"));
  EXPECT_EQ(script.find("$data_5_0 <<"), std::string::npos);
  EXPECT_THAT(script, HasSubstr("update 20 of 20, step 20"));  // the last is always shown
}

TEST_F(TopologyReportTest, RefusesWhatItCannotTellApartOrFind) {
  const TopologyRun run = read_topology_run(make_run("run", 2), initial());
  const auto message = [&](const std::vector<TopologyRun>& runs, const TopologyReportOptions& o) {
    return message_of<ConfigError>([&] { write_topology_report(runs, folder_ / "out", o); });
  };
  EXPECT_THAT(message({}, {}), HasSubstr("no run has sparse weights"));
  EXPECT_THAT(message({run, run}, {}), HasSubstr("two runs are named run"));
  EXPECT_THAT(message({run}, {.weight = "c"}), HasSubstr("'c' is in no run, expected one of a, b"));
  EXPECT_THAT(message({run}, {.frames = 1}), HasSubstr("1 frames"));
  EXPECT_THAT(message({read_topology_run(folder_ / "run", {})}, {}), HasSubstr("no sparse weight"));
}

TEST_F(TopologyReportTest, RefusesALogOfOtherPatterns) {
  std::vector<training::NamedPattern> other = initial();
  other[0].pattern = sparse::BlockPattern::full(16, 16, {2, 2});
  const TopologyRun run = read_topology_run(make_run("run", 2), other);
  EXPECT_THAT(message_of<FormatError>(
                  [&] { write_topology_report(std::vector<TopologyRun>{run}, folder_ / "out"); }),
              HasSubstr("run run, weight a"));
}

}  // namespace
}  // namespace espalier::experiments
