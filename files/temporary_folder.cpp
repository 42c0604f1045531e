// SPDX-License-Identifier: Apache-2.0
#include <espalier/files/temporary_folder.h>

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <system_error>

#include <espalier/sparse/core/error.h>

namespace espalier::files {

TemporaryFolder::TemporaryFolder() {
  std::error_code missing;
  const std::filesystem::path parent = std::filesystem::temp_directory_path(missing);
  if (missing)
    throw IoError("no folder for temporary files (" + missing.message() +
                  "); name one that is there in TMPDIR");
  std::string name = (parent / "espalier-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr)
    throw IoError(name + ": cannot make: " + std::strerror(errno));
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace espalier::files
