// SPDX-License-Identifier: Apache-2.0
// What SciPy writes and reads, and hostile arrays, are in tests/python/numpy/test_npz.py.
#include <espalier/experiments/program/npz_file.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/format/convert.h>
#include "tests/support/message.h"
#include "tests/support/temporary_folder.h"

namespace espalier::experiments {
namespace {

using espalier::testing::message_of;
using ::testing::HasSubstr;

sparse::BlockCsrMatrix<float> small_matrix(sparse::BlockShape block) {
  return sparse::from_triplets(6, 8, block,
                               {{0, 1, 1.5F}, {3, 7, -2.25F}, {4, 0, 0.0F}, {5, 5, 3e-41F}});
}

TEST(NpzFileTest, ReadsBackWhatItWroteWithBlocksAndStoredZeros) {
  const testing::TemporaryFolder folder;
  for (const sparse::BlockShape block : {sparse::BlockShape{1, 1}, {2, 2}, {3, 4}, {6, 8}}) {
    const auto matrix = small_matrix(block);
    write_npz(folder.path() / "matrix.npz", matrix);
    const auto read = read_npz(folder.path() / "matrix.npz");
    EXPECT_EQ(read.pattern().block(), block);
    EXPECT_EQ(sparse::to_triplets(read), sparse::to_triplets(matrix));
    EXPECT_EQ(npz_bytes(read), npz_bytes(matrix));
  }
}

TEST(NpzFileTest, KeepsAMatrixThatStoresNothing) {
  const auto read = parse_npz(npz_bytes(sparse::from_triplets(6, 8, {2, 4}, {})), "empty");
  EXPECT_EQ(read.pattern().rows(), 6);
  EXPECT_EQ(read.pattern().cols(), 8);
  EXPECT_EQ(read.pattern().block(), (sparse::BlockShape{2, 4}));
  EXPECT_EQ(read.pattern().blocks(), 0);
}

// A flipped bit may lie where no reader looks, such as in the time of a member; it never changes
// the matrix.
TEST(NpzFileTest, NoFlippedBitAndNoCutChangesTheMatrix) {
  const auto matrix = small_matrix({2, 2});
  const std::string bytes = npz_bytes(matrix);
  int refused = 0;
  const auto read = [&](const std::string& damaged) {
    try {
      EXPECT_EQ(sparse::to_triplets(parse_npz(damaged, "damaged")), sparse::to_triplets(matrix));
    } catch (const FormatError& error) {
      ++refused;
      EXPECT_TRUE(std::string(error.what()).starts_with("damaged"));
      EXPECT_EQ(std::ranges::count(std::string(error.what()), '\n'), 0);
    }
  };
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    std::string damaged = bytes;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
    SCOPED_TRACE(bit);
    read(damaged);
  }
  EXPECT_GT(refused, 4 * static_cast<int>(bytes.size()));
  for (std::size_t length = 0; length < bytes.size(); length += 7) {
    refused = 0;
    read(bytes.substr(0, length));
    EXPECT_EQ(refused, 1) << "cut after " << length << " bytes";
  }
}

/// The same archive with other sizes of a member, where its bytes are and in the directory.
std::string with_sizes(std::string bytes, const std::string& name, std::uint32_t packed,
                       std::uint32_t size) {
  // Distances from the start of a header, by the ZIP specification (APPNOTE 4.3.7 and 4.3.12).
  constexpr std::size_t kLocalName = 30, kLocalSizes = 18, kEntryName = 46, kEntrySizes = 20;
  int found = 0;
  for (std::size_t at = bytes.find(name); at != std::string::npos; at = bytes.find(name, at + 1)) {
    const bool local = bytes.compare(at - kLocalName, 4, "PK\3\4") == 0;
    char* const sizes =
        bytes.data() + (local ? at - kLocalName + kLocalSizes : at - kEntryName + kEntrySizes);
    std::memcpy(sizes, &packed, sizeof packed);
    std::memcpy(sizes + sizeof packed, &size, sizeof size);
    ++found;
  }
  EXPECT_EQ(found, 2);
  return bytes;
}

// The largest that sizes of 32 bits can say, and less: memory for them is not asked for.
TEST(NpzFileTest, RefusesSizesThatTheArchiveDoesNotHave) {
  const std::string bytes = npz_bytes(small_matrix({2, 2}));
  const auto size = static_cast<std::uint32_t>(bytes.size());
  const auto refusal = [&](std::uint32_t packed, std::uint32_t unpacked) {
    return message_of<FormatError>(
        [&] { parse_npz(with_sizes(bytes, "data.npy", packed, unpacked), "file"); });
  };
  for (const std::uint32_t said : {0xFFFFFFFEU, 1'000'000'000U, size + 1})
    EXPECT_EQ(refusal(said, said), "file: data: says that it takes " + std::to_string(said) +
                                       " bytes, expected no more than the " + std::to_string(size) +
                                       " of the archive");
  EXPECT_THAT(refusal(100, 101),
              HasSubstr("data: says that it has 101 bytes and is stored in 100"));
  EXPECT_THAT(refusal(100, 99), HasSubstr("data: says that it has 99 bytes and is stored in 100"));
}

TEST(NpzFileTest, WritesNothingThatItsReaderRefuses) {
  const testing::TemporaryFolder folder;
  auto matrix = small_matrix({2, 2});
  for (const float bad :
       {std::numeric_limits<float>::quiet_NaN(), -std::numeric_limits<float>::infinity()}) {
    matrix.values()[5] = bad;
    EXPECT_THAT(message_of<FormatError>([&] { write_npz(folder.path() / "bad.npz", matrix); }),
                HasSubstr("matrix value 5 is "));
  }
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "bad.npz"));

  const Index most = Index{1} << 20;
  const auto empty = [](Index rows, Index cols, sparse::BlockShape block) {
    return npz_bytes(sparse::from_triplets(rows, cols, block, {}));
  };
  EXPECT_EQ(parse_npz(empty(8, most, {8, 16}), "file").pattern().cols(), most);
  EXPECT_THAT(message_of<FormatError>([&] {
                empty(8, most + 16, {8, 16});
              }),
              HasSubstr("matrix of 8 x 1048592 in blocks of 8 x 16, expected extents of at most "
                        "1048576"));
  EXPECT_THAT(message_of<FormatError>([&] {
                empty(0, 8, {most + 1, 8});
              }),
              HasSubstr("in blocks of 1048577 x 8"));
}

TEST(NpzFileTest, NamesAFileThatIsNotThere) {
  const testing::TemporaryFolder folder;
  EXPECT_THROW(read_npz(folder.path() / "none.npz"), IoError);
}

}  // namespace
}  // namespace espalier::experiments
