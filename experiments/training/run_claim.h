// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/experiments/config/run_config.h>
#include <espalier/experiments/runs/run_store.h>
#include <espalier/experiments/training/training_run.h>

namespace espalier::experiments {

/// Makes or finds the folder of a run and locks it. Throws ConfigError or FormatError, saying what
/// to do, unless the run that is there, if any, may go on, or start, with this configuration. A
/// start that failed before it had trained does not keep others out. Throws as `RunFolder::claim`
/// too.
RunFolder claim_run(const RunConfig& config, const TrainingRunOptions& options);

/// Is there nothing left to train, of this configuration?
bool is_done(const RunFolder& folder, const RunConfig& config);

}  // namespace espalier::experiments
