// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <espalier/sparse/core/types.h>
#include <espalier/training/config/run_config.h>
#include <espalier/training/runs/step_times.h>

namespace espalier::training {

/// The time of a training step of each of `runs`, one of those that differ in seed and learning
/// rate only, each on one thread. In every round each trains for a while in turn, so that what
/// slows the machine down for a time slows all; a round's time of a run is the mean of its steps.
/// What a step does beside products is in it, validations and topology updates are not. All models
/// are in memory at once; runs of equal [data] share one copy of it. `say` takes a line for people
/// before something that takes long. Throws as runs do before they start.
std::vector<StepTime> measure_step_times(const std::vector<RunConfig>& runs, Index rounds,
                                         const std::function<void(const std::string&)>& say);

}  // namespace espalier::training
