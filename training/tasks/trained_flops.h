// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/training/config/run_config.h>
#include <espalier/training/config/run_result.h>

namespace espalier::training {

/// `TaskDeclaration::cost` of a run that has summed its FLOPs over the steps. `rest` are those
/// of a sample that `TrainingTask::sample_flops` leaves out, such as its head's.
RunCost trained_cost(const RunConfig& config, const RunResult& result, double rest);

}  // namespace espalier::training
