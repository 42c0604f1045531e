// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <espalier/training/config/run_config.h>
#include "tests/faults/support/program.h"
#include "tests/support/temporary_folder.h"

namespace espalier::faults {

/// What a run that is done leaves behind, without what depends on the clock and on how many
/// sessions it took.
struct Outcome {
  std::string status;
  std::map<std::string, std::string> checkpoint;  ///< of the last step: bytes by name of the file
  std::vector<std::string> metrics;               ///< the records, in order
  std::vector<std::string> edits;                 ///< the entries of the log
  std::string summary;                            ///< the run's row in tables
  /// Every path in the folder but those of checkpoints: a kill before an old one is removed leaves
  /// it for the next save, which costs room and nothing else.
  std::vector<std::string> files;

  bool operator==(const Outcome&) const = default;
};

/// Reads it from a run's folder; throws espalier::Error if that cannot be read.
Outcome outcome_of(const std::filesystem::path& run);

/// The first thing in which `found` differs from `sound`; empty if they are equal.
std::string difference(const Outcome& found, const Outcome& sound);

/// Where tests keep what is soon gone: in memory if the system has a folder there, since a disk
/// would spend the tests' time on syncing.
inline std::filesystem::path scratch() {
  const std::filesystem::path memory = "/dev/shm";
  return std::filesystem::is_directory(memory) ? memory : std::filesystem::temp_directory_path();
}

/// A tiny run of a few steps with topology updates, validations and several checkpoints.
enum class Task {
  kImages,
  kText,
  kWideImages,  ///< with more of the work in products, on two threads
};

class Study {
 public:
  Study(Task task, const std::string& policy);

  /// The command that trains in `runs`/run, or goes on with what is there. The cache of a text's
  /// tokens is in `runs` too.
  Command train(const std::filesystem::path& runs) const;

  /// The same with the shim between, which `settings` tell what to do in `runs`.
  Command train_with_faults(const std::filesystem::path& runs,
                            const std::vector<std::string>& settings) const;

  /// Its configuration, for a run in this process.
  training::RunConfig config(const std::filesystem::path& runs) const;

  /// What it leaves if nothing happens.
  const Outcome& sound() const { return sound_; }

  /// A folder of the test for case `name`, empty.
  std::filesystem::path fresh(const std::string& name) const;
  const std::filesystem::path& folder() const { return temporary_.path(); }

  /// What is wrong if the same command is given again, now without faults: empty, or what does not
  /// equal a run to which nothing happened. Removes `runs`.
  std::string finish(const std::filesystem::path& runs) const;

  /// The status that tables show of the run as it is now, or why they show none.
  static std::string status(const std::filesystem::path& runs);

  /// What is wrong with the figures that tables show of the run as it is now: empty if there are
  /// none, or they were computed by the sound run too.
  std::string wrong_figures(const std::filesystem::path& runs) const;

 private:
  testing::TemporaryFolder temporary_{scratch()};
  std::filesystem::path config_;
  Outcome sound_;
  std::vector<double> losses_;  ///< of the sound run's validations
};

/// A line that tells how a process ended, for the messages of tests.
std::string told(const Ended& ended);

/// Is what a failed program wrote to stderr one line that begins with its name?
bool is_one_line(const std::string& err);

}  // namespace espalier::faults
