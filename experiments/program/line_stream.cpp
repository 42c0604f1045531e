// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/program/line_stream.h>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <iostream>

#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>
#include <espalier/text/reading/text_file.h>

namespace espalier::experiments {
namespace {

[[noreturn]] void fail_io(const std::string& name, const char* what) {
  throw IoError(name + ": cannot " + what + ": " + std::strerror(errno));
}

}  // namespace

LineStream::LineStream(const std::string& path, const std::atomic<bool>& stop)
    : name_(path == "-" ? "standard input" : files::without_controls(path)), stop_(&stop) {
  number_ = path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (number_ < 0) fail_io(name_, "open");
}

LineStream::~LineStream() {
  if (number_ != STDIN_FILENO) ::close(number_);
}

bool LineStream::can_read(int milliseconds) const {
  pollfd waited = {.fd = number_, .events = POLLIN, .revents = 0};
  return ::poll(&waited, 1, milliseconds) > 0;
}

/// Reads some more. False at the end.
bool LineStream::fill() {
  constexpr int kWaitMilliseconds = 100;  // until the flag is looked at again
  while (!can_read(kWaitMilliseconds))
    if (*stop_) return false;
  if (*stop_) return false;
  std::array<char, 1 << 16> piece;
  ssize_t count;
  do count = ::read(number_, piece.data(), piece.size());
  while (count < 0 && errno == EINTR);
  if (count < 0) fail_io(name_, "read");
  const std::string_view read(piece.data(), static_cast<std::size_t>(count));
  if (buffer_.empty() && line_ == 0)
    if (const std::string_view kind = text::compression_of(read); !kind.empty())
      throw FormatError(name_ + ": is compressed; expected lines of text, as from " +
                        std::string(kind) + " -dc FILE | espalier ...");
  buffer_.erase(0, begin_);
  begin_ = 0;
  buffer_.append(read);
  return count > 0;
}

/// Once: of a file in another encoding many lines have such bytes.
void LineStream::warn_of_encoding(const std::string& line) {
  if (has_warned_) return;
  std::string valid = line;
  const std::int64_t invalid = text::replace_invalid_utf8(valid);
  has_warned_ = invalid > 0;
  if (has_warned_)
    std::cerr << "espalier: warning: " << where() << ": " << invalid
              << " bytes are not valid UTF-8, and the characters that they stand for are not read; "
                 "convert the text, as by iconv -f ISO-8859-1 -t UTF-8; later such lines are not "
                 "named\n";
}

std::optional<std::string> LineStream::next() {
  std::size_t searched = begin_;
  for (;;) {
    std::size_t end = buffer_.find('\n', searched);
    if (end == std::string::npos && ended_) {
      if (begin_ == buffer_.size()) return std::nullopt;
      end = buffer_.size();  // the last line has no line feed
    }
    if (end != std::string::npos) {
      ++line_;
      std::string line = buffer_.substr(begin_, end - begin_);
      begin_ = std::min(end + 1, buffer_.size());
      if (line_ == 1 && line.starts_with(files::kByteOrderMark))
        line.erase(0, files::kByteOrderMark.size());
      if (line.find('\0') != std::string::npos)
        throw FormatError(where() + ": holds a NUL byte; expected a line of UTF-8 text");
      warn_of_encoding(line);
      return line;
    }
    if (buffer_.size() - begin_ > kLongestLineBytes)
      throw FormatError(name_ + ':' + std::to_string(line_ + 1) + ": longer than " +
                        std::to_string(kLongestLineBytes) + " bytes; expected a line");
    const std::size_t seen = buffer_.size() - begin_;
    ended_ = !fill();
    if (*stop_) return std::nullopt;
    searched = begin_ + seen;
  }
}

bool LineStream::is_ready() const {
  return buffer_.find('\n', begin_) != std::string::npos || ended_ || can_read(0);
}

std::string LineStream::where() const { return name_ + ':' + std::to_string(line_); }

bool write_lines(std::string_view lines) {
  while (!lines.empty()) {
    const ssize_t count = ::write(STDOUT_FILENO, lines.data(), lines.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EPIPE) return false;
    if (count < 0) fail_io("standard output", "write");
    lines.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

}  // namespace espalier::experiments
