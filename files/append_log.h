// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include <espalier/files/content_hash.h>
#include <espalier/sparse/core/types.h>

namespace espalier::files {

/// The length of a file at some time, and the hash of its content then.
struct LogMark {
  Index bytes = 0;
  std::string xxh3 = hex(content_hash({}));  ///< of those bytes

  bool operator==(const LogMark&) const = default;
};
void to_json(nlohmann::json& json, const LogMark& mark);
void from_json(const nlohmann::json& json, LogMark& mark);

/// The mark of a file as it is now. A missing file has the mark of an empty one. Throws IoError.
LogMark mark_of(const std::filesystem::path& path);

/// Throws FormatError unless the file still begins with the content that `mark` describes.
void require_mark(const std::filesystem::path& path, const LogMark& mark);

/// A file that only grows, record by record. A reader never sees half a record that a failed write
/// left, since it is cut off again. `append` hands its bytes to the system at once, so that a
/// killed process loses nothing; they are on the disk once `sync` has returned. One writer at a
/// time.
class AppendLog {
 public:
  /// Opens the file; makes it if it is missing. Throws IoError naming it.
  explicit AppendLog(std::filesystem::path path);
  ~AppendLog();
  AppendLog(const AppendLog&) = delete;
  AppendLog& operator=(const AppendLog&) = delete;

  const std::filesystem::path& path() const { return path_; }

  /// Throws IoError. The file is then as it was before, and takes no more records.
  void append(std::string_view record);

  /// Flushes content and name to the disk. Throws IoError, and from then on each time: what the
  /// system could not write it may have dropped, and says so once.
  void sync();

  LogMark mark() const;

  /// Cuts off everything after `mark`. Throws as `require_mark`, and IoError.
  void cut(const LogMark& mark);

 private:
  void require_sound() const;

  std::filesystem::path path_;
  int file_;
  Index bytes_ = 0;
  std::unique_ptr<ContentHash> hash_;  ///< of all bytes
  bool failed_ = false;
  bool name_synced_ = false;
};

}  // namespace espalier::files
