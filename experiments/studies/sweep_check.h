// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/experiments/studies/sweep_file.h>
#include <espalier/training/config/run_config.h>
#include <espalier/training/sessions/training_run.h>

namespace espalier::experiments {

/// How a run of a sweep starts: as one that began where the sweep says, of a branch by name and
/// step alone, and in place of what its folder holds if that is another one and it may `overwrite`.
training::TrainingRunOptions start_options(const Sweep& sweep, const training::RunConfig& config,
                                           bool overwrite);

/// Throws ConfigError with what would keep a run of a sweep from starting: another run in its
/// folder, unless it may `overwrite` that, data that are not there or do not fit it, too little
/// memory. Damaged runs are none of it: they fail alone. Each data set is looked at once, however
/// many runs have it, and only if one of them is not done. Makes and writes nothing, and starts no
/// thread. False if some data are too long to be encoded in some seconds, so that what the runs
/// need of them remains to be seen
/// (`Task::preview`).
bool check_sweep(const Sweep& sweep, bool overwrite = false);

}  // namespace espalier::experiments
