// SPDX-License-Identifier: Apache-2.0
#include <espalier/files/atomic_file.h>

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include <espalier/files/checked_call.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/partial_file.h>
#include <espalier/sparse/core/system_call.h>

namespace espalier::files {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& path, const char* action) {
  throw IoError(path.string() + ": cannot " + action + ": " + std::strerror(errno));
}

constexpr mode_t kUsualPermissions = 0666;  // without those that the umask takes away

int open_descriptor(const fs::path& path, int flags, mode_t permissions = kUsualPermissions) {
  const int number = uninterrupted(
      [&] { return ::open(path.c_str(), flags | O_CLOEXEC | O_NOCTTY, permissions); });
  if (number < 0) fail(path, "open");
  return number;
}

/// An open file that closes itself; `close` reports what the destructor could not.
class Descriptor {
 public:
  Descriptor(const fs::path& path, int flags, mode_t permissions = kUsualPermissions)
      : path_(path), number_(open_descriptor(path, flags, permissions)) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  void write(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t count =
          uninterrupted([&] { return ::write(number_, bytes.data(), bytes.size()); });
      if (count == 0) errno = EIO;  // no progress: repeating it might never end
      if (count <= 0) fail(path_, "write");
      bytes.remove_prefix(static_cast<std::size_t>(count));
    }
  }
  /// Bytes of the next piece; 0 at the end.
  std::size_t read(std::span<char> buffer) {
    const ssize_t count =
        uninterrupted([&] { return ::read(number_, buffer.data(), buffer.size()); });
    if (count < 0) fail(path_, "read");
    return static_cast<std::size_t>(count);
  }
  /// If the system lets it.
  void set_permissions(mode_t permissions) { (void)::fchmod(number_, permissions); }
  void sync() {
    if (!has_synced()) fail(path_, "sync");
  }
  /// The same of a folder. File systems that cannot flush one by itself, such as those of folders
  /// that VirtualBox shares, say EINVAL: no later call would be told anything else.
  void sync_names() {
    if (!has_synced() && errno != EINVAL) fail(path_, "sync");
  }
  void close() {
    // Linux has closed the file even if a signal interrupted it: another try could close a file
    // that another thread has opened since.
    if (::close(std::exchange(number_, -1)) != 0 && errno != EINTR) fail(path_, "close");
  }

 private:
  bool has_synced() const {
    return uninterrupted([&] { return ::fsync(number_); }) == 0;
  }

  const fs::path& path_;
  int number_;
};

void require_no_other_kind(const fs::path& path) {
  std::error_code none;
  const fs::file_status there = fs::status(path, none);
  if (fs::exists(there) && !fs::is_regular_file(there))
    throw IoError(path.string() + ": cannot write: it is no regular file");
}

/// Those of a file that is there.
std::optional<mode_t> permissions_of(const fs::path& path) {
  struct stat there = {};
  if (::stat(path.c_str(), &there) != 0) return std::nullopt;
  return there.st_mode & 0777;
}

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

/// Is there anything of this name, if only a link that leads nowhere?
bool has_name(const fs::path& path) {
  std::error_code none;
  return fs::exists(fs::symlink_status(path, none));
}

}  // namespace

void write_file_atomically(const fs::path& path, std::string_view bytes) {
  write_file_atomically(path, [&](const PieceWriter& add) { add(bytes); });
}

void write_file_atomically(const fs::path& path, std::span<const std::string_view> pieces) {
  write_file_atomically(path, [&](const PieceWriter& add) {
    for (const std::string_view piece : pieces) add(piece);
  });
}

void write_file_atomically(const fs::path& path,
                           const std::function<void(const PieceWriter&)>& write) {
  require_no_other_kind(path);
  const fs::path target = behind_links(path);
  const fs::path aside = partial_of(target);
  try {
    // Not opened: what a killed writer left may have become a link to another file, or a pipe.
    if (has_name(aside) && ::unlink(aside.c_str()) != 0) fail(aside, "remove");
    // Never readable for more than the old file: who opened it could read what is written later.
    const std::optional<mode_t> kept = permissions_of(target);
    Descriptor file(aside, O_WRONLY | O_CREAT | O_EXCL, kept ? *kept | S_IWUSR : kUsualPermissions);
    if (kept) file.set_permissions(*kept);
    write([&](std::string_view piece) { file.write(piece); });
    file.sync();
    file.close();
    rename_path(aside, target);
  } catch (...) {
    ::unlink(aside.c_str());
    throw;
  }
  sync_folder(folder_of(target));
}

void require_writable(const fs::path& path) {
  require_no_other_kind(path);
  fs::path aside = partial_of(behind_links(path));
  // A writer takes the place of anything but a folder.
  std::error_code none;
  if (fs::is_directory(fs::symlink_status(aside, none)))
    throw IoError(aside.string() + ": cannot write: it is a folder");
  // That of another writer, or of one that was killed, stays as it is, and is not opened.
  while (has_name(aside)) aside = partial_of(aside);
  Descriptor file(aside, O_WRONLY | O_CREAT | O_EXCL);
  ::unlink(aside.c_str());
  file.close();
  sync_folder(folder_of(aside));
}

std::vector<fs::path> list_folder(const fs::path& folder) {
  return checked(folder, "list", [&](std::error_code& error) {
    std::vector<fs::path> paths;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
      paths.push_back(entry->path());
    }
    return paths;
  });
}

void remove_partial_files(const fs::path& folder) {
  std::error_code error;
  if (!fs::exists(folder, error) && !error) return;
  for (const fs::path& path : list_folder(folder)) {
    if (path.extension() != kPartialSuffix) continue;
    if (uninterrupted([&] { return ::unlink(path.c_str()); }) != 0) fail(path, "remove");
  }
}

void rename_path(const fs::path& from, const fs::path& to) {
  if (uninterrupted([&] { return ::rename(from.c_str(), to.c_str()); }) != 0) {
    fail(to, "rename into place");
  }
}

void create_folders(const fs::path& path) {
  const fs::path above = folder_of(path);
  std::error_code ignored;  // what is no folder cannot be made one, and that will be told
  // The working folder, which may not be one to enter, and the root have none above them to make.
  if (path.has_parent_path() && above != path && !fs::is_directory(above, ignored))
    create_folders(above);
  if (uninterrupted([&] { return ::mkdir(path.c_str(), 0777); }) != 0) {
    const int reason = errno;
    if (!fs::is_directory(path, ignored)) {
      errno = reason;
      fail(path, "make the folder");
    }
    // What holds the folders of users, such as /home, they may often only pass through.
    if (::faccessat(AT_FDCWD, above.c_str(), R_OK, AT_EACCESS) != 0) return;
  }
  sync_folder(above);
}

void sync_folder(const fs::path& folder) {
  Descriptor descriptor(folder, O_RDONLY | O_DIRECTORY);
  descriptor.sync_names();
}

// Opening a pipe without O_NONBLOCK would wait for a writer; for a regular file it changes nothing.
InputFile::InputFile(const fs::path& path)
    : path_(path), number_(open_descriptor(path, O_RDONLY | O_NONBLOCK)) {
  struct stat status = {};
  const bool known = ::fstat(number_, &status) == 0;
  if (known && S_ISREG(status.st_mode)) {
    size_ = static_cast<std::uint64_t>(status.st_size);
    return;
  }
  const std::string reason = known ? "not a regular file" : std::strerror(errno);
  ::close(number_);
  throw IoError(path_.string() + ": cannot read: " + reason);
}

InputFile::~InputFile() {
  if (number_ >= 0) ::close(number_);
}

InputFile::InputFile(InputFile&& other) noexcept
    : path_(std::move(other.path_)),
      number_(std::exchange(other.number_, -1)),
      size_(other.size_) {}

std::size_t InputFile::read(std::uint64_t offset, std::span<char> buffer) const {
  std::size_t done = 0;
  while (done < buffer.size()) {
    const ssize_t count = uninterrupted([&] {
      return ::pread(number_, buffer.data() + done, buffer.size() - done,
                     static_cast<off_t>(offset + done));
    });
    if (count < 0) fail(path_, "read");
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  return done;
}

namespace {

void require_limit(const fs::path& path, std::uint64_t length, std::size_t limit_bytes) {
  if (length <= limit_bytes) return;
  throw FormatError(path.string() + ": longer than " + std::to_string(limit_bytes) +
                    " bytes, the most that such a file can hold");
}

}  // namespace

std::string read_file(const fs::path& path, std::size_t limit_bytes) {
  constexpr std::size_t kMostAtOnce = std::size_t{1} << 20;
  const InputFile file(path);
  require_limit(path, file.size(), limit_bytes);
  std::string bytes;
  bytes.reserve(file.size());
  std::vector<char> buffer(std::clamp<std::uint64_t>(file.size() + 1, 4096, kMostAtOnce));
  // Until nothing comes: the file may be longer than it was, and those of /proc have no length.
  while (const std::size_t count = file.read(bytes.size(), buffer)) {
    require_limit(path, bytes.size() + count, limit_bytes);
    bytes.append(buffer.data(), count);
  }
  return bytes;
}

std::string read_file_or_pipe(const fs::path& path, std::size_t limit_bytes) {
  Descriptor file(path, O_RDONLY);
  std::string bytes;
  std::array<char, 4096> buffer;
  while (const std::size_t count = file.read(buffer)) {
    require_limit(path, bytes.size() + count, limit_bytes);
    bytes.append(buffer.data(), count);
  }
  return bytes;
}

}  // namespace espalier::files
