// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace espalier::text {

/// What lies below a corpus folder and is not read.
struct LeftOut {
  std::filesystem::path path;  ///< relative to the folder
  std::string reason;          ///< "hidden", ...: as people are told
};

/// The files of a user's corpus.
struct CorpusFiles {
  std::vector<std::filesystem::path> files;  ///< in the order in which they are read
  std::int64_t bytes = 0;                    ///< of all of them, as they lie on the disk
  std::vector<LeftOut> left_out;             ///< in the order of their paths
};

/// The file `root`, or every file below the folder `root`, in the order of their paths.
///
/// Of a folder, what is hidden (its name begins with a full stop) is left out, and what is neither
/// file nor folder. Links are followed, to files and to folders, wherever they lead, but each file
/// is read once: left out are links to what is read already, links to a folder above, which would
/// be a circle, and links that lead nowhere. A file that lies in the folder goes before links to
/// it, links to files before links to folders, and then the first of several. `root` itself may be
/// hidden, or a link.
///
/// Throws IoError if `root` does not exist, a folder cannot be listed, or no file is left.
/// A function of the folder alone, in whatever order the system lists it. Cost: one walk.
CorpusFiles find_corpus_files(const std::filesystem::path& root);

/// "hidden: 5 (.DS_Store, .git, a/.git and 2 more), links that lead nowhere: 1 (old.txt)"; empty if
/// nothing was left out.
std::string to_text(const std::vector<LeftOut>& left_out);

}  // namespace espalier::text
