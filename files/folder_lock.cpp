// SPDX-License-Identifier: Apache-2.0
#include <espalier/files/folder_lock.h>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/system_call.h>

namespace espalier::files {

FolderLock::FolderLock(const std::filesystem::path& folder, const std::string& taken) {
  const std::filesystem::path path = folder / "lock";
  file_ = uninterrupted([&] { return ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666); });
  if (file_ < 0) throw IoError(path.string() + ": cannot open: " + std::strerror(errno));
  if (uninterrupted([&] { return ::flock(file_, LOCK_EX | LOCK_NB); }) != 0) {
    const int reason = errno;
    ::close(file_);
    throw IoError(
        folder.string() + ": " +
        (reason == EWOULDBLOCK ? taken : std::string("cannot lock: ") + std::strerror(reason)));
  }
}

FolderLock::FolderLock(FolderLock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}

FolderLock::~FolderLock() {
  if (file_ >= 0) ::close(file_);
}

}  // namespace espalier::files
