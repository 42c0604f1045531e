// SPDX-License-Identifier: Apache-2.0
// What SciPy writes and reads, and hostile arrays, are in tests/python/numpy/test_npz.py.
#include <espalier/experiments/program/npz_file.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/format/convert.h>
#include "tests/support/temporary_folder.h"

namespace espalier::experiments {
namespace {

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
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ (1 << (i % 8)));
    read(damaged);
  }
  EXPECT_GT(refused, static_cast<int>(bytes.size()) / 2);
  for (std::size_t length = 0; length < bytes.size(); length += 7) {
    refused = 0;
    read(bytes.substr(0, length));
    EXPECT_EQ(refused, 1) << "cut after " << length << " bytes";
  }
}

TEST(NpzFileTest, NamesAFileThatIsNotThere) {
  const testing::TemporaryFolder folder;
  EXPECT_THROW(read_npz(folder.path() / "none.npz"), IoError);
}

}  // namespace
}  // namespace espalier::experiments
