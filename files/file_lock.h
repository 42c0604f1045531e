// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <string_view>

namespace espalier::files {

/// Takes the lock (flock) of an open file without waiting for it; false if another process holds
/// it. Throws IoError naming the file if the file system has no locks, and says what to do.
bool try_lock(int file, const std::filesystem::path& path);

/// Does this path still name the file, or folder, that is open? Another process may have moved or
/// removed it between `open` and the lock, which is then of no use.
bool is_still(int file, const std::filesystem::path& path);

/// What makes locks in a folder hold on this machine alone, such as "nfs with nolock"; empty if
/// nothing says so. Two machines would both get such a lock. Of a folder that is not there, the one
/// in which it would be made counts.
std::string local_locks(const std::filesystem::path& folder);

/// The same for a device, by a table of mounts as Linux writes it (proc(5), mountinfo).
std::string local_locks(std::string_view mounts, dev_t device);

}  // namespace espalier::files
