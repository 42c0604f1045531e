// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/tasks/image_dataset.h>

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <memory>

#include <espalier/files/content_hash.h>
#include <espalier/sparse/core/error.h>

namespace espalier::training {
namespace {

namespace fs = std::filesystem;

/// Type code of unsigned bytes in an IDX header.
constexpr std::uint8_t kUnsignedByte = 0x08;
constexpr std::size_t kMostExtents = 3;  // images: count, rows, columns
/// One byte of deflate stands for at most 1032 bytes (zlib's technical details), so a file that
/// announces more than this times its length cannot be what it says.
constexpr std::uint64_t kLargestExpansion = 1032;
/// Ninety times the images of Fashion-MNIST: a limit on memory and on decompression bombs.
constexpr std::uint64_t kMostValues = std::uint64_t{4} << 30;

[[noreturn]] void fail_format(const fs::path& path, const std::string& what) {
  throw FormatError("image file '" + path.string() + "': " + what);
}

[[noreturn]] void fail_io(const fs::path& path, const std::string& what) {
  throw IoError("image file '" + path.string() + "': " + what);
}

/// Bytes of a file, decompressed if it is a gzip stream.
class ByteSource {
 public:
  explicit ByteSource(const fs::path& path) : path_(path) {
    std::error_code error;
    if (!fs::is_regular_file(path, error)) fail_io(path, "does not exist or is no regular file");
    length_ = fs::file_size(path, error);
    if (error) fail_io(path, "cannot read: " + error.message());
    file_.reset(::gzopen(path.c_str(), "rb"));
    if (!file_) fail_io(path, std::string("cannot open: ") + std::strerror(errno));
  }

  /// Length of the file on the disk.
  std::uint64_t length() const { return length_; }

  /// Appends as many bytes as there are, at most `count`, and returns how many. Memory grows as
  /// they come: what a header announces need not be there.
  std::uint64_t append(std::vector<std::uint8_t>& bytes, std::uint64_t count) {
    const std::size_t before = bytes.size();
    for (std::uint64_t left = count; left > 0;) {
      const auto piece = static_cast<std::size_t>(std::min<std::uint64_t>(left, 1 << 20));
      bytes.resize(bytes.size() + piece);
      const std::size_t got = read(bytes.data() + bytes.size() - piece, piece);
      bytes.resize(bytes.size() - piece + got);
      left -= got;
      if (got < piece) break;
    }
    return bytes.size() - before;
  }

  /// Reads as many bytes as there are, at most `count`.
  std::size_t read(std::uint8_t* to, std::size_t count) {
    std::size_t done = 0;
    while (done < count) {
      const auto chunk = static_cast<unsigned>(std::min<std::size_t>(count - done, 1 << 24));
      const int got = ::gzread(file_.get(), to + done, chunk);
      int status = Z_OK;
      const char* message = ::gzerror(file_.get(), &status);
      if (status == Z_ERRNO) fail_io(path_, std::string("cannot read: ") + std::strerror(errno));
      if (status == Z_MEM_ERROR) throw std::bad_alloc();
      if (got < 0 || (status != Z_OK && status != Z_STREAM_END))
        fail_format(path_, std::string("the gzip stream is damaged or cut: ") + message);
      if (got == 0) break;
      done += static_cast<std::size_t>(got);
    }
    return done;
  }

 private:
  struct Close {
    void operator()(gzFile_s* file) const { ::gzclose(file); }
  };

  fs::path path_;
  std::uint64_t length_ = 0;
  std::unique_ptr<gzFile_s, Close> file_;
};

fs::path find_file(const fs::path& folder, const std::string& name) {
  for (const std::string suffix : {"", ".gz"})
    if (std::error_code error; fs::exists(folder / (name + suffix), error))
      return folder / (name + suffix);
  fail_io(folder / name, "not there, nor with .gz; expected the four files of MNIST's format");
}

ImageSet read_set(const fs::path& folder, const std::string& prefix) {
  const fs::path image_path = find_file(folder, prefix + "-images-idx3-ubyte");
  const fs::path label_path = find_file(folder, prefix + "-labels-idx1-ubyte");
  IdxArray images = read_idx(image_path);
  if (images.shape.size() != 3)
    fail_format(image_path, std::to_string(images.shape.size()) +
                                " extents; expected 3: images, rows and columns");
  IdxArray labels = read_idx(label_path);
  if (labels.shape.size() != 1)
    fail_format(label_path, std::to_string(labels.shape.size()) + " extents; expected 1");
  if (labels.shape[0] != images.shape[0])
    fail_format(label_path, std::to_string(labels.shape[0]) + " labels; expected " +
                                std::to_string(images.shape[0]) + ", one for each image");
  return {.count = images.shape[0],
          .rows = images.shape[1],
          .cols = images.shape[2],
          .pixels = std::move(images.bytes),
          .labels = std::move(labels.bytes)};
}

/// Mean and standard deviation of the training pixels. The sums are of integers, so exact: below
/// 2^16 each for at most 2^47 pixels.
void measure_pixels(ImageDataset& data) {
  std::uint64_t sum = 0, squares = 0;
  for (const std::uint64_t pixel : data.train.pixels) {
    sum += pixel;
    squares += pixel * pixel;
  }
  const auto count = static_cast<double>(data.train.pixels.size());
  data.mean = static_cast<double>(sum) / count;
  const double variance = static_cast<double>(squares) / count - data.mean * data.mean;
  data.deviation = variance > 0 ? std::sqrt(variance) : 1.0;
}

std::string hash_of(const ImageDataset& data) {
  files::ContentHash hash;
  for (const ImageSet* set : {&data.train, &data.test})
    for (const auto* bytes : {&set->pixels, &set->labels})
      hash.update_field({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
  return files::hex(hash.value());
}

}  // namespace

IdxArray read_idx(const fs::path& path) {
  ByteSource source(path);
  std::array<std::uint8_t, 4> head{};
  if (source.read(head.data(), head.size()) != head.size() || head[0] != 0 || head[1] != 0 ||
      head[2] != kUnsignedByte || head[3] < 1 || head[3] > kMostExtents)
    fail_format(path, "no IDX file of unsigned bytes with one to three extents");
  IdxArray array;
  std::uint64_t total = 1;
  const std::uint64_t most = (source.length() + 1) * kLargestExpansion;
  for (std::uint8_t i = 0; i < head[3]; ++i) {
    std::array<std::uint8_t, 4> bytes{};
    if (source.read(bytes.data(), bytes.size()) != bytes.size())
      fail_format(path, "ends within its header");
    std::uint64_t extent = 0;
    for (const std::uint64_t byte : bytes) extent = extent << 8 | byte;
    if (extent == 0) fail_format(path, "an extent is 0; expected at least 1");
    if (extent > most / total)
      fail_format(path, "announces more values than a file of " + std::to_string(source.length()) +
                            " bytes can hold");
    total *= extent;
    if (total > kMostValues)
      fail_format(path, "announces more than " + std::to_string(kMostValues) + " values");
    array.shape.push_back(static_cast<Index>(extent));
  }
  const std::uint64_t found = source.append(array.bytes, total);
  if (found != total)
    fail_format(path, std::to_string(found) + " values; expected " + std::to_string(total));
  std::uint8_t more = 0;
  if (source.read(&more, 1) != 0)
    fail_format(path, "more than the " + std::to_string(total) + " values that it announces");
  return array;
}

ImageDataset read_image_dataset(const fs::path& folder) {
  ImageDataset data;
  data.name = folder.filename().string();
  data.train = read_set(folder, "train");
  data.test = read_set(folder, "t10k");
  if (data.test.rows != data.train.rows || data.test.cols != data.train.cols)
    fail_format(folder, "test images of " + std::to_string(data.test.rows) + "x" +
                            std::to_string(data.test.cols) + "; expected " +
                            std::to_string(data.train.rows) + "x" +
                            std::to_string(data.train.cols) + ", as for training");
  data.classes = 1 + std::max(*std::ranges::max_element(data.train.labels),
                              *std::ranges::max_element(data.test.labels));
  measure_pixels(data);
  data.hash = hash_of(data);
  return data;
}

ImageDataset load_image_dataset(const std::string& images, const fs::path& package_folder) {
  if (images != "fashion_mnist") return read_image_dataset(images);
  const fs::path inside = "usr/share/datasets/fashion-mnist";
  for (const fs::path& folder : {package_folder / inside, fs::path("/") / inside}) {
    std::error_code error;
    if (!fs::is_directory(folder, error)) continue;
    ImageDataset data = read_image_dataset(folder);
    data.name = images;
    return data;
  }
  throw IoError("data.images \"fashion_mnist\": neither in " + (package_folder / inside).string() +
                " nor in /" + inside.string() +
                "; './reproduce --study fashion_policies' fetches " +
                "it, or: apt-get download dataset-fashion-mnist && dpkg-deb -x dataset-*.deb " +
                package_folder.string());
}

void gather_images(const ImageDataset& data, const ImageSet& set,
                   std::span<const std::int64_t> indices, sparse::Activations& x,
                   const Context& context) {
  const Index pixels = set.size();
  x.reshape(static_cast<Index>(indices.size()), pixels, sparse::kDefaultPanelWidth);
  const auto scale = static_cast<float>(1 / data.deviation);
  const auto shift = static_cast<float>(-data.mean / data.deviation);
  context.parallel_for(x.panels(), [&](Index p) {
    const Index first = p * x.panel_width(), used = x.used_lanes(p);
    // Pixels in short runs: the lines of the panel that they touch stay in the first-level cache
    // while every image adds its lane.
    constexpr Index run = 32;
    for (Index from = 0; from < pixels; from += run)
      for (Index lane = 0; lane < used; ++lane) {
        const std::uint8_t* image = set.pixels.data() + indices[first + lane] * pixels;
        for (Index f = from; f < std::min(pixels, from + run); ++f)
          x.row(p, f)[lane] = static_cast<float>(image[f]) * scale + shift;
      }
  });
}

std::vector<std::int32_t> gather_labels(const ImageSet& set,
                                        std::span<const std::int64_t> indices) {
  std::vector<std::int32_t> labels;
  labels.reserve(indices.size());
  for (const std::int64_t index : indices) labels.push_back(set.labels[index]);
  return labels;
}

}  // namespace espalier::training
