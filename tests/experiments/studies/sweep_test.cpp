// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/studies/sweep.h>
#include <espalier/experiments/studies/sweep_check.h>
#include <espalier/training/config/config_file.h>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <map>
#include <thread>

#include <espalier/experiments/studies/study.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/runs/run_store.h>
#include <espalier/training/runs/run_summary.h>
#include <espalier/training/sessions/start_decision.h>
#include <espalier/training/sessions/training_run.h>
#include <espalier/training/tasks/task.h>
#include <espalier/training/tasks/training_task.h>
#include "tests/experiments/studies/sweep_fixture.h"
#include "tests/support/temporary_folder.h"
#include "tests/training/small_images.h"
#include "tests/training/whole_run.h"

namespace espalier::experiments {
namespace {

using espalier::testing::message_of;
using espalier::testing::read_bytes;
using espalier::testing::TemporaryFolder;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

std::map<std::string, double> losses_in(const std::filesystem::path& runs) {
  std::map<std::string, double> losses;
  for (const training::RunSummary& run : training::read_runs({runs}))
    losses[run.name] = run.validation_loss();
  return losses;
}

TEST_F(SweepTest, RunsEveryCombinationInTheOrderOfTheFile) {
  const Sweep s = sweep(
      "[[grid]]\n'topology.policy' = ['static', 'dynamic']\n'model.density' = 0.1\n"
      "'run.seed' = [1, 2]\n[[grid]]\n'topology.policy' = 'dense'\n'model.density' = 1.0\n");
  std::vector<std::string> names;
  for (const training::RunConfig& run : s.runs) {
    names.push_back(run.run.name);
    EXPECT_EQ(run.run.threads, 1);
    EXPECT_EQ(run.run.folder, runs_.string());
    EXPECT_EQ(run.model.widths, "64-32-16-4");
  }
  EXPECT_THAT(names,
              ElementsAre("policy_static-density_0.1-seed_1", "policy_static-density_0.1-seed_2",
                          "policy_dynamic-density_0.1-seed_1", "policy_dynamic-density_0.1-seed_2",
                          "policy_dense-density_1"));
  EXPECT_EQ(s.runs[2].topology.policy, "dynamic");
  EXPECT_EQ(s.runs[2].model.density, 0.1);
  EXPECT_EQ(s.runs[1].run.seed, 2);
}

TEST_F(SweepTest, RefusesWhatIsNoSweep) {
  EXPECT_THAT(refusal(""), HasSubstr("no runs"));
  EXPECT_THAT(refusal("[grid]\n'run.seed' = []"), HasSubstr("run.seed: an empty list"));
  EXPECT_THAT(refusal("[grid]\n'run.seed' = [[1]]"), HasSubstr("expected a value or a list"));
  EXPECT_THAT(refusal("[grid]\nrun.seed = [1]"),
              HasSubstr("run: a table, expected its keys in quotes: \"run.seed\""));
  EXPECT_THAT(refusal("[grid]\n'run.sead' = [1]"), HasSubstr("did you mean run.seed?"));
  EXPECT_THAT(refusal("[grid]\n'model.block' = [3]"), HasSubstr("model.block: 3"));
  EXPECT_THAT(refusal("[grid]\n'run.seed' = [1, 1]"),
              HasSubstr("sweep.toml:4: two runs have the name seed_1"));
  EXPECT_THAT(refusal("[[grid]]\n'run.seed' = 1\n[[grid]]\n'run.seed' = 1\n"),
              HasSubstr("sweep.toml:6: two runs have the name seed_1"));
  EXPECT_THAT(refusal("colour = 1"), HasSubstr("sweep.colour: unknown"));
  EXPECT_THAT(refusal("[other]"), HasSubstr("other: unknown"));
  EXPECT_THAT(refusal("[grid]\n'run.seed' = [1"), HasSubstr("not valid TOML"));
  for (const char* grid : {"3", "[3]"})
    EXPECT_THAT(message_of<ConfigError>([&] {
                  load_sweep(folder_.write("w.toml", "grid = " + std::string(grid) +
                                                         "\n[sweep]\nbase = 'base.toml'\n"
                                                         "folder = 'runs'\n"));
                }),
                HasSubstr("w.toml:1: grid: expected a table of keys"));
  EXPECT_THAT(refusal("[grid]\n'run.threads' = [1, 2]\n"),
              HasSubstr("sweep.toml:5: run.threads: a sweep sets it in every run"));
  EXPECT_THAT(message_of<ConfigError>([&] { load_sweep(folder_.write("w.yaml", "method: grid")); }),
              HasSubstr("w.yaml: YAML, expected TOML, with the keys of W&B's sweeps in a table"));
  EXPECT_THAT(message_of<ConfigError>([&] {
                load_sweep(folder_.write("flat.toml", "method = 'grid'\n[parameters]\n"));
              }),
              HasSubstr("flat.toml:1: method: expected in a table [sweep]"));
  std::string many = "[grid]\n";
  for (const char* key : {"run.seed", "topology.updates", "training.steps"}) {
    many += '\'' + std::string(key) + "' = [";
    for (int i = 1; i <= 100; ++i) many += std::to_string(i) + ',';
    many += "]\n";
  }
  EXPECT_THAT(refusal(many), HasSubstr("more than 10000 runs"));
}

// What a call sets and the sweep sets too would be as if it had not been said.
TEST_F(SweepTest, RefusesToSetWhatTheSweepSets) {
  const auto said = [&](const std::string& text, const std::string& setting) {
    const auto file = folder_.write(
        "sweep.toml", "[sweep]\nbase = 'base.toml'\nfolder = '" + runs_.string() + "'\n" + text);
    return message_of<ConfigError>([&] { load_sweep(file, {.overrides = {setting}}); });
  };
  const std::string grid = "[grid]\n'model.block' = [1, 2]\n";
  EXPECT_THAT(said(grid, "model.block=4"),
              AllOf(HasSubstr("--set model.block: swept by "),
                    HasSubstr("sweep.toml; expected a key that it does not vary")));
  EXPECT_THAT(said("[[grid]]\n'run.seed' = 1\n[[grid]]\n'model.block' = 2\n", "run.seed=8"),
              HasSubstr("--set run.seed: swept by"));
  EXPECT_THAT(said("method = 'grid'\n[sweep.parameters]\n'topology.policy' = ['static', "
                   "'dynamic']\n'training.weight_decay' = 0.1\n",
                   "training.weight_decay=0.2"),
              HasSubstr("--set training.weight_decay: swept by"));
  for (const std::string key : {"run.name", "run.threads"})
    EXPECT_THAT(said(grid, key + "=3"),
                HasSubstr("--set " + key + ": a sweep sets it in every run"));
  EXPECT_THAT(said(grid, "run.folder=here"), HasSubstr("or --out"));
  folder_.write("sweep.toml",
                "[sweep]\nbase = 'base.toml'\nfolder = '" + runs_.string() + "'\n" + grid);
  const Sweep other =
      load_sweep(folder_.path() / "sweep.toml", {.overrides = {"training.batch=8"}});
  EXPECT_EQ(other.runs[1].training.batch, 8);
}

// A run's name has 200 bytes at most; what differs stands at the end of these.
TEST_F(SweepTest, LongNamesAreCutAndStayApart) {
  const std::string longest(192, 'x');  // behind "images_" and before a digit
  const auto names = [&](const std::string& value) {
    std::vector<std::string> found;
    for (const training::RunConfig& run :
         sweep("[grid]\n'data.images' = ['" + value + "1', '" + value + "2']\n").runs)
      found.push_back(run.run.name);
    return found;
  };
  EXPECT_THAT(names(longest), ElementsAre("images_" + longest + '1', "images_" + longest + '2'));
  const std::vector<std::string> cut = names(longest + 'x');
  ASSERT_THAT(cut, SizeIs(2));
  EXPECT_NE(cut[0], cut[1]);
  for (const std::string& name : cut)
    EXPECT_THAT(name, ::testing::MatchesRegex("images_x+-[0-9a-f]+"));
  EXPECT_THAT(cut[0], SizeIs(200));
  EXPECT_EQ(names(longest + 'x'), cut);
}

TEST_F(SweepTest, OverwriteTrainsRunsOfAnotherConfigurationAnewAndNoOthers) {
  const Sweep s = sweep("[grid]\n'run.seed' = [1, 2]\n");
  EXPECT_EQ(run_sweep(s, quiet_).done, 2);
  const std::string same = read_bytes(runs_ / "seed_2/metrics.jsonl");
  Sweep other = s;
  other.runs[0].training.learning_rate = 1e-3;
  EXPECT_THAT(message_of<ConfigError>([&] { run_sweep(other, quiet_); }),
              HasSubstr("holds a run of another configuration"));
  EXPECT_TRUE(check_sweep(other, true));
  quiet_.overwrite = true;
  EXPECT_EQ(run_sweep(other, quiet_).done, 2);
  EXPECT_EQ(training::read_run_config(runs_ / "seed_1").training.learning_rate, 1e-3);
  EXPECT_EQ(read_bytes(runs_ / "seed_2/metrics.jsonl"), same);
  EXPECT_FALSE(std::filesystem::exists(runs_ / ".seed_1.replaced"));
  const std::string anew = read_bytes(runs_ / "seed_1/metrics.jsonl");
  EXPECT_EQ(run_sweep(other, quiet_).done, 2);
  EXPECT_EQ(read_bytes(runs_ / "seed_1/metrics.jsonl"), anew);
}

TEST_F(SweepTest, TrainsAllRunsOnceAndGoesOnPastAFailure) {
  const Sweep s = sweep("[grid]\n'training.learning_rate' = [0.003, " + kDiverges + ", 0.002]\n");
  const std::string bad = s.runs[1].run.name, good = s.runs[2].run.name;
  const SweepOutcome first = run_sweep(s, quiet_);
  EXPECT_EQ(first.done, 2);
  ASSERT_THAT(first.failures, SizeIs(1));
  EXPECT_THAT(first.failures[0], AllOf(HasSubstr(bad + ": "), HasSubstr("not finite")));
  EXPECT_FALSE(first.stopped);
  const std::string log = read_bytes(runs_ / "logs" / (good + ".log"));
  EXPECT_THAT(log, HasSubstr("accuracy"));
  const std::string metrics = read_bytes(runs_ / good / "metrics.jsonl");

  const SweepOutcome again = run_sweep(s, quiet_);
  EXPECT_EQ(again.done, 2);
  EXPECT_THAT(again.failures, SizeIs(1));
  EXPECT_EQ(read_bytes(runs_ / good / "metrics.jsonl"), metrics);
  // What the first attempt said is there still.
  const std::string attempts = read_bytes(runs_ / "logs" / (bad + ".log"));
  EXPECT_NE(attempts.find("not finite"), attempts.rfind("not finite"));
}

TEST_F(SweepTest, WhatCannotStartIsSaidOnceBeforeAnythingIsMade) {
  const auto said = [&](const Sweep& s) {
    const std::string text = message_of<ConfigError>([&] { check_sweep(s); });
    EXPECT_EQ(message_of<ConfigError>([&] { run_sweep(s, quiet_); }), text);
    return text;
  };
  EXPECT_TRUE(check_sweep(sweep("[grid]\n'run.seed' = [1, 2]\n")));
  EXPECT_EQ(said(sweep("[grid]\n'model.widths' = ['64-32-16-4', '32-16-4']\n")),
            "widths_32_16_4: model.widths begins with 32, expected 64, the pixels of 'images'");
  EXPECT_THAT(said(sweep("[grid]\n'data.images' = ['gone']\n'run.seed' = [1, 2]\n")),
              HasSubstr("gone/train-images"));
  Sweep large = sweep("[grid]\n'run.seed' = [1]\n");
  for (int i = 0; i < 100; ++i) large.runs[0].model.widths.insert(2, "-65536");
  EXPECT_THAT(said(large), AllOf(HasSubstr("seed_1: "), HasSubstr("GB of memory")));
  EXPECT_FALSE(std::filesystem::exists(runs_));

  // Data that nobody needs any more are not asked for; another run's folder is not taken.
  const Sweep s = sweep("[grid]\n'run.seed' = [1]\n");
  EXPECT_EQ(run_sweep(s, quiet_).done, 1);
  std::filesystem::rename(folder_.path() / "images", folder_.path() / "elsewhere");
  EXPECT_EQ(run_sweep(s, quiet_).done, 1);
  Sweep other = s;
  other.runs[0].training.learning_rate = 1e-3;
  EXPECT_THAT(said(other), HasSubstr("seed_1: holds a run of another configuration"));
}

// As taskset, containers and Slurm bind it, whatever the machine has.
TEST_F(SweepTest, AsManyRunsTrainAtATimeAsThereAreCoresForThisProcess) {
  EXPECT_EQ(workers_asked_for(3), 3U);
  // In a thread: the binding ends with it.
  std::jthread([] {
    cpu_set_t allowed, one;
    ASSERT_EQ(::sched_getaffinity(0, sizeof allowed, &allowed), 0);
    EXPECT_LE(workers_asked_for(0), static_cast<std::size_t>(CPU_COUNT(&allowed)));
    int first = 0;
    while (!CPU_ISSET(first, &allowed)) ++first;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    ASSERT_EQ(::sched_setaffinity(0, sizeof one, &one), 0);
    EXPECT_EQ(workers_asked_for(0), 1U);
  });
}

TEST_F(SweepTest, NoMoreRunsTrainAtATimeThanFitTheMemory) {
  const Sweep s = sweep("[grid]\n'model.widths' = ['64-16-4', '64-32-4', '64-64-4']\n");
  const auto need = [&](int run) { return training::least_training_bytes(s.runs[run]); };
  EXPECT_EQ(workers_that_fit(s.runs, 3, need(0) + need(1) + need(2)), 3);
  // The two largest are the ones that count.
  EXPECT_EQ(workers_that_fit(s.runs, 3, need(1) + need(2)), 2);
  EXPECT_EQ(workers_that_fit(s.runs, 3, need(0) + need(2)), 1);
  EXPECT_EQ(workers_that_fit(s.runs, 2, need(1) + need(2)), 2);
  EXPECT_EQ(workers_that_fit(s.runs, 3, 1), 1);
  EXPECT_EQ(workers_that_fit(s.runs, 8, need(0) + need(1) + need(2)), 8);
}

/// The task "images" under another name, which counts how often its data are read.
class Counted : public training::Task {
 public:
  const training::TaskInfo& info() const override { return info_; }
  std::string model_name(const training::RunConfig& config) const override {
    return images_->model_name(config);
  }
  models::ModelDeclaration declare_model(const training::RunConfig& config) const override {
    return images_->declare_model(config);
  }
  std::vector<std::pair<std::string, Index>> sparse_widths(
      const training::RunConfig& config) const override {
    return images_->sparse_widths(config);
  }
  training::MemoryNeed least_memory(const training::RunConfig& config) const override {
    return images_->least_memory(config);
  }
  std::shared_ptr<const training::TaskData> load(
      const training::RunConfig& config,
      const std::function<void(const std::string&)>& say) const override {
    ++loads;
    return images_->load(config, say);
  }
  std::unique_ptr<training::TrainingTask> make(const training::RunConfig& config,
                                               const training::TaskData& data,
                                               const Context& context) const override {
    return images_->make(config, data, context);
  }
  training::RunCost cost(const training::RunConfig& config,
                         const training::RunResult& result) const override {
    return images_->cost(config, result);
  }

  mutable int loads = 0;

 private:
  static training::TaskInfo info_of(training::TaskInfo info) {
    info.name = "counted";
    return info;
  }
  const training::TaskPtr images_ = training::find_task("images");
  const training::TaskInfo info_ = info_of(images_->info());
};

TEST_F(SweepTest, ACheckLooksAtEachSetOfDataOnce) {
  const auto task = std::make_shared<const Counted>();
  register_task(task);
  const std::string second = (folder_.path() / "second").string();
  std::filesystem::copy(folder_.path() / "images", second);
  const std::string first = (folder_.path() / "images").string();
  EXPECT_TRUE(
      check_sweep(sweep("[grid]\n'run.task' = 'counted'\n'run.seed' = [1, 2, 3]\n"
                        "'training.learning_rate' = [0.1, 0.2]\n'data.images' = ['" +
                        first + "', '" + second + "']\n")));
  EXPECT_EQ(task->loads, 2);
}

// An encoder refuses texts that were read by the vocabulary of another.
TEST_F(SweepTest, ACheckReadsTheTextsOfEachRunByTheVocabularyOfItsEncoder) {
  const std::string two = "a\tone cat\nb\tone dog\n";
  const std::filesystem::path texts = folder_.write("1.tsv", two);
  const auto run_of = [&](const std::filesystem::path& read, const std::string& name,
                          const std::string& more) {
    return training::parse_run_config(
        "", "test",
        {"run.task=sequence_classification", "run.threads=1", "run.name=" + name,
         "run.folder=" + runs_.string(), "model.name=nano", "model.layers=1", "model.density=1",
         "topology.policy=dense", "data.texts=" + read.string(),
         "data.validation_texts=" + texts.string(), "data.sequence=16", "data.vocabulary_size=64",
         "training.batch=2", "training.steps=1", more});
  };
  training::run_quietly(run_of(texts, "encoder-1", "run.seed=1"));
  training::run_quietly(
      run_of(folder_.write("2.tsv", two + "a\tone fish\n"), "encoder-2", "run.seed=1"));
  const auto tuned = [&](const std::string& encoder) {
    return run_of(texts, "tuned-" + encoder,
                  "model.encoder=" + (runs_ / ("encoder-" + encoder)).string());
  };
  Sweep s;
  s.folder = runs_;
  s.runs = {tuned("1"), tuned("2")};
  EXPECT_TRUE(check_sweep(s));
}

TEST_F(SweepTest, ACheckSaysOnceWhatRunsChangeWithoutEffect) {
  const Sweep s =
      sweep("[grid]\n'topology.policy' = 'static'\n'topology.updates' = 7\n'run.seed' = [1, 2]\n");
  const auto said = [&](bool quiet) {
    ::testing::internal::CaptureStderr();
    check_sweep(s, false, quiet);
    return ::testing::internal::GetCapturedStderr();
  };
  EXPECT_THAT(said(false), ::testing::MatchesRegex("note: topology.updates.*, to no effect: "
                                                   "topology.policy static makes no updates "
                                                   "\\(2 runs\\)\n"));
  EXPECT_EQ(said(true), "");
}

TEST_F(SweepTest, ProgressTellsTheBestSoFarAndTheTimeThatIsLeft) {
  // Longer than the interval between lines, so that there is one each time.
  quiet_ = {
      .workers = 1, .quiet = false, .clock = [seconds = 0.0]() mutable { return seconds += 60; }};
  ::testing::internal::CaptureStderr();
  const SweepOutcome outcome = run_sweep(sweep("[grid]\n'run.seed' = [1, 2]\n"), quiet_);
  const std::string said = ::testing::internal::GetCapturedStderr();
  const auto losses = losses_in(runs_);
  // How far a run of milliseconds is when the line is written is the machine's to say.
  EXPECT_THAT(said, ContainsRegex("sweep [0-9]+%  0/2 runs .*1 running, 0 failed\n"));
  EXPECT_THAT(said, ContainsRegex("sweep [0-9]+%  1/2 runs  [0-9.]+/h  [0-9:]+ left  [01] running, "
                                  "0 failed, best seed_1 [0-9.]+\n"));
  ASSERT_TRUE(outcome.best);
  EXPECT_EQ(outcome.best->value, std::min(losses.at("seed_1"), losses.at("seed_2")));
  EXPECT_THAT(said, ContainsRegex("sweep 100%  2/2 runs .* in [0-9:]+  0 failed, best " +
                                  outcome.best->name + " [0-9.]+\n$"));
  Sweep study = sweep("[grid]\n'run.seed' = [1, 2]\n");
  study.kind = "study";
  ::testing::internal::CaptureStderr();
  run_sweep(study, quiet_);
  EXPECT_THAT(::testing::internal::GetCapturedStderr(), ContainsRegex("study 100%  2/2 runs"));
}

// The run that goes on stands before the one that it goes on from, and both workers are free.
TEST_F(SweepTest, ABranchWaitsForItsCheckpointAndGoesOnThere) {
  training::RunConfig parent =
      training::small_image_config(training::small_images(folder_), "dynamic");
  parent.run.folder = runs_.string();
  parent.training.checkpoint_every = 20;
  parent.training.keep_checkpoints = 4;
  training::RunConfig moved = parent;
  moved.run.name = "moved";
  moved.topology.grow = "gradient";
  const Sweep s = {.folder = runs_,
                   .runs = {moved, parent},
                   .origins = {{"moved", {.run = "dynamic", .step = 20}}}};
  EXPECT_EQ(run_sweep(s, quiet_).done, 2);
  EXPECT_EQ(training::read_manifest(runs_ / "moved").branched_from, "dynamic@20");
  EXPECT_EQ(training::read_manifest(runs_ / "dynamic").branched_from, "");

  // With other settings both are trained anew, the branch from the new run and not the old one.
  Sweep other = s;
  for (training::RunConfig& run : other.runs) run.training.learning_rate = 1e-3;
  quiet_.overwrite = true;
  EXPECT_EQ(run_sweep(other, quiet_).done, 2);
  EXPECT_EQ(training::read_manifest(runs_ / "moved").branched_from, "dynamic@20");
  Sweep fresh = other;
  fresh.folder = folder_.path() / "fresh";
  for (training::RunConfig& run : fresh.runs) run.run.folder = fresh.folder.string();
  EXPECT_EQ(run_sweep(fresh, quiet_).done, 2);
  EXPECT_EQ(losses_in(fresh.folder), losses_in(runs_));
}

// What failed before its first checkpoint makes way, and the branch has its checkpoint
// nevertheless.
TEST_F(SweepTest, ABranchTakesThePlaceOfARunThatFailedEarly) {
  training::RunConfig parent =
      training::small_image_config(training::small_images(folder_), "dynamic");
  parent.run.folder = runs_.string();
  parent.training.checkpoint_every = 20;
  parent.training.keep_checkpoints = 4;
  training::RunConfig moved = parent;
  moved.run.name = "moved";
  moved.topology.grow = "gradient";
  training::RunConfig failed = moved;
  failed.training.learning_rate = 1e30;
  failed.training.record_every = 1;
  EXPECT_THROW(run_training(failed, {.checkpoint = {}, .quiet = true}), Error);
  ASSERT_TRUE(read_run_state(runs_ / "moved", moved).has_trained);
  const Sweep s = {.folder = runs_,
                   .runs = {moved, parent},
                   .origins = {{"moved", {.run = "dynamic", .step = 20}}}};
  EXPECT_EQ(run_sweep(s, quiet_).done, 2);
  EXPECT_EQ(training::read_manifest(runs_ / "moved").branched_from, "dynamic@20");
}

TEST_F(SweepTest, ABranchOfARunThatFailsFailsToo) {
  training::RunConfig parent =
      training::small_image_config(training::small_images(folder_), "dynamic");
  parent.run.folder = runs_.string();
  parent.training.learning_rate = 1e30;  // diverges before the checkpoint
  training::RunConfig moved =
      training::small_image_config(training::small_images(folder_), "dynamic");
  moved.run.name = "moved";
  moved.run.folder = runs_.string();
  const Sweep s = {.folder = runs_,
                   .runs = {moved, parent},
                   .origins = {{"moved", {.run = "dynamic", .step = 20}}}};
  EXPECT_THAT(run_sweep(s, quiet_).failures, SizeIs(2));
}

TEST_F(SweepTest, StopsWhenAsked) {
  const Sweep s = sweep("[grid]\n'run.seed' = [1, 2, 3]\n");
  std::atomic<bool> stop = true;
  quiet_.stop = &stop;
  const SweepOutcome outcome = run_sweep(s, quiet_);
  EXPECT_TRUE(outcome.stopped);
  EXPECT_EQ(outcome.done, 0);
  EXPECT_THAT(outcome.failures, SizeIs(0));
  stop = false;
  EXPECT_EQ(run_sweep(s, quiet_).done, 3);
}

const SweepOptions kOneAtATime = {.workers = 1, .quiet = true, .stop = nullptr};

const std::string kFourRates = "[grid]\n'training.learning_rate' = [0.01, 0.02, 0.03, 0.04]\n";

TEST_F(SweepTest, ABudgetOfFlopsEndsIt) {
  Sweep s = sweep("flops = 1\n" + kFourRates);
  EXPECT_EQ(run_sweep(s, kOneAtATime).done, 1);
  // All take as many: after the second there is something left, after the third nothing.
  s.budget.flops = 2.5 * training::read_runs({runs_}).front().total_training_flops;
  EXPECT_EQ(run_sweep(s, kOneAtATime).done, 3);
}

TEST_F(SweepTest, ABudgetOfHoursEndsIt) {
  Sweep s = sweep("hours = 1e-12\n" + kFourRates);
  EXPECT_EQ(run_sweep(s, kOneAtATime).done, 1);
  // A little more than the first run took: one more begins, and takes longer than that little.
  constexpr double kHour = 3600, kMore = 1 + 1e-9;
  s.budget.hours = kMore * training::read_runs({runs_}).front().seconds / kHour;
  EXPECT_EQ(run_sweep(s, kOneAtATime).done, 2);
  s.budget.hours = 1e6;
  EXPECT_EQ(run_sweep(s, kOneAtATime).done, 4);
}

TEST_F(SweepTest, ARunCapIsOfTheFirstCombinations) {
  EXPECT_THAT(sweep("run_cap = 3\n" + kFourRates).runs, SizeIs(3));
  EXPECT_THAT(sweep("trials = 9\n" + kFourRates).runs, SizeIs(4));
  EXPECT_THAT(refusal("run_cap = 3\ntrials = 3\n" + kFourRates), HasSubstr("beside sweep.trials"));
  EXPECT_THAT(refusal("run_cap = 0\n" + kFourRates),
              HasSubstr("sweep.run_cap: 0, expected an integer from 1 to 10000"));
  EXPECT_THAT(refusal("flops = 'many'\n" + kFourRates),
              HasSubstr("sweep.flops: 'many', expected a number of at least 1"));
}

TEST_F(SweepTest, ATargetThatIsMetEndsIt) {
  const auto done_with = [&](const std::string& metric, const std::string& folder) {
    Sweep s = sweep("metric = " + metric + "\n" + kFourRates);
    s.folder = folder_.path() / folder;
    for (training::RunConfig& run : s.runs) run.run.folder = s.folder.string();
    return run_sweep(s, kOneAtATime).done;
  };
  EXPECT_EQ(done_with("{ name = 'validation_loss', target = 100 }", "low"), 1);
  EXPECT_EQ(done_with("{ name = 'accuracy', goal = 'maximize', target = 0.0 }", "high"), 1);
  EXPECT_EQ(done_with("{ name = 'accuracy', goal = 'maximize', target = 2 }", "never"), 4);
  EXPECT_THAT(message_of<ConfigError>(
                  [&] { done_with("{ name = 'validation_loss', target = 'low' }", "none"); }),
              HasSubstr("sweep.metric.target: 'low', expected a number"));
}

TEST_F(SweepTest, WhatSearchesIsNamed) {
  const std::string parameters =
      "[sweep.parameters]\n'topology.policy' = { values = ['static', 'dynamic'] }\n";
  const auto other = [&](const std::string& what) {
    return AllOf(HasSubstr("sweep.toml"), HasSubstr(what),
                 HasSubstr("what searches is: python -m espalier.tune "));
  };
  for (const std::string method : {"random", "bayes", "halving", "best"})
    EXPECT_THAT(refusal("method = '" + method + "'\nrun_cap = 3\n" + parameters),
                other("sweep.method: '" + method + "', expected 'grid'"));
  EXPECT_THAT(refusal("early_terminate = { type = 'hyperband', min_iter = 3 }\n" + parameters),
              other("sweep.early_terminate: not of a grid"));
  EXPECT_THAT(refusal("seed = 3\n" + parameters), other("sweep.seed: not of a grid"));
  EXPECT_THAT(refusal("[sweep.parameters]\n'model.density' = { min = 0.1, max = 0.5 }\n"),
              other("a range, expected values for method grid"));
  EXPECT_THAT(message_of<ConfigError>([&] { load_sweep(folder_.write("w.yaml", "method: grid")); }),
              HasSubstr("what reads YAML is: python -m espalier.tune "));
  EXPECT_THAT(refusal("[grid]\n'training.weight_decay' = '=0.1*model.density'\n"),
              AllOf(HasSubstr("training.weight_decay: '=0.1*model.density', expected a number"),
                    HasSubstr("python -m espalier.tune FILE --derive")));
  EXPECT_FALSE(std::filesystem::exists(runs_));
}

TEST_F(SweepTest, ParametersOfAGridAreKeys) {
  const auto parameter = [&](const std::string& text) {
    return refusal("[sweep.parameters]\n" + text);
  };
  EXPECT_THAT(parameter("'training.lerning_rate' = [1, 2]"), HasSubstr("did you mean"));
  EXPECT_THAT(parameter("'run.name' = ['a', 'b']"),
              HasSubstr("sweep.toml:5: run.name: a sweep sets it in every run"));
  EXPECT_THAT(parameter("rate = 3"), HasSubstr("sweep.parameters.rate: unknown key, expected one"));
  EXPECT_THAT(parameter("lr = { values = [0, 1] }"),
              HasSubstr("sweep.toml:5: sweep.parameters.lr: unknown key, expected one such as"));
  EXPECT_THAT(parameter("learning_rate = { values = [0.0, 1.0] }"),
              HasSubstr("sweep.toml:5: sweep.parameters.learning_rate: unknown key, did you mean "
                        "training.learning_rate?"));
  EXPECT_THAT(parameter("'run.seed' = { values = [1, 2], probabilities = [0.5, 0.5] }"),
              HasSubstr("run.seed.probabilities: not of method grid"));
  EXPECT_THAT(parameter("'run.seed' = { values = [1, 2], value = 7 }"),
              HasSubstr("sweep.toml:5: run.seed.value: beside values, expected one of them"));
  EXPECT_THAT(parameter("'run.seed' = { values = [1, 2] }\nrun = { seed = { values = [3] } }"),
              HasSubstr("sweep.toml:6: sweep.parameters.run.seed: given twice, expected once"));
  EXPECT_THAT(refusal("metric = { name = 'validation_lost' }\n" + kFourRates),
              HasSubstr("no number of a summary, did you mean validation_loss?"));
}

TEST_F(SweepTest, ADamagedRunFailsAlone) {
  const Sweep s = sweep("[grid]\n'run.seed' = [1, 2]\n");
  run_sweep(s, quiet_);
  folder_.write("runs/seed_1/manifest.json", "{");
  std::filesystem::remove_all(runs_ / "seed_2");
  const SweepOutcome outcome = run_sweep(s, quiet_);
  EXPECT_EQ(outcome.done, 1);
  ASSERT_THAT(outcome.failures, SizeIs(1));
  EXPECT_THAT(outcome.failures[0], AllOf(HasSubstr("seed_1: "), HasSubstr("manifest.json")));
}

TEST_F(SweepTest, WhatWandbShowsAndCallsIsAcceptedWithANote) {
  EXPECT_THAT(
      sweep("name = 'rates'\ndescription = 'of small models'\n[grid]\n'run.seed' = 1\n").notes,
      SizeIs(0));
  const Sweep s = sweep(
      "program = 'train.py'\nproject = 'p'\nentity = 'e'\ncommand = ['python']\n"
      "[grid]\n'run.seed' = 1\n");
  EXPECT_THAT(s.notes, ElementsAre(HasSubstr("sweep.program, sweep.command, sweep.project, "
                                             "sweep.entity not used")));
  EXPECT_THAT(refusal("name = 3\n[grid]\n'run.seed' = 1\n"),
              HasSubstr("sweep.name: expected a string"));
}

TEST_F(SweepTest, ParametersOfAGridAreItsValues) {
  const Sweep s = sweep(
      "method = 'grid'\n[sweep.parameters]\ntraining.learning_rate = { values = [0.1, 0.2] }\n"
      "'run.seed' = [1, 2]\n'topology.drop_fraction' = { value = 0.25 }\n");
  ASSERT_THAT(s.runs, SizeIs(4));
  EXPECT_EQ(s.runs[1].run.name, "learning_rate_0.1-seed_2-drop_fraction_0.25");
  EXPECT_EQ(s.runs[3].topology.drop_fraction, 0.25);
}

TEST_F(SweepTest, AGridNamesTheRunAndTheFileThatAreWrong) {
  const std::string path = (folder_.path() / "sweep.toml").string();
  const std::string message =
      refusal("method = 'grid'\n[sweep.parameters]\n'topology.drop_fraction' = [0.5, 1.5]\n");
  EXPECT_THAT(message, HasSubstr(path + ": topology.drop_fraction: 1.5"));
  EXPECT_THAT(message, HasSubstr("in the run drop_fraction_1.5"));
  EXPECT_THAT(refusal("[grid]\n'topology.drop_fractoin' = [0.5]\n"),
              HasSubstr(path + ": topology.drop_fractoin: unknown key, did you mean "
                               "topology.drop_fraction?"));
}

TEST_F(SweepTest, ParametersMayBeNestedAsByWandb) {
  const std::string head = "method = 'grid'\n[sweep.parameters]\ntraining = { parameters = { ";
  const Sweep s =
      sweep(head + "learning_rate = { values = [0.1, 0.2] } } }\n'run.seed' = [1, 2]\n");
  ASSERT_THAT(s.runs, SizeIs(4));
  EXPECT_EQ(s.runs[3].training.learning_rate, 0.2);
  EXPECT_THAT(
      refusal(head + "learning_rate = { value = 0.1 } }, weight_decay = [0, 0.1] }\n"),
      HasSubstr("sweep.parameters.training.weight_decay: unknown key, expected parameters"));
}

TEST_F(SweepTest, AStudyHasItsBaseItself) {
  const std::string base =
      to_toml(training::small_image_config(training::small_images(folder_), "dynamic"));
  std::string nested;
  for (const char c : base) nested += c == '[' ? std::string("[base.") : std::string(1, c);
  const std::string study = nested +
                            "[study]\ntitle = 'Some'\nfigure = 'table'\n[row.thin]\nmodel.density "
                            "= 0.1\n[scale.smoke]\nruns = [{ row = 'thin' }]\n[sweep]\n";
  const Sweep s = load_sweep(folder_.write(
      "some/study.toml", study + "row = 'thin'\n[sweep.parameters]\n'run.seed' = [1, 2]\n"));
  EXPECT_EQ(s.folder, "runs/some-sweep");
  EXPECT_EQ(load_sweep(folder_.write("some/more.toml", study + "[grid]\n'run.seed' = 1\n")).folder,
            "runs/some-more-sweep");
  ASSERT_THAT(s.runs, SizeIs(2));
  EXPECT_EQ(s.runs[1].model.density, 0.1);
  EXPECT_EQ(s.runs[1].run.seed, 2);
  const auto refused = [&](const std::string& text) {
    return message_of<ConfigError>([&] { load_sweep(folder_.write("bad/study.toml", text)); });
  };
  const std::string grid = "[sweep.parameters]\n'run.seed' = [1, 2]\n";
  EXPECT_THAT(refused(study + grid + "[bse]\n"), HasSubstr("bse: unknown key, did you mean base?"));
  EXPECT_THAT(refused("base = 3\n[study]\n[sweep]\n" + grid),
              HasSubstr("study.toml:1: base: expected a table"));
  EXPECT_THAT(refused("[study]\n[sweep]\nrow = 'thin'\n" + grid),
              HasSubstr("study.toml:3: sweep.row: 'thin' is no row"));
  EXPECT_THAT(
      refused(study + "row = 'moved'\n" + grid + "[row.moved]\nfrom = 'thin@2'\n"),
      HasSubstr("sweep.row: 'moved' goes on from another run, expected a row that begins by "
                "itself"));
  EXPECT_THAT(refused(study + "metric = { name = 3 }\n" + grid),
              HasSubstr("sweep.metric.name: expected a string"));
  EXPECT_THAT(refused(study + "metric = { goal = 3 }\n" + grid),
              HasSubstr("sweep.metric.goal: expected a string"));
  // A study with a search, which another program makes, is a study still.
  EXPECT_EQ(load_study(folder_.write("other/study.toml", study + "method = 'bayes'\n")).title,
            "Some");
}

}  // namespace
}  // namespace espalier::experiments
