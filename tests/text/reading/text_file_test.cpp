// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/reading/text_file.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

#include <cstdint>
#include <string>
#include <vector>

#include <espalier/sparse/core/error.h>
#include "tests/support/temporary_folder.h"

namespace espalier::text {
namespace {

using espalier::testing::message_of;
using espalier::testing::TemporaryFolder;

using std::string;
using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr std::int64_t kNoLimit = std::int64_t{1} << 30;

string gzip(const string& text, int level = 1) {
  string out(compressBound(text.size()) + 64, '\0');
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
  string in = text;
  stream.next_in = reinterpret_cast<Bytef*>(in.data());
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

string xz(const string& text) {
  string out(lzma_stream_buffer_bound(text.size()), '\0');
  std::size_t size = 0;
  EXPECT_EQ(lzma_easy_buffer_encode(1, LZMA_CHECK_CRC64, nullptr,
                                    reinterpret_cast<const std::uint8_t*>(text.data()), text.size(),
                                    reinterpret_cast<std::uint8_t*>(out.data()), &size, out.size()),
            LZMA_OK);
  out.resize(size);
  return out;
}

string zstd(const string& text) {
  string out(ZSTD_compressBound(text.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 3));
  return out;
}

/// Text of more than one internal buffer, which does not compress to nothing.
string long_text() {
  string text;
  for (std::uint32_t i = 0; text.size() < 600'000; ++i)
    text += std::to_string(i * 2654435761u) + ' ';
  return text;
}

TEST(TextFile, DropsByteOrderMark) {
  const TemporaryFolder folder;
  EXPECT_EQ(read_text_file(folder.write("a.txt", "\xEF\xBB\xBFone\n"), kNoLimit).text, "one\n");
}

TEST(TextFile, CarriageReturnsEndLines) {
  const TemporaryFolder folder;
  const auto read = [&](const string& bytes) {
    return read_text_file(folder.write("a.txt", bytes), kNoLimit).text;
  };
  EXPECT_EQ(read("one\r\ntwo\r\n\r\nthree\r\n"), "one\ntwo\n\nthree\n");
  EXPECT_EQ(read("one\rtwo\r\rthree\r"), "one\ntwo\n\nthree\n");
  EXPECT_EQ(read("one\r\r\ntwo\n\r\r\n"), "one\ntwo\n\n") << "converted twice";
  EXPECT_EQ(read("\r"), "\n");
  // Too long for what a failure would print; and in one pass, or it would take minutes.
  EXPECT_TRUE(read(string(1'000'000, '\r')) == string(1'000'000, '\n'));
}

TEST(TextFile, SeparatorsEndLines) {
  const auto ended = [](string text) {
    end_lines_at_separators(text);
    return text;
  };
  EXPECT_EQ(ended("one\xC2\x85two\u2028three\u2029\u2029four\xC2\x85"),
            "one\ntwo\nthree\n\nfour\n");
  const string others = "\u201Cone\u201D\u2027\u202A \u00C5 two\r\n\f";
  EXPECT_EQ(ended(others), others);
  EXPECT_EQ(ended(""), "");
}

TEST(TextFile, ReplacesAndCountsInvalidBytes) {
  string text = "caf\xC3\xA9 \x92 \xC0\xAF \xED\xA0\x80 \xF4\x90\x80\x80 \xE2\x82";
  // A stray byte; an overlong form (2); a surrogate (3); past U+10FFFF (4); a cut sequence (2).
  EXPECT_EQ(replace_invalid_utf8(text), 12);
  const string r = "\xEF\xBF\xBD";
  EXPECT_EQ(text,
            "caf\xC3\xA9 " + r + " " + r + r + " " + r + r + r + " " + r + r + r + r + " " + r + r);
  EXPECT_EQ(replace_invalid_utf8(text), 0);
}

TEST(TextFile, ReadsEveryCompression) {
  const TemporaryFolder folder;
  const string text = long_text();
  EXPECT_EQ(read_text_file(folder.write("a.txt", text), kNoLimit).text, text);
  EXPECT_EQ(read_text_file(folder.write("a.gz", gzip(text)), kNoLimit).text, text);
  EXPECT_EQ(read_text_file(folder.write("a.xz", xz(text)), kNoLimit).text, text);
  EXPECT_EQ(read_text_file(folder.write("a.zst", zstd(text)), kNoLimit).text, text);
  // Streams laid end to end, and a name that says nothing.
  EXPECT_EQ(read_text_file(folder.write("b.gz", gzip("one ") + gzip("two")), kNoLimit).text,
            "one two");
  EXPECT_EQ(read_text_file(folder.write("b.xz", xz("one ") + xz("two")), kNoLimit).text, "one two");
  EXPECT_EQ(read_text_file(folder.write("b.zst", zstd("one ") + zstd("two")), kNoLimit).text,
            "one two");
  EXPECT_EQ(read_text_file(folder.write("dictionary.dz", gzip("three")), kNoLimit).text, "three");
}

// As pzstd writes them: it says the length of each frame in one that is to be skipped.
TEST(TextFile, ZstdMayBeginWithAFrameToSkip) {
  const string skipped = string("\x5E\x2A\x4D\x18\x02\0\0\0", 8) + "ab";
  const TemporaryFolder folder;
  EXPECT_EQ(read_text_file(folder.write("a.zst", skipped + zstd("text")), kNoLimit).text, "text");
  EXPECT_EQ(compression_of(skipped), "zstd");
  EXPECT_EQ(compression_of("P*M"), "");
}

TEST(TextFile, IsDecodedOnce) {
  const TemporaryFolder folder;
  // As it is, but for headers: what is read next begins as a file of zstd does.
  constexpr std::size_t kNext = std::size_t{256} << 10;
  const string magic = "\x28\xB5\x2F\xFD";
  const auto stored = [&](std::size_t at) {
    string text(300'000, 'x');
    return gzip(text.replace(at, magic.size(), magic), 0);
  };
  const std::size_t near = kNext - 50;
  const string file = stored(near + kNext - stored(near).find(magic));
  ASSERT_EQ(file.find(magic), kNext);
  const TextFile read = read_text_file(folder.write("a.gz", file), kNoLimit);
  EXPECT_EQ(read.text.size(), 300'000u + 4) << "two bytes became three each";
  EXPECT_EQ(read.invalid_bytes, 2);
}

TEST(TextFile, ZerosBehindGzipAreNoText) {
  const TemporaryFolder folder;
  const auto text = [&](const string& bytes) {
    return read_text_file(folder.write("a.gz", bytes), kNoLimit).text;
  };
  // More than is read at once.
  const string zeros(300'000, '\0');
  EXPECT_EQ(text(gzip("one ") + zeros), "one ");
  EXPECT_EQ(text(gzip("one ") + zeros + gzip("two")), "one two");
  EXPECT_THROW(text(gzip("one ") + zeros + "x"), FormatError);
}

TEST(TextFile, KnowsCompressionsByTheirFirstBytes) {
  EXPECT_EQ(compression_of(gzip("text")), "gzip");
  EXPECT_EQ(compression_of(xz("text")), "xz");
  EXPECT_EQ(compression_of(zstd("text")), "zstd");
  EXPECT_EQ(compression_of("text"), "");
  EXPECT_EQ(compression_of(""), "");
}

TEST(TextFile, AnXzFileThatTakesTooMuchMemoryIsNotDamaged) {
  string bytes = xz("text");
  // By the .xz file format, section 3.1: a block's header follows the 12 bytes of the stream's,
  // begins with its length in words of 4 bytes, less one, and ends with a CRC32. LZMA2 is the
  // filter 0x21 with one byte of properties; 34 stands for a dictionary of 512 MiB.
  const std::size_t header = 12, length = 4 * static_cast<std::size_t>(bytes[header]);
  const std::size_t filter = bytes.find("\x21\x01", header);
  ASSERT_LT(filter, header + length);
  bytes[filter + 2] = 34;
  const std::uint32_t checksum =
      lzma_crc32(reinterpret_cast<const std::uint8_t*>(&bytes[header]), length, 0);
  for (std::size_t i = 0; i < 4; ++i)
    bytes[header + length + i] = static_cast<char>(checksum >> 8 * i & 0xFF);
  const TemporaryFolder folder;
  EXPECT_THAT(message_of<FormatError>(
                  [&, file = folder.write("a.xz", bytes)] { read_text_file(file, kNoLimit); }),
              HasSubstr("a.xz: needs more than 256 MiB of memory to be decompressed"));
}

TEST(TextFile, AZstdFileThatTakesTooMuchMemoryIsNotDamaged) {
  // By RFC 8878, section 3.1.1: a descriptor, the window of 2^(10 + e) bytes as 8 e, and a last
  // block of 4 bytes as they are.
  const auto frame = [](char window) {
    return string("\x28\xB5\x2F\xFD\0", 5) + window + string("\x21\0\0", 3) + "text";
  };
  const TemporaryFolder folder;
  EXPECT_EQ(read_text_file(folder.write("a.zst", frame(8 * 10)), kNoLimit).text, "text");
  EXPECT_THAT(message_of<FormatError>([&, file = folder.write("b.zst", frame('\x98'))] {
                read_text_file(file, kNoLimit);  // 2^29
              }),
              HasSubstr("b.zst: needs more than 256 MiB of memory to be decompressed"));
}

TEST(TextFile, EveryTruncationOfACompressedFileIsAnError) {
  const TemporaryFolder folder;
  const string text = "the quick brown fox jumps over the lazy dog, and over the quick brown fox";
  for (const auto& [name, bytes] :
       {std::pair<string, string>{"a.gz", gzip(text)}, {"a.xz", xz(text)}, {"a.zst", zstd(text)}}) {
    for (std::size_t length = 1; length < bytes.size(); ++length) {
      const auto file = folder.write(name, bytes.substr(0, length));
      EXPECT_THROW(read_text_file(file, kNoLimit), FormatError) << name << " cut to " << length;
    }
  }
}

TEST(TextFile, DamageInACompressedFileIsAnError) {
  const TemporaryFolder folder;
  const string text = long_text();
  for (const auto& [name, bytes] :
       {std::pair<string, string>{"a.gz", gzip(text)}, {"a.xz", xz(text)}}) {
    string damaged = bytes;
    damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 0x10);
    EXPECT_THAT(message_of<FormatError>(
                    [&, file = folder.write(name, damaged)] { read_text_file(file, kNoLimit); }),
                AllOf(HasSubstr(name), HasSubstr("damaged")));
  }
}

TEST(TextFile, NamesFileAndReasonOfBadInput) {
  const TemporaryFolder folder;
  const auto message = [&](const string& name, const string& bytes, std::int64_t limit = kNoLimit) {
    return message_of<FormatError>(
        [&, file = folder.write(name, bytes)] { read_text_file(file, limit); });
  };
  EXPECT_THAT(message("nul.txt", string("a\0b", 3)), AllOf(HasSubstr("nul.txt"), HasSubstr("NUL")));
  EXPECT_THAT(message("latin.txt", "\xE9\xE8\xE0\xE9 caf\xE9"),
              AllOf(HasSubstr("latin.txt"), HasSubstr("5 of 9 bytes are not valid UTF-8")));
  EXPECT_THAT(message("plain.gz", "not compressed"),
              AllOf(HasSubstr("plain.gz"), HasSubstr(".gz")));
  EXPECT_THAT(message("empty.gz", ""), HasSubstr("does not start as a .gz file does"));
  EXPECT_THAT(message("more.gz", gzip("text") + "tail"), HasSubstr("after its gzip stream"));
  EXPECT_THAT(message("long.txt", "12345678", 7),
              AllOf(HasSubstr("long.txt"), HasSubstr("7 bytes")));
  // A bomb is stopped at the limit.
  EXPECT_THAT(message("bomb.gz", gzip(string(50'000'000, 'a')), 1000), HasSubstr("1000 bytes"));
}

TEST(TextFile, MissingFilesAndFoldersAreIoErrors) {
  const TemporaryFolder folder;
  EXPECT_EQ(message_of<IoError>([&] { read_text_file(folder.path() / "none.txt", 1); }),
            (folder.path() / "none.txt").string() + ": does not exist");
  EXPECT_THAT(message_of<IoError>([&] { read_text_file(folder.path(), 1); }),
              HasSubstr("not a regular file"));
}

}  // namespace
}  // namespace espalier::text
