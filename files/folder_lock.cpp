// SPDX-License-Identifier: Apache-2.0
#include <espalier/files/folder_lock.h>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>
#include <utility>

#include <espalier/files/file_lock.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/system_call.h>

namespace espalier::files {
namespace {

// Whoever looks whether it is held holds it for a moment itself.
constexpr int kAttempts = 5;
constexpr auto kMoment = std::chrono::milliseconds(10);

/// What has the path, a folder or a file in it, open and locked; nothing if another process holds
/// it.
std::optional<int> locked(const std::filesystem::path& path, int flags,
                          const std::filesystem::path& folder) {
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    if (attempt > 0) std::this_thread::sleep_for(kMoment);
    const int file = uninterrupted([&] { return ::open(path.c_str(), flags | O_CLOEXEC, 0666); });
    if (file < 0) throw IoError(path.string() + ": cannot open: " + std::strerror(errno));
    try {
      // Of a folder that its owner has moved away, or replaced, nobody else would know the lock.
      if (try_lock(file, folder) && is_still(file, path)) return file;
    } catch (const IoError&) {
      ::close(file);
      throw;
    }
    ::close(file);
  }
  return std::nullopt;
}

std::optional<int> locked_file(const std::filesystem::path& folder) {
  return locked(folder / "lock", O_RDWR | O_CREAT, folder);
}

}  // namespace

bool is_locked(const std::filesystem::path& file) {
  // Not waiting for a writer, should it be a pipe.
  const int number =
      uninterrupted([&] { return ::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC); });
  if (number < 0) return false;
  const bool held = uninterrupted([&] { return ::flock(number, LOCK_SH | LOCK_NB); }) != 0 &&
                    errno == EWOULDBLOCK;
  ::close(number);
  return held;
}

FolderLock::FolderLock(const std::filesystem::path& folder, const std::string& taken) {
  const std::optional<int> file = locked_file(folder);
  if (!file) throw IoError(folder.string() + ": " + taken);
  file_ = *file;
}

std::optional<FolderLock> FolderLock::after_others(const std::filesystem::path& folder,
                                                   const std::atomic<bool>& gives_up) {
  while (!gives_up) {
    if (const std::optional<int> file = locked_file(folder)) return FolderLock(*file);
    std::this_thread::sleep_for(kMoment);
  }
  return std::nullopt;
}

FolderLock FolderLock::turn_in(const std::filesystem::path& folder,
                               const std::function<void()>& waits) {
  for (bool first = true;; first = false) {
    if (const std::optional<int> file = locked(folder, O_RDONLY | O_DIRECTORY, folder))
      return FolderLock(*file);
    if (first) waits();
    std::this_thread::sleep_for(kMoment);
  }
}

bool FolderLock::held(const std::filesystem::path& folder) { return is_locked(folder / "lock"); }

FolderLock::FolderLock(FolderLock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}

FolderLock::~FolderLock() {
  if (file_ >= 0) ::close(file_);
}

}  // namespace espalier::files
