// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <espalier/machines/machines.h>

namespace espalier::machines {

// What ranks have of their own, brought together. All of these are collective and throw as the
// transport does.

/// The number of each rank, in their order, on all.
std::vector<std::uint64_t> numbers_of_all(Machines& machines, std::uint64_t own);

/// The texts of all ranks, which may be any bytes, in their order.
std::vector<std::string> texts_of_all(Machines& machines, const std::string& own);
/// The same on rank 0 alone; none on the others. Each sends its text once.
std::vector<std::string> texts_at_first(Machines& machines, const std::string& own);

/// Sends `own` to rank 0, where `parts[r]` receives what rank r has sent and is as long, 0
/// included. The others need no `parts`.
void collect_at_first(Machines& machines, std::span<const std::byte> own,
                      std::span<const std::span<std::byte>> parts = {});

}  // namespace espalier::machines
// Tested by tests/machines/machines_test.cpp
