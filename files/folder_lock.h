// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace espalier::files {

/// Does a process hold a lock (flock) on this file? False too if it is not there or cannot be read.
bool is_locked(const std::filesystem::path& file);

/// Keeps other processes out of a folder while this object lives. The system lets go of it when the
/// last process that holds it ends, however it ends; those that it forks hold it too.
class FolderLock {
 public:
  /// Locks the file `folder`/lock, which is made and stays. Throws IoError naming the folder, with
  /// `taken` as the reason if another process holds it.
  FolderLock(const std::filesystem::path& folder, const std::string& taken);
  /// The same, but waits for as long as another process holds it; nothing once `gives_up` is true.
  static std::optional<FolderLock> after_others(const std::filesystem::path& folder,
                                                const std::atomic<bool>& gives_up);
  /// Locks the folder itself, and makes no file in it: for one that people look into. Waits for as
  /// long as another process holds such a lock, of which `waits` is told once. Throws IoError, as
  /// on NFS, which has no locks of folders.
  static FolderLock turn_in(const std::filesystem::path& folder,
                            const std::function<void()>& waits);
  FolderLock(FolderLock&& other) noexcept;
  FolderLock& operator=(FolderLock&&) = delete;
  ~FolderLock();

  /// Does a process hold the lock of `folder`? False too if there is none or it cannot be read.
  static bool held(const std::filesystem::path& folder);

 private:
  explicit FolderLock(int file) : file_(file) {}

  int file_;
};

}  // namespace espalier::files
// Tested by tests/files/append_log_test.cpp
