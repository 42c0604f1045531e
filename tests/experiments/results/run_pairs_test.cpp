// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/run_pairs.h>

#include <gmock/gmock.h>

#include <string>
#include <vector>

#include <espalier/sparse/core/error.h>
#include "tests/experiments/results/paired_runs.h"
#include "tests/support/message.h"

namespace espalier::experiments {
namespace {

using espalier::testing::message_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(RunPairs, HoldEachSideAtItsOwnRateSeedBySeed) {
  const PairedRows found = paired_rows(
      {paired_run("static", 1, 3.0), paired_run("static", 2, 3.2),
       paired_run("static", 1, 3.4, {.rate = "0.002"}),
       paired_run("dynamic", 1, 2.9, {.rate = "0.002"}),
       paired_run("dynamic", 2, 3.0, {.rate = "0.002"}),
       paired_run("dynamic", 3, 2.0, {.rate = "0.002"}), paired_run("dynamic", 1, 2.95)},
      {});
  ASSERT_EQ(found.rows.size(), 1u);
  const PairedRow& row = found.rows[0];
  EXPECT_EQ(row.first_rate, 0.004);
  EXPECT_EQ(row.against_rate, 0.002);
  EXPECT_EQ(row.metric, "validation_loss");
  ASSERT_EQ(row.pairs.size(), 2u);  // no fixed run has the seed 3
  EXPECT_DOUBLE_EQ(row.pairs[0].difference, 3.0 - 2.9);
  EXPECT_DOUBLE_EQ(row.pairs[1].difference, 3.2 - 3.0);
  EXPECT_THAT(found.keys, IsEmpty());
  EXPECT_THAT(row_labels(found), ElementsAre("all"));
}

// A metric may be unknown of one run, as a correlation with predictions that are all the same.
TEST(RunPairs, APairWithoutTheMetricLeavesTheOthersOfItsRow) {
  std::vector<training::RunSummary> runs;
  for (const Index seed : {1, 2})
    for (const char* policy : {"static", "dynamic"}) {
      runs.push_back(paired_run(policy, seed, 3.0));
      if (runs.size() > 1) runs.back().metrics.set("pearson", 0.5);
    }
  const PairedRows found = paired_rows(runs, {.metric = "pearson"});
  ASSERT_EQ(found.rows.size(), 1u);
  ASSERT_EQ(found.rows[0].pairs.size(), 1u);
  EXPECT_EQ(found.rows[0].pairs[0].first.seed, 2u);
  EXPECT_THAT(found.notes, ElementsAre(HasSubstr("left out, one of them has no pearson")));
}

// One that has diverged would have told against its side.
TEST(RunPairs, TellsWhichRunsHaveNoPlaceInAPair) {
  std::vector<training::RunSummary> runs;
  for (const Index seed : {1, 2, 3})
    for (const char* policy : {"static", "dynamic"}) runs.push_back(paired_run(policy, seed, 3.0));
  runs[0].status = "failed";
  runs[3].metrics.set(training::metric::kValidationLoss, training::kUnknown);
  const PairedRows found = paired_rows(runs, {});
  EXPECT_EQ(found.pairs(), 1u);
  EXPECT_THAT(found.notes, ElementsAre(HasSubstr("left out, it has no validation loss"),
                                       HasSubstr("left out, its status is failed")));
  EXPECT_THAT(paired_rows(runs, {.where = {"run.seed==3"}}).notes, IsEmpty());
}

TEST(RunPairs, AMetricThatNoRunHasIsRefusedByItsName) {
  EXPECT_EQ(message_of<ConfigError>([] {
              paired_rows({paired_run("static", 1, 3.0), paired_run("dynamic", 1, 2.9)},
                          {.metric = "validation_los"});
            }),
            "pairs: no metric validation_los, did you mean validation_loss?");
}

TEST(RunPairs, AreRowsByWhatTheTwoShareAndByThePolicysOwnSettings) {
  const PairedRows found = paired_rows(
      {paired_run("static", 1, 3.0, {.updates = "20"}), paired_run("dynamic", 1, 2.9),
       paired_run("dynamic", 1, 2.8, {.updates = "20"}),
       paired_run("static", 1, 4.0, {.block = "4"}), paired_run("dynamic", 1, 4.1, {.block = "4"}),
       paired_run("dynamic", 1, 5.0, {.block = "16"})},
      {});
  EXPECT_THAT(found.keys, ElementsAre("model.block", "topology.updates"));
  ASSERT_EQ(found.rows.size(), 3u);
  // What a fixed pattern says of updates tells nothing, and blocks of 16 have none to compare with.
  EXPECT_THAT(row_labels(found),
              ElementsAre("block size 1, number of updates 20", "block size 1", "block size 4"));
  EXPECT_EQ(usual_values(found), "number of updates 160");
  EXPECT_EQ(found.pairs(), 3u);
  EXPECT_EQ(found.pairs_above(), 2u);
}

TEST(RunPairs, ReportTheTestWhereEveryRunHasOne) {
  auto fixed = paired_run("static", 1, 3.0), moving = paired_run("dynamic", 1, 2.9);
  fixed.metrics.set("test_loss", 3.5);
  EXPECT_EQ(paired_rows({fixed, moving}, {}).rows[0].metric, "validation_loss");
  moving.metrics.set("test_loss", 3.1);
  EXPECT_DOUBLE_EQ(paired_rows({fixed, moving}, {}).rows[0].pairs[0].difference, 3.5 - 3.1);
  EXPECT_DOUBLE_EQ(paired_rows({fixed, moving}, {.metric = "loss"}).rows[0].pairs[0].difference,
                   3.0 - 2.9);
}

// Two studies with one pair that is one, under settings that differ in what is tested.
TEST(RunPairs, CountARunOfTwoStudiesOnce) {
  std::vector<training::RunSummary> runs = {paired_run("static", 1, 3.0),
                                            paired_run("dynamic", 1, 2.9),
                                            paired_run("static", 1, 3.0, {.tested = "16384"}),
                                            paired_run("dynamic", 1, 2.9, {.tested = "16384"}),
                                            paired_run("static", 2, 3.01, {.tested = "16384"}),
                                            paired_run("dynamic", 2, 2.93, {.tested = "16384"})};
  const PairedRows found = paired_rows(runs, {});
  ASSERT_EQ(found.rows.size(), 1u);  // the study with more seeds has the pair
  EXPECT_EQ(found.rows[0].pairs.size(), 2u);
  EXPECT_DOUBLE_EQ(found.rows[0].pairs[0].difference, 3.0 - 2.9);
}

TEST(RunPairs, OfAnotherKeyAgreeInEverythingElse) {
  const PairedRows found =
      paired_rows({paired_run("dynamic", 1, 2.9), paired_run("dynamic", 1, 2.8, {.updates = "20"}),
                   paired_run("dynamic", 1, 2.7, {.updates = "40"}),
                   paired_run("dynamic", 1, 2.0, {.block = "4", .updates = "40"})},
                  {.key = "topology.updates", .first = "", .against = "160"});
  ASSERT_EQ(found.rows.size(), 2u);
  EXPECT_EQ(found.rows[0].first, "20");
  EXPECT_DOUBLE_EQ(found.rows[1].pairs[0].difference, 2.7 - 2.9);
  EXPECT_THAT(row_labels(found), ElementsAre("20", "40"));
}

// Rows that only the first side's own settings tell apart.
TEST(RunPairs, NameTheSettingsOfTheFirstSideWhereNothingElseTellsRowsApart) {
  std::vector<training::RunSummary> runs = {paired_run("static", 1, 3.0)};
  for (const char* updates : {"20", "160"})
    runs.push_back(paired_run("dynamic", 1, 2.9, {.updates = updates}));
  const PairedRows found = paired_rows(runs, {.first = "dynamic", .against = "static"});
  EXPECT_THAT(found.keys, ElementsAre("topology.updates"));
  EXPECT_THAT(row_labels(found), ElementsAre("number of updates 20", "number of updates 160"));
  EXPECT_EQ(usual_values(found), "");  // every row states it
  // Where the other side has the key too, both are named.
  for (const char* updates : {"20", "160"})
    runs.push_back(paired_run("set", 1, 2.8, {.updates = updates}));
  EXPECT_THAT(paired_rows(runs, {.first = "set", .against = "dynamic"}).keys,
              ElementsAre("topology.updates", "topology.updates of the first"));
}

TEST(RunPairs, TakeRatesThatShareSeeds) {
  const std::vector<training::RunSummary> runs = {
      paired_run("static", 1, 3.0), paired_run("static", 2, 3.1),
      paired_run("static", 3, 3.3, {.rate = "0.002"}), paired_run("dynamic", 3, 2.9)};
  const PairedRows found = paired_rows(runs, {});
  ASSERT_EQ(found.rows.size(), 1u);
  EXPECT_EQ(found.rows[0].first_rate, 0.002);
  EXPECT_DOUBLE_EQ(found.rows[0].pairs.at(0).difference, 3.3 - 2.9);
  std::vector<training::RunSummary> more = runs;
  more.push_back(paired_run("static", 1, 4.0, {.block = "4"}));
  more.push_back(paired_run("dynamic", 2, 4.0, {.block = "4"}));
  EXPECT_THAT(paired_rows(more, {}).notes, ElementsAre(HasSubstr("they have no seed in common")));
}

// Summaries of two studies that fix another decay each, which none of their columns has.
TEST(RunPairs, KeepStudiesApartThatDifferInWhatTheirSummariesLeaveOut) {
  std::vector<training::RunSummary> runs;
  for (const Index seed : {1, 2})
    for (const std::string study : {"a", "b"})
      for (const std::string policy : {"static", "dynamic"}) {
        runs.push_back(paired_run(policy, seed, study == "a" ? 3 : 4));
        runs.back().folder = "gone/" + study + "/" + policy + std::to_string(seed);
        runs.back().settings_hash = study + policy;
      }
  const PairedRows found = paired_rows(runs, {});
  ASSERT_EQ(found.rows.size(), 2u);
  for (const PairedRow& row : found.rows) {
    EXPECT_EQ(row.pairs.size(), 2u);
    EXPECT_EQ(row.studies.size(), 1u);
  }
}

TEST(RunPairs, RefuseWhatCannotBeCompared) {
  const std::vector<training::RunSummary> runs = {paired_run("static", 1, 3.0),
                                                  paired_run("dynamic", 2, 2.9)};
  EXPECT_THAT(message_of<ConfigError>([&] { paired_rows(runs, {}); }),
              HasSubstr("no two runs of one seed differ in topology.policy alone"));
  EXPECT_THAT(message_of<ConfigError>([&] { paired_rows(runs, {.against = "rigl"}); }),
              HasSubstr("no run has topology.policy rigl; they have dynamic, static"));
  EXPECT_THAT(message_of<ConfigError>([&] { paired_rows(runs, {.key = "model.blck"}); }),
              HasSubstr("pairs: no key model.blck"));
  EXPECT_THAT(message_of<ConfigError>([&] { paired_rows({}, {}); }), HasSubstr("no run is done"));
  EXPECT_THAT(message_of<ConfigError>(
                  [&] { paired_rows(runs, {.key = "model.block", .first = "", .against = ""}); }),
              HasSubstr("model.block has the values 1; name one of them as `against`"));
}

}  // namespace
}  // namespace espalier::experiments
