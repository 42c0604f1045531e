// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>

namespace espalier::files {

/// Writes a folder so that others see it whole or not at all: `fill` writes into a new folder
/// aside, .espalier-partial-NAME-1 beside it or the first number that is free, which is synced and
/// gets its name then. A folder of that name may be there if it is empty and not the working
/// folder, and a slash may stand behind it. Where it is a symbolic link, all this is done to the
/// folder that it leads to, and the link stays. Of two writers of one name one succeeds, and the
/// other throws. Throws ConfigError if anything else is there or `folder` is empty, IoError, and
/// what `fill` throws; nothing is left then, unless only the last sync failed: then the folder is
/// in its place. A writer that is killed leaves its folder aside, which the next writer of that
/// name removes. One that is at work has it locked (flock); where a file system has no locks, or
/// this machine alone has them, a user may remove it.
void write_folder_atomically(const std::filesystem::path& folder,
                             const std::function<void(const std::filesystem::path& aside)>& fill);

}  // namespace espalier::files
