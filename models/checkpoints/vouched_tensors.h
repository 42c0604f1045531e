// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <espalier/files/safetensors.h>

namespace espalier::models {

/// How the names of what is never negative in the state of an optimizer end.
inline constexpr const char* kSquares = "_sq";

/// A tensor file that stays open from the first reading to the second.
class VouchedTensors {
 public:
  /// Judges, at the end of each reading, the content_hash of what was read: throws FormatError
  /// unless the file is the one that was meant.
  using Voucher = std::function<void(std::uint64_t hash)>;

  /// Opens the file and reads its header. Throws as files::TensorReader.
  VouchedTensors(const std::filesystem::path& path, Voucher voucher,
                 files::ShortFloats short_floats = files::ShortFloats::kAsTheyAre)
      : tensors_(path, short_floats), voucher_(std::move(voucher)) {}

  const files::TensorIndex& index() const { return tensors_.index(); }

  /// Hands out every tensor, piece by piece, and then asks the voucher. Throws IoError, and
  /// FormatError as the voucher.
  void read(const files::TensorReader::Visitor& visit) const { voucher_(tensors_.read(visit)); }

 private:
  files::TensorReader tensors_;
  Voucher voucher_;
};

/// A file that nothing vouches for but itself: throws FormatError unless each reading finds what
/// the first one found. BF16 and F16 are shown as F32.
VouchedTensors steady_tensors(const std::filesystem::path& path);

/// Where the bytes of tensors go, by name; as long as the tensors.
using Destinations = std::map<std::string, std::span<char>>;

template <typename Container>
std::span<char> bytes_of(Container& elements) {
  const auto bytes = std::as_writable_bytes(std::span(elements));
  return {reinterpret_cast<char*>(bytes.data()), bytes.size()};
}

/// The piece as numbers; pieces are aligned.
inline std::span<const float> floats_of(std::string_view bytes) {
  return {reinterpret_cast<const float*>(bytes.data()), bytes.size() / sizeof(float)};
}

/// Whether some values are what training does not leave behind.
struct Oddities {
  bool not_finite = false;
  bool negative = false;  ///< below zero, which second moments never are
};
/// Cost: one pass.
Oddities oddities_of(std::span<const float> values);

/// Reads a file for the first time, and puts tensors that have a destination there. Throws
/// FormatError naming a tensor whose values are not all finite, and as `VouchedTensors::read`.
void check_tensors(const VouchedTensors& file, const Destinations& destinations = {});
/// The same for the state of an optimizer: throws FormatError for negative second moments too.
void check_state(const VouchedTensors& file);

/// Reads a file whose values need no check, or have been checked. Throws as `VouchedTensors::read`.
void fill_tensors(const VouchedTensors& file, const Destinations& destinations);

}  // namespace espalier::models
