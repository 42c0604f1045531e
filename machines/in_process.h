// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <espalier/machines/machines.h>

namespace espalier::machines {

/// A job of so many ranks in one process: entry r is rank r, for a thread of its own. A rank that
/// is destroyed has left, and whoever waits for it gets a LostRankError; so does every rank of a
/// call in which ranks do different things. Throws ConfigError for fewer than one rank.
std::vector<std::unique_ptr<Machines>> in_process(int ranks);

}  // namespace espalier::machines
// Tested by tests/machines/machines_test.cpp
