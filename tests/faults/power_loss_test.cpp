// SPDX-License-Identifier: Apache-2.0
// The power goes at any point of a run: from the log of what a run did to the disk, states are made
// in which what was not synced is lost in part (`Disk` says how), and the real program goes on in
// each of them.
#include <gtest/gtest.h>

#include <charconv>

#include "tests/faults/support/cases.h"
#include "tests/faults/support/disk_log.h"
#include "tests/faults/support/study.h"

namespace espalier::faults {
namespace {

namespace fs = std::filesystem;

/// The step that "step_N" names, or -1.
Index step_of(const fs::path& path) {
  const std::string name = path.filename();
  Index step = -1;
  if (name.starts_with("step_")) std::from_chars(&name[5], name.data() + name.size(), step);
  return step;
}

/// Which checkpoint a process may rely on: put in place, and its folder synced.
class Committed {
 public:
  void apply(const Operation& operation) {
    if (operation.kind == "open") files_[operation.file] = operation.path;
    if (operation.kind == "rename" || operation.kind == "exchange")
      in_place_ = std::max(in_place_, step_of(operation.to));
    if (operation.kind == "fsync" && files_[operation.file].filename() == "checkpoints")
      step_ = in_place_;
  }
  Index step() const { return step_; }  ///< -1: none

 private:
  std::map<int, fs::path> files_;
  Index in_place_ = -1;
  Index step_ = -1;
};

/// The newest checkpoint in place, or -1.
Index newest_checkpoint(const fs::path& run) {
  Index newest = -1;
  std::error_code missing;
  for (fs::directory_iterator it(run / "checkpoints", missing), end; !missing && it != end; ++it)
    newest = std::max(newest, step_of(it->path()));
  return newest;
}

struct State {
  Loss loss;
  std::uint64_t seed;
};

class PowerLoss : public ::testing::TestWithParam<Task> {
 protected:
  /// The log of the run in `runs`, which goes on to its end.
  std::vector<Operation> logged(const fs::path& runs) {
    const fs::path log = study_.folder() / "operations.log";
    fs::remove(log);
    const Ended ended = run(study_.train_with_faults(runs, {"FAULT_LOG=" + log.string()}));
    EXPECT_EQ(ended.code, 0) << told(ended);
    return read_log(log);
  }

  /// Cuts the power after each operation that followed on what `disk` holds.
  void cut_everywhere(Disk disk, const std::vector<Operation>& operations, Index committed_before) {
    Committed committed;
    std::uint64_t number = 0;
    for (const Operation& operation : operations) {
      disk.apply(operation);
      committed.apply(operation);
      ++number;
      const bool last = number == operations.size();
      if (operation.kind == "open" || operation.kind == "close") {
        if (!last) continue;
      }
      if (!last && number % static_cast<std::uint64_t>(stride()) != 0) continue;
      const Index step = std::max(committed_before, committed.step());
      for (const auto& [loss, seed] : {State{Loss::kEverything, 0}, State{Loss::kLateEntries, 1},
                                       State{Loss::kAnySubset, 2}, State{Loss::kAnySubset, 3}}) {
        const std::string name = "operation_" + std::to_string(number) + "_" + operation.kind +
                                 "_loss_" + std::to_string(seed);
        const fs::path state = study_.fresh(name);
        disk.materialise(state, loss, Random(seed, stream_id("power", number)));
        cases_.tried(name, verdict(state, step, last));
      }
    }
  }

  /// What is wrong with going on in this state.
  std::string verdict(const fs::path& state, Index committed, bool was_done) const {
    std::string wrong = study_.wrong_figures(state);
    if (newest_checkpoint(state / "run") < committed)
      wrong += "the committed checkpoint of step " + std::to_string(committed) + " is lost; ";
    if (was_done) {
      const std::string status = study_.status(state);
      if (status != "done") wrong += "a run that had said it was done is now " + status + "; ";
    }
    return wrong + study_.finish(state);
  }

  Study study_ = Study(GetParam(), "dynamic");
  Cases cases_;
};

TEST_P(PowerLoss, AtEveryPointOfARun) {
  const fs::path runs = study_.fresh("logged");
  Disk disk(runs);
  cut_everywhere(std::move(disk), logged(runs), -1);
}

TEST_P(PowerLoss, AtEveryPointOfARunThatGoesOn) {
  const fs::path runs = study_.fresh("logged");
  // Killed late: some checkpoints are there, and records after the last of them.
  const Ended killed = run(study_.train_with_faults(runs, {"FAULT_ACTION=kill", "FAULT_AT=150"}));
  ASSERT_EQ(killed.code, 128 + SIGKILL);
  const Index committed = newest_checkpoint(runs / "run");
  Disk disk(runs);
  cut_everywhere(std::move(disk), logged(runs), committed);
}

INSTANTIATE_TEST_SUITE_P(Tasks, PowerLoss, ::testing::Values(Task::kImages, Task::kText),
                         [](const auto& tested) {
                           return tested.param == Task::kImages ? "Images" : "Text";
                         });

}  // namespace
}  // namespace espalier::faults
