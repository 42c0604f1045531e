// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include <espalier/experiments/studies/sweep.h>

namespace espalier::experiments {

/// The options of `study` and `sweep` that hand their runs to Slurm, and that train a part of them.
struct SlurmOptions {
  bool write = false;
  bool submit = false;
  std::vector<std::string> options;  ///< of sbatch, NAME=VALUE
  Index most_tasks = 0;              ///< 0: as many as Slurm allows
  std::string part;                  ///< "3/240"; empty: all
};

void add_slurm_options(CLI::App& command, SlurmOptions& options);

/// Checks the sweep as before a start, writes an array job for it into its folder, submits it if
/// asked to, and prints the script's path and what sbatch says.
void hand_to_slurm(const Sweep& sweep, const SlurmOptions& options, const SweepOptions& training);

}  // namespace espalier::experiments
