// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

namespace espalier::machines {

/// Whether mpirun, mpiexec or srun has started this process as one of several. Known from the
/// environment variables that they set, and so without MPI.
bool is_under_mpirun();

/// The rank that they gave this process, known without MPI; 0 if none.
int launched_rank();

/// The one line to print if the `cores` that a rank is bound to are fewer than `threads`, or, for 0
/// threads, than those of the machine: what happens and what to do. By default Open MPI's mpirun
/// binds each rank to a single core, or two ranks to two. Nothing if they suffice, and nothing for
/// a process that no mpirun has started.
std::optional<std::string> binding_warning(int threads, int cores, int machine, bool under_mpirun);

}  // namespace espalier::machines
