// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/core/partial_file.h>

#include <system_error>

#include <espalier/sparse/core/error.h>

namespace espalier {

namespace fs = std::filesystem;

fs::path partial_of(fs::path file) { return file += kPartialSuffix; }

// fs::weakly_canonical would keep a link to a file that is not there yet.
fs::path behind_links(fs::path path) {
  constexpr int kMostLinks = 40;  // as many as Linux follows
  const fs::path named = path;
  std::error_code error;
  for (int links = 0; fs::is_symlink(path, error); ++links) {
    if (links == kMostLinks)
      error = std::make_error_code(std::errc::too_many_symbolic_link_levels);
    else
      path = path.parent_path() / fs::read_symlink(path, error);  // an absolute one stands alone
    if (error)
      throw IoError(named.string() + ": cannot follow the symbolic link: " + error.message());
  }
  return path;
}

}  // namespace espalier
