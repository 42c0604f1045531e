// SPDX-License-Identifier: Apache-2.0
#include <espalier/files/atomic_folder.h>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <espalier/files/atomic_file.h>
#include <espalier/files/checked_call.h>
#include <espalier/files/file_lock.h>
#include <espalier/files/number_text.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/partial_file.h>
#include <espalier/sparse/core/system_call.h>

namespace espalier::files {

namespace fs = std::filesystem;

namespace {

/// What stands in front of the name of a folder that is written aside, and of its number. No user
/// gives a folder such a name, as none gives a file that suffix.
std::string aside_prefix(const fs::path& path) {
  return std::string(kPartialSuffix) + '-' + path.filename().string() + '-';
}

/// A folder aside that is open. The lock on it says that its writer lives, and goes with that
/// process, however it ends.
class Aside {
 public:
  explicit Aside(fs::path path) : path_(std::move(path)) {
    file_ = uninterrupted(
        [&] { return ::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC); });
    if (file_ < 0) {
      error_ = errno;
      return;
    }
    const int result = uninterrupted([&] { return ::flock(file_, LOCK_EX | LOCK_NB); });
    is_locked_ = result == 0;
    is_taken_ = result != 0 && errno == EWOULDBLOCK;
  }
  Aside(Aside&& other) noexcept
      : path_(std::move(other.path_)),
        file_(std::exchange(other.file_, -1)),
        error_(other.error_),
        is_locked_(other.is_locked_),
        is_taken_(other.is_taken_) {}
  Aside& operator=(Aside&&) = delete;
  ~Aside() {
    if (file_ >= 0) ::close(file_);
  }

  const fs::path& path() const { return path_; }
  /// Why it could not be opened; 0 if it was.
  int error() const { return error_; }
  bool is_locked() const { return is_locked_; }
  /// By another process. Where the file system has no locks, it is neither.
  bool is_taken() const { return is_taken_; }
  /// Does the folder that was opened have this name still?
  bool is_there() const { return file_ >= 0 && is_still(file_, path_); }

 private:
  fs::path path_;
  int file_, error_ = 0;
  bool is_locked_ = false, is_taken_ = false;
};

/// Removes what killed writers of `path` left. What cannot be looked into or removed stays: the new
/// folder has another number.
void remove_left(const fs::path& path, const fs::path& above) {
  if (!local_locks(above).empty()) return;  // the writer may live on another machine
  const std::string prefix = aside_prefix(path);
  std::error_code ignored;
  std::vector<fs::path> found;
  for (fs::directory_iterator entry(above, ignored), end; !ignored && entry != end;
       entry.increment(ignored)) {
    const std::string name = entry->path().filename().string();
    if (name.starts_with(prefix) && number_in<int>(name.substr(prefix.size())))
      found.push_back(entry->path());
  }
  for (const fs::path& one : found)
    if (const Aside left(one); left.is_locked() && left.is_there()) fs::remove_all(one, ignored);
}

/// Makes the folder aside under the first number that is free. Not by mkdtemp, whose folders
/// nobody else may read.
Aside make_aside(const fs::path& path) {
  for (int number = 1;; ++number) {
    const fs::path name = path.parent_path() / (aside_prefix(path) + std::to_string(number));
    if (uninterrupted([&] { return ::mkdir(name.c_str(), 0777); }) == 0) {
      Aside aside(name);
      // Before it was locked, another writer may have taken it for one that was left.
      if (!aside.is_taken() && aside.is_there()) return aside;
      if (aside.error() != 0 && aside.error() != ENOENT) {
        ::rmdir(name.c_str());
        throw IoError(name.string() + ": cannot open: " + std::strerror(aside.error()));
      }
    } else if (errno != EEXIST) {
      throw IoError(name.string() + ": cannot make the folder: " + std::strerror(errno));
    }
  }
}

fs::path without_slash(const fs::path& path) {
  return path.has_filename() ? path : path.parent_path();
}

}  // namespace

void write_folder_atomically(const fs::path& folder,
                             const std::function<void(const fs::path& aside)>& fill) {
  const fs::path named = without_slash(folder.lexically_normal());
  if (named.empty()) throw ConfigError("\"\", expected the name of a new folder");
  const bool is_free = checked(named, "look into", [&](std::error_code& error) {
    return !fs::exists(named, error) ||
           (fs::is_directory(named, error) && fs::is_empty(named, error));
  });
  if (!is_free)
    throw ConfigError(named.string() + ": is there already, expected a folder that is not");
  std::error_code ignored;  // what is no folder cannot be made one, and that will be told
  if (fs::equivalent(named, ".", ignored))
    throw ConfigError(named.string() +
                      ": is the working folder, expected another, since a new one takes its place");
  // A folder can be renamed over another, but over no link to it, nor over its "." or "..".
  fs::path path = without_slash(behind_links(named));
  if (path != named && fs::exists(path, ignored)) path = fs::canonical(path, ignored);
  const fs::path above = path.has_parent_path() ? path.parent_path() : ".";
  if (!fs::is_directory(above, ignored)) create_folders(above);
  remove_left(path, above);
  const Aside aside = make_aside(path);
  try {
    fill(aside.path());
    sync_folder(aside.path());
    rename_path(aside.path(), path);
  } catch (...) {
    fs::remove_all(aside.path(), ignored);
    throw;
  }
  sync_folder(above);
}

}  // namespace espalier::files
