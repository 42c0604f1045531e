// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace espalier::fuzz {

/// Decisions that an input takes, byte by byte; zeros after its end. For targets whose inputs
/// describe what is tested instead of being read.
class Choices {
 public:
  explicit Choices(std::string_view bytes) : bytes_(bytes) {}

  /// A number below `count`, which is at most 256.
  std::uint64_t below(std::uint64_t count) { return next() % count; }
  /// Eight bytes as a number.
  std::uint64_t number() {
    std::uint64_t value = 0;
    for (int i = 0; i < 8; ++i) value = value << 8 | next();
    return value;
  }
  std::size_t left() const { return bytes_.size(); }

 private:
  std::uint8_t next() {
    if (bytes_.empty()) return 0;
    const auto byte = static_cast<std::uint8_t>(bytes_.front());
    bytes_.remove_prefix(1);
    return byte;
  }

  std::string_view bytes_;
};

}  // namespace espalier::fuzz
