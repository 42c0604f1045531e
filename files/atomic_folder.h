// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>

namespace espalier::files {

/// Writes a folder so that others see it whole or not at all: `fill` writes into an empty folder
/// aside, .tmp-NAME beside it, which is synced and gets its name then. A folder of that name may be
/// there if it is empty, and a slash may stand behind it. Two writers of one name must exclude each
/// other. Throws ConfigError if anything else is there, IoError, and what `fill` throws; nothing is
/// left then.
void write_folder_atomically(const std::filesystem::path& folder,
                             const std::function<void(const std::filesystem::path& aside)>& fill);

}  // namespace espalier::files
