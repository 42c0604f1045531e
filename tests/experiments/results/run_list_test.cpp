// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/run_list.h>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <espalier/experiments/results/run_condition.h>
#include <espalier/experiments/results/run_details.h>
#include <espalier/experiments/results/run_difference.h>
#include <espalier/files/folder_lock.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/config_file.h>
#include <espalier/training/runs/run_store.h>
#include <espalier/training/runs/run_summary.h>
#include "tests/support/message.h"
#include "tests/support/temporary_folder.h"
#include "tests/training/run_with_losses.h"

namespace espalier::experiments {
namespace {

using espalier::testing::message_of;
using ::testing::AllOf;
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

// The next integer is the same double.
TEST(RunCondition, TellsTheLargestSeedsApart) {
  for (const auto& [small, large] : {std::pair("9007199254740992", "9007199254740993"),
                                     std::pair("18446744073709551614", "18446744073709551615")}) {
    EXPECT_FALSE(RunCondition(std::string("run.seed=") + large).holds(small));
    EXPECT_TRUE(RunCondition(std::string("run.seed=") + large).holds(large));
    EXPECT_TRUE(RunCondition(std::string("run.seed!=") + large).holds(small));
    EXPECT_TRUE(RunCondition(std::string("run.seed<") + large).holds(small));
    EXPECT_FALSE(RunCondition(std::string("run.seed>=") + large).holds(small));
    EXPECT_TRUE(
        training::value_before(small, large));  // what sorts lists, and the columns of ablations
    EXPECT_FALSE(training::value_before(large, small));
  }
  EXPECT_TRUE(training::value_before("2", "10") && training::value_before("10", "x") &&
              !training::value_before("x", "2"));
}

TEST(RunCondition, TakesSpacesQuotesAndPercent) {
  EXPECT_EQ(RunCondition(" model.block == 1 ").key(), "model.block");
  EXPECT_TRUE(RunCondition("model.block == 1 ").holds("1"));
  EXPECT_TRUE(RunCondition("a=='dynamic'").holds("dynamic"));
  EXPECT_TRUE(RunCondition("a = \"dynamic\"").holds("dynamic"));
  EXPECT_FALSE(RunCondition("a='dynamic").holds("dynamic")) << "half a pair is a letter";
  EXPECT_TRUE(RunCondition("a=''").holds("")) << "what is not known";
  EXPECT_TRUE(RunCondition("a>50").holds("75%"));
  EXPECT_TRUE(RunCondition("a==50%").holds("50"));
}

TEST(RunCondition, RefusesWhatIsNone) {
  for (const char* text : {"", "a", "=3", " =3", "a=", "a= ", "a=<3", "a<b", "a<>3", "a!3"})
    EXPECT_THAT(message_of<ConfigError>([&] { RunCondition{text}; }),
                HasSubstr(std::string("where '") + text + "': "));
}

class RunLists : public espalier::testing::FolderTest {
 protected:
  std::filesystem::path make_run(const std::string& name, Index block, Index seed,
                                 const std::vector<double>& losses) const {
    return training::run_with_losses(folder_, name, block, seed, losses);
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
  EXPECT_THAT(names({.where = {"progress>50"}}), ElementsAre("a", "b"));
  EXPECT_THAT(names({.where = {"progress==50%"}}), ElementsAre("c"));
  EXPECT_THAT(names({.sort = "progress"}), ElementsAre("c", "a", "b")) << "50% before 100%";
  EXPECT_THAT(names({.where = {"loss<5"}, .sort = "loss", .columns = {"name", "loss"}}),
              ElementsAre("a", "b"));
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

TEST_F(RunLists, ShowATextAsItIsThoughItLooksLikeANumber) {
  make_run("1e-3", 4, 1, {6, 5});
  make_run("007", 4, 1, {6, 1.0 / 3});
  const RunList list = list_runs({folder_}, {.columns = {"name", "loss"}});
  EXPECT_THAT(run_list_text(list), AllOf(HasSubstr("\n1e-3  5\n"), HasSubstr("\n007   0.33333\n")));
  EXPECT_THAT(run_list_markdown(list), HasSubstr("| 1e-3 | 5 |\n"));
  for (const auto& run : nlohmann::json::parse(run_list_json(list))) {
    EXPECT_TRUE(run["name"] == "1e-3" || run["name"] == "007") << run;
    EXPECT_TRUE(run["loss"].is_number()) << run;
  }
}

TEST_F(RunLists, TellARunThatIsRunningFromOneThatWasInterrupted) {
  const auto run = make_run("a", 4, 1, {6});
  EXPECT_FALSE(list_runs({folder_}, {}).any_running);
  {
    const training::RunFolder held = training::RunFolder::open(run);
    const RunList list = list_runs({folder_}, {});
    EXPECT_TRUE(list.any_running);
    EXPECT_EQ(list.rows.at(0).at(1), "running");
  }
  EXPECT_EQ(list_runs({folder_}, {}).rows.at(0).at(1), "interrupted");
}

TEST_F(RunLists, TellHowLongARunThatTrainsWillTakeYet) {
  const auto run = make_run("a", 4, 1, {6});
  const training::RunFolder held = training::RunFolder::open(run);
  const auto record = [&](Index step, double seconds) {
    training::MetricsLog(held.metrics_path())
        .append({{training::field::kEvent, training::event::kTrain},
                 {training::field::kStep, step},
                 {training::field::kLoss, 5.5},
                 {training::field::kSeconds, seconds}});
  };
  const auto shown = [&] { return list_runs({folder_}, {}); };
  record(10, 100);
  EXPECT_THAT(shown().columns, ElementsAre("name", "status", "progress", "validation_loss"))
      << "one record tells no pace";
  record(20, 165);  // 6.5 seconds a step
  EXPECT_THAT(shown().columns,
              ElementsAre("name", "status", "progress", "left", "validation_loss"));
  EXPECT_THAT(shown().rows.at(0), ElementsAre("a", "running", "50%", "2:10", "6"));

  // A second session, on another machine: the pace of the first says nothing any more.
  training::Manifest manifest = held.read_manifest();
  manifest.sittings.resize(2);
  manifest.sittings[1].first_step = 20;
  held.write_manifest(manifest);
  EXPECT_THAT(shown().columns, ElementsAre("name", "status", "progress", "validation_loss"));
  record(30, 185);  // 2 seconds a step
  EXPECT_THAT(shown().rows.at(0), ElementsAre("a", "running", "75%", "0:20", "6"));
  EXPECT_THAT(run_list_text(shown()), HasSubstr("a     running  75%       0:20  6\n"));
}

TEST_F(RunLists, TellWhatIsLeftOfTheHoursOfARun) {
  std::vector<training::RunFolder> held;
  const auto left_of = [&](const std::string& name, const std::string& steps) {
    const training::RunConfig config = training::parse_run_config(
        "", name, {"run.name=" + name, "training.schedule_by=hours", "training.hours=0.5", steps});
    const training::RunFolder& run = held.emplace_back(training::RunFolder::create(folder_, name));
    run.write_config(config);
    run.write_manifest(new_manifest(config));
    training::MetricsLog metrics(run.metrics_path());
    for (const int step : {10, 20})
      metrics.append({{training::field::kEvent, training::event::kTrain},
                      {training::field::kStep, step},
                      {training::field::kLoss, 5.5},
                      {training::field::kSeconds, 30 * step}});
    const std::vector<std::string> row =
        list_runs({run.path()}, {.columns = {"left", "progress"}}).rows.at(0);
    return row.at(0) + ' ' + row.at(1);
  };
  EXPECT_EQ(left_of("by_hours", "training.steps=1000"), "20:00 33%");  // 1800 seconds less 600
  EXPECT_EQ(left_of("by_steps", "training.steps=25"), "2:30 80%");
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
  EXPECT_THAT(refusal({.sort = "temperature"}),
              HasSubstr("no column 'temperature', expected progress"));
  EXPECT_THAT(refusal({.where = {"name=x", "temperature=3"}}), HasSubstr("'temperature'"));
  EXPECT_THAT(refusal({.columns = {"model.blok"}}),
              HasSubstr("no column 'model.blok', did you mean model.block?"));
  EXPECT_THAT(refusal({.columns = {"validation_los"}}),
              HasSubstr("'validation_los', did you mean validation_loss?"));
}

TEST_F(RunLists, SayWhyARunFailed) {
  make_run("a", 4, 1, {6, 5, 4, 3.5});
  EXPECT_THAT(list_runs({folder_}, {}).columns, ::testing::Not(::testing::Contains("message")));
  const auto failed = run_with_losses(folder_, "b", 4, 1, {6}, training::RunStatus::kFailed);
  training::Manifest manifest = training::read_manifest(failed);
  manifest.message = "no space left on device";
  training::RunFolder::open(failed).write_manifest(manifest);
  const RunList list = list_runs({folder_}, {});
  EXPECT_EQ(list.columns.back(), "message");
  EXPECT_EQ(list.rows.at(0).back(), "");
  EXPECT_EQ(list.rows.at(1).back(), "no space left on device");
}

TEST_F(RunLists, AreCutToTheWidthOfATerminalByCharacters) {
  EXPECT_EQ(lines_cut_to(3, "abcd\nab\n\n"), "abc\nab\n\n");
  EXPECT_EQ(lines_cut_to(2, "±±±\n"), "±±\n");
}

// `runs watch` began too early otherwise, or ended too early.
TEST_F(RunLists, AwaitAFirstRunWhereOneMayBeMade) {
  EXPECT_TRUE(training::awaits_first_run(folder_));
  EXPECT_TRUE(training::awaits_first_run(folder_ / "runs/"));
  EXPECT_FALSE(training::awaits_first_run(folder_ / "runs" / "study"));
  EXPECT_FALSE(training::awaits_first_run(write("summary.csv", "")));
  std::filesystem::create_symlink("loop", folder_ / "loop");
  EXPECT_FALSE(training::awaits_first_run(folder_ / "loop")) << "it can never be read";
  std::filesystem::remove(folder_ / "loop");
  training::run_with_losses(folder_ / "runs", "a", 4, 1, {6});
  EXPECT_FALSE(training::awaits_first_run(folder_ / "runs"));
  EXPECT_FALSE(training::awaits_first_run(folder_)) << "they are one level deeper, which is said";
  EXPECT_FALSE(training::awaits_first_run(folder_ / "runs" / "a"));
}

TEST_F(RunLists, KnowAWorkerByTheLogThatItHolds) {
  EXPECT_FALSE(training::has_worker(folder_));
  const std::filesystem::path log = write("logs/a.log", "");
  EXPECT_FALSE(training::has_worker(folder_));
  const int file = ::open(log.c_str(), O_RDWR);
  ASSERT_EQ(::flock(file, LOCK_EX), 0);
  EXPECT_TRUE(training::has_worker(folder_));
  ::close(file);
  EXPECT_FALSE(training::has_worker(folder_));
}

TEST_F(RunLists, NameTheFoldersWithRunsOneLevelDeeper) {
  const auto refusal = [&] { return message_of<IoError>([&] { (void)list_runs({folder_}, {}); }); };
  EXPECT_THAT(refusal(),
              ::testing::EndsWith("no runs here, expected a run, a folder of runs or a .csv"));
  for (const char* study : {"d", "c", "b", "a"})
    training::run_with_losses(folder_ / study, "run", 4, 1, {6});
  EXPECT_THAT(refusal(), ::testing::EndsWith("; there are some in " + (folder_ / "a").string() +
                                             ", " + (folder_ / "b").string() + ", " +
                                             (folder_ / "c").string() + ", ..."));
  for (const auto& read :
       {std::function([&] { (void)run_details_text(folder_); }),
        std::function([&] { (void)run_difference(folder_ / "a/run", folder_); })})
    EXPECT_THAT(message_of<IoError>(read),
                HasSubstr(": no run here; expected a run's folder, which has manifest.json"));
}

TEST_F(RunLists, NameTheFoldersOfRunsBesideRuns) {
  make_run("single", 4, 1, {6});
  EXPECT_THAT(list_runs({folder_}, {}).notes, ::testing::IsEmpty());
  for (const char* study : {"b", "a", ".hidden"})
    training::run_with_losses(folder_ / study, "run", 4, 1, {6});
  const RunList list = list_runs({folder_}, {});
  EXPECT_EQ(list.rows.size(), 1u);
  EXPECT_THAT(list.notes, ElementsAre(folder_.string() + ": it has runs of its own, and those in " +
                                      (folder_ / "a").string() + ", " + (folder_ / "b").string() +
                                      " were not read; name these too"));
  EXPECT_THAT(list_runs({folder_ / "single"}, {}).notes, ::testing::IsEmpty());
}

// Extents of 0 are those of the model's name, as tables have them.
TEST(RunConditions, AreOnWhatTablesSay) {
  std::vector<training::RunSummary> runs(2);
  runs[0].settings = {{"model.name", "nano"}, {"model.hidden", "0"}};
  runs[1].settings = {{"model.name", "nano"}, {"model.hidden", "32"}};
  EXPECT_EQ(run_value(runs[0], "model.hidden"), "64");
  EXPECT_EQ(run_value(runs[0], "training.batch"), "") << "not known";
  keep_where(runs, {"model.hidden>=64"});
  ASSERT_EQ(runs.size(), 1u);
  EXPECT_EQ(runs[0].settings["model.hidden"], "0");
}

TEST_F(RunLists, SweptSettingsAreColumnsOfASummaryAndReadBack) {
  const auto a = make_run("a", 4, 1, {6, 5, 4, 3.5}), b = make_run("b", 16, 1, {6, 5, 4, 3.25});
  const std::vector<training::RunSummary> runs = training::read_runs({a, b});
  write_summary(folder_ / "summary.csv", runs);
  const std::string once = read(folder_ / "summary.csv");
  EXPECT_THAT(once, HasSubstr(",test_loss,model.block\n"));
  const std::vector<training::RunSummary> back = training::read_summary(folder_ / "summary.csv");
  EXPECT_EQ(back.at(1).settings.at("model.block"), "16");
  write_summary(folder_ / "summary.csv", back);
  EXPECT_EQ(read(folder_ / "summary.csv"), once);
  write("with_mark.csv", "\xEF\xBB\xBF" + once);  // as a spreadsheet saves it
  EXPECT_EQ(training::read_summary(folder_ / "with_mark.csv").at(1).settings.at("model.block"),
            "16");
  EXPECT_THAT(names({.where = {"model.block=16"}}), ElementsAre("b"));
  const RunList from_file = list_runs({folder_ / "summary.csv"}, {.where = {"model.block=16"}});
  EXPECT_EQ(from_file.rows.at(0).at(0), "b");
}

TEST_F(RunLists, DifferencesAreKeysMachinesAndLossesAtCommonSteps) {
  const auto a = make_run("a", 4, 1, {6, 5, 4, 3.5}), b = make_run("b", 16, 2, {6, 5.25});
  const RunDifference difference = run_difference(a, b);
  std::vector<std::string> keys;
  for (const training::DifferingValue& value : difference.settings)
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

TEST_F(RunLists, DifferencesHaveTheFinalLossesOfRunsOfDifferentLengths) {
  const auto a = make_run("a", 4, 1, {6, 5, 4, 3.5}), b = make_run("b", 4, 1, {});
  const training::RunFolder longer = training::RunFolder::open(b);
  training::MetricsLog(longer.metrics_path())
      .append({{training::field::kEvent, training::event::kValidation},
               {training::field::kStep, 50},
               {training::field::kLoss, 3.25}});
  const RunDifference difference = run_difference(a, b);
  EXPECT_TRUE(difference.validation.empty());
  EXPECT_THAT(run_difference_text(difference),
              HasSubstr("no step after which both have one\nfinal validation loss: first 3.5000 "
                        "after step 40, second 3.2500 after step 50, differ +0.2500\n"));
  const auto json = nlohmann::json::parse(run_difference_json(difference));
  EXPECT_EQ(json["final"]["second"]["step"], 50);
  EXPECT_EQ(json["final"]["difference"], 0.25);
  const RunDifference none = run_difference(a, make_run("c", 4, 1, {}));
  EXPECT_THAT(run_difference_text(none), HasSubstr("second none yet\n"));
  EXPECT_TRUE(nlohmann::json::parse(run_difference_json(none))["final"]["second"].is_null());
}

TEST_F(RunLists, DetailsLeaveOutWhatTheOptimizerBrings) {
  const training::RunConfig config =
      training::parse_run_config("", "a", {"run.name=a", "training.optimizer=nvlamb"});
  const training::RunFolder run = training::RunFolder::create(folder_, "a");
  run.write_config(config);
  run.write_manifest(new_manifest(config));
  const std::string text = run_details_text(run.path());
  EXPECT_THAT(text, HasSubstr("  training.optimizer = nvlamb"));
  EXPECT_THAT(text, ::testing::Not(HasSubstr("training.adapt_all")));
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

TEST_F(RunLists, DetailsAsJsonHaveWhatTheTextHas) {
  const auto run = make_run("a", 16, 3, {6, 5.5});
  training::Manifest manifest = training::read_manifest(run);
  manifest.branched_from = "other@20";
  manifest.corpus_hash = "abcd";
  manifest.sittings.resize(1);
  manifest.sittings[0].kernel = "avx2";
  manifest.extensions.resize(1);
  manifest.extensions[0].budget = "30 steps";
  training::RunFolder::open(run).write_manifest(manifest);
  const auto json = nlohmann::json::parse(run_details_json(run));
  EXPECT_TRUE(json["result"].is_null());
  EXPECT_EQ(json["validation_loss"], 5.5) << "of a run that is not done";
  EXPECT_TRUE(json["accuracy"].is_null());
  EXPECT_EQ(json["branched_from"], "other@20");
  EXPECT_EQ(json["corpus_hash"], "abcd");
  EXPECT_EQ(json["sittings"][0]["kernel"], "avx2");
  EXPECT_EQ(json["extensions"][0]["budget"], "30 steps");
}

}  // namespace
}  // namespace espalier::experiments
