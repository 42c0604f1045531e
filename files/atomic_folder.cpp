// SPDX-License-Identifier: Apache-2.0
#include <espalier/files/atomic_folder.h>

#include <system_error>

#include <espalier/files/atomic_file.h>
#include <espalier/files/checked_call.h>
#include <espalier/sparse/core/error.h>

namespace espalier::files {

namespace fs = std::filesystem;

void write_folder_atomically(const fs::path& folder,
                             const std::function<void(const fs::path& aside)>& fill) {
  const fs::path normal = folder.lexically_normal();
  const fs::path path = normal.has_filename() ? normal : normal.parent_path();
  const bool is_free = checked(path, "look into", [&](std::error_code& error) {
    return !fs::exists(path, error) || (fs::is_directory(path, error) && fs::is_empty(path, error));
  });
  if (!is_free)
    throw ConfigError(path.string() + ": is there already, expected a folder that is not");
  const fs::path aside = path.parent_path() / (".tmp-" + path.filename().string());
  const auto remove_aside = [&](std::error_code& error) { fs::remove_all(aside, error); };
  checked(aside, "remove", [&](std::error_code& error) {
    remove_aside(error);
    return true;
  });
  create_folders(aside);
  try {
    fill(aside);
    sync_folder(aside);
    rename_path(aside, path);
  } catch (...) {
    std::error_code ignored;
    remove_aside(ignored);
    throw;
  }
  sync_folder(path.parent_path().empty() ? "." : path.parent_path());
}

}  // namespace espalier::files
