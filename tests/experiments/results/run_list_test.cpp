// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/run_list.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <espalier/experiments/config/config_file.h>
#include <espalier/experiments/results/run_details.h>
#include <espalier/experiments/results/run_difference.h>
#include <espalier/experiments/runs/run_condition.h>
#include <espalier/experiments/runs/run_store.h>
#include <espalier/experiments/runs/run_summary.h>
#include <espalier/files/folder_lock.h>
#include <espalier/sparse/core/error.h>
#include "tests/experiments/run_with_losses.h"
#include "tests/support/message.h"
#include "tests/support/temporary_folder.h"

namespace espalier::experiments {
namespace {

using espalier::testing::message_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(RunCondition, ComparesNumbersByValueAndTextByLetters) {
  EXPECT_TRUE(RunCondition("a=4e-3").holds("0.004"));
  EXPECT_TRUE(RunCondition("a==dynamic").holds("dynamic"));
  EXPECT_FALSE(RunCondition("a=dynamic").holds("static"));
  EXPECT_TRUE(RunCondition("a!=2").holds("3"));
  EXPECT_FALSE(RunCondition("a!=2").holds("2.0"));
  EXPECT_TRUE(RunCondition("a<4").holds("3.5"));
  EXPECT_FALSE(RunCondition("a<3.5").holds("3.5"));
  EXPECT_TRUE(RunCondition("a<=3.5").holds("3.5"));
  EXPECT_TRUE(RunCondition("a>=3.5").holds("3.5"));
  EXPECT_TRUE(RunCondition("a>-1").holds("0"));
  EXPECT_FALSE(RunCondition("a<4").holds("")) << "what is not known is not less";
  EXPECT_EQ(RunCondition("model.block>=16").key(), "model.block");
}

TEST(RunCondition, RefusesWhatIsNone) {
  for (const char* text : {"", "a", "=3", "a=", "a=<3", "a<b", "a<>3", "a!3"})
    EXPECT_THAT(message_of<ConfigError>([&] { RunCondition{text}; }),
                HasSubstr(std::string("where '") + text + "': "));
}

class RunLists : public espalier::testing::FolderTest {
 protected:
  std::filesystem::path make_run(const std::string& name, Index block, Index seed,
                                 const std::vector<double>& losses) const {
    return run_with_losses(folder_, name, block, seed, losses);
  }

  std::vector<std::string> names(const RunListOptions& options) const {
    std::vector<std::string> found;
    for (const auto& row : list_runs({folder_}, options).rows) found.push_back(row.at(0));
    return found;
  }
};

TEST_F(RunLists, ChooseAndSort) {
  make_run("a", 4, 1, {6, 5, 4, 3.5});
  make_run("b", 16, 1, {6, 5.5, 5, 4.5});
  make_run("c", 16, 2, {6, 5.5});
  EXPECT_THAT(names({}), ElementsAre("a", "b", "c"));
  EXPECT_THAT(names({.where = {"model.block==16"}}), ElementsAre("b", "c"));
  EXPECT_THAT(names({.where = {"validation_loss<5", "model.block==16"}}), ElementsAre("b"));
  EXPECT_THAT(names({.where = {"run.seed=2"}}), ElementsAre("c"));
  EXPECT_THAT(names({.sort = "validation_loss"}), ElementsAre("a", "b", "c"));
  EXPECT_THAT(names({.sort = "validation_loss", .descending = true}), ElementsAre("c", "b", "a"));
  EXPECT_THAT(names({.sort = "explored", .descending = true}), ElementsAre("a", "b", "c"))
      << "nothing is known of it: the order stays";

  const RunList list = list_runs({folder_}, {});
  EXPECT_THAT(list.columns,
              ElementsAre("name", "status", "progress", "validation_loss", "seed", "model.block"));
  EXPECT_THAT(list.rows.at(0), ElementsAre("a", "done", "100%", "3.5", "1", "4"));
  EXPECT_THAT(list.rows.at(2), ElementsAre("c", "interrupted", "50%", "5.5", "2", "16"));
  EXPECT_FALSE(list.any_running);
  EXPECT_THAT(run_list_text(list), HasSubstr("\na     done         100%      3.5"));
  EXPECT_THAT(run_list_markdown(list), HasSubstr("| a | done | 100% | 3.5 | 1 | 4 |\n"));
  EXPECT_THAT(run_list_csv(list), HasSubstr("\nc,interrupted,50%,5.5,2,16\n"));
  EXPECT_EQ(nlohmann::json::parse(run_list_json(list))[0]["validation_loss"], 3.5);
}

TEST_F(RunLists, TellARunThatIsRunningFromOneThatWasInterrupted) {
  const auto run = make_run("a", 4, 1, {6});
  EXPECT_FALSE(list_runs({folder_}, {}).any_running);
  {
    const RunFolder held = RunFolder::open(run);
    const RunList list = list_runs({folder_}, {});
    EXPECT_TRUE(list.any_running);
    EXPECT_EQ(list.rows.at(0).at(1), "running");
  }
  EXPECT_EQ(list_runs({folder_}, {}).rows.at(0).at(1), "interrupted");
}

TEST_F(RunLists, TellHowLongARunThatTrainsWillTakeYet) {
  const auto run = make_run("a", 4, 1, {6});
  const RunFolder held = RunFolder::open(run);
  const auto record = [&](Index step, double seconds) {
    MetricsLog(held.metrics_path())
        .append({{field::kEvent, event::kTrain},
                 {field::kStep, step},
                 {field::kLoss, 5.5},
                 {field::kSeconds, seconds}});
  };
  const auto shown = [&] { return list_runs({folder_}, {}); };
  record(10, 100);
  EXPECT_THAT(shown().columns, ElementsAre("name", "status", "progress", "validation_loss"))
      << "one record tells no pace";
  record(20, 165);  // 6.5 seconds a step
  EXPECT_THAT(shown().columns,
              ElementsAre("name", "status", "progress", "left", "validation_loss"));
  EXPECT_THAT(shown().rows.at(0), ElementsAre("a", "running", "50%", "2:10", "6"));

  // A second sitting, on another machine: the pace of the first says nothing any more.
  Manifest manifest = held.read_manifest();
  manifest.sittings.resize(2);
  manifest.sittings[1].first_step = 20;
  held.write_manifest(manifest);
  EXPECT_THAT(shown().columns, ElementsAre("name", "status", "progress", "validation_loss"));
  record(30, 185);  // 2 seconds a step
  EXPECT_THAT(shown().rows.at(0), ElementsAre("a", "running", "75%", "0:20", "6"));
  EXPECT_THAT(run_list_text(shown()), HasSubstr("a     running  75%       0:20  6\n"));
}

TEST_F(RunLists, TellWhatIsLeftOfTheHoursOfARun) {
  std::vector<RunFolder> held;
  const auto left_of = [&](const std::string& name, const std::string& steps) {
    const RunConfig config = parse_run_config(
        "", name, {"run.name=" + name, "training.schedule_by=hours", "training.hours=0.5", steps});
    const RunFolder& run = held.emplace_back(RunFolder::create(folder_, name));
    run.write_config(config);
    run.write_manifest(new_manifest(config));
    MetricsLog metrics(run.metrics_path());
    for (const int step : {10, 20})
      metrics.append({{field::kEvent, event::kTrain},
                      {field::kStep, step},
                      {field::kLoss, 5.5},
                      {field::kSeconds, 30 * step}});
    return list_runs({run.path()}, {.columns = {"left"}}).rows.at(0).at(0);
  };
  EXPECT_EQ(left_of("by_hours", "training.steps=1000"), "20:00");  // 1800 seconds less 600
  EXPECT_EQ(left_of("by_steps", "training.steps=25"), "2:30");
  // By the clock, not by the alphabet.
  const RunList list = list_runs({folder_}, {.sort = "left", .columns = {"name"}});
  EXPECT_THAT(list.rows, ElementsAre(ElementsAre("by_steps"), ElementsAre("by_hours")));
}

TEST_F(RunLists, LeaveOutWhatCannotBeReadAndSaySo) {
  make_run("a", 4, 1, {6, 5, 4, 3.5});
  write("b/manifest.json", "{}");
  const RunList list = list_runs({folder_}, {});
  EXPECT_EQ(list.rows.size(), 1u);
  ASSERT_EQ(list.unreadable.size(), 1u);
  EXPECT_THAT(list.unreadable[0], HasSubstr("b/manifest.json"));
}

TEST_F(RunLists, RefuseNamesThatAreNoneThoughNoRunIsLeft) {
  make_run("a", 4, 1, {6});
  const auto refusal = [&](const RunListOptions& options) {
    return message_of<ConfigError>([&] { (void)list_runs({folder_}, options); });
  };
  EXPECT_THAT(refusal({.sort = "colour"}), HasSubstr("no column 'colour', expected progress"));
  EXPECT_THAT(refusal({.where = {"name=x", "colour=3"}}), HasSubstr("'colour'"));
  EXPECT_THAT(refusal({.columns = {"model.blok"}}), HasSubstr("'model.blok'"));
}

TEST_F(RunLists, SweptSettingsAreColumnsOfASummaryAndReadBack) {
  const auto a = make_run("a", 4, 1, {6, 5, 4, 3.5}), b = make_run("b", 16, 1, {6, 5, 4, 3.25});
  const std::vector<RunSummary> runs = read_runs({a, b});
  write_summary(folder_ / "summary.csv", runs);
  const std::string once = read(folder_ / "summary.csv");
  EXPECT_THAT(once, HasSubstr(",test_loss,model.block\n"));
  const std::vector<RunSummary> back = read_summary(folder_ / "summary.csv");
  EXPECT_EQ(back.at(1).settings.at("model.block"), "16");
  write_summary(folder_ / "summary.csv", back);
  EXPECT_EQ(read(folder_ / "summary.csv"), once);
  write("with_mark.csv", "\xEF\xBB\xBF" + once);  // as a spreadsheet saves it
  EXPECT_EQ(read_summary(folder_ / "with_mark.csv").at(1).settings.at("model.block"), "16");
  EXPECT_THAT(names({.where = {"model.block=16"}}), ElementsAre("b"));
  const RunList from_file = list_runs({folder_ / "summary.csv"}, {.where = {"model.block=16"}});
  EXPECT_EQ(from_file.rows.at(0).at(0), "b");
}

TEST_F(RunLists, DifferencesAreKeysMachinesAndLossesAtCommonSteps) {
  const auto a = make_run("a", 4, 1, {6, 5, 4, 3.5}), b = make_run("b", 16, 2, {6, 5.25});
  const RunDifference difference = run_difference(a, b);
  std::vector<std::string> keys;
  for (const DifferingValue& value : difference.settings)
    keys.push_back(value.name + ' ' + value.first + ' ' + value.second);
  EXPECT_THAT(keys, ElementsAre("model.block 4 16", "run.seed 1 2"));
  ASSERT_EQ(difference.provenance.size(), 1u);
  EXPECT_EQ(difference.provenance[0].name, "status");
  ASSERT_EQ(difference.validation.size(), 2u);
  EXPECT_EQ(difference.validation[1].step, 20);
  EXPECT_EQ(difference.validation[1].difference(), -0.25);
  const std::string text = run_difference_text(difference, 1);
  EXPECT_THAT(text, HasSubstr("  model.block  4  16\n"));
  EXPECT_THAT(text, HasSubstr("       20    5.0000    5.2500   -0.2500\n"));
  EXPECT_THAT(text, ::testing::Not(HasSubstr("       10    6.0000")));
  const auto json = nlohmann::json::parse(run_difference_json(difference));
  EXPECT_EQ(json["settings"]["model.block"][1], "16");
  EXPECT_EQ(json["validation"].size(), 2u);
  EXPECT_THAT(text, HasSubstr("furthest apart after step 20: -0.2500\n"));
  EXPECT_EQ(json["furthest_apart"]["step"], 20);
  const auto c = make_run("c", 4, 1, {6.5, 4.25, 4.5, 3});
  EXPECT_EQ(furthest_apart(run_difference(a, c))->step, 20) << "0.75 after step 20, 0.5 elsewhere";
  EXPECT_FALSE(furthest_apart(run_difference(a, make_run("d", 4, 1, {}))));
}

TEST_F(RunLists, DetailsNameWhatIsNotTheDefault) {
  const auto run = make_run("a", 16, 3, {6, 5, 4, 3.5});
  const std::string text = run_details_text(run);
  for (const char* part : {"status            done", "steps             40 of 40", "(seed 3)",
                           "  model.block = 16", "  topology.policy = dynamic"})
    EXPECT_THAT(text, HasSubstr(part));
  EXPECT_THAT(text, ::testing::Not(HasSubstr("training.batch")));
  const auto json = nlohmann::json::parse(run_details_json(run));
  EXPECT_EQ(json["settings"]["model.block"], "16");
  EXPECT_EQ(json["result"]["steps"], 40);
}

}  // namespace
}  // namespace espalier::experiments
