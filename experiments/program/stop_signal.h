// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

namespace espalier::experiments {

/// Prepares the program for signals as a long run needs it, and returns the flag that asks for a
/// checkpoint and a clean end.
///
/// The first SIGINT, SIGTERM, SIGHUP or SIGUSR1 (which Slurm's --signal can send ahead of time)
/// sets the flag; a second SIGINT ends the program at once. A SIGHUP that the parent
/// ignores, as under nohup, stays ignored. A write past a file-size limit (SIGXFSZ) or to a pipe
/// that nobody reads any more (SIGPIPE, such as a log through `tee`) fails with an error instead of
/// ending the program.
///
/// The handler runs on a stack of its own, since a product of the dense library points the stack
/// register into its buffers, and only on the calling thread, which must be the main one; threads
/// of TBB have these signals blocked. Forked processes inherit all of it. For programs, not for
/// libraries.
const std::atomic<bool>& stop_on_signals();

}  // namespace espalier::experiments
