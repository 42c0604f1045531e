// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace espalier::text {

/// The text of one file and what was done to it.
struct TextFile {
  std::string text;                ///< valid UTF-8; lines end with '\n'; no byte order mark
  std::int64_t invalid_bytes = 0;  ///< bytes that were no UTF-8, each replaced by U+FFFD
};

/// "gzip", "xz" or "zstd" if what begins with these bytes is such a stream; nothing: it is none.
std::string_view compression_of(std::string_view first);

/// Reads a text file, which may be a stream of gzip (several members too, and zeros behind them),
/// xz or zstd; the first bytes decide, not the name. A byte order mark is dropped; CR LF and a CR
/// that stands alone become LF, and so does CR CR LF.
///
/// Throws IoError if the file cannot be read or is no regular file. Throws FormatError if a
/// compressed stream is damaged or cut, if a name ends in .gz, .xz or .zst and the content is not
/// of that kind, if decompressing xz or zstd takes more than 256 MiB, if the text holds a NUL byte
/// (a binary file, or UTF-16), if more than one byte in ten is invalid UTF-8, or if it is longer
/// than `limit_bytes`: "than the N bytes that `whose_limit`". Every message names the file. Cost:
/// one pass; memory is the text and 512 KiB (xz and zstd may take 256 MiB more).
TextFile read_text_file(const std::filesystem::path& path, std::int64_t limit_bytes,
                        const std::string& whose_limit = "may be read of it");

/// XXH3 of the bytes of a file as they lie on the disk. Throws IoError naming the file.
std::uint64_t file_hash(const std::filesystem::path& path);

/// Makes each next line U+0085, line separator U+2028 and paragraph separator U+2029 of a UTF-8
/// text an LF: they end a line of prose. In tables, one record to a line, they are text.
void end_lines_at_separators(std::string& text);

/// Replaces each byte of `text` that is not part of valid UTF-8 (overlong forms, surrogates and
/// code points past U+10FFFF are invalid) by U+FFFD and returns how many there were. Leaves valid
/// text untouched.
std::int64_t replace_invalid_utf8(std::string& text);

}  // namespace espalier::text
