// SPDX-License-Identifier: Apache-2.0
// Several processes that train the runs of one sweep.
#include <espalier/experiments/studies/sweep.h>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <espalier/training/runs/run_store.h>
#include <espalier/training/sessions/start_decision.h>
#include <espalier/training/sessions/training_run.h>
#include "tests/experiments/studies/sweep_fixture.h"
#include "tests/support/temporary_folder.h"

namespace espalier::experiments {
namespace {

using espalier::testing::read_bytes;
using ::testing::ContainsRegex;

class SweepWorkers : public SweepTest {};

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

TEST_F(SweepWorkers, FourWorkersShareTheRunsAndThoseOfOneThatDies) {
  const Sweep s = sweep("[grid]\n'run.seed' = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]\n");
  std::vector<pid_t> workers;
  for (int i = 0; i < 4; ++i) workers.push_back(start_worker(s));
  // Killed once they train.
  while (!std::filesystem::exists(runs_ / "logs/seed_2.log")) std::this_thread::yield();
  ::kill(workers[0], SIGKILL);
  EXPECT_EQ(code_of(workers[0]), -1);
  for (std::size_t i = 1; i < 4; ++i) EXPECT_EQ(code_of(workers[i]), 0);
  std::ptrdiff_t begun_again = 0;
  for (const training::RunConfig& run : s.runs) {
    EXPECT_EQ(training::read_manifest(runs_ / run.run.name).status, training::RunStatus::kDone);
    EXPECT_EQ(count_of("\"end\"", read_bytes(runs_ / run.run.name / "metrics.jsonl")), 1);
    const std::string log = read_bytes(runs_ / "logs" / (run.run.name + ".log"));
    begun_again += count_of("--- started", log) - 1;
  }
  EXPECT_LE(begun_again, 1);  // the one of the worker that died
}

TEST_F(SweepWorkers, WhatAnotherFailedAtIsNotTriedOnceMore) {
  const Sweep s =
      sweep("[grid]\n'training.learning_rate' = [" + kDiverges + ", 0.003]\n'run.seed' = [1, 2]\n");
  const std::vector<pid_t> workers = {start_worker(s), start_worker(s)};
  for (const pid_t worker : workers) EXPECT_EQ(code_of(worker), 1);
  // A worker that begins when another has failed at a run tries it as an earlier call's.
  for (const training::RunConfig& run : {s.runs[0], s.runs[1]})
    EXPECT_LE(count_of("--- started", read_bytes(runs_ / "logs" / (run.run.name + ".log"))), 2);
}

// What an earlier attempt said is no reason of this one, which can write no word.
TEST_F(SweepWorkers, OnAFullDiskARunHasNoReasonOfAnEarlierAttempt) {
  const Sweep s = sweep("[grid]\n'run.seed' = [1]\n");
  const std::string earlier = "--- started earlier\n--- failed: of old\n";
  const auto log = folder_.write("runs/logs/seed_1.log", earlier);
  const auto said = folder_.write("said.txt", "");
  const pid_t worker = ::fork();
  if (worker == 0) {
    ::signal(SIGXFSZ, SIG_IGN);
    const int answer = ::open(said.c_str(), O_WRONLY | O_CLOEXEC);
    const rlim_t most = earlier.size();
    const rlimit limit = {.rlim_cur = most, .rlim_max = most};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    try {
      const SweepOutcome outcome = run_sweep(s, quiet_);
      const bool tells = outcome.failures.size() == 1 &&
                         outcome.failures[0] == "seed_1: exit code 1, without a word in " +
                                                    log.string() + "; is the disk full?";
      if (!outcome.failures.empty())
        static_cast<void>(!::write(answer, outcome.failures[0].data(), most));
      ::_exit(tells ? 0 : 1);
    } catch (const std::exception&) {
      ::_exit(2);
    }
  }
  EXPECT_EQ(code_of(worker), 0) << read_bytes(said);
  EXPECT_EQ(read_bytes(log), earlier);
}

TEST_F(SweepWorkers, ARunThatIsTrainedElsewhereIsWaitedFor) {
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
  EXPECT_EQ(training::read_manifest(runs_ / "seed_1").status, training::RunStatus::kDone);
}

// The other run ends while nothing is left to be done here.
TEST_F(SweepWorkers, TheLastLineCountsWhatOthersTrained) {
  const Sweep s = sweep("[grid]\n'run.seed' = [1, 2]\n");
  const auto log = folder_.write("runs/logs/seed_2.log", "--- started elsewhere\n");
  const int lock = ::open(log.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  ASSERT_EQ(::flock(lock, LOCK_EX | LOCK_NB), 0);
  const pid_t other = ::fork();  // holds the lock until it ends
  if (other == 0) {
    try {
      for (int i = 0;
           i < 6000 && decide(read_run_state(runs_ / "seed_1", s.runs[0]), s.runs[0], {}).start !=
                           training::Start::kDone;
           ++i)
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

}  // namespace
}  // namespace espalier::experiments
