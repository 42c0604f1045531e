// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/machines/machines.h>

namespace espalier::training {

/// What the ranks of a job but the first do while rank 0 is in `run_training`: each trains its
/// shards of every batch, with data of its own machine, on a replica of the model. Silent; reads no
/// clock, heeds no signal, writes nothing but temporary files while it takes over a state. Returns
/// the exit code that rank 0 tells.
///
/// Throws IoError if a rank is lost, and what `Trainer::step` throws. Of what it cannot prepare it
/// tells rank 0, which ends the job.
int follow_training(machines::Machines& machines);

}  // namespace espalier::training
// Tested by tests/training/sessions/job_test.cpp
