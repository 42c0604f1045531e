// SPDX-License-Identifier: Apache-2.0
// Signals in hundreds, on every thread of a run under load, and one that asks it to stop: it ends
// with exit code 75 or 0, and the same command ends with what a run leaves to which nothing
// happened.
#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

#include <espalier/sparse/core/rng.h>
#include "tests/faults/support/cases.h"
#include "tests/faults/support/study.h"

namespace espalier::faults {
namespace {

namespace fs = std::filesystem;

constexpr int kStopped = 75;
constexpr int kStorm[] = {SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGWINCH,
                          SIGCHLD, SIGIO,   SIGURG,    SIGPWR};
constexpr int kStops[] = {SIGINT, SIGTERM, SIGHUP, SIGUSR1};

/// Sends `signal` to each thread of the process; how many there were.
Index send_to_threads(const Process& process, int signal) {
  Index sent = 0;
  std::error_code ended;
  fs::directory_iterator thread("/proc/" + std::to_string(process.id()) + "/task", ended);
  for (; !ended && thread != fs::directory_iterator(); thread.increment(ended)) {
    const int id = std::stoi(thread->path().filename());
    sent += syscall(SYS_tgkill, process.id(), id, signal) == 0;
  }
  return sent;
}

class Signals : public ::testing::TestWithParam<const char*> {};

TEST_P(Signals, OnEveryThread) {
  // Wide enough that a step is mostly products; the default has hardly any work.
  const Study study(Task::kWideImages, GetParam());
  Cases cases;
  Index sent = 0;
  const Index trials = share_of(100);
  for (Index trial = 0; trial < trials; ++trial) {
    const std::string name = "trial_" + std::to_string(trial);
    const Random random(1, stream_id(name));
    const fs::path runs = study.fresh(name);
    Command command = study.train(runs);
    command.environment = {"LD_PRELOAD=" + built("tests/faults/libsignal_shim.so").string()};
    Process process(command);
    const Index stop_at = static_cast<Index>(random.below(0, 600));
    // Before its handlers are there, a signal would end the process: rounds count from then on.
    for (Index polls = 0, round = 0; !process.has_ended() && polls < 100000; ++polls) {
      if (round > 0 || fs::exists(runs / "run/lock")) {
        if (round == stop_at) process.send(kStops[trial % 4]);
        sent += send_to_threads(
            process,
            kStorm[random.below(1 + static_cast<std::uint64_t>(round), std::size(kStorm))]);
        ++round;
      }
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
    const Ended ended = process.wait();
    const bool before_handlers = ended.code == 128 + kStops[trial % 4] && !fs::exists(runs / "run");
    std::string wrong;
    if (ended.code != 0 && ended.code != kStopped && !before_handlers) wrong = told(ended) + "; ";
    wrong += study.wrong_figures(runs);
    wrong += study.finish(runs);
    cases.tried(name, wrong);
  }
  std::cout << sent << " signals sent to threads\n";
  EXPECT_GT(sent, 0);
}

INSTANTIATE_TEST_SUITE_P(Policies, Signals, ::testing::Values("dense", "dynamic"),
                         [](const auto& tested) { return std::string(tested.param); });

}  // namespace
}  // namespace espalier::faults
