// SPDX-License-Identifier: Apache-2.0
// Runs by the hour, with a clock that the test moves.
#include <espalier/training/config/time_budget.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/config_file.h>
#include <espalier/training/config/config_hash.h>
#include <espalier/training/runs/metrics_file.h>
#include <espalier/training/runs/run_summary.h>
#include <espalier/training/sessions/training_run.h>
#include "tests/support/temporary_folder.h"
#include "tests/training/small_study.h"

namespace espalier::training {
namespace {

using espalier::testing::message_of;
using espalier::testing::TemporaryFolder;
using ::testing::DoubleNear;
using ::testing::HasSubstr;

TEST(TimeBudget, SaysWhichKeysWantEachOther) {
  const auto parsed = [](const std::string& toml) {
    return parse_run_config("[training]\n" + toml, "run.toml");
  };
  const auto refused = [&](const std::string& toml) {
    return message_of<ConfigError>([&] { (void)parsed(toml); });
  };
  EXPECT_EQ(config_hash(parsed("schedule_by = 'steps'\nhours = 0\n")), config_hash(parsed("")));
  const std::string hours = "schedule_by = 'hours'\n";
  EXPECT_NE(config_hash(parsed(hours + "hours = 24\n")), config_hash(parsed("")));
  const TimeBudget budget = time_budget(parsed(hours + "hours = 24\nvalidate_every_hours = 0.5\n"));
  EXPECT_EQ(budget.seconds, 86400);
  EXPECT_EQ(budget.validation_seconds, 1800);
  EXPECT_EQ(time_budget(parsed(hours + "hours = 20\n")).validation_seconds, 3600);
  EXPECT_EQ(time_budget(parsed(hours + "hours = 20\nvalidate_every = 7\n")).validation_seconds, 0);
  EXPECT_THAT(refused(hours), HasSubstr("training.hours: 0 with training.schedule_by"));
  EXPECT_THAT(refused("hours = 1\n"), HasSubstr("training.hours: without training.schedule_by"));
  EXPECT_THAT(refused("schedule_by = 'days'\n"), HasSubstr("expected one of 'steps' 'hours'"));
  EXPECT_THAT(refused("validate_denser = 3\n"), HasSubstr("training.validate_denser: without"));
  EXPECT_THAT(refused("stop_after_hours = 3\n"), HasSubstr("want each other"));
  EXPECT_THAT(refused("stop_above_loss = 6\n"), HasSubstr("want each other"));
  EXPECT_THAT(refused("validation_share = 1.5\n"), HasSubstr("a number in [0, 1]"));
  EXPECT_THAT(refused(hours + "hours = 1\nwarmup_steps = 5\n"),
              HasSubstr("training.warmup_steps: 5 with training.schedule_by"));
  EXPECT_THAT(refused("steps = 20\nwarmup_steps = 21\n"),
              HasSubstr("training.warmup_steps: 21, expected at most the steps of the run, 20"));
}

// 1000 s, a validation every 100 s, thrice as often in the first 50 s and the last 10 s: at 33.3 s
// and, as those 50 s count for 150, at 100 - 2 * 50 + ...: every 100 s of the stretched time.
TEST(TimeBudget, ValidatesDenserAtBothEnds) {
  const TimeBudget budget = {.seconds = 1000, .validation_seconds = 100, .denser = 3};
  EXPECT_EQ(budget.validations_by(0), 0);
  EXPECT_EQ(budget.validations_by(33), 0);
  EXPECT_EQ(budget.validations_by(34), 1);
  EXPECT_EQ(budget.validations_by(99), 1);
  EXPECT_EQ(budget.validations_by(100), 2);   // 150 + 50
  EXPECT_EQ(budget.validations_by(990), 10);  // 150 + 940
  EXPECT_EQ(budget.validations_by(993.3), 10);
  EXPECT_EQ(budget.validations_by(993.4), 11);
  EXPECT_EQ(budget.validations_by(2000), 11);
  const TimeBudget even = {.seconds = 0, .validation_seconds = 100};
  EXPECT_EQ(even.validations_by(250), 2);
  EXPECT_EQ(even.validations_by(25000), 250);
}

// As many as there are no whole numbers of 64 bits for, and quotients that no double holds.
TEST(TimeBudget, HasAValidationAfterEachStepOfALongerInterval) {
  for (const double seconds : {1e-9, 1e-12, 1e-30, 1e-300, 5e-324}) {
    const TimeBudget budget = {.seconds = 0, .validation_seconds = seconds};
    for (const double now : {1e-3, 1.0, 1e6})
      EXPECT_GT(budget.validations_by(now * 1.001), budget.validations_by(now)) << seconds;
  }
}

/// Settings of a run of 100 s whose steps take a second each, on top of the small one's.
class HourlyRun : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_.write("text.txt", small_text());
    options_.quiet = true;
    // Each reading is a fiftieth of a second after the last: a step has some, a validation none.
    options_.clock = [this] { return now_ += 0.02; };
  }
  RunConfig config(const std::vector<std::string>& settings) const {
    RunConfig small = small_config((folder_.path() / "text.txt").string(), "static");
    small.run.folder = (folder_.path() / "runs").string();
    small.training.steps = 100000;
    small.training.validate_every = 0;
    std::vector<std::string> all = {"training.schedule_by=hours", "training.hours=0.002"};
    all.insert(all.end(), settings.begin(), settings.end());
    return parse_run_config(to_toml(small), "test", all);
  }
  static std::vector<nlohmann::json> records(const std::filesystem::path& run,
                                             const std::string& event) {
    std::vector<nlohmann::json> found = read_metrics(run / "metrics.jsonl");
    std::erase_if(found, [&](const auto& record) { return record.at("event") != event; });
    return found;
  }

  TemporaryFolder folder_;
  TrainingRunOptions options_;
  double now_ = 1000;
};

TEST_F(HourlyRun, LearningRatesFollowTheClock) {
  const RunConfig c = config({"training.warmup_fraction=0.06"});
  const text::PreparedData data = small_data(c);
  const Context context(context_options(c));
  MlmTask task(c, data, context);
  double seconds = 0;
  Trainer trainer(c, task, context, [&] { return seconds; });
  const double peak = c.training.learning_rate;
  // The formula of the source: warm-up, then what is left of the time.
  for (const auto& [share, rate] : {std::pair(0.0, 0.0), std::pair(0.03, 0.5), std::pair(0.06, 1.0),
                                    std::pair(0.53, 0.5), std::pair(0.999, 0.001 / 0.94)}) {
    seconds = share * 7.2;
    EXPECT_FALSE(trainer.is_over());
    EXPECT_THAT(trainer.step().learning_rate, DoubleNear(rate * peak, 1e-12));
  }
  seconds = 7.2;
  EXPECT_TRUE(trainer.is_over());
  EXPECT_EQ(trainer.step().learning_rate, 0);
  EXPECT_EQ(trainer.result().steps, 6);
}

TEST_F(HourlyRun, EndsWithItsHoursAndACheckpoint) {
  const RunConfig c = config({"training.validation_share=0.1"});
  const TrainingRunOutcome outcome = run_training(c, options_);
  EXPECT_EQ(outcome.status, RunStatus::kDone);
  EXPECT_GT(outcome.result.steps, 10);
  EXPECT_LT(outcome.result.steps, 360);  // as many as there could be readings of the clock
  EXPECT_GE(outcome.result.seconds, 7.2);
  EXPECT_LT(outcome.result.seconds, 8);
  EXPECT_EQ(models::latest_checkpoint(outcome.folder / "checkpoints").step, outcome.result.steps);
  const auto validations = records(outcome.folder, "validation");
  EXPECT_EQ(validations.size(), 20u);
  EXPECT_NE(validations[0].at("predictions"), validations.back().at("predictions"));
  for (std::size_t i = 0; i + 1 < validations.size(); ++i)
    EXPECT_THAT(validations[i].at("seconds").get<double>(),
                DoubleNear(0.36 * static_cast<double>(i + 1), 0.25));
  const auto train = records(outcome.folder, "train");
  EXPECT_LT(train.back().at("learning_rate").get<double>(), 0.06 * c.training.learning_rate);
  // It is done: the same command finds nothing to do.
  EXPECT_EQ(run_training(c, options_).result.steps, 0);
}

TEST_F(HourlyRun, SaysThatItsStepsHaveEndedIt) {
  options_.quiet = false;
  const auto said = [&](const std::vector<std::string>& settings) {
    ::testing::internal::CaptureStderr();
    run_training(config(settings), options_);
    return ::testing::internal::GetCapturedStderr();
  };
  EXPECT_THAT(said({"run.name=short", "training.steps=10"}),
              HasSubstr("ended by training.steps, 10, after 0.00 of 0.002 hours"));
  EXPECT_THAT(said({"run.name=long"}), ::testing::Not(HasSubstr("ended by")));
}

TEST_F(HourlyRun, SaysThatItCameToFewUpdates) {
  options_.quiet = false;
  const auto said = [&](const std::vector<std::string>& settings) {
    ::testing::internal::CaptureStderr();
    run_training(config(settings), options_);
    return ::testing::internal::GetCapturedStderr();
  };
  EXPECT_THAT(said({"run.name=gmp", "topology.policy=gmp", "topology.every_steps=1000"}),
              ::testing::ContainsRegex("warning: .*ended after [0-9]+ of training.steps=100000, "
                                       "over which topology.policy gmp has its course: 0 of [0-9]+ "
                                       "updates were made; set it to the steps"));
  EXPECT_THAT(said({"run.name=static"}), ::testing::Not(HasSubstr("course")));
  // Each of its updates is the same in a run of any length.
  const std::vector<std::string> often = {"run.name=often", "topology.every_steps=3",
                                          "topology.policy=dynamic"};
  EXPECT_THAT(said(often), HasSubstr("course"));
  std::vector<std::string> alike = often;
  alike[0] = "run.name=alike";
  alike.emplace_back("topology.drop_schedule=constant");
  EXPECT_THAT(said(alike), ::testing::Not(HasSubstr("course")));
  EXPECT_THAT(said({"run.name=time", "topology.policy=set", "topology.every_seconds=1"}),
              ::testing::Not(HasSubstr("course")));
}

// Time that passes between sessions does not count, and that of the first one does.
TEST_F(HourlyRun, GoesOnWithTheHoursThatAreLeft) {
  const RunConfig c = config({});
  std::atomic<bool> stop = false;
  options_.stop = &stop;
  const double begin = now_;
  options_.clock = [&] {
    if (now_ - begin > 3) stop = true;
    return now_ += 0.02;
  };
  const TrainingRunOutcome first = run_training(c, options_);
  EXPECT_EQ(first.status, RunStatus::kStopped);
  const Index stopped = models::latest_checkpoint(first.folder / "checkpoints").step;
  now_ = 500000;
  options_.stop = nullptr;
  options_.clock = [this] { return now_ += 0.02; };
  const TrainingRunOutcome second = run_training(c, options_);
  EXPECT_EQ(second.status, RunStatus::kDone);
  EXPECT_GT(second.result.steps, stopped);
  EXPECT_THAT(second.result.seconds, DoubleNear(7.4, 0.3));
  EXPECT_LT(now_ - 500000, 5.5);
  // The rates go on falling from where they were.
  double last = 1;
  for (const nlohmann::json& record : records(second.folder, "train")) {
    const double seconds = record.at("seconds").get<double>();
    if (seconds < 0.1 * 7.2) continue;
    EXPECT_LE(record.at("learning_rate").get<double>(), last);
    last = record.at("learning_rate").get<double>();
  }
}

TEST_F(HourlyRun, DoesNotStartAnewWhereItsCheckpointsWereMovedAway) {
  const RunConfig c = config({"training.record_every=1"});
  options_.clock = [this] {
    if (now_ > 1006) throw Error("the clock stands still");
    return now_ += 0.02;
  };
  EXPECT_THROW(run_training(c, options_), Error);
  options_.clock = [this] { return now_ += 0.02; };
  const std::filesystem::path run = std::filesystem::path(c.run.folder) / run_name(c);
  std::filesystem::rename(run / "checkpoints", run / "elsewhere");
  EXPECT_THAT(message_of<FormatError>([&] { run_training(c, options_); }),
              HasSubstr("no checkpoint, though"));
  std::filesystem::rename(run / "elsewhere", run / "checkpoints");
  EXPECT_EQ(run_training(c, options_).status, RunStatus::kDone);
}

TEST_F(HourlyRun, StopsWhereTheLossIsTooLargeAndCanGoOn) {
  const std::vector<std::string> rules = {"training.stop_after_hours=0.001",
                                          "training.stop_above_loss=0.5"};
  EXPECT_THAT(message_of<Error>([&] { run_training(config(rules), options_); }),
              ::testing::AllOf(HasSubstr("above training.stop_above_loss"),
                               HasSubstr("there is a checkpoint of step")));
  const std::filesystem::path run = folder_.path() / "runs" / "static";
  EXPECT_EQ(RunFolder::open(run).read_manifest().status, RunStatus::kFailed);
  const auto validations = records(run, "validation");
  EXPECT_THAT(validations.back().at("seconds").get<double>(), DoubleNear(3.6, 0.3));
  EXPECT_EQ(models::latest_checkpoint(run / "checkpoints").step,
            validations.back().at("step").get<Index>());
  // One whose loss is small enough goes on.
  RunConfig good = config({rules[0], "training.stop_above_loss=10"});
  good.run.name = "good";
  EXPECT_EQ(run_training(good, options_).status, RunStatus::kDone);
}

// No step is left in which it could fail again.
TEST_F(HourlyRun, FailsAgainWhereTheLossIsTooLargeAtItsEnd) {
  const RunConfig c = config({"training.stop_after_hours=0.002", "training.stop_above_loss=0.5"});
  const auto failure = [&] { return message_of<Error>([&] { run_training(c, options_); }); };
  const std::string first = failure();
  EXPECT_THAT(first, HasSubstr("above training.stop_above_loss"));
  EXPECT_EQ(failure(), first);
  const std::filesystem::path run = folder_.path() / "runs" / "static";
  EXPECT_EQ(RunFolder::open(run).read_manifest().status, RunStatus::kFailed);
  EXPECT_EQ(records(run, "validation").size(), 20u);
}

// The recipe as it stands, on a text and a clock of this test's own.
TEST_F(HourlyRun, TheAcademicBudgetIsARecipe) {
  RunConfig c = load_run_config(
      ESPALIER_SOURCE_DIR "/experiments/configs/recipes/academic_budget.toml",
      {"data.corpus=" + (folder_.path() / "text.txt").string(), "data.vocabulary_size=64",
       "data.cache=", "run.folder=" + (folder_.path() / "runs").string(), "training.batch=8"});
  options_.clock = [this] { return now_ += 0.5; };
  const TrainingRunOutcome outcome = run_training(c, options_);
  EXPECT_EQ(outcome.status, RunStatus::kDone);
  EXPECT_GE(outcome.result.seconds, 180);
  EXPECT_EQ(outcome.result.skipped_steps,
            records(outcome.folder, "train").back().at("skipped_steps"));
  // Every 18 s, thrice as often in the first 9 s and the last 1.8 s, and at the end.
  EXPECT_THAT(records(outcome.folder, "validation").size(),
              ::testing::AllOf(::testing::Ge(10u), ::testing::Le(12u)));
}

}  // namespace
}  // namespace espalier::training
