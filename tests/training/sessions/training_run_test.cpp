// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/config/config_file.h>
#include <espalier/training/config/config_hash.h>
#include <espalier/training/sessions/training_run.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <filesystem>
#include <map>

#include <espalier/experiments/results/topology_report.h>
#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/schedules/update/edit_log.h>
#include <espalier/sparse/core/build_info.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/runs/run_summary.h>
#include <espalier/training/runs/topology_record.h>
#include <espalier/training/tasks/corpus_declaration.h>
#include <espalier/training/tasks/task.h>
#include "tests/support/temporary_folder.h"
#include "tests/training/sessions/run_fixture.h"
#include "tests/training/small_study.h"
#include "tests/training/whole_run.h"

namespace espalier::training {
namespace {

using espalier::testing::message_of;
using espalier::testing::read_bytes;
using espalier::testing::TemporaryFolder;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;

/// The topology records of a run, without the seconds.
std::vector<nlohmann::json> timeless_topology(const std::filesystem::path& run) {
  std::vector<nlohmann::json> records;
  for (nlohmann::json record : read_metrics(run / "metrics.jsonl")) {
    if (record.at("event") != "topology") continue;
    record.erase("seconds");
    records.push_back(std::move(record));
  }
  return records;
}

class TrainingRun : public RunFixture {};

TEST_F(TrainingRun, TestsOnDocumentsThatItDoesNotValidateOn) {
  RunConfig c = config("runs");
  c.run.name = "tested";
  c.own[test_sequences().key().path()] = Index{5};
  const RunSummary tested = summarise_run(run_training(c, options_).folder);
  const RunSummary untested = summarise_run(run_training(config("runs"), options_).folder);

  EXPECT_TRUE(std::isfinite(tested.metrics.value(metric::kTestLoss)));
  EXPECT_NE(tested.metrics.value(metric::kTestLoss), tested.metrics.value(metric::kValidationLoss));
  EXPECT_NE(tested.metrics.value(metric::kValidationLoss),
            untested.metrics.value(metric::kValidationLoss));  // on fewer sequences
  EXPECT_TRUE(std::isnan(untested.metrics.value(metric::kTestLoss)));
  // What is trained is the same.
  const auto values = [&](const char* name) {
    return read_bytes(folder_.path() / "runs" / name / "checkpoints/step_24/model.safetensors");
  };
  EXPECT_EQ(values("tested"), values("dynamic"));

  c.own[test_sequences().key().path()] = Index{100000};
  c.run.name = "all";
  EXPECT_THAT(message_of<ConfigError>([&] { run_training(c, options_); }),
              HasSubstr("training.test_sequences: found 100000"));
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "runs" / "all"));
}

TEST_F(TrainingRun, SaysIfItValidatesOnFewerSequencesThanItIsAskedTo) {
  const auto notes = [](const RunConfig& c) {
    return task_of(c)->load(c, [](const std::string&) {})->notes;
  };
  RunConfig c = config("runs");
  EXPECT_THAT(notes(c), Not(Contains(HasSubstr("validation on all"))));
  c.training.validation_sequences = 100000;
  EXPECT_THAT(notes(c),
              Contains(MatchesRegex("validation on all [1-9][0-9]* sequences .* is 100000")));
}

TEST_F(TrainingRun, WarnsOfADefaultCorpusThatIsNotDebians) {
  const auto warnings = [](const RunConfig& c) {
    return task_of(c)->load(c, [](const std::string&) {})->warnings;
  };
  RunConfig c = config("runs");
  EXPECT_THAT(warnings(c), Not(Contains(HasSubstr("Debian"))));

  std::string gcide;
  for (int i = 0; i < 400; ++i)
    gcide += "Word" + std::to_string(i) + " \\Word\\, n.\n   The meaning of entry " +
             std::to_string(i) + ".\n   [1913 Webster]\n\n";
  const TemporaryFolder data;
  data.write("usr/share/dictd/gcide.dict.dz", gcide);
  for (const char* type : {"noun", "verb", "adj", "adv"})
    data.write(std::string("usr/share/wordnet/data.") + type,
               std::string("0000 03 v 01 ") + type + " 0 000 | only this one  \n");
  c.data.corpus = "default";
  c.data.folder = data.path().string();
  EXPECT_THAT(warnings(c), Contains(HasSubstr("gcide.dict.dz is not that of Debian 12")));
}

TEST_F(TrainingRun, WarnsOfBytesThatAreNoTextUnlessTheyArePublishedSo) {
  text::CorpusFacts facts;
  facts.name = "default";
  facts.invalid_bytes = 3;
  facts.sources.emplace_back().path = "gcide";
  EXPECT_THAT(source_warnings(facts), ::testing::IsEmpty());
  facts.sources[0].as_expected = false;
  EXPECT_THAT(source_warnings(facts),
              ::testing::ElementsAre(HasSubstr("gcide is not that of Debian 12"),
                                     HasSubstr("default: 3 bytes are not valid UTF-8")));
  facts.name = "latin.txt";
  facts.sources[0].as_expected = true;
  EXPECT_THAT(source_warnings(facts),
              ::testing::ElementsAre(HasSubstr("latin.txt: 3 bytes are not valid UTF-8")));
  facts.name = "default=1 latin.txt=2";
  EXPECT_THAT(source_warnings(facts), ::testing::IsEmpty());
  facts.invalid_bytes = 5;
  EXPECT_THAT(source_warnings(facts),
              ::testing::ElementsAre(HasSubstr("latin.txt=2: 2 bytes are not valid UTF-8")));
}

TEST_F(TrainingRun, LeavesARecordOfEverything) {
  const TrainingRunOutcome outcome = run_training(config("runs"), options_);

  EXPECT_EQ(outcome.status, RunStatus::kDone);
  const RunSummary summary = summarise_run(outcome.folder);
  EXPECT_EQ(summary.status, "done");
  EXPECT_EQ(summary.policy, "dynamic");
  EXPECT_EQ(summary.steps, 24);
  EXPECT_EQ(summary.tokens, 24 * 6 * 16);
  EXPECT_GT(summary.validation_loss(), 0);
  EXPECT_GT(summary.metrics.value(metric::kExplored), 0.25);
  EXPECT_FALSE(summary.corpus_hash.empty());
  int updates = 0, validations = 0;
  double flops = 0;
  for (const auto& record : read_metrics(outcome.folder / "metrics.jsonl")) {
    updates += record.at("event") == "topology";
    validations += record.at("event") == "validation";
    if (record.at("event") == "validation") {
      EXPECT_EQ(record.at("norms").size(), 6u);
      EXPECT_GT(record.at("training_flops").get<double>(), flops);
      flops = record.at("training_flops").get<double>();
    }
  }
  EXPECT_EQ(flops, summary.encoder_training_flops);
  const std::vector<TopologyPoint> points =
      topology_points(read_metrics(outcome.folder / "metrics.jsonl"), "metrics");
  ASSERT_EQ(points.size(), 5u);
  EXPECT_EQ(points.back().weights.size(), 6u);
  EXPECT_DOUBLE_EQ(points.back().total.explored, summary.metrics.value(metric::kExplored));
  EXPECT_EQ(updates, 5);
  EXPECT_EQ(validations, 3);
  const auto log = schedules::parse_edit_log(read_bytes(outcome.folder / "edits.log"));
  EXPECT_EQ(log.damaged_lines, 0);
  EXPECT_EQ(log.entries.size(), 5u * 6u);  // six weights
}

TEST_F(TrainingRun, StoppedAndResumedEndsWithTheBytesOfOneSession) {
  const TrainingRunOutcome whole = run_training(config("whole"), options_);
  std::atomic<bool> stop = true;  // after one step
  options_.stop = &stop;
  EXPECT_EQ(run_training(config("parts"), options_).status, RunStatus::kStopped);
  EXPECT_EQ(run_training(config("parts"), options_).status, RunStatus::kStopped);
  options_.stop = nullptr;
  const TrainingRunOutcome parts = run_training(config("parts"), options_);

  EXPECT_EQ(parts.status, RunStatus::kDone);
  for (const char* file : {"model.safetensors", "optimizer.safetensors", "topology.safetensors"})
    EXPECT_TRUE(read_bytes(whole.folder / "checkpoints/step_24" / file) ==
                read_bytes(parts.folder / "checkpoints/step_24" / file))
        << file;
  EXPECT_EQ(parts.result.metrics.value(metric::kValidationLoss),
            whole.result.metrics.value(metric::kValidationLoss));
  EXPECT_EQ(read_bytes(whole.folder / "edits.log"), read_bytes(parts.folder / "edits.log"));
  EXPECT_EQ(timeless_topology(whole.folder), timeless_topology(parts.folder));
}

TEST_F(TrainingRun, TheEditLogReplaysItsTopologyFromTheConfiguration) {
  const TrainingRunOutcome outcome = run_training(config("runs"), options_);
  const experiments::TopologyRun run =
      experiments::read_topology_run(outcome.folder, experiments::initial_patterns(outcome.folder));
  const auto parameters = models::inspect_checkpoint(outcome.folder / "checkpoints/step_24");

  EXPECT_EQ(run.name, "dynamic");
  EXPECT_EQ(run.points.size(), 5u);
  ASSERT_EQ(run.initial.size(), 6u);
  for (const NamedPattern& weight : run.initial) {
    const auto found = std::ranges::find(parameters, weight.name, &models::ParameterSummary::name);
    ASSERT_NE(found, parameters.end()) << weight.name;
    EXPECT_EQ(*schedules::replay(weight.pattern, run.log.entries, weight.name), *found->pattern);
    EXPECT_NE(*weight.pattern, *found->pattern);
  }
}

TEST_F(TrainingRun, ADoneRunIsLeftAlone) {
  const TrainingRunOutcome first = run_training(config("runs"), options_);
  const std::string metrics = read_bytes(first.folder / "metrics.jsonl");
  EXPECT_EQ(run_training(config("runs"), options_).status, RunStatus::kDone);
  EXPECT_EQ(read_bytes(first.folder / "metrics.jsonl"), metrics);
}

TEST_F(TrainingRun, GoesBackToTheCheckpointBeforeADamagedOne) {
  RunConfig c = config("runs");
  std::atomic<bool> stop = true;
  options_.stop = &stop;
  run_training(c, options_);
  run_training(c, options_);
  const std::filesystem::path checkpoints = folder_.path() / "runs/dynamic/checkpoints";
  std::filesystem::resize_file(checkpoints / "step_2/model.safetensors", 100);
  options_.stop = nullptr;

  const TrainingRunOutcome outcome = run_training(c, options_);

  EXPECT_EQ(outcome.status, RunStatus::kDone);
  EXPECT_EQ(outcome.result.metrics.value(metric::kValidationLoss),
            run_training(config("fresh"), options_).result.metrics.value(metric::kValidationLoss));
}

TEST_F(TrainingRun, RefusesAFolderWithAnotherRun) {
  run_training(config("runs"), options_);
  RunConfig other = config("runs");
  other.training.learning_rate = 1e-3;
  EXPECT_THAT(message_of<ConfigError>([&] { run_training(other, options_); }),
              HasSubstr("another configuration"));
  options_.resume = Resume::kNever;
  EXPECT_THAT(message_of<ConfigError>([&] { run_training(config("runs"), options_); }),
              HasSubstr("dynamic"));
}

TEST_F(TrainingRun, WhereverItStopsItsRecordsAreThoseOfOneSession) {
  RunConfig c = config("whole");
  c.training.steps = 402;  // a record every second step
  c.training.batch = 2;
  c.training.validate_every = 134;
  c.training.keep_checkpoints = 1;
  const TrainingRunOutcome whole = run_training(c, options_);
  c.run.folder = (folder_.path() / "parts").string();
  for (int i = 0; i < 3; ++i) stopped_run(c);
  const TrainingRunOutcome parts = run_training(c, options_);
  EXPECT_EQ(timeless_records(parts.folder), timeless_records(whole.folder));
  EXPECT_EQ(parts.result.train_loss, whole.result.train_loss);
  EXPECT_EQ(RunFolder::open(parts.folder).read_manifest().sittings.size(), 4u);
}

TEST_F(TrainingRun, KilledBetweenItsLastCheckpointAndItsEndHasTheResultOfOneThatWasNot) {
  const TrainingRunOutcome whole = run_training(config("whole"), options_);
  const std::filesystem::path run = run_killed_before_its_end(config("killed"));
  const TrainingRunOutcome killed = run_training(config("killed"), options_);
  EXPECT_EQ(killed.status, RunStatus::kDone);
  EXPECT_EQ(timeless_records(run), timeless_records(whole.folder));
  EXPECT_EQ(summarise_run(run).validation_loss(), summarise_run(whole.folder).validation_loss());
}

TEST_F(TrainingRun, GoesOnFromACheckpointOfAnEarlierVersion) {
  const RunConfig c = config("runs");
  const TrainingRunOutcome whole = run_training(config("whole"), options_);
  for (const Index step : {11, 24}) {
    // Earlier versions said nothing of the records, and sealed none.
    std::filesystem::path run = folder_.path() / "runs/dynamic";
    std::filesystem::remove_all(run);
    const text::PreparedData data = small_data(c);
    const Context context({.threads = 1, .seed = 5});
    SmallTrainer small(c, data, context);
    while (small.trainer.completed_steps() < step) small.trainer.step();
    small.trainer.save(run / "checkpoints");
    folder_.write("runs/dynamic/config.toml", to_toml(c));
    folder_.write(
        "runs/dynamic/manifest.json",
        R"({"name": "dynamic", "status": "running", "config_hash": ")" + config_hash(c) + "\"}");
    folder_.write("runs/dynamic/metrics.jsonl",
                  "{\"event\":\"train\",\"step\":1}\n{\"step\":99}\n");
    const TrainingRunOutcome outcome = run_training(c, options_);
    EXPECT_EQ(outcome.result.metrics.value(metric::kValidationLoss),
              whole.result.metrics.value(metric::kValidationLoss))
        << step;
    EXPECT_EQ(timeless_records(run).front(), nlohmann::json({{"event", "train"}, {"step", 1}}));
    EXPECT_EQ(summarise_run(run).validation_loss(),
              whole.result.metrics.value(metric::kValidationLoss));
  }
}

/// A configuration whose run diverges after `steps` steps.
RunConfig diverging(RunConfig c, Index steps) {
  c.training.steps = steps;  // fewer than would be too many skipped in a row
  c.training.warmup_fraction = 0;
  c.training.learning_rate = 1e30;
  c.topology.updates = 1;
  return c;
}

TEST_F(TrainingRun, OneThatDivergesInItsLastStepsIsNotDone) {
  const RunConfig c = diverging(config("runs"), 6);
  EXPECT_THAT(message_of<Error>([&] { run_training(c, options_); }), HasSubstr("not finite"));
  EXPECT_EQ(summarise_run(folder_.path() / "runs/dynamic").status, "failed");
}

TEST_F(TrainingRun, OneThatFailedBeforeACheckpointMakesWayForAnotherConfiguration) {
  const std::filesystem::path run = folder_.path() / "runs/dynamic";
  const auto fail = [&] {
    std::filesystem::remove_all(run);
    message_of<Error>([&] { run_training(diverging(config("runs"), 6), options_); });
    ASSERT_EQ(read_manifest(run).status, RunStatus::kFailed);
    ASSERT_TRUE(read_run_state(run, config("runs")).has_trained);  // there are records
  };
  fail();
  // Not for one that cannot begin, nor against what was asked for.
  RunConfig other = config("runs");
  other.data.corpus = "nowhere.txt";
  EXPECT_THAT(refusal(other, run), HasSubstr("nowhere.txt"));
  options_.resume = Resume::kNever;
  EXPECT_THAT(refusal(config("runs"), run), HasSubstr("a run of this name exists"));
  options_.resume = Resume::kAuto;

  const auto expect_replaced = [&] {
    EXPECT_TRUE(check_training(config("runs"), options_));
    EXPECT_EQ(run_training(config("runs"), options_).status, RunStatus::kDone);
    EXPECT_FALSE(std::filesystem::exists(run.parent_path() / ".dynamic.replaced"));
    EXPECT_EQ(timeless_records(run),
              timeless_records(run_training(config("alone"), options_).folder));
  };
  expect_replaced();
  // Nor is one in the way that was killed before it could say that it failed.
  fail();
  {
    const RunFolder folder = RunFolder::open(run);
    Manifest manifest = folder.read_manifest();
    manifest.status = RunStatus::kRunning;
    manifest.files.clear();
    folder.write_manifest(manifest);
  }
  expect_replaced();
}

TEST_F(TrainingRun, OneThatHasDivergedMakesNoCheckpoints) {
  RunConfig c = diverging(config("runs"), 40);
  c.training.checkpoint_every = 2;
  EXPECT_THAT(message_of<Error>([&] { run_training(c, options_); }),
              HasSubstr("step 11: the gradient was not finite 10 times in a row"));
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "runs/dynamic/checkpoints"));
  // So that nothing is in the way of another try.
  EXPECT_EQ(run_training(config("runs"), options_).status, RunStatus::kDone);
}

TEST_F(TrainingRun, OneThatHasSomethingToLoseMakesNoWay) {
  const auto refused = [&](const std::filesystem::path& run) {
    RunConfig other = read_run_config(run);
    other.training.learning_rate = 2e-3;
    EXPECT_THAT(refusal(other, run), HasSubstr("holds a run of another configuration"));
  };
  // Failed, with a checkpoint.
  RunConfig failed = diverging(config("failed"), 6);
  failed.training.validate_every = 1;  // with a checkpoint before it has diverged
  message_of<Error>([&] { run_training(failed, options_); });
  const std::filesystem::path run = folder_.path() / "failed/dynamic";
  ASSERT_EQ(read_manifest(run).status, RunStatus::kFailed);
  refused(run);
  // Failed after a session that began with a checkpoint, which was moved away.
  std::filesystem::rename(run / "checkpoints", run / "elsewhere");
  {
    const RunFolder folder = RunFolder::open(run);
    Manifest manifest = folder.read_manifest();
    manifest.sittings.back().first_step = 2;
    folder.write_manifest(manifest);
  }
  refused(run);
  // Killed, with records that come after a checkpoint.
  RunConfig killed = config("killed");
  killed.training.steps = 60;
  killed.training.checkpoint_every = 2;
  const std::filesystem::path second = run_killed_before_its_end(killed);
  std::filesystem::rename(second / "checkpoints", second / "elsewhere");
  refused(second);
  // Done, without its checkpoints.
  const std::filesystem::path done = run_training(config("done"), options_).folder;
  std::filesystem::remove_all(done / "checkpoints");
  refused(done);
  // Branched, with the state that it began with.
  RunConfig branch = diverging(config("branch"), 6);
  options_.branch = branch_of(run_training(config("origin"), options_).folder.string());
  options_.branch->start = BranchStart::kNextPhase;
  message_of<Error>([&] { run_training(branch, options_); });
  options_.branch.reset();
  ASSERT_EQ(read_manifest(folder_.path() / "branch/dynamic").status, RunStatus::kFailed);
  refused(folder_.path() / "branch/dynamic");
}

TEST_F(TrainingRun, ACheckSaysWhatTheRunWouldSayAndMakesNothing) {
  RunConfig c = config("runs");
  c.data.cache = (folder_.path() / "cache").string();
  EXPECT_TRUE(check_training(c, options_));
  const auto said = [&](const RunConfig& wrong) {
    const std::string text = message_of<ConfigError>([&] { check_training(wrong, options_); });
    EXPECT_EQ(message_of<Error>([&] { run_training(wrong, options_); }), text);
    return text;
  };
  RunConfig wrong = c;
  wrong.data.corpus = (folder_.path() / "gone.txt").string();
  EXPECT_THAT(said(wrong), HasSubstr("gone.txt"));
  wrong = c;
  wrong.data.vocabulary = (folder_.path() / "gone-vocab.txt").string();
  EXPECT_THAT(said(wrong), HasSubstr("gone-vocab.txt"));
  wrong.data.vocabulary = folder_.path().string();
  EXPECT_THAT(said(wrong), HasSubstr("data.vocabulary: '" + wrong.data.vocabulary +
                                     "' is a folder, expected a vocab.txt"));
  wrong = c;
  wrong.data.cache = "";  // which the run would write before it finds what follows
  wrong.own[test_sequences().key().path()] = Index{100000};
  EXPECT_THAT(said(wrong), HasSubstr("training.test_sequences: found 100000"));
  wrong = c;
  wrong.model.hidden = Index{1} << 20;
  wrong.model.layers = 1000;
  EXPECT_THAT(said(wrong), HasSubstr("GB of memory"));
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "runs"));
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "cache"));

  const std::filesystem::path run = stopped_run(c);
  const auto before = contents(run);
  EXPECT_TRUE(check_training(c, options_));
  wrong = c;
  wrong.training.learning_rate = 2e-3;
  EXPECT_THAT(said(wrong), HasSubstr("holds a run of another configuration"));
  options_.resume = Resume::kNever;
  EXPECT_THAT(said(c), HasSubstr("a run of this name exists"));
  options_.resume = Resume::kAuto;
  {
    const RunFolder training = RunFolder::open(run);
    EXPECT_THAT(said(c), HasSubstr("another process"));
  }
  EXPECT_EQ(contents(run), before);
}

// Results are published of clean trees alone, whichever session was of another.
TEST_F(TrainingRun, StaysDirtyWhenACleanProgramGoesOn) {
  const std::filesystem::path run = stopped_run(config("runs"));
  {
    const RunFolder folder = RunFolder::open(run);
    Manifest manifest = folder.read_manifest();
    manifest.dirty = true;
    folder.write_manifest(manifest);
  }
  EXPECT_EQ(run_training(config("runs"), options_).status, RunStatus::kDone);
  EXPECT_TRUE(RunFolder::open(run).read_manifest().dirty);
  options_.resume = Resume::kReplace;
  run_training(config("runs"), options_);
  EXPECT_EQ(RunFolder::open(run).read_manifest().dirty, build_info().dirty);
}

TEST_F(TrainingRun, SaysWhenItsSessionsWereNotComputedAlike) {
  const std::filesystem::path run = stopped_run(config("runs"));
  {
    const RunFolder folder = RunFolder::open(run);
    Manifest manifest = folder.read_manifest();
    manifest.sittings.at(0).kernel = "another (SIMD)";
    folder.write_manifest(manifest);
  }
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(run_training(config("runs"), options_).status, RunStatus::kDone);
  EXPECT_THAT(::testing::internal::GetCapturedStderr(), HasSubstr("differ in: kernel"));
  EXPECT_EQ(summarise_run(run).changed, "kernel");
}

TEST_F(TrainingRun, IsReplacedOnceAnotherHasBegunInItsPlace) {
  const RunConfig first = config("runs");
  const std::filesystem::path run = run_training(first, options_).folder;
  options_.resume = Resume::kReplace;
  RunConfig second = first;
  second.training.learning_rate = 1e-3;

  // What cannot begin leaves every file as it was: without data, or from a checkpoint that goes
  // aside with the run.
  RunConfig wrong = second;
  wrong.data.corpus = "nowhere.txt";
  EXPECT_THAT(refusal(wrong, run), HasSubstr("nowhere.txt"));
  options_.branch = RunBranch{.checkpoint = run / "checkpoints/step_24", .name = "dynamic@24"};
  EXPECT_THAT(refusal(second, run), HasSubstr("cannot take the place of the one"));
  EXPECT_FALSE(std::filesystem::exists(run.parent_path() / ".dynamic.replaced"));
  options_.branch.reset();
  {
    const RunFolder training = RunFolder::open(run);
    EXPECT_THAT(refusal(second, run), HasSubstr("another process"));
  }

  EXPECT_EQ(run_training(second, options_).status, RunStatus::kDone);
  EXPECT_EQ(read_run_config(run).training.learning_rate, 1e-3);
  EXPECT_FALSE(std::filesystem::exists(run.parent_path() / ".dynamic.replaced"));
  // What a kill left of an earlier one that was being removed is in nobody's way.
  const std::filesystem::path rest = run.parent_path() / ".dynamic.replaced.removed";
  EXPECT_FALSE(std::filesystem::exists(rest));
  std::filesystem::create_directories(rest / "checkpoints");
  EXPECT_EQ(run_training(second, options_).status, RunStatus::kDone);
  EXPECT_FALSE(std::filesystem::exists(rest));
  // As if there had never been another.
  RunConfig alone = second;
  alone.run.folder = (folder_.path() / "alone").string();
  EXPECT_EQ(timeless_records(run_training(alone, options_).folder), timeless_records(run));
}

TEST_F(TrainingRun, NamesAFolderThatTheSystemRefuses) {
  const RunConfig c = config(std::string(300, 'x'));
  EXPECT_THAT(message_of<ConfigError>([&] { check_training(c, options_); }),
              MatchesRegex(".*/x+/.* cannot look into: File name too long"));
}

// The smallest scale that there may be, of which each of the masked tokens of a batch gets a share.
TEST_F(TrainingRun, SaysOnceThatGradientsHaveVanishedInFloat16) {
  options_.quiet = false;
  const auto said = [&](const std::string& scale, const std::vector<std::string>& more = {}) {
    std::vector<std::string> settings = {"training.precision=float16",
                                         "training.loss_scale=" + scale};
    settings.insert(settings.end(), more.begin(), more.end());
    const RunConfig c = parse_run_config(to_toml(config("scaled" + scale)), "test", settings);
    ::testing::internal::CaptureStderr();
    run_training(c, options_);
    return ::testing::internal::GetCapturedStderr();
  };
  const std::string warning =
      ": all gradients are 0 in float16; a larger training.loss_scale may help";
  const std::string of_none = said("1.2e-38");
  EXPECT_THAT(of_none, HasSubstr("warning: step 1" + warning));
  EXPECT_EQ(of_none.find(warning), of_none.rfind(warning)) << of_none;
  EXPECT_THAT(said("1024.0"), Not(HasSubstr(warning)));
  // Nor have they where an update takes the place of the optimizer's step.
  EXPECT_THAT(said("2048.0", {"topology.policy=rigl", "topology.every_steps=4",
                              "topology.skip_optimizer=true"}),
              Not(HasSubstr(warning)));
}

// A scale of 2^40 halves after each of more than twelve steps. All five updates fall due on eight
// that overflow: after steps 1, 2, 4, 5 and 6.
TEST_F(TrainingRun, SaysThatUpdatesWerePutOffUntilItWasOver) {
  const auto trained = [&](const std::string& name, const std::string& scale) {
    RunConfig c = config("runs");
    c.run.name = name;
    c.training.steps = 8;
    ::testing::internal::CaptureStderr();
    run_training(
        parse_run_config(to_toml(c), "test",
                         {"training.precision=float16", "training.initial_loss_scale=" + scale}),
        options_);
    return ::testing::internal::GetCapturedStderr();
  };
  const std::string lost =
      "updates of topology.policy dynamic not made, since skipped steps put them off until the run "
      "was over: 5 of 5";
  EXPECT_THAT(trained("skipped", "1099511627776.0"), HasSubstr("skipped: warning: " + lost + '\n'));
  EXPECT_EQ(read_manifest(folder_.path() / "runs/skipped").message,
            "the last step was skipped: its gradient was not finite; " + lost);
  EXPECT_THAT(trained("sound", "1024.0"), Not(HasSubstr("not made")));
  EXPECT_EQ(read_manifest(folder_.path() / "runs/sound").message, "");
}

// Its first step has overflowed, so that nothing is learnt yet which the old run could make way
// for.
TEST_F(TrainingRun, AReplacementThatIsStoppedBeforeItHasLearntKeepsTheOldRun) {
  const RunConfig first = config("runs");
  const std::filesystem::path run = run_training(first, options_).folder;
  options_.resume = Resume::kReplace;
  stopped_run(parse_run_config(
      to_toml(first), "test",
      {"training.precision=float16", "training.initial_loss_scale=1099511627776.0"}));
  EXPECT_TRUE(std::filesystem::exists(run.parent_path() / ".dynamic.replaced/checkpoints"));
}

TEST_F(TrainingRun, NoTerminalObeysTheNameOfItsCorpus) {
  RunConfig c = config("runs");
  const std::filesystem::path named = folder_.path() / "red\x1b[31m.txt";
  std::filesystem::copy_file(c.data.corpus, named);
  c.data.corpus = named.string();
  options_.quiet = false;
  ::testing::internal::CaptureStderr();
  run_training(c, options_);
  EXPECT_THAT(::testing::internal::GetCapturedStderr(),
              ::testing::AllOf(HasSubstr("red?[31m.txt"), Not(HasSubstr("\x1b"))));
}

TEST_F(TrainingRun, SaysWhatGoesOnWithOneThatWasStopped) {
  const auto said = [&](const RunConfig& c) {
    options_.quiet = false;
    ::testing::internal::CaptureStderr();
    stopped_run(c);
    return ::testing::internal::GetCapturedStderr();
  };
  EXPECT_THAT(said(config("auto")), HasSubstr("stopped; the same command goes on"));
  options_.resume = Resume::kNever;
  EXPECT_THAT(said(config("never")), HasSubstr("the same command without --resume goes on"));
  options_.resume = Resume::kReplace;
  EXPECT_THAT(said(config("auto")), HasSubstr("the same command without --overwrite goes on"));
}

TEST_F(TrainingRun, AReplacementThatWasKilledLeavesTheOldRunToBeMovedBack) {
  const RunConfig c = config("runs");
  const std::filesystem::path run = run_training(c, options_).folder;
  const std::filesystem::path aside = run.parent_path() / ".dynamic.replaced";
  std::filesystem::rename(run, aside);
  EXPECT_THAT(testing::message_of<ConfigError>([&] { run_training(c, options_); }),
              HasSubstr(aside.string() + ": an earlier run of this name"));
  EXPECT_FALSE(std::filesystem::exists(run));
  options_.resume = Resume::kReplace;
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(run_training(c, options_).status, RunStatus::kDone);
  EXPECT_THAT(::testing::internal::GetCapturedStderr(),
              HasSubstr("warning: " + aside.string() + ": an earlier run of this name"));
  EXPECT_TRUE(std::filesystem::exists(aside / "checkpoints"));
}

TEST_F(TrainingRun, RemovesNothingWhereNoneHasTrained) {
  const auto notes = folder_.write("runs/dynamic/notes.txt", "mine");
  options_.resume = Resume::kReplace;
  EXPECT_EQ(run_training(config("runs"), options_).status, RunStatus::kDone);
  EXPECT_EQ(read_bytes(notes), "mine");
}

TEST_F(TrainingRun, OfAnotherLengthIsABranch) {
  RunConfig c = config("runs");
  const std::filesystem::path run = run_training(c, options_).folder;
  c.training.steps = 48;
  EXPECT_THAT(
      refusal(c, run),
      ::testing::AllOf(
          HasSubstr("a run of 24 steps, which cannot become one of 48 steps, since the "
                    "learning rate of step 1 rises over training.warmup_fraction of the run"),
          HasSubstr("; go on from it as another run, with --from " + run.string() +
                    " --set training.steps=48")));
}

}  // namespace
}  // namespace espalier::training
