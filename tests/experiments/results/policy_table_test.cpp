// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/policy_table.h>

#include <gmock/gmock.h>

#include <cmath>
#include <tuple>

#include <espalier/sparse/core/error.h>
#include "tests/support/temporary_folder.h"

namespace espalier::experiments::policy_table_test {
namespace {

using espalier::testing::FolderTest;
using espalier::testing::message_of;
using ::testing::HasSubstr;

training::RunSummary run(const std::string& policy, double density, Index block, Index seed,
                         double accuracy) {
  training::RunSummary r;
  r.name = policy + std::to_string(seed);
  r.status = "done";
  r.policy = policy;
  r.model = "mlp_8-4-2";
  r.density = density;
  r.block = block;
  r.seed = seed;
  r.learning_rate = 0.001;
  r.settings_hash = policy;
  r.steps = 10;
  r.metrics.set(training::metric::kAccuracy, accuracy);
  r.total_training_flops = 1e9 * density;
  r.peak_bytes = 2e6;
  r.metrics.set(training::metric::kExplored, 0.5);
  return r;
}

std::vector<training::RunSummary> study() {
  return {run("rigl", 0.1, 4, 1, 0.9), run("rigl", 0.1, 4, 2, 0.8), run("static", 0.1, 4, 1, 0.7),
          run("static", 0.1, 1, 1, 0.75), run("dense", 1, 1, 1, 0.95)};
}

TEST(PolicyTable, SharesARowAmongSeeds) {
  const std::vector<PolicyRow> rows = policy_table(study()).rows;
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[0].policy, "dense");  // the order of the registry, then the block
  EXPECT_EQ(rows[1].policy, "static");
  EXPECT_EQ(rows[1].block, 1);
  EXPECT_EQ(rows[3].policy, "rigl");
  EXPECT_EQ(rows[3].seeds, 2);
  EXPECT_DOUBLE_EQ(rows[3].mean, 0.85);
  EXPECT_EQ(rows[3].lowest, 0.8);
  EXPECT_EQ(rows[3].highest, 0.9);
  EXPECT_EQ(rows[3].cost, "dense FLOPs on updates");
}

TEST(PolicyTable, LeavesOutWhatIsNotDone) {
  std::vector<training::RunSummary> runs = study();
  runs[0].status = "failed";
  runs.push_back(run("rigl", 0.1, 4, 3, std::nan("")));
  const PolicyTable table = policy_table(runs);
  EXPECT_EQ(table.rows[3].seeds, 1);
  EXPECT_THAT(table.notes, ::testing::ElementsAre("rigl1: left out, its status is failed",
                                                  "rigl3: left out, it has no accuracy"));
  EXPECT_TRUE(policy_table(study()).notes.empty());
}

TEST(PolicyTable, RefusesRunsThatDoNotCompare) {
  std::vector<training::RunSummary> runs = study();
  runs[1].steps = 20;
  EXPECT_THAT(message_of<ConfigError>([&] { policy_table(runs); }), HasSubstr("20 steps"));
  runs = study();
  for (training::RunSummary& each : runs) each.sequences = each.policy == "static" ? 640 : 320;
  EXPECT_THAT(message_of<ConfigError>([&] { policy_table(runs); }),
              HasSubstr("runs rigl1 and static1: 320 and 640 samples in as many steps, "));
  runs = study();
  runs[0].corpus_hash = "abcd";
  runs[1].corpus_hash = "1234";
  EXPECT_THAT(message_of<ConfigError>([&] { policy_table(runs); }),
              HasSubstr("data abcd and 1234, "));
  EXPECT_THROW(policy_table({}), ConfigError);
}

TEST(PolicyTable, RefusesARowOfRunsThatDifferInMoreThanTheirSeed) {
  const auto message_with = [](auto change) {
    std::vector<training::RunSummary> runs = study();
    change(runs[1]);
    return message_of<ConfigError>([&] { policy_table(runs); });
  };
  EXPECT_THAT(message_with([](training::RunSummary& r) { r.learning_rate = 0.002; }),
              HasSubstr("runs rigl1 and rigl2: the same policy, density and block with learning "
                        "rates 0.001 and 0.002"));
  EXPECT_THAT(message_with([](training::RunSummary& r) { r.settings_hash = "other"; }),
              HasSubstr("other settings"));
  EXPECT_THAT(message_with([](training::RunSummary& r) { r.seed = 1; }), HasSubstr("one seed, 1"));
}

TEST(PolicyTable, RanksPoliciesInMarkdown) {
  const std::string text = policy_table_markdown(policy_table(study()));
  EXPECT_THAT(text, HasSubstr("| rigl | - | 85.00 (80.00 to 90.00) | 1.000e+08 (0.10 of dense) |"));
  EXPECT_LT(text.find("| dense |"), text.find("| rigl |"));
  EXPECT_LT(text.find("| rigl |"), text.find("| static |"));
}

TEST(PolicyTable, OfDenseModelsAloneHasTheirRow) {
  EXPECT_THAT(policy_table_markdown(policy_table({run("dense", 1, 1, 1, 0.95)})),
              HasSubstr("| dense | 95.00 | 1.000e+09 (1.00 of dense) |"));
}

class PolicyTableFiles : public FolderTest {};

// Images have no third part: what their runs are validated on is the test images.
TEST_F(PolicyTableFiles, SayWhatTheAccuracyIsOf) {
  for (const auto& [task, name, other] :
       {std::tuple("mlm", "alidation accuracy", "est accuracy"),
        std::tuple("sequence_classification", "alidation accuracy", "est accuracy"),
        std::tuple("images", "est accuracy", "alidation accuracy")}) {
    std::vector<training::RunSummary> runs = study();
    for (training::RunSummary& r : runs) r.task = task;
    write_policy_table(policy_table(runs), folder_ / task);
    for (const char* file : {"policies.md", "ranking.svg", "accuracy_flops.svg"}) {
      const std::string text = read(folder_ / task / file);
      EXPECT_THAT(text, HasSubstr(name)) << task << ' ' << file;
      EXPECT_THAT(text, ::testing::Not(HasSubstr(other))) << task << ' ' << file;
    }
  }
}

TEST_F(PolicyTableFiles, AreWritten) {
  write_policy_table(policy_table(study()), folder_ / "out");
  for (const char* file : {"policies.md", "policies.csv", "ranking.svg", "ranking.png",
                           "accuracy_flops.svg", "accuracy_flops.png"})
    EXPECT_GT(std::filesystem::file_size(folder_ / "out" / file), 100u) << file;
}

}  // namespace
}  // namespace espalier::experiments::policy_table_test
