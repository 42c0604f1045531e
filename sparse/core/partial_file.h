// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace espalier {

/// What stands behind the name of a file that is written aside. No user gives a file such a name: a
/// writer takes the place of what has it.
inline constexpr const char* kPartialSuffix = ".espalier-partial";

/// Where a file is written before it is renamed into place: beside it, with `kPartialSuffix`.
std::filesystem::path partial_of(std::filesystem::path file);

/// The file that a path leads to where it names a symbolic link, even if there is none yet:
/// renaming over the link itself would leave that file as it was. Throws IoError if links lead
/// round in a circle, or one cannot be read.
std::filesystem::path behind_links(std::filesystem::path path);

}  // namespace espalier
