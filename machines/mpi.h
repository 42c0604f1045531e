// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>

#include <espalier/machines/launcher.h>
#include <espalier/machines/machines.h>

namespace espalier::machines {

struct MpiOptions {
  /// A call in which nothing has moved for so long fails, and names the ranks that it waits for,
  /// unless it is a broadcast: of a rank that hangs nothing else tells. Must be longer than the
  /// others wait for rank 0 to write a checkpoint.
  std::chrono::milliseconds patience = std::chrono::minutes(10);
  /// A wait that lasts sleeps so long between looks, in which Open MPI moves no large message. By
  /// then a socket's buffer, 128 KB, must not have filled: short enough for 1 GB/s to each rank.
  std::chrono::microseconds nap = std::chrono::microseconds(50);
  /// Longer ones are cut: MPI counts bytes in an int.
  std::size_t largest_message_bytes = std::size_t{1} << 30;
};

/// Whether this build has MPI: ESPALIER_MPI.
bool has_mpi();

/// The processes that mpirun has started, by MPI. Once in a process; the thread that has made it
/// must destroy it. Messages travel between all pairs of ranks at once. A wait that lasts sleeps
/// between looks, so that it leaves its core to threads that compute.
///
/// A rank that leaves while others wait for it would leave them waiting. So call `abort` with what
/// this rank has thrown. Destroyed by an exception that flies, or after a call has failed, this
/// ends all ranks itself, with `kLostRankExitCode` if a call has failed and else with 1.
///
/// Throws ConfigError in a build without MPI, and IoError if MPI cannot be started, or lets only
/// one thread of a process call it.
std::unique_ptr<Machines> over_mpi(const MpiOptions& options = {});

}  // namespace espalier::machines
