// SPDX-License-Identifier: Apache-2.0
#include <espalier/files/file_lock.h>

#include <sys/file.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <utility>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/system_call.h>

namespace espalier::files {
namespace {

/// Is `name` one of the words of "rw,nolock,local_lock=all"?
bool has_option(const std::string& options, std::string_view name) {
  std::istringstream words(options);
  for (std::string word; std::getline(words, word, ',');)
    if (word == name) return true;
  return false;
}

}  // namespace

bool try_lock(int file, const std::filesystem::path& path) {
  if (uninterrupted([&] { return ::flock(file, LOCK_EX | LOCK_NB); }) == 0) return true;
  if (errno == EWOULDBLOCK) return false;
  // A lock of our own, a file with the owner's name in it, could not tell whether an owner on
  // another machine is dead or only stopped; and two that write one run damage it.
  throw IoError(path.string() + ": cannot lock: " + std::strerror(errno) +
                "; use a folder whose file system has locks (flock), or mount this one with them: "
                "NFS without nolock, Lustre with flock");
}

bool is_still(int file, const std::filesystem::path& path) {
  struct stat opened = {}, named = {};
  return ::fstat(file, &opened) == 0 && ::stat(path.c_str(), &named) == 0 &&
         opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

std::string local_locks(std::string_view mounts, dev_t device) {
  using Option = std::pair<std::string_view, std::string_view>;
  constexpr std::array<Option, 4> kLocal = {{{"nfs", "nolock"},
                                             {"nfs", "local_lock=flock"},
                                             {"nfs", "local_lock=all"},
                                             {"lustre", "localflock"}}};
  std::ostringstream number;
  number << major(device) << ':' << minor(device);
  // 36 35 98:0 /root /mount/point rw,noatime shared:1 - nfs4 server:/path rw,local_lock=none
  std::istringstream lines{std::string(mounts)};
  for (std::string line; std::getline(lines, line);) {
    const std::size_t dash = line.find(" - ");
    if (dash == std::string::npos) continue;
    std::istringstream before(line.substr(0, dash)), after(line.substr(dash + 3));
    std::string id, parent, its_number, root, point, options, type, source, more;
    before >> id >> parent >> its_number >> root >> point >> options;
    after >> type >> source >> more;
    if (its_number != number.str()) continue;
    for (const auto& [kind, option] : kLocal)
      if (type.starts_with(kind) && (has_option(options, option) || has_option(more, option)))
        return type + " with " + std::string(option);
  }
  return {};
}

std::string local_locks(const std::filesystem::path& folder) {
  struct stat status = {};
  std::filesystem::path there = std::filesystem::absolute(folder);
  while (::stat(there.c_str(), &status) != 0 && there != there.root_path())
    there = there.parent_path();
  std::ifstream table("/proc/self/mountinfo");
  const std::string mounts{std::istreambuf_iterator<char>(table), {}};
  return local_locks(mounts, status.st_dev);
}

}  // namespace espalier::files
