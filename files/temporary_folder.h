// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace espalier::files {

/// A folder of one's own below the system's for temporary files (TMPDIR), which nobody else can
/// read and which is gone with all that it holds when this object is. Throws IoError if it cannot
/// be made.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace espalier::files
