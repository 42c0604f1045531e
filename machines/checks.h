// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace espalier::machines {

/// What all transports check and do alike. Private to this folder.

/// Throws ShapeError unless a call has one part for each rank.
void require_parts(std::size_t parts, int ranks);

/// Copies what `rank` sends to itself. Throws ShapeError if the sizes differ.
void copy_own(std::span<const std::byte> sent, std::span<std::byte> received, int rank);

/// The last line of a job, on standard error.
void say_last(std::string_view message);

/// Ends this process at once, whatever its other threads do.
[[noreturn]] void end_process(int exit_code);

}  // namespace espalier::machines
// Tested by tests/machines/machines_test.cpp
