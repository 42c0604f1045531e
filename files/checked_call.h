// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <system_error>

#include <espalier/sparse/core/error.h>

namespace espalier::files {

/// Calls `action(error)`, again while signals interrupt it, and throws IoError "PATH: cannot WHAT:
/// ..." if it set the error.
template <typename Action>
auto checked(const std::filesystem::path& path, const char* what, const Action& action) {
  while (true) {
    std::error_code error;
    auto result = action(error);
    if (!error) return result;
    if (error != std::errc::interrupted)
      throw IoError(path.string() + ": cannot " + what + ": " + error.message());
  }
}

/// Is there something at this path? Throws IoError if the system does not tell.
inline bool is_there(const std::filesystem::path& path) {
  return checked(path, "look into",
                 [&](std::error_code& error) { return std::filesystem::exists(path, error); });
}

}  // namespace espalier::files
// Tested by tests/files/atomic_file_test.cpp
