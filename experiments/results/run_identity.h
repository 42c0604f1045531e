// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <espalier/sparse/core/types.h>
#include <espalier/training/runs/run_summary.h>

namespace espalier::experiments {

/// Whether the folder of the run is there; of one from a file of summaries it may not be.
bool has_records(const training::RunSummary& run);

/// What tells runs apart by how they were trained: a hash of step and loss, to the last bit, of
/// every training record (XXH3, 64 bits). Studies that share settings train one run twice; their
/// records say so, whatever the names and however often each has validated. Of a run without such
/// records it is the run's folder, so that it is nobody else's; of one from a file of summaries,
/// its name with hash of the settings, seed, rate and validation loss. Throws as
/// `for_each_run_record`. Cost: reads the run's metrics.
std::string run_identity(const training::RunSummary& run);

/// The step at which the run left another one (`train --from`), so that it is none of its settings
/// alone; empty: it began by itself, or is of a file of summaries, which does not say. Throws as
/// `read_manifest`.
std::string branch_step(const training::RunSummary& run);

/// Runs by what they are: each group is one run, in the order in which they were given.
struct SameRuns {
  Index runs = 0;
  std::vector<std::vector<training::RunSummary>> distinct;
};

SameRuns same_runs(const std::vector<training::RunSummary>& runs);

/// How many there are, and a line for each run that there is more than once.
std::string same_runs_markdown(const SameRuns& same);

/// The first of each run in the order given; `notes` gets a line for each that is left out, and
/// `apart` by how much its validation loss differs from that of the first, since studies may
/// validate one run on different windows.
std::vector<training::RunSummary> without_repetitions(const std::vector<training::RunSummary>& runs,
                                                      std::vector<std::string>& notes,
                                                      std::vector<double>* apart = nullptr);

/// The folder that a run's folder lies in and its name, as "pareto-paper/dynamic_64"; its name, if
/// no folder is known.
std::string place_of_run(const training::RunSummary& run);
/// The folder that a run's folder lies in, as "pareto-paper"; empty if it is not known.
std::string study_of_run(const training::RunSummary& run);

}  // namespace espalier::experiments
