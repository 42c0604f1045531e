// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace espalier::text {

/// An entry of a corpus folder that is not read.
struct LeftOut {
  std::filesystem::path path;  ///< relative to the folder
  std::string reason;          ///< shown to people: "hidden", ...
};

/// The files of a user's corpus.
struct CorpusFiles {
  std::vector<std::filesystem::path> files;  ///< in the order in which they are read
  std::int64_t bytes = 0;                    ///< of all of them, as they lie on the disk
  std::vector<LeftOut> left_out;             ///< in the order of their paths
};

/// The file `root`, or every file below the folder `root`, in the order of their paths.
///
/// Left out are hidden entries (whose name begins with a full stop) and whatever is neither file
/// nor folder. Links to files and folders are followed wherever they lead, but each file is read
/// once. So links to what is read already are left out, as are links to a folder above `root` or
/// above the link, which would be a circle, and links that lead nowhere. A file in the folder takes
/// precedence over links to it, a link to a file over a link to a folder, and then the first of
/// several. `root` itself may be hidden, or a link.
///
/// Throws IoError if `root` does not exist, a folder cannot be listed, or no file is left.
/// A function of the folder alone, in whatever order the system lists it. Cost: one walk.
CorpusFiles find_corpus_files(const std::filesystem::path& root);

/// "hidden: 5 (.DS_Store, .git, a/.git and 2 more), links that lead nowhere: 1 (old.txt)"; empty if
/// nothing was left out.
std::string to_text(const std::vector<LeftOut>& left_out);

}  // namespace espalier::text
