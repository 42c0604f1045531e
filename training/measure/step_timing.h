// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <espalier/sparse/core/types.h>
#include <espalier/training/config/run_config.h>
#include <espalier/training/runs/step_times.h>

namespace espalier::training {

/// The time of a training step of each of `runs`, each on one thread; of runs that differ in seed
/// and learning rate only, one is measured. In every round each run trains for a while in turn, so
/// that a slow phase of the machine slows all; the time of a run in a round is the mean of its
/// steps. It includes what a step does beside products, but no validations. Rounds train the first
/// steps of a run one after the other: those in which an update of the topology is due include it,
/// and where these are fewer than a quarter of the rounds, the median and the quartiles leave it
/// out. A run with too few steps has fewer rounds (`StepTime::rounds`).
/// All models are in memory at once; runs with equal data share one copy of it. `say` gets a line
/// for the user before each long part. Throws as runs do before they start.
std::vector<StepTime> measure_step_times(const std::vector<RunConfig>& runs, Index rounds,
                                         const std::function<void(const std::string&)>& say);

}  // namespace espalier::training
