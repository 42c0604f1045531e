// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/training/config/run_config.h>
#include <espalier/training/runs/run_store.h>
#include <espalier/training/runs/run_summary.h>

namespace espalier::training {

/// What `Task::count` fills in of a run that has summed its FLOPs over the steps. `rest` are those
/// of a sample that `TrainingTask::sample_flops` leaves out, such as its head's. The optimizer's
/// are counted as if each step had stored what the last one did: some too few where a run began
/// denser.
void count_trained(const RunConfig& config, const RunResult& result, double rest, RunSummary& run);

}  // namespace espalier::training
