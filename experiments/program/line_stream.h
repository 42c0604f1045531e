// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <string_view>

#include <espalier/sparse/core/types.h>

namespace espalier::experiments {

/// Lines of a file or a pipe as they come. Not for more than one thread.
class LineStream {
 public:
  /// `path` "-" is standard input. When `stop` is set, the input ends. Throws IoError.
  LineStream(const std::string& path, const std::atomic<bool>& stop);
  ~LineStream();
  LineStream(const LineStream&) = delete;
  LineStream& operator=(const LineStream&) = delete;

  /// The next line without its line feed, the first without a byte order mark, or nothing at the
  /// end; waits for it. Throws IoError, and FormatError for a line of more than kLongestLineBytes,
  /// a compressed file or a NUL byte. Warns on standard error of the first line that is no UTF-8.
  std::optional<std::string> next();
  /// Whether the next call would return at once.
  bool is_ready() const;
  /// FILE:LINE of the last line, for messages.
  std::string where() const;

  static constexpr std::size_t kLongestLineBytes = std::size_t{1} << 24;

 private:
  /// Whether something can be read, or the end has come, within so many milliseconds; -1: waits.
  bool can_read(int milliseconds) const;
  bool fill();
  void warn_of_encoding(const std::string& line);

  std::string name_;
  int number_ = -1;
  const std::atomic<bool>* stop_;
  std::string buffer_;
  std::size_t begin_ = 0;  // of what has not been handed out
  bool ended_ = false;
  bool has_warned_ = false;
  Index line_ = 0;
};

/// Writes all of `lines` to standard output by the system's call, so that whoever stops the program
/// between two calls finds whole lines. Returns false if nobody reads them any more. Throws
/// IoError.
bool write_lines(std::string_view lines);

}  // namespace espalier::experiments
