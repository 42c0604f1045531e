// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/checkpoints/vouched_tensors.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>

#include <espalier/sparse/core/error.h>

namespace espalier::models {
namespace {

/// Copies a piece to its destination if the tensor has one.
void put(const Destinations& destinations, const files::TensorEntry& tensor, std::uint64_t offset,
         std::string_view bytes) {
  const auto found = destinations.find(tensor.name);
  if (found == destinations.end() || bytes.empty()) return;
  std::memcpy(found->second.subspan(offset, bytes.size()).data(), bytes.data(), bytes.size());
}

/// Refuses a piece of a parameter or of its state that holds what training never leaves, and says
/// what else is odd about it.
Oddities require_possible(const files::TensorIndex& index, const files::TensorEntry& tensor,
                          std::string_view bytes) {
  if (tensor.type != files::DataType::kF32) return {};
  const Oddities odd = oddities_of(floats_of(bytes));
  if (odd.not_finite) index.refuse(tensor.name, "has values that are not finite");
  return odd;
}

}  // namespace

/// One pass that compilers vectorise, at least as fast as the hash: chunks of a fixed length, and
/// sums of bits instead of comparisons.
Oddities oddities_of(std::span<const float> values) {
  constexpr std::size_t kChunk = 256;
  constexpr std::uint32_t kSign = 0x80000000;
  constexpr std::uint32_t kLowestOfExponent = 0x00800000;
  std::uint32_t overflows = 0;
  std::uint32_t signs = 0;
  const auto note = [&](float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    // The exponent of infinity and NaN is all ones: one more overflows into the sign.
    overflows |= (bits & ~kSign) + kLowestOfExponent;
    signs |= bits;
  };
  std::span<const float> rest = values;
  for (; rest.size() >= kChunk; rest = rest.subspan(kChunk)) {
    for (std::size_t i = 0; i < kChunk; ++i) note(rest[i]);
  }
  for (const float value : rest) note(value);
  const auto is_negative = [](float value) { return value < 0; };  // -0 is not
  return {(overflows & kSign) != 0,
          (signs & kSign) != 0 && std::any_of(values.begin(), values.end(), is_negative)};
}

VouchedTensors steady_tensors(const std::filesystem::path& path) {
  const auto require_same = [path,
                             first = std::optional<std::uint64_t>()](std::uint64_t hash) mutable {
    if (hash != first.value_or(hash))
      throw FormatError(path.string() + ": has changed while it was read");
    first = hash;
  };
  return {path, require_same, files::ShortFloats::kAsF32};
}

void check_tensors(const VouchedTensors& file, const Destinations& destinations) {
  file.read([&](const files::TensorEntry& tensor, std::uint64_t offset, std::string_view bytes) {
    require_possible(file.index(), tensor, bytes);
    put(destinations, tensor, offset, bytes);
  });
}

void check_state(const VouchedTensors& file) {
  file.read([&](const files::TensorEntry& tensor, std::uint64_t, std::string_view bytes) {
    const Oddities odd = require_possible(file.index(), tensor, bytes);
    if (odd.negative && tensor.name.ends_with(kSquares))
      file.index().refuse(tensor.name, "has negative values");
  });
}

void fill_tensors(const VouchedTensors& file, const Destinations& destinations) {
  file.read([&](const files::TensorEntry& tensor, std::uint64_t offset, std::string_view bytes) {
    put(destinations, tensor, offset, bytes);
  });
}

}  // namespace espalier::models
