// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include <espalier/sparse/core/context.h>
#include <espalier/sparse/core/types.h>
#include <espalier/sparse/format/activations.h>

namespace espalier::training {

/// An array of bytes from an IDX file.
struct IdxArray {
  std::vector<Index> shape;         ///< one to three extents, each at least 1
  std::vector<std::uint8_t> bytes;  ///< row-major
};

/// Reads an IDX file of unsigned bytes, plain or as a gzip stream; the content decides, not the
/// name. Throws IoError if the file cannot be read; FormatError, naming the file, if it is no IDX
/// file of bytes, an extent is 0, or it holds fewer or more values than it announces. Memory is
/// taken only for what a file of this length can hold. Source of the format: LeCun et al. 1998, the
/// MNIST database.
IdxArray read_idx(const std::filesystem::path& path);

/// Labelled grey images of one size.
struct ImageSet {
  Index count = 0;
  Index rows = 0;
  Index cols = 0;
  std::vector<std::uint8_t> pixels;  ///< [count][rows][cols]
  std::vector<std::uint8_t> labels;  ///< [count]

  Index size() const { return rows * cols; }
};

/// A data set for classification. `test` serves as validation: neither of the published data sets
/// has a third part, and the literature on sparse training reports test accuracy after the last
/// step.
struct ImageDataset {
  std::string name;  ///< the folder's, or "fashion_mnist"
  ImageSet train;
  ImageSet test;
  Index classes = 0;     ///< one more than the greatest label
  double mean = 0;       ///< of all training pixels, 0 to 255
  double deviation = 1;  ///< standard deviation of all training pixels; 1 if they are all equal
  std::string hash;      ///< of pixels and labels, in hexadecimal
};

/// Reads train-images-idx3-ubyte, train-labels-idx1-ubyte, t10k-images-idx3-ubyte and
/// t10k-labels-idx1-ubyte, each plain or with .gz, from `folder`. Throws as `read_idx` does, and
/// FormatError if images and labels, or the two sets, do not fit each other.
ImageDataset read_image_dataset(const std::filesystem::path& folder);

/// The data set that a configuration names: "fashion_mnist" is looked for in the unpacked Debian
/// package dataset-fashion-mnist under `package_folder`, then in /usr/share/datasets; anything else
/// is a folder. Throws as `read_image_dataset` does, and IoError that says how to get the package.
ImageDataset load_image_dataset(const std::string& images,
                                const std::filesystem::path& package_folder);

/// Gathers images as panels of standardised pixels, (pixel - mean) / deviation of the data set.
/// Shapes: x becomes [pixels, indices] in panels of the default width; padding is zero. `set` is
/// one of the data set's; indices must be below its count.
void gather_images(const ImageDataset& data, const ImageSet& set,
                   std::span<const std::int64_t> indices, sparse::Activations& x,
                   const Context& context);

/// Their labels.
std::vector<std::int32_t> gather_labels(const ImageSet& set, std::span<const std::int64_t> indices);

}  // namespace espalier::training
