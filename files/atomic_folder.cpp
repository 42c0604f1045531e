// SPDX-License-Identifier: Apache-2.0
#include <espalier/files/atomic_folder.h>

#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>

#include <espalier/files/atomic_file.h>
#include <espalier/files/checked_call.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/system_call.h>

namespace espalier::files {

namespace fs = std::filesystem;

namespace {

/// Makes the folder aside under the first number that is free. Not by mkdtemp, whose folders
/// nobody else may read.
fs::path make_aside(const fs::path& path) {
  for (int number = 1;; ++number) {
    fs::path aside =
        path.parent_path() / (".tmp-" + path.filename().string() + '-' + std::to_string(number));
    if (uninterrupted([&] { return ::mkdir(aside.c_str(), 0777); }) == 0) return aside;
    if (errno != EEXIST)
      throw IoError(aside.string() + ": cannot make the folder: " + std::strerror(errno));
  }
}

}  // namespace

void write_folder_atomically(const fs::path& folder,
                             const std::function<void(const fs::path& aside)>& fill) {
  const fs::path normal = folder.lexically_normal();
  const fs::path path = normal.has_filename() ? normal : normal.parent_path();
  const bool is_free = checked(path, "look into", [&](std::error_code& error) {
    return !fs::exists(path, error) || (fs::is_directory(path, error) && fs::is_empty(path, error));
  });
  if (!is_free)
    throw ConfigError(path.string() + ": is there already, expected a folder that is not");
  const fs::path above = path.has_parent_path() ? path.parent_path() : ".";
  std::error_code ignored;  // what is no folder cannot be made one, and that will be told
  if (!fs::is_directory(above, ignored)) create_folders(above);
  const fs::path aside = make_aside(path);
  try {
    fill(aside);
    sync_folder(aside);
    rename_path(aside, path);
  } catch (...) {
    fs::remove_all(aside, ignored);
    throw;
  }
  sync_folder(above);
}

}  // namespace espalier::files
