// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include <espalier/sparse/core/control_group.h>

namespace espalier {

/// How many cores the machine has, of which this process may be bound to fewer; at least 1.
int machine_cores();

/// How many cores the system lets the calling thread compute on, as taskset, mpirun or Slurm bind
/// it; at least 1.
int bound_cores();

/// Lets the calling thread, and those that it starts, compute on all places of OpenMP again, where
/// OMP_PROC_BIND or OMP_PLACES have had OpenMP's runtime, which comes with oneDNN, bind it to the
/// first one as the program was loaded. For main(), before there are other threads; not for
/// libraries. Does nothing without such places.
void leave_first_openmp_place();

/// How many cores' time `groups` leave to a process that is bound to `cores`, rounded up; at least
/// 1. A limit that is absent, that says there is none, or that cannot be read, is none.
int cores_within(int cores, std::span<const ControlGroup> groups);

/// How many cores this process may keep busy: those that it is bound to, and no more than its
/// control groups give it time for (docker --cpus, a CPU limit of Kubernetes, CPUQuota of systemd).
/// More threads than that are stopped together for most of each tenth of a second.
int allowed_cores();

}  // namespace espalier
