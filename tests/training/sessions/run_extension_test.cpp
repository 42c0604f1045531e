// SPDX-License-Identifier: Apache-2.0
// Runs that go on with a larger budget than they had: they end as runs that had it from the start.
#include <espalier/training/sessions/run_extension.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

#include <espalier/experiments/results/run_details.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/config_file.h>
#include <espalier/training/measure/evaluation.h>
#include <espalier/training/runs/run_files.h>
#include <espalier/training/runs/run_summary.h>
#include <espalier/training/runs/sealed_summary.h>
#include <espalier/training/sessions/training_run.h>
#include "tests/support/temporary_folder.h"
#include "tests/training/small_study.h"
#include "tests/training/whole_run.h"

namespace espalier::training {
namespace {

using espalier::testing::message_of;
using espalier::testing::TemporaryFolder;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class RunExtension : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_.write("text.txt", small_text());
    options_.quiet = true;
  }

  /// A run of 24 steps of which nothing follows its length, unless `settings` say otherwise.
  RunConfig config(const std::string& policy, const std::vector<std::string>& settings = {},
                   const std::string& runs = "runs") const {
    RunConfig small = small_config((folder_.path() / "text.txt").string(), policy);
    small.run.folder = (folder_.path() / runs).string();
    small.training.decay_power = 0;
    small.training.warmup_steps = 6;
    small.training.record_every = 3;
    small.training.validate_every = 4;
    if (policy == "dynamic") {
      small.topology.every_steps = 5;
      small.topology.drop_schedule = schedules::ScheduleShape::kConstant;
    }
    return parse_run_config(to_toml(small), "test", settings);
  }
  RunConfig longer(RunConfig config) const {
    config.training.steps = 48;
    return config;
  }
  /// One that had the larger budget from the start.
  std::filesystem::path from_the_start(RunConfig config) const {
    config.run.folder = (folder_.path() / "long").string();
    return run_training(config, options_).folder;
  }
  TrainingRunOptions extending() const {
    TrainingRunOptions options = options_;
    options.resume = Resume::kExtend;
    return options;
  }
  /// What a run that must refuse to be extended says; it must also leave every file as it was.
  std::string refusal(const RunConfig& c) const {
    const std::filesystem::path run = std::filesystem::path(c.run.folder) / run_name(c);
    const auto before = contents(run);
    std::string message = message_of<ConfigError>([&] { run_training(c, extending()); });
    EXPECT_EQ(contents(run), before) << message;
    EXPECT_THAT(message, Not(HasSubstr("\n")));
    return message;
  }

  TemporaryFolder folder_;
  TrainingRunOptions options_;
};

TEST_F(RunExtension, EndsAsARunThatHadTheLargerBudgetFromTheStart) {
  for (const std::string policy : {"dense", "static", "dynamic"}) {
    SCOPED_TRACE(policy);
    const RunConfig c = config(policy);
    const std::filesystem::path run = run_training(c, options_).folder;
    const TrainingRunOutcome outcome = run_training(longer(c), extending());
    EXPECT_EQ(outcome.status, RunStatus::kDone);
    EXPECT_EQ(outcome.folder, run);
    const std::filesystem::path expected = from_the_start(longer(c));
    expect_same_run(run, expected);

    EXPECT_EQ(read_run_config(run).training.steps, 48);
    const Manifest manifest = read_manifest(run);
    EXPECT_EQ(manifest.config_hash, read_manifest(expected).config_hash);
    ASSERT_EQ(manifest.extensions.size(), 1u);
    EXPECT_EQ(manifest.extensions[0].step, 24);
    EXPECT_EQ(manifest.extensions[0].budget, "24 steps");
    ASSERT_EQ(manifest.sittings.size(), 2u);
    EXPECT_EQ(manifest.sittings[1].first_step, 24);
    EXPECT_THAT(experiments::run_details_text(run),
                HasSubstr("extended at step 24; before, 24 steps"));
    EXPECT_FALSE(std::filesystem::exists(run / run_file::kNextConfig));
    // It is one of 48 steps now, and done.
    EXPECT_EQ(run_training(longer(c), options_).result.steps, 0);
    EXPECT_THAT(
        message_of<ConfigError>([&] { run_training(c, options_); }),
        HasSubstr("a run of 48 steps, which cannot become one of 24 steps, since it has trained "
                  "48 steps already"));
  }
}

// The last validation and the last train record of 22 steps are none of 48, and an update that is
// due after the last of 25 steps did not happen: it goes on from the checkpoint before.
TEST_F(RunExtension, LeavesBehindWhatWasTheEndOnly) {
  for (const std::string steps : {"22", "25"}) {
    SCOPED_TRACE(steps);
    const RunConfig c =
        config("dynamic", {"training.steps=" + steps, "run.name=steps" + steps}, "runs");
    const std::filesystem::path run = run_training(c, options_).folder;
    // Stopped at once, so that only what was there before is left.
    const std::atomic<bool> stop = true;
    TrainingRunOptions options = extending();
    options.stop = &stop;
    EXPECT_EQ(run_training(longer(c), options).status, RunStatus::kStopped);
    // Of 25 steps it has done the last one again.
    EXPECT_EQ(std::filesystem::exists(run / "checkpoints" / ("step_" + steps)), steps == "25");
    EXPECT_EQ(read_manifest(run).extensions[0].step, steps == "22" ? 20 : 24);
    EXPECT_EQ(run_training(longer(c), options_).status, RunStatus::kDone);
    expect_same_run(run, from_the_start(longer(c)));
  }
  const RunConfig one = config("static", {"training.steps=22", "training.keep_checkpoints=1"});
  run_training(one, options_);
  EXPECT_THAT(refusal(longer(one)), AllOf(HasSubstr("train records follow the length"),
                                          HasSubstr("no checkpoint of an earlier step")));
}

TEST_F(RunExtension, TakesARunThatWasStoppedAndStopsAnywhere) {
  const RunConfig c = config("dynamic");
  std::atomic<bool> stop = true;  // after one step
  TrainingRunOptions stopping = options_;
  stopping.stop = &stop;
  EXPECT_EQ(run_training(c, stopping).status, RunStatus::kStopped);
  stopping.resume = Resume::kExtend;
  RunConfig middle = c;
  middle.training.steps = 36;
  EXPECT_EQ(run_training(middle, stopping).status, RunStatus::kStopped);
  EXPECT_EQ(run_training(longer(c), stopping).status, RunStatus::kStopped);
  stopping.resume = Resume::kAuto;
  for (int session = 0; session < 5; ++session)
    EXPECT_EQ(run_training(longer(c), stopping).status, RunStatus::kStopped);
  const std::filesystem::path run = run_training(longer(c), options_).folder;
  expect_same_run(run, from_the_start(longer(c)));
  EXPECT_EQ(read_manifest(run).extensions.size(), 2u);
}

// As on another machine, whose texts lie in another folder.
TEST_F(RunExtension, GoesOnWithItsTextInAnotherPlace) {
  const RunConfig c = config("dynamic");
  std::atomic<bool> stop = true;  // after one step
  TrainingRunOptions stopping = options_;
  stopping.stop = &stop;
  const std::filesystem::path run = run_training(c, stopping).folder;
  RunConfig moved = c;
  moved.data.corpus = folder_.write("moved/text.txt", small_text() + "and more").string();
  const auto before = contents(run);
  EXPECT_THAT(message_of<ConfigError>([&] { run_training(moved, options_); }),
              HasSubstr("made with corpus"));
  EXPECT_EQ(contents(run), before);

  folder_.write("moved/text.txt", small_text());
  EXPECT_EQ(run_training(moved, stopping).status, RunStatus::kStopped);
  EXPECT_EQ(read_run_config(run).data.corpus, moved.data.corpus);
  EXPECT_THAT(experiments::run_details_text(run),
              HasSubstr("its files moved at step 1; before, data.corpus " + c.data.corpus));
  EXPECT_EQ(run_training(moved, options_).status, RunStatus::kDone);
  RunConfig unbroken = c;
  unbroken.run.folder = (folder_.path() / "unbroken").string();
  expect_same_run(run, run_training(unbroken, options_).folder);
}

// Nothing is trained or written but the place, once the hashes in its checkpoint have told.
TEST_F(RunExtension, IsDoneWithItsTextInAnotherPlace) {
  const RunConfig c = config("dynamic");
  const std::filesystem::path run = run_training(c, options_).folder;
  const Manifest manifest = read_manifest(run);
  auto before = contents(run);
  RunConfig moved = c;
  moved.data.corpus = folder_.write("moved/text.txt", small_text() + "and more").string();
  EXPECT_THAT(message_of<ConfigError>([&] { check_training(moved, options_); }),
              HasSubstr("made with corpus"));
  EXPECT_THAT(message_of<ConfigError>([&] { run_training(moved, options_); }),
              HasSubstr("made with corpus"));
  EXPECT_EQ(contents(run), before);

  folder_.write("moved/text.txt", small_text());
  EXPECT_TRUE(check_training(moved, options_));
  EXPECT_EQ(check_start(moved, options_), Start::kMove);
  EXPECT_EQ(contents(run), before);
  EXPECT_EQ(run_training(moved, options_).status, RunStatus::kDone);
  EXPECT_EQ(check_start(moved, options_), Start::kDone);
  EXPECT_TRUE(read_sealed_summary(run));
  auto after = contents(run);
  for (const char* name : {run_file::kConfig, run_file::kManifest, run_file::kSummary}) {
    EXPECT_NE(after.at((run / name).string()), before.at((run / name).string()));
    after.erase((run / name).string());
    before.erase((run / name).string());
  }
  EXPECT_EQ(after, before);
  const Manifest found = read_manifest(run);
  EXPECT_EQ(found.ended, manifest.ended);
  EXPECT_EQ(found.sittings.size(), 1u);
  EXPECT_THAT(experiments::run_details_text(run),
              HasSubstr("its files moved at step 24; before, data.corpus " + c.data.corpus));

  // It can still be extended, from checkpoints of before.
  EXPECT_EQ(run_training(longer(moved), extending()).status, RunStatus::kDone);
  expect_same_run(run, from_the_start(longer(c)));
}

TEST_F(RunExtension, TokensAreABudgetToo) {
  // 6 sequences of 16 tokens a step.
  const RunConfig c = config("static", {"training.tokens=2304"});
  const std::filesystem::path run = run_training(c, options_).folder;
  RunConfig more = c;
  more.training.tokens = 4608;
  EXPECT_EQ(run_training(more, extending()).status, RunStatus::kDone);
  expect_same_run(run, from_the_start(more));
}

// What its clock said is on record, so that what would have followed from it is known. Both end by
// their steps or by the smaller budget of hours.
TEST_F(RunExtension, HoursAreABudgetWhereTheRateStays) {
  const std::vector<std::string> by_hours = {"training.schedule_by=hours", "training.hours=0.001",
                                             "training.warmup_steps=0",
                                             "training.warmup_fraction=0"};
  const RunConfig c = config("static", by_hours);
  double now = 0;
  options_.clock = [&now] { return now += 0.1; };
  const TrainingRunOutcome first = run_training(c, options_);
  EXPECT_LT(first.result.steps, 24);
  std::vector<std::string> more = by_hours;
  more[1] = "training.hours=1";
  EXPECT_EQ(run_training(config("static", more), extending()).status, RunStatus::kDone);
  const RunConfig whole = config("static", more);
  expect_same_run(first.folder, from_the_start(whole));
  EXPECT_EQ(read_manifest(first.folder).extensions[0].budget, "0.001 hours");

  RunConfig falls = config("static", by_hours);
  falls.run.name = "falls";
  falls.training.decay_power = 1;
  run_training(falls, options_);
  falls.own["training.hours"] = 1.0;
  EXPECT_THAT(refusal(falls),
              AllOf(HasSubstr("a run of 0.001 hours, which cannot become one of 1 hours"),
                    HasSubstr("falls towards 0"), HasSubstr("training.hours=1 ")));

  RunConfig rises = falls;
  rises.run.name = "rises";
  rises.own["training.hours"] = 0.001;
  rises.training.warmup_fraction = 0.5;
  run_training(rises, options_);
  rises.own["training.hours"] = 1.0;
  EXPECT_THAT(refusal(rises), AllOf(HasSubstr("rises over training.warmup_fraction of the run"),
                                    Not(HasSubstr("training.warmup_steps"))));
}

TEST_F(RunExtension, EachScheduleThatFollowsTheLengthIsNamed) {
  const auto reason = [&](const std::string& policy, const std::vector<std::string>& settings,
                          const std::string& name) {
    std::vector<std::string> all = settings;
    all.push_back("run.name=" + name);
    const RunConfig c = config(policy, all);
    run_training(c, options_);
    return refusal(longer(c));
  };
  EXPECT_THAT(reason("static", {"training.decay_power=0.5"}, "decay"),
              AllOf(HasSubstr("the learning rate of step 7 falls towards 0"),
                    HasSubstr("--next-phase"), HasSubstr("--overwrite")));
  EXPECT_THAT(reason("static", {"training.warmup_steps=0"}, "warmup"),
              HasSubstr("the learning rate of step 1 rises over training.warmup_fraction"));
  EXPECT_THAT(reason("dynamic", {"topology.every_steps=0"}, "updates"),
              HasSubstr("updated after step 4 follows the length of the run"));
  EXPECT_THAT(reason("dynamic", {"topology.end=0.5"}, "ends"),
              HasSubstr("updated after step 15 follows the length of the run"));
  EXPECT_THAT(reason("dynamic", {"topology.drop_schedule=cosine"}, "drops"),
              HasSubstr("the update of the topology after step 5 follows"));
  EXPECT_THAT(reason("dynamic", {"topology.density_start=0.5"}, "falls"),
              HasSubstr("the update of the topology after step 5 follows"));
  EXPECT_THAT(reason("static", {"training.validate_every=0"}, "validations"),
              HasSubstr("validations follow the length of the run; --set "
                        "training.validate_every=1 keeps them"));
  // Twenty validations and two hundred records a run of 24 steps are one a step; of 480, not.
  const RunConfig records = config("static", {"training.record_every=0", "run.name=records"});
  run_training(records, options_);
  RunConfig long_one = records;
  long_one.training.steps = 480;
  EXPECT_THAT(refusal(long_one), HasSubstr("--set training.record_every=1 keeps them"));
  long_one.training.record_every = 1;
  EXPECT_FALSE(parting(records, long_one, 23, {}).has_value());
}

TEST_F(RunExtension, IsAskedForAndOfOneRunThatIsThere) {
  const RunConfig c = config("static");
  EXPECT_THAT(message_of<ConfigError>([&] { run_training(c, extending()); }),
              HasSubstr("no run here has trained"));
  EXPECT_FALSE(std::filesystem::exists(c.run.folder));
  const std::filesystem::path run = run_training(c, options_).folder;
  EXPECT_THAT(message_of<ConfigError>([&] { run_training(longer(c), options_); }),
              HasSubstr("a run of 24 steps; add --extend to make it one of 48 steps"));
  RunConfig other = longer(c);
  other.training.learning_rate = 1e-3;
  EXPECT_THAT(refusal(other), AllOf(HasSubstr("training.learning_rate"),
                                    HasSubstr("holds a run of another configuration")));
  RunConfig shorter = c;
  shorter.training.steps = 20;
  EXPECT_THAT(refusal(shorter), AllOf(HasSubstr("it has trained 24 steps already"),
                                      HasSubstr("--overwrite"), Not(HasSubstr("--from"))));
  // Of the same budget there is nothing to extend.
  EXPECT_EQ(run_training(c, extending()).status, RunStatus::kDone);
  EXPECT_TRUE(read_manifest(run).extensions.empty());
}

// As they do in any run, also those that it had made before it was extended.
TEST_F(RunExtension, SetsCheckpointsAsideThatComeAfterTheOneThatIsNamed) {
  const RunConfig c = config("static", {"training.keep_checkpoints=100"});
  const std::filesystem::path run = run_training(c, options_).folder;
  const std::atomic<bool> stop = true;  // after one step
  TrainingRunOptions stopping = extending();
  stopping.stop = &stop;
  EXPECT_EQ(run_training(longer(c), stopping).status, RunStatus::kStopped);
  stopping.resume = Resume::kAuto;
  stopping.checkpoint = run / "checkpoints/step_16";
  EXPECT_EQ(run_training(longer(c), stopping).status, RunStatus::kStopped);
  for (const char* name : {"step_16", "step_17", "left-step_20", "left-step_24", "left-step_25"})
    EXPECT_TRUE(std::filesystem::exists(run / "checkpoints" / name)) << name;
}

// At any moment of the exchange a reader finds the one run or the other.
TEST_F(RunExtension, ItsConfigurationIsTheOldOneOrTheNewOne) {
  const RunConfig c = config("static");
  const std::filesystem::path run = run_training(c, options_).folder;
  const RunFolder folder = RunFolder::open(run);
  const std::string old_config = testing::read_bytes(run / run_file::kConfig);
  const Manifest old = folder.read_manifest();
  Manifest next = old;
  next.config_hash = new_manifest(longer(c)).config_hash;
  folder.replace(longer(c), next);
  const std::string new_config = testing::read_bytes(run / run_file::kConfig);
  EXPECT_EQ(folder.read_config().training.steps, 48);
  const auto put = [&](const char* name, const std::string& text) {
    folder_.write((run / name).string(), text);
  };
  // Before the manifest was written, and after it.
  put(run_file::kConfig, old_config);
  put(run_file::kNextConfig, new_config);
  EXPECT_EQ(folder.read_config().training.steps, 48);
  folder.write_manifest(old);
  EXPECT_EQ(folder.read_config().training.steps, 24);
  EXPECT_EQ(summarise_run(run).planned_steps, 24);
  folder.write_config(c);
  EXPECT_FALSE(std::filesystem::exists(run / run_file::kNextConfig));
}

TEST_F(RunExtension, ACheckpointFromBeforeIsOneOfTheRun) {
  const RunConfig c = config("static", {"training.keep_checkpoints=100"});
  const std::filesystem::path run = run_training(c, options_).folder;
  run_training(longer(c), extending());
  const auto say = [](const std::string&) {};
  EXPECT_GT(evaluate(run.string() + "@24", {}, say).validation.loss(), 0);
  // But none of a step that the run of this budget has not done.
  Manifest manifest = read_manifest(run);
  manifest.extensions[0].step = 23;
  RunFolder::open(run).write_manifest(manifest);
  EXPECT_THAT(message_of<FormatError>([&] { evaluate(run.string() + "@24", {}, say); }),
              HasSubstr("of another configuration"));
}

}  // namespace
}  // namespace espalier::training
