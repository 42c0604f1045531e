// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

namespace espalier::experiments {

/// Makes the first SIGINT or SIGTERM set the flag that is returned, which asks for a checkpoint and
/// a clean end; a second one of its kind ends the program at once. For programs, not for libraries.
const std::atomic<bool>& stop_on_signals();

}  // namespace espalier::experiments
