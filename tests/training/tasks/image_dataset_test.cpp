// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/tasks/image_dataset.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <cmath>
#include <numeric>

#include <espalier/sparse/core/error.h>
#include "tests/support/peak_memory.h"
#include "tests/support/temporary_folder.h"
#include "tests/training/small_images.h"

namespace espalier::training::image_dataset_test {
namespace {

using espalier::testing::message_of;
using espalier::testing::read_bytes;
using espalier::testing::TemporaryFolder;
using ::testing::AllOf;
using ::testing::HasSubstr;

void write_gzip(const std::filesystem::path& path, const std::string& bytes) {
  gzFile file = ::gzopen(path.c_str(), "wb");
  ::gzwrite(file, bytes.data(), static_cast<unsigned>(bytes.size()));
  ::gzclose(file);
}

std::vector<std::uint8_t> bytes_of(const std::string& text) { return {text.begin(), text.end()}; }

TEST(ReadIdx, ReadsPlainAndCompressedFiles) {
  const TemporaryFolder folder;
  const std::string bytes = idx_file({2, 1, 3}, "abcdef");
  write_gzip(folder.path() / "b", bytes);
  for (const auto& path : {folder.write("a", bytes), folder.path() / "b"}) {
    const IdxArray array = read_idx(path);
    EXPECT_EQ(array.shape, (std::vector<Index>{2, 1, 3}));
    EXPECT_EQ(array.bytes, bytes_of("abcdef"));
  }
}

TEST(ReadIdx, RefusesWhatIsDamaged) {
  const TemporaryFolder folder;
  const auto refusal = [&](const std::string& bytes) {
    const auto path = folder.write("file", bytes);
    return message_of<FormatError>([&] { read_idx(path); });
  };
  const std::string good = idx_file({2, 3}, "abcdef");
  EXPECT_THAT(refusal(""), AllOf(HasSubstr("file'"), HasSubstr("no IDX file")));
  EXPECT_THAT(refusal("P6 4 4 255"), HasSubstr("no IDX file"));
  EXPECT_THAT(refusal(std::string("\0\0\x0d\x01", 4)), HasSubstr("no IDX file"));  // floats
  EXPECT_THAT(refusal(good.substr(0, 10)), HasSubstr("ends within its header"));
  EXPECT_THAT(refusal(good.substr(0, 15)), HasSubstr("3 values; expected 6"));
  EXPECT_THAT(refusal(good + "g"), HasSubstr("more than the 6 values"));
  EXPECT_THAT(refusal(idx_file({0, 3}, "")), HasSubstr("an extent is 0"));
  // 2^31 values in 12 bytes, and products that do not fit 64 bits.
  EXPECT_THAT(refusal(idx_file({1u << 31}, "abcd")), HasSubstr("than a file of 12 bytes can hold"));
  EXPECT_THAT(refusal(idx_file({0xffffffff, 0xffffffff, 0xffffffff}, "")), HasSubstr("can hold"));
}

TEST(ReadIdx, TakesNoMemoryForWhatItDoesNotHold) {
  const TemporaryFolder folder;
  const espalier::testing::PeakMemory memory;
  // 2 MiB may stand for 2 GiB if they are compressed.
  const auto path =
      folder.write("file", idx_file({1u << 31}, std::string(std::size_t{2} << 20, 'x')));
  EXPECT_THAT(message_of<FormatError>([&] { read_idx(path); }),
              HasSubstr("2097152 values; expected 2147483648"));
  EXPECT_LT(memory.rise_bytes(), std::int64_t{64} << 20);
  folder.write("file2", idx_file({0xffffffff, 2}, ""));
  std::filesystem::resize_file(folder.path() / "file2", std::uintmax_t{1} << 30);
  EXPECT_THAT(message_of<FormatError>([&] { read_idx(folder.path() / "file2"); }),
              HasSubstr("announces more than 4294967296 values"));
}

TEST(ReadIdx, RefusesDamagedCompression) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "file.gz";
  write_gzip(path, idx_file({1000}, std::string(1000, 'x')));
  const std::string whole = read_bytes(path);
  folder.write("file.gz", whole.substr(0, whole.size() - 9));
  EXPECT_THAT(message_of<FormatError>([&] { read_idx(path); }), HasSubstr("damaged or cut"));
  std::string altered = whole;
  altered[whole.size() - 6] ^= 1;  // of the checksum
  folder.write("file.gz", altered);
  EXPECT_THAT(message_of<FormatError>([&] { read_idx(path); }), HasSubstr("damaged or cut"));
}

TEST(ReadIdx, NamesAFileThatIsNotThere) {
  EXPECT_THAT(message_of<IoError>([] { read_idx("nowhere"); }), HasSubstr("'nowhere'"));
  EXPECT_THAT(message_of<IoError>([] { read_idx("/"); }), HasSubstr("no regular file"));
}

TEST(ReadImageDataset, ReadsTheFourFilesAndMeasuresThePixels) {
  const TemporaryFolder folder;
  const ImageDataset data = read_image_dataset(small_images(folder));
  EXPECT_EQ(data.name, "images");
  EXPECT_EQ(data.train.count, 200);
  EXPECT_EQ(data.test.count, 70);
  EXPECT_EQ(data.train.size(), 64);
  EXPECT_EQ(data.classes, 4);
  double sum = 0, squares = 0;
  for (const double pixel : data.train.pixels) sum += pixel;
  for (const double pixel : data.train.pixels) squares += std::pow(pixel - sum / (200 * 64), 2);
  EXPECT_DOUBLE_EQ(data.mean, sum / (200 * 64));
  EXPECT_NEAR(data.deviation, std::sqrt(squares / (200 * 64)), 1e-9);
}

TEST(ReadImageDataset, HashesTheContentAndNotTheCompression) {
  const TemporaryFolder folder;
  const std::filesystem::path images = small_images(folder);
  const std::string hash = read_image_dataset(images).hash;
  const auto path = images / "train-labels-idx1-ubyte";
  std::string labels = read_bytes(path);
  write_gzip(images / "train-labels-idx1-ubyte.gz", labels);
  std::filesystem::remove(path);
  EXPECT_EQ(read_image_dataset(images).hash, hash);
  labels.back() = static_cast<char>(labels.back() == 0);
  folder.write("images/train-labels-idx1-ubyte", labels);
  EXPECT_NE(read_image_dataset(images).hash, hash);
}

TEST(ReadImageDataset, RefusesFilesThatDoNotFit) {
  const TemporaryFolder folder;
  const std::string images = small_images(folder);
  const auto refusal = [&] { return message_of<FormatError>([&] { read_image_dataset(images); }); };
  folder.write("images/train-labels-idx1-ubyte", idx_file({3}, "abc"));
  EXPECT_THAT(refusal(), HasSubstr("3 labels; expected 200"));
  folder.write("images/train-labels-idx1-ubyte", idx_file({1, 200}, std::string(200, 'a')));
  EXPECT_THAT(refusal(), HasSubstr("2 extents; expected 1"));
  write_image_set(folder, "train", 200);
  folder.write("images/t10k-images-idx3-ubyte", idx_file({70, 4, 16}, std::string(70 * 64, 'a')));
  EXPECT_THAT(refusal(), HasSubstr("test images of 4x16; expected 8x8"));
}

TEST(LoadImageDataset, SaysHowToGetFashionMnist) {
  const TemporaryFolder folder;
  if (std::filesystem::exists("/usr/share/datasets/fashion-mnist")) GTEST_SKIP() << "installed";
  EXPECT_THAT(message_of<IoError>([&] { load_image_dataset("fashion_mnist", folder.path()); }),
              HasSubstr("apt-get download dataset-fashion-mnist"));
}

TEST(LoadImageDataset, FindsFashionMnistInTheUnpackedPackage) {
  const TemporaryFolder folder;
  const std::filesystem::path images = small_images(folder);
  std::filesystem::create_directories(folder.path() / "p/usr/share/datasets");
  std::filesystem::rename(images, folder.path() / "p/usr/share/datasets/fashion-mnist");
  EXPECT_EQ(load_image_dataset("fashion_mnist", folder.path() / "p").name, "fashion_mnist");
}

TEST(GatherImages, StandardisesPixelsIntoPanels) {
  const TemporaryFolder folder;
  const ImageDataset data = read_image_dataset(small_images(folder));
  const Context context({.threads = 2});
  std::vector<std::int64_t> all(200);
  std::iota(all.begin(), all.end(), 0);
  std::swap(all[3], all[150]);
  sparse::Activations x;
  gather_images(data, data.train, all, x, context);
  EXPECT_EQ(x.tokens(), 200);
  EXPECT_EQ(x.panel_width(), sparse::kDefaultPanelWidth);
  const std::vector<std::int32_t> labels = gather_labels(data.train, all);
  double sum = 0, squares = 0;
  for (Index t = 0; t < 200; ++t) {
    EXPECT_EQ(labels[t], data.train.labels[all[t]]);
    for (Index f = 0; f < 64; ++f) {
      const double pixel = data.train.pixels[all[t] * 64 + f];
      // Below 4 in magnitude; three roundings of terms that may be as large.
      ASSERT_NEAR(x.at(t, f), (pixel - data.mean) / data.deviation, 3 * 4 * 0x1.0p-24);
      sum += x.at(t, f);
      squares += double{x.at(t, f)} * x.at(t, f);
    }
  }
  EXPECT_NEAR(sum / (200 * 64), 0, 3 * 4 * 0x1.0p-24);
  EXPECT_NEAR(squares / (200 * 64), 1, 2 * 4 * 3 * 4 * 0x1.0p-24);
  for (Index f = 0; f < 64; ++f)
    for (Index lane = 200 % 64; lane < 64; ++lane) EXPECT_EQ(x.row(3, f)[lane], 0.0f);
}

}  // namespace
}  // namespace espalier::training::image_dataset_test
