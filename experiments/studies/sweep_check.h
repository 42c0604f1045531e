// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include <espalier/experiments/studies/sweep_file.h>
#include <espalier/training/config/run_config.h>
#include <espalier/training/loop/training_memory.h>
#include <espalier/training/sessions/training_run.h>

namespace espalier::experiments {

/// How a run of a sweep starts. If it goes on from another run, only that run's name and step must
/// agree. If its folder holds another run, that makes way if it may `overwrite`.
training::TrainingRunOptions start_options(const Sweep& sweep, const training::RunConfig& config,
                                           bool overwrite);

/// Throws ConfigError if something keeps a run of a sweep from starting: another run in its folder
/// that it may not `overwrite`, data that are missing or do not fit it, too little memory. Damaged
/// runs are not checked: only they fail. Looks at each data set once, however many runs have it,
/// and only if one of them is not done. Prints warnings about data and, unless `quiet`, once each a
/// note of what runs change without effect. Makes and writes nothing, and starts no thread. Returns
/// false if some data are too long to be encoded within seconds: what the runs need of them is then
/// not checked (`Task::preview`).
bool check_sweep(const Sweep& sweep, bool overwrite = false, bool quiet = false);

/// How many runs are to train at a time: `workers`, or of 0 one for each core that the system lets
/// this process compute on.
std::size_t workers_asked_for(Index workers);

/// How many of `runs` may train at a time, at most `workers` and at least one: as many as fit into
/// `available` bytes whichever they are. Counts what each allocates
/// (`training::least_training_bytes`), and not the data, which they share.
std::size_t workers_that_fit(const std::vector<training::RunConfig>& runs, std::size_t workers,
                             double available = training::available_memory_bytes());

}  // namespace espalier::experiments
