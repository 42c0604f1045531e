// SPDX-License-Identifier: Apache-2.0
#include <espalier/files/append_log.h>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <system_error>
#include <utility>

#include <espalier/files/atomic_file.h>
#include <espalier/files/json_object.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/system_call.h>

namespace espalier::files {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path, const char* action, int reason) {
  throw IoError(path.string() + ": cannot " + action + ": " + std::strerror(reason));
}

struct Content {
  Index bytes = 0;
  std::unique_ptr<ContentHash> hash = std::make_unique<ContentHash>();

  LogMark mark() const { return {.bytes = bytes, .xxh3 = hex(hash->value())}; }
};

/// The first `limit` bytes of a file, or all if there are fewer.
Content read_content(const std::filesystem::path& path,
                     Index limit = std::numeric_limits<Index>::max()) {
  const InputFile file(path);
  Content content;
  std::array<char, 1 << 16> buffer{};
  while (content.bytes < limit) {
    const auto wanted = static_cast<std::size_t>(
        std::min<Index>(limit - content.bytes, static_cast<Index>(buffer.size())));
    const std::size_t count =
        file.read(static_cast<std::uint64_t>(content.bytes), std::span(buffer).first(wanted));
    if (count == 0) break;
    content.hash->update({buffer.data(), count});
    content.bytes += static_cast<Index>(count);
  }
  return content;
}

/// The mark of the first `limit` bytes of a file; a file that is not there is empty.
LogMark mark_of_first(const std::filesystem::path& path,
                      Index limit = std::numeric_limits<Index>::max()) {
  std::error_code other;  // is said by the reader
  if (!std::filesystem::exists(path, other) && !other) return {};
  return read_content(path, limit).mark();
}

}  // namespace

void to_json(nlohmann::json& json, const LogMark& mark) {
  json = {{"bytes", mark.bytes}, {"xxh3", mark.xxh3}};
}

void from_json(const nlohmann::json& json, LogMark& mark) {
  const nlohmann::json& bytes = json.at("bytes");
  if (!whole_number(bytes, 0, std::numeric_limits<Index>::max()))
    throw FormatError("bytes: " + bytes.dump().substr(0, 40) + ", expected a number of bytes");
  bytes.get_to(mark.bytes);
  json.at("xxh3").get_to(mark.xxh3);
}

LogMark mark_of(const std::filesystem::path& path) { return mark_of_first(path); }

void require_mark(const std::filesystem::path& path, const LogMark& mark) {
  const LogMark found = mark_of_first(path, mark.bytes);
  if (found == mark) return;
  throw FormatError(
      path.string() + ": " +
      (found.bytes < mark.bytes
           ? std::to_string(found.bytes) + " bytes; expected at least " + std::to_string(mark.bytes)
           : "its first " + std::to_string(mark.bytes) + " bytes were altered"));
}

AppendLog::AppendLog(std::filesystem::path path)
    : path_(std::move(path)), file_(uninterrupted([&] {
        // Not waiting for a reader, should it be a pipe, which is then refused.
        constexpr int kFlags = O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK | O_CLOEXEC;
        return ::open(path_.c_str(), kFlags, 0666);
      })) {
  if (file_ < 0) fail(path_, "open", errno);
  try {
    Content content = read_content(path_);
    bytes_ = content.bytes;
    hash_ = std::move(content.hash);
  } catch (...) {
    ::close(file_);
    throw;
  }
}

AppendLog::~AppendLog() { ::close(file_); }

void AppendLog::require_sound() const {
  if (failed_)
    throw IoError(path_.string() +
                  ": a record was not written, or not flushed to the disk; open the file anew");
}

void AppendLog::append(std::string_view record) {
  require_sound();
  std::string_view rest = record;
  while (!rest.empty()) {
    const ssize_t count = uninterrupted([&] { return ::write(file_, rest.data(), rest.size()); });
    if (count <= 0) {
      const int reason = count == 0 ? EIO : errno;  // no progress: repeating it might never end
      failed_ = true;
      // Cutting off needs no space. Should it fail too, a reader finds a torn last line, which it
      // leaves out.
      static_cast<void>(uninterrupted([&] { return ::ftruncate(file_, bytes_); }));
      fail(path_, "append", reason);
    }
    rest.remove_prefix(static_cast<std::size_t>(count));
  }
  bytes_ += static_cast<Index>(record.size());
  hash_->update(record);
}

void AppendLog::sync() {
  require_sound();
  if (uninterrupted([&] { return ::fsync(file_); }) != 0) {
    const int reason = errno;
    failed_ = true;  // what the system has dropped cannot be synced by trying again
    fail(path_, "sync", reason);
  }
  if (name_synced_) return;
  sync_folder(path_.has_parent_path() ? path_.parent_path() : ".");
  name_synced_ = true;
}

LogMark AppendLog::mark() const { return {.bytes = bytes_, .xxh3 = hex(hash_->value())}; }

void AppendLog::cut(const LogMark& mark) {
  require_mark(path_, mark);
  if (mark.bytes == bytes_) return;
  if (uninterrupted([&] { return ::ftruncate(file_, mark.bytes); }) != 0) fail(path_, "cut", errno);
  Content content = read_content(path_);
  bytes_ = content.bytes;
  hash_ = std::move(content.hash);
  sync();
}

}  // namespace espalier::files
