// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/config/config_file.h>
#include <espalier/experiments/training/sweep.h>
#include <espalier/experiments/training/sweep_check.h>

#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <csignal>
#include <map>
#include <thread>

#include <espalier/experiments/config/study.h>
#include <espalier/experiments/config/task.h>
#include <espalier/experiments/config/time_budget.h>
#include <espalier/experiments/runs/run_store.h>
#include <espalier/experiments/runs/run_summary.h>
#include <espalier/experiments/tasks/training_task.h>
#include <espalier/experiments/training/run_claim.h>
#include <espalier/experiments/training/training_run.h>
#include <espalier/sparse/core/error.h>
#include "tests/experiments/small_images.h"
#include "tests/support/temporary_folder.h"

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

/// A learning rate with which a run fails after some steps.
const std::string kDiverges = "1e30";

const std::string kParameters =
    "[sweep.parameters]\n'training.learning_rate' = { distribution = 'log_uniform_values', "
    "min = 1e-4, max = 1e-1 }\n'topology.policy' = { values = ['static', 'dynamic'] }\n"
    "'training.weight_decay' = '=0.1*model.density'\n";

std::map<std::string, double> losses_in(const std::filesystem::path& runs) {
  std::map<std::string, double> losses;
  for (const RunSummary& run : read_runs({runs})) losses[run.name] = run.validation_loss();
  return losses;
}

class SweepTest : public ::testing::Test {
 protected:
  void SetUp() override {
    RunConfig base = small_image_config(small_images(folder_), "dynamic");
    folder_.write("base.toml", to_toml(base));
  }

  Sweep sweep(const std::string& grid) const {
    const auto file = folder_.write(
        "sweep.toml", "[sweep]\nbase = 'base.toml'\nfolder = '" + runs_.string() + "'\n" + grid);
    return load_sweep(file);
  }
  std::string refusal(const std::string& grid) const {
    return message_of<ConfigError>([&] { sweep(grid); });
  }

  TemporaryFolder folder_;
  const std::filesystem::path runs_ = folder_.path() / "runs";
  SweepOptions quiet_ = {.workers = 2, .quiet = true};
};

TEST_F(SweepTest, RunsEveryCombinationInTheOrderOfTheFile) {
  const Sweep s = sweep(
      "[[grid]]\n'topology.policy' = ['static', 'dynamic']\n'model.density' = 0.1\n"
      "'run.seed' = [1, 2]\n[[grid]]\n'topology.policy' = 'dense'\n'model.density' = 1.0\n");
  std::vector<std::string> names;
  for (const RunConfig& run : s.runs) {
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
  EXPECT_THAT(refusal("[grid]\n'run.sead' = [1]"), HasSubstr("did you mean run.seed?"));
  EXPECT_THAT(refusal("[grid]\n'model.block' = [3]"), HasSubstr("model.block: 3"));
  EXPECT_THAT(refusal("[grid]\n'run.seed' = [1, 1]"), HasSubstr("two runs have the name seed_1"));
  EXPECT_THAT(refusal("colour = 1"), HasSubstr("sweep.colour: unknown"));
  EXPECT_THAT(refusal("[other]"), HasSubstr("other: unknown"));
  EXPECT_THAT(refusal("[grid]\n'run.seed' = [1"), HasSubstr("not valid TOML"));
  EXPECT_THAT(refusal("[grid]\n'run.threads' = [1, 2]\n"),
              HasSubstr("run.threads: a sweep sets it in every run"));
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
  for (const std::string method : {"grid", "random"})
    EXPECT_THAT(said("method = '" + method +
                         "'\ntrials = 2\n[sweep.parameters]\n'topology.policy' = ['static', "
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
    for (const RunConfig& run :
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
  EXPECT_EQ(read_run_config(runs_ / "seed_1").training.learning_rate, 1e-3);
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

/// The task "images" under another name, which counts how often its data are read.
class Counted : public Task {
 public:
  const TaskInfo& info() const override { return info_; }
  std::string model_name(const RunConfig& config) const override {
    return images_->model_name(config);
  }
  models::ModelDeclaration declare_model(const RunConfig& config) const override {
    return images_->declare_model(config);
  }
  std::vector<std::pair<std::string, Index>> sparse_widths(const RunConfig& config) const override {
    return images_->sparse_widths(config);
  }
  MemoryNeed least_memory(const RunConfig& config) const override {
    return images_->least_memory(config);
  }
  std::shared_ptr<const TaskData> load(
      const RunConfig& config, const std::function<void(const std::string&)>& say) const override {
    ++loads;
    return images_->load(config, say);
  }
  std::unique_ptr<TrainingTask> make(const RunConfig& config, const TaskData& data,
                                     const Context& context) const override {
    return images_->make(config, data, context);
  }
  void count(const RunConfig& config, const RunResult& result, RunSummary& run) const override {
    images_->count(config, result, run);
  }

  mutable int loads = 0;

 private:
  static TaskInfo info_of(TaskInfo info) {
    info.name = "counted";
    return info;
  }
  const TaskPtr images_ = find_task("images");
  const TaskInfo info_ = info_of(images_->info());
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

TEST_F(SweepTest, ASearchIsCheckedByTheTrialsThatAreKnown) {
  const std::string search = "method = 'bayes'\nrun_cap = 9\nseed = 3\n";
  EXPECT_TRUE(check_sweep(sweep(search + kParameters)));
  EXPECT_THAT(message_of<ConfigError>(
                  [&] { check_sweep(sweep(search + kParameters + "'data.images' = 'gone'\n")); }),
              HasSubstr("gone/train-images"));
  EXPECT_FALSE(std::filesystem::exists(runs_));
  folder_.write("runs/trials/sweep.json", "{\"search\": {}}");
  EXPECT_THAT(message_of<ConfigError>([&] { check_sweep(sweep(search + kParameters)); }),
              HasSubstr("of another search"));
}

TEST_F(SweepTest, ProgressTellsTheBestSoFarAndTheTimeThatIsLeft) {
  // Longer than the interval between lines, so that there is one each time.
  quiet_ = {
      .workers = 1, .quiet = false, .clock = [seconds = 0.0]() mutable { return seconds += 60; }};
  ::testing::internal::CaptureStderr();
  const SweepOutcome outcome = run_sweep(sweep("[grid]\n'run.seed' = [1, 2]\n"), quiet_);
  const std::string said = ::testing::internal::GetCapturedStderr();
  const auto losses = losses_in(runs_);
  EXPECT_THAT(said, HasSubstr("sweep 0%  0/2 runs  1 running, 0 failed\n"));
  EXPECT_THAT(said, ContainsRegex("sweep 50%  1/2 runs  [0-9.]+/h  [0-9:]+ left  1 running, 0 "
                                  "failed, best seed_1 [0-9.]+\n"));
  ASSERT_TRUE(outcome.best);
  EXPECT_EQ(outcome.best->value, std::min(losses.at("seed_1"), losses.at("seed_2")));
  EXPECT_THAT(said, ContainsRegex("sweep 100%  2/2 runs .* in [0-9:]+  0 failed, best " +
                                  outcome.best->name + " [0-9.]+\n$"));
}

/// Trains in a process of its own; its exit code is whether all was done.
pid_t start_worker(const Sweep& sweep) {
  const pid_t process = ::fork();
  if (process != 0) return process;
  try {
    const SweepOutcome outcome = run_sweep(sweep, {.workers = 1, .quiet = true, .stop = nullptr});
    ::_exit(outcome.failures.empty() && !outcome.stopped ? 0 : 1);
  } catch (const std::exception&) {
    ::_exit(2);
  }
}

/// Waits for a worker; its exit code, or -1 if a signal ended it.
int code_of(pid_t worker) {
  int status = 0;
  ::waitpid(worker, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::ptrdiff_t count_of(const std::string& word, const std::string& text) {
  std::ptrdiff_t count = 0;
  for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++count;
  return count;
}

TEST_F(SweepTest, FourWorkersShareTheRunsAndThoseOfOneThatDies) {
  const Sweep s = sweep("[grid]\n'run.seed' = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]\n");
  std::vector<pid_t> workers;
  for (int i = 0; i < 4; ++i) workers.push_back(start_worker(s));
  // Killed once they train.
  while (!std::filesystem::exists(runs_ / "logs/seed_2.log")) std::this_thread::yield();
  ::kill(workers[0], SIGKILL);
  EXPECT_EQ(code_of(workers[0]), -1);
  for (std::size_t i = 1; i < 4; ++i) EXPECT_EQ(code_of(workers[i]), 0);
  std::ptrdiff_t begun_again = 0;
  for (const RunConfig& run : s.runs) {
    EXPECT_EQ(read_manifest(runs_ / run.run.name).status, RunStatus::kDone);
    EXPECT_EQ(count_of("\"end\"", read_bytes(runs_ / run.run.name / "metrics.jsonl")), 1);
    const std::string log = read_bytes(runs_ / "logs" / (run.run.name + ".log"));
    begun_again += count_of("--- started", log) - 1;
  }
  EXPECT_LE(begun_again, 1);  // the one of the worker that died
}

TEST_F(SweepTest, WhatAnotherFailedAtIsNotTriedOnceMore) {
  const Sweep s =
      sweep("[grid]\n'training.learning_rate' = [" + kDiverges + ", 0.003]\n'run.seed' = [1, 2]\n");
  const std::vector<pid_t> workers = {start_worker(s), start_worker(s)};
  for (const pid_t worker : workers) EXPECT_EQ(code_of(worker), 1);
  // A worker that begins when another has failed at a run tries it as an earlier call's.
  for (const RunConfig& run : {s.runs[0], s.runs[1]})
    EXPECT_LE(count_of("--- started", read_bytes(runs_ / "logs" / (run.run.name + ".log"))), 2);
}

TEST_F(SweepTest, ARunThatIsTrainedElsewhereIsWaitedFor) {
  const Sweep s = sweep("[grid]\n'run.seed' = [1]\n");
  const auto log = folder_.write("runs/logs/seed_1.log", "--- started elsewhere\n");
  const int other = ::open(log.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  ASSERT_EQ(::flock(other, LOCK_EX | LOCK_NB), 0);
  // Not in the worker's hands too.
  const pid_t worker = ::fork();
  if (worker == 0) {
    ::close(other);
    ::_exit(run_sweep(s, quiet_).done == 1 ? 0 : 1);
  }
  // As long as it takes to look twice: it has not ended and has trained nothing.
  std::this_thread::sleep_for(std::chrono::milliseconds(600));
  int status = 0;
  EXPECT_EQ(::waitpid(worker, &status, WNOHANG), 0);
  EXPECT_FALSE(std::filesystem::exists(runs_ / "seed_1"));
  ::close(other);
  EXPECT_EQ(code_of(worker), 0);
  EXPECT_EQ(read_manifest(runs_ / "seed_1").status, RunStatus::kDone);
}

// The other run ends while nothing is left to be done here.
TEST_F(SweepTest, TheLastLineCountsWhatOthersTrained) {
  const Sweep s = sweep("[grid]\n'run.seed' = [1, 2]\n");
  const auto log = folder_.write("runs/logs/seed_2.log", "--- started elsewhere\n");
  const int lock = ::open(log.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  ASSERT_EQ(::flock(lock, LOCK_EX | LOCK_NB), 0);
  const pid_t other = ::fork();  // holds the lock until it ends
  if (other == 0) {
    try {
      for (int i = 0; i < 6000 && !is_done(runs_ / "seed_1", s.runs[0]); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
      run_training(s.runs[1], {.checkpoint = {}, .quiet = true});
      ::_exit(0);
    } catch (const std::exception&) {
      ::_exit(1);
    }
  }
  ::close(lock);
  quiet_.quiet = false;
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(run_sweep(s, quiet_).done, 2);
  EXPECT_THAT(::testing::internal::GetCapturedStderr(),
              ContainsRegex("sweep 100%  2/2 runs [^\n]*\n$"));
  EXPECT_EQ(code_of(other), 0);
}

// The run that goes on stands before the one that it goes on from, and both workers are free.
TEST_F(SweepTest, ABranchWaitsForItsCheckpointAndGoesOnThere) {
  RunConfig parent = small_image_config(small_images(folder_), "dynamic");
  parent.run.folder = runs_.string();
  parent.training.checkpoint_every = 20;
  parent.training.keep_checkpoints = 4;
  RunConfig moved = parent;
  moved.run.name = "moved";
  moved.topology.grow = "gradient";
  const Sweep s = {.folder = runs_,
                   .runs = {moved, parent},
                   .origins = {{"moved", {.run = "dynamic", .step = 20}}}};
  EXPECT_EQ(run_sweep(s, quiet_).done, 2);
  EXPECT_EQ(read_manifest(runs_ / "moved").branched_from, "dynamic@20");
  EXPECT_EQ(read_manifest(runs_ / "dynamic").branched_from, "");

  // With other settings both are trained anew, the branch from the new run and not the old one.
  Sweep other = s;
  for (RunConfig& run : other.runs) run.training.learning_rate = 1e-3;
  quiet_.overwrite = true;
  EXPECT_EQ(run_sweep(other, quiet_).done, 2);
  EXPECT_EQ(read_manifest(runs_ / "moved").branched_from, "dynamic@20");
  Sweep fresh = other;
  fresh.folder = folder_.path() / "fresh";
  for (RunConfig& run : fresh.runs) run.run.folder = fresh.folder.string();
  EXPECT_EQ(run_sweep(fresh, quiet_).done, 2);
  EXPECT_EQ(losses_in(fresh.folder), losses_in(runs_));
}

TEST_F(SweepTest, ABranchOfARunThatFailsFailsToo) {
  RunConfig parent = small_image_config(small_images(folder_), "dynamic");
  parent.run.folder = runs_.string();
  parent.training.learning_rate = 1e30;  // diverges before the checkpoint
  RunConfig moved = small_image_config(small_images(folder_), "dynamic");
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

TEST_F(SweepTest, RandomTrialsDependOnSeedAndNumberAlone) {
  const Sweep s =
      sweep("method = 'random'\ntrials = 4\nmetric = { name = 'validation_loss' }\n" + kParameters);
  const SweepOutcome outcome = run_sweep(s, quiet_);
  EXPECT_EQ(outcome.done, 4);
  EXPECT_THAT(outcome.failures, SizeIs(0));
  ASSERT_TRUE(outcome.best);
  const RunConfig best = read_run_config(runs_ / outcome.best->name);
  EXPECT_THAT(outcome.best->values,
              ElementsAre(fmt::format("training.learning_rate={}", best.training.learning_rate),
                          fmt::format("topology.policy='{}'", best.topology.policy)));
  const auto losses = losses_in(runs_);
  ASSERT_THAT(losses, SizeIs(4));
  for (const auto& [name, loss] : losses) EXPECT_GE(loss, outcome.best->value) << name;
  EXPECT_EQ(read_run_config(runs_ / "trial_0000").training.weight_decay, 0.025);
  // More trials, one at a time: those that were done stay.
  Sweep more = s;
  more.budget.trials = 5;
  EXPECT_EQ(run_sweep(more, kOneAtATime).done, 5);
  EXPECT_EQ(losses_in(runs_).at("trial_0003"), losses.at("trial_0003"));
  // Elsewhere they are the same, in whatever order.
  more.folder = folder_.path() / "elsewhere";
  for (RunConfig& run : more.runs) run.run.folder = more.folder.string();
  EXPECT_EQ(run_sweep(more, quiet_).done, 5);
  EXPECT_EQ(losses_in(more.folder), losses_in(runs_));
}

TEST_F(SweepTest, BayesKeepsWhatItKnewAndGoesOn) {
  const Sweep s = sweep("method = 'bayes'\nrun_cap = 9\nseed = 3\n" + kParameters);
  Sweep part = s;
  part.budget.trials = 7;
  EXPECT_EQ(run_sweep(part, kOneAtATime).done, 7);
  EXPECT_EQ(run_sweep(s, kOneAtATime).done, 9);
  const std::string last = read_bytes(runs_ / "trials/trial_0008.json");
  EXPECT_THAT(last, HasSubstr("\"results\": [\n    0,\n    1,"));
  // In one go: the same, as each trial follows from seed and results.
  Sweep again = s;
  again.folder = folder_.path() / "again";
  EXPECT_EQ(run_sweep(again, kOneAtATime).done, 9);
  EXPECT_EQ(losses_in(again.folder), losses_in(runs_));
  EXPECT_EQ(read_bytes(again.folder / "trials/trial_0008.json"), last);
  // Another search may not mix with it.
  Sweep other = s;
  other.search->seed = 4;
  EXPECT_THAT(message_of<ConfigError>([&] { run_sweep(other, kOneAtATime); }),
              HasSubstr("of another search, which differs in seed; choose another folder"));
  // Neither may one of another base, whose settings are named if the folder knows them.
  const std::string base = read_bytes(folder_.path() / "base.toml");
  RunConfig changed = small_image_config(small_images(folder_), "dynamic");
  changed.training.batch *= 2;
  folder_.write("base.toml", to_toml(changed));
  const auto refused = [&] {
    return message_of<ConfigError>(
        [&] { check_sweep(sweep("method = 'bayes'\nrun_cap = 9\nseed = 3\n" + kParameters)); });
  };
  EXPECT_THAT(refused(),
              HasSubstr(fmt::format("differs in training.batch ({}, not {}); choose",
                                    changed.training.batch / 2, changed.training.batch)));
  folder_.write("base.toml", base);
  std::string older = read_bytes(runs_ / "trials/sweep.json");
  older.replace(older.find("\"settings\""), 10, "\"something\"");
  folder_.write("runs/trials/sweep.json", older);
  EXPECT_TRUE(check_sweep(sweep("method = 'bayes'\nrun_cap = 9\nseed = 3\n" + kParameters)));
  folder_.write("base.toml", to_toml(changed));
  EXPECT_THAT(refused(), HasSubstr("differs in the configuration of its runs; choose"));
}

TEST_F(SweepTest, TwoWorkersOfABayesianSearchTrainEachTrialOnce) {
  const Sweep s = sweep("method = 'bayes'\nrun_cap = 10\n" + kParameters);
  const std::vector<pid_t> workers = {start_worker(s), start_worker(s)};
  for (const pid_t worker : workers) EXPECT_EQ(code_of(worker), 0);
  EXPECT_THAT(losses_in(runs_), SizeIs(10));
  for (const auto& entry : std::filesystem::directory_iterator(runs_ / "logs"))
    EXPECT_EQ(count_of("--- started", read_bytes(entry.path())), 1) << entry.path();
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

TEST_F(SweepTest, ADamagedTrialIsNamed) {
  const Sweep s = sweep("method = 'bayes'\nrun_cap = 2\n" + kParameters);
  run_sweep(s, kOneAtATime);
  for (const char* text : {"{\"point\": [0.01]}", "{\"point\": [0.01, 2]}", "{\"point\": [7, 0]}",
                           "{\"point\": \"x\"}", "{}", "{"}) {
    folder_.write("runs/trials/trial_0001.json", text);
    EXPECT_THAT(message_of<FormatError>([&] { run_sweep(s, kOneAtATime); }),
                HasSubstr("trial_0001.json"))
        << text;
  }
}

const std::string kHalving =
    "method = 'halving'\ntrials = 6\nmetric = { name = 'validation_loss' }\n"
    "early_terminate = { type = 'hyperband', eta = 2, s = 2 }\n" +
    kParameters;

/// Of `kHalving`: six trials, the best three of them longer and the best one whole. The name of the
/// last.
std::string expect_rungs(const std::filesystem::path& folder) {
  std::map<std::string, RunSummary> runs;
  for (const RunSummary& run : read_runs({folder})) runs[run.name] = run;
  EXPECT_THAT(runs, SizeIs(6 + 3 + 1));
  std::string last;
  double worst_promoted = 0, best_left = 1e9;
  Index promoted_once = 0;
  for (int t = 0; t < 6; ++t) {
    const std::string name = "trial_000" + std::to_string(t);
    EXPECT_EQ(runs[name].steps, 15);
    const double loss = runs[name].validation_loss();
    if (runs.contains(name + "-rung_1")) {
      ++promoted_once;
      EXPECT_EQ(runs[name + "-rung_1"].steps, 30);
      worst_promoted = std::max(worst_promoted, loss);
    } else {
      best_left = std::min(best_left, loss);
    }
    if (runs.contains(name + "-rung_2")) {
      last = name + "-rung_2";
      EXPECT_EQ(runs[last].steps, 60);
    }
  }
  EXPECT_EQ(promoted_once, 3);
  EXPECT_LE(worst_promoted, best_left);
  return last;
}

TEST_F(SweepTest, HalvingTrainsTheBestOfEachRungLonger) {
  const Sweep s = sweep(kHalving);
  quiet_.quiet = false;
  ::testing::internal::CaptureStderr();
  const SweepOutcome outcome = run_sweep(s, quiet_);
  // A run of a rung takes twice as long as one of the rung before.
  EXPECT_THAT(::testing::internal::GetCapturedStderr(),
              AllOf(HasSubstr("sweep 0%  0/16 short runs"), HasSubstr("100%  16/16 short runs")));
  EXPECT_EQ(outcome.done, 6 + 3 + 1);
  EXPECT_EQ(outcome.best->name, expect_rungs(runs_));
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(run_sweep(s, quiet_).done, 10);  // nothing is left
  EXPECT_THAT(::testing::internal::GetCapturedStderr(), HasSubstr("100%  16/16 short runs"));
}

TEST_F(SweepTest, ThreeWorkersHalveAsOneDoes) {
  Sweep s = sweep(kHalving);
  const std::vector<pid_t> workers = {start_worker(s), start_worker(s), start_worker(s)};
  for (const pid_t worker : workers) EXPECT_EQ(code_of(worker), 0);
  expect_rungs(runs_);
  for (const auto& entry : std::filesystem::directory_iterator(runs_ / "logs"))
    EXPECT_EQ(count_of("--- started", read_bytes(entry.path())), 1) << entry.path();
  s.folder = folder_.path() / "alone";
  run_sweep(s, kOneAtATime);
  EXPECT_EQ(losses_in(s.folder), losses_in(runs_));
}

/// Waits until nobody trains the run of a log any more.
void wait_for_the_end_of(const std::filesystem::path& log) {
  const int file = ::open(log.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  ASSERT_GE(file, 0);
  ASSERT_EQ(::flock(file, LOCK_EX), 0);
  ::close(file);
}

TEST_F(SweepTest, ABayesianSearchGoesOnWithTheTrialOfAWorkerThatDied) {
  const Sweep s = sweep("method = 'bayes'\nrun_cap = 10\n" + kParameters +
                        "'training.steps' = 600\n");  // so that it dies before its trial ends
  const std::filesystem::path log = runs_ / "logs/trial_0000.log";
  const pid_t alone = start_worker(s);
  while (!std::filesystem::exists(log)) std::this_thread::yield();
  ::kill(alone, SIGKILL);
  EXPECT_EQ(code_of(alone), -1);
  wait_for_the_end_of(log);
  const auto started = [](const std::filesystem::path& file) {
    return count_of("--- started", read_bytes(file));
  };
  const bool is_done = RunFolder::exists(runs_ / "trial_0000") &&
                       read_manifest(runs_ / "trial_0000").status == RunStatus::kDone;
  const auto begun = started(log) + (is_done ? 0 : 1);

  // Another dies once results decide, beside two that live.
  std::vector<pid_t> workers = {start_worker(s), start_worker(s), start_worker(s)};
  while (!std::filesystem::exists(runs_ / "logs/trial_0006.log")) std::this_thread::yield();
  ::kill(workers[0], SIGKILL);
  for (const pid_t worker : {workers[1], workers[2]}) EXPECT_EQ(code_of(worker), 0);
  const int code = code_of(workers[0]);
  EXPECT_TRUE(code == -1 || code == 0) << code;

  EXPECT_EQ(started(log), begun);
  std::ptrdiff_t begun_again = 0;
  for (int trial = 0; trial < 10; ++trial) {
    const std::string name = "trial_000" + std::to_string(trial);
    EXPECT_EQ(read_manifest(runs_ / name).status, RunStatus::kDone);
    EXPECT_EQ(count_of("\"end\"", read_bytes(runs_ / name / "metrics.jsonl")), 1);
    if (trial > 0) begun_again += started(runs_ / "logs" / (name + ".log")) - 1;
  }
  EXPECT_LE(begun_again, 1);  // the one of the second that died
}

TEST_F(SweepTest, ABudgetOfFlopsEndsIt) {
  Sweep s =
      sweep("method = 'random'\nflops = 1\nmetric = { name = 'validation_loss' }\n" + kParameters);
  EXPECT_EQ(run_sweep(s, kOneAtATime).done, 1);
  // Static and dynamic trials differ a little, by what updates take: after the third there is
  // something left, after the fourth nothing.
  s.budget.flops = 3.5 * read_runs({runs_}).front().total_training_flops;
  EXPECT_EQ(run_sweep(s, kOneAtATime).done, 4);
}

TEST_F(SweepTest, ABudgetOfHoursEndsIt) {
  Sweep s = sweep("method = 'random'\nrun_cap = 4\nhours = 1e-12\n" + kParameters);
  EXPECT_EQ(run_sweep(s, kOneAtATime).done, 1);
  // A little more than the first trial took: one more begins, and takes longer than that little.
  constexpr double kHour = 3600, kMore = 1 + 1e-9;
  s.budget.hours = kMore * read_runs({runs_}).front().seconds / kHour;
  EXPECT_EQ(run_sweep(s, kOneAtATime).done, 2);
  s.budget = {.trials = 3, .flops = 0, .hours = 1e6};
  EXPECT_EQ(run_sweep(s, kOneAtATime).done, 3);
}

TEST_F(SweepTest, ATargetThatIsMetEndsIt) {
  const auto done_with = [&](const std::string& metric, const std::string& folder) {
    Sweep s = sweep("method = 'random'\nrun_cap = 3\nmetric = " + metric + "\n" + kParameters);
    s.folder = folder_.path() / folder;
    return run_sweep(s, kOneAtATime).done;
  };
  EXPECT_EQ(done_with("{ name = 'validation_loss', target = 100 }", "low"), 1);
  EXPECT_EQ(done_with("{ name = 'accuracy', goal = 'maximize', target = 0.0 }", "high"), 1);
  EXPECT_EQ(done_with("{ name = 'accuracy', goal = 'maximize', target = 2 }", "never"), 3);
  EXPECT_THAT(message_of<ConfigError>(
                  [&] { done_with("{ name = 'validation_loss', target = 'low' }", "none"); }),
              HasSubstr("sweep.metric.target: expected a number"));
}

TEST_F(SweepTest, DistributionsHaveTheNamesOfWandb) {
  const Sweep s = sweep(
      "method = 'random'\ntrials = 3\n[sweep.parameters]\n"
      "'training.learning_rate' = { distribution = 'log_uniform', min = -9, max = -2 }\n"
      "'training.weight_decay' = { distribution = 'log_normal', mu = -4.5, sigma = 0.5 }\n"
      "'topology.drop_fraction' = { distribution = 'normal', mu = 0.5, sigma = 0.1 }\n"
      "'training.warmup_fraction' = { distribution = 'inv_log_uniform', min = 1, max = 4 }\n"
      "'model.density' = { distribution = 'inv_log_uniform_values', min = 0.1, max = 0.5 }\n"
      "'training.batch' = { distribution = 'q_log_uniform', min = 2.5, max = 4, q = 8 }\n"
      "'training.steps' = { distribution = 'q_normal', mu = 60, sigma = 5 }\n"
      "'topology.updates' = { distribution = 'q_uniform', min = 2, max = 8, q = 2 }\n"
      "'topology.policy' = { values = ['static', 'dynamic'], probabilities = [0.25, 0.75] }\n");
  const Space& space = s.search->space;
  const auto expect_range = [&](std::size_t d, double low, double high, bool logarithmic,
                                bool normal, double step) {
    const Dimension& dimension = space[d];
    EXPECT_DOUBLE_EQ(dimension.low, low) << dimension.name;
    EXPECT_DOUBLE_EQ(dimension.high, high) << dimension.name;
    EXPECT_EQ(dimension.logarithmic, logarithmic) << dimension.name;
    EXPECT_EQ(dimension.normal, normal) << dimension.name;
    EXPECT_EQ(dimension.step, step) << dimension.name;
  };
  ASSERT_THAT(space, SizeIs(9));
  expect_range(0, std::exp(-9.0), std::exp(-2.0), true, false, 0);
  expect_range(1, std::exp(-6.5), std::exp(-2.5), true, true, 0);
  expect_range(2, 0.1, 0.9, false, true, 0);
  expect_range(3, std::exp(-4.0), std::exp(-1.0), true, false, 0);
  expect_range(4, 0.1, 0.5, true, false, 0);
  expect_range(5, std::exp(2.5), std::exp(4.0), true, false, 8);
  expect_range(6, 40, 80, false, true, 1);
  expect_range(7, 2, 8, false, false, 2);
  EXPECT_THAT(space[8].probabilities, ElementsAre(0.25, 0.75));
  const RunConfig trial =
      trial_config(s, 0, point_at(space, std::vector<double>(space.size(), 0.5)));
  EXPECT_EQ(trial.training.steps, 60);
  EXPECT_EQ(trial.topology.drop_fraction, 0.5);
  EXPECT_EQ(trial.topology.policy, "dynamic");
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

/// Steps of a trial of 60 on each rung.
std::vector<Index> steps_of_rungs(const Sweep& sweep) {
  std::vector<Index> steps;
  for (Index rung = 0; rung < sweep.search->bracket.rungs; ++rung)
    steps.push_back(trial_config(sweep, 0, {0.01, 0}, rung).training.steps);
  return steps;
}

TEST_F(SweepTest, BracketsInIterationsAreRungs) {
  const auto stopped = [&](const std::string& early_terminate) {
    return sweep("method = 'random'\nearly_terminate = { type = 'hyperband', " + early_terminate +
                 " }\n" + kParameters);
  };
  // A validation is every three of 60 steps.
  EXPECT_THAT(steps_of_rungs(stopped("min_iter = 2")), ElementsAre(6, 18, 54, 60));
  EXPECT_THAT(steps_of_rungs(stopped("min_iter = 5, eta = 2")), ElementsAre(15, 30, 60));
  EXPECT_THAT(steps_of_rungs(stopped("max_iter = 18, s = 2")), ElementsAre(6, 18, 60));
  EXPECT_THAT(steps_of_rungs(stopped("max_iter = 18, s = 1, eta = 2")), ElementsAre(27, 60));
  // 18 / 27 is less than one, and 60 and 180 come after the end.
  EXPECT_THAT(steps_of_rungs(stopped("max_iter = 18, s = 5")), ElementsAre(6, 18, 60));
  EXPECT_THAT(steps_of_rungs(stopped("max_iter = 180, s = 3")), ElementsAre(20, 60));
  EXPECT_EQ(stopped("min_iter = 2").budget.trials, 27);
  EXPECT_EQ(method_name(stopped("min_iter = 2")), "halving");

  const auto refused = [&](const std::string& early_terminate, const std::string& more = "") {
    return refusal("method = 'random'\nearly_terminate = { type = 'hyperband', " + early_terminate +
                   " }\n" + kParameters + more);
  };
  EXPECT_THAT(refused("min_iter = 20"), HasSubstr("which has 20 validations; expected a smaller"));
  EXPECT_THAT(refused("max_iter = 2, s = 1"), HasSubstr("no bracket before the end"));
  EXPECT_THAT(refused("max_iter = 90, s = 1"), HasSubstr("no bracket before the end"));
  EXPECT_THAT(refused("max_iter = 9"), HasSubstr("early_terminate.s: missing"));
  EXPECT_THAT(refused("min_iter = 3, s = 2"), HasSubstr("early_terminate.s: of max_iter"));
  EXPECT_THAT(refused("min_iter = 3, max_iter = 9"), HasSubstr("beside min_iter"));
  EXPECT_THAT(refused("min_iter = 0"), HasSubstr("early_terminate.min_iter: expected an integer"));
  EXPECT_THAT(refused("strict = true"), HasSubstr("expected type, eta, s, min_iter, max_iter"));
  EXPECT_THAT(refused("min_iter = 3", "'training.validate_every' = [3, 6]\n"),
              HasSubstr("trials of 20 and of 10 validations, expected equally many"));
  EXPECT_THAT(
      refused("min_iter = 3", "'training.schedule_by' = 'hours'\n'training.hours' = 0.001\n"),
      HasSubstr("which follow the clock in these runs; expected s alone"));
}

TEST_F(SweepTest, AGridIsHalvedFromAllItsCombinations) {
  const std::string stop =
      "method = 'grid'\nearly_terminate = { type = 'hyperband', min_iter = 10, eta = 2 }\n";
  const std::string parameters =
      "[sweep.parameters]\n'training.learning_rate' = [0.001, 0.01]\n"
      "'topology.policy' = { values = ['static', 'dynamic'] }\n";
  const SweepOutcome outcome = run_sweep(sweep(stop + parameters), quiet_);
  EXPECT_EQ(outcome.done, 4 + 2);
  std::map<std::string, Index> runs_of;
  for (const RunSummary& run : read_runs({runs_})) {
    EXPECT_EQ(run.steps, run.name.ends_with("-rung_1") ? 60 : 30);
    const RunConfig config = read_run_config(runs_ / run.name);
    if (run.steps == 30)
      ++runs_of[config.topology.policy + std::to_string(config.training.learning_rate)];
  }
  EXPECT_THAT(runs_of, SizeIs(4));
  EXPECT_THAT(outcome.best->name, HasSubstr("-rung_1"));

  EXPECT_THAT(refusal(stop + "[grid]\n'run.seed' = [1, 2]\n"),
              HasSubstr("grid: of method grid without sweep.early_terminate"));
  EXPECT_THAT(refusal(stop + kParameters), HasSubstr("a range, expected values"));
  EXPECT_THAT(refusal("method = 'grid'\n[sweep.parameters]\n"
                      "'run.seed' = { values = [1, 2], probabilities = [0.5, 0.5] }\n"),
              HasSubstr("run.seed.probabilities: not of method grid"));
}

TEST_F(SweepTest, HalvingOfRunsByTheHourHalvesTheirHours) {
  const Sweep s = sweep(kHalving + "'training.schedule_by' = 'hours'\n'training.hours' = 0.25\n");
  const auto seconds = [&](Index rung) {
    return time_budget(trial_config(s, 0, {0.01, 0}, rung)).seconds;
  };
  EXPECT_DOUBLE_EQ(seconds(0), 225);
  EXPECT_DOUBLE_EQ(seconds(1), 450);
  EXPECT_DOUBLE_EQ(seconds(2), 900);
}

TEST_F(SweepTest, RefusesWhatIsNoSearch) {
  EXPECT_THAT(refusal("method = 'bayes'\n" + kParameters), HasSubstr("sweep.trials: missing"));
  EXPECT_THAT(refusal("method = 'best'\ntrials = 3\n" + kParameters),
              HasSubstr("sweep.toml: sweep.method: 'best', expected 'grid', 'random'"));
  const auto parameter = [&](const std::string& text) {
    return refusal("method = 'random'\ntrials = 3\n[sweep.parameters]\n" + text);
  };
  EXPECT_THAT(parameter(""), HasSubstr("none with several values"));
  EXPECT_THAT(parameter("'training.learning_rate' = { min = 1.0 }"),
              HasSubstr("sweep.toml:7: training.learning_rate.max: expected a number"));
  EXPECT_THAT(parameter("'training.learning_rate' = { min = 1.0, max = 0.5 }"),
              HasSubstr("sweep.toml:7: sweep.parameters.training.learning_rate: from 1 to 0.5"));
  EXPECT_THAT(parameter("'training.learning_rate' = { min = 0.0, max = 1.0, distribution = "
                        "'log_uniform_values' }"),
              HasSubstr("min 0 of a logarithmic range"));
  EXPECT_THAT(
      parameter("'training.learning_rate' = { min = 1.0, max = 2.0, distribution = 'beta' }"),
      HasSubstr("distribution: 'beta', expected uniform, int_uniform"));
  EXPECT_THAT(parameter("'training.lerning_rate' = [1, 2]"), HasSubstr("did you mean"));
  EXPECT_THAT(parameter("'model.density' = { min = 0.1, max = 1.5 }"),
              AllOf(HasSubstr("1.5, expected a number in"), HasSubstr("in a trial with")));
  EXPECT_THAT(parameter("'run.name' = ['a', 'b']"),
              HasSubstr("sweep.toml:7: run.name: a sweep sets it in every run"));
  EXPECT_THAT(parameter("rate = 3"), HasSubstr("sweep.parameters.rate: unknown key, expected one"));
  EXPECT_THAT(parameter("lr = { distribution = 'uniform', min = 0, max = 1 }"),
              HasSubstr("sweep.toml:7: sweep.parameters.lr: unknown key, expected one such as"));
  EXPECT_THAT(parameter("learning_rate = { min = 0.0, max = 1.0 }"),
              HasSubstr("sweep.toml:7: sweep.parameters.learning_rate: unknown key, did you mean "
                        "training.learning_rate?"));
  EXPECT_THAT(refusal("method = 'random'\nmetric = { name = 'validation_lost' }\ntrials = 3\n" +
                      kParameters),
              HasSubstr("no number of a summary, did you mean validation_loss?"));
  EXPECT_THAT(refusal("method = 'bayes'\ntrials = 3\nearly_terminate = { type = 'hyperband' }\n" +
                      kParameters),
              HasSubstr("expected method random or grid with it, or bayes without it"));
  EXPECT_THAT(parameter("'run.seed' = { values = [1, 2], probabilities = [0.5, 0.6] }"),
              HasSubstr("sweep.toml:7: sweep.parameters.run.seed: probabilities 0.5, 0.6, expected "
                        "2 numbers above 0"));
  EXPECT_THAT(parameter("'training.learning_rate' = { distribution = 'normal', sigma = 0 }"),
              HasSubstr("training.learning_rate.sigma: expected a number above 0"));
  EXPECT_THAT(parameter("'training.learning_rate' = { distribution = 'normal', min = 0 }"),
              HasSubstr("training.learning_rate.min: unknown key, did you mean"));
  EXPECT_THAT(refusal("method = 'random'\ntrials = 3\n" + kParameters + "[grid]\n'run.seed' = 1\n"),
              HasSubstr("expected [sweep.parameters]"));
  EXPECT_THAT(refusal("method = 'grid'\n" + kParameters), HasSubstr("a range, expected values"));
  EXPECT_FALSE(std::filesystem::exists(runs_));
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

TEST_F(SweepTest, AGridOfValuesThatFollowOthersIsOneRunWithAName) {
  const Sweep s = sweep(
      "method = 'grid'\n[sweep.parameters]\n"
      "'training.learning_rate' = '=0.5*topology.drop_fraction'\n");
  ASSERT_THAT(s.runs, SizeIs(1));
  EXPECT_EQ(s.runs[0].run.name, "following");
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
  const std::string base = to_toml(small_image_config(small_images(folder_), "dynamic"));
  std::string nested;
  for (const char c : base) nested += c == '[' ? std::string("[base.") : std::string(1, c);
  const auto file = folder_.write(
      "some/study.toml",
      nested +
          "[study]\ntitle = 'Some'\nfigure = 'table'\n[row.thin]\nmodel.density = 0.1\n"
          "[scale.smoke]\nruns = [{ row = 'thin' }]\n"
          "[sweep]\nmethod = 'random'\nrow = 'thin'\ntrials = 2\n" +
          kParameters);
  const Sweep s = load_sweep(file);
  EXPECT_EQ(s.folder, "runs/some-sweep");
  ASSERT_TRUE(s.search);
  const RunConfig trial = trial_config(s, 0, {0.01, 0});
  EXPECT_EQ(trial.model.density, 0.1);
  EXPECT_EQ(trial.training.learning_rate, 0.01);
  EXPECT_EQ(trial.topology.policy, "static");
  EXPECT_TRUE(load_study(file).has_sweep);
}

}  // namespace
}  // namespace espalier::experiments
