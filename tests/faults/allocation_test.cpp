// SPDX-License-Identifier: Apache-2.0
// Memory that runs out: each allocation of a run fails once, and the run has less and less of it.
// It ends with one line or with the weights of a run to which nothing happened; never by a signal.
#include <gtest/gtest.h>

#include <fstream>

#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/sparse/core/error.h>
#include "tests/faults/support/cases.h"
#include "tests/faults/support/study.h"

namespace espalier::faults {
namespace {

namespace fs = std::filesystem;

/// What a run takes.
struct Memory {
  Index allocations = 0;
  Index most_bytes = 0;  ///< live at one time
};

class OutOfMemory : public ::testing::Test {
 protected:
  Command train(const fs::path& runs, const std::string& setting) const {
    Command command = study_.train(runs);
    command.environment = {"LD_PRELOAD=" + built("tests/faults/liballocation_shim.so").string(),
                           setting};
    return command;
  }

  Memory taken() const {
    const fs::path file = study_.folder() / "count";
    run(train(study_.fresh("counted"), "ALLOCATION_COUNT=" + file.string()));
    Memory memory;
    std::ifstream(file) >> memory.allocations >> memory.most_bytes;
    return memory;
  }

  /// What is wrong with a run that had too little memory; looks at what it left, and goes on with
  /// that if `goes_on`.
  std::string verdict(const std::string& name, const std::string& setting, bool goes_on) const {
    const fs::path runs = study_.fresh(name);
    const Ended ended = run(train(runs, setting));
    std::string wrong;
    if (ended.code == 0) {
      try {
        wrong = difference(outcome_of(runs / "run"), study_.sound());
      } catch (const Error& error) {
        wrong = error.what();
      }
    } else if (ended.code != 1 || !is_one_line(ended.err)) {
      wrong = told(ended) + "; ";
    }
    wrong += study_.wrong_figures(runs);
    const models::LatestCheckpoint latest = models::latest_checkpoint(runs / "run/checkpoints");
    for (const std::string& line : latest.skipped) wrong += line;
    if (goes_on) wrong += study_.finish(runs);
    fs::remove_all(runs);
    return wrong;
  }

  Study study_ = Study(Task::kImages, "dynamic");
  Cases cases_;
};

TEST_F(OutOfMemory, AtEachAllocation) {
  constexpr Index kGoesOn = 20;  // one in so many; the state left is looked at each time
  const Memory memory = taken();
  Index number = 0;
  for (Index at = 1; at <= memory.allocations; at += stride()) {
    const std::string name = "allocation_" + std::to_string(at);
    cases_.tried(name,
                 verdict(name, "ALLOCATION_AT=" + std::to_string(at), ++number % kGoesOn == 0));
  }
}

TEST_F(OutOfMemory, WithLessAndLessOfIt) {
  const Memory memory = taken();
  const Index steps = share_of(200);
  for (Index step = 1; step <= steps; ++step) {
    const Index cap = memory.most_bytes * (steps - step) / steps + 1;
    const std::string name = "cap_" + std::to_string(cap);
    cases_.tried(name, verdict(name, "ALLOCATION_CAP=" + std::to_string(cap), true));
  }
}

}  // namespace
}  // namespace espalier::faults
