// SPDX-License-Identifier: Apache-2.0
#include "models/atomic_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "sparse/core/error.h"

namespace espalier::models {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path, const char* action) {
  throw IoError(path.string() + ": cannot " + action + ": " + std::strerror(errno));
}

/// An open file that closes itself; `close` reports what the destructor could not.
class Descriptor {
 public:
  Descriptor(const std::filesystem::path& path, int flags)
      : path_(path), number_(::open(path.c_str(), flags | O_CLOEXEC, 0666)) {
    if (number_ < 0) fail(path_, "open");
  }
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  void write(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t count = ::write(number_, bytes.data(), bytes.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) fail(path_, "write");
      bytes.remove_prefix(static_cast<std::size_t>(count));
    }
  }
  void sync() {
    if (::fsync(number_) != 0) fail(path_, "sync");
  }
  void close() {
    const int number = number_;
    number_ = -1;
    if (::close(number) != 0) fail(path_, "close");
  }

 private:
  const std::filesystem::path& path_;
  int number_;
};

}  // namespace

void write_file_atomically(const std::filesystem::path& path, std::string_view bytes) {
  write_file_atomically(path, std::span(&bytes, 1));
}

void write_file_atomically(const std::filesystem::path& path,
                           std::span<const std::string_view> pieces) {
  std::filesystem::path aside = path;
  aside += ".partial";
  try {
    Descriptor file(aside, O_WRONLY | O_CREAT | O_TRUNC);
    for (const std::string_view piece : pieces) file.write(piece);
    file.sync();
    file.close();
    if (::rename(aside.c_str(), path.c_str()) != 0) fail(path, "rename into place");
  } catch (...) {
    ::unlink(aside.c_str());
    throw;
  }
  sync_folder(path.has_parent_path() ? path.parent_path() : ".");
}

void sync_folder(const std::filesystem::path& folder) {
  Descriptor descriptor(folder, O_RDONLY | O_DIRECTORY);
  descriptor.sync();
}

std::string read_file(const std::filesystem::path& path, std::size_t limit_bytes) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) fail(path, "open");
  std::string bytes;
  std::error_code unknown;
  const std::uintmax_t size = std::filesystem::file_size(path, unknown);
  if (!unknown) bytes.reserve(std::min<std::uintmax_t>(size, limit_bytes));
  char buffer[1 << 16];
  while (stream.read(buffer, sizeof buffer) || stream.gcount() > 0) {
    bytes.append(buffer, static_cast<std::size_t>(stream.gcount()));
    if (bytes.size() > limit_bytes) {
      throw FormatError(path.string() + ": longer than " + std::to_string(limit_bytes) +
                        " bytes, the most that such a file can hold");
    }
  }
  if (stream.bad()) fail(path, "read");
  return bytes;
}

}  // namespace espalier::models
