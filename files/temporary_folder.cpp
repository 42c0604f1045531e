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
  std::string name = (std::filesystem::temp_directory_path() / "espalier-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr)
    throw IoError(name + ": cannot make: " + std::strerror(errno));
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace espalier::files
