// SPDX-License-Identifier: Apache-2.0
// Several processes on one store, one of which is killed: nothing is lost, nothing is done twice.
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <memory>
#include <thread>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>
#include <espalier/training/runs/run_store.h>
#include "tests/faults/support/cases.h"
#include "tests/faults/support/study.h"

namespace espalier::faults {
namespace {

namespace fs = std::filesystem;

constexpr int kProcesses = 4;
constexpr int kKilled = 128 + SIGKILL;

using Ends = std::vector<Ended>;

/// Starts the command four times, kills one process of them at a moment within `longest`, and waits
/// for all.
Ends compete(const Command& command, const Random& random, std::chrono::microseconds longest) {
  std::vector<std::unique_ptr<Process>> processes;
  for (int i = 0; i < kProcesses; ++i) processes.push_back(std::make_unique<Process>(command));
  const auto moment = static_cast<std::int64_t>(random.below(0, 1000));
  std::this_thread::sleep_for(longest * moment / 1000);
  processes[random.below(1, kProcesses)]->send(SIGKILL);
  Ends ends;
  for (const auto& process : processes) ends.push_back(process->wait());
  return ends;
}

std::chrono::microseconds time_of(const Command& command) {
  const auto start = std::chrono::steady_clock::now();
  run(command);
  return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() -
                                                               start);
}

TEST(Processes, FourOnOneRunWithOneKilled) {
  const Study study(Task::kImages, "dynamic");
  const auto longest = 2 * time_of(study.train(study.fresh("timed")));
  Cases cases;
  const Index trials = share_of(1000);
  for (Index trial = 0; trial < trials; ++trial) {
    const std::string name = "trial_" + std::to_string(trial);
    const fs::path runs = study.fresh(name);
    std::string wrong;
    for (const Ended& ended : compete(study.train(runs), Random(1, stream_id(name)), longest)) {
      const bool refused = ended.code == 1 && is_one_line(ended.err) &&
                           ended.err.find("another process is writing") != std::string::npos;
      if (ended.code != 0 && ended.code != kKilled && !refused) wrong += told(ended) + "; ";
    }
    wrong += study.wrong_figures(runs);
    wrong += study.finish(runs);
    cases.tried(name, wrong);
  }
}

/// A sweep of four of the study's runs, which differ in their seed.
class SweepOfRuns {
 public:
  SweepOfRuns() {
    const Command command = in("sound");
    if (run(command).code != 0) throw std::runtime_error("the sound sweep failed");
    sound_ = outcomes("sound");
  }

  Command in(const std::string& name) const {
    const fs::path file = study_.folder() / "sweep.toml";
    std::ofstream(file) << "[sweep]\nbase = 'run.toml'\nfolder = 'unused'\n"
                           "[grid]\n'run.seed' = [1, 2, 3, 4]\n";
    return {.arguments = {"sweep", "--config", file.string(), "--out", folder(name).string(),
                          "--workers", "2", "--quiet"}};
  }

  /// What is wrong after one more call of the sweep.
  std::string finish(const std::string& name) const {
    const Ended ended = run(in(name));
    if (ended.code != 0) return "the sweep does not go on: " + told(ended);
    std::string wrong;
    try {
      const std::vector<Outcome> found = outcomes(name);
      for (std::size_t i = 0; i < sound_.size(); ++i) wrong += difference(found[i], sound_[i]);
    } catch (const Error& error) {
      wrong = error.what();
    }
    fs::remove_all(folder(name));
    return wrong;
  }

 private:
  fs::path folder(const std::string& name) const { return study_.folder() / name; }
  std::vector<Outcome> outcomes(const std::string& name) const {
    std::vector<Outcome> result;
    for (const char* run : {"seed_1", "seed_2", "seed_3", "seed_4"})
      result.push_back(outcome_of(folder(name) / run));
    return result;
  }

  Study study_ = Study(Task::kImages, "dynamic");
  std::vector<Outcome> sound_;
};

TEST(Processes, FourSweepsOnOneFolderWithOneKilled) {
  const SweepOfRuns sweep;
  const auto longest = time_of(sweep.in("timed"));
  Cases cases;
  const Index trials = share_of(200);
  for (Index trial = 0; trial < trials; ++trial) {
    const std::string name = "sweep_" + std::to_string(trial);
    std::string wrong;
    for (const Ended& ended : compete(sweep.in(name), Random(1, stream_id(name)), longest)) {
      if (ended.code != 0 && ended.code != kKilled) wrong += told(ended) + "; ";
    }
    wrong += sweep.finish(name);
    cases.tried(name, wrong);
  }
}

}  // namespace
}  // namespace espalier::faults
