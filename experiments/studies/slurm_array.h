// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <espalier/sparse/core/types.h>

namespace espalier::experiments {

/// An array job of Slurm: the same command for each of `tasks` parts of a sweep.
struct SlurmArray {
  std::string name;                  ///< of the job
  std::filesystem::path folder;      ///< for what the tasks print, whole path
  std::filesystem::path directory;   ///< where the command is run
  std::vector<std::string> command;  ///< of one part, without its option --part
  Index tasks = 1;
  Index cores = 1;  ///< of a task
  /// Further options of sbatch as NAME=VALUE or NAME, such as "time=24:00:00"; they win over those
  /// that the script has.
  std::vector<std::string> options;
};

/// The script that sbatch takes. A task runs its part. Two minutes before its time is up Slurm
/// sends SIGUSR1, runs make checkpoints, the task asks Slurm to be queued again, and goes on then.
/// So does a task that ends with 75 for another reason, but not one that was cancelled. Throws
/// ConfigError for an option that sbatch could take for something else.
std::string slurm_script(const SlurmArray& array);

/// The most tasks that an array may have here, by MaxArraySize of `scontrol show config`; where
/// there is no Slurm, as Slurm is without that setting: 1000.
Index most_array_tasks();

/// Hands a script to sbatch and returns what it says, such as "Submitted batch job 12". Throws
/// IoError with sbatch's own words.
std::string submit(const std::filesystem::path& script);

}  // namespace espalier::experiments
