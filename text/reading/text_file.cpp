// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/reading/text_file.h>

#include <lzma.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <functional>
#include <memory>
#include <vector>

#include <espalier/files/content_hash.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>
#include <espalier/text/reading/code_point.h>

namespace espalier::text {
namespace {

namespace fs = std::filesystem;

/// Large enough that a system call costs nothing beside it, small enough for the second-level
/// cache.
constexpr std::size_t kChunkBytes = std::size_t{256} << 10;
/// `xz -9` needs 65 MiB to decompress and `zstd --ultra` 128 MiB; more is no ordinary file.
constexpr std::uint64_t kDecoderMemoryBytes = std::uint64_t{256} << 20;
/// A text in another encoding has far more invalid bytes than this, a text with some stray bytes
/// far fewer.
constexpr double kMostInvalidFraction = 0.1;

[[noreturn]] void fail_format(const fs::path& path, const std::string& what) {
  throw FormatError(path.string() + ": " + what);
}

/// `smaller` is what to compress it with.
[[noreturn]] void fail_memory(const fs::path& path, const char* smaller) {
  fail_format(path, "needs more than " + std::to_string(kDecoderMemoryBytes >> 20) +
                        " MiB of memory to be decompressed; compress it anew with a smaller " +
                        smaller);
}

/// Reads a file in chunks.
class ByteReader {
 public:
  explicit ByteReader(const fs::path& path) : path_(path), buffer_(kChunkBytes) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (!fs::exists(status)) throw IoError(path.string() + ": does not exist");
    if (!fs::is_regular_file(status)) {
      throw IoError(path.string() + ": is not a regular file");
    }
    file_.reset(std::fopen(path.c_str(), "rb"));
    if (!file_) fail("cannot open");
  }

  /// The next bytes, at most kChunkBytes; empty at the end. Valid until the next call.
  std::string_view next() {
    const std::size_t count = std::fread(buffer_.data(), 1, buffer_.size(), file_.get());
    if (count == 0 && std::ferror(file_.get())) fail("cannot read");
    return {buffer_.data(), count};
  }

  const fs::path& path() const { return path_; }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  [[noreturn]] void fail(const char* what) const {
    throw IoError(path_.string() + ": " + what + ": " + std::strerror(errno));
  }

  fs::path path_;
  std::vector<char> buffer_;
  std::unique_ptr<std::FILE, Close> file_;
};

/// Takes decoded bytes in order.
using Sink = std::function<void(std::string_view)>;

template <typename Byte>
Byte* input_bytes(std::string_view bytes) {
  return reinterpret_cast<Byte*>(const_cast<char*>(bytes.data()));
}

void decode_gzip(ByteReader& reader, std::string_view chunk, const Sink& sink) {
  z_stream stream{};
  constexpr int kGzipWindowBits =
      15 + 16;  // zlib.h: 16 more than the window asks for a gzip header
  if (inflateInit2(&stream, kGzipWindowBits) != Z_OK) throw std::bad_alloc();
  const std::unique_ptr<z_stream, int (*)(z_stream*)> guard(&stream, inflateEnd);
  std::vector<char> out(kChunkBytes);
  bool at_end_of_member = false;
  for (; !chunk.empty(); chunk = reader.next()) {
    stream.next_in = input_bytes<Bytef>(chunk);
    stream.avail_in = static_cast<uInt>(chunk.size());
    while (stream.avail_in > 0) {
      if (at_end_of_member) {
        // Zeros behind a stream fill the last block of a tape or a disk: gzip passes over them.
        Bytef* const rest = std::find_if(stream.next_in, stream.next_in + stream.avail_in,
                                         [](Bytef byte) { return byte != 0; });
        stream.avail_in -= static_cast<uInt>(rest - stream.next_in);
        stream.next_in = rest;
        if (stream.avail_in == 0) break;
        if (*stream.next_in != 0x1f) fail_format(reader.path(), "has bytes after its gzip stream");
        if (inflateReset(&stream) != Z_OK) fail_format(reader.path(), "cannot be decompressed");
      }
      int status = Z_OK;
      do {
        stream.next_out = reinterpret_cast<Bytef*>(out.data());
        stream.avail_out = static_cast<uInt>(out.size());
        status = inflate(&stream, Z_NO_FLUSH);
        if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR) {
          fail_format(reader.path(), "the gzip stream is damaged");
        }
        sink({out.data(), out.size() - stream.avail_out});
      } while (stream.avail_out == 0 && status != Z_STREAM_END);
      at_end_of_member = status == Z_STREAM_END;
    }
  }
  if (!at_end_of_member) fail_format(reader.path(), "the gzip stream is cut short");
}

void decode_xz(ByteReader& reader, std::string_view chunk, const Sink& sink) {
  lzma_stream stream = LZMA_STREAM_INIT;
  if (lzma_stream_decoder(&stream, kDecoderMemoryBytes, LZMA_CONCATENATED) != LZMA_OK) {
    throw std::bad_alloc();
  }
  const std::unique_ptr<lzma_stream, void (*)(lzma_stream*)> guard(&stream, lzma_end);
  std::vector<char> out(kChunkBytes);
  lzma_ret status = LZMA_OK;
  while (status != LZMA_STREAM_END) {
    stream.next_in = input_bytes<std::uint8_t>(chunk);
    stream.avail_in = chunk.size();
    const lzma_action action = chunk.empty() ? LZMA_FINISH : LZMA_RUN;
    do {
      stream.next_out = reinterpret_cast<std::uint8_t*>(out.data());
      stream.avail_out = out.size();
      status = lzma_code(&stream, action);
      if (status == LZMA_BUF_ERROR) fail_format(reader.path(), "the xz stream is cut short");
      if (status == LZMA_MEMLIMIT_ERROR) fail_memory(reader.path(), "dictionary, as by xz -9");
      if (status != LZMA_OK && status != LZMA_STREAM_END) {
        fail_format(reader.path(), "the xz stream is damaged");
      }
      sink({out.data(), out.size() - stream.avail_out});
    } while (status != LZMA_STREAM_END && (stream.avail_in > 0 || stream.avail_out == 0));
    if (status != LZMA_STREAM_END && !chunk.empty()) chunk = reader.next();
  }
}

void decode_zstd(ByteReader& reader, std::string_view chunk, const Sink& sink) {
  const std::unique_ptr<ZSTD_DStream, std::size_t (*)(ZSTD_DStream*)> stream(ZSTD_createDStream(),
                                                                             ZSTD_freeDStream);
  if (!stream) throw std::bad_alloc();
  constexpr int kWindowLog = 28;
  static_assert(std::uint64_t{1} << kWindowLog == kDecoderMemoryBytes);
  static_cast<void>(ZSTD_DCtx_setParameter(stream.get(), ZSTD_d_windowLogMax, kWindowLog));
  std::vector<char> out(kChunkBytes);
  std::size_t wanted = 0;  // 0 between frames
  for (; !chunk.empty(); chunk = reader.next()) {
    ZSTD_inBuffer in{chunk.data(), chunk.size(), 0};
    bool more_output = false;
    while (in.pos < in.size || more_output) {
      ZSTD_outBuffer produced{out.data(), out.size(), 0};
      wanted = ZSTD_decompressStream(stream.get(), &produced, &in);
      if (ZSTD_getErrorCode(wanted) == ZSTD_error_frameParameter_windowTooLarge)
        fail_memory(reader.path(), "window, as by zstd -19");
      if (ZSTD_isError(wanted)) {
        fail_format(reader.path(),
                    std::string("the zstd stream is damaged: ") + ZSTD_getErrorName(wanted));
      }
      sink({out.data(), produced.pos});
      more_output = produced.pos == produced.size && wanted != 0;
    }
  }
  if (wanted != 0) fail_format(reader.path(), "the zstd stream is cut short");
}

/// pzstd begins a file with a frame that is to be skipped, which has one of sixteen numbers.
/// Source: RFC 8878, section 3.1.2.
bool begins_zstd(std::string_view first) {
  constexpr std::string_view kSkipped = "\x2a\x4d\x18";
  return first.starts_with("\x28\xb5\x2f\xfd") ||
         (first.size() > kSkipped.size() && (first.front() & 0xf0) == 0x50 &&
          first.substr(1).starts_with(kSkipped));
}

struct Compression {
  std::string_view name;  ///< of the program too
  const char* extension;
  bool (*begins)(std::string_view);
  void (*decode)(ByteReader&, std::string_view, const Sink&);
};
constexpr Compression kCompressions[] = {
    {"gzip", ".gz", [](std::string_view first) { return first.starts_with("\x1f\x8b"); },
     decode_gzip},
    {"xz", ".xz",
     [](std::string_view first) { return first.starts_with(std::string_view("\xfd\x37zXZ\0", 6)); },
     decode_xz},
    {"zstd", ".zst", begins_zstd, decode_zstd}};

/// Position of the first byte at or after `start` that is not part of valid UTF-8.
std::size_t first_invalid(std::string_view text, std::size_t start) {
  while (start < text.size()) {
    if (static_cast<unsigned char>(text[start]) < 0x80) {
      ++start;
      continue;
    }
    const CodePoint c = code_point_at(text, start);
    if (!c.is_valid()) return start;
    start += c.bytes;
  }
  return text.size();
}

/// Carriage returns before a line feed belong to it: text that was converted twice has CR CR LF.
void unify_line_ends(std::string& text) {
  if (text.find('\r') == std::string::npos) return;
  std::size_t out = 0;
  for (std::size_t in = 0; in < text.size(); ++in) {
    if (text[in] == '\r') {
      const std::size_t end = std::min(text.find_first_not_of('\r', in), text.size());
      if (end < text.size() && text[end] == '\n') {
        in = end;
      } else {
        while (in + 1 < end) text[out++] = '\n', ++in;
        text[in] = '\n';
      }
    }
    text[out++] = text[in];
  }
  text.resize(out);
}

}  // namespace

std::int64_t replace_invalid_utf8(std::string& text) {
  std::size_t bad = first_invalid(text, 0);
  if (bad == text.size()) return 0;
  std::string fixed;
  fixed.reserve(text.size() + 64);
  std::int64_t replaced = 0;
  std::size_t done = 0;
  while (bad < text.size()) {
    fixed.append(text, done, bad - done);
    fixed += "\xEF\xBF\xBD";
    ++replaced;
    done = bad + 1;
    bad = first_invalid(text, done);
  }
  fixed.append(text, done, std::string::npos);
  text = std::move(fixed);
  return replaced;
}

void end_lines_at_separators(std::string& text) {
  constexpr std::array<std::string_view, 3> kSeparators = {"\xC2\x85", "\xE2\x80\xA8",
                                                           "\xE2\x80\xA9"};
  for (const std::string_view separator : kSeparators) {
    std::size_t out = text.find(separator);
    for (std::size_t in = out; in < text.size();) {
      const std::size_t next = std::min(text.find(separator, in + separator.size()), text.size());
      text[out++] = '\n';
      in += separator.size();
      std::memmove(text.data() + out, text.data() + in, next - in);
      out += next - in;
      in = next;
    }
    text.resize(std::min(out, text.size()));
  }
}

std::string_view compression_of(std::string_view first) {
  for (const Compression& one : kCompressions)
    if (one.begins(first)) return one.name;
  return {};
}

TextFile read_text_file(const fs::path& path, std::int64_t limit_bytes,
                        const std::string& whose_limit) {
  ByteReader reader(path);
  TextFile file;
  const Sink sink = [&](std::string_view bytes) {
    if (static_cast<std::int64_t>(file.text.size() + bytes.size()) > limit_bytes) {
      fail_format(path, "holds more text than the " + std::to_string(limit_bytes) + " bytes that " +
                            whose_limit);
    }
    if (bytes.find('\0') != std::string_view::npos) {
      fail_format(path, "holds a NUL byte; expected UTF-8 text");
    }
    file.text.append(bytes);
  };

  const std::string_view first = reader.next();
  // Found out once: decoding reads on into the bytes that `first` shows.
  const Compression* found = nullptr;
  for (const Compression& kind : kCompressions) {
    if (kind.begins(first)) {
      found = &kind;
    } else if (path.extension() == kind.extension) {
      fail_format(path, std::string("does not start as a ") + kind.extension + " file does");
    }
  }
  if (found != nullptr) {
    found->decode(reader, first, sink);
  } else {
    for (std::string_view chunk = first; !chunk.empty(); chunk = reader.next()) sink(chunk);
  }

  if (file.text.starts_with(files::kByteOrderMark))
    file.text.erase(0, files::kByteOrderMark.size());
  const std::size_t bytes = file.text.size();
  file.invalid_bytes = replace_invalid_utf8(file.text);
  if (static_cast<double>(file.invalid_bytes) > kMostInvalidFraction * static_cast<double>(bytes)) {
    fail_format(path, std::to_string(file.invalid_bytes) + " of " + std::to_string(bytes) +
                          " bytes are not valid UTF-8; expected UTF-8 text");
  }
  unify_line_ends(file.text);
  return file;
}

std::uint64_t file_hash(const fs::path& path) {
  ByteReader reader(path);
  files::ContentHash hash;
  for (std::string_view chunk = reader.next(); !chunk.empty(); chunk = reader.next()) {
    hash.update(chunk);
  }
  return hash.value();
}

}  // namespace espalier::text
