// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/corpora/corpus_files.h>

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <map>
#include <set>
#include <system_error>
#include <utility>

#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>

namespace espalier::text {
namespace {

namespace fs = std::filesystem;

bool comes_before(const fs::path& a, const fs::path& b) {
  return a.generic_string() < b.generic_string();
}

/// The walk through one folder and what links in it lead to.
class FolderWalk {
 public:
  explicit FolderWalk(const fs::path& root) : root_(root) {
    walk(root);
    // What lies in the folder goes before what links lead to. Each of these may have more links.
    while (!links_.empty()) {
      std::vector<fs::path> links = std::exchange(links_, {});
      std::ranges::sort(links, comes_before);
      std::stable_partition(links.begin(), links.end(), [](const fs::path& link) {
        std::error_code ignored;
        return !fs::is_directory(link, ignored);
      });
      for (const fs::path& link : links) follow(link);
    }
  }

  CorpusFiles result() && {
    std::ranges::sort(found_.files, comes_before);
    std::ranges::sort(found_.left_out, comes_before, &LeftOut::path);
    for (const fs::path& file : found_.files)
      found_.bytes += static_cast<std::int64_t>(fs::file_size(file));
    return std::move(found_);
  }

 private:
  /// What a path leads to, by whatever name.
  using Identity = std::pair<dev_t, ino_t>;

  [[noreturn]] void fail(const fs::path& path, const std::string& what) const {
    throw IoError("corpus folder '" + root_.string() + "': '" + path.string() +
                  "' cannot be listed: " + what);
  }

  Identity identity(const fs::path& path) const {
    struct stat status = {};
    if (::stat(path.c_str(), &status) != 0)
      fail(path, std::error_code(errno, std::generic_category()).message());
    return {status.st_dev, status.st_ino};
  }

  void leave_out(const fs::path& path, const char* reason) {
    found_.left_out.push_back({path.lexically_relative(root_), reason});
  }

  /// Takes the files below a folder that has not been walked through; keeps links for later.
  void walk(const fs::path& folder) {
    folders_.insert(identity(folder));
    std::error_code error;
    fs::recursive_directory_iterator entry(folder, error);
    for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
      const fs::path& path = entry->path();
      const fs::file_type type = entry->symlink_status(error).type();
      if (error) break;
      if (path.filename().string().starts_with('.')) {
        leave_out(path, "hidden");
        entry.disable_recursion_pending();
      } else if (type == fs::file_type::symlink) {
        links_.push_back(path);
      } else if (type == fs::file_type::directory) {
        if (folders_.insert(identity(path)).second) continue;
        leave_out(path, "read already");
        entry.disable_recursion_pending();
      } else if (type == fs::file_type::regular) {
        // Two names that a file of the folder itself has are two files, as ever.
        if (files_.insert(identity(path)).second || folder == root_)
          found_.files.push_back(path);
        else
          leave_out(path, "read already");
      } else {
        leave_out(path, "no regular file");
      }
    }
    if (error) fail(folder, error.message());
  }

  /// Whether `folder` lies in another one.
  bool lies_in(const fs::path& folder, const Identity& other) const {
    for (fs::path above = fs::canonical(folder); above.has_relative_path();) {
      above = above.parent_path();
      if (identity(above) == other) return true;
    }
    return false;
  }

  void follow(const fs::path& link) {
    std::error_code error;
    const fs::file_status status = fs::status(link, error);
    if (!fs::exists(status)) {
      leave_out(link, "links that lead nowhere");
    } else if (fs::is_directory(status)) {
      // What other links led into is not asked: their order would decide what is read.
      const Identity target = identity(link);
      if (lies_in(root_, target) || lies_in(link.parent_path(), target))
        leave_out(link, "links to a folder above");
      else if (folders_.contains(target))
        leave_out(link, "read already");
      else
        walk(link);
    } else if (!fs::is_regular_file(status)) {
      leave_out(link, "no regular file");
    } else if (files_.insert(identity(link)).second) {
      found_.files.push_back(link);
    } else {
      leave_out(link, "read already");
    }
  }

  fs::path root_;
  CorpusFiles found_;
  std::vector<fs::path> links_;  ///< that have not been followed
  std::set<Identity> files_, folders_;
};

}  // namespace

CorpusFiles find_corpus_files(const fs::path& root) {
  std::error_code error;
  const fs::file_status status = fs::status(root, error);
  if (!fs::exists(status)) throw IoError("corpus '" + root.string() + "': does not exist");
  if (!fs::is_directory(status)) {
    const std::uintmax_t bytes = fs::file_size(root, error);
    return {.files = {root}, .bytes = error ? 0 : static_cast<std::int64_t>(bytes), .left_out = {}};
  }
  try {
    CorpusFiles found = FolderWalk(root).result();
    if (!found.files.empty()) return found;
    const std::string left_out = to_text(found.left_out);
    throw IoError("corpus folder '" + root.string() + "': holds no regular file to read" +
                  (left_out.empty() ? "" : "; left out: " + left_out));
  } catch (const fs::filesystem_error& reason) {
    throw IoError("corpus folder '" + root.string() +
                  "': cannot be listed: " + reason.code().message());
  }
}

std::string to_text(const std::vector<LeftOut>& left_out) {
  constexpr std::size_t kMostNames = 3;
  std::map<std::string, std::vector<std::string>> by_reason;
  for (const LeftOut& one : left_out)
    by_reason[one.reason].push_back(files::printable(one.path.string()));
  std::string text;
  for (const auto& [reason, names] : by_reason) {
    const std::size_t shown = std::min(names.size(), kMostNames);
    const std::string rest =
        names.size() > shown ? fmt::format(" and {} more", names.size() - shown) : "";
    text += fmt::format(
        "{}{}: {} ({}{})", text.empty() ? "" : ", ", reason, names.size(),
        fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown), ", "), rest);
  }
  return text;
}

}  // namespace espalier::text
